"""Overlays of attacks that a move provokes: who strikes, where, and how likely."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPixmap

from gui.scene import sprites
from gui.scene.geometry import CELL, Cell, cell_rect, centre
from gui.scene.overlay_base import SMALLEST_TEXT, OverlayItem, draw_sprite, draw_sprites, grown, sprite_box
from gui.scene.overlay_shapes import arrow_head, direction, hull, points_along, shortened
from gui.scene.pill_layout import Box, Placed, Wanted, place_labels
from gui.scene.sprites import PillIcon
from gui.scene.token_art import disc_radius
from gui.theme.palette import colour


class Strike(NamedTuple):
    """A line from an attacker to the square being left; `at_token` ends it at a token's edge."""

    attacker: Cell
    target: Cell
    attacker_size: int = 1
    target_size: int = 1
    at_token: bool = False


class Burst(NamedTuple):
    """A square whose leaving provokes; `text` is the number of attackers, or "!" for players.

    The place may lie between squares, so that a burst can make way for a token.
    """

    cell: tuple[float, float]
    text: str
    size: int = 1


class Pill(NamedTuple):
    """An attack's label beside the square being left. Hollow while another attack is rolled first."""

    cell: Cell
    text: str
    hollow: bool = False
    icon: PillIcon = "burst"
    size: int = 1


class StrikesItem(OverlayItem):
    """Dotted lines from attackers to the squares where they strike."""

    Z = 45.0

    def __init__(self) -> None:
        super().__init__()
        self._strikes: tuple[Strike, ...] = ()
        self._lines = QPainterPath()
        self._dots: list[QPointF] = []
        self._heads = QPainterPath()

    def set_data(self, strikes: Sequence[Strike]) -> None:
        """Show these lines; none hides the overlay."""
        if tuple(strikes) != self._strikes:
            self._strikes = tuple(strikes)
            self.refresh()

    def rebuild(self) -> QRectF:
        self._lines, self._dots, self._heads = QPainterPath(), [], QPainterPath()
        ends = []
        for strike in self._strikes:
            start = centre(strike.attacker, strike.attacker_size)
            end = centre(strike.target, strike.target_size)
            clear = disc_radius(strike.target_size) + 6.5 if strike.at_token else self.px(11)
            near, far = shortened(start, end, disc_radius(strike.attacker_size) + 2.5, clear)
            self._lines.moveTo(near)
            self._lines.lineTo(far)
            self._dots += points_along([near, far], self.px(6))
            self._heads.addPath(arrow_head(far, direction(start, end), self.px(11), self.px(12)))
            ends += [near, far]
        return grown(hull(ends).adjusted(-0.1, -0.1, 0.1, 0.1), self.px(14)) if ends else QRectF()

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        colours = self.colours
        painter.strokePath(self._lines, self.pen(colours.casing, 7))
        draw_sprites(painter, self._dots, sprites.strike_dot(self.tone, self.factor, self.dpr))
        painter.setPen(self.pen(colours.casing, 1.6))
        painter.setBrush(colour(colours.aoo))
        painter.drawPath(self._heads)


class BurstsItem(OverlayItem):
    """Bursts on the squares whose leaving provokes, with pills that say who strikes and how likely."""

    Z = 60.0

    def __init__(self) -> None:
        super().__init__()
        self._bursts: tuple[Burst, ...] = ()
        self._pills: tuple[Pill, ...] = ()
        self._avoid: list[Box] = []
        self._places: list[Placed] = []

    def set_data(
        self,
        bursts: Sequence[Burst],
        pills: Sequence[Pill] = (),
        tokens: Collection[tuple[int, int, int]] = (),
        ways: Collection[Sequence[Cell]] = (),
    ) -> None:
        """Show bursts and pills. Pills keep clear of `tokens` (x, y, size) and of the squares of `ways`."""
        self._bursts, self._pills = tuple(bursts), tuple(pills)
        self._avoid = [_cell_box(x, y, 0.08, size - 0.08) for x, y, size in tokens]
        self._avoid += [_cell_box(x, y, 0.2, 0.8) for way in ways for x, y in way]
        self.refresh()

    @property
    def places(self) -> list[Placed]:
        """Where the pills lie, in the order given."""
        return list(self._places)

    def _pill(self, pill: Pill) -> QPixmap:
        return sprites.pill(pill.text, pill.icon, pill.hollow, self.tone, self.factor, self.dpr)

    def _burst(self, burst: Burst) -> QPixmap:
        return sprites.burst(burst.text, self.tone, self.factor, self.dpr)

    def rebuild(self) -> QRectF:
        spots = [(centre(burst.cell, burst.size), self._burst(burst)) for burst in self._bursts]
        boxes = [sprite_box(spot, sprite, self.zoom) for spot, sprite in spots]
        self._places = []
        if self.square_px >= SMALLEST_TEXT:
            marks = [Box(box.left(), box.top(), box.right(), box.bottom()) for box in boxes]
            self._places = place_labels([self._wanted(pill) for pill in self._pills], self._avoid + marks)
        box = QRectF()
        for part in boxes:
            box = box.united(part)
        for pill, place in zip(self._pills, self._places, strict=False):
            left, top, right, bottom = place.box
            box = box.united(grown(QRectF(left, top, right - left, bottom - top), 2 / self.zoom))
            if place.leader:
                box = box.united(cell_rect(pill.cell, pill.size))
        return box

    def _wanted(self, pill: Pill) -> Wanted:
        spot, size = centre(pill.cell, pill.size), self._pill(pill).deviceIndependentSize() / self.zoom
        return Wanted(spot.x(), spot.y(), size.width(), size.height(), below=pill.icon == "spike")

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        leaders = QPainterPath()
        for pill, place in zip(self._pills, self._places, strict=False):
            if place.leader:
                leaders.moveTo(centre(pill.cell, pill.size))
                leaders.lineTo(*place.box.middle)
        if not leaders.isEmpty():
            self.cased(painter, leaders, self.pen(self.colours.casing, 5), self.pen(self.colours.aoo, 2))
        for burst in self._bursts:
            draw_sprite(painter, centre(burst.cell, burst.size), self._burst(burst))
        for pill, place in zip(self._pills, self._places, strict=False):
            draw_sprite(painter, QPointF(*place.box.middle), self._pill(pill))


def _cell_box(x: int, y: int, near: float, far: float) -> Box:
    """The part of a footprint at (x, y) between `near` and `far`, in squares from its top left corner."""
    return Box((x + near) * CELL, (y + near) * CELL, (x + far) * CELL, (y + far) * CELL)
