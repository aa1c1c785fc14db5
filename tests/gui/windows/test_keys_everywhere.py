"""What once needed the mouse, or was forgotten at a restart, done by keys in the GM's window."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gui.app import build_window
from gui.bridge.dice_mode import DiceMode
from gui.bridge.encounters import new_blank
from gui.bridge.settings import Settings
from gui.windows.sides_dialog import SidesDialog

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
ENTER, ESC, MENU, DOWN, TAB = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Menu,
    Qt.Key.Key_Down,
    Qt.Key.Key_Tab,
)


def open_menu() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def close_menu() -> None:
    QTest.keyClick(open_menu(), ESC)
    QApplication.processEvents()
    assert QApplication.activePopupWidget() is None


def test_keys_with_alt_work_from_a_text_field_and_write_nothing(gm):
    gm.key(Qt.Key.Key_L, CTRL)
    search = gm.desk.library.search
    assert search.hasFocus()
    QTest.keyClicks(search, "gob")
    QTest.keyClick(search, Qt.Key.Key_S, ALT)
    assert search.text() == "gob"
    dialog = gm.window.creatures.dialog
    assert isinstance(dialog, SidesDialog)
    dialog.close()


def test_what_alt_and_a_sign_write_is_left_to_the_field(gm):
    gm.key(Qt.Key.Key_L, CTRL)
    search = gm.desk.library.search
    QTest.keyClick(search, Qt.Key.Key_J, ALT)  # means nothing to the program
    QTest.keyClick(search, Qt.Key.Key_S, ALT | CTRL)  # what some keyboards send for AltGr
    assert gm.window.creatures.dialog is None


@pytest.mark.parametrize("press", [(MENU,), (Qt.Key.Key_F10, SHIFT)])
def test_the_menu_key_opens_the_menu_of_the_selected_token(gm, press):
    gm.table.select("tam")
    gm.desk.map.setFocus()
    gm.key(*press)
    menu = open_menu()
    assert menu.accessibleName() == gm.table.actor("tam").name
    assert menu.activeAction() is not None
    close_menu()


def test_the_menu_key_asks_about_the_square_the_keys_are_at(gm):
    gm.table.select("tam")
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_L)
    for _ in range(2):
        gm.key(Qt.Key.Key_PageDown)
    gm.key(MENU)
    assert open_menu().accessibleName() == ""  # of the floor
    close_menu()


def test_the_menu_key_opens_the_menu_of_a_row_of_the_sides(gm):
    row = gm.desk.roster.rows["hob"]
    row.setFocus(Qt.FocusReason.TabFocusReason)
    gm.key(MENU)
    assert open_menu().accessibleName() == gm.table.actor("hob").name
    close_menu()


def test_the_menu_of_a_creature_in_the_library_places_it(gm):
    gm.key(Qt.Key.Key_L, CTRL)
    QTest.keyClicks(QApplication.focusWidget(), "gob 2")
    gm.key(MENU)
    assert open_menu().activeAction().text() == "Place 2"
    QTest.keyClick(open_menu(), ENTER)
    QApplication.processEvents()
    before = len(gm.table.battle.actors)
    gm.key(ENTER)
    assert len(gm.table.battle.actors) == before + 2


def test_tab_in_the_library_comes_to_the_side_and_place(gm):
    library = gm.desk.library
    gm.key(Qt.Key.Key_L, CTRL)
    seen = []
    for _ in range(12):
        gm.key(TAB)
        seen.append(QApplication.focusWidget())
    assert {library.side, library.size_filter, library.list, library.place} <= set(seen)


@pytest.mark.parametrize("place", ["side", "size_filter", "list"])
def test_keys_of_the_window_work_in_the_boxes_and_the_list_of_the_library(gm, place):
    library = gm.desk.library
    gm.desk.show_library()
    box = getattr(library, place)
    box.setFocus(Qt.FocusReason.TabFocusReason)
    gm.key(Qt.Key.Key_D, CTRL)
    assert gm.table.dice_mode is DiceMode.TYPED
    assert box.hasFocus()
    gm.key(Qt.Key.Key_L, CTRL)
    assert library.search.hasFocus()
    box.setFocus(Qt.FocusReason.TabFocusReason)
    gm.key(Qt.Key.Key_Question)
    assert gm.window.reference.sheet is not None


def test_letters_still_find_a_row_of_a_box_and_keys_in_a_field_are_typed(gm):
    library = gm.desk.library
    gm.desk.show_library()
    library.side.setFocus(Qt.FocusReason.TabFocusReason)
    before, step = library.side.currentText(), gm.table.progress.current.key
    for letter in "pg":
        QTest.keyClicks(library.side, letter)
        QTest.qWait(QApplication.keyboardInputInterval() + 50)
        if library.side.currentText() != before:
            break
    assert library.side.currentText() != before
    library.search.setFocus()
    QTest.keyClicks(library.search, "n?")
    assert library.search.text() == "n?"
    assert gm.table.progress.current.key == step


def test_the_next_to_be_placed_begins_beside_the_last(gm):
    gm.table.select("tam")
    places = []
    for _ in range(2):
        known = set(gm.table.battle.actors)
        gm.key(Qt.Key.Key_L, CTRL)
        QTest.keyClicks(QApplication.focusWidget(), "gob")
        gm.key(ENTER)
        if not places:
            for _ in range(3):
                gm.key(Qt.Key.Key_Right)
        gm.key(ENTER)
        (new,) = set(gm.table.battle.actors) - known
        places.append(gm.table.actor(new).cell)
    (x1, y1), (x2, y2) = places
    assert max(abs(x1 - x2), abs(y1 - y2)) == 1


def test_the_sheet_leaves_the_turn_bar_free_and_scrolls_by_keys(gm, window):
    window.resize(1280, 720)
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_Question)
    sheet = window.reference.sheet
    rail = gm.desk.rail
    assert sheet.y() >= rail.mapTo(window, QPoint(0, rail.height())).y()
    bar = sheet._scroll.verticalScrollBar()
    assert bar.maximum() > 0
    gm.key(DOWN)
    assert bar.value() > 0
    gm.key(Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    gm.key(Qt.Key.Key_Home)
    assert bar.value() == 0
    gm.key(ESC)
    assert window.reference.sheet is None


def test_the_dice_mode_has_a_key_and_is_kept(gm, qtbot):
    gm.key(Qt.Key.Key_D, CTRL)
    assert gm.table.dice_mode is DiceMode.TYPED
    gm.key(Qt.Key.Key_D, CTRL)
    assert gm.table.dice_mode is DiceMode.APP
    assert gm.strip.startswith("App rolls all.")
    again = build_window()
    qtbot.addWidget(again)
    assert again.desk.table.dice_mode is DiceMode.APP
    again.close()


def test_the_last_fight_is_offered_at_the_next_start_and_gone_on_with_by_a_key(gm, window, qtbot):
    gm.key(Qt.Key.Key_N)
    gm.key(ENTER)
    step = gm.table.progress.current.key
    window.close()
    again = build_window()
    qtbot.addWidget(again)
    again.show()
    first_run = again._first_run
    card = first_run.start.cards["continue"]
    assert again.desk.left.currentWidget() is first_run.start
    assert not card.isHidden()
    assert again.desk.table.progress.current.key != step
    QTest.keyClick(again, Qt.Key.Key_O, CTRL | SHIFT)
    assert again.desk.table.progress.current.key == step
    again.close()
    third = build_window()  # the fight is offered again, also when nothing more was played in it
    qtbot.addWidget(third)
    third._first_run.start.cards["continue"].click()
    assert third.desk.table.progress.current.key == step
    third.close()


def test_the_sample_never_takes_the_place_of_a_fight_of_ones_own(gm, window, qtbot):
    own = new_blank(8, 8, "ose.detailed")
    window.show_encounter(own)
    window.open_sample()
    gm.desk.table.advance(overrule=True)
    played = window.desk.encounter.path
    window.continue_last()
    assert window.desk.encounter.path == own.path
    window.continue_last()  # and back: both are kept
    assert window.desk.encounter.path == played
    window.close()
    again = build_window()
    qtbot.addWidget(again)
    assert again.last_fight.other_than(again.desk.encounter.path) == own.path
    own.path.unlink()
    kept = again.last_fight.other_than(again.desk.encounter.path)
    assert kept is not None
    assert kept.stem == "Sample fight played"
    again.close()


def test_settings_that_kept_the_sample_as_the_last_fight_are_understood(gm, window):
    settings = window.settings
    settings.last_fight, settings.last_sample = str(window.desk.encounter.path.resolve()), ""
    window.last_fight.follow(window.desk.encounter)
    assert (settings.last_fight, settings.last_sample) == ("", str(window.desk.encounter.path.resolve()))


def test_a_first_start_offers_no_last_fight(gm, window):
    assert window._first_run.start.cards["continue"].isHidden()
    gm.key(Qt.Key.Key_O, CTRL | SHIFT)
    assert gm.strip == "There is no other fight to go on with."


def test_the_window_comes_back_as_large_as_it_was(window, qtbot):
    window.resize(1280, 740)
    window.close()
    again = build_window()
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (1280, 740)
    again.close()
    assert Settings().problems == ()


def test_as_the_turn_passes_somebody_of_the_side_to_act_is_selected(gm: Any):
    gm.table.select("tam")
    seen = set()
    for _ in range(8):
        current = gm.table.progress.current
        if gm.table.question is not None or current is None:
            break
        if current.side:
            seen.add(current.side)
            assert gm.table.actor(gm.table.selected).side == current.side
        gm.key(Qt.Key.Key_N)
        if gm.table.question is None and gm.table.progress.current == current:
            gm.key(ENTER)
    assert len(seen) == 2


@pytest.mark.parametrize("chosen", ["tam", "bran"])
def test_after_the_menu_of_a_row_tab_goes_on_in_the_list(gm: Any, chosen: str) -> None:
    """Whoever died by it is folded away under the focus, at once or as somebody else is selected."""
    gm.table.select(chosen)
    gm.desk.areas.enter(gm.desk.left)
    gm.desk.roster.rows["tam"].setFocus()
    gm.key(Qt.Key.Key_F10, SHIFT)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    while menu.activeAction().text() != "Dead":
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert gm.table.card("tam").dead
    for _ in range(3):
        gm.key(Qt.Key.Key_Tab)
        assert gm.table.selected != "tam"
        assert gm.desk.roster.isAncestorOf(QApplication.focusWidget())
