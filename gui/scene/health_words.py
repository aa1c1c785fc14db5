"""Where the health words of tokens go on the players' map: beside their token, over nobody and each other.

Pure geometry. A word that finds no room is left out: better than to cover a token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.views.look import TokenView
from gui.scene.geometry import CELL, stroke_factor
from gui.scene.overlay_marks import Chip
from gui.scene.pill_layout import Box
from gui.scene.sprites import chip_size

UNSAID = "unhurt"
"""How everybody starts; a fight full of labels that say so hides the tokens."""
RIM = 4.0
"""Scene units of floor around a disc, free to be covered."""


def health_words(tokens: Sequence[TokenView], zoom: float) -> list[Chip]:
    """A label for each standing token that shows harm, in squares; `zoom` is the scale of the view."""
    scale = stroke_factor(zoom) / zoom
    taken = [_footprint(token) for token in tokens]
    chips = []
    for token in tokens:
        if not token.word or token.down or token.word == UNSAID:
            continue
        width, height = chip_size(token.word, "dark")
        boxes = _around(token, width * scale, height * scale)
        free = next((box for box in boxes if not any(_touch(box, other) for other in taken)), None)
        if free is not None:
            taken.append(free)
            x, y = free.middle
            chips.append(Chip(x / CELL, y / CELL, token.word, "dark"))
    return chips


def _footprint(token: TokenView) -> Box:
    x, y = token.cell[0] * CELL, token.cell[1] * CELL
    side = token.size * CELL
    return Box(x + RIM, y + RIM, x + side - RIM, y + side - RIM)


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
