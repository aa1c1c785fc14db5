"""A question for an area shows on the map what it would take in, before it is answered."""

from __future__ import annotations

import pytest

from engine.model.commands import HideActor
from engine.model.phrase import phrase
from engine.model.requests import Area, AreaKind, AskCells, Chosen
from gui.panels.legend import legend_entries
from gui.scene.marks import MapMarks
from gui.tools.context import Key, ToolContext
from gui.tools.marking import players_area
from gui.tools.squares import squares_tool


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


def test_the_cursor_starts_on_the_nearest_enemy_and_the_template_around_it(aiming, moving):
    _, shown, _ = aiming
    tam, marks = moving.actor("tam"), shown[-1]
    enemies = [one for one in moving.battle.actors.values() if one.active and one.side != tam.side]
    nearest = min(moving.board.separation(tam, one) for one in enemies)
    assert marks.cursor in [one.cell for one in enemies if moving.board.separation(tam, one) == nearest]
    assert marks.cursor in marks.template
    assert marks.template <= {
        (marks.cursor[0] + dx, marks.cursor[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)
    }
    hit = {one.id for one in moving.battle.actors.values() if one.cell in marks.template and one.on_map}
    assert hit <= marks.targets
    assert hit


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
