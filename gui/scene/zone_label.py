"""Where the words about a zone of squares go: on its rim, over no token, no path and no other label.

Pure geometry. They stay even where nothing is free: then they lie where they hide least.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gui.scene.geometry import CELL, Cell, stroke_factor
from gui.scene.overlay_marks import Chip
from gui.scene.pill_layout import Box, shared
from gui.scene.sprites import chip_size


def zone_label(cells: Collection[Cell], text: str, zoom: float, taken: Sequence[Box]) -> Chip | None:
    """The label of a zone; `zoom` is the scale of the view, `taken` what it keeps clear of.

    None without squares or words.
    """
    if not cells or not text:
        return None
    scale = stroke_factor(zoom) / zoom
    width, height = (side * scale for side in chip_size(text, "plain"))
    best = min(_on_the_rim(cells, width, height), key=lambda box: sum(shared(box, other) for other in taken))
    x, y = best.middle
    return Chip(x / CELL, y / CELL, text)


def _on_the_rim(cells: Collection[Cell], width: float, height: float) -> Iterator[Box]:
    """Across the line below, then above, from the left; then beside it."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    for y, beyond in ((max(ys), 1), (min(ys), 0)):
        row = [x for x in xs if (x, y) in cells]
        for along in (0.25, 0.5, 0.75, 0.0, 1.0):
            x = (min(row) + along * (max(row) + 1 - min(row))) * CELL
            yield _about(x, (y + beyond) * CELL, width, height)
    for x, beyond in ((min(xs), 0), (max(xs), 1)):
        for y in sorted(y for y in ys if (x, y) in cells):
            yield _about((x + beyond) * CELL, (y + 0.5) * CELL, width, height)


def _about(x: float, y: float, width: float, height: float) -> Box:
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
