"""The one legality door: everything that speaks against an act. Menu, targets and play all ask here."""

from __future__ import annotations

from collections.abc import Iterable

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Refusal
from engine.model.phrase import ActorRef, SideRef, phrase
from engine.rulesets.common import hard, impossible, soft
from engine.rulesets.ose import (
    doses,
    gear,
    grapple,
    melee,
    missiles,
    plans,
    resources,
    spell_effects,
    spell_targets,
    spells,
    stunts,
    swapping,
    turned,
    turning,
)
from engine.rulesets.ose.bodies import TURNED, casting, helpless, plays, why_helpless
from engine.rulesets.ose.charges import why_not_charge
from engine.rulesets.ose.declare import why_not_declared
from engine.rulesets.ose.economy import (
    DECLARATIONS,
    MANNERS,
    Cost,
    can_pay,
    charge_pending,
    main_left,
    step_for,
)
from engine.rulesets.ose.options import options
from engine.rulesets.ose.progress import step_words
from engine.rulesets.ose.sheet import Casting, Muddled, sheet
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.ose.state import STEPS, OseRound, Phase, Step, acting_side, side_round, state
from engine.rulesets.ose.tallies import Manner, held_by
from engine.tactics.board import Board

SPELL_VERBS = ("complete", "delay", "let_go", "cancel")
HANDLING = ("item", *gear.ITEM_VERBS)
SPECIAL = ("grapple", "escape", "release", "turn", "flee_from", "swap")
VERBS = (
    *MANNERS,
    "stand",
    "shoot",
    "attack",
    *DECLARATIONS,
    "undeclare",
    "stunt",
    *SPECIAL,
    "propose",
    *HANDLING,
    *SPELL_VERBS,
    "pass",
    "end",
    "resource",
)
ALWAYS = ("end", "resource")
"""Verbs that are no action of anybody's and outlast the fight."""
ANY_TIME = (*ALWAYS, *SPELL_VERBS)
"""Verbs that judge their own time."""
TURNED_MAY = ("flee_from", "stand", "pass", "end", "undeclare")
"""All that undead do who are turned: they get away, or cower (OSE-TURN-03)."""
IDLE_MAY = ("pass", "end", "undeclare")
"""All that is left to whoever is too confused to do anything this round."""
PINNED_MAY = ("escape", "pass", "end", "undeclare")
"""All that a pinned creature does: it struggles to get free, or lies still."""
ROUTED_MAY = ("move", "double", "withdraw", "flee", "stand", "pass", "end", "undeclare", *HANDLING)

_TOO_LATE = {"cast": "OSE-DECL-01", "defend": "OSE-DECL-02", "brace": "OSE-DECL-05"}
_STEP_RULES = {
    Step.MOVE: "OSE-ORDER-01",
    Step.MISSILE: "OSE-ORDER-05",
    Step.MAGIC: "OSE-ORDER-07",
    Step.MELEE: "OSE-ORDER-08",
}


def why_not(board: Board, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against the act, the general reasons first. Empty: it may be played."""
    reasons = _impossible(board, act)
    if reasons:
        return reasons
    actor = board.actor(act.actor)
    return unique((*standing(board.battle, actor, act.verb), *_own_reasons(board, actor, act)))


def standing(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """What speaks against the verb whatever its target or path: time, body, what is left of the round."""
    now = state(battle)
    if verb in ALWAYS:
        return ()
    if now.phase is Phase.OVER:
        return soft("act.over", "OSE-PROC-08")
    body = why_unable(battle, actor, verb)
    if body:
        return unique(body_first(actor, body, _why_not_now(battle, actor, verb)))
    return unique((*_why_spent(actor, verb), *_why_not_now(battle, actor, verb)))  # no step gives it back


def body_first(actor: Actor, body: tuple[Refusal, ...], time: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """Reasons of body and time: for whoever is dead, down or helpless no moment comes, so that is first."""
    lasting = sheet(actor).dead or not actor.active or sheet(actor).surrendered or helpless(actor)
    return (*body, *time) if lasting else (*time, *body)


def unique(found: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """The same reasons without repetition, in order."""
    kept: list[Refusal] = []
    for refusal in found:
        if refusal not in kept:
            kept.append(refusal)
    return tuple(kept)


# --- what nobody can do -------------------------------------------------------------------------------


def _impossible(board: Board, act: Act) -> tuple[Refusal, ...]:
    reasons = impossible(board.battle, act, VERBS)
    if reasons:
        return reasons
    if not plays(board.actor(act.actor)):
        return hard("why.no_page")
    if not all(map(board.extent.contains, (*act.path, *act.cells))):
        return hard("why.off_map")
    if act.verb in ("charge", "attack", "shoot", "grapple", "swap") and not act.targets:
        return hard("act.one_target")
    return ()


# --- time ---------------------------------------------------------------------------------------------


def _why_not_now(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    now = state(battle)
    if verb in ANY_TIME:
        return ()
    if verb in DECLARATIONS or verb == "undeclare":
        return why_not_declaring(battle, actor, verb)
    if now.phase is Phase.DECLARE:
        return () if verb == "pass" else soft("why.initiative_first", "OSE-PROC-04")
    if acting_side(now) != actor.side:
        return why_not_turn_of(now)
    wanted = step_for(battle, verb)
    return () if wanted in (None, now.step) else why_not_in_step(now, wanted)


def why_not_declaring(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    now = state(battle)
    if now.phase is not Phase.DECLARE:
        return soft("why.too_late", _TOO_LATE.get(verb, "OSE-SPELL-03"))
    if side_round(now, actor.side).surprised and options(battle).surprised_declare == "no":
        return soft("why.surprised", "OSE-SURP-06", side=SideRef(actor.side))
    return ()


def why_not_turn_of(now: OseRound) -> tuple[Refusal, ...]:
    """Somebody else is to act: the side whose turn it is, or nobody before and after the turns."""
    if now.phase is Phase.INITIATIVE:
        return soft("why.initiative_first", "OSE-PROC-04")
    if now.phase is Phase.MORALE:
        return soft("why.morale_now", "OSE-PROC-07")
    return soft("why.not_your_turn", "OSE-PROC-06", side=SideRef(acting_side(now)))


def why_not_in_step(now: OseRound, wanted: Step) -> tuple[Refusal, ...]:
    """The step for this is another one: it comes next, comes later, or has passed (OSE-ORDER-01)."""
    ahead = STEPS.index(wanted) - STEPS.index(now.step)
    key = "why.step_passed" if ahead < 0 else "why.step_next" if ahead == 1 else "why.step_later"
    return soft(key, _STEP_RULES[wanted], step=step_words(wanted))


# --- body ---------------------------------------------------------------------------------------------


def why_unable(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    page, who = sheet(actor), ActorRef(actor.id)
    if page.dead:
        return soft("why.dead", "OSE-SUMM-02", who=who)
    if not actor.active:
        return soft("why.down", "OSE-SUMM-02", who=who)
    if page.surrendered:
        return soft("why.surrendered", "OSE-PROC-09", who=who)
    if grapple.may_struggle(battle, actor):
        return _why_not_pinned(actor, verb)
    if helpless(actor):
        return soft("why.helpless", "OSE-SUMM-02", who=who, state=phrase(f"condition.{why_helpless(actor)}"))
    if page.turn.muddled is Muddled.NOTHING and verb not in IDLE_MAY:
        return soft("why.confused", "OSE-BASE-03", who=who)
    if actor.has(ROUTED) and verb not in ROUTED_MAY:
        return soft("why.routed", "OSE-PROC-07", who=who)
    if actor.has(TURNED) and verb not in TURNED_MAY:
        return soft("why.turned", "OSE-TURN-03", who=who)
    return _why_held(battle, actor, verb)


def _why_not_pinned(actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """Helpless, save for the one way out of it (rulings A2 #124)."""
    # Rule: OSE-GRAPPLE-04
    return () if verb in PINNED_MAY else soft("why.pinned", "OSE-SUMM-02", who=ActorRef(actor.id))


def _why_held(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """A full-round action holds its actor until the round is over (OSE-ACT-09)."""
    if verb in MANNERS:
        reason = held_by(battle, actor)
        return (Refusal(reason),) if reason is not None else ()
    if verb not in ("attack", "shoot", "stunt", "stand", "grapple", "escape", "turn"):
        return ()
    turn, who = sheet(actor).turn, ActorRef(actor.id)
    if turn.casting is Casting.CASTING:
        return soft("why.casting", "OSE-CAST-13", who=who, spell=turn.spell)
    if turn.casting in (Casting.DONE, Casting.LOST):
        return soft("why.has_cast", "OSE-CAST-13", who=who)
    if turn.braced:
        return soft("why.braced", "OSE-BRACE-12", who=who)
    return soft("why.defending", "OSE-DEFENSE-01", who=who) if turn.defending else ()


# --- what is left of the round ------------------------------------------------------------------------


def _why_spent(actor: Actor, verb: str) -> tuple[Refusal, ...]:
    page = sheet(actor)
    turn = page.turn
    match verb:
        case "double" if not (main_left(page) or turn.main_moved):
            return soft("why.main_spent", "OSE-MOVE-02")
        case "withdraw" if turn.manner != Manner.WITHDRAW:
            return (*_why_no_main(actor, "OSE-WITHDRAW-02"), *_why_move_closed(actor, "OSE-WITHDRAW-02"))
        case "charge":
            if turn.manner == Manner.CHARGE:
                return soft("why.has_charged", "OSE-CHARGE-12", who=ActorRef(actor.id))
            return (*_why_no_main(actor, "OSE-CHARGE-12"), *_why_move_closed(actor, "OSE-CHARGE-12"))
        case "flee":
            return (*_why_no_main(actor, "OSE-FLEE-14"), *_why_move_closed(actor, "OSE-FLEE-14"))
        case "shoot" | "grapple" | "escape" | "turn":
            return _why_no_main(actor, "OSE-ACT-02")
        case "attack":
            return () if charge_pending(page) else _why_no_main(actor, "OSE-ACT-02")
        case "stand":
            return () if can_pay(actor, Cost.MOVE) else soft("why.move_spent", "OSE-ACT-05")
        case _:
            return ()


def _why_no_main(actor: Actor, rule: str) -> tuple[Refusal, ...]:
    return () if main_left(sheet(actor)) else soft("why.main_spent", rule)


def _why_move_closed(actor: Actor, rule: str) -> tuple[Refusal, ...]:
    return soft("why.move_spent", rule) if sheet(actor).turn.move_closed else ()


# --- what the verb itself asks for --------------------------------------------------------------------


def _own_reasons(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    match act.verb:
        case "move" | "double":
            return plans.why_not_path(board, actor, act.path, MANNERS[act.verb])
        case "withdraw":
            return (
                *plans.why_not_path(board, actor, act.path, Manner.WITHDRAW),
                *why_not_withdrawn(board, actor),
                *plans.withdraw_refusals(board, actor, act.path),
            )
        case "charge":
            return _why_not_charged(board, actor, act)
        case "flee":
            return plans.why_not_flee(board, actor)
        case "stand":
            return plans.why_not_stand(actor)
        case "shoot":
            return missiles.why_not_shot(board, act)
        case "attack":
            return (*melee.why_not_melee(board, act), *melee.stopped(board, actor))
        case "cast" | "brace" | "defend" | "undeclare":
            return why_not_declared(actor, act.verb, act.picks.get("spell", ""))
        case "stunt":
            return stunts.why_not_stunt(board, actor, act)
        case "complete" | "delay" | "let_go" | "cancel":
            return (*spells.why_not(board.battle, actor, act.verb), *_why_not_aimed(board, actor, act))
        case _ if act.verb in SPECIAL:
            return _why_not_special(board, actor, act)
        case "resource":
            return resources.why_not(actor)
        case "pass" | "end" | "propose":
            return ()
        case _:
            return gear.why_not_handled(board, act)


def _why_not_charged(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    """What speaks against charging that enemy, and against the way drawn to it, if one is."""
    if not act.path:
        return why_not_charge(board, actor, act.targets[0], ())
    return plans.why_broken(board, actor, act.path) or (
        *why_not_charge(board, actor, act.targets[0], act.path),
        *plans.why_not_path(board, actor, act.path, Manner.CHARGE),
    )


def why_not_withdrawn(board: Board, actor: Actor) -> tuple[Refusal, ...]:
    """A withdrawal is from somebody: it begins in a square that an enemy threatens."""
    if sheet(actor).turn.manner == Manner.WITHDRAW or plans.threateners(board, actor):
        return ()
    return soft("why.unthreatened", "OSE-WITHDRAW-01")


def _why_not_special(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    match act.verb:
        case "grapple":
            return grapple.why_not_grapple(board, actor, board.actor(act.targets[0]))
        case "escape":
            return grapple.why_not_escape(actor)
        case "release":
            return grapple.why_not_release(actor)
        case "turn":
            return turning.why_not_turn(board, actor)
        case "swap":
            return swapping.why_not_swap(board, actor, board.actor(act.targets[0]))
        case _:
            return turned.why_not_flee_from(board, actor)


def _why_not_aimed(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    """What speaks against targets that a completed spell was given beforehand."""
    if act.verb != "complete" or not act.targets or not casting(sheet(actor)):
        return ()
    page = sheet(actor)
    spell = spell_effects.spell_of(page, page.turn.spell)
    found = (spell_targets.why_not_target(board, actor, board.actor(target), spell) for target in act.targets)
    darts = doses.darts(page, spell)
    too_many = soft("spell.too_many", "OSE-SPELL-06", count=darts) if 0 < darts < len(act.targets) else ()
    return (*too_many, *(refusal for reasons in found for refusal in reasons))
