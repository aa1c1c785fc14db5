"""Where the preview card goes: near the ghost, off tokens, labels and the path, inside the window."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

from gui.scene.geometry import CELL, Cell, cell_rect, centre

GAP = 1.2
"""From the middle of the ghost to the card, in squares."""
COVERED_TOKEN, COVERED_WAY, COVERED_LABEL, CUT_OFF = 10, 12, 6, 100
"""What hiding a token, a square of the path or a label costs, and being cut by the window's edge at all."""


def card_place(
    ghost: Cell,
    size: QSizeF,
    tokens: Iterable[tuple[Cell, int]],
    ways: Iterable[Sequence[Cell]],
    shown: QRectF,
    labels: Iterable[QRectF] = (),
) -> QPointF:
    """The card's top left corner in scene units; `size` and `shown` (the visible part) too.

    Of eight places around the ghost, and then the corners of the window, the one that hides least is taken.
    """
    bodies = [cell_rect(cell, footprint) for cell, footprint in tokens]
    words = list(labels)
    spots = [centre(cell) for way in ways for cell in way]
    middle = centre(ghost)
    best = middle
    best_cost = float("inf")
    for order, corner in enumerate((*_around(middle, size), *_in_corners(shown, size))):
        box = QRectF(corner, size)
        cost = float(order)
        cost += COVERED_TOKEN * sum(box.intersects(body) for body in bodies)
        cost += COVERED_LABEL * sum(box.intersects(label) for label in words)
        cost += COVERED_WAY * sum(box.contains(spot) for spot in spots)
        cost += _outside(box, shown)
        if cost < best_cost:
            best, best_cost = corner, cost
    return best


def _around(middle: QPointF, size: QSizeF) -> list[QPointF]:
    gap = GAP * CELL
    right, left = middle.x() + gap, middle.x() - gap - size.width()
    below, above = middle.y() + gap, middle.y() - gap - size.height()
    across, down = middle.x() - size.width() / 2, middle.y() - size.height() / 2
    return [
        QPointF(right, middle.y() - 0.5 * CELL),
        QPointF(right, below),
        QPointF(across, below),
        QPointF(left, below),
        QPointF(right, above),
        QPointF(left, down),
        QPointF(across, above),
        QPointF(left, above),
    ]


def _in_corners(shown: QRectF, size: QSizeF) -> list[QPointF]:
    """The corners of the visible part, for when there is no room beside the ghost."""
    if shown.isEmpty():
        return []
    gap = 0.3 * CELL
    left, top = shown.left() + gap, shown.top() + gap
    right, bottom = shown.right() - gap - size.width(), shown.bottom() - gap - size.height()
    return [QPointF(right, bottom), QPointF(left, bottom), QPointF(right, top), QPointF(left, top)]


def _outside(box: QRectF, shown: QRectF) -> float:
    """Cost of what would lie outside of the visible part: more than anything it could hide."""
    if shown.isEmpty() or shown.contains(box):
        return 0.0
    inside = box.intersected(shown)
    area = box.width() * box.height()
    return CUT_OFF + 200 * (1 - inside.width() * inside.height() / area) if area else 0.0
