"""The shapes that carry meaning: the outline of a token and the burst of an attack."""

from math import cos, pi, sin, tau
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from gui.theme.palette import SideKey

Shape = Literal["circle", "octagon", "square", "pentagon", "diamond"]

SHAPE_OF_SIDE: dict[SideKey, Shape] = {
    "party": "circle",
    "ally": "circle",
    "foe": "octagon",
    "third": "square",
    "fourth": "pentagon",
    "neutral": "diamond",
    "bystander": "diamond",
}


def token_outline(shape: Shape, centre: QPointF, radius: float) -> QPainterPath:
    """The outline of a token of `shape`. All look equally big at the same `radius`."""
    path = QPainterPath()
    match shape:
        case "circle":
            path.addEllipse(centre, radius, radius)
        case "octagon":
            _polygon(path, centre, [radius * 1.06] * 8, pi / 8)
        case "square":
            side = radius * 0.91
            box = QRectF(centre.x() - side, centre.y() - side, side * 2, side * 2)
            path.addRoundedRect(box, radius * 0.14, radius * 0.14)
        case "pentagon":
            wide = radius * 1.13  # from the middle to a corner; the foot lies nearer, so all of it goes down
            low = QPointF(0, wide * (1 - cos(pi / 5)) / 2)
            _polygon(path, centre + low, [wide] * 5, -pi / 2)
        case "diamond":
            _polygon(path, centre, [radius * 1.18] * 4, 0)
    return path


def burst_path(centre: QPointF, radius: float, points: int = 8) -> QPainterPath:
    """The star of an attack of opportunity: `points` spikes, one to the right."""
    path = QPainterPath()
    _polygon(path, centre, [radius, radius * 0.72] * points, 0)
    return path


def _polygon(path: QPainterPath, centre: QPointF, radii: list[float], first_angle: float) -> None:
    """A closed polygon with a corner at each of `radii`, evenly turned about `centre`."""
    for i, radius in enumerate(radii):
        angle = first_angle + tau * i / len(radii)
        corner = centre + QPointF(cos(angle) * radius, sin(angle) * radius)
        if i:
            path.lineTo(corner)
        else:
            path.moveTo(corner)
    path.closeSubpath()
