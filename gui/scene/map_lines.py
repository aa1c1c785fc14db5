"""What a picture cannot tell by itself: walls as thin lines, doors as marks to click, lights as faint rings.

The picture shows the walls already. The lines say which of them the rules know, to the GM alone; the
players see the doors only, since a door's state is news to the picture too.
"""

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gui.scene.geometry import CELL, stroke_factor
from gui.scene.map_art import Door, Line
from gui.scene.map_walls import line_path, near, paint_door
from gui.theme.icons import paint_icon
from gui.theme.palette import MAPS, OVERLAYS, Tone, colour

LINE_WIDTH, CASING_WIDTH = 2.0, 4.2  # pixels at zoom 1
SUN_SIZE = 15.0
SMALLEST_DOOR, SMALLEST_SUN = 8.0, 14.0  # below so many pixels a square they would be specks


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light: its middle and radius in squares, its colour as "rrggbb"."""

    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class MapLines:
    """What lies over a picture. `curtains` stop sight only and are dashed."""

    walls: tuple[Line, ...] = ()
    curtains: tuple[Line, ...] = ()
    doors: tuple[Door, ...] = ()
    lamps: tuple[Lamp, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to paint."""
        return not (self.walls or self.curtains or self.doors or self.lamps)


def paint_lines(painter: QPainter, lines: MapLines, tone: Tone, square_px: float, squares: QRect) -> None:
    """Paint what comes near `squares`, the map's square (0, 0) being at the painter's origin."""
    if lines.empty:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(square_px / CELL, square_px / CELL)
    unit = stroke_factor(square_px / CELL) * CELL / square_px  # scene units of a pixel at zoom 1
    for lamp in lines.lamps:
        if _reaches(lamp, squares):
            _paint_lamp(painter, lamp, unit, square_px >= SMALLEST_SUN)
    _paint_walls(painter, [line for line in lines.walls if near(line, squares)], tone, unit)
    _paint_walls(painter, [line for line in lines.curtains if near(line, squares)], tone, unit, dashed=True)
    if square_px >= SMALLEST_DOOR:
        for door in lines.doors:
            if near(door[:4], squares):
                paint_door(painter, MAPS[tone], door)
    painter.restore()


def _paint_walls(painter: QPainter, walls: list[Line], tone: Tone, unit: float, dashed: bool = False) -> None:
    """One path for all of them: where pieces meet, the casing of one must not cross the line of another."""
    path = line_path([QLineF(*(end * CELL for end in wall)) for wall in walls])
    colours = OVERLAYS[tone]
    painter.strokePath(path, _pen(colours.casing, CASING_WIDTH * unit, 0.75))
    line = _pen(MAPS[tone].line, LINE_WIDTH * unit)
    if dashed:
        line.setDashPattern([4.0, 3.0])
    painter.strokePath(path, line)


def _pen(ink: str, width: float, alpha: float = 1.0) -> QPen:
    return QPen(
        colour(ink, alpha),
        width,
        Qt.PenStyle.SolidLine,
        Qt.PenCapStyle.RoundCap,
        Qt.PenJoinStyle.RoundJoin,
    )


def _paint_lamp(painter: QPainter, lamp: Lamp, unit: float, sun: bool) -> None:
    middle, reach = QPointF(lamp.x, lamp.y) * CELL, lamp.radius * CELL
    ring = QPainterPath()
    ring.addEllipse(middle, reach, reach)
    # A lamp's own colour is light: what surrounds it is dark on every map.
    painter.strokePath(ring, _pen(OVERLAYS["dark"].casing, 2.6 * unit, 0.3))
    pen = _pen(f"#{lamp.colour}", 1.2 * unit, 0.45)
    pen.setDashPattern([6.0, 5.0])
    painter.strokePath(ring, pen)
    if sun:
        side = SUN_SIZE * unit
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(OVERLAYS["dark"].casing, 0.6))
        painter.drawEllipse(middle, side * 0.62, side * 0.62)
        paint_icon(painter, "sun", middle, side, f"#{lamp.colour}")


def _reaches(lamp: Lamp, squares: QRect) -> bool:
    reach = lamp.radius + 1
    box = QRectF(lamp.x - reach, lamp.y - reach, 2 * reach, 2 * reach)
    return box.intersects(QRectF(squares))
