"""The player window as the GM handles it: where it opens, its curtain, its camera."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from gui.windows.desk import Desk
from gui.windows.player_window import PlayerWindow

SIZE_BESIDE = (960, 600)
"""Where there is no second display."""


class SecondScreen(QObject):
    """Holds the player window of the open encounter. Open, curtain and camera outlast an encounter."""

    words_changed = Signal(str, bool)
    """(what the GM's bar says of it, whether it is open)"""
    key_pressed = Signal(object)
    """A `QKeyEvent` that came to the player window."""

    def __init__(self, gm: QWidget) -> None:
        super().__init__(gm)
        self._gm = gm
        self._desk: Desk | None = None
        self._reduced = False
        self._was_open = False
        self.window: PlayerWindow | None = None
        self.camera_locked = False

    def show_desk(self, desk: Desk) -> None:
        """Show another encounter, open if the one before was."""
        self.put_away()
        self._desk = desk
        window = PlayerWindow(desk.table, desk.encounter.picture_of, desk.planning)
        window.set_reduced_motion(self._reduced)
        window.key_pressed.connect(self.key_pressed)
        window.closed.connect(self._tell)
        desk.marks_for_players.connect(window.set_marks)
        desk.open_rolls.shown.connect(window.show_rolls)
        desk.map.moved.connect(self._follow)
        self.window = window
        self._follow()
        if self._was_open:
            self._open(window)
        self._tell()

    def put_away(self) -> None:
        """The encounter is closed."""
        if self.window is not None:
            self._was_open = self.window.isVisible()
            self.window.hide()
            self.window.deleteLater()
        self.window, self._desk = None, None

    def toggle(self) -> None:
        """Open the window on the second display (or beside, where there is none), or close it."""
        if self.window is None:
            return
        if self.window.isVisible():
            self.window.hide()
        else:
            self._open(self.window)
        self._tell()

    def toggle_curtain(self) -> None:
        """Drop the curtain, or raise it."""
        if self.window is not None:
            self.window.drop_curtain(not self.window.curtain_down)
            self._tell()

    def toggle_camera(self) -> None:
        """Lock the players' camera to what the GM's map shows, or let it keep the party in sight again."""
        if self.window is None:
            return
        self.camera_locked = not self.camera_locked
        if self.camera_locked:
            self._follow()
        else:
            self.window.lock_camera(None)
        self._tell()

    def set_reduced_motion(self, reduced: bool) -> None:
        """No gliding tokens and no easing camera."""
        self._reduced = reduced
        if self.window is not None:
            self.window.set_reduced_motion(reduced)

    @property
    def words(self) -> str:
        """Where it is and what is special about it, for the GM's bar."""
        if self.window is None or not self.window.isVisible():
            return "Player window: off"
        if self.window.curtain_down:
            return "Player window: curtain"
        if self.camera_locked:
            return "Player window: locked"
        screen = self._display()
        return "Player window: here" if screen is None else f"Player window on {screen.name()}"

    # --- inner workings -----------------------------------------------------------------------------

    def _open(self, window: PlayerWindow) -> None:
        screen = self._display()
        if screen is None:
            window.resize(*SIZE_BESIDE)
            window.show()
        else:
            window.setGeometry(screen.geometry())
            window.showFullScreen()
        self._gm.activateWindow()

    def _display(self) -> QScreen | None:
        """A display other than the GM's, if there is one."""
        here = self._gm.screen()
        return next((screen for screen in QGuiApplication.screens() if screen is not here), None)

    def _follow(self) -> None:
        if self.camera_locked and self.window is not None and self._desk is not None:
            self.window.lock_camera(self._desk.map.in_view)

    def _tell(self) -> None:
        self.words_changed.emit(self.words, self.window is not None and self.window.isVisible())
