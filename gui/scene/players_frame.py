"""Which part of the map the players' screen shows: whom they know, and the path that is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF

from engine.views.look import TokenView
from gui.scene.geometry import CELL, Cell, cell_rect

SMALLEST_ZOOM = 40.0 / CELL
"""Squares of 40 pixels, on a display that is looked at from afar."""
LARGE = QSizeF(1400, 750)
"""The room of the map on such a display."""
SMALLEST_SHARE = 0.5
"""In a window they get smaller with it, but not below this share."""
LARGEST_ZOOM = 1.6
"""Unless the whole map fits at more."""
ZOOM_STEP = 0.05
"""Few zooms, so that the map is seldom painted anew."""
AROUND = CELL
"""Floor that a new picture leaves around what it must show."""
LEAST_AROUND = CELL / 4
"""Floor that must be left around it, or the camera moves."""
TOO_FAR = 1.35
"""How much nearer the camera could be before it goes there."""


class Frame(NamedTuple):
    """A zoom, and the scene point in the middle of the picture."""

    zoom: float
    centre: QPointF

    def box(self, room: QSizeF) -> QRectF:
        """What is in a picture of so many pixels."""
        size = room / self.zoom
        corner = self.centre - QPointF(size.width() / 2, size.height() / 2)
        return QRectF(corner, size)

    def towards(self, other: Frame, share: float) -> Frame:
        """A frame on the way to another, from 0 to 1."""
        zoom = self.zoom * (other.zoom / self.zoom) ** share
        return Frame(zoom, self.centre + (other.centre - self.centre) * share)


def framed(
    tokens: Sequence[TokenView],
    path: Sequence[Cell],
    size: int,
    whole: QRectF,
    room: QSizeF,
    fixed: float | None = None,
) -> Frame:
    """The nearest picture of everybody on their feet and the path, within the map `whole`.

    Squares never get smaller than `smallest_zoom`: where that is too much, first the floor around them is
    left out; then the party and the path stay in the picture, or the path alone. So it is at a `fixed` zoom,
    where the GM chose one.
    """
    ways = [cell_rect(cell, size) for cell in path]
    least = smallest_zoom(room)
    wanted = [
        _around((*_boxes(tokens), *ways)),
        _around((*_boxes(tokens), *ways), LEAST_AROUND),
        _around((*_boxes(token for token in tokens if token.tone.of_players), *ways)),
        _around(ways),
    ]
    boxes = [box for box in wanted if not box.isNull()] or [whole]
    zoom = min(fit(boxes[0], room), max(LARGEST_ZOOM, fit(whole, room)))
    if fixed is None and zoom >= least:
        zoom = max(least, floor(zoom / ZOOM_STEP) * ZOOM_STEP)
        kept = boxes[0]
    else:
        zoom = fixed or least
        kept = next((box for box in boxes if fit(box, room) >= zoom), boxes[-1])
    shown = room / zoom
    return Frame(zoom, _near(_within(boxes[0].center(), whole, shown), kept, shown))


def still_good(
    now: Frame, wanted: Frame, tokens: Sequence[TokenView], path: Sequence[Cell], size: int, room: QSizeF
) -> bool:
    """Whether the camera may rest: nothing it can show is cut off, nor does it stand much too far away."""
    shown = now.box(room)
    needed = (*_boxes(tokens), *(cell_rect(cell, size) for cell in path))
    can_show = [box for box in needed if wanted.box(room).contains(box)]
    if not all(shown.contains(_grown(box, LEAST_AROUND).intersected(wanted.box(room))) for box in can_show):
        return False
    return bool(path) or wanted.zoom <= now.zoom * TOO_FAR


def smallest_zoom(room: QSizeF) -> float:
    """The zoom of the smallest squares in so many pixels: of 40 pixels, and fewer in a small window, where
    else foes would be out of the picture while there is floor to spare.
    """
    share = min(room.width() / LARGE.width(), room.height() / LARGE.height())
    return SMALLEST_ZOOM * max(SMALLEST_SHARE, min(1.0, share))


def fit(box: QRectF, room: QSizeF) -> float:
    """The zoom at which a box just fits into so many pixels."""
    return min(room.width() / box.width(), room.height() / box.height())


def _boxes(tokens: Iterable[TokenView]) -> list[QRectF]:
    """The squares of all who stand, and of fallen companions."""
    return [
        cell_rect(token.cell, token.size)
        for token in tokens
        if not token.down or (token.tone.of_players and not token.dead)
    ]


def _around(boxes: Sequence[QRectF], floor_around: float = AROUND) -> QRectF:
    """The box of them all with floor around; null for none."""
    box = QRectF()
    for part in boxes:
        box = box.united(part)
    return box if box.isNull() else _grown(box, floor_around)


def _grown(box: QRectF, by: float) -> QRectF:
    return box.adjusted(-by, -by, by, by)


def _within(centre: QPointF, whole: QRectF, shown: QSizeF) -> QPointF:
    """The middle nearest to the wished one that shows little beyond the map's edge; its own where it fits."""
    across, along = (
        0.0 if seen >= side else (side - seen) / 2 + AROUND
        for seen, side in ((shown.width(), whole.width()), (shown.height(), whole.height()))
    )
    return _clamped(centre, whole.center(), across, along)


def _near(wished: QPointF, kept: QRectF, shown: QSizeF) -> QPointF:
    """The middle nearest to the wished one that keeps a box in what is shown; its own middle if too large."""
    across = max(0.0, (shown.width() - kept.width()) / 2)
    along = max(0.0, (shown.height() - kept.height()) / 2)
    return _clamped(wished, kept.center(), across, along)


def _clamped(point: QPointF, middle: QPointF, across: float, along: float) -> QPointF:
    return QPointF(
        min(max(point.x(), middle.x() - across), middle.x() + across),
        min(max(point.y(), middle.y() - along), middle.y() + along),
    )
