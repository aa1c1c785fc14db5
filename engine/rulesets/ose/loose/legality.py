"""What speaks against an act in Loose combat: time, body, hands and walls; nothing is counted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Refusal
from engine.model.phrase import ActorRef, Cell
from engine.rulesets.common import hard, impossible, soft
from engine.rulesets.ose import gear, legality, melee, missiles, plans, resources, spells, turned, turning
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.declare import why_not_declared
from engine.rulesets.ose.economy import step_for
from engine.rulesets.ose.sheet import Casting, sheet
from engine.rulesets.ose.state import Phase, Step, acting_side, state
from engine.rulesets.ose.tallies import Manner, held_by
from engine.tactics.board import Board

Reasons = tuple[Refusal, ...]

MOVES = ("move",)
"""Verbs that walk a drawn path."""
VERBS = (
    *MOVES,
    "charge",
    "shoot",
    "attack",
    "cast",
    "undeclare",
    "propose",
    "turn",
    "flee",
    "flee_from",
    "stand",
    *legality.HANDLING,
    *legality.SPELL_VERBS,
    "disrupt",
    "resource",
    "pass",
    "end",
)
_ANY_TIME = (*legality.ALWAYS, "disrupt", *legality.SPELL_VERBS)
_OF_STEPS = "why.step_"
_UNCOUNTED = ("OSE-MANIP-12", "OSE-MANIP-13", "OSE-MANIP-15", "OSE-CAST-06")
"""Rows by which the Detailed book counts what a round holds (OSL-INTRO-04)."""


def why_not(board: Board, act: Act) -> Reasons:
    """Everything that speaks against the act, the general reasons first. Empty: it may be played."""
    reasons = _impossible(board, act)
    if reasons:
        return reasons
    actor = board.actor(act.actor)
    found = (*standing(board.battle, actor, act.verb), *_own_reasons(board, actor, act))
    return in_its_words(board.battle, found)


def standing(battle: Battle, actor: Actor, verb: str) -> Reasons:
    """What speaks against the verb whatever its target or path: the time and the body."""
    now = state(battle)
    if verb in legality.ALWAYS:
        return ()
    if now.phase is Phase.OVER:
        return soft("act.over", "OSE-PROC-08")
    body = legality.why_unable(battle, actor, verb)
    return legality.body_first(actor, body, _why_not_now(battle, actor, verb))


def in_its_words(battle: Battle, found: Sequence[Refusal]) -> Reasons:
    """The reasons with the rows of this book, each once."""
    return legality.unique(_in_its_words(battle, one) for one in found)


def _in_its_words(battle: Battle, refusal: Refusal) -> Refusal:
    """The order of steps, where the table keeps it, is the Detailed book's own (OSL-PROC-02)."""
    reason = refusal.reason
    if reason.key.startswith(_OF_STEPS):
        return refusal
    if reason.key == "melee.out_of_reach":  # the distance is shown and binds nobody (OSL-INTRO-01)
        return replace(refusal, reason=replace(reason, key="melee.loose_far", rule="OSL-INTRO-03"))
    return replace(refusal, reason=replace(reason, rule=cited(battle, reason.rule)))


def why_not_walked(board: Board, actor: Actor, path: Sequence[Cell]) -> Reasons:
    """A path is open as far as the walls allow and nobody known stands in it (OSL-INTRO-01)."""
    broken = plans.why_broken(board, actor, path)
    if broken:
        return broken
    return (
        *why_not_moved(board.battle, actor),
        *plans.why_rallied(board, actor, path),
        *plans.why_crowded(board, actor, path, Manner.MOVE),
    )


def why_not_moved(battle: Battle, actor: Actor) -> Reasons:
    """What keeps the body where it is: a spell, bonds, lying on the ground, a crossbow to be loaded."""
    page, reason = sheet(actor), held_by(battle, actor)
    if reason is not None:
        return (Refusal(reason),)
    if page.reloading and page.reloading in (page.hands.main, page.hands.off):
        return soft("why.reloading", "OSL-RANGED-07", who=ActorRef(actor.id))
    return ()


def why_not_handled(found: Sequence[Refusal]) -> Reasons:
    """The reasons of a deed without those that count actions."""
    return tuple(one for one in found if one.reason.rule not in _UNCOUNTED)


# --- pieces -------------------------------------------------------------------------------------------


def _impossible(board: Board, act: Act) -> Reasons:
    reasons = impossible(board.battle, act, VERBS)
    if reasons:
        return reasons
    if not plays(board.actor(act.actor)):
        return hard("why.no_page")
    if not all(map(board.extent.contains, (*act.path, *act.cells))):
        return hard("why.off_map")
    if act.verb in ("charge", "attack", "shoot") and not act.targets:
        return hard("act.one_target")
    return ()


def _why_not_now(battle: Battle, actor: Actor, verb: str) -> Reasons:
    now = state(battle)
    if verb in _ANY_TIME:
        return ()
    if verb in ("cast", "undeclare"):
        return legality.why_not_declaring(battle, actor, verb)
    if now.phase is Phase.DECLARE:
        return () if verb == "pass" else soft("why.initiative_first", "OSE-PROC-04")
    if acting_side(now) != actor.side:
        return legality.why_not_turn_of(now)
    wanted = step_for(battle, verb)
    if now.step is Step.TURN or wanted in (None, now.step):
        return ()
    return legality.why_not_in_step(now, wanted)


def _own_reasons(board: Board, actor: Actor, act: Act) -> Reasons:
    match act.verb:
        case "move":
            return why_not_walked(board, actor, act.path)
        case "charge":
            return (
                *why_not_moved(board.battle, actor),
                *_why_not_charged(board, actor, board.actor(act.targets[0])),
            )
        case "shoot":
            return _why_not_shot(board, actor, act)
        case "attack":
            return melee.why_not_melee(board, act)
        case "cast" | "undeclare":
            return why_not_declared(actor, act.verb, act.picks.get("spell", ""))
        case "propose":
            return _why_not_proposed(actor)
        case "flee":
            return why_not_moved(board.battle, actor)
        case "turn":
            return turning.why_not_turn(board, actor)
        case "flee_from":
            return turned.why_not_flee_from(board, actor)
        case "stand":
            return plans.why_not_stand(actor)
        case "disrupt":
            casting = sheet(actor).turn.casting is Casting.CASTING
            return () if casting else soft("why.not_casting", "OSL-SPELL-06", who=ActorRef(actor.id))
        case "resource":
            return resources.why_not(actor)
        case "pass" | "end":
            return ()
        case verb if verb in legality.SPELL_VERBS:
            return spells.why_not(board.battle, actor, verb)
        case _:
            return why_not_handled(gear.why_not_handled(board, act))


def _why_not_charged(board: Board, actor: Actor, target: Actor) -> Reasons:
    """Whether the charge gets there is settled in words (OSL-CONS-03); only its target has to be an enemy."""
    if not plays(target) or not board.battle.hostile(actor.side, target.side):
        return soft("why.no_enemy", "OSL-CONS-03", who=ActorRef(target.id))
    return ()


def _why_not_shot(board: Board, actor: Actor, act: Act) -> Reasons:
    """No ban on enemies near by (OSL-RANGED-11) and no loading to be paid for."""
    weapon = missiles.chosen_weapon(sheet(actor), act)
    if weapon is None:
        return hard("shoot.no_weapon", who=ActorRef(actor.id))
    found = missiles.why_not_ready(actor, weapon)
    return (*found, *missiles.why_not_at(board, actor, board.actor(act.targets[0]), weapon))


def _why_not_proposed(actor: Actor) -> Reasons:
    """A caster is busy with the spell (OSE-SPELL-04)."""
    turn = sheet(actor).turn
    if turn.casting is Casting.CASTING:
        return soft("why.casting", "OSE-SPELL-04", who=ActorRef(actor.id), spell=turn.spell)
    return ()
