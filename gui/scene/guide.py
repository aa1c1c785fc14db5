"""The first pointer of all: a pulsing ring on a token and a dashed arrow to a dashed ring."""

from __future__ import annotations

from math import cos, sin, tau

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.scene.geometry import CELL, Cell, centre
from gui.theme.palette import OVERLAYS, Tone, colour

Z_GUIDE = 56.0
BEND = 1.6
"""How far the arrow swings out, in squares."""


class GuideItem(QGraphicsItem):
    """From one square to another; `pulse` from 0 to 1 widens the ring on the first."""

    def __init__(self, start: Cell, end: Cell, tone: Tone = "dark") -> None:
        super().__init__()
        self._start, self._end = centre(start), centre(end)
        self._tone: Tone = tone
        self._pulse = 0.0
        self.setZValue(Z_GUIDE)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_pulse(self, pulse: float) -> None:
        """Widen the ring."""
        self._pulse = pulse
        self.update()

    def boundingRect(self) -> QRectF:
        """Both ends, the bow between them, and the rings."""
        box = QRectF(self._start, self._end).normalized()
        margin = 2.2 * CELL
        return box.adjusted(-margin, -margin, margin, margin)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Ring, bow, arrow head, goal."""
        colours = OVERLAYS[self._tone]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for swell in (0.62, 0.86):
            radius = CELL * (swell + 0.14 * self._pulse)
            painter.setPen(QPen(colour(colours.reach, 0.75 - 0.3 * self._pulse), 3))
            painter.drawEllipse(self._start, radius, radius)
        bow = self._bow()
        for width, ink in ((8.0, colours.casing), (3.4, colours.neutral)):
            pen = QPen(colour(ink), width)
            pen.setDashPattern([9 / width * 1.2, 7 / width * 1.2])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPath(bow)
            painter.drawEllipse(self._end, 0.42 * CELL, 0.42 * CELL)
        painter.setPen(QPen(colour(colours.casing), 1.5))
        painter.setBrush(colour(colours.neutral))
        painter.drawPath(self._head(bow))

    def _bow(self) -> QPainterPath:
        """A curve that swings below the straight line and ends short of the goal's ring."""
        middle = (self._start + self._end) / 2 + QPointF(0, BEND * CELL)
        path = QPainterPath(self._start + QPointF(0, 0.5 * CELL))
        path.quadTo(middle, self._end - QPointF(0.6 * CELL, -0.05 * CELL))
        return path

    @staticmethod
    def _head(bow: QPainterPath) -> QPainterPath:
        tip, angle = bow.pointAtPercent(1.0), -bow.angleAtPercent(1.0) / 360 * tau
        head = QPainterPath(tip + QPointF(cos(angle), sin(angle)) * 0.22 * CELL)
        for turn in (2.5, -2.5):
            head.lineTo(tip + QPointF(cos(angle + turn), sin(angle + turn)) * 0.24 * CELL)
        head.closeSubpath()
        return head
