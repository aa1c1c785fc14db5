"""Derived data: who stands where, who can strike what, what a mover may enter; reused by identity."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN, Actor, Arms, Condition
from engine.model.battle import Battle, Control, Side
from engine.model.events import Placed
from engine.model.fold import apply
from engine.tactics.board import Board
from engine.testing import ascii_terrain

SIDES = (Side("a", "A", Control.PLAYERS, ("b",)), Side("b", "B", Control.REFEREE, ("a",)))


def board_of(rows: str, **actors: Actor) -> Board:
    terrain, marks = ascii_terrain(rows.split())
    placed = {key: replace(actor, id=key, cell=marks.get(key, actor.cell)) for key, actor in actors.items()}
    return Board(Battle("toy", "Toy", SIDES, placed, terrain))


def one(side: str = "a", size: int = 1, reach: int = 1, **more: object) -> Actor:
    return Actor("", "Somebody", side, (0, 0), size, arms=Arms(reach), **more)  # type: ignore[arg-type]


def test_a_big_body_occupies_its_whole_footprint() -> None:
    board = board_of("O.... ..... .....", O=one(size=2))
    assert {board.extent.cell(index) for index in board.occupants} == {(0, 0), (1, 0), (0, 1), (1, 1)}


@pytest.mark.rule("OSE-AOO-02")
def test_a_big_body_threatens_the_ring_around_its_footprint() -> None:
    board = board_of("...... .O.... ...... ......", O=one(size=2))
    area = {board.extent.cell(index) for index in board.strike_area(board.actor("O"))}
    ring = {(x, y) for x in range(4) for y in range(4)} - {(1, 1), (2, 1), (1, 2), (2, 2)}
    assert area == ring


def test_the_down_neither_block_nor_threaten() -> None:
    board = board_of("X....", X=one(conditions=(Condition(DOWN),)))
    assert not board.occupants
    assert not board.strike_area(board.actor("X"))


def test_difficult_ground_under_any_part_of_a_body_doubles_the_step() -> None:
    board = board_of("O..., ..... .....", O=one(size=2))
    mover = board.actor("O")
    assert board.step_cost(mover, (1, 0), (2, 0), 0)[0] == 1
    assert board.step_cost(mover, (2, 0), (3, 0), 0)[0] == 2


def test_a_closed_door_stops_a_blow_and_an_open_one_does_not() -> None:
    shut = board_of("X+Y", X=one(reach=2), Y=one("b"))
    assert not shut.can_strike(shut.actor("X"), shut.actor("Y"))
    ajar = board_of("X/Y", X=one(reach=2), Y=one("b"))
    assert ajar.can_strike(ajar.actor("X"), ajar.actor("Y"))


def test_parts_of_unchanged_actors_and_terrain_are_reused() -> None:
    board = board_of("X..Y.", X=one(), Y=one("b"))
    before = board.strike_area(board.actor("X"))
    barriers = board.barriers
    after = Board(apply(board.battle, Placed("Y", (4, 0))), board)
    assert after.barriers is barriers
    assert after.strike_area(after.actor("X")) is before
    assert after.strike_area(after.actor("Y")) != board.strike_area(board.actor("Y"))


def test_enemies_close_squares_to_a_search_and_unknown_ones_do_not() -> None:
    board = board_of("X.Y..", X=one(), Y=one("b"))
    mover = board.actor("X")
    shut = board.ground(mover, lambda actor, cell: False)
    start = board.extent.index((1, 0))
    assert not shut.steps[2] >> start & 1
    unknown = board.ground(mover, lambda actor, cell: False, frozenset({"Y"}))
    assert unknown.steps[2] >> start & 1
