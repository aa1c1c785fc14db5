"""Which cells one eye sees: the shadows of all obstacles, cast exactly, row by row.

The rules of sight stand in ``sight``; this is the fast way to apply them to a whole map at once, and a test
holds the two together. Obstacles may cross each other, since each shadow is cast for itself.

Points are in fine units counted from the eye, the centre of the origin's square; so the centre of the cell
(i, j) squares away is (i * FINE, j * FINE). The shadow of an obstacle from P to Q, with P x Q > 0, is every
centre T strictly between the rays through P and Q and strictly beyond the line PQ. A centre exactly behind an
end is dark only if obstacles touch that end from both sides.
"""

from collections.abc import Iterator
from math import gcd
from typing import NamedTuple

from engine.grid.barriers import Barriers
from engine.grid.cells import Cell, bits
from engine.grid.segments import FINE

_HALF = FINE // 2
_POSITIVE, _NEGATIVE, _BOTH = 1, 2, 3
_REVIEW = 16
"""After how many shadows the lit part is measured again, to pass over obstacles outside it."""


class _Obstacle(NamedTuple):
    """Two ends as the eye sees them; for a solid square straight ahead also the square, which stays lit."""

    px: int
    py: int
    qx: int
    qy: int
    square: Cell | None = None


def seen_from(barriers: Barriers, origin: Cell, radius: int | None = None) -> int:
    """Mask of the cells with a clear line to ``origin``, itself included.

    ``radius`` limits the answer, and the work, to the block of cells at most so many columns and rows away.
    """
    width, height = barriers.extent.width, barriers.extent.height
    index = barriers.extent.index(origin)
    full = barriers.seen_memo.get(index)
    if radius is None:
        if full is None:
            full = barriers.seen_memo[index] = _Eye(barriers, origin, max(width, height)).look()
        return full
    eye = _Eye(barriers, origin, radius)
    return eye.look() if full is None else full & eye.window()


class _Eye:
    """One origin and its window on the map: columns ``i0`` to ``i1`` and rows ``j0`` to ``j1`` around it."""

    def __init__(self, barriers: Barriers, origin: Cell, radius: int) -> None:
        self._barriers = barriers
        self._x, self._y = origin
        width, height = barriers.extent.width, barriers.extent.height
        self._i0, self._i1 = -min(self._x, radius), min(width - 1 - self._x, radius)
        self._j0, self._j1 = -min(self._y, radius), min(height - 1 - self._y, radius)
        self._full_row = (1 << (self._i1 - self._i0 + 1)) - 1
        self._dark = [0] * (self._j1 - self._j0 + 1)  # per row a mask, bit 0 for column i0
        self._lit_i = self._lit_j = (0, 0)
        self._measure()

    def look(self) -> int:
        """Mask on the whole map of the cells in the window that the eye sees."""
        touched: dict[tuple[int, int], int] = {}
        walls, edge_on = self._walls()
        squares = self._squares()
        obstacles = sorted([*walls, *squares], key=_distance)
        for done, obstacle in enumerate(obstacles, 1):
            if self._is_hidden(obstacle):
                continue
            px, py, qx, qy, square = obstacle
            touched[px, py] = touched.get((px, py), 0) | _POSITIVE
            touched[qx, qy] = touched.get((qx, qy), 0) | _NEGATIVE
            if square is None:
                self._cast(px, py, qx, qy)
            else:
                self._cast_around(square, obstacle)
            if done % _REVIEW == 0:
                self._measure()
        for point in [*edge_on, *(point for point, sides in touched.items() if sides == _BOTH)]:
            self._cast_behind(*point)
        return self._on_map(row ^ self._full_row for row in self._dark)

    def window(self) -> int:
        """Mask on the whole map of all cells in the window."""
        return self._on_map(self._full_row for _ in self._dark)

    def _on_map(self, rows: Iterator[int]) -> int:
        width, mask = self._barriers.extent.width, 0
        for row in reversed(list(rows)):
            mask = mask << width | row
        return mask << (self._y + self._j0) * width + self._x + self._i0

    def _walls(self) -> tuple[list[_Obstacle], list[tuple[int, int]]]:
        """Walls with an open side to the eye, and the near ends of those that lie along a ray."""
        walls: list[_Obstacle] = []
        edge_on: list[tuple[int, int]] = []
        ex, ey = self._x * FINE + _HALF, self._y * FINE + _HALF
        left, right, top, bottom = (FINE * v for v in (self._i0, self._i1, self._j0, self._j1))
        for segment in self._barriers.segments:
            px, py, qx, qy = segment.ax - ex, segment.ay - ey, segment.bx - ex, segment.by - ey
            if not segment.sight or (px < left and qx < left) or (px > right and qx > right):
                continue
            if (py < top and qy < top) or (py > bottom and qy > bottom):
                continue
            turn = px * qy - py * qx
            if turn > 0:
                walls.append(_Obstacle(px, py, qx, qy))
            elif turn < 0:
                walls.append(_Obstacle(qx, qy, px, py))
            else:
                edge_on += _near_ends(px, py, qx, qy)
        return walls, edge_on

    def _squares(self) -> Iterator[_Obstacle]:
        """Solid squares with an open square before them, each as the line between its outermost corners."""
        width, solids = self._barriers.extent.width, self._barriers.solid_cells
        eye = self._y * width + self._x
        faces = self._barriers.surface
        if eye in solids:  # an eye inside the rock looks at the rock around it
            faces |= self._barriers.solid & (5 << eye >> 1 | 1 << eye + width | 1 << eye >> width)
        for index in bits(faces & self.window()):
            y, x = divmod(index, width)
            i, j = x - self._x, y - self._y
            toward_i, toward_j = index - _sign(i), index - _sign(j) * width
            open_i = i != 0 and (toward_i not in solids or toward_i == eye)
            open_j = j != 0 and (toward_j not in solids or toward_j == eye)
            if open_i or open_j:
                yield _outline(i, j)

    def _measure(self) -> None:
        """Find the smallest block of columns and rows with all that is still lit; it always holds the eye."""
        lit = [row ^ self._full_row for row in self._dark]
        columns = 0
        for row in lit:
            columns |= row
        first = next(n for n, row in enumerate(lit) if row)
        last = next(n for n in range(len(lit) - 1, -1, -1) if lit[n])
        self._lit_j = first + self._j0, last + self._j0
        self._lit_i = (columns & -columns).bit_length() - 1 + self._i0, columns.bit_length() - 1 + self._i0

    def _is_hidden(self, obstacle: _Obstacle) -> bool:
        """Whether an obstacle lies beyond all that is lit, so that its shadow adds nothing."""
        px, py, qx, qy, _ = obstacle
        (i0, i1), (j0, j1) = self._lit_i, self._lit_j
        return (
            (px > i1 * FINE and qx > i1 * FINE)
            or (px < i0 * FINE and qx < i0 * FINE)
            or (py > j1 * FINE and qy > j1 * FINE)
            or (py < j0 * FINE and qy < j0 * FINE)
        )

    def _cast_around(self, square: Cell, obstacle: _Obstacle) -> None:
        """Cast the shadow of a solid square straight ahead: it begins at its front and spares its centre."""
        row, bit = square[1] - self._j0, 1 << square[0] - self._i0
        was_dark = self._dark[row] & bit
        self._cast(*obstacle[:4])
        if not was_dark:
            self._dark[row] &= ~bit

    def _cast(self, px: int, py: int, qx: int, qy: int) -> None:
        """Darken the shadow of the obstacle PQ."""
        # Its borders, each as a * i > m * j + c: the rays through P and Q, and the line PQ.
        borders = (
            (-py, -px, 0),
            (qy, qx, 0),
            ((qy - py) * FINE, (qx - px) * FINE, px * qy - py * qx),
        )
        lows = [border for border in borders if border[0] > 0]
        highs = [(-a, -m, -c - 1) for a, m, c in borders if a < 0]
        levels = [(m, c) for a, m, c in borders if a == 0]
        i0, i1, j0, dark = self._i0, self._i1, self._j0, self._dark
        first, last = self._rows(px, py, qx, qy)
        for j in range(first, last + 1):
            low, high = i0, i1
            for a, m, c in lows:
                bound = (m * j + c) // a + 1
                if bound > low:
                    low = bound
            for a, m, c in highs:
                bound = (m * j + c) // a
                if bound < high:
                    high = bound
            if low <= high and (not levels or all(m * j + c < 0 for m, c in levels)):
                dark[j - j0] |= ((1 << high - low + 1) - 1) << low - i0

    def _rows(self, px: int, py: int, qx: int, qy: int) -> tuple[int, int]:
        """First and last lit row that the shadow of PQ can touch."""
        first, last = self._lit_j
        low, high = min(py, qy) // FINE, max(py, qy) // FINE
        for x, y in ((px, py), (qx, qy)):
            if x:  # the row in which the ray through this end leaves the window sideways
                leaves = y * (self._i1 if x > 0 else self._i0) // x
            elif y > 0:
                leaves = last
            else:
                leaves = first
            low, high = min(low, leaves), max(high, leaves)
        if qx < 0 < px:  # the shadow holds the column straight down
            high = last
        elif px < 0 < qx:
            low = first
        return max(low, first), min(high, last)

    def _cast_behind(self, x: int, y: int) -> None:
        """Darken the centres exactly behind a point."""
        shared = gcd(x, y)
        i, j = x // shared, y // shared
        n = shared // FINE + 1
        while self._i0 <= n * i <= self._i1 and self._j0 <= n * j <= self._j1:
            self._dark[n * j - self._j0] |= 1 << n * i - self._i0
            n += 1


def _distance(obstacle: _Obstacle) -> int:
    """How far off an obstacle is, roughly: near ones hide the rest."""
    px, py, qx, qy, _ = obstacle
    return max(abs(px + qx), abs(py + qy))


def _near_ends(px: int, py: int, qx: int, qy: int) -> list[tuple[int, int]]:
    """Points behind which a wall in line with the eye hides all: its near end; both ends to an eye on it."""
    toward = px * qx + py * qy
    if toward > 0:
        return [min((px, py), (qx, qy), key=lambda end: abs(end[0]) + abs(end[1]))]
    ends = [(x, y, gcd(x, y)) for x, y in ((px, py), (qx, qy))]
    return [(x // shared, y // shared) for x, y, shared in ends if shared]


def _outline(i: int, j: int) -> _Obstacle:
    """A solid square as the line between the two corners where the rays that just pass it touch it.

    Off the axes that line runs through the square's centre; straight ahead it is the front side.
    """
    x, y = i * FINE, j * FINE
    if i == 0:
        front = y - _sign(j) * _HALF
        ends = (-_HALF, front), (_HALF, front)
    elif j == 0:
        front = x - _sign(i) * _HALF
        ends = (front, -_HALF), (front, _HALF)
    else:
        slope = -_HALF if (i > 0) == (j > 0) else _HALF
        ends = (x - _HALF, y - slope), (x + _HALF, y + slope)
    (px, py), (qx, qy) = ends
    if px * qy < py * qx:
        px, py, qx, qy = qx, qy, px, py
    return _Obstacle(px, py, qx, qy, None if i and j else (i, j))


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
