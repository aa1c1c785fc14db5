"""What all overlay items share: one item for a whole overlay, thickness by zoom, colours by map tone."""

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.scene.geometry import CELL, Run, stroke_factor
from gui.theme.palette import OVERLAYS, OverlayColours, Tone, colour

SMALLEST_TEXT = 20.0  # below so many pixels a square counts and pills are not shown


class OverlayItem(QGraphicsItem):
    """Base of the overlays. A subclass keeps its data, rebuilds its shapes in `rebuild`, paints in `draw`.

    The scene tells it the map's tone and the view's zoom; widths named in pixels keep their look by
    `px()`. Nothing here takes the mouse.
    """

    Z: ClassVar[float] = 30.0

    def __init__(self) -> None:
        super().__init__()
        self.tone: Tone = "dark"
        self.zoom, self.dpr = 1.0, 1.0
        self._bounds = QRectF()
        self.picture: OverlayGroup | None = None
        self.setZValue(self.Z)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def colours(self) -> OverlayColours:
        """The colours for the map's tone."""
        return OVERLAYS[self.tone]

    @property
    def square_px(self) -> float:
        """How wide a square is on the screen."""
        return self.zoom * CELL

    @property
    def factor(self) -> float:
        """How much larger than at zoom 1 strokes and texts are on the screen."""
        return stroke_factor(self.zoom)

    def px(self, pixels: float) -> float:
        """Scene units of a length that is `pixels` at zoom 1 and follows `stroke_factor` from there."""
        return pixels * self.factor / self.zoom

    def set_tone(self, tone: Tone) -> None:
        """Take the colours for a map of this tone."""
        if tone != self.tone:
            self.tone = tone
            self.refresh()

    def set_zoom(self, zoom: float, dpr: float = 1.0) -> None:
        """Follow the view's scale. Raises ValueError if `zoom` is not above 0."""
        if zoom <= 0:
            raise ValueError("zoom must be above 0")
        if (zoom, dpr) != (self.zoom, self.dpr):
            self.zoom, self.dpr = zoom, dpr
            self.refresh()

    def refresh(self) -> None:
        """Rebuild and repaint after any change."""
        self.prepareGeometryChange()
        self._bounds = self.rebuild()
        self.update()
        if self.picture is not None:
            self.picture.refresh()

    def rebuild(self) -> QRectF:
        """Make the shapes ready and return the box they need, in scene units."""
        raise NotImplementedError

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Paint what lies in `exposed`."""
        raise NotImplementedError

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._bounds.isEmpty():
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, option.exposedRect)
        painter.restore()

    def pen(self, ink: str, pixels: float, alpha: float = 1.0, round_ends: bool = True) -> QPen:
        """A pen `pixels` wide at zoom 1."""
        if round_ends:
            cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        else:
            cap, join = Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin
        return QPen(colour(ink, alpha), self.px(pixels), Qt.PenStyle.SolidLine, cap, join)

    def dashes(self, ink: str, pixels: float, on: float, off: float, round_ends: bool = False) -> QPen:
        """A dashed pen; `on` and `off` are pixels at zoom 1."""
        pen = self.pen(ink, pixels, round_ends=round_ends)
        pen.setDashPattern([on / pixels, off / pixels])
        return pen

    def cased(self, painter: QPainter, path: QPainterPath, casing: QPen, line: QPen) -> None:
        """Stroke `path` with its casing first."""
        painter.strokePath(path, casing)
        painter.strokePath(path, line)


class OverlayGroup(OverlayItem):
    """Several overlays kept as one picture: for what seldom changes beneath much that does.

    Four cached overlays would be four see-through pictures to lay over each other at each move of the
    pointer; together they are one. The members are drawn in their order and never join the scene.
    """

    def __init__(self, members: Sequence[OverlayItem]) -> None:
        super().__init__()
        self._members = tuple(members)
        for member in self._members:
            member.picture = self
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def rebuild(self) -> QRectF:
        box = QRectF()
        for member in self._members:
            box = box.united(member.boundingRect())
        return box

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        for member in self._members:
            if member.boundingRect().intersects(exposed):
                painter.save()
                member.draw(painter, exposed)
                painter.restore()


def grown(box: QRectF, margin: float) -> QRectF:
    """`box` with `margin` more on each side; a null box stays null."""
    return QRectF() if box.isNull() else box.adjusted(-margin, -margin, margin, margin)


def tile_runs(painter: QPainter, runs: tuple[Run, ...], exposed: QRectF, tile: QPixmap) -> None:
    """Fill rows of squares with `tile` at the screen's own resolution, anchored to the map.

    A pattern brush under a scaled painter would be resampled for each pixel; a copied tile is not.
    """
    view = painter.worldTransform()
    origin = view.map(QPointF(0, 0))
    left, top = round(origin.x()), round(origin.y())
    step = CELL * view.m11()
    first, last = int(exposed.top() // CELL), int(exposed.bottom() // CELL)
    painter.setWorldTransform(QTransform())
    for y, x0, x1 in runs:
        if first <= y <= last:
            x, y0, y1 = round(x0 * step), round(y * step), round((y + 1) * step)
            box = QRect(left + x, top + y0, round(x1 * step) - x, y1 - y0)
            painter.drawTiledPixmap(box, tile, QPointF(x % tile.width(), y0 % tile.height()).toPoint())
    painter.setWorldTransform(view)


def draw_sprite(painter: QPainter, spot: QPointF, sprite: QPixmap) -> None:
    """Copy a small picture, made for the screen's resolution, with its middle at `spot` (scene units)."""
    draw_sprites(painter, (spot,), sprite)


def draw_sprites(painter: QPainter, spots: Sequence[QPointF], sprite: QPixmap) -> None:
    """`draw_sprite` for many spots."""
    view = painter.worldTransform()
    half = sprite.deviceIndependentSize() / 2
    # Plain arithmetic: mapping each point by the transform takes longer than copying the sprite.
    scale, left, top = view.m11(), view.dx() - half.width(), view.dy() - half.height()
    painter.setWorldTransform(QTransform())
    for spot in spots:
        painter.drawPixmap(round(spot.x() * scale + left), round(spot.y() * scale + top), sprite)
    painter.setWorldTransform(view)


def sprite_box(spot: QPointF, sprite: QPixmap, zoom: float) -> QRectF:
    """The scene units that `draw_sprite` touches at `zoom`, a pixel of rounding included."""
    size = sprite.deviceIndependentSize()
    width, height = (size.width() + 2) / zoom, (size.height() + 2) / zoom
    return QRectF(spot - QPointF(width / 2, height / 2), QSizeF(width, height))
