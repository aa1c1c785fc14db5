"""The pins fit the ranges of pyproject.toml and cover everything that gets installed."""

import importlib.metadata
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version


@pytest.fixture
def pins(root):
    lines = (root / "packaging" / "constraints.txt").read_text("utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    matches = [re.fullmatch(r"([a-z0-9.-]+)==(\S+)", line) for line in wanted]
    assert None not in matches, "each line pins one version exactly"
    return {match[1]: Version(match[2]) for match in matches}


@pytest.fixture
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_requirement_is_pinned_inside_its_range(project, pins):
    extras = project["optional-dependencies"]
    for text in [*project["dependencies"], *(line for lines in extras.values() for line in lines)]:
        requirement = Requirement(text)
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, text


def test_what_they_need_in_turn_is_pinned_too(project, pins):
    todo = [
        Requirement(text) for text in [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    ]
    seen = set()
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        if name in seen or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        assert name in pins, f"{name} is installed without a pin"
        todo += [Requirement(text) for text in importlib.metadata.requires(name) or ()]
    assert len(seen) > len(project["dependencies"])


def test_the_qt_that_loses_references_is_shut_out(project, pins):
    qt = next(r for r in map(Requirement, project["dependencies"]) if r.name == "PySide6-Essentials")
    assert "6.12.0" not in qt.specifier
    assert "6.11.3" in qt.specifier
    assert pins["shiboken6"] == pins["pyside6-essentials"]
