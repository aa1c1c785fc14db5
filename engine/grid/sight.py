"""Line of sight, from centre to centre and the same both ways.

What stops a line
    - a solid square whose inside it enters, other than the two it joins;
    - a wall, door or window that stops sight and crosses it, or lies along any part of it;
    - obstacles that touch one of its points from both sides: between two solid squares that meet in a corner,
      or through the joint of two walls, nobody sees.

What does not
    - touching the corner of a square or the end of a wall from one side;
    - a wall that meets it only at one of its two ends: a square with a wall through its very centre is seen
      from both sides, though no line passes through it.
"""

from collections.abc import Iterable, Iterator

from engine.grid.barriers import Barriers
from engine.grid.cells import Cell, bits, footprint, repeated
from engine.grid.segments import FINE, Segment
from engine.grid.shadows import seen_from

_HALF = FINE // 2


def clear(barriers: Barriers, a: Cell, b: Cell) -> bool:
    """Whether the line between the centres of two cells is clear; ``IndexError`` if one is off the map."""
    width, walls, solid = barriers.extent.width, barriers.sight_index, barriers.solid_cells
    ends = barriers.extent.index(a), barriers.extent.index(b)
    line = _Line(a, b)
    for x, y in line.squares():
        index = y * width + x
        if index in solid and index not in ends:
            return False
        if any(line.is_stopped_by(wall) for wall in walls.get(index, ())):
            return False
    for (x, y), place in line.grazed:
        if y * width + x in solid:
            line.touch(place, line.side_of(x, y))
    return not line.is_pinched


def visible(barriers: Barriers, origins: Iterable[Cell], radius: int | None = None) -> frozenset[int]:
    """Indices of the cells with a clear line from any of the origins, which see themselves.

    ``radius`` limits this to the blocks of cells at most so many columns and rows from an origin; for the
    light of a torch, intersect with ``areas.burst``.
    """
    seen = 0
    for origin in origins:
        seen |= seen_from(barriers, origin, radius)
    return frozenset(bits(seen))


def visible_with_walls(
    barriers: Barriers, origins: Iterable[Cell], radius: int | None = None
) -> frozenset[int]:
    """What is ``visible``, and the solid squares that face it, so that a room shows with its walls.

    A solid square shows when one of its sides is turned to the origin and borders on a seen open square;
    also in the inner corner of a room, between two such. These may lie one square beyond ``radius``.
    """
    shown = 0
    for origin in origins:
        seen = seen_from(barriers, origin, radius)
        shown |= seen | _walls_facing(barriers, origin, seen & ~barriers.solid)
    return frozenset(bits(shown))


def sees(barriers: Barriers, a: Cell, size_a: int, b: Cell, size_b: int) -> bool:
    """Whether any cell of one body has a clear line to any cell of the other; the same both ways.

    Cells off the map do not count. Bodies that overlap see each other.
    """
    extent, memo = barriers.extent, barriers.seen_memo
    ours = [cell for cell in footprint(a, size_a) if extent.contains(cell)]
    theirs = [cell for cell in footprint(b, size_b) if extent.contains(cell)]
    for cell in ours:
        seen = memo.get(extent.index(cell))
        if seen is None:
            if any(clear(barriers, cell, other) for other in theirs):
                return True
        elif any(seen >> extent.index(other) & 1 for other in theirs):
            return True
    return False


def _walls_facing(barriers: Barriers, origin: Cell, seen: int) -> int:
    """Solid squares beside the open squares ``seen`` that turn a side, or an inner corner, to the origin."""
    width, height = barriers.extent.width, barriers.extent.height
    solid, hidden = barriers.solid, barriers.sight_crossings
    x, y = origin
    eastward = repeated(
        (1 << width - 1) - (1 << x), width, height
    )  # from the origin's column on, but the last
    westward = repeated((1 << x + 1) - 2, width, height)  # up to the origin's column, but the first
    southward, northward = -1 << y * width, (1 << (y + 1) * width) - 1
    shown = solid & (
        (seen & eastward & ~hidden.east) << 1
        | (seen & westward) >> 1 & ~hidden.east
        | (seen & southward & ~hidden.south) << width
        | (seen & northward) >> width & ~hidden.south
    )
    beside_e, beside_w = seen & eastward & shown >> 1, seen & westward & shown << 1
    above, below = northward & shown << width, southward & shown >> width
    corners = (
        (beside_e & below) << width + 1
        | (beside_w & below) << width - 1
        | (beside_e & above) >> width - 1
        | (beside_w & above) >> width + 1
    )
    return shown | solid & corners


class _Line:
    """The line from the centre of ``a`` to that of ``b``, and what touches it on the way.

    A place along it is a dot product with its direction: whole, 0 at ``a``, ``_length`` at ``b``.
    """

    def __init__(self, a: Cell, b: Cell) -> None:
        self._a = a
        self._dx, self._dy = b[0] - a[0], b[1] - a[1]
        self._length = (self._dx * self._dx + self._dy * self._dy) * FINE
        self._touched: dict[int, int] = {}
        self.grazed: list[tuple[Cell, int]] = []

    def squares(self) -> Iterator[Cell]:
        """The squares whose inside the line enters, in order; fills ``grazed`` where it meets a corner."""
        x, y = self._a
        nx, ny = abs(self._dx), abs(self._dy)
        sx, sy = (1 if self._dx > 0 else -1), (1 if self._dy > 0 else -1)
        ix = iy = 0
        yield x, y
        while ix < nx or iy < ny:
            lead = (2 * ix + 1) * ny - (2 * iy + 1) * nx  # which border is crossed first, of column or row
            if lead == 0:
                corner = (2 * ix + 1) * nx * _HALF + (2 * iy + 1) * ny * _HALF
                self.grazed += [((x + sx, y), corner), ((x, y + sy), corner)]
            if lead <= 0:
                ix, x = ix + 1, x + sx
            if lead >= 0:
                iy, y = iy + 1, y + sy
            yield x, y

    def side_of(self, x: int, y: int) -> int:
        """On which side of the line the centre of a cell lies: positive, negative or 0."""
        return self._dx * (y - self._a[1]) - self._dy * (x - self._a[0])

    def touch(self, place: int, side: int) -> None:
        """Note that something on one side touches the line; its two ends do not count."""
        if 0 < place < self._length:
            self._touched[place] = self._touched.get(place, 0) | (1 if side > 0 else 2)

    @property
    def is_pinched(self) -> bool:
        """Whether any place is touched from both sides."""
        return 3 in self._touched.values()

    def is_stopped_by(self, wall: Segment) -> bool:
        """Whether a wall crosses the line between its ends or lies along it; notes a touch otherwise."""
        dx, dy = self._dx, self._dy
        ex, ey = self._a[0] * FINE + _HALF, self._a[1] * FINE + _HALF
        px, py, qx, qy = wall.ax - ex, wall.ay - ey, wall.bx - ex, wall.by - ey
        side_p, side_q = dx * py - dy * px, dx * qy - dy * qx
        place_p, place_q = dx * px + dy * py, dx * qx + dy * qy
        if side_p == 0 and side_q == 0:
            return min(place_p, place_q) < self._length and max(place_p, place_q) > 0
        if side_p == 0:
            self.touch(place_p, side_q)
        elif side_q == 0:
            self.touch(place_q, side_p)
        elif (side_p > 0) != (side_q > 0):
            across = side_q - side_p  # the crossing is at (px * qy - py * qx) / across of the way
            at = px * qy - py * qx
            return 0 < at < across * FINE if across > 0 else across * FINE < at < 0
        return False
