"""What an area would take in where it is aimed now: by the engine's own squares, so they cannot differ."""

from __future__ import annotations

from engine.grid.cells import footprint
from engine.model.phrase import ActorId, Cell
from engine.model.requests import Area
from engine.tactics.area import covered
from engine.tactics.board import Board
from engine.tactics.perception import side_knows


def squares_at(board: Board, area: Area, aim: Cell) -> frozenset[Cell]:
    """The squares taken in."""
    return covered(board, area, aim)


def caught_in(board: Board, cells: frozenset[Cell]) -> frozenset[ActorId]:
    """Everybody with at least one square inside."""
    return frozenset(
        actor.id
        for actor in board.battle.actors.values()
        if actor.on_map and actor.cell is not None and not cells.isdisjoint(footprint(actor.cell, actor.size))
    )


def nearest_enemy(board: Board, actor_id: ActorId, allowed: frozenset[Cell]) -> Cell | None:
    """The allowed square of the nearest active enemy the actor's side knows of; None if there is none."""
    actor = board.battle.actors.get(actor_id)
    if actor is None or actor.cell is None:
        return None
    enemies = [
        other
        for other in board.battle.actors.values()
        if other.active
        and other.cell is not None
        and (not allowed or other.cell in allowed)
        and board.battle.hostile(other.side, actor.side)
        and side_knows(board, actor.side, other)
    ]
    nearest = min(enemies, key=lambda other: board.separation(actor, other), default=None)
    return nearest.cell if nearest is not None else None
