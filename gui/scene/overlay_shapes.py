"""Lines through squares: where they run, what is dotted along them, which way they point."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from gui.scene.geometry import Cell, centre


def polyline(cells: Sequence[Cell], size: int = 1) -> QPainterPath:
    """A line through the middles of footprints of `size` squares."""
    path = QPainterPath()
    if cells:
        path.addPolygon(QPolygonF([centre(cell, size) for cell in cells]))
    return path


def points_along(points: Sequence[QPointF], spacing: float, first: float = 0.0) -> list[QPointF]:
    """Points every `spacing` along the line, the first at distance `first`. Raises ValueError at 0."""
    if spacing <= 0:
        raise ValueError("spacing must be above 0")
    found, ahead = [], first
    for start, end in pairwise(points):
        way = end - start
        length = hypot(way.x(), way.y())
        while length > 0 and ahead <= length + 1e-9:
            found.append(start + way * (ahead / length))
            ahead += spacing
        ahead -= length
    return found


def direction(start: QPointF, end: QPointF) -> float:
    """The angle from `start` to `end` in radians, y down."""
    return atan2(end.y() - start.y(), end.x() - start.x())


def shortened(start: QPointF, end: QPointF, at_start: float, at_end: float) -> tuple[QPointF, QPointF]:
    """The line with both ends pulled in; at least a point in its middle is left."""
    way = end - start
    length = hypot(way.x(), way.y())
    if length <= at_start + at_end:
        middle = (start + end) / 2
        return middle, middle
    return start + way * (at_start / length), end - way * (at_end / length)


def arrow_head(tip: QPointF, angle: float, length: float, width: float) -> QPainterPath:
    """A filled arrow head whose tip is at `tip`."""
    back = tip - QPointF(cos(angle), sin(angle)) * length
    side = QPointF(-sin(angle), cos(angle)) * (width / 2)
    path = QPainterPath(tip)
    path.lineTo(back + side)
    path.lineTo(back - side)
    path.closeSubpath()
    return path


def chevrons(points: Sequence[QPointF], spacing: float, size: float) -> QPainterPath:
    """Open arrow points along a line, evenly spread over each straight piece, `size` from tip to foot."""
    path = QPainterPath()
    for start, end in pairwise(points):
        way = end - start
        count = max(1, round(hypot(way.x(), way.y()) / spacing))
        along = QPointF(cos(direction(start, end)), sin(direction(start, end)))
        across = QPointF(-along.y(), along.x())
        for i in range(count):
            middle = start + way * ((i + 0.5) / count)
            foot = middle - along * (size * 0.55)
            path.moveTo(foot - across * (size * 0.82))
            path.lineTo(middle + along * (size * 0.45))
            path.lineTo(foot + across * (size * 0.82))
    return path


def diamond(middle: QPointF, half: float) -> QPainterPath:
    """A square stood on its corner, `half` from middle to corner."""
    path = QPainterPath(middle + QPointF(half, 0))
    for dx, dy in ((0.0, half), (-half, 0.0), (0.0, -half)):
        path.lineTo(middle + QPointF(dx, dy))
    path.closeSubpath()
    return path


def cross(middle: QPointF, half: float) -> QPainterPath:
    """A diagonal cross."""
    path = QPainterPath(middle - QPointF(half, half))
    path.lineTo(middle + QPointF(half, half))
    path.moveTo(middle + QPointF(-half, half))
    path.lineTo(middle + QPointF(half, -half))
    return path


def hull(points: Sequence[QPointF]) -> QRectF:
    """The box around points; null if there are none."""
    return QPolygonF(list(points)).boundingRect() if points else QRectF()
