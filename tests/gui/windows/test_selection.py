"""Who is selected when the GM chose nobody: after taking back, and as a step opens."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def next_step(gm: Any) -> None:
    before = gm.table.progress.current
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_N)
    if gm.table.progress.current == before:
        gm.key(Qt.Key.Key_Return)  # somebody could still act
    assert gm.table.progress.current != before


def test_taking_back_selects_whose_command_it_was_and_so_does_doing_again(gm):
    gm.table.select("tam")
    gm.key(Qt.Key.Key_X)
    gm.table.select("ysol")
    gm.undo()
    assert gm.table.selected == "tam"
    gm.table.select("ysol")
    gm.key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert gm.table.selected == "tam"


def test_going_back_to_a_log_line_selects_whose_line_it_was(gm):
    for actor in ("tam", "ysol", "bran"):
        gm.table.select(actor)
        gm.key(Qt.Key.Key_X)
    gm.desk.log.view.setCurrentIndex(gm.desk.log.model.index(1))
    gm.key(Qt.Key.Key_U)
    assert gm.table.selected == "ysol"


def test_a_step_opens_with_the_first_who_can_act_in_it(gm):
    gm.table.select("hob")  # braced, cannot move
    for _ in range(3):
        next_step(gm)
        actor = gm.table.selected
        if gm.table.progress.side == "foe":
            break
    assert gm.table.actor(actor).side == "foe"
    assert actor in gm.table.progress.waiting
    assert any(option.legal and option.current for option in gm.table.menu(actor))


def test_whoever_has_nothing_left_stays_selected(gm):
    gm.table.select("tam")
    gm.key(Qt.Key.Key_X)
    assert gm.table.selected == "tam"
    gm.key(Qt.Key.Key_Tab)
    assert gm.table.selected in gm.table.progress.waiting


def test_tab_goes_on_below_whoever_is_done_and_not_at_the_top(gm):
    waiting = gm.table.progress.waiting
    done, after = waiting[1:3]
    gm.table.select(done)
    gm.key(Qt.Key.Key_X)
    assert done not in gm.table.progress.waiting
    gm.key(Qt.Key.Key_Tab)
    assert gm.table.selected == after
    gm.table.select(done)
    gm.key(Qt.Key.Key_Tab, SHIFT)
    assert gm.table.selected == waiting[0]
