"""A picture with a grid over it, which two corners are dragged onto printed crossings to lay."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from gui.panels.drawing import theme_of
from gui.scene.map_art import Line
from gui.scene.picture_source import PictureSource
from gui.scene.terrain_art import tone_of
from gui.theme.palette import OVERLAYS, colour
from gui.windows.count_field import CountField
from gui.windows.grid_fit import Corner, GridFit, Point
from gui.windows.grid_lens import LENS, paint_caption, paint_cross

HANDLE = 34.0
MAGNIFIED = 4.0
LEAST_PIXEL = 2.0
"""A picture's pixel is at least so wide under the magnifier, or nudging by one would not show."""
LARGEST_SCALE = 16.0
WHEEL_STEP = 1.15
MARGIN = 28.0

_GRID_ALPHA = 0.70
_FRAME = OVERLAYS["dark"].weapon
_CASING = OVERLAYS["dark"].casing
_SKETCH = OVERLAYS["dark"].threat
_DIM = 0.42
_NUDGES = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}


class PictureGrid(QWidget):
    """Drag a corner onto a printed crossing, then the far one; arrows nudge the one in hand.

    The wheel zooms at the pointer, dragging beside the corners pans, a double click fits.
    """

    changed = Signal(object)
    """The new `GridFit`, from a drag, a nudge or the count."""

    def __init__(self, picture: QImage, fit: GridFit, sketch: Sequence[Line] = ()) -> None:
        """`sketch` are the lines of a map that is there already, in squares from the frame's first corner."""
        super().__init__()
        self._sketch = tuple(sketch)
        self._take(picture)
        self._fit = fit
        self._before = fit
        self._scale, self._origin = 1.0, QPointF()
        self._fitted = True
        self._corner = Corner.FIRST
        self._held: QPointF | None = None  # from the pointer to the corner that is dragged
        self._pan_from: QPointF | None = None
        self._lens = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(320, 240)
        self.setAccessibleName("Picture with its grid")
        self.setAccessibleDescription("Arrows move a corner of the frame by one pixel, Tab takes the other")
        self.count = CountField(self)
        self.count.counted.connect(self._count)
        self.count.set_counts(fit.columns, fit.rows)
        self.count.setEnabled(not fit.fixed)

    @property
    def fit(self) -> GridFit:
        """The grid as it lies now."""
        return self._fit

    @property
    def corner(self) -> Corner:
        """The corner that arrows nudge."""
        return self._corner

    def set_picture(self, picture: QImage) -> None:
        """Show another picture under the same grid."""
        self._take(picture)
        self.fit_view()

    def _take(self, picture: QImage) -> None:
        self._picture = PictureSource(picture, 1.0, "dark")  # a "square" of one pixel: map and picture agree
        self._size = picture.size()
        self._grid_ink = OVERLAYS[tone_of(picture)].reach

    def set_fit(self, fit: GridFit) -> None:
        """Lay another grid without telling anybody."""
        self._fit = fit
        self.count.set_counts(fit.columns, fit.rows)
        self._place_count()
        self.update()

    def place_of(self, corner: Corner) -> QPointF:
        """Where a corner is in the widget."""
        return self._shown(self._fit.corner(corner))

    # --- scale and place --------------------------------------------------------------------------

    def fit_view(self) -> None:
        """Show the whole picture."""
        room = QSizeF(self.width() - 2 * MARGIN, self.height() - 2 * MARGIN)
        self._scale = max(
            1e-3, min(room.width() / self._size.width(), room.height() / self._size.height(), 4.0)
        )
        shown = QSizeF(self._size) * self._scale
        self._origin = QPointF((self.width() - shown.width()) / 2, (self.height() - shown.height()) / 2)
        self._fitted = True
        self._moved()

    def _shown(self, point: Point) -> QPointF:
        return self._origin + QPointF(*point) * self._scale

    def _in_picture(self, place: QPointF) -> Point:
        point = (place - self._origin) / self._scale
        return point.x(), point.y()

    def _moved(self) -> None:
        self._place_count()
        self.update()

    def _place_count(self) -> None:
        frame = self._frame()
        width, height = self.count.sizeHint().width(), self.count.sizeHint().height()
        x = min(max(frame.center().x() - width / 2, 4), self.width() - width - 4)
        y = min(max(frame.top() - height - 10, 4), self.height() - height - 4)
        self.count.setGeometry(round(x), round(y), width, height)

    def _frame(self) -> QRectF:
        return QRectF(self._shown(self._fit.first), self._shown(self._fit.far))

    # --- hands ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a corner, or the picture."""
        here = event.position()
        corner = self._corner_at(here) if event.button() is Qt.MouseButton.LeftButton else None
        if corner is None:
            self._pan_from = here
            return
        self._corner, self._before = corner, self._fit
        self._held = self.place_of(corner) - here
        self._lens = True
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag what was taken."""
        here = event.position()
        if self._held is not None:
            to = self._in_picture(here + self._held)
            self._change(self._fit.dragged(self._corner, self._kept_in(to), self._before))
        elif self._pan_from is not None:
            self._origin += here - self._pan_from
            self._pan_from, self._fitted = here, False
            self._moved()
        else:
            over = self._corner_at(here) is not None
            self.setCursor(Qt.CursorShape.SizeAllCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go: the frame becomes true to its squares."""
        if self._held is not None:
            self._held, self._lens = None, False
            self._change(self._fit.settled())
        self._pan_from = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The whole picture again."""
        if self._corner_at(event.position()) is None:
            self.fit_view()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        factor = WHEEL_STEP ** (event.angleDelta().y() / 120)
        scale = min(max(self._scale * factor, 0.01), LARGEST_SCALE)
        here = event.position()
        self._origin = here - (here - self._origin) * (scale / self._scale)
        self._scale, self._fitted = scale, False
        self._moved()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows nudge by a pixel, with Shift by a tenth."""
        nudge = _NUDGES.get(Qt.Key(event.key()))
        if nudge is None:
            event.ignore()
            return
        step = 0.1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1.0
        self._lens = True
        self._change(self._fit.nudged(self._corner, nudge[0] * step, nudge[1] * step))

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt calls it
        """Tab goes from corner to corner before it leaves."""
        if self.hasFocus() and self._corner is (Corner.FIRST if forward else Corner.FAR):
            self._corner = Corner.FAR if forward else Corner.FIRST
            self.update()
            return True
        return super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show which corner the arrows nudge."""
        if event.reason() is Qt.FocusReason.TabFocusReason:
            self._corner = Corner.FIRST
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The magnifier goes with the keys."""
        self._lens = False
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Back to the usual pointer."""
        self.unsetCursor()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the picture fitted until somebody zooms."""
        if self._fitted:
            self.fit_view()
        else:
            self._moved()

    def _corner_at(self, place: QPointF) -> Corner | None:
        """The corner whose handle is under a place, the nearer one."""
        away = {corner: (self.place_of(corner) - place) for corner in Corner}
        lengths = {corner: (line.x() ** 2 + line.y() ** 2) ** 0.5 for corner, line in away.items()}
        nearest = min(lengths, key=lambda corner: lengths[corner])
        return nearest if lengths[nearest] <= HANDLE / 2 + 2 else None

    def _kept_in(self, point: Point) -> Point:
        """A corner may leave the picture by half its side: a grid may begin outside of it."""
        width, height = self._size.width(), self._size.height()
        return (
            min(max(point[0], -width / 2), width * 1.5),
            min(max(point[1], -height / 2), height * 1.5),
        )

    def _count(self, columns: int, rows: int) -> None:
        self._change(self._fit.with_counts(columns, rows))
        self.setFocus()

    def _change(self, fit: GridFit) -> None:
        self.set_fit(fit)
        self.changed.emit(fit)

    # --- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Picture, grid, frame, handles, magnifier."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colour(theme_of(self).bg))
        self._paint_picture(painter, self._origin, self._scale, QRectF(self.rect()))
        self._paint_grid(painter, self._origin, self._scale, QRectF(self.rect()), 1.0)
        self._paint_shade(painter)
        self._paint_sketch(painter, self._shown(self._fit.first), self._scale)
        self._paint_frame(painter)
        for corner in Corner:
            self._paint_handle(painter, corner)
        if self._lens:
            self._paint_lens(painter)
        painter.end()

    def _paint_picture(self, painter: QPainter, origin: QPointF, scale: float, room: QRectF) -> None:
        """The part of the picture that lies in `room`, with its pixel (0, 0) at `origin`."""
        shown = QRectF((room.topLeft() - origin) / scale, room.size() / scale)
        pixels = QRect(
            floor(shown.left()), floor(shown.top()), ceil(shown.width()) + 2, ceil(shown.height()) + 2
        )
        painter.save()
        painter.translate(origin)
        self._picture.paint(painter, scale, pixels, grid=False)
        painter.restore()

    def _paint_grid(
        self, painter: QPainter, origin: QPointF, scale: float, room: QRectF, width: float
    ) -> None:
        """The lines of the whole map, as far as they lie in `room`."""
        columns, rows = self._fit.map_size(self._size.width(), self._size.height())
        side = self._fit.square * scale
        if side < 4 or columns < 1 or rows < 1:
            return
        corner = origin + QPointF(*self._fit.offset) * scale
        box = QRectF(corner, QSizeF(columns * side, rows * side))
        area = box.intersected(room)
        painter.setPen(QPen(colour(self._grid_ink, _GRID_ALPHA), width))
        for index in range(columns + 1):
            x = box.left() + index * side
            if area.left() - 1 <= x <= area.right() + 1:
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        for index in range(rows + 1):
            y = box.top() + index * side
            if area.top() - 1 <= y <= area.bottom() + 1:
                painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))

    def _paint_shade(self, painter: QPainter) -> None:
        """What of the picture lies beside the frame is dimmed."""
        beside = QPainterPath()
        beside.addRect(QRectF(self._origin, QSizeF(self._size) * self._scale))
        inside = QPainterPath()
        inside.addRect(self._frame())
        painter.fillPath(beside - inside, colour(_CASING, _DIM))

    def _paint_frame(self, painter: QPainter) -> None:
        frame = self._frame()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((_CASING, 5.0), (_FRAME, 2.4)):
            painter.setPen(QPen(colour(ink), width, j=Qt.PenJoinStyle.MiterJoin))
            painter.drawRect(frame)

    def _paint_sketch(self, painter: QPainter, corner: QPointF, scale: float) -> None:
        """The map's own lines with its first square at `corner`: they show whether the picture lies right."""
        side = self._fit.square * scale
        for ink, width in ((_CASING, 4.0), (_SKETCH, 2.0)):
            painter.setPen(QPen(colour(ink), width, c=Qt.PenCapStyle.RoundCap))
            for x1, y1, x2, y2 in self._sketch:
                painter.drawLine(corner + QPointF(x1, y1) * side, corner + QPointF(x2, y2) * side)

    def _paint_handle(self, painter: QPainter, corner: Corner) -> None:
        middle, radius = self.place_of(corner), HANDLE / 2
        if self.hasFocus() and corner is self._corner:
            painter.setPen(QPen(colour(theme_of(self).focus), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, radius + 3.5, radius + 3.5)
        painter.setPen(QPen(colour("#FFFFFF"), 2.5))
        painter.setBrush(colour(_CASING, 0.55))
        painter.drawEllipse(middle, radius - 1.5, radius - 1.5)
        for ink, width in ((_CASING, 3.5), ("#FFFFFF", 1.6)):
            painter.setPen(QPen(colour(ink), width))
            for line in (QPointF(1, 0), QPointF(0, 1)):
                painter.drawLine(middle - line * radius * 0.9, middle - line * 3)
                painter.drawLine(middle + line * 3, middle + line * radius * 0.9)

    def _paint_lens(self, painter: QPainter) -> None:
        """The surroundings of the corner in hand, magnified, in a disc beside it."""
        point = self._fit.corner(self._corner)
        middle = self._lens_place()
        scale = max(self._scale * MAGNIFIED, LEAST_PIXEL)
        disc = QPainterPath()
        disc.addEllipse(middle, LENS, LENS)
        room = disc.boundingRect()
        origin = middle - QPointF(*point) * scale
        painter.save()
        painter.setClipPath(disc)
        painter.fillRect(room, colour(theme_of(self).bg))
        self._paint_picture(painter, origin, scale, room)
        self._paint_grid(painter, origin, scale, room, 1.6)
        self._paint_sketch(painter, origin + QPointF(*self._fit.first) * scale, scale)
        paint_cross(painter, middle, self._corner)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((_CASING, 6.0), ("#FFFFFF", 3.0)):
            painter.setPen(QPen(colour(ink), width))
            painter.drawEllipse(middle, LENS, LENS)
        paint_caption(painter, QPointF(middle.x(), middle.y() + LENS + 20), self.size())

    def _lens_place(self) -> QPointF:
        """Beside the corner, on the side where there is room; never under the hand that drags."""
        middle, away = self.place_of(self._corner), LENS + HANDLE + 14
        x = middle.x() + away if middle.x() + away + LENS < self.width() else middle.x() - away
        y = middle.y() + away if middle.y() + away + LENS + 40 < self.height() else middle.y() - away
        return QPointF(
            min(max(x, LENS + 4), self.width() - LENS - 4), min(max(y, LENS + 4), self.height() - LENS - 4)
        )
