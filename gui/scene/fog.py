"""Fog: what has not been seen, and what is only remembered.

The edge is soft, but it fades inside of the known squares: not a pixel of an unknown square shows.
Rock beside known floor counts as known, so that walls are seen whole.
"""

from collections.abc import Collection
from typing import Literal

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gui.scene.geometry import CELL, Cell, row_runs
from gui.theme.palette import FOG_BLACK, colour

Z_FOG = 20.0
DETAIL = 8  # pixels of the fog picture along a square
REMEMBERED = 0.36  # how bright players see what they only remember


class FogItem(QGraphicsItem):
    """Fog over a map of `width` x `height` squares, for the GM (dim) or the players (black)."""

    def __init__(self, audience: Literal["gm", "players"]) -> None:
        super().__init__()
        self._audience = audience
        self._area = QRectF()
        self._data: tuple[int, int, frozenset[Cell], frozenset[Cell], frozenset[Cell]] | None = None
        self._fog: QImage | None = None
        self.setZValue(Z_FOG)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_data(
        self,
        size: tuple[int, int],
        visible: Collection[Cell],
        explored: Collection[Cell],
        rock: Collection[Cell] = (),
    ) -> None:
        """Lift the fog from `visible`, dim `explored`; `rock` are the solid squares of the map."""
        wanted = (*size, frozenset(visible), frozenset(explored), frozenset(rock))
        if wanted == self._data:
            return
        self._data = wanted
        self.prepareGeometryChange()
        margin = CELL
        self._area = QRectF(-margin, -margin, size[0] * CELL + 2 * margin, size[1] * CELL + 2 * margin)
        black, dim = (0.50, 0.28) if self._audience == "gm" else (1.0, 1.0 - REMEMBERED)
        if self._audience == "gm":  # only rooms are dimmed: solid rock hides nothing from anybody
            self._fog = fog_image(size, wanted[2] | wanted[4], wanted[3], frozenset(), black, dim, 255)
        else:
            self._fog = fog_image(size, wanted[2], wanted[3], wanted[4], black, dim)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._area

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._fog is None:
            return
        target = option.exposedRect.intersected(self._area)
        scale = DETAIL / CELL
        source = QRectF((target.topLeft() - self._area.topLeft()) * scale, target.size() * scale)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, self._fog, source)


def fog_image(
    size: tuple[int, int],
    visible: frozenset[Cell],
    explored: frozenset[Cell],
    rock: frozenset[Cell],
    black: float,
    dim: float,
    outside: int = 0,
) -> QImage:
    """The fog as a picture of DETAIL pixels a square, one square of margin on each side.

    `black` is the opacity over unknown squares, `dim` over those only remembered; `outside` is how clear
    the margin is, 0 or 255.
    """
    known = visible | explored
    known_and_walls = known | _beside(known, rock, size)
    lit = visible | _beside(visible, rock, size)
    fog = _veil(_mask(size, known_and_walls, outside), black, inward=True)
    painter = QPainter(fog)
    if not outside:
        _close(painter, known_and_walls, black)
    # Both veils are black, so laying one over the other multiplies what they let through.
    painter.drawImage(QPointF(0, 0), _veil(_mask(size, lit, outside), dim, inward=False))
    painter.end()
    return fog


def _beside(cells: frozenset[Cell], rock: frozenset[Cell], size: tuple[int, int]) -> frozenset[Cell]:
    """The solid squares next to floor of `cells`; outside of the map everything is solid.

    Next to rock there is nothing to be seen: how thick it is would tell of a room behind it.
    """
    width, height = size
    near = _around(cells - rock) - cells
    return frozenset((x, y) for x, y in near if (x, y) in rock or not (0 <= x < width and 0 <= y < height))


def _around(cells: frozenset[Cell]) -> set[Cell]:
    """The squares and their neighbours on all eight sides."""
    return {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def _close(painter: QPainter, known: frozenset[Cell], opacity: float) -> None:
    """Veil the unknown squares beside known ones and a pixel more.

    The picture is stretched smoothly onto the screen: without that pixel a little would show across.
    """
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for y, x0, x1 in row_runs(_around(known) - known):
        left, top = (x0 + 1) * DETAIL - 1, (y + 1) * DETAIL - 1
        painter.fillRect(QRect(left, top, (x1 - x0) * DETAIL + 2, DETAIL + 2), colour(FOG_BLACK, opacity))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def _mask(size: tuple[int, int], cells: frozenset[Cell], outside: int) -> QImage:
    """One pixel a square with a margin of one; 255 for `cells`, `outside` in the margin, else 0."""
    width, height = size[0] + 2, size[1] + 2
    edge, inner = bytes([outside]), bytes([outside]) + bytes(size[0]) + bytes([outside])
    values = bytearray(edge * width + inner * size[1] + edge * width)
    for x, y in cells:
        if -1 <= x <= size[0] and -1 <= y <= size[1]:
            values[(y + 1) * width + x + 1] = 255
    return QImage(bytes(values), width, height, width, QImage.Format.Format_Grayscale8).copy()


def _veil(mask: QImage, opacity: float, inward: bool) -> QImage:
    """Black with `opacity` where the mask is 0, clear where it is 255, soft between.

    Stretching the mask smoothly puts half its value on the border of a square; with `inward` the veil is
    closed from there on.
    """
    soft = mask.scaled(
        mask.width() * DETAIL,
        mask.height() * DETAIL,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    ).convertToFormat(QImage.Format.Format_Grayscale8)
    table = []
    for value in range(256):
        clear = max(0, 2 * value - 255) if inward else value
        tint = colour(FOG_BLACK, 1.0)
        alpha = round(opacity * (255 - clear))
        table.append(alpha << 24 | tint.red() << 16 | tint.green() << 8 | tint.blue())
    soft.reinterpretAsFormat(QImage.Format.Format_Indexed8)
    soft.setColorTable(table)
    return soft.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
