"""The straight lanes of a charge, and what speaks against one. Read only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from msgspec.structs import replace

from engine.grid.areas import line
from engine.grid.cells import DIRECTIONS, gap
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Band, Reach, Refusal
from engine.model.phrase import ActorRef, Cell
from engine.rulesets.common import hard, soft
from engine.rulesets.openquest.options import SLOPES, metres, options
from engine.rulesets.openquest.order import reach_squares
from engine.rulesets.openquest.sheet import sheet as page_of
from engine.rulesets.openquest.sheet import weapon
from engine.tactics.board import Board
from engine.tactics.paths import known_board, path_refusals, straight
from engine.tactics.step import StepRules


def least(battle: Battle) -> int:
    """Five metres in squares, rounded up."""
    return -(-5 // metres(battle))


def uphill(battle: Battle, start: Cell, end: Cell) -> bool:
    """Whether the end of a charge is higher than its start (OQ-CHARGE-08)."""
    dx, dy = SLOPES[options(battle).slope]
    return (end[0] - start[0]) * dx + (end[1] - start[1]) * dy > 0


def refusals(board: Board, rules: StepRules, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    """What speaks against a charge along that path at that target."""
    if len(act.targets) != 1:
        return hard("act.one_target")
    found = path_refusals(board, rules, actor, act.path, "charge", "OQ-CHARGE-02")
    if any(refusal.hard for refusal in found) or actor.cell is None:
        return found
    if not _allowed_line(board.battle, actor.cell, act.path):
        found += soft("oq.no.straight", "OQ-CHARGE-03")
    if len(act.path) < least(board.battle):
        run_up = len(act.path) * metres(board.battle)
        found += soft("oq.no.run_up", "OQ-CHARGE-01", metres=run_up)
    if weapon(page_of(actor), act.picks.get("weapon", "")).missile:
        found += soft("oq.no.charge_shot", "OQ-RANGED-02")
    target = board.actor(act.targets[0])
    if not board.battle.hostile(target.side, actor.side) or not target.active:
        found += soft("oq.no.foe", "", target=ActorRef(target.id))
    elif not board.within_blow(replace(actor, cell=act.path[-1]), target, reach_squares(board.battle, 1)):
        found += soft("oq.no.beside", "OQ-CHARGE-04", target=ActorRef(target.id))
    return found


def _allowed_line(battle: Battle, start: Cell, path: tuple[Cell, ...]) -> bool:
    """One of the eight directions; by the wider reading any ray between two squares (ruling C2 #8)."""
    if not straight(start, path):
        return False
    dx, dy = abs(path[-1][0] - start[0]), abs(path[-1][1] - start[1])
    return options(battle).charge_line == "ray" or dx == 0 or dy == 0 or dx == dy


def charge_reach(board: Board, rules: StepRules, actor: Actor) -> Reach:
    """The straight lanes of a charge; it may stop beside an enemy, five metres on or more.

    Lanes are the eight directions and the lines to each square beside a known enemy (ruling C2 #8).
    """
    known = known_board(board, actor.side)
    longest = rules.allowance(board.battle, actor, "charge").total
    costs: dict[Cell, int] = {}
    stops: set[Cell] = set()
    for way in _ways(known, actor, longest):
        for length, (cell, cost) in enumerate(_lane(known, rules, actor, way), start=1):
            costs[cell] = min(cost, costs.get(cell, cost))
            if length >= least(board.battle) and _beside_foe(known, actor, cell):
                stops.add(cell)
    bands = (Band("least", least(board.battle)), Band("charge", longest))
    return Reach(costs, frozenset(stops), bands, actor.stride.spent)


def _ways(known: Board, actor: Actor, longest: int) -> Iterator[tuple[Cell, ...]]:
    """Straight ways on the map, whatever stands on them."""
    if actor.cell is None:
        return
    x, y = actor.cell
    for dx, dy in DIRECTIONS:
        yield tuple((x + dx * n, y + dy * n) for n in range(1, longest + 1))
    if options(known.battle).charge_line == "eight":
        return
    near = reach_squares(known.battle, 1)
    for foe in known.battle.foes_of(actor):
        for end in _beside(foe, actor.size, near):
            if known.extent.contains(end):
                yield line(actor.cell, end)[1:]


def _beside(foe: Actor, size: int, near: int) -> Iterator[Cell]:
    """Anchors at which a body of that size stands close to the foe."""
    if foe.cell is None:
        return
    x, y = foe.cell
    xs = range(x - size - near + 1, x + foe.size + near)
    ys = range(y - size - near + 1, y + foe.size + near)
    for anchor in product(xs, ys):
        if 1 <= max(gap(anchor, size, foe.cell, foe.size)) <= near:
            yield anchor


def charge_targets(board: Board, rules: StepRules, actor: Actor) -> Mapping[str, tuple[Refusal, ...]]:
    """Known enemies, each with whether a lane ends beside it."""
    if not actor.on_map:
        return {}
    known = known_board(board, actor.side)
    stops = charge_reach(board, rules, actor).stops
    near = reach_squares(board.battle, 1)
    return {
        foe.id: ()
        if any(known.within_blow(replace(actor, cell=stop), foe, near) for stop in stops)
        else soft("oq.no.lane", "OQ-CHARGE-03", target=ActorRef(foe.id))
        for foe in known.battle.foes_of(actor)
    }


def _lane(known: Board, rules: StepRules, actor: Actor, way: Iterable[Cell]) -> Iterator[tuple[Cell, int]]:
    """The squares of a way with the cost to get there, as far as it is free and can be afforded."""
    here, parity = actor.cell, actor.stride.parity
    left = rules.allowance(known.battle, actor, "charge").total - actor.stride.spent
    cost = 0
    for cell in way:
        if here is None or not known.barriers.can_step(here, cell, actor.size):
            return
        if rules.can_stand(known, actor, cell, "charge", ending=False):
            return
        step, parity = known.step_cost(actor, here, cell, parity)
        cost += step
        if cost > left:
            return
        yield cell, cost
        here = cell


def _beside_foe(known: Board, actor: Actor, cell: Cell) -> bool:
    body, near = replace(actor, cell=cell), reach_squares(known.battle, 1)
    return not known.others_at(actor, cell) and any(
        known.within_blow(body, foe, near) for foe in known.battle.foes_of(actor)
    )
