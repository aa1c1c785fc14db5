"""What lies and stands on the floor of a painted map: water, grass, stairs, pews, pillars, rubble.

All in units of 44 a square.
"""

from functools import lru_cache
from math import cos, sin, tau

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from gui.scene.geometry import CELL, Cell
from gui.scene.map_art import Decor, MapArt, noise, patches
from gui.scene.outline import outline_path
from gui.theme.palette import MapColours, colour


def paint_ground(painter: QPainter, art: MapArt, colours: MapColours, floor: list[Cell]) -> None:
    """Paint what covers whole squares: grass, boards, water, chasms and stairs."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shown = set(floor)
    for x, y in floor:
        match art.at(x, y):
            case Decor.WOOD:
                _boards(painter, colours, x, y)
            case Decor.GRASS:
                _grass_square(painter, colours, x, y)
            case Decor.STAIRS:
                _stairs(painter, art, colours, x, y)
            case _:
                pass
    for code, paint in ((Decor.POOL, _pool), (Decor.CHASM, _chasm)):
        for patch in patches(art, code):
            if not shown.isdisjoint(patch):
                paint(painter, colours, patch)


def paint_things(painter: QPainter, art: MapArt, colours: MapColours, floor: list[Cell]) -> None:
    """Paint what stands on a square."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shown = set(floor)
    for x, y in floor:
        match art.at(x, y):
            case Decor.RUBBLE:
                _rubble(painter, colours, x, y)
            case Decor.PEW:
                _pew(painter, colours, x, y)
            case Decor.PILLAR:
                _pillar(painter, colours, x, y)
            case Decor.FONT:
                _font(painter, colours, x, y)
            case _:
                pass
    for patch in patches(art, Decor.ALTAR):
        if not shown.isdisjoint(patch):
            _altar(painter, colours, patch)


def _ink(colours: MapColours, width: float) -> QPen:
    return QPen(colour(colours.ink, colours.ink_alpha), width)


@lru_cache(maxsize=64)
def _blob(patch: frozenset[Cell]) -> QPainterPath:
    """A patch with a soft shore, a little inside of its squares."""
    return outline_path(patch, radius=16, inset=3)


def _pool(painter: QPainter, colours: MapColours, patch: frozenset[Cell]) -> None:
    painter.setBrush(colour(colours.water))
    painter.setPen(_ink(colours, 2))
    painter.drawPath(_blob(patch))
    waves = QPainterPath()
    for x, y in sorted(patch):
        for left, top in ((x * CELL + 9, y * CELL + 17), (x * CELL + 15, y * CELL + 30)):
            waves.moveTo(left, top)
            waves.quadTo(left + 5, top - 5, left + 10, top)
            waves.quadTo(left + 15, top + 5, left + 20, top)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(colours.water_high), 1.6, c=Qt.PenCapStyle.RoundCap))
    painter.drawPath(waves)


def _chasm(painter: QPainter, colours: MapColours, patch: frozenset[Cell]) -> None:
    blob = _blob(patch)
    painter.setBrush(colour(colours.chasm))
    painter.setPen(_ink(colours, 2))
    painter.drawPath(blob)
    painter.save()
    painter.setClipPath(blob, Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for depth, alpha in ((5, 0.30), (14, 0.20), (24, 0.12)):  # ledges, going down into the dark
        painter.setPen(QPen(colour(colours.stone, alpha), 2))
        painter.drawPath(outline_path(patch, radius=max(4, 16 - depth / 2), inset=min(18, 3 + depth)))
    painter.restore()


def _grass_square(painter: QPainter, colours: MapColours, x: int, y: int) -> None:
    painter.fillRect(QRectF(x * CELL, y * CELL, CELL, CELL), colour(colours.grass, 0.85))
    painter.setPen(QPen(colour(colours.grass_high, 0.8), 1.3, c=Qt.PenCapStyle.RoundCap))
    blades = []
    for tuft in range(4):
        left = x * CELL + 5 + noise(x, y, 20 + tuft) * (CELL - 10)
        foot = y * CELL + 10 + noise(x, y, 30 + tuft) * (CELL - 14)
        blades += [QLineF(left, foot, left + lean, foot - 5 - abs(lean) / 3) for lean in (-2.5, 0.0, 2.5)]
    painter.drawLines(blades)


def _boards(painter: QPainter, colours: MapColours, x: int, y: int) -> None:
    for i in range(4):
        board = colours.wood if noise(x * 4 + i, y, 40) < 0.5 else colours.wood_high
        painter.fillRect(QRectF(x * CELL, y * CELL + i * 11, CELL, 11), colour(board, 0.75))
    painter.setPen(_ink(colours, 0.9))
    painter.drawLines(
        [QLineF(x * CELL, y * CELL + i * 11, (x + 1) * CELL, y * CELL + i * 11) for i in range(4)]
    )
    joints = [(x + 0.15 + 0.7 * noise(x, y, 50 + i)) * CELL for i in range(4)]
    painter.drawLines(
        [QLineF(at, y * CELL + i * 11, at, y * CELL + i * 11 + 11) for i, at in enumerate(joints) if i % 2]
    )


@lru_cache(maxsize=16)
def _flights(art: MapArt) -> dict[Cell, tuple[int, bool]]:
    """For each square of stairs: how many squares down its flight it is, and whether the flight runs across.

    A flight is drawn as going down, southwards or eastwards.
    """
    placed: dict[Cell, tuple[int, bool]] = {}
    for patch in patches(art, Decor.STAIRS):
        left, top = min(x for x, _ in patch), min(y for _, y in patch)
        across = max(x for x, _ in patch) - left > max(y for _, y in patch) - top
        for x, y in patch:
            placed[x, y] = (x - left if across else y - top, across)
    return placed


def _stairs(painter: QPainter, art: MapArt, colours: MapColours, x: int, y: int) -> None:
    depth, across = _flights(art)[x, y]
    painter.setPen(_ink(colours, 1.4))
    for i in range(4):
        dark = colour("#000000", min(0.5, 0.05 + (depth * 4 + i) * 0.035))
        if across:
            painter.fillRect(QRectF(x * CELL + i * 11, y * CELL, 11, CELL), dark)
            painter.drawLine(QLineF(x * CELL + i * 11, y * CELL, x * CELL + i * 11, (y + 1) * CELL))
        else:
            painter.fillRect(QRectF(x * CELL, y * CELL + i * 11, CELL, 11), dark)
            painter.drawLine(QLineF(x * CELL, y * CELL + i * 11, (x + 1) * CELL, y * CELL + i * 11))


def _rubble(painter: QPainter, colours: MapColours, x: int, y: int) -> None:
    painter.setBrush(colour(colours.rubble))
    painter.setPen(_ink(colours, 1))
    for stone in range(7):
        key = 60 + stone * 10
        cx = x * CELL + 6 + noise(x, y, key) * (CELL - 12)
        cy = y * CELL + 6 + noise(x, y, key + 1) * (CELL - 12)
        radius = 3 + 5 * noise(x, y, key + 2)
        angles = [corner / 5 * tau + noise(x, y, key + 3 + corner) * 0.6 for corner in range(5)]
        painter.drawPolygon(QPolygonF([QPointF(cx + cos(a) * radius, cy + sin(a) * radius) for a in angles]))


def _pew(painter: QPainter, colours: MapColours, x: int, y: int) -> None:
    painter.setPen(_ink(colours, 1))
    painter.setBrush(colour(colours.wood))
    painter.drawRect(QRectF(x * CELL, y * CELL + 8, CELL, 12))
    painter.setBrush(colour(colours.wood_high))
    painter.drawRect(QRectF(x * CELL, y * CELL + 24, CELL, 11))


def _pillar(painter: QPainter, colours: MapColours, x: int, y: int) -> None:
    left, top = x * CELL, y * CELL
    middle = QPointF(left + CELL / 2, top + CELL / 2)
    _shade(painter, QPointF(middle.x() + 2, middle.y() + 4), 18, 0.28)
    painter.setPen(QPen(colour(colours.wall), 1.6))
    painter.setBrush(colour(colours.stone))
    painter.drawRoundedRect(QRectF(left + 4, top + 4, CELL - 8, CELL - 8), 4, 4)
    painter.setPen(_ink(colours, 1.2))
    painter.setBrush(colour(colours.stone_high))
    painter.drawEllipse(middle, 13.5, 13.5)
    painter.setPen(_ink(colours, 0.9))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, 8.5, 8.5)


def _font(painter: QPainter, colours: MapColours, x: int, y: int) -> None:
    middle = QPointF((x + 0.5) * CELL, (y + 0.5) * CELL)
    _shade(painter, QPointF(middle.x(), middle.y() + 3), 19, 0.25)
    painter.setPen(QPen(colour(colours.wall), 1.6))
    painter.setBrush(colour(colours.stone))
    painter.drawEllipse(middle, 18, 18)
    painter.setPen(_ink(colours, 1))
    for fill, radius in ((colours.wood_high, 11.5), (colours.wood, 4)):
        painter.setBrush(colour(fill))
        painter.drawEllipse(middle, radius, radius)


def _altar(painter: QPainter, colours: MapColours, patch: frozenset[Cell]) -> None:
    """One altar over the whole patch, its cloth along the longer way."""
    left, top = min(x for x, _ in patch) * CELL, min(y for _, y in patch) * CELL
    right, bottom = (max(x for x, _ in patch) + 1) * CELL, (max(y for _, y in patch) + 1) * CELL
    table = QRectF(left + 6, top + 4, right - left - 10, bottom - top - 10)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#000000", 0.3))
    painter.drawRoundedRect(table.translated(2, 4), 3, 3)
    painter.setPen(QPen(colour(colours.wall), 1.6))
    painter.setBrush(colour(colours.stone))
    painter.drawRoundedRect(table, 3, 3)
    painter.setBrush(colour(colours.cloth, 0.85))
    painter.setPen(Qt.PenStyle.NoPen)
    long = table.height() >= table.width()
    painter.drawRect(table.adjusted(5, 0.8, -5, -0.8) if long else table.adjusted(0.8, 5, -0.8, -5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(colours.stone_high), 1.6))
    painter.drawEllipse(table.center(), 6, 6)


def _shade(painter: QPainter, middle: QPointF, radius: float, alpha: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour("#000000", alpha))
    painter.drawEllipse(middle, radius, radius)
