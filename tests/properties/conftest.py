"""Fights of every rule book, played at random, for properties that must hold whatever happens."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.rulesets.registry import RULESETS
from engine.session.journal import Entry

BOOKS = Path(__file__).parents[1] / "engine" / "rulesets"
SEEDS, COMMANDS, EVERY = (11, 12), 28, 4

Fight = tuple[Entry, ...]


@cache
def module(name: str) -> ModuleType:
    """A helper of the tests of the rule books, read from its file: tests are no package."""
    spec = importlib.util.spec_from_file_location(f"books_{name}", BOOKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def player(key: str, seed: int) -> Any:
    """Somebody who chooses commands and answers at random, with one foe that nobody knows of."""
    helper = module("test_every_ruleset")
    battle = helper.with_somebody_hidden(module("conftest").small_fights()[key])
    return helper.Player(RULESETS[key], battle, seed)


@cache
def fight(key: str, seed: int) -> Fight:
    """The entries of one fight."""
    return tuple(player(key, seed).fight(COMMANDS))


@cache
def moments(key: str) -> Fight:
    """Every few commands of some fights: the entry then written."""
    return tuple(entry for seed in SEEDS for entry in fight(key, seed)[::EVERY])


@pytest.fixture(params=sorted(RULESETS))
def key(request: pytest.FixtureRequest) -> str:
    """Each rule book."""
    return str(request.param)


@pytest.fixture(scope="session")
def entries() -> Callable[[str], Fight]:
    """Moments of fights, by rule book; the same for all tests."""
    return moments


@pytest.fixture(scope="session")
def random_player() -> Callable[[str, int], Any]:
    """A new random player, by rule book and seed."""
    return player
