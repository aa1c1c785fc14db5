"""Ground and walls are to the players what they last saw of them; undo takes back what they learnt."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.model.battle import Thing
from engine.model.commands import LayThing, PaintGround, PlaceActor, SetDoor, SetTerrain, ShowCells
from engine.model.map_memory import NOTHING_MISSED, MapMemory, SquareSeen, WallSeen
from engine.model.terrain import Door, Ground, Terrain, Wall
from engine.session.session import Session
from engine.tactics.map_memory import pieces
from engine.testing import ascii_terrain
from engine.views.audience import Audience
from engine.views.look import View, look
from tests.engine.rooms import RULES, rooms

ROOMS = "######### #T......# #.......# ####.#### #......G# #.......# #########"
HALL, VAULT, FORECOURT = (1, 1), (1, 5), (4, 3)
"""A hall above and a vault below, with a gap between them: neither corner sees the other room."""


@pytest.fixture
def table() -> Session:
    """The hero has been in both rooms and stands in the vault now."""
    session = rooms(ROOMS)
    for place in (FORECOURT, HALL, VAULT):
        session.submit(PlaceActor("T", place))
    return session


def view(table: Session, audience: Audience = Audience.PLAYERS) -> View:
    return look(table.board, RULES, audience)


def ground(table: Session, *cells: tuple[int, int]) -> list[Ground]:
    return [view(table).terrain.at(cell) for cell in cells]


def draw(table: Session, *walls: Wall) -> None:
    terrain = table.battle.terrain
    table.submit(SetTerrain(replace(terrain, walls=(*terrain.walls, *walls))))


def wall(x1: float, y1: float, x2: float, y2: float) -> Wall:
    ends = [(round(x * FINE), round(y * FINE)) for x, y in ((x1, y1), (x2, y2))]
    return Wall(ends[0], ends[1])


def test_ground_in_sight_changes_at_once(table: Session) -> None:
    table.submit(PaintGround(((2, 4),), Ground.DIFFICULT))
    assert ground(table, (2, 4)) == [Ground.DIFFICULT]
    assert table.battle.map_memory == NOTHING_MISSED


def test_ground_out_of_sight_stays_until_it_is_seen_again(table: Session) -> None:
    before = view(table)
    table.submit(PaintGround(((2, 1), (6, 2)), Ground.IMPASSABLE))
    assert view(table) == before
    assert view(table, Audience.GM).terrain.at((2, 1)) is Ground.IMPASSABLE
    assert table.battle.map_memory == MapMemory((SquareSeen(11, Ground.OPEN), SquareSeen(24, Ground.OPEN)))
    table.submit(PlaceActor("T", HALL))
    assert ground(table, (2, 1), (6, 2)) == [Ground.IMPASSABLE] * 2
    assert table.battle.map_memory == NOTHING_MISSED


def test_undo_takes_back_what_they_learnt_of_the_ground(table: Session) -> None:
    table.submit(PaintGround(((2, 1),), Ground.SOLID))
    table.submit(PlaceActor("T", HALL))
    assert ground(table, (2, 1)) == [Ground.SOLID]
    table.take_back()
    assert ground(table, (2, 1)) == [Ground.OPEN]
    table.take_back()
    assert table.battle.map_memory == NOTHING_MISSED
    table.redo()
    assert ground(table, (2, 1)) == [Ground.OPEN]


def test_ground_put_back_unseen_leaves_nothing_to_remember(table: Session) -> None:
    table.submit(PaintGround(((2, 1),), Ground.SOLID))
    table.submit(PaintGround(((2, 1),), Ground.OPEN))
    assert table.battle.map_memory == NOTHING_MISSED


def test_what_lies_under_fog_is_not_remembered(table: Session) -> None:
    every = tuple(table.board.extent.cell(index) for index in range(table.board.extent.count))
    table.submit(ShowCells(every, False))
    table.submit(PaintGround(((2, 1),), Ground.SOLID))
    assert table.battle.map_memory == NOTHING_MISSED


def test_rock_beside_what_they_know_is_remembered_and_learnt_when_uncovered(table: Session) -> None:
    table.submit(ShowCells(((2, 1),), False))
    table.submit(PaintGround(((2, 1),), Ground.SOLID))
    assert ground(table, (2, 1)) == [Ground.OPEN]  # else it would show through the fog as a wall
    table.submit(ShowCells(((2, 1),), True))
    assert ground(table, (2, 1)) == [Ground.SOLID]


def test_what_is_forgotten_and_uncovered_again_shows_as_it_is(table: Session) -> None:
    table.submit(PaintGround(((2, 1),), Ground.DIFFICULT))
    table.submit(ShowCells(((2, 1),), True))
    assert ground(table, (2, 1)) == [Ground.OPEN]
    table.submit(ShowCells(((2, 1),), False))
    table.submit(ShowCells(((2, 1),), True))
    assert ground(table, (2, 1)) == [Ground.DIFFICULT]


def test_the_inside_of_a_block_of_rock_is_known_once_all_its_sides_were_seen(table: Session) -> None:
    terrain, _ = ascii_terrain(("#########", *("#.......#",) * 5, "#########", "#.......#", "#########"))
    table.submit(SetTerrain(terrain))
    for place in ((1, 1), (1, 7)):
        table.submit(PlaceActor("T", place))
    block = tuple((x, y) for x in (3, 4, 5) for y in (2, 3, 4))
    table.submit(PaintGround(block, Ground.SOLID))
    table.submit(PlaceActor("T", (1, 3)))
    assert ground(table, (3, 3), (4, 3), (5, 3)) == [Ground.SOLID, Ground.OPEN, Ground.OPEN]
    table.submit(PlaceActor("T", (7, 3)))
    table.submit(PlaceActor("T", (4, 1)))
    assert ground(table, (4, 3)) == [Ground.OPEN]
    table.submit(PlaceActor("T", (4, 5)))
    assert ground(table, *block) == [Ground.SOLID] * 9
    assert table.battle.map_memory == NOTHING_MISSED


def test_a_wall_drawn_and_one_erased_out_of_sight(table: Session) -> None:
    table.submit(PlaceActor("T", HALL))
    old, new = wall(5, 1, 5, 3), wall(6, 1, 6, 2)
    draw(table, old)
    table.submit(PlaceActor("T", VAULT))
    before = view(table)
    table.submit(SetTerrain(replace(table.battle.terrain, walls=(new,))))
    assert view(table) == before
    assert view(table, Audience.GM).terrain.walls == (new,)
    table.submit(PlaceActor("T", HALL))
    assert view(table).terrain.walls == (new,)
    assert table.battle.map_memory == NOTHING_MISSED
    table.take_back()
    assert view(table).terrain.walls == (old,)


def test_of_a_long_wall_they_learn_what_they_see(table: Session) -> None:
    long = wall(5, 0, 5, 7)
    draw(table, long)
    assert view(table).terrain.walls == (wall(5, 4, 5, 7),)
    assert table.battle.map_memory.walls == (WallSeen(long, (4, 5, 6)),)
    table.submit(SetTerrain(replace(table.battle.terrain, walls=())))
    assert view(table).terrain.walls == ()
    draw(table, long)
    table.submit(PlaceActor("T", HALL))
    assert view(table).terrain.walls == (wall(5, 0, 5, 3), wall(5, 4, 5, 7))
    table.submit(PlaceActor("T", FORECOURT))
    assert view(table).terrain.walls == (long,)


def test_a_wall_over_one_they_know_changes_nothing(table: Session) -> None:
    table.submit(PlaceActor("T", HALL))
    draw(table, wall(5, 1, 5, 2))
    table.submit(PlaceActor("T", VAULT))
    before = view(table)
    draw(table, wall(5, 1, 5, 3))
    assert view(table) == before


def test_doors_made_and_erased_out_of_sight(table: Session) -> None:
    table.submit(PlaceActor("T", HALL))
    old, new = (Door(key, (x * FINE, FINE), (x * FINE, 2 * FINE)) for key, x in (("d1", 3), ("d2", 6)))
    table.submit(SetTerrain(replace(table.battle.terrain, doors=(old,))))
    table.submit(PlaceActor("T", VAULT))
    before = view(table)
    table.submit(SetTerrain(replace(table.battle.terrain, doors=(new,))))
    table.submit(SetDoor("d2", secret=True))
    assert view(table) == before
    table.submit(PlaceActor("T", HALL))
    assert view(table).terrain.doors == ()
    assert view(table).terrain.walls == (Wall(new.a, new.b),)  # secret still: a wall
    assert table.battle.map_memory == NOTHING_MISSED


def test_a_secret_door_erased_out_of_sight_is_still_a_wall(table: Session) -> None:
    table.submit(PlaceActor("T", HALL))
    secret = Door("s", (3 * FINE, FINE), (3 * FINE, 2 * FINE), secret=True)
    table.submit(SetTerrain(replace(table.battle.terrain, doors=(secret,))))
    table.submit(PlaceActor("T", VAULT))
    before = view(table)
    assert before.terrain.walls == (Wall(secret.a, secret.b),)
    table.submit(SetTerrain(replace(table.battle.terrain, doors=())))
    assert view(table) == before
    table.submit(PlaceActor("T", HALL))
    assert view(table).terrain.walls == ()


def test_decor_is_remembered_with_its_square(table: Session) -> None:
    terrain = table.battle.terrain
    table.submit(SetTerrain(replace(terrain, decor=bytes([1] * 63))))
    before = view(table)
    table.submit(SetTerrain(replace(terrain, decor=bytes([1] * 11 + [5] + [1] * 51))))
    assert view(table).terrain.decor == before.terrain.decor
    table.submit(PlaceActor("T", HALL))
    assert view(table).terrain.decor[11] == 5


def test_another_size_is_another_map(table: Session) -> None:
    table.submit(PaintGround(((2, 1),), Ground.SOLID))
    table.submit(SetTerrain(Terrain(9, 6, bytes(54))))
    assert table.battle.map_memory == NOTHING_MISSED


def test_where_the_gm_lifts_the_fog_ground_and_things_are_still_seen_by_somebody(table: Session) -> None:
    table.submit(SetTerrain(replace(table.battle.terrain, sight_reveals=False)))
    table.submit(PaintGround(((2, 1), (2, 4)), Ground.DIFFICULT))
    assert ground(table, (2, 1), (2, 4)) == [Ground.OPEN, Ground.DIFFICULT]
    for key, cell in (("far", (2, 1)), ("near", (2, 4))):
        table.submit(LayThing(Thing(key, "Sack", cell)))
    assert [thing.id for thing in view(table).things] == ["near"]


@pytest.mark.parametrize(
    ("line", "cuts"),
    [
        ((0, 1, 3, 1), [(0, 1), (1, 1), (2, 1), (3, 1)]),
        ((3, 1, 0.5, 1), [(3, 1), (2, 1), (1, 1), (0.5, 1)]),
        ((1, 0, 2, 4), [(1, 0), (1.25, 1), (1.5, 2), (1.75, 3), (2, 4)]),
        ((1, 1, 1, 1), [(1, 1), (1, 1)]),
    ],
)
def test_a_wall_is_cut_from_row_to_row(
    line: tuple[float, float, float, float], cuts: list[tuple[float, float]]
) -> None:
    points = [(round(x * FINE), round(y * FINE)) for x, y in cuts]
    assert [(one.a, one.b) for one in pieces(wall(*line))] == list(pairwise(points))
