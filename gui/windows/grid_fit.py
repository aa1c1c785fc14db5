"""A grid being laid over a picture: a frame between two known crossings and how many squares it holds.

Plain arithmetic. Units: pixels of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from math import floor

Point = tuple[float, float]

SMALLEST, LARGEST = 8.0, 5_000.0
"""Sides a square may have."""
MOST_COUNTED = 500


class Corner(Enum):
    """The two corners of the frame that can be dragged."""

    FIRST = "first"
    FAR = "far"


@dataclass(frozen=True, slots=True)
class GridFit:
    """The frame from `first` (upper left) to `far` (lower right), `columns` by `rows` squares.

    While a corner is dragged the frame may be a little out of square; `settled` makes it true again.
    A `fixed` frame is a whole map that is there already: its squares are not counted anew.
    """

    first: Point
    far: Point
    columns: int
    rows: int
    fixed: bool = False

    @property
    def square(self) -> float:
        """Side of a square: the mean of what width and height say."""
        width, height = self.far[0] - self.first[0], self.far[1] - self.first[1]
        return (width + height) / (self.columns + self.rows)

    @property
    def offset(self) -> Point:
        """Where the grid begins, right and down from the picture's corner.

        Less than nothing where more than half of the first square is on the picture: it belongs to the map.
        Of a fixed frame it is the map's own corner.
        """
        if self.fixed:
            return self.first
        return self._begin(self.first[0]), self._begin(self.first[1])

    def _begin(self, place: float) -> float:
        inside = place % self.square
        return inside if inside <= self.square / 2 else inside - self.square

    def map_size(self, width: int, height: int) -> tuple[int, int]:
        """Columns and rows of the whole map on a picture of this size: squares at least half on it."""
        if self.fixed:
            return self.columns, self.rows
        right, down = self.offset
        return int((width - right) / self.square + 0.5), int((height - down) / self.square + 0.5)

    def corner(self, which: Corner) -> Point:
        """Where a corner is."""
        return self.first if which is Corner.FIRST else self.far

    def dragged(self, which: Corner, to: Point, before: GridFit) -> GridFit:
        """A corner taken to a point. The squares keep about the size they had `before`, so they are counted
        anew; the exact size follows from the frame."""
        moved = self._moved(which, to)
        if self.fixed:
            return moved
        width, height = moved.far[0] - moved.first[0], moved.far[1] - moved.first[1]
        return replace(
            moved,
            columns=_counted(width / before.square),
            rows=_counted(height / before.square),
        )

    def nudged(self, which: Corner, right: float, down: float) -> GridFit:
        """A corner moved a little; the count stays."""
        x, y = self.corner(which)
        return self._moved(which, (x + right, y + down))

    def with_counts(self, columns: int, rows: int) -> GridFit:
        """The same frame with another number of squares in it, as many as make sense."""
        width, height = self.far[0] - self.first[0], self.far[1] - self.first[1]
        return replace(
            self,
            columns=min(_counted(columns), max(1, floor(width / SMALLEST))),
            rows=min(_counted(rows), max(1, floor(height / SMALLEST))),
        ).settled()

    def with_square(self, square: float) -> GridFit:
        """The same first corner and count with squares of another size."""
        square = min(max(square, SMALLEST), LARGEST)
        far = self.first[0] + self.columns * square, self.first[1] + self.rows * square
        return replace(self, far=far)

    def with_offset(self, right: float, down: float) -> GridFit:
        """The whole frame shifted so that the grid begins there."""
        dx, dy = right - self.offset[0], down - self.offset[1]
        return replace(
            self,
            first=(self.first[0] + dx, self.first[1] + dy),
            far=(self.far[0] + dx, self.far[1] + dy),
        )

    def settled(self) -> GridFit:
        """With the far corner where the squares put it."""
        return self.with_square(self.square)

    def _moved(self, which: Corner, to: Point) -> GridFit:
        """A corner elsewhere, at least one small square from the other."""
        if which is Corner.FIRST:
            first = min(to[0], self.far[0] - SMALLEST), min(to[1], self.far[1] - SMALLEST)
            return replace(self, first=first)
        far = max(to[0], self.first[0] + SMALLEST), max(to[1], self.first[1] + SMALLEST)
        return replace(self, far=far)


def first_fit(width: int, height: int, square: float, offset: Point = (0.0, 0.0)) -> GridFit:
    """A frame around the middle of a picture of this size, on a grid of these squares."""
    columns, right = _middle(width, square, offset[0])
    rows, down = _middle(height, square, offset[1])
    return GridFit((right, down), (right + columns * square, down + rows * square), columns, rows)


def map_fit(columns: int, rows: int, square: float, corner: Point) -> GridFit:
    """A frame for a map that is there already, with its first square at `corner`."""
    return GridFit(corner, corner, columns, rows, fixed=True).with_square(square)


def _middle(size: int, square: float, offset: float) -> tuple[int, float]:
    """How many squares of half a side, and where they begin."""
    whole = max(1, floor((size - offset) / square))
    count = max(1, round(whole / 2))
    return count, offset + (whole - count) // 2 * square


def _counted(squares: float) -> int:
    return min(max(1, round(squares)), MOST_COUNTED)
