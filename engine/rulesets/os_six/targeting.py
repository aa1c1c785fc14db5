"""Whom an action can be aimed at, and what speaks against each. Read only."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.actor import Actor
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef
from engine.rulesets.common import soft
from engine.rulesets.os_six.holds import too_large
from engine.rulesets.os_six.ram import way_to
from engine.rulesets.os_six.sheet import MOST_STRAIN, SixWeapon, helpless, sheet, usable, weapon
from engine.rulesets.os_six.tallies import attackable, within_reach
from engine.tactics.board import Board
from engine.tactics.perception import in_sight, side_knows
from engine.tactics.step import StepRules

_AT_FOES = ("attack", "grapple", "ram")
_AT_FRIENDS = ("aid", "rouse", "help")
AIMED = (*_AT_FOES, *_AT_FRIENDS)


def targets(board: Board, rules: StepRules, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
    """Candidates for an action, each with what speaks against it, whatever weapon is used."""
    if not actor.on_map or verb not in AIMED:
        return {}
    others = (other for other in board.battle.actors.values() if other.id != actor.id)
    return {
        other.id: _with_any_weapon(board, rules, actor, verb, other.id)
        for other in others
        if _candidate(board, actor, verb, other)
    }


def _candidate(board: Board, actor: Actor, verb: str, other: Actor) -> bool:
    """Whether it is worth naming at all: it is there, known, and of the right side."""
    if not other.on_map or sheet(other).dead or not side_knows(board, actor.side, other):
        return False
    foe = board.battle.hostile(other.side, actor.side)
    match verb:
        case "attack":
            return attackable(board.battle, actor, other)
        case "ram":
            return foe and other.active
        case "grapple":
            return (foe and other.active) or helpless(other)
        case "rouse":
            return not foe and sheet(other).strain == MOST_STRAIN
        case "aid":
            return not foe and sheet(other).hp < sheet(other).max_hp
        case _:
            return not foe and other.active


def _with_any_weapon(
    board: Board, rules: StepRules, actor: Actor, verb: str, target: ActorId
) -> tuple[Refusal, ...]:
    """What speaks against the target with the weapon that serves best."""
    if verb != "attack":
        return against(board, rules, actor, verb, target, "")
    found = (against(board, rules, actor, verb, target, item.key) for item in usable(sheet(actor)))
    return min(found, key=len)


def against(
    board: Board, rules: StepRules, actor: Actor, verb: str, target_id: ActorId, key: str
) -> tuple[Refusal, ...]:
    """What speaks against doing this to that target."""
    target = board.actor(target_id)
    match verb:
        case "attack":
            return _attack(board, actor, target, weapon(sheet(actor), key))
        case "grapple":
            return _grapple(board, actor, target)
        case "ram":
            return _ram(board, rules, actor, target)
        case _:
            return _friend(board, actor, verb, target)


def _attack(board: Board, actor: Actor, target: Actor, item: SixWeapon) -> tuple[Refusal, ...]:
    who = ActorRef(target.id)
    if not attackable(board.battle, actor, target):
        return soft("six.no.foe", "", target=who)
    if not within_reach(board, actor, target, item):
        return soft("six.no.reach", "", target=who, means=item.name)
    if item.ranged and not (in_sight(board, actor, target) and side_knows(board, actor.side, target)):
        return soft("six.no.sight", "", target=who)
    if item.ranged and sheet(target).cover == "full":
        return soft("six.no.cover", "SIX-COVER-01", target=who)
    return ()


def _grapple(board: Board, actor: Actor, target: Actor) -> tuple[Refusal, ...]:
    who = ActorRef(target.id)
    foe = board.battle.hostile(target.side, actor.side) and target.active
    if target.id == actor.id or not (foe or helpless(target)):
        return soft("six.no.foe", "", target=who)
    if not board.within_blow(actor, target, 1):
        return soft("six.no.beside", "SIX-GRAPPLE-01", target=who)
    if too_large(actor, target):
        return soft("six.no.too_large", "SIX-GRAPPLE-02", target=who)
    if sheet(actor).holding == target.id:
        return soft("six.no.holds_already", "SIX-GRAPPLE-03", target=who)
    return ()


def _ram(board: Board, rules: StepRules, actor: Actor, target: Actor) -> tuple[Refusal, ...]:
    who = ActorRef(target.id)
    if not target.active or not board.battle.hostile(target.side, actor.side):
        return soft("six.no.foe", "", target=who)
    if target.size > actor.size:
        return soft("six.no.too_large", "SIX-RAM-01", target=who)
    if way_to(board, rules, actor, target) is None:
        return soft("six.no.straight", "SIX-RAM-01", target=who)
    return ()


def _friend(board: Board, actor: Actor, verb: str, target: Actor) -> tuple[Refusal, ...]:
    who, page = ActorRef(target.id), sheet(target)
    if target.id == actor.id or board.battle.hostile(target.side, actor.side) or page.dead:
        return soft("six.no.friend", "", target=who)
    if verb == "help":
        return () if target.active else soft("act.out", "SIX-STRAIN-07")
    rule = "SIX-INCAP-01" if verb == "rouse" else "SIX-AID-01"
    if not board.within_blow(actor, target, 1):
        return soft("six.no.beside", rule, target=who)
    if verb == "rouse" and page.strain < MOST_STRAIN:
        return soft("six.no.shocked", rule, target=who)
    if verb == "aid" and page.hp >= page.max_hp:
        return soft("six.no.unhurt", rule, target=who)
    return ()
