"""The map as a mover's side knows it: what searches and the judging of paths run on."""

from __future__ import annotations

from collections.abc import Iterable

from engine.grid.search import Ground
from engine.model.actor import Actor
from engine.model.phrase import Cell
from engine.rulesets.ose.crowding import can_stand
from engine.rulesets.ose.tallies import Manner
from engine.tactics.board import Board
from engine.tactics.paths import known_board


def known(board: Board, actor: Actor) -> Board:
    """The board without the creatures that the actor's side is not aware of."""
    return known_board(board, actor.side)


def ground_for(board: Board, actor: Actor) -> Ground:
    """Steps open to the actor as its side knows the map: geometry, and creatures that may not be passed."""
    seen = known(board, actor)
    key = ("ose.ground", actor.id, actor.side, actor.size)
    return seen.kept(key, lambda: _ground(seen, actor))


def _ground(seen: Board, actor: Actor) -> Ground:
    return seen.ground(actor, lambda body, cell: not can_stand(seen, body, cell, Manner.MOVE, ending=False))


def may_end(board: Board, actor: Actor, cells: Iterable[Cell], manner: str) -> frozenset[Cell]:
    """Those of the cells that the actor may remain on, as far as its side knows."""
    seen = known(board, actor)
    crowded = seen.meeting_anchors(actor)
    return frozenset(
        cell
        for cell in cells
        if board.extent.index(cell) not in crowded or not can_stand(seen, actor, cell, manner, ending=True)
    )
