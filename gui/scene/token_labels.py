"""Where labels about tokens go: beside their token, over nobody, no path and no other label.

Pure geometry. A label that finds no room is left out: better than to cover a token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from engine.views.look import TokenView
from gui.scene.geometry import CELL, Cell, stroke_factor
from gui.scene.overlay_marks import Chip
from gui.scene.pill_layout import Box
from gui.scene.sprites import ChipStyle, chip_size

MARK = 0.3 * CELL
"""From the middle of a mark to the edge of what must stay free."""
CLEAR = 0.2 * CELL
"""From a label to the disc of somebody else."""
RIM = 4.0
"""Scene units of floor around a disc, free to be covered."""
Spot = tuple[float, float]


class Label(NamedTuple):
    """Words about whoever stands with its top left square at `cell`."""

    cell: Cell
    size: int
    text: str
    style: ChipStyle = "plain"


def labels_beside(
    labels: Sequence[Label],
    tokens: Sequence[TokenView],
    zoom: float,
    ways: Sequence[Spot] = (),
    ghosts: Sequence[tuple[Cell, int]] = (),
) -> list[Chip]:
    """The labels that find room, the first ones first; `zoom` is the scale of the view.

    `ways` are squares (or corners of them) with a path or a mark and `ghosts` places with their size where
    somebody would stand: those are not covered either.
    """
    scale = stroke_factor(zoom) / zoom
    taken = obstacles(tokens, ways, ghosts)
    standing = [_footprint(token.cell, token.size) for token in tokens if not token.down]
    chips = []
    for label in labels:
        width, height = chip_size(label.text, label.style)
        own = _footprint(label.cell, label.size)
        free = next(
            (
                box
                for box in _around(own, width * scale, height * scale)
                if _is_plain(box, own, standing) and not any(_touch(box, other) for other in taken)
            ),
            None,
        )
        if free is not None:
            taken.append(free)
            x, y = free.middle
            chips.append(Chip(x / CELL, y / CELL, label.text, label.style))
    return chips


def obstacles(
    tokens: Sequence[TokenView], ways: Sequence[Spot] = (), ghosts: Sequence[tuple[Cell, int]] = ()
) -> list[Box]:
    """What labels keep clear of: tokens, places where somebody would stand, paths and marks."""
    bodies = [*((token.cell, token.size) for token in tokens), *ghosts]
    return [*(_footprint(cell, size) for cell, size in bodies), *(_mark(spot) for spot in ways)]


def _footprint(cell: Cell, size: int) -> Box:
    x, y = cell[0] * CELL, cell[1] * CELL
    side = size * CELL
    return Box(x + RIM, y + RIM, x + side - RIM, y + side - RIM)


def _mark(spot: Spot) -> Box:
    x, y = (spot[0] + 0.5) * CELL, (spot[1] + 0.5) * CELL
    return Box(x - MARK, y - MARK, x + MARK, y + MARK)


def _is_plain(box: Box, own: Box, standing: Sequence[Box]) -> bool:
    """Whether one sees whose label it is: its middle is nearest to its own token, or no other is close by."""
    others = [other for other in standing if other != own]
    away = _apart(box, own)
    return all(_apart(box, other) > away for other in others) or not any(
        _touch(box, _grown(other)) for other in others
    )


def _apart(box: Box, disc: Box) -> float:
    return hypot(box.middle[0] - disc.middle[0], box.middle[1] - disc.middle[1])


def _grown(disc: Box) -> Box:
    return Box(disc.left - CLEAR, disc.top - CLEAR, disc.right + CLEAR, disc.bottom + CLEAR)


def _around(disc: Box, width: float, height: float) -> Iterator[Box]:
    """Above and below, then shifted to a side, then beside the token."""
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
