"""The bar below the rail while planning time runs, and its question when the time is up."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gui.bridge.keymap import Keymap
from gui.bridge.planning import SECONDS, PlanningTimer, clock_words
from gui.bridge.table import Table
from gui.panels.drawing import label_of, rounded, theme_of
from gui.panels.key_button import KeyButton
from gui.theme.palette import Theme, colour


class PlanningBar(QWidget):
    """Hidden while nobody is timed. It takes no focus: play goes on under it."""

    close_wanted = Signal()
    """Planning is over: the round goes on to its next step."""

    def __init__(self, table: Table, timer: PlanningTimer, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._timer = timer
        self.words = label_of("strong")
        self.close_button = KeyButton("Close, go on").follow(keymap, "advance")
        self.more_button = KeyButton(f"{SECONDS} s more").follow(keymap, "planning")
        self.stop_button = KeyButton("No limit").follow(keymap, "planning")
        self.close_button.clicked.connect(self.close_wanted)
        self.more_button.clicked.connect(lambda: timer.extend())
        self.stop_button.clicked.connect(timer.stop)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(rounded(16), rounded(4), rounded(16), rounded(5))
        layout.setSpacing(rounded(10))
        layout.addWidget(self.words)
        layout.addStretch(1)
        for button in (self.close_button, self.more_button, self.stop_button):
            layout.addWidget(button)
        timer.changed.connect(self.refresh)
        self.refresh()

    def take_key(self) -> None:
        """The key of planning time: start it; while it runs put it away; when it is up grant more."""
        if self._timer.left is None:
            self._timer.start()
            if self._timer.left is None:
                self._table.notice("Planning time is for a step of the round; the fight has not begun.")
        elif self._timer.up:
            self._timer.extend()
        else:
            self._timer.stop()

    def refresh(self) -> None:
        """Say what is left, or ask how it goes on."""
        left = self._timer.left
        self.setVisible(left is not None)
        if left is None:
            return
        step = self._table.progress.current
        name = self._table.say(step.label) if step is not None else ""
        if left:
            self.words.setText(f"Planning time, {name}: {clock_words(left)}")
        else:
            self.words.setText(f"Planning time is up, {name}: close it, or grant more?")
        self.close_button.setVisible(left == 0)
        self.more_button.setVisible(left == 0)
        self.stop_button.setVisible(left > 0)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The bar, and a line in the accent while the question is open."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(theme.accent_soft if self._timer.up else theme.panel))
        line = theme.accent if self._timer.up else theme.line
        painter.fillRect(0, self.height() - 1, self.width(), 1, colour(line))
        painter.end()
