"""Who stands where nobody gets to: the GM alone is told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN, Actor, Condition
from engine.model.battle import Battle, Control, Side
from engine.model.terrain import Door, DoorState
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.registry import ruleset
from engine.tactics.board import Board
from engine.tactics.standing import astray
from engine.testing import ascii_terrain, wall
from engine.views.audience import Audience
from engine.views.look import look

SIDES = (Side("a", "Heroes", Control.PLAYERS, ("b",)), Side("b", "Foes", Control.REFEREE, ("a",)))
RULES = ruleset("ose.detailed")
ROWS = "...... ..o... ..A... ......"


def board_of(actor: Actor, *, walls: tuple[object, ...] = (), doors: tuple[Door, ...] = ()) -> Board:
    terrain, _ = ascii_terrain(ROWS.split())
    terrain = replace(terrain, walls=walls, doors=doors)
    battle = Battle(RULES.about.key, "Test", SIDES, {actor.id: actor}, terrain, options=OseOptions())
    return Board(battle)


def one(cell: tuple[int, int], size: int = 1) -> Actor:
    return Actor("T", "Tam", "a", cell, size, sheet=OseSheet(8, 8))


@pytest.mark.parametrize(
    ("actor", "where"),
    [
        (one((2, 1)), "stand.rock"),
        (one((1, 0), 2), "stand.rock"),
        (one((2, 2)), "stand.closed"),
        (one((6, 0)), "stand.outside"),
        (one((5, 3), 2), "stand.outside"),
    ],
)
def test_rock_a_closed_square_and_beyond_the_edge(actor: Actor, where: str) -> None:
    assert [phrase.key for phrase in astray(board_of(actor)).values()] == [where]


def test_open_floor_and_whoever_is_down_or_off_the_map_are_no_matter() -> None:
    for actor in (
        one((0, 0)),
        one((0, 2), 2),
        replace(one((2, 1)), conditions=(Condition(DOWN),)),
        replace(one((0, 0)), cell=None),
    ):
        assert astray(board_of(actor)) == {}


def test_across_a_wall_and_with_one_through_the_square() -> None:
    assert astray(board_of(one((4, 2), 2), walls=(wall(5, 0, 5, 4),)))["T"].key == "stand.astride"
    assert astray(board_of(one((4, 2)), walls=(wall(4.5, 2, 4.5, 3),)))["T"].key == "stand.walled"


def test_behind_a_shut_door_one_can_be_reached_some_day() -> None:
    walls = (wall(4, 0, 4, 1), wall(4, 1, 5, 1))
    door = Door("d", (5 * 256, 0), (5 * 256, 256), DoorState.LOCKED)
    assert astray(board_of(one((4, 0)), walls=walls, doors=(door,))) == {}
    assert astray(board_of(one((4, 0)), walls=(*walls, wall(5, 0, 5, 1))))["T"].key == "stand.walled"


def test_the_gm_sees_a_mark_and_the_players_none() -> None:
    board = board_of(one((2, 1)))
    (gm,) = look(board, RULES, Audience.GM).tokens
    (players,) = look(board, RULES, Audience.PLAYERS).tokens
    assert gm.astray
    assert gm.state.endswith("in solid rock")
    assert not players.astray
    assert "rock" not in players.state
