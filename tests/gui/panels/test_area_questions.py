"""A question for an area shows on the map what it would take in, before it is answered."""

from __future__ import annotations

import pytest

from engine.model.commands import HideActor, SetFact
from engine.model.phrase import phrase
from engine.model.requests import Area, AreaKind, AskCells, Chosen
from gui.bridge.templates import squares_at
from gui.panels.legend import legend_entries
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.tools.context import Key, ToolContext
from gui.tools.marking import players_area
from gui.tools.squares import squares_tool


@pytest.fixture
def aim(moving, monkeypatch):
    """Starts the tool for an area; returns it with the list of marks it shows."""

    def start(area, allowed=()):
        shown = []
        context = ToolContext(moving, shown.append, lambda _: None, lambda _: None, lambda _: None)
        tool = squares_tool(
            context, AskCells(title=phrase("x"), actor="tam", allowed=allowed, most=1, area=area)
        )
        next(tool)
        return tool, shown

    return start


@pytest.fixture
def aim_at(aim, moving):
    """The marks of a burst of one square around, aimed at a square by the pointer."""

    def marks(cell):
        tool, shown = aim(Area(AreaKind.BURST, 1, moving.actor("tam").cell))
        tool.send(Pointer(PointerKind.HOVER, cell, (float(cell[0]), float(cell[1]))))
        return shown[-1]

    return marks


@pytest.fixture
def aiming(moving, monkeypatch):
    """The tool for a burst of one square around, cast by Tam; (tool, marks shown, answers given)."""
    shown, given = [], []
    monkeypatch.setattr(moving, "answer", given.append)
    context = ToolContext(moving, shown.append, lambda _: None, lambda _: None, lambda _: None)
    extent = moving.board.extent
    everywhere = tuple((x, y) for y in range(extent.height) for x in range(extent.width))
    area = Area(AreaKind.BURST, 1, moving.actor("tam").cell)
    tool = squares_tool(
        context, AskCells(title=phrase("x"), actor="tam", allowed=everywhere, most=1, area=area)
    )
    next(tool)
    return tool, shown, given


def caught(moving, template):
    """Whoever lives and has a square in it, by side."""
    here = [one for one in moving.battle.actors.values() if one.active and one.cell in template]
    return {side: {one.id for one in here if one.side == side} for side in ("party", moving.actor("g1").side)}


def test_the_aim_starts_where_it_takes_in_most_enemies_and_none_of_ones_own(aiming, moving):
    _, shown, _ = aiming
    marks, foes = shown[-1], moving.actor("g1").side
    assert marks.cursor in marks.template
    hit = caught(moving, marks.template)
    assert hit["party"] == set()
    extent, area = moving.board.extent, Area(AreaKind.BURST, 1, moving.actor("tam").cell)
    others = [
        caught(moving, squares_at(moving.board, area, (x, y)))
        for y in range(extent.height)
        for x in range(extent.width)
    ]
    assert len(hit[foes]) == max(len(one[foes]) for one in others if not one["party"]) == 2


def test_where_friends_are_in_the_way_of_all_the_aim_starts_on_the_nearest_enemy(moving, aim):
    area = Area(AreaKind.BURST, 6, moving.actor("tam").cell)
    places = tuple(moving.actor(foe).cell for foe in ("cap", "g1", "g2"))
    for place in places:
        assert caught(moving, squares_at(moving.board, area, place))["party"]
    assert aim(area, places)[1][-1].cursor == moving.actor("g1").cell


def test_the_dead_are_no_targets_of_an_area(moving, aim_at):
    moving.submit(SetFact("g1", "dead", 1))
    marks = aim_at(moving.actor("g1").cell)
    assert moving.actor("g1").cell in marks.template
    assert "g1" not in marks.targets


def test_no_brackets_stand_where_every_square_is_allowed(aiming):
    _, shown, _ = aiming
    words = [words for _, words in legend_entries(shown[-1])]
    assert shown[-1].weapon == frozenset()
    assert "Area" in words
    assert "Weapon reach" not in words


def test_the_template_follows_the_keys_and_enter_takes_the_square(aiming):
    tool, shown, given = aiming
    before = shown[-1]
    tool.send(Key("step_n"))
    moved = shown[-1]
    assert moved.cursor == (before.cursor[0], before.cursor[1] - 1)
    assert moved.template != before.template
    with pytest.raises(StopIteration):
        tool.send(Key("accept"))
    assert given == [Chosen((moved.cursor,))]


def burst(table, actor="tam"):
    """A question for a burst of one square around, anywhere on the map."""
    extent = table.board.extent
    everywhere = tuple((x, y) for y in range(extent.height) for x in range(extent.width))
    area = Area(AreaKind.BURST, 1, table.board.actor(actor).cell)
    return AskCells(title=phrase("x"), actor=actor, allowed=everywhere, most=1, area=area)


def test_the_players_see_the_area_one_of_theirs_aims_and_whom_they_know_in_it(moving):
    aimed = []
    context = ToolContext(moving, *[lambda _: None] * 4, aimed=lambda *what: aimed.append(what))
    request = burst(moving)
    tool = squares_tool(context, request)
    next(tool)
    tool.send(Key("step_n"))
    assert [what[0] for what in aimed] == [request, request]
    cell = moving.board.actor("g1").cell
    marks = players_area(moving, request, cell)
    assert cell in marks.template
    assert "g1" in marks.targets
    assert (marks.card, marks.cursor, marks.weapon) == (None, None, frozenset())
    assert players_area(moving, burst(moving, "cap"), cell) == MapMarks()
    assert players_area(moving, request, None) == MapMarks()


def test_an_area_tells_the_players_of_nobody_hidden(moving):
    cell = moving.board.actor("g1").cell
    before = players_area(moving, burst(moving), cell)
    moving.submit(HideActor("g1", True))
    hidden = players_area(moving, burst(moving), cell)
    assert hidden.targets == before.targets - {"g1"}
    assert hidden.template == before.template
    shown = []
    context = ToolContext(moving, shown.append, *[lambda _: None] * 3)
    enemies = [one for one in moving.battle.actors.values() if one.active and one.side != "party"]
    for one in enemies:
        moving.submit(HideActor(one.id, True))
    next(squares_tool(context, burst(moving)))
    assert shown[-1].cursor == moving.board.actor("tam").cell


def test_squares_to_choose_from_are_not_called_weapon_reach(moving):
    shown = []
    context = ToolContext(moving, shown.append, lambda _: None, lambda _: None, lambda _: None)
    tool = squares_tool(context, AskCells(title=phrase("x"), actor="tam", allowed=((9, 13),), most=1))
    next(tool)
    assert ("weapon", "To choose from") in legend_entries(shown[-1])
