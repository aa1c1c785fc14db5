"""Where a pressed key goes: the open question first, then the running tool, then the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QKeyCombination, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QTextEdit,
    QWidget,
)

from gui.bridge.keymap import ROW_ACTIONS
from gui.bridge.who_may import who_may_words
from gui.tools.context import STEPS
from gui.windows.desk import Desk

TEXT_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QComboBox)
TOOL_ACTIONS = frozenset(
    (
        *STEPS,
        "accept",
        "overrule",
        "cancel",
        "waypoint",
        "waypoint_back",
        "safer",
        "toggle_retry",
        "measure",
        "next",
        "previous",
        "next_target",
        "previous_target",
    )
)
BRUSH_ACTIONS = frozenset((*STEPS, "accept", "waypoint", "cancel"))
"""What a brush in hand has a use for; other keys do what they always do."""


class KeyRouter:
    """Handles the keys of one window. `window_actions` are those only the window can carry out."""

    def __init__(self, window_actions: Mapping[str, Callable[[], None]]) -> None:
        self._window_actions = window_actions

    def press(self, desk: Desk, event: QKeyEvent) -> bool:
        """Use a key; False if it means nothing now."""
        if desk.areas.away and desk.keymap.action_for(event.keyCombination()) == "cancel":
            return desk.action_list.close_chooser() or desk.areas.leave()
        # Esc gives up what is in hand rather than the notice that says so.
        if not (desk.strip.only_notice and not desk.runner.idle) and desk.strip.take_key(event):
            return True
        digit = event.text() if event.text().isdigit() and not event.modifiers() else ""
        if digit and self._digit(desk, int(digit)):
            return True
        action = desk.keymap.action_for(event.keyCombination())
        return bool(action) and self.do(desk, action)

    def do(self, desk: Desk, action: str) -> bool:
        """Carry out a named action; False if it means nothing now."""
        if action in self._window_actions:
            self._window_actions[action]()
            return True
        if action == "cancel" and desk.action_list.close_chooser():
            return True
        if action in STEPS and desk.areas.away:
            return True  # the end of a list is no step of the actor
        if action == "undo" and desk.runner.in_mid_work and desk.table.question is None:
            desk.runner.cancel()  # in mid-drag only the drag is taken back
            return True
        if action in (BRUSH_ACTIONS if desk.runner.lasting else TOOL_ACTIONS) and desk.key_to_tool(action):
            return True
        if action in STEPS:
            return desk.table.question is None and desk.work.step_ghost(action)
        if desk.table.question is not None:
            if action in ("next", "previous"):
                return True  # who is asked about stays the one that is marked
            if action in ROW_ACTIONS:
                desk.strip.notice(desk.table.busy_words)
                return True
        if action in ROW_ACTIONS:
            if not desk.action_list.choose(action):
                desk.strip.notice(who_may_words(desk.table, action))
            return True
        return self._table_action(desk, action)

    def tab(self, desk: Desk, forward: bool) -> bool:
        """Tab does what the table of keys says, unless a field has the focus."""
        if desk.areas.tab(forward):
            return True
        if isinstance(QApplication.focusWidget(), TEXT_FIELDS):
            return False
        shift = Qt.KeyboardModifier.NoModifier if forward else Qt.KeyboardModifier.ShiftModifier
        action = desk.keymap.action_for(QKeyCombination(shift, Qt.Key.Key_Tab))
        return bool(action) and self.do(desk, action)

    @staticmethod
    def _digit(desk: Desk, number: int) -> bool:
        """A choice inside an action, else an actor by its number."""
        if desk.action_list.pick(number):
            return True
        waiting = desk.table.progress.waiting if desk.table.question is None else ()
        if 0 < number <= len(waiting):
            desk.table.select(waiting[number - 1])
            return True
        return False

    @staticmethod
    def _table_action(desk: Desk, action: str) -> bool:
        table = desk.table
        simple: dict[str, Callable[[], None]] = {
            "next": table.select_next,
            "previous": lambda: table.select_next(-1),
            "advance": desk.advance,
            "end": desk.work.end_fight,
            "planning": desk.planning_bar.take_key,
            "undo": table.take_back,
            "redo": table.redo,
            "undo_here": desk.log.undo_marked,
            "zoom_in": lambda: desk.map.zoom_by(1.2),
            "zoom_out": lambda: desk.map.zoom_by(1 / 1.2),
            "fit": desk.map.fit,
            "measure": desk.work.measure,
            "overrule": desk.action_list.overrule,
            "hp": desk.edit_health,
            "row_up": lambda: desk.roster.shift(-1),
            "row_down": lambda: desk.roster.shift(1),
            "open_roll": desk.roll_openly,
            "dice_mode": desk.app_bar.next_dice_mode,
            "cancel": lambda: table.select(""),
        }
        wanted = simple.get(action)
        if wanted is None:
            return False
        wanted()
        return True


class WindowKeys(QObject):
    """Lets a window have the keys that a box or list would swallow: it searches its rows for any key at all.

    Letters, digits and arrows stay with the row they find or go to. A field that is typed in gives up only
    what is pressed with Alt, of which it would write the letter; of Ctrl it takes what it uses itself.
    """

    def __init__(self, window: QWidget, press: Callable[[QKeyEvent], bool]) -> None:
        super().__init__(window)
        self._window = window
        self._press = press

    def focus_moved(self, _: QWidget | None, now: QWidget | None) -> None:
        """The program tells where the focus went: only what has it gets keys."""
        if isinstance(now, (*TEXT_FIELDS, QAbstractItemView)) and now.window() is self._window:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """A key for the window goes no further."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        typed_in = not isinstance(watched, QComboBox | QAbstractItemView)
        fitting = _with_alt_alone(event) if typed_in else _is_for_the_window(event)
        return fitting and self._press(event)


def _with_alt_alone(event: QKeyEvent) -> bool:
    """With Ctrl as well it is what some keyboards send for AltGr, which writes signs."""
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    return event.modifiers() & held == Qt.KeyboardModifier.AltModifier


def _is_for_the_window(event: QKeyEvent) -> bool:
    """Whether a key finds no row: with Ctrl or Alt, a function key, a printed sign."""
    if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        return False  # with Alt they open a box
    held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    sign = event.text().isprintable() and bool(event.text().strip()) and not event.text().isalnum()
    return bool(held) or sign or Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
