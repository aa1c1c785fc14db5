"""Wall lines of foreign maps: thinned, clipped to the map, opened where a door stands. Units: squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

Point = tuple[float, float]
Piece = tuple[Point, Point]

TOLERANCE = 1 / 20
"""How far a thinned line may run from the drawn one: half a foot at most on a five-foot grid."""


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def contains(self, point: Point) -> bool:
        """Whether the point lies in the box or on its edge."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def without_repeats(points: Sequence[Point]) -> list[Point]:
    """The line without points that repeat the one before."""
    return [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]


def thinned(points: Sequence[Point], tolerance: float = TOLERANCE) -> list[Point]:
    """The line with as few of its own points as stay within `tolerance` of it; both ends are kept.

    Cave walls come with hundreds of tiny steps, which would make sight slow and change nothing.
    """
    if len(points) < 3:
        return list(points)
    keep = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        farthest, index = tolerance, -1
        for between in range(first + 1, last):
            away = _distance(points[between], points[first], points[last])
            if away > farthest:
                farthest, index = away, between
        if index >= 0:
            keep.add(index)
            spans += [(first, index), (index, last)]
    return [points[index] for index in sorted(keep)]


def _distance(point: Point, a: Point, b: Point) -> float:
    """From a point to the piece between a and b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - a[0] - along * dx, point[1] - a[1] - along * dy)


def pieces(points: Sequence[Point]) -> Iterator[Piece]:
    """The straight pieces of a line."""
    return pairwise(points)


def clipped(piece: Piece, box: Box) -> Piece | None:
    """The part of a piece that lies in the box; None if nothing but a point of it does."""
    (ax, ay), (bx, by) = piece
    enter, leave = 0.0, 1.0
    for start, delta, low, high in ((ax, bx - ax, box.left, box.right), (ay, by - ay, box.top, box.bottom)):
        if delta == 0:
            if not low <= start <= high:
                return None
            continue
        near, far = sorted(((low - start) / delta, (high - start) / delta))
        enter, leave = max(enter, near), min(leave, far)
    if enter >= leave:
        return None
    if (enter, leave) == (0.0, 1.0):
        return piece
    return _along(piece, enter), _along(piece, leave)


def opened(piece: Piece, gap: Piece, reach: float = 0.1) -> list[Piece] | None:
    """What is left of a wall that runs along a door, within `reach` of it; None if it does not.

    A wall that only touches the door's end, or crosses it, is not cut.
    """
    (ax, ay), (bx, by) = gap
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    (px, py), (qx, qy) = piece
    start, end = ((x - ax) * ux + (y - ay) * uy for x, y in piece)
    if abs(end - start) < 0.95 * hypot(qx - px, qy - py):  # not parallel
        return None
    overlap = min(length, max(start, end)) - max(0.0, min(start, end))
    if overlap <= reach / 2:
        return None
    middle = (max(0.0, min(start, end)) + overlap / 2 - start) / (end - start)
    x, y = _along(piece, middle)
    if abs((x - ax) * uy - (y - ay) * ux) > reach:
        return None
    cuts = sorted(min(1.0, max(0.0, (edge - start) / (end - start))) for edge in (0.0, length))
    left = [(piece[0], _along(piece, cuts[0])), (_along(piece, cuts[1]), piece[1])]
    return [part for part in left if part[0] != part[1]]


def _along(piece: Piece, share: float) -> Point:
    (ax, ay), (bx, by) = piece
    if share == 0.0:
        return ax, ay
    return (bx, by) if share == 1.0 else (ax + share * (bx - ax), ay + share * (by - ay))
