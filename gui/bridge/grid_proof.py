"""Whether lines at even distances really make squares: keeps bricks and planks from being a grid.

Lines that return both ways are not enough: courses of bricks have them, a floor of planks, a plan whose rooms
keep to even sizes. What only a grid has is squares with a line along all four sides. Each side of each square
is measured by itself, against lines where none should be. Units: pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

if TYPE_CHECKING:  # numpy is slow to import, and most sessions never look for a grid
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Flags = NDArray[np.bool_]

WIDTHS = (1, 2, 4)
"""How far beside a line its surroundings are looked at: thin lines, and thick ones."""

_BESIDE = (1 / 2, 1 / 3, 2 / 3, 0.37)  # shares of a square where a grid has no line: halves, thirds, anywhere
_PLAINER = 1.15  # a side is this much plainer than what lies on such places
_SPREADS = 3.0  # and by so many of their spreads
_FAINTEST = 0.2  # of the usual side; what is fainter is none
_CORNER = 0.15  # share of a side at its ends that crossing lines make unreadable
_MOST_COUNTED = 40  # squares looked at each way: more tell nothing new
_FEWEST = 4  # squares with printed sides; of fewer nothing can be said


class _Lines(NamedTuple):
    """The lines of one direction in a picture. `offset` and `counts` give the direction across them first."""

    image: QImage
    upright: bool
    square: float
    offset: tuple[float, float]
    counts: tuple[int, int]
    widths: tuple[int, ...]
    """How far beside a line its surroundings are looked at."""


def closed_share(image: QImage, square: float, offset: tuple[float, float], width: float = 0.0) -> float:
    """Share of squares with four printed sides, of those that have two or more: 0 to 1.

    A grid printed in rooms only has a high share too, since squares without lines do not count. `width` is
    that of the lines, if it is known: thick ones are looked at from farther off.
    """
    widths = (*WIDTHS, ceil(width)) if width >= WIDTHS[-1] else WIDTHS
    columns = _counted(image.width(), square, offset[0])
    rows = _counted(image.height(), square, offset[1])
    if min(columns, rows) < 1:
        return 0.0
    upright = _sides(_Lines(image, True, square, offset, (columns, rows), widths))
    level = _sides(_Lines(image, False, square, offset[::-1], (rows, columns), widths))
    return max(_closed(one, other.T) for one, other in zip(upright, level, strict=True))


def _counted(size: int, square: float, offset: float) -> int:
    """Whole squares along a side, as many as are looked at."""
    return min(int((size - offset) / square), _MOST_COUNTED)


def _closed(upright: Flags, level: Flags) -> float:
    """`upright[i, j]` is the line left of square (i, j), `level[i, j]` the one above it."""
    sides = upright[:-1].astype(int) + upright[1:] + level[:, :-1] + level[:, 1:]
    some = int((sides >= 2).sum())
    return int((sides == 4).sum()) / some if some >= _FEWEST else 0.0


def _sides(lines: _Lines) -> list[Flags]:
    """Which sides are printed along each of the lines: a table for each width and tone."""
    on = _strengths(lines)
    beside = [_strengths(lines, share) for share in _BESIDE]
    return [_printed(here, [one[at] for one in beside]) for at, here in enumerate(on)]


def _printed(here: Values, beside: list[Values]) -> Flags:
    import numpy as np

    plain = max(float(np.median(one)) for one in beside)
    anywhere = beside[-1]
    spread = 1.4826 * float(np.median(np.abs(anywhere - np.median(anywhere))))
    least = max(_PLAINER * plain, plain + _SPREADS * spread, _FAINTEST * float(np.median(here)), 1e-6)
    return np.asarray(here > least)


def _strengths(lines: _Lines, beside: float = 0.0) -> list[Values]:
    """How plain each side is, a table [line, square along it] for each width and tone; `beside` is the share
    of a square by which lines are looked for away from where they should be."""
    import numpy as np

    square, (across, along), (rows, columns) = lines.square, lines.offset, lines.counts
    near = max(1, round(0.02 * square))
    length = max(1, int((1 - 2 * _CORNER) * square))
    starts = (along + (np.arange(columns) + _CORNER) * square).astype(int)
    tables = [np.zeros((rows + 1, columns)) for _ in range(2 * len(lines.widths))]
    for number in range(rows + 1):
        place = int(across + (number + beside) * square)
        strip = _strip(lines.image, lines.upright, place, near + max(lines.widths))
        for at, ridges in enumerate(_ridges(strip, near, lines.widths)):
            summed = np.vstack((np.zeros(ridges.shape[1]), ridges.cumsum(axis=0)))
            last = np.minimum(starts + length, len(ridges))
            means = (summed[last] - summed[starts]) / np.maximum(last - starts, 1)[:, None]
            tables[2 * at][number] = means.max(axis=1)
            tables[2 * at + 1][number] = -means.min(axis=1)
    return tables


def _strip(image: QImage, upright: bool, place: int, margin: int) -> Values:
    """The pixels beside a line in grey, [along, across]. A large picture would not fit in memory twice."""
    import numpy as np

    room = 2 * margin + 1
    if upright:
        box = QRect(place - margin, 0, room, image.height())
    else:
        box = QRect(0, place - margin, image.width(), room)
    grey = image.copy(box).convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    values = pixels[:, : grey.width()].astype(np.float64)
    return values if upright else values.T


def _ridges(strip: Values, near: int, widths: tuple[int, ...]) -> Iterator[Values]:
    """For each width how much lighter than both its neighbours each of the middle pixels is."""
    middle, reach = strip.shape[1] // 2, near + 1
    for k in widths:
        first, last = middle - reach + 1, middle + reach
        yield 2 * strip[:, first:last] - strip[:, first - k : last - k] - strip[:, first + k : last + k]
