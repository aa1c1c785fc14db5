"""Straight pieces of wall at any angle, in fine units, and which cells and ways between cells they meet.

All of it is integer arithmetic, so no wall has a hairline gap that its map did not have.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from engine.grid.cells import Cell, Extent, mask_of

FINE = 256
"""Fine units along one side of a square: cell (x, y) spans x * FINE to (x + 1) * FINE on its first axis."""

FREE_END = FINE // 16
"""How much of a wall that ends in the open does not count, and how near another must be to join it."""


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


def crossings(extent: Extent, segments: Iterable[Segment]) -> Crossings:
    """The ways between centres of neighbouring cells that have a point in common with any of the segments."""
    met: tuple[set[int], ...] = (set(), set(), set(), set())
    for segment in segments:
        for indices, found in zip(met, _met_by(extent, *segment[:4]), strict=True):
            indices.update(found)
    return Crossings(*map(mask_of, met))


def by_cell(extent: Extent, segments: Iterable[Segment]) -> Mapping[int, Sequence[Segment]]:
    """The segments that touch each cell's closed square, by its index; cells without any are left out."""
    index: dict[int, list[Segment]] = {}
    for segment in segments:
        for cell in _cells_touched(extent, *segment[:4]):
            index.setdefault(cell, []).append(segment)
    return index


def without_free_ends(extent: Extent, segments: Sequence[Segment]) -> list[Segment]:
    """The segments, each shortened by ``FREE_END`` where it ends in the open.

    An end is free if no other of the segments comes within ``FREE_END`` of it. So an opening only a little
    narrower than a square lets somebody through wherever it lies, and a door that almost reaches its frame is
    joined to it.
    """
    shared = Counter(end for s in segments for end in (s[:2], s[2:4]))
    near = by_cell(extent, segments)

    def is_free(end: tuple[int, int], segment: Segment) -> bool:
        if shared[end] > 1:
            return False
        return not any(
            other is not segment and _is_close(end, other)
            for cell in _cells_around(extent, *end)
            for other in near.get(cell, ())
        )

    kept = []
    for segment in segments:
        ax, ay, bx, by = segment[:4]
        length = isqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if length > 2 * FREE_END:
            cut_x = _toward_zero(FREE_END * (bx - ax), length)
            cut_y = _toward_zero(FREE_END * (by - ay), length)
            if is_free((ax, ay), segment):
                ax, ay = ax + cut_x, ay + cut_y
            if is_free((bx, by), segment):
                bx, by = bx - cut_x, by - cut_y
        kept.append(Segment(ax, ay, bx, by, *segment[4:]))
    return kept


def _cells_around(extent: Extent, x: int, y: int) -> set[int]:
    """The cells on the map within ``FREE_END`` of a point."""
    columns = {(x - FREE_END) // FINE, (x + FREE_END) // FINE}
    rows = {(y - FREE_END) // FINE, (y + FREE_END) // FINE}
    return {extent.index((c, r)) for c in columns for r in rows if extent.contains((c, r))}


def _is_close(point: Cell, segment: Segment) -> bool:
    """Whether a segment comes within ``FREE_END`` of a point."""
    px, py = point[0] - segment.ax, point[1] - segment.ay
    dx, dy = segment.bx - segment.ax, segment.by - segment.ay
    along, square = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0:
        return px * px + py * py <= FREE_END**2
    if along >= square:
        return (px - dx) ** 2 + (py - dy) ** 2 <= FREE_END**2
    return (px * dy - py * dx) ** 2 <= FREE_END**2 * square


def _toward_zero(value: int, divisor: int) -> int:
    """Division that is the same for mirrored walls."""
    return value // divisor if value >= 0 else -(-value // divisor)


# Walls stay while doors open and close: what follows from one segment alone is kept.


@lru_cache(maxsize=1 << 15)
def _met_by(extent: Extent, ax: int, ay: int, bx: int, by: int) -> tuple[tuple[int, ...], ...]:
    """Indices of the cells whose way east, south, south-east and north-east meets one segment."""
    width, height = extent.width, extent.height
    columns, rows = range(width), range(height)
    eastward, southward = range(width - 1), range(height - 1)
    falling, rising = range(2 - height, width - 1), range(1, width + height - 2)
    # Centres become whole multiples of FINE, and so do the diagonals through them in x - y and x + y.
    ax, ay, bx, by = (value - FINE // 2 for value in (ax, ay, bx, by))
    return (
        tuple(r * width + c for r, c in _lattice_crossings(ay, ax, by, bx, rows, eastward)),
        tuple(r * width + c for c, r in _lattice_crossings(ax, ay, bx, by, columns, southward)),
        tuple(
            (c - k) * width + c
            for k, c in _lattice_crossings(ax - ay, ax, bx - by, bx, falling, eastward)
            if 0 <= c - k < height - 1
        ),
        tuple(
            (k - c) * width + c
            for k, c in _lattice_crossings(ax + ay, ax, bx + by, bx, rising, eastward)
            if 0 < k - c < height
        ),
    )


def _lattice_crossings(
    u0: int, v0: int, u1: int, v1: int, lines: range, marks: range
) -> Iterator[tuple[int, int]]:
    """Where the segment (u0, v0)-(u1, v1) meets the lines u = FINE * k that run through cell centres.

    Yields (k, m) for each k of ``lines`` and m of ``marks`` such that the piece from v = FINE * m to
    FINE * (m + 1) of line k has a point in common with the segment. Ends count on both sides.
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


@lru_cache(maxsize=1 << 15)
def _cells_touched(extent: Extent, x0: int, y0: int, x1: int, y1: int) -> tuple[int, ...]:
    """Indices of the cells on the map whose closed square has a point in common with a segment."""
    if y0 > y1:
        x0, y0, x1, y1 = x1, y1, x0, y0
    dx, dy = x1 - x0, y1 - y0
    cells: list[int] = []
    for row in range(max(-(-y0 // FINE) - 1, 0), min(y1 // FINE, extent.height - 1) + 1):
        # The part of the segment within this row, as two fractions over dy (or whole if it is level).
        if dy == 0:
            ends, scale = (x0, x1), 1
        else:
            top, bottom = max(y0, row * FINE), min(y1, (row + 1) * FINE)
            ends, scale = (x0 * dy + (top - y0) * dx, x0 * dy + (bottom - y0) * dx), dy
        unit = FINE * scale
        left, right = -(-min(ends) // unit) - 1, max(ends) // unit
        first, last = max(left, 0), min(right, extent.width - 1)
        cells.extend(range(row * extent.width + first, row * extent.width + last + 1))
    return tuple(cells)
