"""Measuring on the map, and insisting on what the rules refuse, with the keys."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from gui.bridge.describe import plan_prompt
from gui.scene.marks import MapMarks
from tests.gui.conftest import Gm


def _marks(gm: Gm) -> MapMarks:
    return gm.desk.scene.marks


def test_l_measures_from_the_chosen_token_until_esc(gm: Gm) -> None:
    gm.table.select("tam")
    start = gm.table.actor("tam").cell
    gm.key(Qt.Key.Key_L)
    gm.move((start[0] + 3, start[1] + 1))
    assert [chip.text for chip in _marks(gm).chips] == ["15 ft"]
    assert _marks(gm).path[0] == start
    gm.key(Qt.Key.Key_Escape)
    assert _marks(gm).chips == ()
    assert gm.table.selected == "tam"


def test_a_press_begins_to_measure_elsewhere_and_moves_nobody(gm: Gm) -> None:
    before = gm.table.battle
    gm.key(Qt.Key.Key_L)
    gm.drag((2, 2), (6, 4))
    assert [chip.text for chip in _marks(gm).chips] == ["20 ft"]
    gm.key(Qt.Key.Key_Right)
    assert [chip.text for chip in _marks(gm).chips] == ["25 ft"]
    gm.key(Qt.Key.Key_L)
    assert _marks(gm).chips == ()
    assert gm.table.battle is before


def test_ctrl_enter_insists_on_what_a_key_was_refused(gm: Gm) -> None:
    gm.table.select("tam")
    option = next(option for option in gm.table.menu("tam") if option.verb == "brace")
    assert option.refusals
    before = gm.table.battle
    gm.key(Qt.Key.Key_B)
    assert gm.table.battle is before
    gm.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert gm.table.battle is not before
    assert gm.table.session.journal.last.command.overrule


def test_ctrl_enter_does_nothing_where_nothing_was_refused(gm: Gm) -> None:
    gm.table.select("tam")
    before = gm.table.battle
    gm.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert gm.table.battle is before


def test_the_strip_says_what_a_hit_does_as_the_odds_take_it(gm: Gm) -> None:
    tam: Any = gm.table.actor("tam")
    plan = next(
        plan
        for x in range(gm.table.board.extent.width)
        for y in range(gm.table.board.extent.height)
        if (plan := gm.plan(tam, (x, y))) is not None and plan.law.attacks and not plan.refusals
    )
    assert "tries again" in plan_prompt(gm.table, plan).detail
