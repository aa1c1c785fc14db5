"""What the referee is reminded of before the fight goes on: who has still to act, and spells held back."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Names, SideId
from engine.rulesets.common import hard, soft
from engine.rulesets.ose.bodies import able, casting
from engine.rulesets.ose.options import opening_step, options
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.state import OseRound, Phase, Step, acting_side, state, steps_beside
from engine.rulesets.ose.transitions import in_pursuit
from engine.rulesets.ose.waiting import could_brace, could_cast, waiting, waiting_in

_COMPLETING = frozenset((Step.MAGIC.value, Step.TURN.value))
"""Steps that a caster has passed who holds its spell back."""


def may_advance(battle: Battle) -> tuple[Refusal, ...]:
    """Who has still something to do in the current slot, and whose spell is held back.

    The referee may go on all the same.
    """
    if not isinstance(battle.round, OseRound):
        return hard("act.not_begun")
    now = state(battle)
    if now.phase is Phase.OVER:
        return () if in_pursuit(battle) else hard("act.over")
    left = waiting(battle)
    if now.phase is Phase.DECLARE:
        return _may_still_declare(battle, left) if left else ()
    found = _may_still_act(battle, now.step, left) if left else ()
    return (*found, *_held_back(battle, now)) if now.phase is Phase.ACTION else found


def wanted(battle: Battle, side: SideId, step: Step) -> bool:
    """Whether to stop at a step. The Move step is also where a caster may still cancel (OSE-CAST-07)."""
    if not any(map(able, battle.members(side))):
        return bool(waiting_in(battle, side, step))  # at most the pinned, who may struggle to get free
    if step in (Step.MOVE, Step.TURN) or options(battle).skip_empty_steps == "no":
        return True
    return bool(waiting_in(battle, side, step))


def _may_still_declare(battle: Battle, left: tuple[ActorId, ...]) -> tuple[Refusal, ...]:
    """Who could still declare what: only what each of them has to declare is named."""
    actors = [battle.actors[actor_id] for actor_id in left]
    casters = tuple(actor.id for actor in actors if could_cast(actor))
    bracing = tuple(actor.id for actor in actors if could_brace(battle, actor))
    if casters and bracing:
        return soft("advance.declare.both", "OSE-PROC-03", who=Names(casters), bracing=Names(bracing))
    key = "advance.declare.spell" if casters else "advance.declare.brace"
    return soft(key, "OSE-PROC-03", who=Names(casters or bracing))


def _may_still_act(battle: Battle, step: Step, left: tuple[ActorId, ...]) -> tuple[Refusal, ...]:
    if step is Step.MAGIC:
        return _magic_left(battle, left)
    return soft(f"advance.{step.value}.{_number(left)}", "OSE-ORDER-03", who=Names(left))


def _magic_left(battle: Battle, left: tuple[ActorId, ...]) -> tuple[Refusal, ...]:
    """Only who casts has a spell to complete; the others could turn undead or use a thing."""
    casters = tuple(one for one in left if casting(sheet(battle.actors[one])))
    others = tuple(one for one in left if one not in casters)
    if casters and others:
        return soft("advance.magic.both", "OSE-ORDER-03", who=Names(casters), others=Names(others))
    if others:
        return soft("advance.magic.others", "OSE-ORDER-03", who=Names(others))
    return soft(f"advance.magic.{_number(casters)}", "OSE-ORDER-03", who=Names(casters))


def _number(left: tuple[ActorId, ...]) -> str:
    return "one" if len(left) == 1 else "more"


# --- spells held back ---------------------------------------------------------------------------------


def _held_back(battle: Battle, now: OseRound) -> tuple[Refusal, ...]:
    """Spells still to be completed: in a later step of the caster's own side, and before the round ends.

    With the round they are lost (OSE-CAST-12).
    """
    last = _ends_the_round(battle, now)
    found: list[Refusal] = []
    for actor in battle.actors.values():
        if not _holds_back(actor):
            continue
        if last:
            found.extend(_reminder("advance.spell_lost", actor))
        elif acting_side(now) == actor.side and now.step is Step.MELEE:
            found.extend(_reminder("advance.spell_held", actor))
    return tuple(found)


def _holds_back(actor: Actor) -> bool:
    if not able(actor):
        return False
    turn = sheet(actor).turn
    return casting(sheet(actor)) and not _COMPLETING.isdisjoint(turn.passed)


def _reminder(key: str, actor: Actor) -> tuple[Refusal, ...]:
    return soft(key, "OSE-CAST-12", who=ActorRef(actor.id), spell=sheet(actor).turn.spell)


def _ends_the_round(battle: Battle, now: OseRound) -> bool:
    """Whether no step is left in which anybody could act."""
    steps = steps_beside(now.step)
    later = [(now.order[now.turn], step) for step in steps[steps.index(now.step) + 1 :]]
    first = steps_beside(opening_step(battle))
    later.extend((side, step) for side in now.order[now.turn + 1 :] for step in first)
    return not any(wanted(battle, side, step) for side, step in later)
