"""How far is it: the ways to count diagonals. All costs and distances are whole squares."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from math import isqrt

from engine.grid.cells import Cell


class Metric(StrEnum):
    """One way of counting for movement, reach and range together (rulings A2 #2).

    Under ``EUCLID`` distances are as the crow flies; movement, which goes square by square, costs as under
    ``ALTERNATING``.
    """

    SQUARE = "5-5-5"
    ALTERNATING = "5-10-5"
    EUCLID = "euclid"
    DOUBLE = "10-10-10"
    """Every diagonal step is two squares: a way round two sides of a corner is no longer than across."""

    @property
    def alternates(self) -> bool:
        """Whether every second diagonal step of a mover costs two squares."""
        return self in (Metric.ALTERNATING, Metric.EUCLID)


def step_cost(metric: Metric, diagonal: bool, parity: int, factor: int = 1) -> tuple[int, int]:
    """Cost of one step and the parity after it.

    ``parity`` is the number of diagonal steps the mover has made, modulo 2; the caller carries it from
    command to command within a round. ``factor`` multiplies the cost: 2 on difficult ground.
    """
    if not diagonal:
        return factor, parity
    doubled = metric is Metric.DOUBLE or (metric.alternates and parity == 1)
    return (2 * factor if doubled else factor), 1 - parity


def path_cost(
    metric: Metric, cells: Sequence[Cell], parity: int = 0, factors: Mapping[Cell, int] | None = None
) -> tuple[int, int]:
    """Cost of walking ``cells`` from the first to the last, and the parity at the end.

    ``factors`` names the cells that cost more to enter. ``ValueError`` if a step is not to a neighbour.
    """
    total = 0
    for (ax, ay), (bx, by) in pairwise(cells):
        dx, dy = abs(bx - ax), abs(by - ay)
        if max(dx, dy) != 1:
            raise ValueError(f"{(ax, ay)} and {(bx, by)} are not neighbours")
        factor = 1 if factors is None else factors.get((bx, by), 1)
        cost, parity = step_cost(metric, dx == dy, parity, factor)
        total += cost
    return total, parity


def distance(metric: Metric, dx: int, dy: int) -> int:
    """Distance in squares over ``dx`` columns and ``dy`` rows, in the open.

    A diagonal neighbour is at distance 1 under every metric (rulings A2 #3); Euclid rounds to the nearest.
    """
    dx, dy = abs(dx), abs(dy)
    match metric:
        case Metric.SQUARE:
            return max(dx, dy)
        case Metric.ALTERNATING:
            return max(dx, dy) + min(dx, dy) // 2
        case Metric.EUCLID:
            return (isqrt(4 * (dx * dx + dy * dy)) + 1) // 2
        case Metric.DOUBLE:
            return 1 if dx == dy == 1 else dx + dy
