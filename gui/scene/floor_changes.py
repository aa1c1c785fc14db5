"""Which squares of a drawn floor must be painted anew when some of them changed."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect

from gui.scene.geometry import Cell, row_runs
from gui.scene.map_art import Decor, MapArt, patches

MOST = 0.5
"""Share of the map from which the whole of it is painted anew."""
_PLAIN = (Decor.FLOOR, Decor.ROCK)


def floor_changes(before: MapArt, after: MapArt) -> list[QRect] | None:
    """Runs of squares that look otherwise now; None where it may be anywhere."""
    same_kind = (before.width, before.height, before.underground) == (
        after.width,
        after.height,
        after.underground,
    )
    if not same_kind:
        return None
    width = before.width
    changed = {
        (index % width, index // width)
        for index, (was, now) in enumerate(zip(before.decor, after.decor, strict=True))
        if was != now
    }
    if len(changed) > MOST * len(before.decor):
        return None
    changed.update(_whole_things(before, changed), _whole_things(after, changed))
    return [QRect(x0, y, x1 - x0, 1) for y, x0, x1 in row_runs(changed)]


def _whole_things(art: MapArt, changed: set[Cell]) -> Iterator[Cell]:
    """All squares of a pool or an altar of which one changed: it is drawn as one."""
    for code in {art.at(*cell) for cell in changed}.difference(_PLAIN):
        for patch in patches(art, Decor(code)):
            if not changed.isdisjoint(patch):
                yield from patch
