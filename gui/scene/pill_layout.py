"""Where the labels of attacks go: beside their square, clear of tokens, ways and each other.

Pure geometry. A place is tried to the left, right, below and above of its square, first near, then
farther; what fits nowhere, or would look like the label of another square, gets a leader line.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gui.scene.geometry import CELL

NEAR, FAR = 0.75 * CELL, 1.5 * CELL  # from the square's middle to the label's edge
FARTHER = (2.4 * CELL, 3.3 * CELL)  # with a leader line
STACKED = 1.08  # heights from one label to the next: close without touching


class Box(NamedTuple):
    """A rectangle in scene units. Plain numbers, as this runs at each move of the pointer."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Wanted(NamedTuple):
    """A label's square (its middle) and its size, scene units; `below` tries below before the sides."""

    x: float
    y: float
    width: float
    height: float
    below: bool = False


class Placed(NamedTuple):
    """Where a label lies, and whether it needs a line to its square."""

    box: Box
    leader: bool


def place_labels(wanted: Sequence[Wanted], obstacles: Sequence[Box]) -> list[Placed]:
    """A place for each label in turn; earlier labels are obstacles to later ones."""
    taken = list(obstacles)
    placed = []
    for label in wanted:
        others = [other for other in wanted if (other.x, other.y) != (label.x, label.y)]
        place = _best(label, _near(label, taken), others)
        taken.append(place.box)
        placed.append(place)
    _put_in_order(wanted, placed, obstacles)
    return placed


def _put_in_order(wanted: Sequence[Wanted], placed: list[Placed], obstacles: Sequence[Box]) -> None:
    """Labels stacked on one side of one square read downwards in the order given, where they fit so."""
    stacks: dict[tuple[float, float, bool], list[int]] = {}
    for i, (label, place) in enumerate(zip(wanted, placed, strict=True)):
        x, y = place.box.middle
        if abs(y - label.y) < 1.5 * label.height and not place.leader:
            stacks.setdefault((label.x, label.y, x > label.x), []).append(i)
    for stack in stacks.values():
        tops = sorted(placed[i].box.top for i in stack)
        ordered = [
            placed[i].box._replace(top=top, bottom=top + wanted[i].height)
            for i, top in zip(stack, tops, strict=True)
        ]
        others = [place.box for i, place in enumerate(placed) if i not in stack]
        if not any(_touch(box, other) for box in ordered for other in (*obstacles, *others)):
            for i, box in zip(stack, ordered, strict=True):
                placed[i] = Placed(box, leader=False)


def _best(label: Wanted, taken: Sequence[Box], others: Sequence[Wanted]) -> Placed:
    """The first free place; one that would look like another square's label has a leader line."""
    free = [
        (gap, box)
        for gap in (NEAR, FAR, *FARTHER)
        for box in _around(label, gap)
        if not any(_touch(box, other) for other in taken)
    ]
    for gap, box in free:
        if gap <= FAR and all(_away(box, label) < _away(box, other) for other in others):
            return Placed(box, leader=False)
    if free:
        return Placed(free[0][1], leader=True)
    crowded = [box for gap in (NEAR, FAR) for box in _around(label, gap)]
    return Placed(min(crowded, key=lambda box: sum(shared(box, other) for other in taken)), leader=True)


def _away(box: Box, label: Wanted) -> float:
    """From a place to the middle of a label's square."""
    across = max(box.left - label.x, label.x - box.right, 0.0)
    down = max(box.top - label.y, label.y - box.bottom, 0.0)
    return across * across + down * down


def _near(label: Wanted, taken: Sequence[Box]) -> list[Box]:
    """Only what some place of this label could touch."""
    reach_x, reach_y = FARTHER[-1] + label.width, FARTHER[-1] + 2 * label.height
    span = Box(label.x - reach_x, label.y - reach_y, label.x + reach_x, label.y + reach_y)
    return [box for box in taken if _touch(span, box)]


def _around(label: Wanted, gap: float) -> Iterator[Box]:
    yield from _stacked(label, gap) if label.below else _beside(label, gap)
    yield from _beside(label, gap) if label.below else _stacked(label, gap)


def _beside(label: Wanted, gap: float) -> Iterator[Box]:
    for left in (label.x - gap - label.width, label.x + gap):
        for shift in (0.0, -STACKED, STACKED):
            top = label.y + (shift - 0.5) * label.height
            yield Box(left, top, left + label.width, top + label.height)


def _stacked(label: Wanted, gap: float) -> Iterator[Box]:
    for top in (label.y + gap, label.y - gap - label.height):
        for across in (0.0, -0.6, 0.6):
            left = label.x + (across - 0.5) * label.width
            yield Box(left, top, left + label.width, top + label.height)


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def shared(one: Box, other: Box) -> float:
    """The area that two boxes have in common."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, width) * max(0.0, height)
