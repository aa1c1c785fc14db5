"""What is drawn into the magnifier beside a corner of the grid, and below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen

from gui.panels.drawing import fill_box, font, rounded, text_width
from gui.theme.fonts import SEMIBOLD, SMALL
from gui.theme.palette import OVERLAYS, colour
from gui.windows.grid_fit import Corner

LENS = 98.0
"""Radius of the magnifier, in pixels of the window."""

_CASING, _FRAME = OVERLAYS["dark"].casing, OVERLAYS["dark"].weapon


def paint_cross(painter: QPainter, middle: QPointF, corner: Corner) -> None:
    """The frame's own corner, and a cross whose middle is left free to look at."""
    inward = 1.0 if corner is Corner.FIRST else -1.0
    for ink, width in ((_CASING, 6.0), (_FRAME, 3.0)):
        painter.setPen(QPen(colour(ink, 0.9), width, c=Qt.PenCapStyle.FlatCap))
        for way in (QPointF(1, 0), QPointF(0, 1)):
            painter.drawLine(middle + way * inward * 9, middle + way * inward * LENS)
    for ink, width in ((_CASING, 3.4), ("#FFFFFF", 1.4)):
        painter.setPen(QPen(colour(ink), width))
        for way in (QPointF(1, 0), QPointF(0, 1)):
            painter.drawLine(middle - way * 7, middle + way * 7)


def paint_caption(painter: QPainter, middle: QPointF, room: QSize) -> None:
    """What the arrows do, below the magnifier; above it where there is no room left."""
    words, used = "Arrows nudge 1 px, Shift 0.1 px", font(SMALL, SEMIBOLD)
    width, height = text_width(words, used) + 20, rounded(26)
    x = min(max(middle.x(), width / 2 + 2), room.width() - width / 2 - 2)
    y = middle.y() - 2 * LENS - 40 if middle.y() + height > room.height() else middle.y()
    box = QRectF(x - width / 2, y - height / 2, width, height)
    fill_box(painter, box, 7, _CASING)
    painter.setFont(used)
    painter.setPen(colour("#FFFFFF"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
