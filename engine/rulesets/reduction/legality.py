"""What may be declared and rolled, and why not. Everything here is read only."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Cell, CellRef, SideId, phrase
from engine.rulesets.common import hard, impossible, in_the_way, soft
from engine.rulesets.reduction.dues import due_of, target_of
from engine.rulesets.reduction.ground import at_edge, engaged_with, escape_cells
from engine.rulesets.reduction.options import options, squares
from engine.rulesets.reduction.sheet import planned, sheet
from engine.rulesets.reduction.state import Phase, held, state
from engine.rulesets.reduction.verbs import ENGAGED, MOVES, REFEREES, ROLLED, ROUTED, RULES, UNENGAGED, VERBS
from engine.tactics.board import Board
from engine.tactics.paths import path_refusals, straight
from engine.tactics.perception import in_sight, side_knows
from engine.tactics.step import StepRules

_STEPS = {
    "resolve": (Phase.ATTACK, "osr.no.attack_step", "OSR-PROC-01"),
    "save": (Phase.SPECIAL, "osr.no.special_step", "OSR-SPECIAL-02"),
    "effect": (Phase.SPECIAL, "osr.no.special_step", "OSR-SPECIAL-01"),
    "hit_dice": (Phase.HIT_DICE, "osr.no.hit_dice_step", "OSR-PROC-01"),
}


def why_not(board: Board, rules: StepRules, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against an act."""
    actor = board.battle.actors.get(act.actor)
    if act.verb in REFEREES and actor is not None and board.battle.round is not None:
        return referee_refusals(board.battle, act.verb)
    found = impossible(board.battle, act, VERBS)
    if found:
        return found
    found = step_refusals(board, board.actor(act.actor), act.verb)
    match act.verb:
        case verb if verb in MOVES:
            return found + _path(board, rules, board.actor(act.actor), act)
        case "attack" | "shoot":
            return found + _aimed(board, board.actor(act.actor), act)
        case "resolve":
            return found + _resolve(board, board.actor(act.actor), act)
        case _:
            return found


def referee_refusals(battle: Battle, verb: str) -> tuple[Refusal, ...]:
    """A side is kept from acting before the dice fall; all else may be said in any step."""
    if verb == "hold" and state(battle).phase is not Phase.DECLARE:
        return soft("osr.no.declare_step", "OSR-INIT-02")
    return ()


def step_refusals(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """Whether the verb belongs to the open step and to somebody in the actor's position."""
    now = state(board.battle)
    if now.phase is Phase.OVER:
        return soft("act.over", "OSR-REPEAT-01")
    if verb in ROLLED:
        return _rolled(actor, verb, now.phase)
    if not actor.active:
        return soft("osr.no.out", "OSR-DECL-19")
    if now.phase is Phase.MORALE:
        return soft("osr.no.morale_first", "OSR-PROC-01")
    if now.dice_fell or now.phase not in (Phase.DECLARE, Phase.ATTACK):
        return soft("osr.no.dice_fell", "OSR-INIT-04")
    if now.phase is Phase.ATTACK and (verb != "attack" or planned(sheet(actor), *MOVES)):
        return soft("osr.no.moved", "OSR-ANALYSIS-03")
    return _held(board.battle, actor.side, now.phase) + _by_position(board, actor, verb)


def _rolled(actor: Actor, verb: str, now: Phase) -> tuple[Refusal, ...]:
    """Something must be due; it is rolled in its step and by somebody who is still there."""
    page = sheet(actor)
    due = {
        "resolve": bool(page.due),
        "save": bool(page.pending),
        "effect": planned(page, "special") is not None,
        "hit_dice": page.hurt,
    }
    wanted, key, rule = _STEPS[verb]
    late = () if now is wanted else soft(key, rule)
    if not due[verb]:
        return hard(f"osr.no.{verb}") if verb != "hit_dice" else (*late, *hard("osr.no.hit_dice"))
    if not actor.active and verb != "effect":
        return soft("osr.no.out", "OSR-DECL-19")
    return late


def _held(battle: Battle, side: SideId, phase: Phase) -> tuple[Refusal, ...]:
    """A side that cannot act declares nothing; by one reading it may strike whoever meets it (B2 #17)."""
    if not held(battle, side) or (phase is Phase.ATTACK and options(battle).ambush == "answer"):
        return ()
    return soft("osr.no.held", "OSR-INIT-02")


def _by_position(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    foes = [foe for foe in engaged_with(board.battle, actor) if side_knows(board, actor.side, foe)]
    routed = sheet(actor).routed and bool(escape_cells(board, actor))
    if routed and verb not in ROUTED:
        return soft("osr.no.routed", "OSR-MORALE-05")
    engaged_verbs = (*ENGAGED, "shoot") if options(board.battle).shoot_engaged == "yes" else ENGAGED
    if foes and verb not in engaged_verbs:
        return soft("osr.no.engaged", "OSR-DECL-20", foe=ActorRef(foes[0].id))
    if not foes and verb not in UNENGAGED and not (routed and verb == "flee"):
        return soft("osr.no.unengaged", "OSR-DECL-02")
    return _by_gear(actor, verb) + _by_place(board, actor, verb)


def _by_gear(actor: Actor, verb: str) -> tuple[Refusal, ...]:
    page = sheet(actor)
    if verb == "shoot" and page.missile_range <= 0:
        return hard("osr.no.missile")
    if verb == "shoot" and page.stowed:
        return soft("osr.no.ready", "OSR-DECL-13")
    if verb == "shoot" and page.unloaded:
        return soft("osr.no.loaded", "OSR-DECL-14")
    if verb == "reload" and not (page.missile_range > 0 and page.reloads):
        return hard("osr.no.reload")
    if verb == "reload" and page.stowed:
        return soft("osr.no.ready", "OSR-DECL-14")
    if verb == "reload" and not page.unloaded:
        return soft("osr.no.reload_needed", "OSR-DECL-14")
    return ()


def _by_place(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    return soft("osr.no.edge", "OSR-ASSUME-09") if verb == "leave" and not at_edge(board, actor) else ()


def _path(board: Board, rules: StepRules, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    found = path_refusals(board, rules, actor, act.path, act.verb, RULES[act.verb])
    if act.verb != "withdraw" or not act.path or actor.cell is None:
        return found
    if not straight(actor.cell, act.path):
        found += soft("osr.no.straight", "OSR-DECL-07")
    for foe in engaged_with(board.battle, actor):
        if sheet(foe).came_from == act.path[0]:
            found += soft("osr.no.past", "OSR-DECL-07", foe=ActorRef(foe.id), cell=CellRef(*act.path[0]))
    return found


def _aimed(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    if len(act.targets) != 1:
        return hard("act.one_target")
    return against(board, actor, act.targets[0], act.verb)


def against(board: Board, actor: Actor, target_id: ActorId, verb: str) -> tuple[Refusal, ...]:
    """What speaks against attacking this target, in melee or with a missile."""
    target = board.actor(target_id)
    if not target.active or not board.battle.hostile(target.side, actor.side):
        return soft("osr.no.foe", "", target=ActorRef(target_id))
    if verb == "attack":
        together = target_id in {foe.id for foe in engaged_with(board.battle, actor)}  # Rule: OSR-DECL-02
        return () if together else soft("osr.no.other_space", "OSR-DECL-02", target=ActorRef(target_id))
    most, apart = squares(board.battle, 3 * sheet(actor).missile_range), board.separation(actor, target)
    if apart > most:  # Rule: OSR-DECL-13, OSR-MOVE-04
        return soft("osr.no.range", "OSR-DECL-13", spaces=apart, most=most)
    if not in_sight(board, actor, target) or not side_knows(board, actor.side, target):
        return soft("osr.no.sight", "OSR-DECL-13", target=ActorRef(target_id))
    return ()


def struck_by(board: Board, actor: Actor, target_id: ActorId) -> tuple[Refusal, ...]:
    """What speaks against striking this target with any of the attacks that are due."""
    refusals: tuple[Refusal, ...] = hard("osr.no.resolve")
    for index in range(len(sheet(actor).due)):
        act = Act(actor.id, "resolve", targets=(target_id,), picks={"attack": str(index)})
        if target_of(board.battle, act) != target_id:
            refusals = soft("osr.no.other_target", "OSR-ATTACK-01")
            continue
        refusals = _resolve(board, actor, act)
        if not refusals:
            return ()
    return refusals


def _resolve(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    picks = (act.picks.get("attack") or "0", act.picks.get("with") or "0")
    if not all(pick.isdecimal() for pick in picks):
        return hard("osr.no.resolve")
    due = due_of(actor, act)
    if due is None:
        return hard("osr.no.resolve")
    target = target_of(board.battle, act)
    if not target:
        return hard("act.one_target")
    if due.fleeing or due.shot:
        return ()
    if due.target and target != due.target and options(board.battle).several_attacks == "one":
        return soft("osr.no.one_target", "OSR-ATTACK-07", target=ActorRef(due.target))
    return against(board, actor, target, "attack")


def stand_refusals(board: Board, actor: Actor, cell: Cell, manner: str, ending: bool) -> tuple[Refusal, ...]:
    """Any number may share a space, one body a square of 5 ft; a withdrawal needs empty ones."""
    if manner == "withdraw" and board.others_at(actor, cell):  # Rule: OSR-DECL-08
        return (Refusal(phrase("osr.no.empty", "OSR-DECL-08", cell=CellRef(*cell))),)
    if options(board.battle).square == "quarter":
        return in_the_way(board, actor, cell, ending)
    return ()
