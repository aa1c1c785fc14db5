"""The option that writes the counts anew."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-perft", action="store_true", help="write the counts of the positions anew")
