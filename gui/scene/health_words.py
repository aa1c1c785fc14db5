"""Where the health words of tokens go on the players' map: beside their token, over nobody and each other.

Pure geometry. A word that finds no room is left out: better than to cover a token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from engine.views.look import TokenView
from gui.scene.geometry import CELL, stroke_factor
from gui.scene.overlay_marks import Chip
from gui.scene.pill_layout import Box
from gui.scene.sprites import chip_size

UNSAID = "unhurt"
"""How everybody starts; a fight full of labels that say so hides the tokens."""
MARK = 0.3 * CELL
"""From the middle of a mark to the edge of what must stay free."""
CLEAR = 0.2 * CELL
"""From a word to the disc of somebody else."""
Spot = tuple[float, float]
RIM = 4.0
"""Scene units of floor around a disc, free to be covered."""


def health_words(tokens: Sequence[TokenView], zoom: float, ways: Sequence[Spot] = ()) -> list[Chip]:
    """A label for each standing token that shows harm, in squares; `zoom` is the scale of the view.

    `ways` are squares (or corners of them) with a path or a mark, which are not covered either.
    """
    scale = stroke_factor(zoom) / zoom
    taken = [_footprint(token) for token in tokens]
    taken += [_mark(spot) for spot in ways]
    standing = [_footprint(token) for token in tokens if not token.down]
    chips = []
    for token in tokens:
        if not token.word or token.down or token.word == UNSAID:
            continue
        width, height = chip_size(token.word, "dark")
        boxes = _around(token, width * scale, height * scale)
        own = _footprint(token)
        free = next(
            (
                box
                for box in boxes
                if _is_plain(box, own, standing) and not any(_touch(box, other) for other in taken)
            ),
            None,
        )
        if free is not None:
            taken.append(free)
            x, y = free.middle
            chips.append(Chip(x / CELL, y / CELL, token.word, "dark"))
    return chips


def _footprint(token: TokenView) -> Box:
    x, y = token.cell[0] * CELL, token.cell[1] * CELL
    side = token.size * CELL
    return Box(x + RIM, y + RIM, x + side - RIM, y + side - RIM)


def _mark(spot: Spot) -> Box:
    x, y = (spot[0] + 0.5) * CELL, (spot[1] + 0.5) * CELL
    return Box(x - MARK, y - MARK, x + MARK, y + MARK)


def _is_plain(box: Box, own: Box, standing: Sequence[Box]) -> bool:
    """Whether one sees whose word it is: its middle is nearest to its own token, or no other is close by."""
    others = [other for other in standing if other != own]
    away = _apart(box, own)
    return all(_apart(box, other) > away for other in others) or not any(
        _touch(box, _grown(other)) for other in others
    )


def _apart(box: Box, disc: Box) -> float:
    return hypot(box.middle[0] - disc.middle[0], box.middle[1] - disc.middle[1])


def _grown(disc: Box) -> Box:
    return Box(disc.left - CLEAR, disc.top - CLEAR, disc.right + CLEAR, disc.bottom + CLEAR)


def _around(token: TokenView, width: float, height: float) -> Iterator[Box]:
    """Above and below, then shifted to a side, then beside the token."""
    disc = _footprint(token)
    middle_x, middle_y = disc.middle
    for shift in (0.0, -0.5, 0.5):
        left = middle_x + (shift - 0.5) * width
        yield Box(left, disc.top - height, left + width, disc.top)
        yield Box(left, disc.bottom, left + width, disc.bottom + height)
    for left in (disc.right, disc.left - width):
        yield Box(left, middle_y - height / 2, left + width, middle_y + height / 2)


def _touch(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )
