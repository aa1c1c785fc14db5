"""What may be declared and rolled, and why not. Everything here is read only."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.offers import Refusal
from engine.model.phrase import ActorRef, CellRef, phrase
from engine.rulesets.common import bad_pick, hard, impossible, soft
from engine.rulesets.reduction.attacks import due_of, target_of
from engine.rulesets.reduction.movement import MOVES
from engine.rulesets.reduction.sheet import Phase, engaged_with, sheet, state
from engine.rulesets.reduction.words import MODIFIERS
from engine.tactics.board import Board
from engine.tactics.paths import path_refusals, straight
from engine.tactics.perception import in_sight, side_knows
from engine.tactics.step import StepRules

DECLARED = ("move", "flee", "withdraw", "attack", "shoot", "special", "pass")
VERBS = (*DECLARED, "resolve", "effect")
ENGAGED = ("flee", "withdraw", "attack")  # Rule: OSR-ASSUME-10
UNENGAGED = ("move", "shoot", "special", "pass")


def why_not(board: Board, rules: StepRules, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against an act."""
    found = impossible(board.battle, act, VERBS)
    if found:
        return found
    actor = board.actor(act.actor)
    found = step_refusals(board, actor, act.verb)
    match act.verb:
        case "move" | "flee" | "withdraw":
            return found + _path(board, rules, actor, act)
        case "attack":
            return found + _attack(board, actor, act)
        case "shoot":
            return found + _shot(board, actor, act)
        case "resolve":
            return found + _resolve(board, actor, act)
        case _:
            return found


def step_refusals(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """Whether the verb belongs to the open step and to somebody in the actor's position."""
    now = state(board.battle)
    phase = now.phase
    if phase is Phase.OVER:
        return soft("act.over", "OSR-REPEAT-01")
    if verb == "effect" and not _has_special(actor):
        return hard("osr.no.special")
    if not actor.active:
        return soft("osr.no.out", "OSR-DECL-19")
    if verb == "resolve":
        return () if phase is Phase.ATTACK else soft("osr.no.attack_step", "OSR-PROC-01")
    if verb == "effect":
        return () if phase is Phase.SPECIAL else soft("osr.no.special_step", "OSR-SPECIAL-01")
    if now.dice_fell or phase not in (Phase.DECLARE, Phase.ATTACK):
        return soft("osr.no.dice_fell", "OSR-INIT-04")
    if phase is Phase.ATTACK and (verb != "attack" or _has_moved(actor)):
        return soft("osr.no.moved", "OSR-ANALYSIS-03")
    return _by_position(board, actor, verb)


def _by_position(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    foes = [foe for foe in engaged_with(board.battle, actor) if side_knows(board, actor.side, foe)]
    routed = sheet(actor).routed
    if routed and verb not in ("flee", "move"):
        return soft("osr.no.routed", "OSR-MORALE-05")
    if foes and verb not in ENGAGED:
        return soft("osr.no.engaged", "OSR-DECL-20", foe=ActorRef(foes[0].id))
    if not foes and verb not in UNENGAGED and not (routed and verb == "flee"):
        return soft("osr.no.unengaged", "OSR-DECL-02")
    return ()


def _has_special(actor: Actor) -> bool:
    plan = sheet(actor).plan
    return plan is not None and plan.verb == "special"


def _has_moved(actor: Actor) -> bool:
    plan = sheet(actor).plan
    return plan is not None and plan.verb in MOVES


def _path(board: Board, rules: StepRules, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    limit = {"move": "OSR-DECL-10", "flee": "OSR-DECL-04", "withdraw": "OSR-DECL-06"}[act.verb]
    found = path_refusals(board, rules, actor, act.path, act.verb, limit)
    if act.verb != "withdraw" or not act.path or actor.cell is None:
        return found
    if not straight(actor.cell, act.path):
        found += soft("osr.no.straight", "OSR-DECL-07")
    for foe in engaged_with(board.battle, actor):
        if sheet(foe).came_from == act.path[0]:
            found += soft("osr.no.past", "OSR-DECL-07", foe=ActorRef(foe.id), cell=CellRef(*act.path[0]))
    return found


def _attack(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    if len(act.targets) != 1:
        return hard("act.one_target")
    return against(board, actor, act.targets[0], "attack")


def _shot(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    if len(act.targets) != 1:
        return hard("act.one_target")
    if sheet(actor).missile_range <= 0:
        return hard("osr.no.missile")
    return against(board, actor, act.targets[0], "shoot")


def against(board: Board, actor: Actor, target_id: str, verb: str) -> tuple[Refusal, ...]:
    """What speaks against attacking this target, in melee or with a missile."""
    target = board.actor(target_id)
    if not target.active or not board.battle.hostile(target.side, actor.side):
        return soft("osr.no.foe", "", target=ActorRef(target_id))
    if verb == "attack":
        together = target.cell == actor.cell  # Rule: OSR-DECL-02
        return () if together else soft("osr.no.other_space", "OSR-DECL-02", target=ActorRef(target_id))
    most, spaces = 3 * sheet(actor).missile_range, board.separation(actor, target)
    if spaces > most:  # Rule: OSR-DECL-13
        return soft("osr.no.range", "OSR-DECL-13", spaces=spaces, most=most)
    if not in_sight(board, actor, target) or not side_knows(board, actor.side, target):
        return soft("osr.no.sight", "OSR-DECL-13", target=ActorRef(target_id))
    return ()


def _resolve(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    wrong = bad_pick(act, (MODIFIERS,))
    attack = act.picks.get("attack", "0")
    if wrong or not attack.isdecimal() or due_of(actor, act) is None:
        return wrong or hard("osr.no.due")
    target = target_of(board.battle, act)
    if not target:
        return hard("act.one_target")
    due = due_of(actor, act)
    return () if due is not None and due.target else against(board, actor, target, "attack")


def stand_refusals(board: Board, actor: Actor, cell: tuple[int, int], manner: str) -> tuple[Refusal, ...]:
    """Any number may share a space, but a withdrawal goes through and into empty ones."""
    if manner == "withdraw" and board.others_at(actor, cell):  # Rule: OSR-DECL-08
        return (Refusal(phrase("osr.no.empty", "OSR-DECL-08", cell=CellRef(*cell))),)
    return ()
