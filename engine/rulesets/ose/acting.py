"""Carrying out an act that the legality door let through, or that the GM insisted on."""

from __future__ import annotations

from engine.model.commands import Act
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.rulesets.ose import (
    declare,
    disruption,
    ending,
    fleeing,
    gear,
    grapple,
    melee,
    missiles,
    movement,
    proposals,
    resources,
    spells,
    stunts,
    swapping,
    turning,
)
from engine.rulesets.ose.bodies import write_turn
from engine.rulesets.ose.economy import DECLARATIONS
from engine.rulesets.ose.flanking import note_arrivals
from engine.rulesets.ose.legality import HANDLING, SPELL_VERBS
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.state import Phase, state
from engine.tactics.draft import Draft, Procedure


def play(draft: Draft, act: Act) -> Procedure[None]:
    """Do it; then, if it left one side alone on the field, propose the end of the fight (OSE-PROC-10)."""
    disruption.distracted(draft, act.actor, act.verb)
    yield from _do(draft, act)
    grapple.end_lost_holds(draft)
    note_arrivals(draft)
    yield from ending.propose_end(draft)


def _do(draft: Draft, act: Act) -> Procedure[None]:
    match act.verb:
        case "move" | "double":
            yield from movement.play_move(draft, act)
        case "withdraw":
            yield from movement.play_withdraw(draft, act)
        case "charge":
            yield from movement.play_charge(draft, act)
        case "flee":
            yield from fleeing.play_flee(draft, act)
        case "stand":
            yield from movement.play_stand(draft, act)
        case "shoot":
            yield from missiles.play_shoot(draft, act)
        case "attack":
            yield from melee.play_melee(draft, act)
        case "stunt":
            yield from stunts.play_stunt(draft, act)
        case "resource":
            yield from resources.play_resource(draft, act)
        case "propose":
            yield from proposals.play_proposal(draft, act, stunts.play_stunt)
        case "end":
            yield from ending.end_by_referee(draft)
        case _:
            yield from _do_special(draft, act)


def _do_special(draft: Draft, act: Act) -> Procedure[None]:
    """Holding on and getting free, turning and being turned."""
    match act.verb:
        case "grapple":
            yield from grapple.play_grapple(draft, act.actor, act.targets[0])
        case "escape":
            yield from grapple.play_escape(draft, act.actor)
        case "release":
            grapple.play_release(draft, act.actor)
        case "turn":
            yield from turning.play_turn(draft, act.actor)
        case "swap":
            yield from swapping.play_swap(draft, act)
        case "flee_from":
            yield from movement.play_flee_from(draft, act)
        case _:
            yield from _do_small(draft, act)


def _do_small(draft: Draft, act: Act) -> Procedure[None]:
    """Spells on their way, declarations, things in hand, passing."""
    if act.verb in SPELL_VERBS:
        yield from spells.play(draft, act)
    elif act.verb in HANDLING:
        yield from gear.play_item(draft, act)
    elif act.verb in DECLARATIONS or act.verb == "undeclare":
        declare.play_declare(draft, act)
    else:
        play_pass(draft, act.actor)


def play_pass(draft: Draft, actor_id: ActorId) -> None:
    """Done for this slot: nobody waits for the actor any more (OSE-ORDER-03)."""
    now = state(draft.battle)
    slot = now.step.value if now.phase is Phase.ACTION else "declare"
    passed = sheet(draft[actor_id]).turn.passed
    if slot not in passed:
        write_turn(draft, actor_id, passed=(*passed, slot))
    what = phrase("pass.done", "OSE-ORDER-03", who=ActorRef(actor_id))
    draft.emit(Said(what, gm_only=True, about=actor_id, rule="OSE-ORDER-03"))
