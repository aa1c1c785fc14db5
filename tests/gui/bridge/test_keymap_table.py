"""The table of keys: what a press means, what a key cap shows."""

from collections import Counter

import pytest
from PySide6.QtCore import QKeyCombination, Qt

from gui.bridge.keymap import ACTIONS, Keymap

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEYPAD, NONE = Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize(
    ("modifiers", "key", "action"),
    [
        (NONE, Qt.Key.Key_N, "advance"),
        (NONE, Qt.Key.Key_Return, "accept"),
        (KEYPAD, Qt.Key.Key_Enter, "accept"),
        (CTRL, Qt.Key.Key_Return, "overrule"),
        (CTRL, Qt.Key.Key_Z, "undo"),
        (CTRL | SHIFT, Qt.Key.Key_Z, "redo"),
        (SHIFT, Qt.Key.Key_Question, "sheet"),
        (NONE, Qt.Key.Key_Question, "sheet"),
        (SHIFT, Qt.Key.Key_Plus, "zoom_in"),
        (NONE, Qt.Key.Key_PageUp, "step_ne"),
        (NONE, Qt.Key.Key_Space, "waypoint"),
        (CTRL, Qt.Key.Key_M, ""),
        (NONE, Qt.Key.Key_J, ""),
    ],
)
def test_what_a_press_means(modifiers, key, action):
    assert Keymap().action_for(QKeyCombination(modifiers, key)) == action


def test_no_key_means_two_things():
    keys = Counter(key for action in ACTIONS for key in action.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert max(Counter(action.name for action in ACTIONS).values()) == 1


def test_what_a_key_cap_shows():
    keymap = Keymap()
    assert keymap.shown("undo") == "Ctrl Z"
    assert keymap.shown("accept") == "Enter"
    assert keymap.shown("zoom_in") == "+"
    assert keymap.shown("no such action") == ""


def test_rows_share_keys_with_their_like():
    keymap = Keymap()
    assert keymap.shown_for("double") == "M M"
    assert keymap.shown_for("complete") == keymap.shown("cast")
    assert keymap.shown_for("pass") == "X"
    assert keymap.shown_for("stand") == ""
    assert keymap.shown_for("cancel") == ""  # a spell is cancelled by its row; Esc does something else


def test_a_changed_key_works_and_is_shown_everywhere():
    keymap = Keymap({"advance": ("J",)})
    assert keymap.action_for(QKeyCombination(Qt.Key.Key_J)) == "advance"
    assert keymap.action_for(QKeyCombination(Qt.Key.Key_N)) == ""
    assert keymap.shown("advance") == "J"
    assert ("Turn", "next step", "J") in list(keymap.sheet())


def test_the_sheet_shows_a_key_once():
    sheet = {words: keys for _, words, keys in Keymap().sheet()}
    assert sheet["accept"] == "Enter"  # both Enter keys look alike
    assert sheet["zoom in"] == "+ / ="
