"""Finds the grid printed on a map picture: how wide its squares are and where they begin.

Each column of pixels is summed up to one number: how much lighter it is than the columns beside it. Drawings
cancel out over the height of a picture, a printed line does not. The same is done for rows. Lines at an even
distance, the same for columns and rows, show as peaks of the autocorrelation; the distance is then measured
to a fraction of a pixel over the whole picture, and every line it predicts is looked for. That the lines make
squares is proved last (`grid_proof`). Units: pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, inf
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from gui.bridge.grid_middle import band_of
from gui.bridge.grid_proof import closed_share

if TYPE_CHECKING:  # numpy is slow to import, and most sessions never look for a grid
    import numpy as np
    from numpy.typing import NDArray

    Profile = NDArray[np.float64]
    Pixels = NDArray[np.int16]

SMALLEST_SQUARE = 16
"""A printed grid finer than this is not meant for tokens."""
ENOUGH = 0.6
"""Share of the predicted lines that must be there for a proposal."""

ENOUGH_CLOSED = 0.85
"""Share of the squares that must be closed: printed grids reach 0.95 and more, bricks and plans 0.75."""

SURE = 0.9
"""Confidence below which the GM is asked to look at the proposal."""

FEWEST_LINES = 6
"""As many as a map of four by four squares has inside; fewer may agree by chance."""

_STRIP_PIXELS = 4_000_000
_ENOUGH_PIXELS = 6_000_000  # of a larger picture, rows are summed up over some of the columns only, and so on
_WIDTHS = (1, 2, 4)  # how far beside a line its surroundings are looked at: thin lines, and thick ones
_MOST = 120  # what one pixel may add: a few strong edges must not outweigh many faint lines
_RETURNING = 0.18  # least autocorrelation of a grid; the planks of a floor, say, return one way only
_AS_GOOD = 0.6  # a distance that is nearly as good as its best multiple is the true one
_HARMONICS = 4
_STANDS_OUT = 3.0  # spreads above the middle that a line must reach
_ABOVE_CHANCE = 0.3  # how much more often than anywhere else lines must be where they are predicted
_CLEARER = 0.1  # how much more of the lines must agree for squares of several printed ones
_WHOLE = 1.5  # pixels over the whole picture by which a whole number of pixels a square may be off
_THICK = 3.0  # pixels; of thinner lines the place is known to a fraction of a pixel already
_AT_CORNER = 1.0  # pixels; a grid that begins so near to the picture's corner begins there


@dataclass(frozen=True, slots=True)
class FoundGrid:
    """A grid that most printed lines agree with.

    `offset` is where its first corner lies, right and down from the picture's corner, from 0 to less than a
    square. `agreeing` of `lines` predicted lines were found printed, and `closed` is the share of the squares
    touched by them that have a line along all four sides.
    """

    square: float
    offset: tuple[float, float]
    agreeing: int
    lines: int
    closed: float = 1.0

    @property
    def share(self) -> float:
        """Share of the predicted lines that are printed."""
        return self.agreeing / self.lines

    @property
    def confidence(self) -> float:
        """How sure it is that this is the grid, 0 to 1."""
        return self.share * self.closed


def find_grid(image: QImage) -> FoundGrid | None:
    """The printed grid; None where there is none, or none that most lines agree with."""
    if min(image.width(), image.height()) < 2 * SMALLEST_SQUARE + 2:
        return None
    profiles = list(_profiles(image))
    found = [
        pair
        for columns, rows in profiles
        for pair in _grids(columns, rows, profiles[-1])
        if pair[0].agreeing >= FEWEST_LINES
    ]
    clearest = max((grid.share for grid, _ in found), default=0.0)
    if clearest < ENOUGH:
        return None
    clear = [pair for pair in found if pair[0].share >= max(ENOUGH, clearest - _CLEARER)]
    while clear:
        smallest = min(grid.square for grid, _ in clear)
        alike = [pair for pair in clear if pair[0].square < smallest * 1.1]
        best, width = _centred_on_lines(image, min(alike, key=lambda pair: pair[1])[0])
        closed = closed_share(image, best.square, best.offset, width)
        if closed >= ENOUGH_CLOSED:
            return replace(best, closed=closed)
        clear = [
            pair for pair in clear if pair not in alike
        ]  # bricks, it may be, with a grid printed on them
    return None


def _centred_on_lines(image: QImage, grid: FoundGrid) -> tuple[FoundGrid, float]:
    """The grid moved to the middle of its lines, and how wide these are; 0 if they are too faint to tell.

    Of thick lines now one edge was measured and now the other, so that the square may be a little off: a
    whole number of pixels is taken if the lines are sharper by it.
    """
    greys = _greys(image)
    tried = [
        (square, tuple(band_of(grey, square, at) for grey, at in zip(greys, grid.offset, strict=True)))
        for square in dict.fromkeys((grid.square, float(round(grid.square))))
    ]
    square, bands = min(tried, key=lambda one: sum(inf if band is None else band.smear for band in one[1]))
    width = max((band.width for band in bands if band is not None), default=0.0)
    if width < _THICK or None in bands:
        return grid, width
    right, down = (_in_first_square(band.middle, square) for band in bands if band is not None)
    return replace(grid, square=square, offset=(right, down)), width


def _greys(image: QImage) -> tuple[Profile, Profile]:
    """The mean grey of each column and of each row."""
    import numpy as np

    columns, rows = np.zeros(image.width()), np.zeros(image.height())
    for top, count, above, pixels in _strips(image):
        part = pixels[above : above + count]
        columns += part.sum(axis=0)
        rows[top : top + count] = part.mean(axis=1)
    return columns / image.height(), rows


# --- from pixels to profiles ----------------------------------------------------------------------------


def _profiles(image: QImage) -> Iterator[tuple[Profile, Profile]]:
    """Columns and rows as profiles, a pair for each of `_WIDTHS`; 0 is the usual value."""
    import numpy as np

    width, height = image.width(), image.height()
    every = max(1, width * height // _ENOUGH_PIXELS)
    columns = {k: np.zeros(width) for k in _WIDTHS}
    rows = {k: np.zeros(height) for k in _WIDTHS}
    for top, count, above, pixels in _strips(image):
        for k in _WIDTHS:
            columns[k][k:-k] += _ridges(pixels[above : above + count : every], k).sum(axis=0)
            first, last = max(top, k), min(top + count, height - k)
            around = pixels[above + first - top - k : above + last - top + k]
            rows[k][first:last] = _ridges(around[:, ::every].T, k).mean(axis=0)
    for k in _WIDTHS:
        yield _centred(columns[k] * every / height, k), _centred(rows[k], k)


def _strips(image: QImage) -> Iterator[tuple[int, int, int, Pixels]]:
    """The picture in grey, a strip at a time: first row, how many, how many more lie above them, pixels.

    A large picture would not fit in memory a second time.
    """
    import numpy as np

    height, margin = image.height(), max(_WIDTHS)
    step = max(64, _STRIP_PIXELS // image.width())
    for top in range(0, height, step):
        count, above = min(step, height - top), min(margin, top)
        bottom = min(height, top + count + margin)
        part = image.copy(QRect(0, top - above, image.width(), bottom - top + above))
        grey = part.convertToFormat(QImage.Format.Format_Grayscale8)
        lines = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
        yield top, count, above, lines[:, : grey.width()].astype(np.int16)


def _ridges(pixels: Pixels, k: int) -> Pixels:
    """How much lighter than both neighbours `k` columns away each pixel is, twice over and within limits."""
    import numpy as np

    ridges = 2 * pixels[:, k:-k] - pixels[:, : -2 * k] - pixels[:, 2 * k :]
    return np.asarray(np.clip(ridges, -_MOST, _MOST), dtype=np.int16)


def _centred(profile: Profile, k: int) -> Profile:
    import numpy as np

    centred = profile - np.median(profile[k:-k])
    centred[:k] = centred[-k:] = 0.0
    return centred


# --- from profiles to a grid ----------------------------------------------------------------------------


def _grids(
    columns: Profile, rows: Profile, wide: tuple[Profile, Profile]
) -> Iterator[tuple[FoundGrid, float]]:
    """Grids that these profiles agree with, and how far their lines are off on average.

    `wide` are the profiles that look farthest beside a line: only they know a dark line from the light that
    seems to lie along both its sides.
    """
    rough = _distance(columns, rows)
    if rough is None:
        return
    for times in (1, 2, 3, 4):  # floors are often tiled in halves, thirds or quarters of a square
        if rough * times <= min(len(columns), len(rows)) // 2:
            found = _measured(columns, rows, rough * times, wide)
            if found is not None:
                yield found


def _measured(
    columns: Profile, rows: Profile, rough: int, wide: tuple[Profile, Profile]
) -> tuple[FoundGrid, float] | None:
    """The grid with squares of about this size; None if its lines are not there both ways."""
    square = _refined(columns, rows, rough)
    sides = []
    for profile, widest in zip((columns, rows), wide, strict=True):
        lit = profile * _sign(widest, square)
        sides.append((lit, _offset(lit, square)))
    square, offsets, off = _fitted(sides, square)
    agreeing, lines = 0, 0
    for (lit, _), offset in zip(sides, offsets, strict=True):
        here, all_lines = _agreement(lit, square, offset)
        if here < ENOUGH * all_lines / 2:  # nothing one way: planks or a staircase, no grid
            return None
        agreeing, lines = agreeing + here, lines + all_lines
    right, down = (_in_first_square(offset, square) for offset in offsets)
    return FoundGrid(square, (right, down), agreeing, lines), off


def _in_first_square(offset: float, square: float) -> float:
    inside = offset % square
    return 0.0 if min(inside, square - inside) < _AT_CORNER else inside


def _distance(columns: Profile, rows: Profile) -> int | None:
    """The shortest distance, in whole pixels, at which lines return both ways."""
    import numpy as np

    most = min(len(columns), len(rows)) // 2
    if most <= SMALLEST_SQUARE:
        return None
    both = np.minimum(_returning(columns)[: most + 2], _returning(rows)[: most + 2])
    lags = both[SMALLEST_SQUARE : most + 1]
    best = float(lags.max())
    if best < _RETURNING:
        return None
    first = SMALLEST_SQUARE + int(np.argmax(lags >= _AS_GOOD * best))
    return first + int(np.argmax(both[first : first + 4]))  # from the way up to the peak itself


def _returning(profile: Profile) -> Profile:
    """Autocorrelation at each distance, 1 at distance 0; a peak also counts for the pixels beside it."""
    import numpy as np

    size = len(profile)
    spectrum = np.fft.rfft(profile, 2 * size)
    raw = np.fft.irfft(spectrum * np.conj(spectrum))[:size]
    overlap = np.maximum(size - np.arange(size), 1)
    even = raw / (raw[0] / size + 1e-12) / overlap
    beside = np.pad(even, 1)
    return np.asarray(np.maximum(np.maximum(beside[:-2], beside[2:]), even), dtype=np.float64)


def _refined(columns: Profile, rows: Profile, rough: int) -> float:
    """The distance near enough for no line to be missed: where the harmonics are strongest."""
    import numpy as np

    finest = rough / max(len(columns), len(rows)) / 2  # half a pixel over the whole picture
    around = np.arange(rough - 1.5, rough + 1.5, finest)
    strength = np.zeros(len(around))
    for profile in (columns, rows):
        places = np.flatnonzero(np.abs(profile) > np.abs(profile).mean())
        for harmonic in range(1, _HARMONICS + 1):
            turns = np.exp(-2j * np.pi * harmonic * np.outer(1 / around, places))
            strength += np.abs(turns @ profile[places]) ** 2
    return float(around[int(np.argmax(strength))])


def _sign(profile: Profile, square: float) -> int:
    """1 for light lines, -1 for dark ones: whichever the grid's own lines are."""
    folded = _folded(profile, square)
    return 1 if folded.max() >= -folded.min() else -1


def _folded(profile: Profile, square: float) -> Profile:
    """All squares laid over one another: the mean profile of a square, a value for each tenth of a pixel."""
    import numpy as np

    phases = np.arange(0.0, square, 0.1)
    count = max(1, floor((len(profile) - 1) / square))
    places = phases[:, None] + square * np.arange(count)[None, :]
    values = np.interp(places, np.arange(len(profile)), profile, right=0.0)
    soft = np.convolve(np.pad(values.mean(axis=1), 5, mode="wrap"), np.full(11, 1 / 11), mode="valid")
    return np.asarray(soft, dtype=np.float64)


def _offset(lit: Profile, square: float) -> float:
    """Where the first line lies. A pixel's middle is half a pixel right of its left edge."""
    import numpy as np

    return int(np.argmax(_folded(lit, square))) * 0.1 + 0.5


def _fitted(sides: Sequence[tuple[Profile, float]], square: float) -> tuple[float, list[float], float]:
    """One square for columns and rows, an offset for each, and by how much the lines found miss them.

    By least squares over the lines found.
    """
    import numpy as np

    found = [_lines_near(lit, square, offset) for lit, offset in sides]
    spreads = [numbers - numbers.mean() for numbers, _ in found if len(numbers) > 1]
    places = [places for numbers, places in found if len(numbers) > 1]
    bottom = sum(float(spread @ spread) for spread in spreads)
    if not bottom:
        return square, [offset for _, offset in sides], square
    fitted = sum(float(spread @ line) for spread, line in zip(spreads, places, strict=True)) / bottom
    squares = max(len(lit) for lit, _ in sides) / fitted
    if abs(fitted - round(fitted)) * squares <= _WHOLE:  # as nearly all maps made on a computer have it
        fitted = float(round(fitted))
    offsets, misses = [], []
    for (numbers, line), (_, offset) in zip(found, sides, strict=True):
        starts = line - fitted * numbers
        offsets.append(float(np.median(starts)) if len(numbers) else offset)
        misses += list(np.abs(starts - offsets[-1]))
    return fitted, offsets, float(np.mean(misses))


def _lines_near(lit: Profile, square: float, offset: float) -> tuple[Profile, Profile]:
    """Number and exact place of each line that stands out near where it is predicted."""
    import numpy as np

    near = max(2, round(0.04 * square))
    level = _level(lit)
    numbers, places = [], []
    for number in _numbers(len(lit), square, offset):
        start = max(0, floor(offset + number * square) - near)
        part = np.maximum(lit[start : start + 2 * near + 1] - level, 0.0)
        if part.sum() > 0:
            numbers.append(float(number))
            peak = int(np.argmax(part))
            line = part[max(0, peak - 2) : peak + 3]
            middle = float(line @ np.arange(len(line)) / line.sum())
            places.append(start + max(0, peak - 2) + middle + 0.5)
    return np.array(numbers), np.array(places)


def _numbers(size: int, square: float, offset: float) -> range:
    """The numbers of the lines that lie in a profile of this size, its very edges left out."""
    edge = max(_WIDTHS)
    return range(ceil((edge - offset) / square), floor((size - edge - offset) / square) + 1)


def _level(lit: Profile) -> float:
    """How high a line must be to stand out from the drawing."""
    import numpy as np

    spread = 1.4826 * float(np.median(np.abs(lit - np.median(lit))))
    return max(_STANDS_OUT * spread, 1e-6)


def _agreement(lit: Profile, square: float, offset: float) -> tuple[int, int]:
    """How many of the lines inside of the picture stand out, and how many there should be.

    No line counts where the picture is so busy that lines would be found anywhere.
    """
    import numpy as np

    numbers = _numbers(len(lit), square, offset)
    if not numbers:
        return 0, 1
    near = max(1, round(0.02 * square))
    highest = np.max([np.roll(lit, step) for step in range(-near, near + 1)], axis=0)
    places = np.floor(offset + square * np.array(numbers)).astype(int)
    heights = highest[np.clip(places, 0, len(lit) - 1)]
    stands_out = heights >= max(_level(lit), 0.2 * float(np.median(heights)))
    by_chance = float((highest >= _level(lit)).mean())
    agreeing = int(stands_out.sum()) if stands_out.mean() >= by_chance + _ABOVE_CHANCE else 0
    return agreeing, len(numbers)
