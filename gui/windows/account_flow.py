"""When the account of a fight is shown: as the fight ends, and whenever the GM asks for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtWidgets import QWidget

from gui.bridge.fight_account import fight_account
from gui.bridge.table import Change
from gui.panels.account_panel import AccountPanel
from gui.windows.desk import Desk

WIDTH, MARGIN = 760, 16


class AccountFlow(QObject):
    """One for each open encounter. Only the GM's window ever shows it."""

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(desk)
        self._desk = desk
        self._window = window
        self.panel = AccountPanel(desk.keymap)
        self.panel.setParent(window)
        self.panel.hide()
        self.panel.closed.connect(desk.map.setFocus)
        self._told = desk.table.progress.over is not None
        self._taken_back = False
        desk.table.changed.connect(self._on_change)
        desk.table.asked.connect(self._consider)  # after the strip has let go of the focus
        desk.strip.action.connect(self._on_button)

    def show(self) -> None:
        """Show the account, or put it away if it is open; before a fight there is none."""
        if self.panel.isVisible():
            self.panel.put_away()
        elif not self._desk.table.progress.round:
            self._desk.strip.notice("No fight has begun yet.")
        elif self._desk.table.question is None:
            self._open()

    def close(self) -> None:
        """The encounter is closed."""
        self.panel.hide()
        self.panel.deleteLater()

    def _open(self) -> None:
        view = self._desk.map
        over_map = QRect(view.mapTo(self._window, QPoint(0, 0)), view.size())
        room = QRect(0, 0, min(WIDTH, self._window.width() - 3 * MARGIN), over_map.height() - 2 * MARGIN)
        room.moveCenter(over_map.center())
        room.moveLeft(max(MARGIN, min(room.left(), self._window.width() - room.width() - MARGIN)))
        self.panel.set_room(room)
        self.panel.show_account(fight_account(self._desk.table))

    def _on_change(self, change: Change) -> None:
        self._taken_back = change.jump

    def _consider(self, _: object) -> None:
        """Once the fight is over and all that belongs to its end is answered. Never after taking back."""
        if self._desk.table.progress.over is None:
            self._told = False
            self.panel.hide()
        elif self._desk.table.question is None and not self._told:
            self._told = True
            if not self._taken_back:
                self._open()

    def _on_button(self, action: str) -> None:
        if action == "account":
            self.show()
