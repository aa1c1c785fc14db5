"""The session tests' toy rule book, and its fights in a file."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act
from engine.model.requests import Answer, Faces, Picked
from engine.model.terrain import blank
from engine.session.journal import Entry
from engine.session.results import Result
from engine.session.session import Session
from engine.store.encounter_file import EncounterFile
from engine.store.opening import OpenedEncounter, create_encounter, open_encounter, resume
from engine.store.records import LogLines

TOY = Path(__file__).resolve().parents[1] / "session" / "conftest.py"
SWING = Act("ann", "swing", targets=("bob",))
HIT, MISS, DUCK, STAND = Faces((5,)), Faces((2,)), Picked("yes"), Picked("no")


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


# --- fights in a file ----------------------------------------------------------------------------------


def words(entry: Entry) -> LogLines:
    """An entry in the words of the log, for both audiences."""
    return LogLines((f"gm {entry.number}", type(entry.command).__name__), (f"players {entry.number}",))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chapel #1 100%.fivefoot"


@pytest.fixture
def new(path: Path, battle: Battle, rulesets: dict[str, Any]) -> Iterator[tuple[EncounterFile, Session]]:
    """A new file and its session; closed again when the test ends."""
    opened = create_encounter(path, battle, rulesets, words)
    session, result = resume(opened)
    assert result is None
    yield opened.file, session
    opened.file.close()


def again(file: EncounterFile, rulesets: dict[str, Any]) -> tuple[OpenedEncounter, Session, Result | None]:
    """Close and open, as after a night."""
    file.close()
    opened = open_encounter(file.path, rulesets, words)
    session, result = resume(opened)
    return opened, session, result


def hp(session: Session, who: str = "bob") -> int:
    """Hit points on the screen."""
    return session.shown.actors[who].sheet.hp


def swing(session: Session, *answers: Answer) -> Result:
    """Ann swings at Bob, and these answers follow."""
    result = session.submit(SWING)
    for answer in answers:
        result = session.answer(answer)
    return result
