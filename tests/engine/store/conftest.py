"""The session tests' toy rule book, to keep its fights in a file. Values only: made once for all tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.terrain import blank

TOY = Path(__file__).resolve().parents[1] / "session" / "conftest.py"


@pytest.fixture(scope="session")
def toy() -> ModuleType:
    """The toy's module, by its path: test folders are no packages."""
    spec = importlib.util.spec_from_file_location("toy_rules", TOY)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["toy_rules"] = module  # where its structs look up the types they name
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def rulesets(toy: ModuleType) -> dict[str, Any]:
    return {"toy": toy.ToyRules()}


@pytest.fixture(scope="session")
def battle(toy: ModuleType) -> Battle:
    """Ann of the players against Bob."""
    sides = (Side("us", "Us", Control.PLAYERS, ("them",)), Side("them", "Them", Control.REFEREE, ("us",)))
    ann = Actor("ann", "Ann", "us", (1, 1), sheet=toy.ToySheet())
    bob = Actor("bob", "Bob", "them", (2, 1), sheet=toy.ToySheet())
    return Battle("toy", "Toy", sides, {"ann": ann, "bob": bob}, blank(6, 4))
