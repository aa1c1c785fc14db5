"""Wall lines of foreign maps: thinned, clipped to the map, opened where a door stands. Units: squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import floor, hypot
from typing import NamedTuple

Point = tuple[float, float]
Piece = tuple[Point, Point]

TOLERANCE = 1 / 20
"""How far a thinned line may run from the drawn one: half a foot at most on a five-foot grid."""
_STRETCH = 200


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

    Cave walls come with hundreds of tiny steps, which would make sight slow and change nothing. Very long
    lines are thinned in stretches, so that no line can take for ever.
    """
    if len(points) < 3:
        return list(points)
    keep = {len(points) - 1}
    spans = [(at, min(at + _STRETCH, len(points) - 1)) for at in range(0, len(points) - 1, _STRETCH)]
    while spans:
        first, last = spans.pop()
        keep.add(first)
        index = _farthest(points, first, last, tolerance)
        if index is not None:
            spans += [(first, index), (index, last)]
    return [points[index] for index in sorted(keep)]


def _farthest(points: Sequence[Point], first: int, last: int, tolerance: float) -> int | None:
    """The point between two others that is farthest from the piece between them, if beyond the tolerance."""
    (ax, ay), (bx, by) = points[first], points[last]
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy or 1.0
    farthest, index = tolerance * tolerance, None
    for between in range(first + 1, last):
        px, py = points[between]
        px, py = px - ax, py - ay
        along = (px * dx + py * dy) / length
        along = 0.0 if along < 0.0 else min(along, 1.0)
        px, py = px - along * dx, py - along * dy
        away = px * px + py * py
        if away > farthest:
            farthest, index = away, between
    return index


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


REACH = 0.1
"""How far beside a door a wall may run and still stand in the doorway."""


class Doorways:
    """The gaps that doors stand in, kept by rows of squares: a large map has a hundred of them."""

    def __init__(self, gaps: Iterable[Piece]) -> None:
        self._rows: dict[int, list[Piece]] = {}
        for gap in gaps:
            for row in _rows(gap):
                self._rows.setdefault(row, []).append(gap)

    def cut(self, wall: Piece) -> tuple[list[Piece], int]:
        """What is left of a wall, and how many doorways it ran through."""
        parts, count = [wall], 0
        for gap in self._near(wall):
            for part in tuple(parts):
                left = opened(part, gap)
                if left is not None:
                    parts.remove(part)
                    parts += left
                    count += 1
        return parts, count

    def _near(self, wall: Piece) -> Iterable[Piece]:
        left, right = min(wall[0][0], wall[1][0]) - REACH, max(wall[0][0], wall[1][0]) + REACH
        return dict.fromkeys(
            gap
            for row in _rows(wall)
            for gap in self._rows.get(row, ())
            if min(gap[0][0], gap[1][0]) <= right and max(gap[0][0], gap[1][0]) >= left
        )


def _rows(piece: Piece) -> range:
    low, high = sorted((piece[0][1], piece[1][1]))
    return range(floor(low - REACH), floor(high + REACH) + 1)


def opened(piece: Piece, gap: Piece) -> list[Piece] | None:
    """What is left of a wall that runs along a door, within `REACH` of it; None if it does not.

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
    if overlap <= REACH / 2:
        return None
    middle = (max(0.0, min(start, end)) + overlap / 2 - start) / (end - start)
    x, y = _along(piece, middle)
    if abs((x - ax) * uy - (y - ay) * ux) > REACH:
        return None
    cuts = sorted(min(1.0, max(0.0, (edge - start) / (end - start))) for edge in (0.0, length))
    left = [(piece[0], _along(piece, cuts[0])), (_along(piece, cuts[1]), piece[1])]
    return [part for part in left if part[0] != part[1]]


def _along(piece: Piece, share: float) -> Point:
    (ax, ay), (bx, by) = piece
    if share == 0.0:
        return ax, ay
    return (bx, by) if share == 1.0 else (ax + share * (bx - ax), ay + share * (by - ay))
