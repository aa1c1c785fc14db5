"""Pure helpers about routes: least cost to get within a blow of each foe, squares no nearer to a foe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.grid.cells import footprint, gap
from engine.grid.metric import distance
from engine.model.actor import Actor
from engine.model.phrase import ActorId, Cell
from engine.tactics.board import Board


def stops_against(
    board: Board, mover: Actor, foe: Actor, costs: Mapping[int, int], may_end: Iterable[int], reach: int
) -> dict[int, int]:
    """Stopping squares (indices) within the mover's reach of the foe, with their costs.

    `costs` are the mover's least costs, `may_end` the squares it may remain on.
    """
    if foe.cell is None:
        return {}
    allowed = set(may_end)
    found: dict[int, int] = {}
    for index, cost in costs.items():
        if index in allowed and _strikes_from(board, mover, board.extent.cell(index), foe, reach):
            found[index] = cost
    return found


def least_costs(
    board: Board,
    mover: Actor,
    foes: Iterable[Actor],
    costs: Mapping[int, int],
    may_end: Iterable[int],
    reach: int,
) -> dict[ActorId, tuple[int, tuple[Cell, ...]]]:
    """For each foe that can be got within reach: the least cost and the squares that have it."""
    allowed = tuple(may_end)
    found: dict[ActorId, tuple[int, tuple[Cell, ...]]] = {}
    for foe in foes:
        stops = stops_against(board, mover, foe, costs, allowed, reach)
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


def _strikes_from(board: Board, mover: Actor, anchor: Cell, foe: Actor, reach: int) -> bool:
    if foe.cell is None or max(gap(anchor, mover.size, foe.cell, foe.size)) > reach:
        return False
    area = board.barriers.strike_area(anchor, mover.size, reach)
    return any(board.extent.index(cell) in area for cell in footprint(foe.cell, foe.size))
