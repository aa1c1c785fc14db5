"""A picture at the bottom of the scene: a grid over it, and what the rules know of its walls and doors."""

from copy import copy
from math import ceil, floor

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from engine.model.terrain import turned_size
from gui.scene.map_lines import MapLines, paint_lines
from gui.scene.map_painter import SMALLEST_GRID
from gui.theme.palette import FOG_BLACK, MAPS, Tone, colour

EDGE = 4.0  # pixels that a wall on the map's edge may show outside of it
_MOST_HALVED = 6  # times


def turned(picture: QImage, degrees: float) -> QImage:
    """The picture turned clockwise about its middle; what it does not fill of its box is dark."""
    if not degrees:
        return picture
    box = QImage(QSize(*turned_size(picture.width(), picture.height(), degrees)), QImage.Format.Format_RGB32)
    box.fill(colour(FOG_BLACK))
    painter = QPainter(box)
    painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
    painter.translate(box.width() / 2, box.height() / 2)
    painter.rotate(degrees)
    painter.drawImage(QPointF(-picture.width() / 2, -picture.height() / 2), picture)
    painter.end()
    return box


class PictureSource:
    """A `MapSource` that shows a picture.

    `square` is the width of a square in the picture's pixels; `shift` is where in the picture square (0, 0)
    begins. `size` is the map's in squares: the grid ends with it (None: with the picture). `lines` are laid
    over the picture, `around` is the colour beside it. Raises ValueError if the square is not larger than
    nothing.
    """

    def __init__(
        self,
        picture: QImage,
        square: float,
        tone: Tone,
        shift: QPointF | None = None,
        size: QSize | None = None,
        lines: MapLines | None = None,
        around: QColor | None = None,
    ) -> None:
        if square <= 0:
            raise ValueError("a square must be larger than 0 pixels")
        self._square, self._tone = square, tone
        self._shift = shift or QPointF(0, 0)
        self._size, self._lines = size, lines or MapLines()
        self._around = around or colour(MAPS[tone].rock)
        self._levels = [picture.convertToFormat(QImage.Format.Format_RGB32)]

    @property
    def tone(self) -> Tone:
        """Whether grid and lines are those for dark or for light pictures."""
        return self._tone

    def with_lines(self, lines: MapLines) -> "PictureSource":
        """The same picture under other walls and doors; nothing is decoded or scaled again."""
        other = copy(self)
        other._lines = lines
        return other

    @property
    def squares(self) -> QRect:
        """The squares the picture touches; with lines one more all round, for a wall on the edge."""
        box = self._box
        left, top = floor(box.left()), floor(box.top())
        squares = QRect(left, top, ceil(box.right()) - left, ceil(box.bottom()) - top)
        return squares if self._lines.empty else squares.adjusted(-1, -1, 1, 1)

    @property
    def backdrop(self) -> QColor:
        """What lies around the picture."""
        return self._around

    @property
    def _box(self) -> QRectF:
        """The picture's box in squares."""
        picture = self._levels[0]
        origin = self._shift / -self._square
        return QRectF(origin.x(), origin.y(), picture.width() / self._square, picture.height() / self._square)

    def paint(self, painter: QPainter, square_px: float, squares: QRect, grid: bool) -> None:
        """Paint the part of the picture on these squares, the grid, then walls and doors."""
        box = self._box.intersected(QRectF(squares))
        if not box.isEmpty():
            self._paint_picture(painter, square_px, box)
        if grid and square_px >= SMALLEST_GRID:
            self._paint_grid(painter, square_px, squares)
        painter.save()
        if self._size is not None:  # walls that run out of the map say nothing there
            room = QRectF(0, 0, self._size.width() * square_px, self._size.height() * square_px)
            painter.setClipRect(room.adjusted(-EDGE, -EDGE, EDGE, EDGE), Qt.ClipOperation.IntersectClip)
        paint_lines(painter, self._lines, self._tone, square_px, squares)
        painter.restore()

    def _paint_picture(self, painter: QPainter, square_px: float, box: QRectF) -> None:
        level, shrink = self._level(square_px)
        step = self._square / shrink
        source = QRectF((box.topLeft() * self._square + self._shift) / shrink, box.size() * step)
        target = QRectF(box.topLeft() * square_px, box.size() * square_px)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, level, source)

    def _level(self, square_px: float) -> tuple[QImage, int]:
        """The smallest halved picture that still has a pixel for each one wanted, and its divisor."""
        index = 0
        while self._square / 2 ** (index + 1) >= square_px and index < _MOST_HALVED:
            index += 1
        while len(self._levels) <= index:
            last = self._levels[-1]
            self._levels.append(
                last.scaled(
                    max(1, last.width() // 2),
                    max(1, last.height() // 2),
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
        return self._levels[index], 2**index

    def _paint_grid(self, painter: QPainter, square_px: float, squares: QRect) -> None:
        inside = squares & (QRect(0, 0, self._size.width(), self._size.height()) if self._size else squares)
        colours = MAPS[self._tone]
        painter.setPen(QPen(colour(colours.grid, min(1.0, colours.grid_alpha * 2)), 1.2))
        box = QRectF(inside.topLeft() * square_px, inside.size() * square_px)
        for x in range(inside.left(), inside.right() + 2):
            painter.drawLine(QPointF(x * square_px, box.top()), QPointF(x * square_px, box.bottom()))
        for y in range(inside.top(), inside.bottom() + 2):
            painter.drawLine(QPointF(box.left(), y * square_px), QPointF(box.right(), y * square_px))
