"""The bottom of the scene: the map, in tiles of the screen's own pixels.

A tile is painted once for each zoom and then only copied, so panning and moving tokens cost no drawing.
"""

from collections import OrderedDict
from collections.abc import Iterable
from math import ceil, floor
from time import perf_counter
from typing import Protocol

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.scene.geometry import CELL
from gui.scene.map_art import MapArt
from gui.scene.map_lines import MapLines, paint_lines
from gui.scene.map_painter import backdrop, paint_map, whole
from gui.theme.palette import Tone

TILE = 8  # squares along a side
REACH = 1  # squares that strokes and shadows reach beyond what they belong to
CACHE_BYTES = 128 * 1024 * 1024
Z_MAP = 0.0

Key = tuple[float, int, int]  # pixels a square, column and row of the tile


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
    """Our own map painter; `around` replaces the rock around the map, `lines` are laid over it."""

    def __init__(
        self,
        art: MapArt,
        tone: Tone,
        secrets: bool = True,
        around: QColor | None = None,
        lines: MapLines | None = None,
    ) -> None:
        self.art = art
        self._lines = lines or MapLines()
        self._tone, self._secrets = tone, secrets
        self._around = around or backdrop(art, tone)

    @property
    def squares(self) -> QRect:
        return whole(self.art)

    @property
    def backdrop(self) -> QColor:
        return self._around

    def paint(self, painter: QPainter, square_px: float, squares: QRect, grid: bool) -> None:
        paint_map(painter, self.art, self._tone, square_px, grid, squares, self._secrets)
        paint_lines(painter, self._lines, self._tone, square_px, squares)


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
        self._tiles: OrderedDict[Key, QPixmap] = OrderedDict()
        self._outdated: dict[Key, QPixmap] = {}
        self._bytes = 0
        self.setZValue(Z_MAP)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_source(self, source: MapSource, changed: Iterable[QRect] | None = None) -> None:
        """Show another map, or the same one changed; `changed` names the squares where, None is anywhere."""
        self.prepareGeometryChange()
        self._source = source
        self._forget(changed)

    def set_budget(self, budget: float | None) -> None:
        """Seconds for new tiles in one paint from now on; None for all that it takes."""
        if budget != self._budget:
            self._budget = budget
            self.update()

    def set_grid(self, shown: bool) -> None:
        """Show or hide the grid lines."""
        if shown != self._grid:
            self._grid = shown
            self._forget(None)

    def _forget(self, changed: Iterable[QRect] | None) -> None:
        """Let tiles be painted anew. Where time is short the old ones stay on show meanwhile: no flicker."""
        areas = None if changed is None else [_reached(squares) for squares in changed]
        for key in [key for key in self._tiles if areas is None or _touches(key, areas)]:
            self._outdated[key] = self._tiles.pop(key)
            self._bytes -= _size(self._outdated[key])
        if self._budget is None:
            self._outdated.clear()
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
        complete = True
        for column, row in self._tiles_in(option.exposedRect):
            x, y = floor(column * TILE * square_px), floor(row * TILE * square_px)
            tile = self._tile(square_px, column, row, deadline)
            if tile is not None:
                painter.drawPixmap(left + x, top + y, tile)
            else:
                complete = False
                side = ceil(TILE * square_px)
                self._paint_stand_in(painter, QRect(left + x, top + y, side, side), column, row)
                self.update(QRectF(column * TILE * CELL, row * TILE * CELL, TILE * CELL, TILE * CELL))
        painter.setWorldTransform(view)
        if complete:
            self._outdated.clear()

    def _paint_stand_in(self, painter: QPainter, target: QRect, column: int, row: int) -> None:
        """Fill `target` with the tile as it was, or at the latest other zoom, else with the backdrop."""
        for tiles in (self._outdated, self._tiles):
            for zoom, x, y in reversed(tiles):
                if (x, y) == (column, row):
                    painter.drawPixmap(target, tiles[zoom, x, y])
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


def _reached(squares: QRect) -> QRect:
    """The tiles, in columns and rows, that painting these squares reaches into."""
    grown = squares.adjusted(-REACH, -REACH, REACH, REACH)
    columns = grown.left() // TILE, grown.right() // TILE
    rows = grown.top() // TILE, grown.bottom() // TILE
    return QRect(columns[0], rows[0], columns[1] - columns[0] + 1, rows[1] - rows[0] + 1)


def _touches(key: Key, areas: Iterable[QRect]) -> bool:
    return any(area.contains(key[1], key[2]) for area in areas)
