"""The squares of an area: burst, cone and line. Cell-exact, the same every time, in squares.

Areas know no map: the caller drops the cells that are off it, and those out of sight where that matters.
"""

from engine.grid.cells import Cell
from engine.grid.metric import Metric, distance


def burst(centre: Cell, radius: int, metric: Metric = Metric.SQUARE) -> frozenset[Cell]:
    """The cells within ``radius`` squares of a cell, itself included."""
    x, y = centre
    block = range(-radius, radius + 1)
    return frozenset((x + i, y + j) for j in block for i in block if distance(metric, i, j) <= radius)


def cone(
    origin: Cell, direction: tuple[int, int], length: int, metric: Metric = Metric.SQUARE
) -> frozenset[Cell]:
    """The cells within ``length`` of ``origin``, without it, up to 45 degrees to each side of a direction.

    ``direction`` points by any pair but (0, 0), which is a ``ValueError``: one of ``DIRECTIONS``, or the
    difference to a target cell.
    """
    dx, dy = direction
    if dx == dy == 0:
        raise ValueError("a cone needs a direction")
    x, y = origin
    return frozenset(
        (cx, cy)
        for cx, cy in burst(origin, length, metric)
        if (cx, cy) != origin and abs((cx - x) * dy - (cy - y) * dx) <= (cx - x) * dx + (cy - y) * dy
    )


def line(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """The cells from ``a`` to ``b`` nearest to the straight line: one a column, or one a row on a steep line.

    Each is a neighbour of the one before. Where the line runs just between two cells, the upper or left one
    is taken, so that the way back has the same cells.
    """
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    steps = max(abs(dx), abs(dy))
    if steps == 0:
        return (a,)
    return tuple((_nearest(ax, dx, n, steps), _nearest(ay, dy, n, steps)) for n in range(steps + 1))


def _nearest(start: int, change: int, n: int, steps: int) -> int:
    """``start + change * n / steps`` to the nearest whole number, halves down."""
    return -((-2 * (start * steps + change * n) + steps) // (2 * steps))
