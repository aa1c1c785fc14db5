"""The Fighting Retreat: straight away from an enemy one is fighting. Read only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.model.actor import Actor
from engine.model.offers import Band, Reach, Refusal
from engine.model.phrase import Cell
from engine.rulesets.common import known_foes, soft
from engine.rulesets.openquest.grapple import apart
from engine.rulesets.openquest.order import reach_squares
from engine.tactics.board import Board
from engine.tactics.paths import known_board, path_refusals
from engine.tactics.step import StepRules


def fought(board: Board, actor: Actor) -> tuple[Actor, ...]:
    """Active enemies close by."""
    near = reach_squares(board.battle, 1)
    return tuple(foe for foe in known_foes(board, actor) if board.within_blow(actor, foe, near))


def ways_back(board: Board, actor: Actor) -> tuple[Cell, ...]:
    """The directions straight away from each enemy fought."""
    found = (apart(foe, actor) for foe in fought(board, actor))
    return tuple(dict.fromkeys(way for way in found if way != (0, 0)))


def refusals(board: Board, rules: StepRules, actor: Actor, path: tuple[Cell, ...]) -> tuple[Refusal, ...]:
    """What speaks against falling back along that path (OQ-MOVE-02)."""
    found = path_refusals(board, rules, actor, path, "retreat", "OQ-MOVE-02")
    if actor.cell is None or any(refusal.hard for refusal in found):
        return found
    steps = {(dst[0] - src[0], dst[1] - src[1]) for src, dst in pairwise((actor.cell, *path))}
    if len(steps) > 1 or not steps <= set(ways_back(board, actor)):
        found += soft("oq.no.away", "OQ-MOVE-02")
    return found


def retreat_reach(board: Board, rules: StepRules, actor: Actor) -> Reach:
    """The squares behind the actor, as far as half its movement takes it."""
    left = max(0, rules.allowance(board.battle, actor, "retreat").total - actor.stride.spent)
    costs: dict[Cell, int] = {}
    stops: set[Cell] = set()
    known = known_board(board, actor.side)
    for way in ways_back(board, actor):
        for cell, cost, free in _lane(known, rules, actor, way, left):
            costs[cell] = min(cost, costs.get(cell, cost))
            if free:
                stops.add(cell)
    return Reach(costs, frozenset(stops), (Band("retreat", left),), actor.stride.spent)


def _lane(
    known: Board, rules: StepRules, actor: Actor, way: Cell, left: int
) -> Iterator[tuple[Cell, int, bool]]:
    """Squares of one way back, the cost to each, and whether it can be stopped on."""
    here, cost, parity = actor.cell, 0, actor.stride.parity
    while here is not None:
        cell = (here[0] + way[0], here[1] + way[1])
        if not known.extent.contains(cell) or not known.barriers.can_step(here, cell, actor.size):
            return
        if rules.can_stand(known, actor, cell, "retreat", ending=False):
            return
        step, parity = known.step_cost(actor, here, cell, parity)
        cost += step
        if cost > left:
            return
        yield cell, cost, not rules.can_stand(known, actor, cell, "retreat", ending=True)
        here = cell
