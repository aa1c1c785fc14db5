"""Where the middle of a printed grid's lines is, however thick they are.

The finder looks for edges of lines, and of a thick line it may well take one edge for the line. Here all
squares are laid over one another in plain grey, where a line is a band as wide as printed. Units: pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # numpy is slow to import, and most sessions never look for a grid
    import numpy as np
    from numpy.typing import NDArray

    Profile = NDArray[np.float64]

_STEP = 0.25
_THICKEST = 16.0  # wider bands are walls or paths
_SHARE = 0.25  # of a square that a line may take
_PLAIN = 3.0  # usual differences within the square by which a band must stand out
_HALF = 0.5  # of its greatest depth, at which a band is as wide as the line
_EDGE = (0.2, 0.8)  # between these shares of its depth lies its edge


class Band(NamedTuple):
    """A line of the grid: its middle, how wide it is, and over how many pixels its edges are smeared.

    Edges are sharp where the squares laid over one another are as wide as the printed ones.
    """

    middle: float
    width: float
    smear: float


def band_of(grey: Profile, square: float, offset: float) -> Band | None:
    """The line at `offset` in a profile of mean grey values, both from the picture's edge.

    None if no band stands out there.
    """
    import numpy as np

    folded = _folded(grey, square)
    reach = min(_THICKEST, _SHARE * square)
    away = np.arange(len(folded)) * _STEP - offset % square
    away -= square * np.round(away / square)
    depth = folded - float(np.median(folded))
    usual = 1.4826 * float(np.median(np.abs(depth)))
    near = np.abs(away) <= reach
    depth = depth * _sign(depth, near)
    order = np.argsort(away)
    away, depth = away[order], depth[order]
    inside = np.flatnonzero(np.abs(away) <= reach)
    peak = inside[int(np.argmax(depth[inside]))]
    if depth[peak] <= max(_PLAIN * usual, 1e-6):
        return None
    first, last = _run(depth, int(peak), _HALF)
    if first <= inside[0] or last >= inside[-1]:
        return None
    low, high = (np.subtract(*_run(depth, int(peak), share)[::-1]) for share in _EDGE)
    middle = offset + float(away[first] + away[last]) / 2
    return Band(middle, float(away[last] - away[first]) + _STEP, float(low - high) * _STEP)


def _run(depth: Profile, peak: int, share: float) -> tuple[int, int]:
    """First and last of the values around the peak that reach a share of it."""
    first = last = peak
    while first > 0 and depth[first - 1] >= share * depth[peak]:
        first -= 1
    while last < len(depth) - 1 and depth[last + 1] >= share * depth[peak]:
        last += 1
    return first, last


def _sign(depth: Profile, near: NDArray[np.bool_]) -> int:
    """1 for a light band, -1 for a dark one: whichever stands out more."""
    return 1 if depth[near].max() >= -depth[near].min() else -1


def _folded(grey: Profile, square: float) -> Profile:
    """The usual profile of a square, a value for each `_STEP`; the middle of pixel 0 is at 0.5."""
    import numpy as np

    phases = np.arange(0.0, square, _STEP)
    count = max(1, int((len(grey) - 1) / square))
    places = phases[:, None] + square * np.arange(count)[None, :] - 0.5
    values = np.interp(places, np.arange(len(grey)), grey)
    even = values - np.median(values, axis=0, keepdims=True)  # light and dark parts of the picture alike
    return np.asarray(even.mean(axis=1), dtype=np.float64)
