"""Who is in melee with whom, and where one could run: spaces of 10 ft, or squares of 5 ft by option."""

from __future__ import annotations

from engine.grid.cells import gap
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import Cell
from engine.rulesets.reduction.options import options, squares
from engine.rulesets.reduction.sheet import ReductionSheet
from engine.tactics.board import Board
from engine.tactics.paths import known_board

_BESIDE = 1


def engaged_with(battle: Battle, actor: Actor) -> tuple[Actor, ...]:
    """Active enemies in melee with the actor (ruling B2 #2).

    Those in its space; next to it, and no wall between, where the reading or the 5-ft squares say so.
    """
    if not actor.active:
        return ()
    reading = options(battle)
    reach = _BESIDE if reading.engaged == "touching" or reading.square == "quarter" else 0
    near = tuple(foe for foe in battle.foes_of(actor) if _apart(actor, foe) <= reach)
    if not reach or all(_apart(actor, foe) == 0 for foe in near):
        return near
    board = Board(battle)
    return tuple(foe for foe in near if board.within_blow(actor, foe, reach))


def _apart(one: Actor, other: Actor) -> int:
    assert one.cell is not None
    assert other.cell is not None
    return max(gap(one.cell, one.size, other.cell, other.size))


def escape_cells(board: Board, actor: Actor) -> tuple[Cell, ...]:
    """Where the actor could step to get away: no wall in the way, and no enemy it knows of there."""
    if actor.cell is None:
        return ()
    known = known_board(board, actor.side)
    x, y = actor.cell
    around = ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
    return tuple(
        cell
        for cell in around
        if board.extent.contains(cell)
        and board.barriers.can_step(actor.cell, cell, actor.size)
        and not any(known.battle.hostile(actor.side, other.side) for other in known.others_at(actor, cell))
    )


def at_edge(board: Board, actor: Actor) -> bool:
    """Whether the actor stands at the edge of the playing area."""
    if actor.cell is None:
        return False
    x, y = actor.cell
    return x == 0 or y == 0 or x + actor.size >= board.extent.width or y + actor.size >= board.extent.height


def reach_squares(battle: Battle, page: ReductionSheet, manner: str) -> int:
    """How many squares of the map the manner of movement goes: MV, half of it rounded up in a withdrawal."""
    return squares(battle, -(-page.move // 2) if manner == "withdraw" else page.move)
