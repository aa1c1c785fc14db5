"""Overlays along a way: path, safe route and withdrawal, charge, and the shot that cannot be taken.

Ways are squares, the start included; `size` is the mover's footprint in squares.
"""

from collections.abc import Collection, Sequence
from math import hypot

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from gui.scene import sprites
from gui.scene.geometry import CELL, Cell, cells_bounds, centre
from gui.scene.outline import outline_path
from gui.scene.overlay_base import OverlayItem, draw_sprite, draw_sprites, grown, sprite_box
from gui.scene.overlay_shapes import (
    arrow_head,
    chevrons,
    cross,
    diamond,
    direction,
    hull,
    points_along,
    polyline,
    shortened,
)
from gui.scene.token_art import MARGIN, TokenLook, disc_radius, token_pixmap
from gui.theme.palette import colour

BEYOND_THE_TOKEN = 0.9
"""How far along the first step of a withdrawal its shield stands: the token would hide it halfway."""


class PathItem(OverlayItem):
    """The way being drawn: a thick line, diamonds at waypoints, a dashed ghost where it ends.

    What lies beyond the allowance is thin and crossed; the ghost stands on the last square within it.
    """

    Z = 41.0

    def __init__(self) -> None:
        super().__init__()
        self._cells: tuple[Cell, ...] = ()
        self._within = 0
        self._waypoints: tuple[int, ...] = ()
        self._ghost: TokenLook | None = None
        self._size = 1

    def set_data(
        self,
        cells: Sequence[Cell],
        waypoints: Sequence[int] = (),
        ghost: TokenLook | None = None,
        within: int | None = None,
        size: int = 1,
    ) -> None:
        """Show a way; `waypoints` are indices into it, `within` counts the squares inside the allowance
        (the start included; None: all). An empty way hides the overlay."""
        count = len(cells) if within is None else max(0, min(within, len(cells)))
        wanted = tuple(cells), count, tuple(waypoints), ghost, size
        if wanted != (self._cells, self._within, self._waypoints, self._ghost, self._size):
            self._cells, self._within, self._waypoints, self._ghost, self._size = wanted
            self.refresh()

    def rebuild(self) -> QRectF:
        if not self._cells:
            return QRectF()
        box = hull([centre(cell, self._size) for cell in self._cells])
        margin = max(self.px(12), ghost_reach(self._size) if self._ghost else 0.0)
        return grown(box.adjusted(-0.1, -0.1, 0.1, 0.1), margin)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        inside, beyond = self._cells[: self._within], self._cells[max(0, self._within - 1) :]
        if len(beyond) > 1:
            self._draw_beyond(painter, beyond)
        self.cased(
            painter,
            polyline(inside, self._size),
            self.pen(colours.casing, 10),
            self.pen(colours.neutral, 5),
        )
        painter.setPen(self.pen(colours.casing, 2.5))
        painter.setBrush(colour(colours.neutral))
        for index in self._waypoints:
            if index < len(self._cells):
                painter.drawPath(diamond(centre(self._cells[index], self._size), self.px(9.5)))
        if self._ghost is not None and inside:
            sprite = token_pixmap(self._ghost, self.square_px, self.dpr, self.tone)
            draw_sprite(painter, centre(inside[-1], self._size), sprite)

    def _draw_beyond(self, painter: QPainter, beyond: Sequence[Cell]) -> None:
        colours = self.colours
        line = polyline(beyond, self._size)
        for cell in beyond[1:]:
            line.addPath(cross(centre(cell, self._size), self.px(6)))
        self.cased(painter, line, self.pen(colours.casing, 5), self.pen(colours.neutral, 2))


class SafeRouteItem(OverlayItem):
    """Beads along a way without attacks. As a withdrawal: a shield on the first step, an arrow at the end."""

    Z = 40.0

    def __init__(self) -> None:
        super().__init__()
        self._cells: tuple[Cell, ...] = ()
        self._withdrawal = False
        self._size = 1
        self._beads: list[QPointF] = []
        self._arrow = QPainterPath()

    def set_data(self, cells: Sequence[Cell], withdrawal: bool = False, size: int = 1) -> None:
        """Show a way; an empty one hides the overlay."""
        wanted = tuple(cells), withdrawal, size
        if wanted != (self._cells, self._withdrawal, self._size):
            self._cells, self._withdrawal, self._size = wanted
            self.refresh()

    def _points(self) -> list[QPointF]:
        return [centre(cell, self._size) for cell in self._cells]

    def rebuild(self) -> QRectF:
        points = self._points()
        if not points:
            return QRectF()
        self._beads = points_along(points, self.px(15))
        self._arrow = QPainterPath()
        if self._withdrawal and len(points) > 1:
            angle = direction(points[-2], points[-1])
            tip = points[-1] + (points[-1] - points[-2]) * (self.px(6) / _length(points[-2], points[-1]))
            self._arrow = arrow_head(tip, angle, self.px(17), self.px(22))
            # The arrow and the shield stand in for the beads below them.
            clear = self.px(13)
            self._beads = [bead for bead in self._beads if _length(bead, points[-1]) > clear]
        return grown(hull(points).adjusted(-0.1, -0.1, 0.1, 0.1), self.px(18))

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        draw_sprites(painter, self._beads, sprites.bead(self.tone, self.factor, self.dpr))
        if self._withdrawal and len(self._cells) > 1:
            painter.setPen(self.pen(colours.casing, 2.4))
            painter.setBrush(colour(colours.withdraw))
            painter.drawPath(self._arrow)
            points = self._points()
            clear = points[0] + (points[1] - points[0]) * BEYOND_THE_TOKEN
            draw_sprite(painter, clear, sprites.shield(self.tone, self.factor, self.dpr))


class ChargeItem(OverlayItem):
    """A charge: a band with chevrons, the squares too near to charge into, a ghost where it ends.

    The target's ticks belong to its token (`TokenLook.target`), which would hide them here.
    """

    Z = 42.0

    def __init__(self) -> None:
        super().__init__()
        self._cells: tuple[Cell, ...] = ()
        self._too_near: frozenset[Cell] = frozenset()
        self._ghost: TokenLook | None = None
        self._size = 1
        self._outline = QPainterPath()
        self._chevrons = QPainterPath()

    def set_data(
        self,
        cells: Sequence[Cell],
        too_near: Collection[Cell] = (),
        ghost: TokenLook | None = None,
        size: int = 1,
    ) -> None:
        """Show the band along `cells` and the squares `too_near`; either may be empty."""
        wanted = tuple(cells), frozenset(too_near), ghost, size
        if wanted != (self._cells, self._too_near, self._ghost, self._size):
            self._cells, self._too_near, self._ghost, self._size = wanted
            self._outline = outline_path(self._too_near, 6, 3)
            self.refresh()

    def rebuild(self) -> QRectF:
        points = [centre(cell, self._size) for cell in self._cells]
        self._chevrons = chevrons(points, self.px(15), self.px(5.5))
        box = grown(cells_bounds(self._too_near), self.px(4))
        if points:
            margin = max(self.px(10), ghost_reach(self._size) if self._ghost else 0.0)
            box = box.united(grown(hull(points).adjusted(-0.1, -0.1, 0.1, 0.1), margin))
        return box

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        if self._too_near:
            painter.fillPath(self._outline, colour(colours.casing, 0.45))
            painter.strokePath(self._outline, self.dashes(colours.neutral, 2, 0.1, 5, round_ends=True))
        if self._cells:
            band = polyline(self._cells, self._size)
            self.cased(painter, band, self.pen(colours.casing, 17), self.pen(colours.charge, 12))
            painter.strokePath(self._chevrons, self.pen(colours.ink, 2.4))
            if self._ghost is not None:
                sprite = token_pixmap(self._ghost, self.square_px, self.dpr, self.tone)
                draw_sprite(painter, centre(self._cells[-1], self._size), sprite)


class NoShotItem(OverlayItem):
    """A shot that may not be taken: dashes to the target, crossed in the middle, tied to the foe too near."""

    Z = 45.0

    def __init__(self) -> None:
        super().__init__()
        self._ends: tuple[QPointF, QPointF] | None = None
        self._ties: tuple[tuple[QPointF, QPointF], ...] = ()

    def set_data(
        self, shooter: Cell | None, target: Cell | None = None, near: Collection[Cell] = (), size: int = 1
    ) -> None:
        """Show the refused shot; `near` are the foes that forbid it. No shooter or target hides it."""
        if shooter is None or target is None:
            self._ends, self._ties = None, ()
        else:
            start = centre(shooter, size)
            self._ends = start, centre(target)
            self._ties = tuple((start, centre(cell)) for cell in sorted(near))
        self.refresh()

    def rebuild(self) -> QRectF:
        if self._ends is None:
            return QRectF()
        points = [*self._ends, *(end for _, end in self._ties)]
        box = grown(hull(points).adjusted(-0.1, -0.1, 0.1, 0.1), self.px(8))
        return box.united(sprite_box(self._middle(), self._disc(), self.zoom))

    def _middle(self) -> QPointF:
        assert self._ends is not None
        return (self._ends[0] + self._ends[1]) / 2

    def _disc(self) -> QPixmap:
        return sprites.crossed_disc(self.tone, self.factor, self.dpr)

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        if self._ends is None:
            return
        colours, shot, ties = self.colours, QPainterPath(self._ends[0]), QPainterPath()
        shot.lineTo(self._ends[1])
        self.cased(painter, shot, self.pen(colours.casing, 7), self.dashes(colours.neutral, 3, 12, 9))
        for start, end in self._ties:
            near_start, near_end = shortened(start, end, disc_radius(1), disc_radius(1))
            ties.moveTo(near_start)
            ties.lineTo(near_end)
        self.cased(painter, ties, self.pen(colours.casing, 13), self.pen(colours.neutral, 7))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_sprite(painter, self._middle(), self._disc())


def ghost_reach(size: int) -> float:
    """How far a ghost's picture goes from its middle, in scene units."""
    return size * CELL / 2 + MARGIN + 2


def _length(start: QPointF, end: QPointF) -> float:
    way = end - start
    return hypot(way.x(), way.y())
