"""The players' map: what they have seen, as they last saw it; lamps and pictures like walls and doors."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.model.actor import Stride
from engine.model.commands import HideActor, PlaceActor, SetDark, SetTerrain, ShowCells
from engine.model.events import HiddenSet, Moved
from engine.model.map_memory import NOTHING_MISSED
from engine.model.terrain import Ground, Light, Picture, Terrain, Wall
from engine.session.session import Session
from engine.views.audience import Audience, known
from engine.views.look import View, look
from engine.views.walks import steps_seen
from tests.engine.rooms import RULES, rooms

ROOMS = "############# #T......#...# #.......#...# ####.####..G# #.......#...# #.......#...# #############"
HALL, VAULT, FORECOURT, CLOSET = (1, 1), (1, 5), (4, 3), (10, 2)
"""A hall above and a vault below, with a gap between them; beside both, behind rock, a closet."""
OLD, NEW = Picture("old", 0, 0, 70, 70), Picture("new", 0, 0, 70, 70)


@pytest.fixture
def table() -> Session:
    """The hero has been in hall and vault, stands in the vault, and knows nothing of the closet."""
    session = rooms(ROOMS, OLD)
    for place in (FORECOURT, HALL, VAULT):
        session.submit(PlaceActor("T", place))
    return session


def shown(table: Session) -> View:
    return look(table.board, RULES, Audience.PLAYERS)


def public(table: Session) -> Terrain:
    return known(table.board, RULES, Audience.PLAYERS).terrain


def change(table: Session, **parts: object) -> None:
    table.submit(SetTerrain(replace(table.battle.terrain, **parts)))


def lamp(x: int, y: int) -> Light:
    return Light((x * FINE + FINE // 2, y * FINE + FINE // 2), 2)


def test_what_they_have_not_seen_is_open_floor_in_which_nothing_stands(table: Session) -> None:
    wall = Wall((10 * FINE, FINE), (10 * FINE, 5 * FINE))
    change(table, walls=(wall,), lights=(lamp(*CLOSET),))
    terrain = public(table)
    assert {terrain.at((x, y)) for x in (9, 10, 11) for y in range(7)} == {Ground.OPEN}
    assert terrain.walls == ()
    assert terrain.lights == ()
    assert terrain.at((8, 2)) is Ground.SOLID  # the rock beside the hall
    assert table.battle.terrain.at((12, 2)) is Ground.SOLID


def test_rock_is_drawn_to_go_on_where_nothing_is_known(table: Session) -> None:
    drawn = shown(table).terrain
    assert drawn.at(CLOSET) is Ground.SOLID
    assert drawn.at(HALL) is Ground.OPEN


def test_a_wall_is_known_as_far_as_they_have_been_along_it(table: Session) -> None:
    long = Wall((FINE, 2 * FINE), (12 * FINE, 2 * FINE))
    table.submit(PlaceActor("T", HALL))
    change(table, walls=(long,))
    # as far as the face of the rock beside the hall
    assert public(table).walls == (Wall(long.a, (9 * FINE, 2 * FINE)),)


def test_a_lamp_out_of_sight_is_not_there_until_it_is_seen(table: Session) -> None:
    before = public(table)
    change(table, lights=(lamp(2, 1),))
    assert public(table) == before
    table.submit(PlaceActor("T", HALL))
    assert public(table).lights == (lamp(2, 1),)
    assert table.battle.map_memory == NOTHING_MISSED


def test_a_lamp_taken_away_out_of_sight_is_still_there_to_them(table: Session) -> None:
    table.submit(PlaceActor("T", HALL))
    change(table, lights=(lamp(2, 1),))
    table.submit(PlaceActor("T", VAULT))
    change(table, lights=(lamp(6, 1),))
    assert public(table).lights == (lamp(2, 1),)
    change(table, lights=(lamp(2, 1),))
    assert table.battle.map_memory == NOTHING_MISSED
    change(table, lights=())
    table.submit(PlaceActor("T", HALL))
    assert public(table).lights == ()


def test_a_lamp_in_sight_shows_at_once(table: Session) -> None:
    change(table, lights=(lamp(2, 5),))
    assert public(table).lights == (lamp(2, 5),)


def test_another_picture_shows_only_where_they_look(table: Session) -> None:
    change(table, picture=NEW)
    view = shown(table)
    assert view.terrain.picture == NEW
    (older,) = view.pictures
    assert older.picture == OLD
    index = table.board.extent.index
    assert index(HALL) in older.cells
    assert index(VAULT) not in older.cells
    assert index(CLOSET) not in older.cells
    table.submit(PlaceActor("T", HALL))
    table.submit(PlaceActor("T", FORECOURT))
    assert shown(table).pictures == ()
    assert table.battle.map_memory == NOTHING_MISSED


def test_another_picture_leaves_no_trace_where_nobody_sees_any_of_it(table: Session) -> None:
    table.submit(PlaceActor("T", None))
    before = shown(table)
    change(table, picture=NEW)
    assert shown(table) == before
    change(table, picture=None)
    assert shown(table) == before
    change(table, picture=OLD)
    assert table.battle.map_memory == NOTHING_MISSED


def test_the_same_picture_moved_under_the_grid_is_a_correction(table: Session) -> None:
    moved = replace(OLD, left=12.5)
    change(table, picture=moved)
    assert shown(table).terrain.picture == moved
    assert shown(table).pictures == ()


def test_a_square_that_the_gm_uncovers_shows_the_picture_as_it_is(table: Session) -> None:
    change(table, picture=NEW)
    table.submit(ShowCells((HALL,), shown=False))
    table.submit(ShowCells((HALL,), shown=True))
    assert table.board.extent.index(HALL) not in shown(table).pictures[0].cells


def test_darkness_over_the_whole_map_shows_at_once(table: Session) -> None:
    table.submit(SetDark(True))
    assert public(table).dark
    assert len(shown(table).seen or ()) < 10  # what is within arm's length


def test_the_title_is_the_gms(table: Session) -> None:
    assert shown(table).title == ""
    assert look(table.board, RULES, Audience.GM).title == "Test"


# --- walks ----------------------------------------------------------------------------------------------


def moved(src: tuple[int, int], dst: tuple[int, int]) -> Moved:
    return Moved("G", src, dst, Stride())


def test_only_steps_in_sight_are_shown(table: Session) -> None:
    """The goblin comes from the hall, where nobody looks, through the gap."""
    before = shown(table)
    table.submit(PlaceActor("G", (4, 4)))
    after = shown(table)
    assert [token.id for token in after.tokens] == ["T", "G"]
    steps = [moved((6, 1), (5, 2)), moved((5, 2), (4, 3)), moved((4, 3), (4, 4)), moved((4, 4), (3, 5))]
    seen = after.seen or frozenset()
    index = table.board.extent.index
    expected = [one for one in steps if {index(one.src), index(one.dst)} <= seen | (before.seen or set())]
    assert list(steps_seen(steps, before, after)) == expected
    assert moved((6, 1), (5, 2)) not in expected
    assert moved((4, 4), (3, 5)) in expected


def test_somebody_who_was_hidden_did_not_walk_before_their_eyes(table: Session) -> None:
    table.submit(PlaceActor("G", (4, 4)))
    table.submit(HideActor("G", True))
    before = shown(table)
    table.submit(HideActor("G", False))
    steps = [moved((4, 4), (3, 5)), HiddenSet("G", False)]
    assert steps_seen(steps, before, shown(table)) == ()
    assert steps_seen(steps[:1], before, shown(table)) == tuple(steps[:1])
