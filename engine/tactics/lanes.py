"""Pure helpers about routes: least cost to get within a blow of each foe, squares no nearer to a foe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from engine.grid.cells import footprint, gap
from engine.grid.metric import distance
from engine.model.actor import Actor, Arms
from engine.model.phrase import ActorId, Cell
from engine.tactics.board import Board


def stops_against(
    board: Board, mover: Actor, foe: Actor, costs: Mapping[int, int], may_end: Iterable[int], arms: Arms
) -> dict[int, int]:
    """Stopping squares (indices) from which these arms of the mover's strike the foe, with their costs.

    `costs` are the mover's least costs, `may_end` the squares it may remain on.
    """
    if foe.cell is None:
        return {}
    allowed = may_end if isinstance(may_end, Set) else frozenset(may_end)
    # A blow passes both ways (rulings G6), so whatever strikes the foe's body from there is struck from it.
    struck_from = board.barriers.strike_area(foe.cell, foe.size, arms.reach)
    body = footprint(foe.cell, foe.size)
    found: dict[int, int] = {}
    for anchor in _anchors_near(board, mover, foe.cell, foe.size, arms.reach):
        index = board.extent.index(anchor)
        if index in costs and index in allowed:
            own = footprint(anchor, mover.size)
            near = any(cell in body or board.extent.index(cell) in struck_from for cell in own)
            if near and (arms.plain or _struck(board, anchor, mover.size, arms, body)):
                found[index] = costs[index]
    return found


def _struck(board: Board, anchor: Cell, size: int, arms: Arms, body: Iterable[Cell]) -> bool:
    area = board.blows_from(anchor, size, arms)
    return any(board.extent.index(cell) in area for cell in body if board.extent.contains(cell))


def least_costs(
    board: Board,
    mover: Actor,
    foes: Iterable[Actor],
    costs: Mapping[int, int],
    may_end: Iterable[int],
    arms: Arms,
) -> dict[ActorId, tuple[int, tuple[Cell, ...]]]:
    """For each foe that can be got within reach: the least cost and the squares that have it."""
    allowed = frozenset(may_end)
    found: dict[ActorId, tuple[int, tuple[Cell, ...]]] = {}
    for foe in foes:
        stops = stops_against(board, mover, foe, costs, allowed, arms)
        if stops:
            least = min(stops.values())
            cells = tuple(board.extent.cell(index) for index, cost in sorted(stops.items()) if cost == least)
            found[foe.id] = (least, cells)
    return found


def comes_nearer(board: Board, mover: Actor, foe: Actor, src: Cell, dst: Cell) -> bool:
    """Whether a step shortens the distance to the foe, footprint to footprint (ruling G10)."""
    if foe.cell is None:
        return False
    metric = board.battle.metric
    before = distance(metric, *gap(src, mover.size, foe.cell, foe.size))
    after = distance(metric, *gap(dst, mover.size, foe.cell, foe.size))
    return after < before


def _anchors_near(board: Board, mover: Actor, at: Cell, size: int, reach: int) -> Iterator[Cell]:
    """Anchors on the map from which some square of the mover is within `reach` of the body at `at`."""
    for y in range(at[1] - reach - mover.size + 1, at[1] + size + reach):
        for x in range(at[0] - reach - mover.size + 1, at[0] + size + reach):
            if board.extent.contains((x, y)):
                yield (x, y)
