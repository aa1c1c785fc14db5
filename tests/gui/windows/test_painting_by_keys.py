"""Brushes by keys and by mouse in the GM's window: one stays in hand until Esc or another tool."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.model.terrain import Ground

ENTER, ESC, SPACE, TAB = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space, Qt.Key.Key_Tab
LEFT, RIGHT, UP, DOWN = Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down
FLOOR, BELOW = (11, 16), (11, 17)


def take_up(gm: Any, panel: Any, brush: str) -> None:
    """Take a brush up from its tab by keys alone."""
    gm.desk.left.setCurrentWidget(gm.desk.tabs)
    gm.desk.tabs.setCurrentWidget(panel)
    panel.brushes.buttons[brush].setFocus(Qt.FocusReason.TabFocusReason)
    gm.key(SPACE)
    assert panel.brushes.current == brush


def ground(gm: Any, cell: tuple[int, int]) -> Ground:
    return Ground(gm.table.battle.terrain.at(cell))


@pytest.fixture
def at_tam(gm: Any) -> Any:
    gm.table.select("tam")
    return gm


def test_a_brush_is_moved_and_painted_with_by_keys(at_tam):
    gm = at_tam
    x, y = gm.table.actor("tam").cell
    take_up(gm, gm.desk.terrain, "difficult")
    gm.key(RIGHT)
    gm.key(SPACE)
    gm.key(RIGHT)
    gm.key(ENTER)
    assert [ground(gm, (x + by, y)) for by in (1, 2)] == [Ground.DIFFICULT] * 2
    assert gm.desk.terrain.brushes.current == "difficult"
    gm.undo()
    assert ground(gm, (x + 1, y)) is Ground.DIFFICULT
    assert ground(gm, (x + 2, y)) is not Ground.DIFFICULT
    assert gm.desk.terrain.brushes.current == "difficult"  # a stroke is taken back, the brush stays
    gm.key(ESC)
    assert gm.desk.terrain.brushes.current == ""
    assert gm.desk.runner.idle


def test_a_brush_stays_in_hand_after_a_stroke_of_the_mouse(gm):
    take_up(gm, gm.desk.terrain, "difficult")
    gm.drag(FLOOR, BELOW)
    assert ground(gm, BELOW) is Ground.DIFFICULT
    other = (FLOOR[0] + 2, FLOOR[1])
    gm.drag(other, other)
    assert ground(gm, other) is Ground.DIFFICULT
    assert gm.desk.terrain.brushes.current == "difficult"


def test_a_box_is_begun_and_ended_by_keys_and_esc_drops_it(at_tam):
    gm = at_tam
    x, y = gm.table.actor("tam").cell
    take_up(gm, gm.desk.terrain, "difficult")
    gm.desk.terrain.shape_choice._segments["box"].click()
    gm.key(SPACE)
    gm.key(RIGHT)
    gm.key(ESC)
    assert ground(gm, (x, y)) is not Ground.DIFFICULT
    assert gm.desk.terrain.brushes.current == "difficult"
    gm.key(LEFT)
    gm.key(SPACE)
    gm.key(RIGHT)
    gm.key(DOWN)
    gm.key(SPACE)
    cells = [(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)]
    assert [ground(gm, cell) for cell in cells] == [Ground.DIFFICULT] * 4


def test_walls_go_from_corner_to_corner_by_keys(at_tam):
    gm = at_tam
    before = len(gm.table.battle.terrain.walls)
    take_up(gm, gm.desk.terrain, "wall")
    for key in (SPACE, RIGHT, SPACE, DOWN, SPACE):
        gm.key(key)
    assert len(gm.table.battle.terrain.walls) == before + 2
    gm.key(ESC)  # the wall ends
    assert gm.desk.terrain.brushes.current == "wall"
    gm.key(ESC)
    assert gm.desk.terrain.brushes.current == ""


def test_fog_is_hidden_by_keys(at_tam):
    gm = at_tam
    take_up(gm, gm.desk.fog, "reveal")
    commands = gm.table.session.journal.head
    gm.key(SPACE)
    assert gm.table.session.journal.head == commands + 1
    assert gm.desk.fog.brushes.current == "reveal"


def test_the_other_brush_and_another_tool_put_it_down(at_tam):
    gm = at_tam
    take_up(gm, gm.desk.terrain, "solid")
    take_up(gm, gm.desk.fog, "hide")
    assert gm.desk.terrain.brushes.current == ""
    gm.key(Qt.Key.Key_L)
    assert gm.desk.fog.brushes.current == ""
    assert not gm.desk.runner.lasting
