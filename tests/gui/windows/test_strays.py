"""Somebody set down in a pillar: the GM is told once, with the cure; the token wears a sign."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.model.commands import AddActor, PaintGround, PlaceActor
from engine.model.terrain import Ground
from gui.bridge.encounters import open_sample
from gui.bridge.keymap import Keymap
from gui.windows.desk import Desk

ROCK = (0, 0)


@pytest.fixture
def desk(qtbot: Any) -> Desk:
    made = Desk(open_sample(), Keymap())
    qtbot.addWidget(made)
    made.resize(1280, 720)
    return made


@pytest.fixture
def told(desk: Desk) -> list[str]:
    sentences: list[str] = []
    desk.table.noticed.connect(sentences.append)
    return sentences


def test_placed_in_rock_the_gm_is_told_where_and_how_to_cure_it(desk: Desk, told: list[str]) -> None:
    desk.table.submit(PlaceActor("tam", ROCK))
    assert desk.table.battle.actors["tam"].cell == ROCK
    assert told == [
        "Tam Reed stands in solid rock at A1: nobody can get there. Alt drag it to open floor, "
        "or open the square with a terrain brush."
    ]
    assert desk.strip._notice == told[0]
    look = desk.scene._tokens["tam"].look
    assert look is not None
    assert look.astray


def test_it_is_said_once_and_not_after_an_undo(desk: Desk, told: list[str]) -> None:
    desk.table.submit(PlaceActor("tam", ROCK))
    desk.table.submit(PlaceActor("hob", (9, 8)))
    desk.table.take_back()
    desk.table.take_back()
    desk.table.redo()
    assert len(told) == 1


def test_a_wall_of_rock_painted_over_two_of_them_names_both(desk: Desk, told: list[str]) -> None:
    cells = tuple(cell for key in ("tam", "hob") if (cell := desk.table.board.actor(key).cell))
    desk.table.submit(PaintGround(cells, Ground.SOLID))
    (sentence,) = told
    assert sentence.startswith("Tam Reed and Hob Marrow stand where nobody can get to")


def test_added_there_and_then_opened_again_it_is_said_again(desk: Desk, told: list[str]) -> None:
    newcomer = replace(desk.table.board.actor("g1"), id="", name="Goblin", cell=ROCK)
    desk.table.submit(AddActor(newcomer))
    assert len(told) == 1
    assert desk.strays.words() == told[0]
    assert Desk(desk.encounter, Keymap()).strays.words() == told[0]
