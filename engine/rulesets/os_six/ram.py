"""Ramming: charge in a straight line and knock somebody over."""

from __future__ import annotations

from msgspec.structs import replace

from engine.grid.areas import line
from engine.model.actor import Actor
from engine.model.phrase import ActorId, ActorRef, Cell
from engine.rulesets.os_six.bodies import knock_over, tell
from engine.rulesets.os_six.nerve import after_roll
from engine.rulesets.os_six.pools import Degree, Stat, pool
from engine.rulesets.os_six.rolls import roll_between
from engine.rulesets.os_six.sheet import sheet
from engine.rulesets.os_six.tallies import target_rolls
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.hiding import give_away
from engine.tactics.paths import known_board, path_refusals, reach_of
from engine.tactics.step import StepRules


def way_to(board: Board, rules: StepRules, actor: Actor, target: Actor) -> tuple[Cell, ...] | None:
    """The shortest straight run that ends beside the target; none if it is there already, None if no way."""
    if actor.cell is None or target.cell is None:
        return None
    if board.within_blow(actor, target, 1):
        return ()
    reach = reach_of(board, rules, actor, "ram")
    known = known_board(board, actor.side)
    for stop in sorted(reach.stops, key=lambda cell: (reach.costs[cell], cell)):
        run = line(actor.cell, stop)[1:]
        there = replace(actor, cell=stop)
        if board.within_blow(there, target, 1) and not path_refusals(known, rules, actor, run, "ram"):
            return run
    return None


def ram(draft: Draft, rammer: ActorId, target: ActorId) -> Procedure[None]:
    """The roll at the end of the charge: a hero's Brawn to ram, or against being rammed by a foe."""
    give_away(draft, rammer, target)
    resisted = target_rolls(draft.battle, draft[rammer], draft[target])
    roller, other = (target, rammer) if resisted else (rammer, target)
    key = "six.ask.resist_ram" if resisted else "six.ask.ram"
    size = pool(sheet(draft[roller]), Stat.BRAWN)
    rolled = yield from roll_between(draft, roller, other, size, key, "SIX-RAM-02")
    if rolled is None:
        return
    _fall(draft, rammer, target, _mirrored(rolled.result) if resisted else rolled.result)
    yield from after_roll(draft, roller, rolled.result, rolled.faces, "SIX-PANIC-01")


def _mirrored(result: Degree) -> Degree:
    """The rammer's success as the defence of its target leaves it."""
    if result is Degree.PARTIAL:
        return result
    return Degree.FAILURE if result.full else Degree.COMPLETE


def _fall(draft: Draft, rammer: ActorId, target: ActorId, result: Degree) -> None:
    """Who lies on the ground after a ram with that success."""
    if not result.failed:
        knock_over(draft, target, "SIX-RAM-02", by=rammer)
    if not result.full:
        knock_over(draft, rammer, "SIX-RAM-04" if result.failed else "SIX-RAM-03")
    key, rule = "six.ram_fails", "SIX-RAM-04"
    if not result.failed:
        key, rule = ("six.rams", "SIX-RAM-02") if result.full else ("six.both_fall", "SIX-RAM-03")
    tell(draft, rammer, key, rule, target=ActorRef(target))
