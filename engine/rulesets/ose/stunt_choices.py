"""What the stunt form offers as things stand: kinds, costs, and opponents, those within reach first. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.rulesets.common import soft
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import arms_in_hand, reaches
from engine.rulesets.ose.economy import Cost, can_pay
from engine.rulesets.ose.sheet import FEET_PER_SQUARE
from engine.tactics.board import Board
from engine.tactics.perception import perceives

GRAPPLE, OTHER = "grapple", "other"
KINDS = ("trip", "disarm", "push", "feint", "tumble", GRAPPLE, OTHER)
HANDS_ON = ("trip", "disarm", "push")
"""Kinds that are done to a body with hand or weapon, and so want it within reach (rulings A2 #53)."""
COSTS = (Cost.MAIN.value, Cost.MOVE.value, Cost.FREE.value, OTHER)
"""What a stunt may take, the usual first (OSE-STUNT-14)."""
SURROUNDINGS = "surroundings"
MOST_OPPONENTS = 8
"""More than this many to choose from would be a list nobody reads; the nearest are offered."""


# --- kinds and costs ----------------------------------------------------------------------------------


def kinds_offered(actor: Actor, hands_full: bool = False) -> tuple[tuple[str, Phrase], ...]:
    """The kinds for the action list. Grapple takes the Main (A2 #120) and a hand: if not, it says so."""
    key = "grapple_hands" if hands_full else "grapple_main"
    grapples = phrase(f"stunt.{key if can_pay(actor, Cost.MAIN) else 'grapple_used'}", "OSE-GRAPPLE-01")
    return tuple(
        (kind, grapples if kind == GRAPPLE else phrase(f"stunt.kind_{kind}", "OSE-STUNT-01"))
        for kind in KINDS
    )


def kinds_open(actor: Actor, overrule: bool) -> tuple[str, ...]:
    """The kinds that can be paid for, or all of them where the referee insists."""
    able = overrule or can_pay(actor, Cost.MAIN)
    return tuple(kind for kind in KINDS if able or kind != GRAPPLE)


def costs_open(actor: Actor, overrule: bool = False) -> tuple[str, ...]:
    """What a stunt may cost as things stand: what is gone is left out, unless the referee insists."""
    return tuple(cost for cost in COSTS if cost == OTHER or overrule or can_pay(actor, Cost(cost)))


# --- opponents ----------------------------------------------------------------------------------------


def opponents(board: Board, actor: Actor, kind: str) -> tuple[ActorId, ...]:
    """Enemies the actor is aware of: those within reach of such a stunt first, then the nearest."""
    known = (foe for foe in bodies.foes_on_map(board.battle, actor) if perceives(board, actor, foe))
    near = in_reach_first(board, actor, bodies.nearest_first(board, actor, known), kind)
    return tuple(foe.id for foe in near[:MOST_OPPONENTS])


def in_reach_first(board: Board, actor: Actor, foes: Iterable[Actor], kind: str) -> tuple[Actor, ...]:
    """The same people, whoever is out of reach of such a stunt behind the others."""
    return tuple(sorted(foes, key=lambda foe: bool(why_too_far(board, actor, foe, kind))))


def why_too_far(board: Board, actor: Actor, target: Actor, kind: str) -> tuple[Refusal, ...]:
    """That a stunt done by hand or weapon does not get there, with how far it is."""
    if kind not in HANDS_ON or actor.cell is None or target.cell is None:
        return ()
    arms = replace(arms_in_hand(board.battle, actor), within=0)  # a hand gets to what a long weapon does not
    if reaches(board, actor, target, arms):
        return ()
    feet, most = board.separation(actor, target) * FEET_PER_SQUARE, arms.reach * FEET_PER_SQUARE
    return soft("stunt.too_far", "OSE-STUNT-15", target=ActorRef(target.id), feet=feet, most=most)


def whom(board: Board, actor: Actor, one: ActorId, kind: str) -> Phrase:
    """An opponent as a choice; one out of reach with its distance, for the referee to rule on."""
    if one != SURROUNDINGS and why_too_far(board, actor, board.actor(one), kind):
        feet = board.separation(actor, board.actor(one)) * FEET_PER_SQUARE
        return phrase("stunt.whom_far", "OSE-STUNT-15", who=ActorRef(one), feet=feet)
    return named(one)


def named(one: ActorId) -> Phrase:
    """An opponent in words, the surroundings among them."""
    if one == SURROUNDINGS:
        return phrase("stunt.surroundings", "OSE-STUNT-15")
    return phrase("melee.pick", "", who=ActorRef(one))
