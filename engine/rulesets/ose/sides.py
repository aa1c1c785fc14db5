"""Sides of the fight: who still fights, which sides take part, and whether one of them has won."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.events import RoundSet
from engine.model.phrase import SideId
from engine.rulesets.ose.bodies import out, plays
from engine.rulesets.ose.state import OseRound
from engine.tactics.draft import Draft

ROUTED = "routed"
"""A condition of those whose morale broke: they only get away from now on."""


def fighting(actor: Actor) -> bool:
    """Whether the actor still counts as an active member of its side (rulings A2 #132)."""
    return plays(actor) and actor.active and not out(actor)


def taking_part(battle: Battle) -> tuple[SideId, ...]:
    """Sides with somebody who still fights, in the referee's order."""
    return tuple(side.id for side in battle.sides if any(map(fighting, battle.members(side.id))))


def opposed(battle: Battle) -> bool:
    """Whether any two sides are enemies at all; at a burning inn there is only one (OSE-TRANS-03)."""
    return any(
        battle.hostile(one.id, other.id) and any(battle.members(one.id)) and any(battle.members(other.id))
        for one in battle.sides
        for other in battle.sides
    )


def decided(battle: Battle) -> bool:
    """Whether no two hostile sides have active members left (OSE-PROC-08 to 11)."""
    standing = taking_part(battle)
    return opposed(battle) and not any(battle.hostile(one, other) for one in standing for other in standing)


def forget_removed(draft: Draft) -> None:
    """Leave a side that the GM took away out of the round; whose turn it is does not change by that."""
    now = draft.battle.round
    if not isinstance(now, OseRound):
        return
    there = {side.id for side in draft.battle.sides}
    left = replace(
        now,
        order=tuple(side for side in now.order if side in there),
        turn=now.turn - sum(side not in there for side in now.order[: now.turn]),
        sides=tuple(part for part in now.sides if part.side in there),
    )
    if now.victor and now.victor not in there:
        left = replace(left, victor="", ended="")
    if left != now:
        draft.emit(RoundSet(left))
