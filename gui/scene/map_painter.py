"""Paints a map that has no picture: rock, tiled floor, walls, doors and what stands about.

Everything is vectors at 44 units a square, so one painter serves every zoom; the same map always comes
out the same. The order of painting does the clipping: floor and its shadow first, rock over it.
"""

from functools import lru_cache
from math import atan2, cos, erf, pi, sin, sqrt

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from gui.scene import map_furniture, map_walls
from gui.scene.geometry import CELL, Cell, row_runs
from gui.scene.map_art import Decor, MapArt, noise
from gui.scene.outline import boundary
from gui.theme.palette import MAPS, MapColours, Tone, colour

MARGIN = 1  # squares around the map that its wall and hatching reach into
SMALLEST_GRID = 12.0  # below so many pixels a square the grid is only noise

SMALLEST_DETAIL = 18.0  # below so many pixels a square cracks, blades and fine shadows are not drawn

SHADOW_REACH = 24  # units inside of a wall

Side = tuple[int, int, int, int]  # x1, y1, x2, y2: one side of one square


def whole(art: MapArt) -> QRect:
    """The squares that painting the whole map touches, its margin included."""
    return QRect(-MARGIN, -MARGIN, art.width + 2 * MARGIN, art.height + 2 * MARGIN)


def backdrop(art: MapArt, tone: Tone) -> QColor:
    """The colour that goes on for ever around the map."""
    return colour(MAPS[tone].rock)


def paint_map(
    painter: QPainter,
    art: MapArt,
    tone: Tone,
    square_px: float,
    grid: bool = True,
    squares: QRect | None = None,
    secrets: bool = True,
) -> None:
    """Paint `art` with its top left corner at the painter's origin, a square being `square_px` pixels.

    `squares` limits the work to these squares (the caller clips); None means all of them. With `secrets`
    off a secret door is a piece of wall, as players must see it.
    """
    region = (squares or whole(art)).intersected(whole(art))
    if region.isEmpty():
        return
    colours = MAPS[tone]
    painter.save()
    painter.scale(square_px / CELL, square_px / CELL)
    cells = [(x, y) for y in range(region.top(), region.bottom() + 1) for x in _columns(region)]
    floor = [cell for cell in cells if art.at(*cell) != Decor.ROCK]
    sides = wall_sides(art, region)
    detail = square_px >= SMALLEST_DETAIL
    _paint_floor(painter, colours, floor, detail)
    map_furniture.paint_ground(painter, art, colours, floor)
    map_furniture.paint_things(painter, art, colours, floor)
    if grid and square_px >= SMALLEST_GRID:
        _paint_grid(painter, colours, region, floor, 1.2 * CELL / square_px)
    if art.underground:
        _paint_shadow(painter, sides, shadow_step(square_px))
        _paint_rock(painter, art, colours, cells, sides)
        map_walls.paint_rock_walls(painter, colours, sides)
    map_walls.paint_walls(painter, art, colours, region, secrets)
    painter.restore()


def _columns(region: QRect) -> range:
    return range(region.left(), region.right() + 1)


@lru_cache(maxsize=8)
def _sides_by_square(art: MapArt) -> dict[Cell, list[Side]]:
    """The sides between floor and rock, found under the square they start at."""
    floor = {(i % art.width, i // art.width) for i, code in enumerate(art.decor) if code != Decor.ROCK}
    return {start: [(*start, *end) for end in ends] for start, ends in boundary(floor).items()}


def wall_sides(art: MapArt, region: QRect) -> list[Side]:
    """The sides between floor and rock near `region`, each with the floor on its right hand."""
    sides = _sides_by_square(art)
    near = region.adjusted(-1, -1, 2, 2)
    starts = ((x, y) for y in range(near.top(), near.bottom() + 1) for x in _columns(near))
    return [side for start in starts for side in sides.get(start, ())]


def _paint_floor(painter: QPainter, colours: MapColours, floor: list[Cell], detail: bool) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for y, x0, x1 in row_runs(floor):
        painter.fillRect(QRectF(x0 * CELL, y * CELL, (x1 - x0) * CELL, CELL), colour(colours.floor))
    for x, y in floor:
        tint = colours.tile_a if noise(x, y, 1) < 0.5 else colours.tile_b
        alpha = 0.15 + 0.75 * round(noise(x, y, 2) * 16) / 16
        painter.fillRect(QRectF(x * CELL, y * CELL, CELL, CELL), colour(tint, alpha))
    if not detail:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour(colours.ink, colours.ink_alpha * 0.35), 0.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for x, y in floor:
        if noise(x, y, 3) < 0.2:
            painter.drawPath(_crack(x, y))


def _crack(x: int, y: int) -> QPainterPath:
    path = QPainterPath()
    left, top = (x + 0.2 + 0.6 * noise(x, y, 4)) * CELL, y * CELL
    path.moveTo(left, top)
    left += noise(x, y, 5) * 8 - 4
    path.lineTo(left, top + CELL * 0.4)
    path.lineTo(left + noise(x, y, 6) * 10 - 5, top + CELL * 0.75)
    return path


def _paint_grid(
    painter: QPainter, colours: MapColours, region: QRect, floor: list[Cell], width: float
) -> None:
    """Grid lines on the floor only. This is baked into a picture: translucent lines are slow to repaint."""
    inside = set(floor)
    lines = []
    for x, y in floor:
        lines.append(QLineF(x * CELL, y * CELL, (x + 1) * CELL, y * CELL))
        lines.append(QLineF(x * CELL, y * CELL, x * CELL, (y + 1) * CELL))
        if (x, y + 1) not in inside and y < region.bottom():
            lines.append(QLineF(x * CELL, (y + 1) * CELL, (x + 1) * CELL, (y + 1) * CELL))
        if (x + 1, y) not in inside and x < region.right():
            lines.append(QLineF((x + 1) * CELL, y * CELL, (x + 1) * CELL, (y + 1) * CELL))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour(colours.grid, colours.grid_alpha), width, c=Qt.PenCapStyle.FlatCap))
    painter.drawLines(lines)


def _sides_path(sides: list[Side]) -> QPainterPath:
    path = QPainterPath()
    for x1, y1, x2, y2 in sides:
        path.moveTo(x1 * CELL, y1 * CELL)
        path.lineTo(x2 * CELL, y2 * CELL)
    return path


def shadow_step(square_px: float) -> int:
    """How wide one step of a wall's shadow is, in units: finer where a step could be seen."""
    if square_px < SMALLEST_DETAIL:
        return 12
    return 4 if square_px < 56 else 2


@lru_cache(maxsize=8)
def shadow_levels(
    step: int, strength: float = 0.30, half_width: float = 10.0, blur: float = 7.0
) -> list[float]:
    """Opacities of strokes that together look like one blurred stroke of 2 x `half_width` units.

    The first is the narrowest, 2 x `step` units wide; each next is as much wider, up to SHADOW_REACH.
    """

    def blurred(distance: float) -> float:
        scale = blur * sqrt(2)
        return strength / 2 * (erf((half_width - distance) / scale) + erf((half_width + distance) / scale))

    edges = range(step, SHADOW_REACH + 1, step)
    return [blurred(edge - step / 2) - blurred(edge + step / 2) for edge in edges]


def _paint_shadow(painter: QPainter, sides: list[Side], step: int) -> None:
    path = _sides_path(sides)
    for i, alpha in enumerate(shadow_levels(step), start=1):
        painter.strokePath(path, QPen(colour("#000000", alpha), 2 * i * step, c=Qt.PenCapStyle.RoundCap))


def _paint_rock(
    painter: QPainter,
    art: MapArt,
    colours: MapColours,
    cells: list[Cell],
    sides: list[Side],
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for y, x0, x1 in row_runs(cell for cell in cells if art.at(*cell) == Decor.ROCK):
        painter.fillRect(QRectF(x0 * CELL, y * CELL, (x1 - x0) * CELL, CELL), colour(colours.rock))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour(colours.hatch), 1.4, c=Qt.PenCapStyle.RoundCap))
    painter.drawLines([line for side in sides for line in _hatching(*side)])


@lru_cache(maxsize=20_000)
def _hatching(x1: int, y1: int, x2: int, y2: int) -> list[QLineF]:
    """Three bundles of three strokes on the rock side of a wall."""
    nx, ny = y2 - y1, x1 - x2  # away from the floor
    key = (x1 + x2, y1 + y2)  # doubled middle: a square's own number for each of its sides
    lines = []
    for bundle in range(3):
        along = (bundle + 0.5) / 3 - 0.5
        depth = 0.2 + 0.12 * noise(*key, bundle)
        cx = ((x1 + x2) / 2 + (x2 - x1) * along + nx * depth) * CELL
        cy = ((y1 + y2) / 2 + (y2 - y1) * along + ny * depth) * CELL
        lean = 0.75 if bundle % 2 else -0.75
        angle = atan2(ny, nx) + lean + (noise(*key, bundle + 3) - 0.5) * 0.35
        length = 6 + 1.5 * noise(*key, bundle + 6)
        dx, dy = cos(angle) * length, sin(angle) * length
        for stroke in (-1, 0, 1):
            ox, oy = cos(angle + pi / 2) * stroke * 4.4, sin(angle + pi / 2) * stroke * 4.4
            lines.append(QLineF(cx + ox - dx, cy + oy - dy, cx + ox + dx, cy + oy + dy))
    return lines


@lru_cache(maxsize=4)
def render_map(art: MapArt, tone: Tone, square_px: float, grid: bool = True, secrets: bool = True) -> QImage:
    """The map as an opaque picture of width x height squares, remembered. Shared: never paint on it."""
    image = QImage(round(art.width * square_px), round(art.height * square_px), QImage.Format.Format_RGB32)
    image.fill(backdrop(art, tone))
    painter = QPainter(image)
    paint_map(painter, art, tone, square_px, grid, secrets=secrets)
    painter.end()
    return image
