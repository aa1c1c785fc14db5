"""Straight pieces of wall at any angle, in fine units, and which cells and ways between cells they meet.

Everything here is exact integer arithmetic: no rounding, so no wall has a hairline gap that its map did not
have.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.grid.cells import Extent

FINE = 256
"""Fine units along one side of a square: cell (x, y) spans x * FINE to (x + 1) * FINE on its first axis."""

FARTHEST = 1 << 22
"""Largest coordinate of a segment, 16,384 squares: angles of sight stay exact in a float up to here."""


class Segment(NamedTuple):
    """A wall, door or window from (ax, ay) to (bx, by) in fine units, and what it stops while it stands.

    A closed door is one segment across its opening, an open one is none.
    """

    ax: int
    ay: int
    bx: int
    by: int
    step: bool = True
    strike: bool = True
    sight: bool = True


class Crossings(NamedTuple):
    """Masks of the cells whose way to a neighbour a segment meets; the other four ways mirror these."""

    east: int
    south: int
    southeast: int
    northeast: int


def lattice_crossings(
    u0: int, v0: int, u1: int, v1: int, lines: range, marks: range
) -> Iterator[tuple[int, int]]:
    """Where the segment (u0, v0)-(u1, v1) meets the lines u = FINE * k that run through cell centres.

    Yields (k, m) for each k of ``lines`` and m of ``marks`` such that the piece from v = FINE * m to FINE *
    (m + 1) of line k has a point in common with the segment. Ends count on both sides.
    """
    if u0 > u1:
        u0, v0, u1, v1 = u1, v1, u0, v0
    first, last = max(-(-u0 // FINE), lines.start), min(u1 // FINE, lines.stop - 1)
    du, dv = u1 - u0, v1 - v0
    if du == 0:
        if first <= last:
            low = max(-(-min(v0, v1) // FINE) - 1, marks.start)
            for m in range(low, min(max(v0, v1) // FINE, marks.stop - 1) + 1):
                yield first, m
        return
    unit = du * FINE
    for k in range(first, last + 1):
        m, rest = divmod(v0 * du + (k * FINE - u0) * dv, unit)
        if m in marks:
            yield k, m
        if rest == 0 and m - 1 in marks:
            yield k, m - 1


def cells_touched(extent: Extent, segment: Segment) -> Iterator[int]:
    """Indices of the cells on the map whose closed square has a point in common with the segment."""
    x0, y0, x1, y1 = segment[:4]
    if y0 > y1:
        x0, y0, x1, y1 = x1, y1, x0, y0
    dx, dy = x1 - x0, y1 - y0
    width = extent.width
    for row in range(max(-(-y0 // FINE) - 1, 0), min(y1 // FINE, extent.height - 1) + 1):
        # The part of the segment within this row, as two fractions over dy (or whole if it is level).
        if dy == 0:
            ends, scale = (x0, x1), 1
        else:
            top, bottom = max(y0, row * FINE), min(y1, (row + 1) * FINE)
            ends, scale = (x0 * dy + (top - y0) * dx, x0 * dy + (bottom - y0) * dx), dy
        unit = FINE * scale
        left, right = -(-min(ends) // unit) - 1, max(ends) // unit
        for column in range(max(left, 0), min(right, width - 1) + 1):
            yield row * width + column
