"""Where squares lie in the scene, and how thick a stroke is at a zoom.

One square is CELL scene units wide. All widths in this folder are pixels at zoom 1, where a square is
44 pixels; a scene unit is then one pixel.
"""

from collections.abc import Collection, Iterable, Iterator
from math import sqrt

from PySide6.QtCore import QPointF, QRectF

CELL = 44.0

Cell = tuple[int, int]
Run = tuple[int, int, int]  # row, first column, last column + 1

SMALLEST_FACTOR, LARGEST_FACTOR = 2 / 3, 2.0  # a 3 px stroke stays between 2 and 6 px


def centre(cell: tuple[float, float], size: int = 1) -> QPointF:
    """The middle of a `size` x `size` footprint whose top left square is `cell`, in scene units."""
    half = size * CELL / 2
    return QPointF(cell[0] * CELL + half, cell[1] * CELL + half)


def cell_rect(cell: Cell, size: int = 1) -> QRectF:
    """The footprint's box in scene units."""
    return QRectF(cell[0] * CELL, cell[1] * CELL, size * CELL, size * CELL)


def cells_bounds(cells: Collection[Cell]) -> QRectF:
    """The box around `cells` in scene units; null if there are none."""
    if not cells:
        return QRectF()
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    left, top = min(columns), min(rows)
    width, height = max(columns) - left + 1, max(rows) - top + 1
    return QRectF(left * CELL, top * CELL, width * CELL, height * CELL)


def row_runs(cells: Iterable[Cell]) -> tuple[Run, ...]:
    """The cells as horizontal runs, top to bottom: a few big rectangles paint faster than many squares."""
    return tuple(_runs(sorted((y, x) for x, y in set(cells))))


def _runs(ordered: list[tuple[int, int]]) -> Iterator[Run]:
    start = 0
    for i in range(1, len(ordered) + 1):
        if i < len(ordered) and ordered[i] == (ordered[i - 1][0], ordered[i - 1][1] + 1):
            continue
        y, x = ordered[start]
        yield y, x, ordered[i - 1][1] + 1
        start = i


def stroke_factor(zoom: float) -> float:
    """How much thicker than at zoom 1 a stroke is, in pixels: the square root of zoom within limits.

    Thick enough to see from afar, thin enough to see what lies below when close.
    """
    return min(LARGEST_FACTOR, max(SMALLEST_FACTOR, sqrt(zoom)))


def squares_of(point: QPointF) -> tuple[float, float]:
    """A scene point in squares."""
    return point.x() / CELL, point.y() / CELL


def cell_of(point: QPointF) -> Cell:
    """The square a scene point lies in; may be off the map."""
    return int(point.x() // CELL), int(point.y() // CELL)
