"""Cells, directions, footprints, and sets of cells as bits.

A cell is a pair (column, row); rows grow downwards. Where speed matters a cell is its index, ``row * width +
column``, and a set of cells is one Python int with bit ``index`` set for each member (a *mask*).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import compress, count

Cell = tuple[int, int]

DIRECTIONS: tuple[tuple[int, int], ...] = (
    (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
)  # fmt: skip
"""The eight steps, N NE E SE S SW W NW: odd places are diagonal, ``(d + 4) % 8`` is the way back."""

_DIGIT_TO_FLAG = bytes.maketrans(b"01", b"\x00\x01")


@dataclass(frozen=True, slots=True)
class Extent:
    """Size of a map in squares."""

    width: int
    height: int

    @property
    def count(self) -> int:
        """How many cells the map has."""
        return self.width * self.height

    def contains(self, cell: Cell) -> bool:
        """Whether the cell lies on the map."""
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height

    def index(self, cell: Cell) -> int:
        """Index of a cell; ``IndexError`` off the map, where it would silently name another row's cell."""
        x, y = cell
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"cell {cell} is off the map of {self.width} x {self.height}")
        return y * self.width + x

    def cell(self, index: int) -> Cell:
        """The cell with this index; ``IndexError`` where there is none."""
        if not 0 <= index < self.width * self.height:
            raise IndexError(f"no cell {index} on a map of {self.width} x {self.height}")
        y, x = divmod(index, self.width)
        return x, y

    def offsets(self) -> tuple[int, ...]:
        """What each of ``DIRECTIONS`` adds to an index (right only for steps that stay on the map)."""
        return tuple(dy * self.width + dx for dx, dy in DIRECTIONS)


def footprint(anchor: Cell, size: int) -> tuple[Cell, ...]:
    """The ``size`` x ``size`` cells of a body, row by row; ``anchor`` is its top-left cell."""
    if size == 1:
        return (anchor,)
    x, y = anchor
    return tuple((x + i, y + j) for j in range(size) for i in range(size))


def gap(a: Cell, size_a: int, b: Cell, size_b: int) -> tuple[int, int]:
    """How far two footprints are apart on each axis, in squares.

    0 on an axis where they overlap, 1 where they lie side by side: neighbours have a larger part of 1.
    Feed the result to ``metric.distance``; it is the least over all pairs of cells (rulings A2 #8).
    """
    return (
        max(b[0] - a[0] - size_a + 1, a[0] - b[0] - size_b + 1, 0),
        max(b[1] - a[1] - size_a + 1, a[1] - b[1] - size_b + 1, 0),
    )


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells around a cell in the order of ``DIRECTIONS``, those off the map included."""
    x, y = cell
    return tuple((x + dx, y + dy) for dx, dy in DIRECTIONS)


def bits(mask: int) -> Iterator[int]:
    """Indices in a mask, ascending."""
    if not mask:
        return iter(())
    first = (mask & -mask).bit_length() - 1
    digits = bin(mask >> first)[:1:-1]
    if mask.bit_count() * 4 > len(digits):
        return compress(count(first), digits.encode().translate(_DIGIT_TO_FLAG))
    # Few members: hopping from one to the next beats looking at every digit.
    members = []
    place = 0
    while place >= 0:
        members.append(first + place)
        place = digits.find("1", place + 1)
    return iter(members)


def mask_of(indices: Iterable[int]) -> int:
    """The mask that holds these indices; ``ValueError`` for a negative one."""
    members = indices if isinstance(indices, (frozenset, set, list, tuple)) else tuple(indices)
    if not members:
        return 0
    if min(members) < 0:
        raise ValueError("a mask has no negative index")
    field = bytearray((max(members) >> 3) + 1)
    for i in members:
        field[i >> 3] |= 1 << (i & 7)
    return int.from_bytes(field, "little")


def shifted(mask: int, offset: int) -> int:
    """The mask moved by ``offset`` indices; what falls below 0 is lost."""
    return mask << offset if offset >= 0 else mask >> -offset


def repeated(row: int, width: int, rows: int) -> int:
    """The mask with the pattern ``row`` in each of the first ``rows`` rows."""
    mask, filled = row, 1
    while filled < rows:
        mask |= mask << filled * width
        filled *= 2
    return mask & ((1 << rows * width) - 1)
