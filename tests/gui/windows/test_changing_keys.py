"""Changing keys from the sheet of keys: by mouse and by keys, with a swap, kept, shown everywhere at once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.bridge.settings import Settings
from gui.panels.keys_sheet import _Keys
from gui.windows.keys_editor import KeysEditor
from tests.gui.conftest import Gm


@pytest.fixture
def editor(gm: Gm) -> KeysEditor:
    """Reached from the sheet with the keys alone."""
    gm.key(Qt.Key.Key_Question)
    gm.key(Qt.Key.Key_Return)
    found = gm.window.reference.keys_editor
    assert found is not None
    assert found.isVisible()
    return found


def find(editor: KeysEditor, words: str) -> None:
    editor.search.setFocus()
    editor.search.setText(words)
    assert editor.chosen is not None


def press(
    editor: KeysEditor, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Where the focus is within the editor."""
    QTest.keyClick(editor.focusWidget(), key, modifier)
    QApplication.processEvents()


def test_a_new_key_works_is_kept_and_stands_on_every_cap(gm: Gm, editor: KeysEditor) -> None:
    find(editor, "next step")
    press(editor, Qt.Key.Key_Return)
    assert editor.says.text() == "Press the new key for 'next step'. Esc leaves it as it is."
    press(editor, Qt.Key.Key_J)
    assert editor.says.text() == "'next step' is J now."
    assert gm.desk.rail.next.key_text == "J"
    assert [b.key for b in gm.desk.strip.content.buttons if b.action == "advance"] in ([], ["J"])
    sheet = gm.window.reference.sheet
    assert sheet is not None
    assert "J" in [caps._caps[0] for caps in sheet.findChildren(_Keys)]
    assert Settings().keys == {"advance": ("J",)}
    editor.close()
    gm.desk.map.setFocus()
    before = gm.table.progress.current
    gm.key(Qt.Key.Key_N)
    assert gm.table.progress.current == before
    gm.key(Qt.Key.Key_J)
    assert "Go on?" in gm.strip or gm.table.progress.current != before


def test_a_row_of_the_list_of_actions_follows(gm: Gm, editor: KeysEditor) -> None:
    gm.table.select("tam")
    find(editor, "attack")
    while editor.chosen is not None and editor.chosen.name != "attack":
        editor.list.setCurrentIndex(editor.model.index(editor.list.currentIndex().row() + 1))
    press(editor, Qt.Key.Key_Return)
    press(editor, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    keys = {row.view.key for row in gm.desk.action_list.rows.values()}
    assert "Ctrl J" in keys
    assert "A" not in keys


def test_a_taken_key_is_told_and_swapped_or_left(gm: Gm, editor: KeysEditor) -> None:
    find(editor, "next step")
    press(editor, Qt.Key.Key_Return)
    press(editor, Qt.Key.Key_L)
    assert editor.says.text() == "L is the key for 'measure'. Swap: that gets N instead?"
    press(editor, Qt.Key.Key_Escape)
    assert gm.window.keymap.changes == {}
    press(editor, Qt.Key.Key_Return)
    press(editor, Qt.Key.Key_L)
    press(editor, Qt.Key.Key_Return)
    assert editor.says.text() == "'next step' is L now. 'measure' is N."
    assert gm.window.keymap.changes == {"advance": ("L",), "measure": ("N",)}
    press(editor, Qt.Key.Key_Delete)
    assert editor.says.text() == "'next step' is N again. With it: 'measure'."
    assert gm.window.keymap.changes == {}
    assert Settings().keys == {}


def test_numbers_stay_and_another_key_may_follow_at_once(gm: Gm, editor: KeysEditor) -> None:
    find(editor, "next step")
    press(editor, Qt.Key.Key_Return)
    press(editor, Qt.Key.Key_3)
    assert editor.says.text().startswith("Numbers choose and type dice")
    press(editor, Qt.Key.Key_Tab)
    assert editor.says.text().startswith("Tab is the key for 'next actor who can act'.")
    press(editor, Qt.Key.Key_Return)
    assert gm.window.keymap.shown("advance") == "Tab"
    assert gm.window.keymap.shown("next") == "N"


def test_by_mouse_alone_and_all_keys_are_reset_with_two_clicks(gm: Gm) -> None:
    click = Qt.MouseButton.LeftButton
    QTest.mouseClick(gm.desk.app_bar.help, click)
    sheet = gm.window.reference.sheet
    assert sheet is not None
    QTest.mouseClick(sheet.change_button, click)
    editor = gm.window.reference.keys_editor
    assert editor is not None
    row = editor.list.visualRect(editor.model.index(2)).center()
    QTest.mouseClick(editor.list.viewport(), click, pos=row)
    assert editor.chosen is not None
    QTest.mouseClick(editor.change, click)
    press(editor, Qt.Key.Key_J)
    assert list(gm.window.keymap.changes.values()) == [("J",)]
    QTest.mouseClick(editor.reset_all, click)
    assert gm.window.keymap.changes
    QTest.mouseClick(editor.reset_all, click)
    assert gm.window.keymap.changes == {}
    QTest.mouseClick(editor.leave, click)
    assert not editor.isVisible()


def test_the_search_finds_words_groups_and_keys(gm: Gm, editor: KeysEditor) -> None:
    for text, name in (
        ("curtain", "curtain"),
        ("ctrl z", "undo"),
        ("f9", "player_window"),
        ("turn step", "advance"),
    ):
        find(editor, text)
        assert editor.chosen is not None
        assert editor.chosen.name == name
    editor.search.setText("xyzzy")
    assert editor.chosen is None
    assert not editor.change.isEnabled()
    assert editor.says.text() == "No action called 'xyzzy'. Esc clears the search."
    press(editor, Qt.Key.Key_Escape)
    assert editor.search.text() == ""
    assert editor.isVisible()


def test_a_held_key_and_tab_follow_the_table(gm: Gm) -> None:
    gm.window.keymap.assign("all_threat", "Z")
    gm.window.keymap.assign("next", "J")
    QTest.keyPress(gm.desk.map, Qt.Key.Key_Z)
    held = gm.desk.scene.marks
    QTest.keyRelease(gm.desk.map, Qt.Key.Key_Z)
    assert gm.desk.scene.marks != held
    gm.table.select("tam")
    gm.key(Qt.Key.Key_Tab)
    assert gm.table.selected == "tam"
    gm.key(Qt.Key.Key_J)
    assert gm.table.selected != "tam"
