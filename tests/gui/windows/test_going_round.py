"""From part to part of the window with keys alone: F6, the arrows in each list, Esc back to the map."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gui.panels.action_rows import ActionRow
from gui.panels.key_button import KeyButton
from gui.panels.roster_rows import ActorRow

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ENTER, ESC, SPACE = Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space
UP, DOWN, LEFT, RIGHT = Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right


def go_to(gm: Any, area: Any) -> None:
    for _ in range(9):
        if gm.desk.areas.here is area:
            return
        gm.key(Qt.Key.Key_F6)
    raise AssertionError("F6 does not come there")


def walk_to_row(gm: Any, verb: str) -> ActionRow:
    go_to(gm, gm.desk.action_list)
    row = gm.desk.action_list.rows[verb]
    for _ in range(40):
        if row.hasFocus():
            return row
        gm.key(DOWN)
    raise AssertionError(f"Down does not come to {verb}")


def test_f6_goes_round_all_areas_and_frames_each(gm):
    desk = gm.desk
    desk.map.setFocus()
    seen = []
    for _ in range(7):
        gm.key(Qt.Key.Key_F6)
        seen.append(desk.areas.here)
        assert desk.areas.frame.isVisible()
        assert desk.areas.frame.area is desk.areas.here
    assert seen == [desk.left, desk.action_list, desk.log, desk.app_bar, desk.rail, desk.strip, desk.map]
    gm.key(Qt.Key.Key_F6, SHIFT)
    assert desk.areas.here is desk.strip


def test_the_frame_is_painted_round_the_area(gm):
    desk = gm.desk
    desk.map.setFocus()
    before = desk.grab().toImage()
    go_to(gm, desk.log)
    after = desk.grab().toImage()
    frame = desk.areas.frame.geometry()
    edge = [frame.topLeft().x() + 2, frame.center().y()]
    assert before.pixelColor(*edge) != after.pixelColor(*edge)
    assert before.pixelColor(frame.center()) == after.pixelColor(frame.center())


def test_esc_goes_back_to_the_map_and_changes_nothing_else(gm):
    gm.table.select("tam")
    go_to(gm, gm.desk.action_list)
    gm.key(ESC)
    assert gm.desk.areas.here is gm.desk.map
    assert gm.table.selected == "tam"
    assert not gm.desk.areas.frame.isVisible()


def test_esc_goes_back_to_an_open_question_and_does_not_give_it_up(gm):
    gm.table.select("hob")
    gm.desk.strip.action.emit("advance")
    gm.key(ENTER)
    ask_something(gm)
    go_to(gm, gm.desk.log)
    gm.key(ESC)
    assert gm.table.question is not None
    assert gm.desk.areas.here is gm.desk.strip


def ask_something(gm: Any) -> None:
    for _ in range(12):
        if gm.table.question is not None:
            return
        gm.key(Qt.Key.Key_N)
        if gm.desk.strip._refused is not None:
            gm.key(ENTER)
    raise AssertionError("nothing is ever asked")


def test_down_walks_over_all_rows_also_the_refused(gm):
    gm.table.select("tam")
    go_to(gm, gm.desk.action_list)
    seen = set()
    for _ in range(40):
        focused = QApplication.focusWidget()
        if isinstance(focused, ActionRow):
            seen.add(focused.view.verb)
        gm.key(DOWN)
    assert seen == set(gm.desk.action_list.rows)
    assert gm.table.selected == "tam"
    assert gm.desk.runner.idle  # the end of the list moves nobody


def test_a_refused_row_says_all_reasons_while_it_has_the_focus(gm):
    gm.table.select("tam")
    rows = gm.desk.action_list.rows
    refused = next(verb for verb, row in rows.items() if not row.view.legal and row.folded)
    low = rows[refused].height()
    row = walk_to_row(gm, refused)
    assert row.height() > low
    said = " ".join(row._below(row._text_width(row.width())))
    assert all(reason in said for reason in row.view.reasons)
    gm.key(UP)
    assert row.height() == low


@pytest.mark.parametrize("key", [ENTER, SPACE])
def test_a_row_is_taken_with_the_focus_on_it(gm, key):
    gm.table.select("tam")
    walk_to_row(gm, "withdraw" if gm.desk.action_list.rows["withdraw"].view.legal else "move")
    gm.key(key)
    assert not gm.desk.runner.idle
    assert gm.desk.map.hasFocus()


def test_ctrl_enter_insists_on_a_refused_charge(gm):
    """In a later step, where nobody may charge any more."""
    gm.desk.map.setFocus()
    for _ in range(2):
        gm.key(Qt.Key.Key_N)
        gm.key(ENTER)
    gm.table.select("ysol")
    row = walk_to_row(gm, "charge")
    assert not row.view.legal
    gm.key(ENTER, CTRL)
    assert not gm.desk.runner.idle, gm.strip
    gm.key(ENTER, CTRL)
    assert gm.table.actor("ysol").cell != (9, 5)


def test_a_row_without_a_letter_of_old_goes_by_one(gm):
    """Stand up, turn undead and their like had no key."""
    gm.table.select("tam")
    rows = gm.desk.action_list.rows
    assert [verb for verb, row in rows.items() if not row.view.key] == []
    taken = []
    gm.desk.action_list.chosen.connect(lambda verb, picks: taken.append(verb))
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_I, SHIFT)
    assert taken == ["propose"] or gm.desk.action_list.chooser is not None


def test_x_ends_the_turn_of_the_selected_one(gm):
    waiting = gm.table.progress.waiting
    gm.table.select(waiting[0])
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_X)
    assert waiting[0] not in gm.table.progress.waiting


def test_arrows_mark_log_lines_and_u_goes_back_to_the_marked_one(gm):
    for actor in gm.table.progress.waiting[:3]:
        gm.table.select(actor)
        gm.key(Qt.Key.Key_X)
    done = len(gm.table.progress.waiting)
    go_to(gm, gm.desk.log)
    view = gm.desk.log.view
    assert view.hasFocus()
    assert view.currentIndex().row() == 0
    gm.key(UP)
    assert gm.desk.runner.idle
    before = view.currentIndex().row()
    gm.key(DOWN)
    assert view.currentIndex().row() == before + 1
    gm.key(Qt.Key.Key_U)
    assert len(gm.table.progress.waiting) == done + 2


def test_f1_shows_the_rule_of_the_marked_line(gm):
    gm.table.select("tam")
    gm.desk.map.setFocus()
    for _ in range(2):
        gm.key(Qt.Key.Key_N)
        gm.key(ENTER)
    go_to(gm, gm.desk.log)
    for _ in range(gm.desk.log.model.rowCount()):
        if gm.desk.log.rule_here:
            break
        gm.key(DOWN)
    rule = gm.desk.log.rule_here
    assert rule
    gm.key(Qt.Key.Key_F1)
    assert gm.window.reference.why is not None
    assert gm.window.reference.why.isVisible()


def test_arrows_go_along_the_rail_and_enter_goes_on(gm):
    go_to(gm, gm.desk.rail)
    for _ in range(30):
        gm.key(RIGHT)
    focused = QApplication.focusWidget()
    assert isinstance(focused, KeyButton)
    assert focused is gm.desk.rail.next
    shown = gm.table.progress.current
    gm.key(ENTER)
    assert gm.table.progress.current != shown or gm.desk.strip._refused is not None


def test_anybody_can_be_selected_from_the_sides(gm):
    """Foes in the party's step, whoever has no turn."""
    foes = [actor for actor in gm.table.battle.actors.values() if actor.side != "party" and actor.active]
    go_to(gm, gm.desk.left)
    for _ in range(30):
        focused = QApplication.focusWidget()
        if isinstance(focused, ActorRow) and focused.line.id == foes[-1].id:
            break
        gm.key(DOWN)
    gm.key(ENTER)
    assert gm.table.selected == foes[-1].id


def test_ctrl_tab_goes_through_the_tabs_at_the_left(gm):
    desk = gm.desk
    desk.map.setFocus()
    gm.key(Qt.Key.Key_Tab, CTRL)
    assert desk.tabs.currentWidget() is desk.library
    assert desk.library.search.hasFocus()
    gm.key(Qt.Key.Key_Tab, CTRL)
    assert desk.tabs.currentWidget() is desk.terrain
    gm.key(Qt.Key.Key_Backtab, CTRL | SHIFT)
    assert desk.tabs.currentWidget() is desk.library
