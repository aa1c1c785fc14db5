"""Overlays of areas: where one may move, who threatens, how far a weapon reaches, where braced spears wait.

One item for a whole overlay. Cells are (x, y) squares.
"""

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem

from gui.scene import sprites
from gui.scene.geometry import CELL, Cell, Run, cells_bounds, row_runs
from gui.scene.outline import outline_path
from gui.scene.overlay_base import (
    SMALLEST_TEXT,
    OverlayItem,
    draw_sprite,
    draw_sprites,
    grown,
    sprite_box,
    tile_runs,
)
from gui.scene.sprites import Lean
from gui.theme.palette import colour


class AreaItem(OverlayItem):
    """An overlay of one set of squares with an outline."""

    RADIUS, INSET = 6.0, 2.0

    def __init__(self) -> None:
        super().__init__()
        self.cells: frozenset[Cell] = frozenset()
        self.runs: tuple[Run, ...] = ()
        self.outline = QPainterPath()

    def set_data(self, cells: Collection[Cell]) -> None:
        """Show these squares; none hides the overlay."""
        wanted = frozenset(cells)
        if wanted != self.cells:
            self.cells = wanted
            self.runs = row_runs(wanted)
            self.outline = outline_path(wanted, self.RADIUS, self.INSET)
            self.refresh()

    def rebuild(self) -> QRectF:
        return grown(cells_bounds(self.cells), self.px(4))


class ReachItem(AreaItem):
    """Where a move may end: a line around it and a light fill."""

    Z = 31.0  # over the double move: where both end at one wall, the nearer limit is the one to see

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        painter.fillPath(self.outline, colour(colours.reach_fill, colours.reach_fill_alpha))
        casing = self.pen(colours.casing, 6, 0.65)
        self.cased(painter, self.outline, casing, self.pen(colours.reach, 3))


class DoubleReachItem(AreaItem):
    """Where moving twice (or a charge) may end: dashes around it, dots where one move does not reach."""

    Z = 30.0

    def __init__(self) -> None:
        super().__init__()
        self._beyond: tuple[Run, ...] = ()

    def set_data(self, cells: Collection[Cell], inner: Collection[Cell] = ()) -> None:
        """Show `cells`; dots only outside of `inner`, the reach of a single move."""
        self._beyond = row_runs(frozenset(cells).difference(inner))
        super().set_data(cells)
        self.update()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        tile_runs(painter, self._beyond, exposed, sprites.dot_tile(self.tone, self.factor, self.dpr))
        casing = self.pen(colours.casing, 5.5, 0.6)
        self.cased(painter, self.outline, casing, self.dashes(colours.double, 2.8, 11, 7))


class ThreatItem(AreaItem):
    """Squares that are dangerous to leave: hatched, with the number of creatures that threaten each."""

    Z = 32.0
    RADIUS, INSET = 4.0, 0.0

    def __init__(self, lean: Lean = "right") -> None:
        super().__init__()
        self._lean: Lean = lean  # the other side's hatch leans the other way
        self._counts: dict[Cell, int] = {}
        self._one: tuple[Run, ...] = ()
        self._many: tuple[Run, ...] = ()

    def set_data(self, counts: Mapping[Cell, int]) -> None:  # type: ignore[override]
        """Show how many creatures threaten each square; squares with 0 are left out."""
        wanted = {cell: count for cell, count in counts.items() if count > 0}
        if wanted == self._counts:
            return
        self._counts = wanted
        self._one = row_runs(cell for cell, count in wanted.items() if count == 1)
        self._many = row_runs(cell for cell, count in wanted.items() if count > 1)
        super().set_data(wanted)
        self.refresh()

    def rebuild(self) -> QRectF:
        return grown(cells_bounds(self.cells), self.px(4) + self._tag_overhang())

    def _tag_overhang(self) -> float:
        return max(0.0, (self.px(20) - CELL) / 2)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        for runs, many in ((self._one, False), (self._many, True)):
            tile = sprites.hatch_tile(many, self._lean, self.tone, self.factor, self.dpr)
            tile_runs(painter, runs, exposed, tile)
        self.cased(painter, self.outline, self.pen(colours.casing, 4.5, 0.55), self.pen(colours.threat, 2))
        if self.square_px >= SMALLEST_TEXT:
            self._draw_counts(painter, exposed)

    def _draw_counts(self, painter: QPainter, exposed: QRectF) -> None:
        drop = min(CELL / 2, self.px(10))
        near = grown(exposed, CELL)
        spots: dict[int, list[QPointF]] = {}
        for (x, y), count in self._counts.items():
            spot = QPointF((x + 0.5) * CELL, y * CELL + drop)
            if near.contains(spot):
                spots.setdefault(count, []).append(spot)
        for count, places in spots.items():
            draw_sprites(painter, places, sprites.count_tag(count, self.tone, self.factor, self.dpr))


class WeaponReachItem(AreaItem):
    """Squares a weapon can strike: ticks in the corners of each."""

    Z = 34.0

    def __init__(self) -> None:
        super().__init__()
        self._ticks = QPainterPath()

    def rebuild(self) -> QRectF:
        self._ticks = ticks_path(self.cells, inset=5.0, arm=min(self.px(9), CELL * 0.32))
        return grown(cells_bounds(self.cells), self.px(4))

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        self.cased(
            painter,
            self._ticks,
            square_ends(self.pen(self.colours.casing, 6, round_ends=False)),
            square_ends(self.pen(self.colours.weapon, 3, round_ends=False)),
        )


class BracedItem(AreaItem):
    """Squares where a braced weapon strikes whoever charges in: open triangles, a pink line."""

    Z = 33.0
    RADIUS = 4.0

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        tile_runs(painter, self.runs, exposed, sprites.spike_tile(self.tone, self.factor, self.dpr))
        self.cased(painter, self.outline, self.pen(colours.casing, 6), self.pen(colours.aoo, 2.6))


class TerrainMarksItem(OverlayItem):
    """Small marks in the lower right of difficult and impassable squares."""

    Z = 15.0

    def __init__(self) -> None:
        super().__init__()
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self._difficult: frozenset[Cell] = frozenset()
        self._impassable: frozenset[Cell] = frozenset()

    def set_data(self, difficult: Collection[Cell], impassable: Collection[Cell] = ()) -> None:
        """Mark these squares."""
        wanted = frozenset(difficult), frozenset(impassable)
        if wanted != (self._difficult, self._impassable):
            self._difficult, self._impassable = wanted
            self.refresh()

    def rebuild(self) -> QRectF:
        return cells_bounds(self._difficult | self._impassable)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        near = grown(exposed, CELL)
        scale = min(self.factor, self.square_px / 24)  # never more than a corner of the square
        for cells, mark in (
            (self._difficult, sprites.difficult_mark(self.tone, scale, self.dpr)),
            (self._impassable, sprites.impassable_mark(self.tone, scale, self.dpr)),
        ):
            size = mark.deviceIndependentSize() / self.zoom
            dx, dy = CELL - 4 - size.width() / 2, CELL - 5 - size.height() / 2
            spots = [QPointF(x * CELL + dx, y * CELL + dy) for x, y in cells]
            draw_sprites(painter, [spot for spot in spots if near.contains(spot)], mark)


class RangeRingsItem(OverlayItem):
    """Range bands of a shot: a dotted line around each, its name at the top."""

    Z = 34.5  # the names are read also where an area lies

    def __init__(self) -> None:
        super().__init__()
        self._bands: tuple[tuple[str, frozenset[Cell]], ...] = ()
        self._outlines: list[QPainterPath] = []

    def set_data(self, bands: Sequence[tuple[str, Collection[Cell]]]) -> None:
        """Show bands, nearest first, each with its label ("short, 50 ft") and all squares up to it."""
        wanted = tuple((label, frozenset(cells)) for label, cells in bands)
        if wanted != self._bands:
            self._bands = wanted
            self._outlines = [outline_path(cells, 6, 2) for _, cells in wanted]
            self.refresh()

    def _labels(self) -> list[tuple[QPointF, str]]:
        placed = []
        for label, cells in self._bands:
            if cells:
                top = min(y for _, y in cells)
                columns = sorted(x for x, y in cells if y == top)
                across = (columns[len(columns) // 2] + 0.5) * CELL
                # On the line; at the edge of the map inside of it, as there the view may end.
                placed.append((QPointF(across, top * CELL if top > 0 else 0.5 * CELL), label))
        return placed

    def rebuild(self) -> QRectF:
        box = QRectF()
        for _, cells in self._bands:
            box = box.united(grown(cells_bounds(cells), self.px(4)))
        for spot, label in self._labels():
            chip = sprites.chip(label, "plain", self.tone, self.factor, self.dpr)
            box = box.united(sprite_box(spot, chip, self.zoom))
        return box

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        for outline in self._outlines:
            casing = self.pen(self.colours.casing, 5)
            self.cased(
                painter, outline, casing, self.dashes(self.colours.neutral, 2, 0.1, 5, round_ends=True)
            )
        if self.square_px >= SMALLEST_TEXT:
            for spot, label in self._labels():
                draw_sprite(painter, spot, sprites.chip(label, "plain", self.tone, self.factor, self.dpr))


class TemplateItem(AreaItem):
    """The squares of a spell or blast, and the point it comes from."""

    Z = 34.0

    def __init__(self) -> None:
        super().__init__()
        self._origin: QPointF | None = None

    def set_data(self, cells: Collection[Cell], origin: tuple[float, float] | None = None) -> None:
        """Show the squares; `origin` is a point in squares (a crossing or a square's middle)."""
        self._origin = None if origin is None else QPointF(origin[0] * CELL, origin[1] * CELL)
        super().set_data(cells)
        self.refresh()

    def rebuild(self) -> QRectF:
        box = grown(cells_bounds(self.cells), self.px(4))
        if self._origin is not None:
            reach = self.px(12)
            box = box.united(
                QRectF(self._origin - QPointF(reach, reach), self._origin + QPointF(reach, reach))
            )
        return box

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        painter.fillPath(self.outline, colour(colours.neutral, 0.16))
        self.cased(painter, self.outline, self.pen(colours.casing, 7), self.pen(colours.neutral, 3))
        if self._origin is not None:
            cross = QPainterPath()
            arm = self.px(7)
            for dx, dy in ((arm, 0.0), (0.0, arm)):
                cross.moveTo(self._origin - QPointF(dx, dy))
                cross.lineTo(self._origin + QPointF(dx, dy))
            self.cased(painter, cross, self.pen(colours.casing, 7), self.pen(colours.neutral, 3))


def ticks_path(cells: Collection[Cell], inset: float, arm: float) -> QPainterPath:
    """Four corner ticks in each square, `inset` from its sides, with arms of `arm`; scene units."""
    path = QPainterPath()
    for x, y in sorted(cells):
        for right, bottom in ((0, 0), (1, 0), (1, 1), (0, 1)):
            cx = (x + right) * CELL + (-inset if right else inset)
            cy = (y + bottom) * CELL + (-inset if bottom else inset)
            path.moveTo(cx, cy + (-arm if bottom else arm))
            path.lineTo(cx, cy)
            path.lineTo(cx + (-arm if right else arm), cy)
    return path


def square_ends(pen: QPen) -> QPen:
    """The pen with ends that make a right-angled corner whole."""
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    return pen
