"""How the buttons of the prompt strip stand: in even columns, read down and then to the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize

ACROSS, BIG_DOWN, SMALL_DOWN = 8, 8, 3
"""Pixels between columns, between big buttons and between small ones."""
FEW = 4
"""Buttons that may stand in one row, or one below the other when there is no other way."""
MOST_ROWS = 5


class Arrangement(NamedTuple):
    """Large or small buttons in so many rows; the last column may have fewer."""

    big: bool
    rows: int


class Room(NamedTuple):
    """Pixels there are. `most` is what the height may grow to where `height` does not do."""

    width: int
    height: int
    most: int


def arrangements(count: int) -> Iterator[Arrangement]:
    """From the one that wants most width to the one that wants least. Four stand two by two."""
    if count < FEW:
        yield Arrangement(True, 1)
    yield Arrangement(True, min(2, count))
    yield Arrangement(False, min(2, count))
    if 2 < count <= FEW:
        yield Arrangement(True, count)
    yield from (Arrangement(False, rows) for rows in range(3, min(count, MOST_ROWS) + 1))


def place(index: int, rows: int) -> tuple[int, int]:
    """Row and column of a button by its number in reading order."""
    column, row = divmod(index, rows)
    return row, column


def size_of(arrangement: Arrangement, sizes: Sequence[QSize], scale: float) -> QSize:
    """Pixels the buttons take; each column is as wide as its widest."""
    rows, count = min(arrangement.rows, len(sizes)), len(sizes)
    widths = [max(size.width() for size in sizes[first : first + rows]) for first in range(0, count, rows)]
    down = BIG_DOWN if arrangement.big else SMALL_DOWN
    height = rows * max(size.height() for size in sizes) + round((rows - 1) * down * scale)
    return QSize(sum(widths) + round((len(widths) - 1) * ACROSS * scale), height)


def best(big: Sequence[QSize], small: Sequence[QSize], room: Room, scale: float) -> Arrangement | None:
    """The first arrangement that fits within the height, else the first within what it may grow to."""
    tried = [
        (arrangement, size_of(arrangement, big if arrangement.big else small, scale))
        for arrangement in arrangements(len(big))
    ]
    for height in (room.height, room.most):
        for arrangement, size in tried:
            if size.width() <= room.width and size.height() <= height:
                return arrangement
    return None


def along(index: int, count: int, rows: int, by: tuple[int, int]) -> int:
    """Where an arrow leads from one of `count` buttons: `by` is (columns right, rows down).

    Down and up go on through all of them; right and left stay in the row and come back from its other end.
    """
    right, down = by
    if down or rows >= count:
        return (index + (down or right)) % count
    row = range(index % rows, count, rows)
    return row[(row.index(index) + right) % len(row)]
