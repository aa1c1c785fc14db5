"""The label above the frame that says how many squares it holds, and can be typed into."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from gui.panels.drawing import font, rounded, text_width
from gui.theme.fonts import LABEL, SEMIBOLD

_TWO_NUMBERS = re.compile(r"\s*(\d{1,3})\s*(?:[xX\u00d7,;*]|\s|by)\s*(\d{1,3})\D*")


class CountField(QLineEdit):
    """Shows "12 × 8 squares"; "20x15" and Enter says it is so many. Esc leaves it as it was."""

    counted = Signal(int, int)
    """Columns and rows that the GM typed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._counts = (1, 1)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFont(font(LABEL, SEMIBOLD))
        self.setAccessibleName("Squares in the frame")
        self.setToolTip("Count the squares in the yellow frame and type their number here")

    def set_counts(self, columns: int, rows: int) -> None:
        """Show a count; nobody is told."""
        self._counts = columns, rows
        if not self.hasFocus():
            self._show()

    def sizeHint(self) -> QSize:
        """Room for the largest count."""
        width = text_width("888 \u00d7 888 squares", font(LABEL, SEMIBOLD))
        return QSize(round(width) + rounded(20), rounded(32))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Only the numbers, ready to be replaced."""
        super().focusInEvent(event)
        self.setText(f"{self._counts[0]} \u00d7 {self._counts[1]}")
        self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed counts, if it makes sense."""
        super().focusOutEvent(event)
        self._take()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the count, Esc does not; neither reaches the dialog."""
        if event.key() == Qt.Key.Key_Escape:
            self._show()
            self.clearFocus()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def _take(self) -> None:
        found = _TWO_NUMBERS.fullmatch(self.text())
        if found is not None:
            counts = int(found[1]), int(found[2])
            if min(counts) > 0 and counts != self._counts:
                self._counts = counts
                self.counted.emit(*counts)
        self._show()

    def _show(self) -> None:
        self.setText(f"{self._counts[0]} \u00d7 {self._counts[1]} squares")
