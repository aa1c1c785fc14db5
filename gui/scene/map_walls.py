"""Walls and doors of a painted map. A drawn line may run at any angle; a door lies along its line.

All in units of 44 a square.
"""

from math import atan2, degrees, hypot

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gui.scene.geometry import CELL
from gui.scene.map_art import Door, Line, MapArt
from gui.theme.fonts import BOLD, ui_font
from gui.theme.palette import MapColours, colour

WALL_WIDTH = 6.0
LEAF_WIDTH = 12.0
LONGEST_LEAF = 1.5  # squares; a wider door has two leaves
OPEN_ANGLE = 78.0  # degrees


def paint_rock_walls(painter: QPainter, colours: MapColours, sides: list[tuple[int, int, int, int]]) -> None:
    """Paint the wall between floor and rock."""
    _stroke(painter, colours, [QLineF(*(end * CELL for end in side)) for side in sides])


def paint_walls(painter: QPainter, art: MapArt, colours: MapColours, region: QRect, secrets: bool) -> None:
    """Paint the free walls and doors that come near `region` (squares)."""
    hidden = [door for door in art.doors if door.state == "secret" and not secrets]
    lines = [_line(part) for part in (*art.walls, *(door[:4] for door in hidden)) if near(part, region)]
    for width, alpha in ((22.0, 0.05), (16.0, 0.07), (11.0, 0.10)):  # a wall stands on both its floors
        painter.strokePath(line_path(lines), QPen(colour("#000000", alpha), width, c=Qt.PenCapStyle.RoundCap))
    _stroke(painter, colours, lines)
    for door in art.doors:
        if door not in hidden and near(door[:4], region):
            paint_door(painter, colours, door)


def near(line: Line, region: QRect) -> bool:
    """Whether painting the line may reach into `region` (squares)."""
    x1, y1, x2, y2 = line
    return (
        max(x1, x2) >= region.left() - 1
        and min(x1, x2) <= region.right() + 2
        and max(y1, y2) >= region.top() - 1
        and min(y1, y2) <= region.bottom() + 2
    )


def _line(part: Line) -> QLineF:
    return QLineF(*(end * CELL for end in part))


def line_path(lines: list[QLineF]) -> QPainterPath:
    """All lines as one path: where they meet, a see-through stroke is laid only once."""
    path = QPainterPath()
    for line in lines:
        path.moveTo(line.p1())
        path.lineTo(line.p2())
    return path


def _stroke(painter: QPainter, colours: MapColours, lines: list[QLineF]) -> None:
    """The wall's body, and a thin light on its upper edge."""
    path = line_path(lines)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, QPen(colour(colours.wall), WALL_WIDTH, c=Qt.PenCapStyle.RoundCap))
    path.translate(0, -2)
    painter.strokePath(path, QPen(colour(colours.wall_high, 0.45), 1, c=Qt.PenCapStyle.SquareCap))


def paint_door(painter: QPainter, colours: MapColours, door: Door) -> None:
    """Paint one door along its line; a secret one as the GM sees it."""
    length = hypot(door.x2 - door.x1, door.y2 - door.y1) * CELL
    painter.save()
    painter.translate(door.x1 * CELL, door.y1 * CELL)
    painter.rotate(degrees(atan2(door.y2 - door.y1, door.x2 - door.x1)))
    match door.state:
        case "secret":
            _secret(painter, colours, length)
        case "window":
            _window(painter, colours, length)
        case "curtain":
            _curtain(painter, colours, length)
        case _:
            _leaves(painter, colours, length, door.state == "open", door.state == "locked")
    painter.restore()


def _leaves(painter: QPainter, colours: MapColours, length: float, ajar: bool, locked: bool) -> None:
    """One leaf, or two that meet in the middle; the line runs from the origin to (length, 0)."""
    two = length > LONGEST_LEAF * CELL
    part = length / 2 if two else length
    _leaf(painter, colours, part, ajar)
    if two:
        painter.save()
        painter.translate(length, 0)
        painter.scale(-1, 1)
        _leaf(painter, colours, part, ajar)
        painter.restore()
    if locked:
        painter.setPen(QPen(colour(colours.wall), 1.4))
        painter.setBrush(colour(colours.wall_high))
        painter.drawEllipse(QPointF(length / 2 if two else length * 0.8, 0), 3.2, 3.2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(colours.wall))
    for x in (0.0, length):
        painter.drawRoundedRect(QRectF(x - 3.5, -5.5, 7, 11), 2, 2)


def _leaf(painter: QPainter, colours: MapColours, length: float, ajar: bool) -> None:
    painter.save()
    if ajar:
        painter.setPen(QPen(colour(colours.ink, colours.ink_alpha * 0.6), 1, Qt.PenStyle.DotLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        swing = QRectF(-length + 3, -length + 3, 2 * length - 6, 2 * length - 6)
        painter.drawArc(swing, 0, -round(OPEN_ANGLE * 16))
        painter.rotate(OPEN_ANGLE)
    width = LEAF_WIDTH * 0.75 if ajar else LEAF_WIDTH
    leaf = QRectF(2, -width / 2, length - 3, width)
    painter.setPen(QPen(colour(colours.wall), 1.6))
    painter.setBrush(colour(colours.wood_high))
    painter.drawRoundedRect(leaf, 2, 2)
    painter.setPen(QPen(colour(colours.ink, colours.ink_alpha), 1))
    for third in (1, 2):
        x = leaf.left() + leaf.width() * third / 3
        painter.drawLine(QLineF(x, leaf.top() + 1, x, leaf.bottom() - 1))
    painter.restore()


def _window(painter: QPainter, colours: MapColours, length: float) -> None:
    painter.setPen(QPen(colour(colours.wall), 1.6))
    painter.setBrush(colour(colours.water_high))
    painter.drawRect(QRectF(0, -3.5, length, 7))
    painter.drawLine(QLineF(0, 0, length, 0))


def _curtain(painter: QPainter, colours: MapColours, length: float) -> None:
    """Cloth in folds: one may walk through, not look through."""
    path = QPainterPath()
    folds = max(2, round(length / 7))
    for fold in range(folds):
        path.quadTo((fold + 0.5) * length / folds, 6.0 if fold % 2 else -6.0, (fold + 1) * length / folds, 0)
    painter.strokePath(path, QPen(colour(colours.wall), 4.6, c=Qt.PenCapStyle.RoundCap))
    painter.strokePath(path, QPen(colour(colours.cloth), 2.6, c=Qt.PenCapStyle.RoundCap))


def _secret(painter: QPainter, colours: MapColours, length: float) -> None:
    """A wall to players; to the GM a dashed piece of it with an S."""
    _stroke(painter, colours, [QLineF(0, 0, length, 0)])
    pen = QPen(colour(colours.wood_high), 2.4, c=Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([2.5, 2.0])
    painter.setPen(pen)
    painter.drawLine(QLineF(0, 0, length, 0))
    painter.translate(length / 2, 0)
    painter.setPen(QPen(colour(colours.wall), 1.4))
    painter.setBrush(colour(colours.wood_high))
    painter.drawEllipse(QPointF(0, 0), 7.5, 7.5)
    painter.setFont(ui_font(11, BOLD))
    painter.drawText(QRectF(-8, -8, 16, 16), Qt.AlignmentFlag.AlignCenter, "S")
