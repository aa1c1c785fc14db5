"""What other sides may not know: declarations before they take effect, stat lines, aims."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.phrase import ActorId, SideId
from engine.rulesets.common import health_step, spoken_for_with
from engine.rulesets.reduction.sheet import ReductionSheet, plans, share_left, sheet, with_plans
from engine.rulesets.reduction.state import Phase, ReductionRound, SideState, state


def redact(battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
    """Other sides' plans until the attacks, and their stat lines but for the health word."""
    ours = spoken_for_with(battle, side)
    declaring = isinstance(battle.round, ReductionRound) and state(battle).phase in (
        Phase.DECLARE,
        Phase.MORALE,
    )
    actors = {
        key: actor if actor.side in ours else replace(actor, sheet=_public(sheet(actor), declaring, seen))
        for key, actor in battle.actors.items()
    }
    known = replace(battle, actors=actors)
    if isinstance(battle.round, ReductionRound):
        met = {one.id for one in battle.sides}
        sides = tuple(_side(one, one.side in ours) for one in battle.round.sides if one.side in met)
        known = replace(known, round=replace(battle.round, sides=sides))
    return known


def _side(known: SideState, own: bool) -> SideState:
    """Only whether it is kept from acting, which everybody sees, and of one's own what it wants."""
    goal = known.goal if own else ""
    return SideState(known.side, strength=0, held=known.held, goal=goal)


def _public(page: ReductionSheet, declaring: bool, seen: frozenset[ActorId]) -> ReductionSheet:
    """Hit dice and harm only as shares of one common body; no plan while it could still be changed."""
    taken = (0, 1, 3, 5)[health_step(share_left(page))]
    public = ReductionSheet(
        hit_bonus=0, morale=None, weapon=page.weapon, taken=taken, hurt=page.hurt, struck=page.struck,
        surrendered=page.surrendered, dead=page.dead, fled=page.fled, routed=page.routed,
    )  # fmt: skip
    if declaring:
        return public
    shown = (replace(plan, text="", path=()) for plan in plans(page))
    kept = tuple(plan if plan.target in seen else replace(plan, target="") for plan in shown)
    return with_plans(public, kept)
