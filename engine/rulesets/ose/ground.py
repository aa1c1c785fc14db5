"""The map as a mover's side knows it: what searches and the judging of paths run on."""

from __future__ import annotations

from engine.grid.search import Ground
from engine.model.actor import Actor
from engine.rulesets.ose.strikes import can_stand
from engine.rulesets.ose.tallies import Manner
from engine.tactics.board import Board
from engine.tactics.paths import known_board


def known(board: Board, actor: Actor) -> Board:
    """The board without the creatures that the actor's side is not aware of."""
    return known_board(board, actor.side)


def ground_for(board: Board, actor: Actor) -> Ground:
    """Steps open to the actor as its side knows the map: geometry, and creatures that may not be passed."""
    seen = known(board, actor)
    return seen.ground(actor, lambda body, cell: not can_stand(seen, body, cell, Manner.MOVE, ending=False))
