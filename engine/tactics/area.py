"""The squares that a burst, cone or line covers on a board: the same in play and in a preview. Pure."""

from __future__ import annotations

from itertools import pairwise

from engine.grid import areas
from engine.grid.cells import footprint
from engine.grid.metric import distance
from engine.grid.sight import clear
from engine.model.phrase import Cell
from engine.model.requests import Area, AreaKind
from engine.model.terrain import WallKind
from engine.tactics.board import Board


def covered(board: Board, area: Area, aim: Cell) -> frozenset[Cell]:
    """The squares of an area aimed at a square; those off the map or behind a wall are left out.

    A cone or line leaves the body it comes from, so that none of its own squares is in it.
    """
    start = aim if area.kind is AreaKind.BURST else source(area, aim)
    return frozenset(
        cell
        for cell in _template(board, area, aim)
        if board.extent.contains(cell) and effect_passes(board, start, cell)
    )


def source(area: Area, aim: Cell) -> Cell:
    """The square of the body it comes from that is nearest to the aim."""
    (x, y), last = area.origin, area.size - 1
    return min(max(aim[0], x), x + last), min(max(aim[1], y), y + last)


def effect_passes(board: Board, a: Cell, b: Cell) -> bool:
    """Whether sight and effect pass from the middle of one square to the middle of another.

    What sight passes and a body does not, a window or a portcullis, stops the effect.
    """
    if not clear(board.barriers, a, b):
        return False
    return not _has_windows(board) or all(
        board.barriers.hop(one, other) for one, other in pairwise(areas.line(a, b))
    )


def _has_windows(board: Board) -> bool:
    terrain = board.battle.terrain
    windows = any(wall.kind is WallKind.WINDOW for wall in terrain.walls)
    return windows or any(door.see_through for door in terrain.doors)


def _template(board: Board, area: Area, aim: Cell) -> frozenset[Cell]:
    metric, length = board.battle.metric, area.length
    if area.kind is AreaKind.BURST:
        return areas.burst(aim, length, metric)
    origin, own = source(area, aim), footprint(area.origin, area.size)
    direction = (aim[0] - origin[0], aim[1] - origin[1])
    if direction == (0, 0):
        return frozenset()
    if area.kind is AreaKind.CONE:
        return areas.cone(origin, direction, length, metric).difference(own)
    # Through the aim and on to its full length: far enough to be cut off, whatever the metric.
    end = (origin[0] + direction[0] * length, origin[1] + direction[1] * length)
    return frozenset(
        cell
        for cell in areas.line(origin, end)[1:]
        if distance(metric, cell[0] - origin[0], cell[1] - origin[1]) <= length
    )
