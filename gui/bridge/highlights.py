"""What the map marks for the selected actor: how far it gets, who threatens what, what it can strike."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.grid.cells import footprint
from engine.model.actor import Actor
from engine.model.phrase import ActorId, Cell
from engine.model.strikes import When
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board
from engine.tactics.perception import players_sides

__all__ = ["Highlights", "highlights", "players_sides", "reach_cells", "threat_cells", "weapon_cells"]


class Highlights(Struct, frozen=True):
    """Sets of squares for the overlays. `double` holds what lies beyond the first band."""

    move: frozenset[Cell] = frozenset()
    double: frozenset[Cell] = frozenset()
    threat: Mapping[Cell, tuple[ActorId, ...]] = {}
    """Square -> enemies that would strike the actor for leaving it."""
    weapon: frozenset[Cell] = frozenset()


def highlights(board: Board, ruleset: Ruleset, actor: Actor, verb: str) -> Highlights:
    """Everything the map marks while the actor is selected and about to use a path verb."""
    move, double = reach_cells(board, ruleset, actor, verb)
    return Highlights(move, double, threat_cells(board, ruleset, actor, verb), weapon_cells(board, actor))


def reach_cells(
    board: Board, ruleset: Ruleset, actor: Actor, verb: str
) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Squares covered by bodies standing within the first band, and those only within the last."""
    if actor.cell is None:
        return frozenset(), frozenset()
    reach = ruleset.reach(board, actor, verb)
    if not reach.bands:
        return frozenset(), frozenset()
    first, last = reach.bands[0].limit, reach.bands[-1].limit
    near: set[Cell] = set()
    far: set[Cell] = set()
    for anchor, cost in reach.costs.items():
        if cost <= first:
            near.update(footprint(anchor, actor.size))
        elif cost <= last:
            far.update(footprint(anchor, actor.size))
    return frozenset(near), frozenset(far - near)


def threat_cells(board: Board, ruleset: Ruleset, actor: Actor, verb: str) -> dict[Cell, tuple[ActorId, ...]]:
    """Square -> who would strike the actor for leaving it, by the very function that play uses."""
    manner = ruleset.manner(verb)
    extent = board.extent
    near: set[int] = set()
    for foe in board.battle.foes_of(actor):
        near |= board.strike_area(foe)
    found: dict[Cell, tuple[ActorId, ...]] = {}
    for index in near:
        cell = extent.cell(index)
        strikes = ruleset.strikes(board, actor, cell, cell, manner, False)
        leaving = tuple(dict.fromkeys(strike.attacker for strike in strikes if strike.when is When.LEAVING))
        if leaving:
            found[cell] = leaving
    return found


def weapon_cells(board: Board, actor: Actor) -> frozenset[Cell]:
    """Squares the actor can strike with what it holds."""
    return frozenset(board.extent.cell(index) for index in board.strike_area(actor))
