"""Which key does what. The label on a button and the key that works come from this one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct
from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
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
    _action("Turn", "end", "end the fight", "Shift+N"),
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
    _action("Act", "turn", "turn undead", "Shift+T"),
    _action("Act", "swap", "change places with a friend", "Shift+C"),
    _action("Act", "item", "handle an item", "I"),
    _action("Act", "use", "use a magic item", "Shift+U"),
    _action("Act", "propose", "something else", "Shift+I"),
    _action("Act", "stand", "stand up", "Z"),
    _action("Act", "escape", "get free of a hold", "Q"),
    _action("Act", "release", "let go of whom it holds", "Shift+Q"),
    _action("Act", "flee", "flee", "E"),
    _action("Act", "delay", "delay the spell", "V"),
    _action("Act", "let_go", "give up the spell, its slot is spent", "Shift+V"),
    _action("Act", "cancel_spell", "cancel the spell", "Shift+P"),
    _action("Act", "undeclare", "declare nothing", "Shift+D"),
    _action("Act", "resource", "roll a Resource Die", "Shift+R"),
    _action("Act", "hp", "hit points of the selected actor", "K"),
    _action("Act", "previous_target", "previous target", "["),
    _action("Act", "next_target", "next target", "]"),
    _action("Dice", "roll", "the app rolls", "R"),
    _action("Dice", "open_roll", "roll openly, or any dice", "Alt+R"),
    _action("Dice", "dice_mode", "who rolls: the app all, players theirs, all typed", "Ctrl+D"),
    _action("Dice", "skip", "no attack, skip", "X"),
    _action("Map", "zoom_in", "zoom in", "+", "="),
    _action("Map", "zoom_out", "zoom out", "-"),
    _action("Map", "fit", "fit the map", "0"),
    _action("Map", "grid", "grid on, off", "G"),
    _action("Map", "darkness", "veil over the dark on, off", "Shift+G"),
    _action("Map", "measure", "measure", "L"),
    _action("Map", "all_threat", "all threat while held", "H"),
    _action("Window", "menu", "menu of the token, square or row", "Menu", "Shift+F10"),
    _action("Window", "row_up", "move the chosen one up in the list of sides", "Alt+Up"),
    _action("Window", "row_down", "move the chosen one down in the list of sides", "Alt+Down"),
    _action("Window", "library", "library", "Ctrl+L"),
    _action("Window", "sides", "make and change sides", "Alt+S"),
    _action("Window", "player_window", "player window", "F9"),
    _action("Window", "curtain", "curtain on the player window", "F10"),
    _action("Window", "camera", "lock the players' camera", "Ctrl+F9"),
    _action("Window", "true_size", "one square is one inch for the players", "Ctrl+F10"),
    _action("Window", "panels", "hide panels", "F11"),
    _action("Window", "next_area", "next area: map, left panel, actions, log, bars", "F6"),
    _action("Window", "previous_area", "area before", "Shift+F6"),
    _action("Window", "next_tab", "next tab at the left", "Ctrl+Tab"),
    _action("Window", "previous_tab", "tab before at the left", "Ctrl+Shift+Tab"),
    _action("Window", "rule", "rule text for the marked line", "F1"),
    _action("Window", "notices", "licences and notices", "Shift+F1"),
    _action("Window", "account", "how the fight went", "Shift+E"),
    _action("Window", "sheet", "all keys", "?"),
    _action("File", "picture", "map from a picture", "Ctrl+I"),
    _action("File", "set_up", "set the map up: walls, ground, light", "Ctrl+M"),
    _action("File", "new", "blank grid", "Ctrl+N"),
    _action("File", "open", "open an encounter", "Ctrl+O"),
    _action("File", "continue", "go on with the last fight", "Ctrl+Shift+O"),
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


class Keymap(QObject):
    """The table with the GM's own changes on top. `changed` is for whatever shows a key."""

    changed = Signal()

    def __init__(self, changes: Mapping[str, tuple[str, ...]] | None = None) -> None:
        super().__init__()
        self._keys = dict(DEFAULTS)
        self._names: dict[int, str] = {}
        self._use(DEFAULTS | dict(changes or {}))

    # --- what a press means, what a cap shows -----------------------------------------------------------

    def action_for(self, pressed: QKeyCombination) -> str:
        """The name of what a pressed key does, empty if nothing. Shift is ignored for printed signs."""
        return self._names.get(_combined(key_text(pressed)), "") if key_text(pressed) else ""

    def shown(self, name: str) -> str:
        """The first key of an action as a key cap prints it: "Ctrl Z"."""
        keys = self._keys.get(name, ())
        return cap(keys[0]) if keys else ""

    def caps(self, name: str) -> tuple[str, ...]:
        """All keys of an action as caps print them, alike ones once."""
        return tuple(dict.fromkeys(map(cap, self._keys[name])))

    def shown_for(self, verb: str) -> str:
        """The key cap of a row of the action list, by the standard name of its action; empty for none."""
        if verb == "double":
            return " ".join((self.shown("move"),) * 2)
        name = row_action(verb)
        return self.shown(name) if name in ROW_ACTIONS else ""

    def sheet(self) -> Iterable[tuple[str, str, str]]:
        """(group, words, keys) of every action, for the sheet of keys."""
        for action in ACTIONS:
            yield action.group, action.words, " / ".join(self.caps(action.name))

    # --- the GM's changes ---------------------------------------------------------------------------------

    @property
    def changes(self) -> dict[str, tuple[str, ...]]:
        """The actions whose keys are not those of the table."""
        return {name: keys for name, keys in self._keys.items() if keys != DEFAULTS[name]}

    def holder(self, key: str) -> str:
        """The name of the action that has a key, empty for a free one."""
        return self._names.get(_combined(key), "")

    def assign(self, name: str, key: str) -> None:
        """Make `key` the only key of an action. Whoever has it gets the first one given up in its place."""
        before = self._keys[name]
        other = self.holder(key)
        keys = self._keys | {name: (key,)}
        if other and other != name:
            keys[other] = tuple(
                before[0] if _combined(held) == _combined(key) else held for held in self._keys[other]
            )
        self._change(keys)

    def reset(self, name: str) -> tuple[str, ...]:
        """Give an action the table's keys again. Others that had one of them are reset too, and returned."""
        reset = [name]
        for one in reset:
            holders = map(self.holder, DEFAULTS[one])
            reset.extend(holder for holder in holders if holder and holder not in reset)
        self._change(self._keys | {one: DEFAULTS[one] for one in reset})
        return tuple(reset[1:])

    def reset_all(self) -> None:
        """The table as it was."""
        self._change(DEFAULTS)

    def _change(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        if keys != self._keys:
            self._use(keys)
            self.changed.emit()

    def _use(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        self._keys = dict(keys)
        self._names = {_combined(key): name for name, held in keys.items() for key in held}


def key_text(pressed: QKeyCombination) -> str:
    """A pressed key as the table writes it ("Ctrl+Shift+Z", "?"), empty for what is no key of its own.

    Printed signs stand without Shift: which keyboards need it for them differs.
    """
    key, modifiers = pressed.key(), pressed.keyboardModifiers()
    modifiers &= ~Qt.KeyboardModifier.KeypadModifier
    if key in _NO_KEYS:
        return ""
    if key is Qt.Key.Key_Backtab:
        key, modifiers = Qt.Key.Key_Tab, modifiers | Qt.KeyboardModifier.ShiftModifier
    if _is_sign(key):
        modifiers &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(modifiers, key)).toString(QKeySequence.SequenceFormat.PortableText)


def cap(key: str) -> str:
    """A key of the table as a key cap prints it: "Ctrl Z"."""
    return " ".join(_SHOWN.get(part, part) for part in _parts(key))


def why_not(key: str) -> str:
    """Why a key cannot be given to an action; empty if it can."""
    if key.removeprefix("Alt+") in _NUMBERS:
        return "Numbers choose and type dice, and stay as they are."
    return ""


def read_changes(stored: Mapping[str, str]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Changes as the settings keep them ("J", "Return Enter"), and the actions whose keys mean nothing:
    unknown ones, keys that are none, and keys that would mean two things."""
    found: dict[str, tuple[str, ...]] = {}
    bad = []
    for name, text in stored.items():
        keys = tuple(text.split())
        if name in DEFAULTS and keys and all(_combined(key) and not why_not(key) for key in keys):
            found[name] = keys
        else:
            bad.append(name)
    while clashing := _clashing(found):  # without them others may have back what was theirs
        bad.extend(clashing)
        found = {name: keys for name, keys in found.items() if name not in clashing}
    return found, tuple(bad)


def _clashing(changes: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The changed actions with a key that another action has as well."""
    counts = Counter(_combined(key) for keys in (DEFAULTS | dict(changes)).values() for key in keys)
    return tuple(name for name, keys in changes.items() if any(counts[_combined(key)] > 1 for key in keys))


DEFAULTS: dict[str, tuple[str, ...]] = {action.name: action.keys for action in ACTIONS}
"""The table's own keys."""

WORDS: dict[str, str] = {action.name: action.words for action in ACTIONS}
"""What each action is called on the sheet."""

_NUMBERS = frozenset("123456789")

_NO_KEYS = frozenset(
    {
        Qt.Key.Key_unknown,
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
        Qt.Key.Key_ScrollLock,
    }
)

_ROWS = {
    "complete": "cast",
    "pass": "skip",
    "flee_from": "flee",
    "cancel": "cancel_spell",
    "other": "propose",
}
"""Rows reached by the key of another name: P in the Magic step, X for nothing more to do. Some only sound
like a key: "cancel" of a spell is not Esc."""

_NO_ROWS = ("hp", "previous_target", "next_target")

ROW_ACTIONS = frozenset(
    action.name for action in ACTIONS if action.group == "Act" and action.name not in _NO_ROWS
) | {"skip"}
"""Names of the keys that take a row of the action list."""


def row_action(verb: str) -> str:
    """The name of the key that takes a row, by the standard name of its action."""
    return _ROWS.get(verb, verb)


def _is_sign(key: Qt.Key) -> bool:
    """Neither letter, digit nor space, but something printed."""
    code = int(key)
    return 0x20 < code < 0x0100_0000 and not chr(code).isalnum()


def _parts(key: str) -> list[str]:
    head, plus, tail = key.rpartition("+")
    return [*filter(None, head.rstrip("+").split("+")), tail or plus]


def _combined(key: str) -> int:
    """The code of a key as text, 0 if it is none."""
    sequence = QKeySequence.fromString(key)
    if sequence.count() != 1:
        return 0
    combination: QKeyCombination = sequence[0]  # type: ignore[index]  # missing in the stubs
    return combination.toCombined() if combination.key() != Qt.Key.Key_unknown else 0
