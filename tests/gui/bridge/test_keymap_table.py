"""The table of keys: what a press means, what a key cap shows."""

from collections import Counter

import pytest
from PySide6.QtCore import QKeyCombination, Qt

from engine.rulesets.ose.legality import HANDLING, VERBS
from gui.bridge.keymap import ACTIONS, Keymap, key_text, read_changes, why_not

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
        (CTRL, Qt.Key.Key_M, "set_up"),
        (CTRL, Qt.Key.Key_Y, ""),
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
    assert keymap.shown_for("other") == keymap.shown("propose")
    assert keymap.shown_for("cancel") == keymap.shown("cancel_spell")  # Esc does something else
    assert keymap.shown_for("accept") == ""  # a key, but of no row


def test_every_action_of_a_menu_has_a_key():
    keymap = Keymap()
    item_verbs = set(HANDLING) - {"item", "use"}  # chosen inside the row of I
    no_rows = {*item_verbs, "end"}  # the end is the table's, whoever is selected
    bare = [verb for verb in VERBS if not keymap.shown_for(verb) and verb not in no_rows]
    assert bare == ["grapple"]  # chosen inside the row of T


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


# --- the GM's own keys ---------------------------------------------------------------------------------


def test_a_free_key_replaces_the_old_one_and_is_told(qtbot):
    keymap = Keymap()
    with qtbot.waitSignal(keymap.changed):
        keymap.assign("advance", "J")
    assert keymap.action_for(QKeyCombination(Qt.Key.Key_J)) == "advance"
    assert keymap.action_for(QKeyCombination(Qt.Key.Key_N)) == ""
    assert keymap.changes == {"advance": ("J",)}


def test_a_taken_key_is_swapped_and_nobody_is_left_without_one():
    keymap = Keymap()
    keymap.assign("advance", "Return")  # one of two keys that accept
    assert keymap.caps("accept") == ("N", "Enter")
    assert keymap.action_for(QKeyCombination(KEYPAD, Qt.Key.Key_Enter)) == "accept"
    assert keymap.action_for(QKeyCombination(Qt.Key.Key_N)) == "accept"
    assert all(keymap.caps(action.name) for action in ACTIONS)


def test_a_reset_takes_along_whoever_holds_the_key():
    keymap = Keymap()
    keymap.assign("advance", "A")
    keymap.assign("attack", "C")
    assert keymap.reset("advance") == ("charge", "attack")
    assert keymap.changes == {}


def test_reset_all_tells_once_and_nothing_when_nothing_changes(qtbot):
    keymap = Keymap({"advance": ("J",)})
    with qtbot.waitSignal(keymap.changed):
        keymap.reset_all()
    with qtbot.assertNotEmitted(keymap.changed):
        keymap.reset_all()


@pytest.mark.parametrize(
    ("modifiers", "key", "text"),
    [
        (SHIFT, Qt.Key.Key_Exclam, "!"),
        (SHIFT, Qt.Key.Key_Backtab, "Shift+Tab"),
        (CTRL | SHIFT, Qt.Key.Key_Z, "Ctrl+Shift+Z"),
        (CTRL, Qt.Key.Key_Plus, "Ctrl++"),
        (KEYPAD, Qt.Key.Key_Plus, "+"),
        (NONE, Qt.Key.Key_Shift, ""),
    ],
)
def test_a_pressed_key_as_the_table_writes_it(modifiers, key, text):
    assert key_text(QKeyCombination(modifiers, key)) == text
    if text:
        keymap = Keymap({"measure": (text,)})
        assert keymap.action_for(QKeyCombination(modifiers, key)) == "measure"


def test_numbers_are_not_given_away():
    assert why_not("3")
    assert why_not("Alt+3")
    assert not why_not("0")
    assert not why_not("Ctrl+3")


@pytest.mark.parametrize(
    ("stored", "used", "bad"),
    [
        ({"advance": "J", "measure": "N"}, {"advance": ("J",), "measure": ("N",)}, ()),
        ({"accept": "Return Enter"}, {"accept": ("Return", "Enter")}, ()),
        ({"fly": "J"}, {}, ("fly",)),
        ({"advance": "Wibble"}, {}, ("advance",)),
        ({"advance": ""}, {}, ("advance",)),
        ({"advance": "3"}, {}, ("advance",)),
        ({"advance": "A"}, {}, ("advance",)),
        ({"advance": "A", "attack": "N"}, {"advance": ("A",), "attack": ("N",)}, ()),
        ({"advance": "A", "attack": "C"}, {}, ("attack", "advance")),
    ],
)
def test_stored_keys_that_mean_nothing_or_two_things_are_left_out(stored, used, bad):
    assert read_changes(stored) == (used, bad)
