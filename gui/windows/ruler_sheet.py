"""The bar that the GM lays a ruler on, over everything on the players' display."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gui.theme.fonts import SEMIBOLD, ui_font
from gui.theme.palette import DARK, colour

SHARE = 0.6
"""How much of the width the bar takes: a long bar is measured well."""
BAR_HEIGHT = 40
LEAST_BAR, MOST_BAR = 100, 1_200


class RulerSheet(QWidget):
    """The bar keeps its length; the chequered squares below it are one inch wide if the number is right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._inch = 96.0
        self.hide()

    @property
    def bar(self) -> int:
        """Length of the bar in pixels: hundreds, so that it is the same again on the same display."""
        return max(LEAST_BAR, min(MOST_BAR, int(self._parent.width() * SHARE) // 100 * 100))

    def show_inches(self, pixels_per_inch: float) -> None:
        """Draw the squares so large."""
        self._inch = pixels_per_inch
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bar and squares in the middle."""
        bar = self.bar
        left, top = (self.width() - bar) / 2, self.height() / 2 - BAR_HEIGHT * 1.5
        row = top + BAR_HEIGHT * 2
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(DARK.bg))
        painter.fillRect(QRectF(left, top, bar, BAR_HEIGHT), colour(DARK.accent))
        for index in range(int(bar / self._inch)):
            box = QRectF(left + index * self._inch, row, self._inch, self._inch)
            painter.fillRect(box, colour(DARK.line2 if index % 2 else DARK.text))
        painter.setPen(colour(DARK.text2))
        painter.setFont(ui_font(24, SEMIBOLD))
        for y, words in ((top - 60, "Measure this bar"), (row + self._inch + 10, "Squares of one inch")):
            painter.drawText(QRectF(0, y, self.width(), 50), Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
