"""A map of which parts look as they once did: what the players remember under another picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from gui.scene.geometry import Cell, row_runs
from gui.scene.map_item import MapSource


class Patch(NamedTuple):
    """What is painted on these squares in the place of the rest."""

    source: MapSource
    cells: frozenset[Cell]


class PatchedSource:
    """A `MapSource` with patches of others."""

    def __init__(self, base: MapSource, patches: Iterable[Patch]) -> None:
        self._base, self._patches = base, tuple(patches)

    @property
    def squares(self) -> QRect:
        """The squares that any of them paints."""
        found = self._base.squares
        for patch in self._patches:
            found = found.united(patch.source.squares)
        return found

    @property
    def backdrop(self) -> QColor:
        """What lies around the map as it is."""
        return self._base.backdrop

    def paint(self, painter: QPainter, square_px: float, squares: QRect, grid: bool) -> None:
        """Paint the map as it is, then each patch where it is to be seen."""
        self._base.paint(painter, square_px, squares, grid)
        for source, cells in self._patches:
            outline = QPainterPath()
            for y, x0, x1 in row_runs(cell for cell in cells if squares.contains(*cell)):
                outline.addRect(QRectF(x0 * square_px, y * square_px, (x1 - x0) * square_px, square_px))
            if outline.isEmpty():
                continue
            painter.save()
            painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
            painter.fillPath(outline, source.backdrop)
            source.paint(painter, square_px, squares, grid)
            painter.restore()
