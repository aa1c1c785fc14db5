"""All labels of the map at one moment: health words, those about tokens and squares, the rest."""

from __future__ import annotations

from collections.abc import Sequence

from engine.views.look import TokenView
from gui.scene.geometry import CELL, stroke_factor
from gui.scene.health_words import health_words
from gui.scene.marks import MapMarks
from gui.scene.overlay_marks import Chip
from gui.scene.pill_layout import Box
from gui.scene.sprites import chip_size
from gui.scene.token_labels import labels_beside, obstacles
from gui.scene.zone_label import zone_label


def map_labels(marks: MapMarks, tokens: Sequence[TokenView], zoom: float) -> list[Chip]:
    """The labels where they hide neither tokens nor ways; `zoom` is the scale of the view."""
    ways = (*marks.path, *marks.charge, *(burst.cell for burst in marks.bursts))
    way = marks.path or marks.charge
    ghosts = ((way[-1], marks.mover_size),) if way and marks.ghost is not None else ()
    chips = [
        *health_words(tokens, zoom, ways),
        *labels_beside(marks.labels, tokens, zoom, ways, ghosts),
        *marks.chips,
    ]
    taken = [*obstacles(tokens, ways, ghosts), *(chip_box(chip, zoom) for chip in chips)]
    zone = zone_label(marks.too_near, marks.too_near_words, zoom, taken)
    return chips if zone is None else [*chips, zone]


def chip_box(chip: Chip, zoom: float) -> Box:
    """Where a label lies, in scene units."""
    scale = stroke_factor(zoom) / zoom
    width, height = (side * scale / 2 for side in chip_size(chip.text, chip.style))
    x, y = chip.x * CELL, chip.y * CELL
    return Box(x - width, y - height, x + width, y + height)
