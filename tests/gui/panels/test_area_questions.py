"""A question for an area shows on the map what it would take in, before it is answered."""

from __future__ import annotations

import pytest

from engine.model.phrase import phrase
from engine.model.requests import Area, AreaKind, AskCells, Chosen
from gui.panels.legend import legend_entries
from gui.tools.context import Key, ToolContext
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


def test_squares_to_choose_from_are_not_called_weapon_reach(moving):
    shown = []
    context = ToolContext(moving, shown.append, lambda _: None, lambda _: None, lambda _: None)
    tool = squares_tool(context, AskCells(title=phrase("x"), actor="tam", allowed=((9, 13),), most=1))
    next(tool)
    assert ("weapon", "To choose from") in legend_entries(shown[-1])
