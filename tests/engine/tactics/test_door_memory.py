"""Doors are to the players what they last saw of them, and undo takes that back as well."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.model.commands import PlaceActor, SetDoor, SetTerrain, ShowCells
from engine.model.terrain import Door, DoorState
from engine.session.session import Session
from engine.tactics.board import Board
from engine.tactics.door_memory import beside, doors_known
from engine.views.audience import Audience
from engine.views.look import look
from tests.engine.rooms import RULES, rooms

OPEN, CLOSED, LOCKED = DoorState.OPEN, DoorState.CLOSED, DoorState.LOCKED
HALL, VAULT = (1, 1), (1, 3)
"""Squares of two rooms with rock between them; the door d1 is in the upper, d2 in the lower one."""
ROOMS = "######### #T..+...# ######### #...+..G# #########"


@pytest.fixture
def table() -> Session:
    session = rooms(ROOMS)
    session.submit(ShowCells((HALL,), True))  # from the first command on it is written down what is seen
    return session


def shown(table: Session) -> Mapping[str, DoorState]:
    return {door.id: door.state for door in look(table.board, RULES, Audience.PLAYERS).terrain.doors}


def test_a_door_changes_for_the_players_when_they_see_it(table: Session) -> None:
    table.submit(SetDoor("d1", OPEN))
    assert shown(table) == {"d1": OPEN}
    table.submit(SetDoor("d1", CLOSED))
    assert shown(table) == {"d1": CLOSED}


def test_a_door_out_of_sight_stays_as_it_was(table: Session) -> None:
    table.submit(PlaceActor("T", VAULT))
    assert shown(table) == {"d1": CLOSED, "d2": CLOSED}
    table.submit(SetDoor("d1", OPEN))
    assert shown(table) == {"d1": CLOSED, "d2": CLOSED}
    table.submit(PlaceActor("T", HALL))
    assert shown(table)["d1"] is OPEN


def test_undo_takes_back_what_they_learnt(table: Session) -> None:
    table.submit(PlaceActor("T", VAULT))
    table.submit(SetDoor("d1", OPEN))
    table.submit(PlaceActor("T", HALL))
    table.take_back()
    assert shown(table) == {"d1": CLOSED, "d2": CLOSED}
    table.take_back()
    table.take_back()
    assert shown(table) == {"d1": CLOSED}
    table.redo()
    assert shown(table) == {"d1": CLOSED, "d2": CLOSED}


def test_a_secret_door_is_known_once_it_was_seen_open(table: Session) -> None:
    table.submit(SetDoor("d2", secret=True))
    table.submit(SetDoor("d2", OPEN))
    assert shown(table) == {"d1": CLOSED}  # nobody saw it
    table.submit(SetDoor("d2", CLOSED))
    table.submit(PlaceActor("T", VAULT))
    assert shown(table) == {"d1": CLOSED}
    table.submit(SetDoor("d2", OPEN))
    table.submit(SetDoor("d2", LOCKED))
    assert shown(table) == {"d1": CLOSED, "d2": CLOSED}
    table.submit(SetDoor("d2", secret=False))
    table.submit(SetDoor("d2", secret=True))
    assert shown(table) == {"d1": CLOSED}  # the GM hid it again


def test_lifting_the_fog_shows_doors_as_they_stand_and_lowering_it_forgets_them(table: Session) -> None:
    table.submit(SetDoor("d2", OPEN))
    room = tuple((x, 3) for x in range(1, 8))
    table.submit(ShowCells(room, True))
    assert shown(table)["d2"] is OPEN
    table.submit(SetDoor("d2", CLOSED))
    assert shown(table)["d2"] is OPEN
    table.submit(ShowCells(room, False))
    assert "d2" not in shown(table)


def test_where_the_gm_lifts_the_fog_a_door_is_still_seen_by_somebody(table: Session) -> None:
    by_hand = replace(table.battle.terrain, sight_reveals=False)
    table.submit(SetTerrain(by_hand))
    table.submit(ShowCells(tuple((x, y) for x in range(1, 8) for y in (1, 3)), True))
    assert shown(table) == {"d1": CLOSED, "d2": CLOSED}
    table.submit(SetDoor("d1", OPEN))
    table.submit(SetDoor("d2", OPEN))
    assert shown(table) == {"d1": OPEN, "d2": CLOSED}


def test_another_door_of_the_same_name_is_not_remembered(table: Session) -> None:
    table.submit(PlaceActor("T", VAULT))
    terrain = table.battle.terrain
    was = terrain.door("d1")
    moved = Door("d1", (FINE * 6, FINE), (FINE * 6, FINE * 2), OPEN, secret=True)
    table.submit(SetTerrain(terrain.with_door(moved)))
    doors = look(table.board, RULES, Audience.PLAYERS).terrain.doors
    assert set(doors) == {was, terrain.door("d2")}  # where they saw it, until they look
    table.submit(PlaceActor("T", HALL))
    doors = look(table.board, RULES, Audience.PLAYERS).terrain.doors
    assert set(doors) == {replace(moved, secret=False), terrain.door("d2")}


def test_an_older_battle_knows_the_doors_of_the_squares_it_remembers(table: Session) -> None:
    table.submit(PlaceActor("T", VAULT))
    older = replace(table.battle, doors_seen={})
    assert doors_known(Board(older)) == {"d1": CLOSED, "d2": CLOSED}


@pytest.mark.parametrize(
    ("a", "b", "cells"),
    [
        ((2, 1), (2, 2), {(1, 1), (2, 1)}),
        ((2, 1), (4, 1), {(2, 0), (2, 1), (3, 0), (3, 1)}),
        ((2.4, 1), (2.4, 2), {(1, 1), (2, 1)}),
        ((0, 1), (0, 2), {(0, 1)}),
        ((1, 1), (1, 1), set()),
    ],
)
def test_squares_on_both_sides_of_a_leaf(
    table: Session, a: tuple[float, float], b: tuple[float, float], cells: set[tuple[int, int]]
) -> None:
    terrain = table.battle.terrain
    ends = [(round(x * FINE), round(y * FINE)) for x, y in (a, b)]
    found = beside(terrain, Door("d", ends[0], ends[1]))
    assert {terrain.extent.cell(index) for index in found} == cells
