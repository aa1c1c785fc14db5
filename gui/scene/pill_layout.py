"""Where the labels of attacks go: beside their square, clear of tokens, ways and each other.

Pure geometry. A place is tried to the left, right, below and above of its square, first near, then
farther; what fits nowhere goes where it hides least and gets a leader line.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF

from gui.scene.geometry import CELL

NEAR, FAR = 0.75 * CELL, 1.5 * CELL  # from the square's middle to the label's edge


class Wanted(NamedTuple):
    """A label's square (its middle) and its size, scene units; `below` tries below before the sides."""

    anchor: QPointF
    size: QSizeF
    below: bool = False


class Placed(NamedTuple):
    """Where a label lies, and whether it needs a line to its square."""

    box: QRectF
    leader: bool


def place_labels(wanted: Sequence[Wanted], obstacles: Sequence[QRectF]) -> list[Placed]:
    """A place for each label in turn; earlier labels are obstacles to later ones."""
    taken = list(obstacles)
    placed = []
    for label in wanted:
        place = _best(label, taken)
        taken.append(place.box)
        placed.append(place)
    _put_in_order(wanted, placed)
    return placed


def _put_in_order(wanted: Sequence[Wanted], placed: list[Placed]) -> None:
    """Labels stacked on one side of one square read downwards in the order they were given."""
    stacks: dict[tuple[float, float, bool], list[int]] = {}
    for i, (label, place) in enumerate(zip(wanted, placed, strict=True)):
        side = place.box.center().x() > label.anchor.x()
        level = abs(place.box.center().y() - label.anchor.y()) < 1.5 * label.size.height()
        if level and not place.leader:
            stacks.setdefault((label.anchor.x(), label.anchor.y(), side), []).append(i)
    for stack in stacks.values():
        tops = sorted(placed[i].box.top() for i in stack)
        for i, top in zip(stack, tops, strict=True):
            box = QRectF(placed[i].box)
            box.moveTop(top)
            placed[i] = Placed(box, leader=False)


def _best(label: Wanted, taken: Sequence[QRectF]) -> Placed:
    least: tuple[float, QRectF] | None = None
    for gap in (NEAR, FAR):
        for box in _around(label, gap):
            hidden = sum(_shared(box, other) for other in taken)
            if hidden == 0:
                return Placed(box, leader=False)
            if least is None or hidden < least[0]:
                least = hidden, box
    for gap in (1.6 * FAR, 2.2 * FAR):
        for box in _around(label, gap):
            if not any(box.intersects(other) for other in taken):
                return Placed(box, leader=True)
    assert least is not None  # _around always offers places
    return Placed(least[1], leader=True)


def _around(label: Wanted, gap: float) -> Iterator[QRectF]:
    x, y = label.anchor.x(), label.anchor.y()
    width, height = label.size.width(), label.size.height()
    beside = [
        QRectF(left, y - height / 2 + shift, width, height)
        for left in (x - gap - width, x + gap)
        for shift in (0.0, -1.08 * height, 1.08 * height)  # stacked labels lie close without touching
    ]
    stacked = [
        QRectF(x - width / 2 + across, top, width, height)
        for top in (y + gap, y - gap - height)
        for across in (0.0, -0.6 * width, 0.6 * width)
    ]
    yield from stacked + beside if label.below else beside + stacked


def _shared(one: QRectF, other: QRectF) -> float:
    common = one.intersected(other)
    return common.width() * common.height() if not common.isEmpty() else 0.0
