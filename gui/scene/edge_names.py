"""Letters and numbers along the edges of the map, by which questions and the log name squares."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QTransform

from engine.views.squares import square_name
from gui.scene.geometry import CELL
from gui.scene.overlay_base import SMALLEST_TEXT, OverlayItem
from gui.theme.fonts import MEDIUM, ui_font
from gui.theme.palette import colour

OUTSIDE = 0.45
"""How far outside the map the names stand, in squares: clear of the rock that is drawn around it."""
PIXELS = 11.0
AIR = 5.0  # what a name keeps to its left and right from what floats over the map


class EdgeNamesItem(OverlayItem):
    """Columns above and below the map (A, B, C), rows to its left (1, 2). For the GM: they tell its size."""

    Z = 16.0

    def __init__(self) -> None:
        super().__init__()
        self._width = self._height = 0
        self._covered: tuple[QRectF, ...] = ()

    def set_data(self, width: int, height: int) -> None:
        """Name the squares of a map of this size; 0 by 0 for none."""
        if (width, height) != (self._width, self._height):
            self._width, self._height = width, height
            self.refresh()

    def set_covered(self, boxes: Sequence[QRectF]) -> None:
        """What floats over the view, in its pixels: a name partly under it is left out rather than cut."""
        if tuple(boxes) != self._covered:
            self._covered = tuple(boxes)
            self.update()

    def names(self) -> list[tuple[QPointF, str]]:
        """Every name and the middle of it, in scene units."""
        columns = [(square_name((x, 0)).rstrip("0123456789"), x) for x in range(self._width)]
        edges = -OUTSIDE * CELL, (self._height + OUTSIDE) * CELL
        return [
            *((QPointF((x + 0.5) * CELL, edge), name) for edge in edges for name, x in columns),
            *((QPointF(-OUTSIDE * CELL, (y + 0.5) * CELL), str(y + 1)) for y in range(self._height)),
        ]

    def rebuild(self) -> QRectF:
        if not self._width:
            return QRectF()
        return QRectF(-CELL, -CELL, (self._width + 2) * CELL, (self._height + 2) * CELL)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        if self.square_px < SMALLEST_TEXT:
            return
        near = exposed.adjusted(-CELL, -CELL, CELL, CELL)
        view = painter.worldTransform()
        box = QSizeF(CELL * self.zoom, PIXELS * 2)
        painter.setFont(ui_font(PIXELS, MEDIUM))
        painter.setPen(colour(self.colours.double, 0.8))
        painter.setWorldTransform(QTransform())
        for spot, name in self.names():
            if near.contains(spot):
                middle = view.map(spot)
                corner = middle - QPointF(box.width() / 2, box.height() / 2)
                if not self._is_cut(painter.fontMetrics().horizontalAdvance(name), middle):
                    painter.drawText(QRectF(corner, box), Qt.AlignmentFlag.AlignCenter, name)
        painter.setWorldTransform(view)

    def _is_cut(self, width: int, middle: QPointF) -> bool:
        """Whether a name that wide would come under something."""
        size = QSizeF(width + 2 * AIR, PIXELS)
        box = QRectF(middle - QPointF(size.width() / 2, size.height() / 2), size)
        return any(box.intersects(covered) for covered in self._covered)
