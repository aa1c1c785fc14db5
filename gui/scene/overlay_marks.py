"""Overlays that mark one square or token: the chosen one, the keyboard's square, labels beside things."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from gui.scene import sprites
from gui.scene.geometry import CELL, Cell, centre
from gui.scene.overlay_base import SMALLEST_TEXT, OverlayItem, draw_sprite, grown, sprite_box
from gui.scene.sprites import ChipStyle


class SelectionItem(OverlayItem):
    """The ring of the chosen token; with `pulse` two faint rings more, for the very first start."""

    Z = 49.0

    def __init__(self) -> None:
        super().__init__()
        self._cell: Cell | None = None
        self._size, self._pulse = 1, 0.0

    def set_data(self, cell: Cell | None, size: int = 1, pulse: float = 0.0) -> None:
        """Ring the footprint at `cell`; None hides it. `pulse` from 0 (none) to 1 (widest)."""
        if (cell, size, pulse) != (self._cell, self._size, self._pulse):
            self._cell, self._size, self._pulse = cell, size, pulse
            self.refresh()

    def _radius(self) -> float:
        return self._size * CELL / 2 + 3

    def rebuild(self) -> QRectF:
        if self._cell is None:
            return QRectF()
        reach = self._radius() + self.px(5) + (20 if self._pulse else 0)
        middle = centre(self._cell, self._size)
        return QRectF(middle - QPointF(reach, reach), middle + QPointF(reach, reach))

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        if self._cell is None:
            return
        middle, radius = centre(self._cell, self._size), self._radius()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._pulse:
            for spread, width, alpha in ((9.0, 3.0, 0.5), (18.0, 2.0, 0.25)):
                painter.setPen(self.pen(self.colours.reach, width, alpha))
                painter.drawEllipse(middle, radius + spread * self._pulse, radius + spread * self._pulse)
        for ink, width in ((self.colours.casing, 6), (self.colours.neutral, 3)):
            painter.setPen(self.pen(ink, width))
            painter.drawEllipse(middle, radius, radius)


class CursorItem(OverlayItem):
    """The keyboard's square on the map."""

    Z = 56.0

    def __init__(self) -> None:
        super().__init__()
        self._cell: Cell | None = None
        self._size = 1

    def set_data(self, cell: Cell | None, size: int = 1) -> None:
        """Frame the footprint at `cell`; None hides it."""
        if (cell, size) != (self._cell, self._size):
            self._cell, self._size = cell, size
            self.refresh()

    def rebuild(self) -> QRectF:
        if self._cell is None:
            return QRectF()
        return grown(QRectF(self._cell[0] * CELL, self._cell[1] * CELL, *[self._size * CELL] * 2), self.px(4))

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        if self._cell is None:
            return
        side = self._size * CELL - 2
        frame = QPainterPath()
        frame.addRoundedRect(QRectF(self._cell[0] * CELL + 1, self._cell[1] * CELL + 1, side, side), 3, 3)
        self.cased(painter, frame, self.pen(self.colours.casing, 6.5), self.pen(self.colours.neutral, 2.5))


class Chip(NamedTuple):
    """A label with its middle at a point in squares."""

    x: float
    y: float
    text: str
    style: ChipStyle = "plain"


class ChipsItem(OverlayItem):
    """Labels on the map: feet beside enemies, health words, "under 15 ft: too near", better end squares."""

    Z = 60.0

    def __init__(self) -> None:
        super().__init__()
        self._chips: tuple[Chip, ...] = ()
        self._ticked: tuple[Cell, ...] = ()

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The labels on show."""
        return self._chips

    def set_data(self, chips: Sequence[Chip], ticked: Sequence[Cell] = ()) -> None:
        """Show labels, and a disc with a tick on each of the `ticked` squares."""
        wanted = tuple(chips), tuple(ticked)
        if wanted != (self._chips, self._ticked):
            self._chips, self._ticked = wanted
            self.refresh()

    def rebuild(self) -> QRectF:
        box = QRectF()
        disc = sprites.tick_disc(self.tone, self.factor, self.dpr)
        for cell in self._ticked:
            box = box.united(sprite_box(centre(cell), disc, self.zoom))
        for chip in self._chips:
            sprite = sprites.chip(chip.text, chip.style, self.tone, self.factor, self.dpr)
            box = box.united(sprite_box(QPointF(chip.x * CELL, chip.y * CELL), sprite, self.zoom))
        return box

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        for cell in self._ticked:
            draw_sprite(painter, centre(cell), sprites.tick_disc(self.tone, self.factor, self.dpr))
        if self.square_px < SMALLEST_TEXT:
            return
        for chip in self._chips:
            sprite = sprites.chip(chip.text, chip.style, self.tone, self.factor, self.dpr)
            draw_sprite(painter, QPointF(chip.x * CELL, chip.y * CELL), sprite)
