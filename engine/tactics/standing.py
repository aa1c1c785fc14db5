"""Bodies set down where nobody gets to: in rock, on a chasm, across a wall. The GM may; the GM is told."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.grid.barriers import Barriers
from engine.grid.cells import DIRECTIONS, Cell, footprint
from engine.model.actor import Actor
from engine.model.phrase import ActorId, Phrase, phrase
from engine.model.terrain import Ground
from engine.tactics.board import Board


def astray(board: Board) -> Mapping[ActorId, Phrase]:
    """Everybody who is up and out of reach, each with where it stands ("in rock"), in roster order."""
    return board.kept("astray", lambda: dict(_astray(board)))


def free_near(board: Board, actor: Actor, near: Cell) -> Cell | None:
    """The free square nearest to one named where the actor has room to stand; None where there is none.

    Of equally near ones the first in reading order.
    """
    standable, extent = board.barriers.standable(actor.size), board.extent
    free = (
        cell
        for cell in map(extent.cell, range(extent.count))
        if standable >> extent.index(cell) & 1 and not _others_there(board, actor, cell)
    )
    return min(free, key=lambda cell: (cell[0] - near[0]) ** 2 + (cell[1] - near[1]) ** 2, default=None)


def _others_there(board: Board, actor: Actor, cell: Cell) -> bool:
    indices = map(board.extent.index, footprint(cell, actor.size))
    return any(other != actor.id for index in indices for other in board.occupants.get(index, ()))


def _astray(board: Board) -> list[tuple[ActorId, Phrase]]:
    reasons = [(actor.id, _where(board, actor)) for actor in board.battle.actors.values() if actor.active]
    return [(actor_id, where) for actor_id, where in reasons if where is not None]


def _where(board: Board, actor: Actor) -> Phrase | None:
    assert actor.cell is not None
    cells, terrain = footprint(actor.cell, actor.size), board.battle.terrain
    if not all(map(board.extent.contains, cells)):
        return phrase("stand.outside")
    if board.barriers.standable(actor.size) >> board.extent.index(actor.cell) & 1:
        return phrase("stand.walled") if _walled_in(_without_doors(board), actor) else None
    kinds = {terrain.at(cell) for cell in cells}
    if Ground.SOLID in kinds:
        return phrase("stand.rock")
    if Ground.IMPASSABLE in kinds:
        return phrase("stand.closed")
    return phrase("stand.astride")


def _without_doors(board: Board) -> Barriers:
    """The map's barriers with every door gone: a cell behind a locked door can be reached some day."""
    if not board.battle.terrain.doors:
        return board.barriers
    bare = board.drawn_anew("no doors", lambda terrain: replace(terrain, doors=()))
    return Board(replace(board.battle, terrain=bare), board).barriers


def _walled_in(barriers: Barriers, actor: Actor) -> bool:
    """Whether walls, not other bodies, keep everybody from stepping there from any side."""
    assert actor.cell is not None
    (x, y), extent = actor.cell, barriers.extent
    if extent.count == actor.size * actor.size:
        return False  # it fills the map
    around = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
    return not any(
        extent.contains(cell) and barriers.can_step(actor.cell, cell, actor.size) for cell in around
    )
