"""Which key does what. The label on a button and the key that works come from this one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence


class KeyAction(Struct, frozen=True):
    """One thing a key does: a stable name, words for the sheet, its keys as text, where it belongs."""

    name: str
    words: str
    keys: tuple[str, ...]
    group: str


def _action(group: str, name: str, words: str, *keys: str) -> KeyAction:
    return KeyAction(name, words, keys, group)


ACTIONS: tuple[KeyAction, ...] = (
    _action("Turn", "next", "next actor who can act", "Tab"),
    _action("Turn", "previous", "previous actor who can act", "Shift+Tab"),
    _action("Turn", "advance", "next step", "N"),
    _action("Turn", "planning", "limit the time for planning", "O"),
    _action("Turn", "accept", "accept", "Return", "Enter"),
    _action("Turn", "cancel", "cancel, back", "Escape"),
    _action("Turn", "overrule", "override as GM ruling", "Ctrl+Return", "Ctrl+Enter"),
    _action("Turn", "undo", "take back", "Ctrl+Z"),
    _action("Turn", "redo", "do again", "Ctrl+Shift+Z"),
    _action("Turn", "undo_here", "undo to the marked log line", "U"),
    _action("Move", "step_n", "north", "Up"),
    _action("Move", "step_s", "south", "Down"),
    _action("Move", "step_w", "west", "Left"),
    _action("Move", "step_e", "east", "Right"),
    _action("Move", "step_nw", "north-west", "Home"),
    _action("Move", "step_ne", "north-east", "PgUp"),
    _action("Move", "step_sw", "south-west", "End"),
    _action("Move", "step_se", "south-east", "PgDown"),
    _action("Move", "waypoint", "waypoint", "Space"),
    _action("Move", "waypoint_back", "last waypoint away", "Backspace"),
    _action("Move", "safer", "take the safer suggestion", "S"),
    _action("Move", "toggle_retry", "odds: keep trying or stop", "Y"),
    _action("Act", "move", "move; again for a double move", "M"),
    _action("Act", "withdraw", "withdraw", "W"),
    _action("Act", "charge", "charge", "C"),
    _action("Act", "attack", "attack", "A"),
    _action("Act", "shoot", "shoot or throw", "F"),
    _action("Act", "cast", "cast a spell", "P"),
    _action("Act", "defend", "full defence", "D"),
    _action("Act", "brace", "brace", "B"),
    _action("Act", "stunt", "stunt or grapple", "T"),
    _action("Act", "item", "handle an item", "I"),
    _action("Act", "flee", "flee", "E"),
    _action("Act", "delay", "delay the spell", "V"),
    _action("Act", "hp", "hit points of the selected actor", "K"),
    _action("Act", "previous_target", "previous target", "["),
    _action("Act", "next_target", "next target", "]"),
    _action("Dice", "roll", "the app rolls", "R"),
    _action("Dice", "open_roll", "roll openly; any dice when none are asked for", "Alt+R"),
    _action("Dice", "skip", "no attack, skip", "X"),
    _action("Map", "zoom_in", "zoom in", "+", "="),
    _action("Map", "zoom_out", "zoom out", "-"),
    _action("Map", "fit", "fit the map", "0"),
    _action("Map", "grid", "grid on, off", "G"),
    _action("Map", "measure", "measure", "L"),
    _action("Map", "all_threat", "all threat while held", "H"),
    _action("Window", "row_up", "selected actor up in the list of sides", "Alt+Up"),
    _action("Window", "row_down", "selected actor down in the list of sides", "Alt+Down"),
    _action("Window", "library", "library", "Ctrl+L"),
    _action("Window", "player_window", "player window", "F9"),
    _action("Window", "curtain", "curtain on the player window", "F10"),
    _action("Window", "camera", "players' camera locked to this map, or free", "Ctrl+F9"),
    _action("Window", "panels", "hide panels", "F11"),
    _action("Window", "next_area", "next area", "F6"),
    _action("Window", "rule", "rule text for the marked line", "F1"),
    _action("Window", "sheet", "this sheet", "?"),
    _action("File", "picture", "map from a picture", "Ctrl+I"),
    _action("File", "new", "blank grid", "Ctrl+N"),
    _action("File", "open", "open an encounter", "Ctrl+O"),
    _action("File", "save_copy", "save a copy", "Ctrl+S"),
    _action("File", "paste", "paste a picture as a map", "Ctrl+V"),
    _action("File", "sample", "sample fight", "Ctrl+E"),
)

_SHOWN = {
    "Return": "Enter",
    "Escape": "Esc",
    "Up": "↑",
    "Down": "↓",
    "Left": "←",
    "Right": "→",
    "PgDown": "PgDn",
}


class Keymap:
    """The table with the GM's own changes on top."""

    def __init__(self, changes: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._keys = {action.name: action.keys for action in ACTIONS} | dict(changes or {})
        self._names: dict[int, str] = {}
        for name, keys in self._keys.items():
            for key in keys:
                self._names[_combined(key)] = name

    def action_for(self, pressed: QKeyCombination) -> str:
        """The name of what a pressed key does, empty if nothing. Shift is ignored for printed signs."""
        code = pressed.toCombined() & ~Qt.KeyboardModifier.KeypadModifier.value
        if pressed.key() is Qt.Key.Key_Backtab:
            code = code - Qt.Key.Key_Backtab.value + Qt.Key.Key_Tab.value
        found = self._names.get(code)
        if found is None and pressed.key() in _PRINTED:
            found = self._names.get(code & ~Qt.KeyboardModifier.ShiftModifier.value)
        return found or ""

    def shown(self, name: str) -> str:
        """The first key of an action as a key cap prints it: "Ctrl Z"."""
        keys = self._keys.get(name, ())
        if not keys:
            return ""
        return " ".join(_SHOWN.get(part, part) for part in _parts(keys[0]))

    def shown_for(self, verb: str) -> str:
        """The key cap of a row of the action list, by the standard name of its action; empty for none."""
        names = _ROWS.get(verb, (verb,))
        return " ".join(self.shown(name) for name in names if name in _ROW_KEYS)

    def sheet(self) -> Iterable[tuple[str, str, str]]:
        """(group, words, keys) of every action, for the sheet of keys."""
        for action in ACTIONS:
            keys = self._keys[action.name]
            caps = (" ".join(_SHOWN.get(part, part) for part in _parts(key)) for key in keys)
            yield action.group, action.words, " / ".join(dict.fromkeys(caps))


_ROWS = {"double": ("move", "move"), "complete": ("cast",), "pass": ("skip",)}
"""Actions reached by another action's key: M again, P in the Magic step, X for nothing more to do."""

_ROW_KEYS = frozenset(action.name for action in ACTIONS if action.group == "Act") | {"move", "skip"}
"""Names that are keys of rows. Others only sound like one: "cancel" of a spell is not Esc."""

_PRINTED = {
    Qt.Key.Key_Plus,
    Qt.Key.Key_Question,
    Qt.Key.Key_BracketLeft,
    Qt.Key.Key_BracketRight,
    Qt.Key.Key_Equal,
}


def _parts(key: str) -> list[str]:
    return [key] if key == "+" else key.split("+")


def _combined(key: str) -> int:
    return _first(QKeySequence.fromString(key))


def _first(sequence: QKeySequence) -> int:
    """The only key of a one-key sequence, modifiers included."""
    combination: QKeyCombination = sequence[0]  # type: ignore[index]  # missing in the stubs
    return combination.toCombined()
