"""The bottom of the scene: the painted map or a picture with its grid, in tiles of the screen's own pixels.

A tile is painted once for each zoom and then only copied, so panning and moving tokens cost no drawing.
"""

from collections import OrderedDict
from math import ceil, floor
from time import perf_counter
from typing import Protocol

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.scene.geometry import CELL
from gui.scene.map_art import MapArt
from gui.scene.map_painter import SMALLEST_GRID, backdrop, paint_map, whole
from gui.theme.palette import MAPS, Tone, colour

TILE = 8  # squares along a side
CACHE_BYTES = 128 * 1024 * 1024
Z_MAP = 0.0


class MapSource(Protocol):
    """Something that can paint any part of a map at any size."""

    @property
    def squares(self) -> QRect:
        """The squares it paints, in map coordinates."""

    @property
    def backdrop(self) -> QColor:
        """What lies behind and around it."""

    def paint(self, painter: QPainter, square_px: float, squares: QRect, grid: bool) -> None:
        """Paint `squares` with the map's square (0, 0) at the painter's origin."""


class ArtSource:
    """Our own map painter."""

    def __init__(self, art: MapArt, tone: Tone, secrets: bool = True) -> None:
        self._art, self._tone, self._secrets = art, tone, secrets

    @property
    def squares(self) -> QRect:
        return whole(self._art)

    @property
    def backdrop(self) -> QColor:
        return backdrop(self._art, self._tone)

    def paint(self, painter: QPainter, square_px: float, squares: QRect, grid: bool) -> None:
        paint_map(painter, self._art, self._tone, square_px, grid, squares, self._secrets)


class PictureSource:
    """A picture under a grid of our own.

    `square` is the width of a square in the picture's pixels; `shift` is where in the picture square (0, 0)
    begins. Raises ValueError if the square is not larger than nothing.
    """

    def __init__(self, picture: QImage, square: float, tone: Tone, shift: QPointF | None = None) -> None:
        if square <= 0:
            raise ValueError("a square must be larger than 0 pixels")
        self._square, self._tone = square, tone
        self._shift = shift or QPointF(0, 0)
        self._levels = [picture.convertToFormat(QImage.Format.Format_RGB32)]

    @property
    def squares(self) -> QRect:
        left, top = -self._shift.x() / self._square, -self._shift.y() / self._square
        right = left + self._levels[0].width() / self._square
        bottom = top + self._levels[0].height() / self._square
        return QRect(floor(left), floor(top), ceil(right) - floor(left), ceil(bottom) - floor(top))

    @property
    def backdrop(self) -> QColor:
        return colour(MAPS[self._tone].rock)

    def paint(self, painter: QPainter, square_px: float, squares: QRect, grid: bool) -> None:
        level, shrink = self._level(square_px)
        step = self._square / shrink
        box = QRectF(squares)
        source = QRectF(
            box.x() * step + self._shift.x() / shrink,
            box.y() * step + self._shift.y() / shrink,
            box.width() * step,
            box.height() * step,
        )
        target = QRectF(box.topLeft() * square_px, box.size() * square_px)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, level, source)
        if grid and square_px >= SMALLEST_GRID:
            self._paint_grid(painter, square_px, squares)

    def _level(self, square_px: float) -> tuple[QImage, int]:
        """The smallest halved picture that still has a pixel for each one wanted, and its divisor."""
        index = 0
        while self._square / 2 ** (index + 1) >= square_px and index < 6:
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
        colours = MAPS[self._tone]
        painter.setPen(QPen(colour(colours.grid, min(1.0, colours.grid_alpha * 2)), 1.2))
        box = QRectF(squares.topLeft() * square_px, squares.size() * square_px)
        for x in range(squares.left(), squares.right() + 2):
            painter.drawLine(QPointF(x * square_px, box.top()), QPointF(x * square_px, box.bottom()))
        for y in range(squares.top(), squares.bottom() + 2):
            painter.drawLine(QPointF(box.left(), y * square_px), QPointF(box.right(), y * square_px))


class MapItem(QGraphicsItem):
    """Shows a `MapSource`; the scene's square (0, 0) is the map's.

    With `budget` (seconds) one paint stops drawing new tiles when the time is used up, shows older tiles
    stretched instead and goes on with the next frame, so that the wheel stays smooth. Without it every
    paint is complete.
    """

    def __init__(self, source: MapSource, budget: float | None = None) -> None:
        super().__init__()
        self._budget = budget
        self._source = source
        self._grid = True
        self._tiles: OrderedDict[tuple[float, int, int], QPixmap] = OrderedDict()
        self._bytes = 0
        self.setZValue(Z_MAP)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_source(self, source: MapSource) -> None:
        """Show another map, or the same one changed."""
        self.prepareGeometryChange()
        self._source = source
        self._forget()

    def set_grid(self, shown: bool) -> None:
        """Show or hide the grid lines."""
        if shown != self._grid:
            self._grid = shown
            self._forget()

    def _forget(self) -> None:
        self._tiles.clear()
        self._bytes = 0
        self.update()

    def boundingRect(self) -> QRectF:
        squares = self._source.squares
        return QRectF(squares.topLeft() * CELL, squares.size() * CELL)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        view = painter.worldTransform()
        device = painter.device()
        dpr = device.devicePixelRatio() if device else 1.0
        square_px = round(view.m11() * CELL * dpr, 4)
        if square_px <= 0 or view.isRotating():
            return
        # Tiles are copied pixel to pixel: from here on everything is in the screen's own pixels.
        origin = view.map(QPointF(0, 0)) * dpr
        left, top = round(origin.x()), round(origin.y())
        painter.setWorldTransform(QTransform.fromScale(1 / dpr, 1 / dpr))
        deadline = None if self._budget is None else perf_counter() + self._budget
        for column, row in self._tiles_in(option.exposedRect):
            x, y = floor(column * TILE * square_px), floor(row * TILE * square_px)
            tile = self._tile(square_px, column, row, deadline)
            if tile is not None:
                painter.drawPixmap(left + x, top + y, tile)
            else:
                side = ceil(TILE * square_px)
                self._paint_stand_in(painter, QRect(left + x, top + y, side, side), column, row)
                self.update(QRectF(column * TILE * CELL, row * TILE * CELL, TILE * CELL, TILE * CELL))
        painter.setWorldTransform(view)

    def _paint_stand_in(self, painter: QPainter, target: QRect, column: int, row: int) -> None:
        """Fill `target` with the same tile of another zoom, the latest used; else with the backdrop."""
        for zoom, x, y in reversed(self._tiles):
            if (x, y) == (column, row):
                painter.drawPixmap(target, self._tiles[zoom, x, y])
                return
        painter.fillRect(target, self._source.backdrop)

    def _tiles_in(self, exposed: QRectF) -> list[tuple[int, int]]:
        area = exposed.intersected(self.boundingRect())
        if area.isEmpty():
            return []
        side = TILE * CELL
        columns = range(floor(area.left() / side), ceil(area.right() / side))
        rows = range(floor(area.top() / side), ceil(area.bottom() / side))
        return [(column, row) for row in rows for column in columns]

    def _tile(self, square_px: float, column: int, row: int, deadline: float | None) -> QPixmap | None:
        """The tile from memory or newly drawn; None if it is not there and time is up."""
        key = (square_px, column, row)
        tile = self._tiles.get(key)
        if tile is not None:
            self._tiles.move_to_end(key)
            return tile
        if deadline is not None and perf_counter() > deadline:
            return None
        tile = self._render(square_px, column, row)
        self._tiles[key] = tile
        self._bytes += _size(tile)
        while self._bytes > CACHE_BYTES and len(self._tiles) > 1:
            _, oldest = self._tiles.popitem(last=False)
            self._bytes -= _size(oldest)
        return tile

    def _render(self, square_px: float, column: int, row: int) -> QPixmap:
        x, y = floor(column * TILE * square_px), floor(row * TILE * square_px)
        right, bottom = floor((column + 1) * TILE * square_px), floor((row + 1) * TILE * square_px)
        image = QImage(max(1, right - x), max(1, bottom - y), QImage.Format.Format_RGB32)
        image.fill(self._source.backdrop)
        painter = QPainter(image)
        painter.translate(-x, -y)
        # One square more all round: strokes reach over a tile's edge.
        squares = QRect(column * TILE, row * TILE, TILE, TILE).adjusted(-1, -1, 1, 1)
        self._source.paint(painter, square_px, squares.intersected(self._source.squares), self._grid)
        painter.end()
        return QPixmap.fromImage(image, Qt.ImageConversionFlag.NoFormatConversion)


def _size(tile: QPixmap) -> int:
    return tile.width() * tile.height() * 4
