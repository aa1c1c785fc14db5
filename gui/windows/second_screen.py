"""The player window as the GM handles it: where it opens, its curtain, its camera."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from gui.bridge.settings import Settings
from gui.windows.desk import Desk
from gui.windows.player_window import PlayerWindow
from gui.windows.true_size import TrueSize

SIZE_BESIDE = (960, 600)
"""Where there is no second display."""


class SecondScreen(QObject):
    """Holds the player window of the open encounter. Open, curtain and camera outlast an encounter."""

    words_changed = Signal(str, bool)
    """(what the GM's bar says of it, whether it is open)"""
    measured = Signal(str)
    """The players' display was measured, and what that means in words."""
    key_pressed = Signal(object)
    """A `QKeyEvent` that came to the player window."""

    def __init__(self, gm: QWidget, settings: Settings) -> None:
        super().__init__(gm)
        self._gm = gm
        self._settings = settings
        self.measuring: TrueSize | None = None
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
        if self.measuring is not None:
            self.measuring.reject()
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

    @property
    def true_size(self) -> bool:
        """Whether one square is one inch on the players' display."""
        return self._inch is not None

    def toggle_true_size(self) -> None:
        """Make one square one inch on the players' display, or as large as fits. Measures it if need be."""
        if self.window is None:
            return
        display = self._display_key()
        if not self.true_size and self._settings.pixels_per_inch(display) is None:
            self.measure()
            return
        self._settings.set_true_size(display, not self.true_size)
        self._apply_size()
        self._tell()

    @property
    def true_size_words(self) -> str:
        """What is known of the players' display: "51.2 px per inch, so 1 square = 1 in"; else empty."""
        inch = self._settings.pixels_per_inch(self._display_key())
        return f"{inch:.1f} px per inch, so 1 square = 1 in" if inch is not None else ""

    def measure(self, over: QWidget | None = None) -> None:
        """Let the GM lay a ruler on the players' display. Afterwards one square is one inch there. `over` is
        the dialog that waits below, if there is one."""
        window = self.window
        if window is None or self.measuring is not None:
            return
        if not window.isVisible():
            self._open(window)
            self._tell()
        before = self._settings.pixels_per_inch(self._display_key())
        guess = before or window.screen().logicalDotsPerInch()
        self.measuring = TrueSize(window.screen().size(), window.ruler.bar, guess, over or self._gm)
        self.measuring.changed.connect(window.show_ruler)
        self.measuring.finished.connect(self._measured)
        window.show_ruler(guess)
        self.measuring.show()

    def _measured(self, result: int) -> None:
        dialog, self.measuring = self.measuring, None
        if dialog is None or self.window is None:
            return
        dialog.deleteLater()
        self.window.show_ruler(None)
        if result:
            display = self._display_key()
            self._settings.set_pixels_per_inch(display, dialog.pixels_per_inch)
            self._settings.set_true_size(display, True)
            self._apply_size()
            self._tell()
            self.measured.emit(self.true_size_words)

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
        if self.true_size:
            return "Player window: true size"
        screen = self._display()
        return "Player window: here" if screen is None else f"Player window on {screen.name()}"

    # --- inner workings -----------------------------------------------------------------------------

    def _open(self, window: PlayerWindow) -> None:
        screen = self._display()
        if screen is None:
            self._show_here(window)
        else:
            _stay_above(window, None)
            window.setGeometry(screen.geometry())
            window.showFullScreen()
            self._gm.activateWindow()
        self._apply_size()

    def _show_here(self, window: PlayerWindow) -> None:
        """On the GM's own display it stays in front: to activate the GM's window would hide it at once. Keys
        typed in it go to the GM's window all the same."""
        window.resize(*SIZE_BESIDE)
        _stay_above(window, self._gm)
        window.show()
        window.raise_()
        window.activateWindow()

    def _display(self) -> QScreen | None:
        """A display other than the GM's, if there is one."""
        here = self._gm.screen()
        return next((screen for screen in QGuiApplication.screens() if screen is not here), None)

    def _display_key(self) -> str:
        """The display that the players look at, under which what was measured is kept. Another resolution
        counts as another display."""
        screen = (self.window or self._gm).screen()
        size = screen.size()
        parts = (screen.manufacturer(), screen.model(), screen.name(), f"{size.width()}x{size.height()}")
        return re.sub(r"[^0-9A-Za-z]+", "-", " ".join(parts)).strip("-")

    @property
    def _inch(self) -> float | None:
        """Pixels that one square takes at true size; None while it is off or nothing was measured."""
        display = self._display_key()
        return self._settings.pixels_per_inch(display) if self._settings.true_size(display) else None

    def _apply_size(self) -> None:
        if self.window is not None:
            self.window.set_true_size(self._inch)

    def _follow(self) -> None:
        if self.camera_locked and self.window is not None and self._desk is not None:
            self.window.lock_camera(self._desk.map.in_view)

    def _tell(self) -> None:
        self.words_changed.emit(self.words, self.window is not None and self.window.isVisible())


def _stay_above(window: QWidget, other: QWidget | None) -> None:
    """Keep a window in front of another one, as window managers do for those that belong to it."""
    window.winId()  # it has no handle before
    handle = window.windowHandle()
    if handle is not None:
        parent = other.window().windowHandle() if other is not None else None
        handle.setTransientParent(parent)  # type: ignore[arg-type]  # Qt takes none, its stubs do not say so
