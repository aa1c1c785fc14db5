"""What may be done in a turn and why not. Read only."""

from __future__ import annotations

from engine.model.actor import PRONE, Actor
from engine.model.commands import Act
from engine.model.offers import PickGroup, Refusal
from engine.model.phrase import ActorRef, phrase
from engine.rulesets.common import bad_pick, hard, impossible, soft
from engine.rulesets.os_six.attacks import within_reach
from engine.rulesets.os_six.sheet import Phase, SixSheet, on_turn, sheet, state, usable, weapon
from engine.tactics.board import Board
from engine.tactics.paths import path_refusals
from engine.tactics.perception import in_sight, side_knows
from engine.tactics.step import StepRules

VERBS = ("move", "double", "attack", "stand", "ready", "other")
LIMITS = {"move": "SIX-MOVE-02", "double": "SIX-MOVE-04"}


def why_not(board: Board, rules: StepRules, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against an act."""
    found = impossible(board.battle, act, VERBS)
    if found:
        return found
    actor = board.actor(act.actor)
    found = bad_pick(act, (weapons(sheet(actor)),)) + turn_refusals(board, actor, act.verb)
    if act.verb in LIMITS:
        return found + path_refusals(board, rules, actor, act.path, act.verb, LIMITS[act.verb])
    if act.verb != "attack":
        return found
    if len(act.targets) != 1:
        return found + hard("act.one_target")
    return found + against(board, actor, act.targets[0], act.picks.get("weapon", ""))


def weapons(page: SixSheet) -> PickGroup:
    """The choice of what to attack with."""
    choices = tuple((item.key, phrase("text.plain", "", text=item.name)) for item in usable(page))
    return PickGroup("weapon", phrase("six.pick.weapon"), choices)


def turn_refusals(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """Whether it is the actor's turn and it has that part of it left."""
    page = sheet(actor)
    if state(board.battle).phase is Phase.OVER:
        return soft("act.over", "SIX-STEP-10")
    if not actor.active:
        return soft("act.out", "SIX-DAMAGE-02")
    if on_turn(board.battle) != actor.id:
        return soft("six.no.turn", "SIX-STEP-08")
    if page.dazed:
        return soft("six.no.dazed", "SIX-DAMAGE-11")
    return _left(actor, page, verb)


def _left(actor: Actor, page: SixSheet, verb: str) -> tuple[Refusal, ...]:
    found: tuple[Refusal, ...] = ()
    if verb == "double":
        if page.turn.acted and not page.turn.doubled:
            found += soft("six.no.acted", "SIX-MOVE-05")
    elif verb in ("attack", "ready", "other") and (
        page.turn.acted or (page.turn.attacks and verb != "attack")
    ):
        found += soft("six.no.doubled" if page.turn.doubled else "six.no.acted", "SIX-TURN-03")
    if verb in LIMITS and actor.has(PRONE):
        found += soft("six.no.prone")
    if verb == "stand" and not actor.has(PRONE):
        found += soft("six.no.standing")
    if verb == "stand" and actor.stride.spent:
        found += soft("six.no.moved")
    if verb == "ready" and not page.useless:
        found += soft("six.no.useless")
    return found


def against(board: Board, actor: Actor, target_id: str, key: str) -> tuple[Refusal, ...]:
    """What speaks against attacking this target with that weapon."""
    target, item = board.actor(target_id), weapon(sheet(actor), key)
    if not target.active or not board.battle.hostile(target.side, actor.side):
        return soft("six.no.foe", "", target=ActorRef(target_id))
    if not within_reach(board, actor.id, target_id, item):
        return soft("six.no.reach", "", target=ActorRef(target_id), means=item.name)
    if item.ranged and not (in_sight(board, actor, target) and side_knows(board, actor.side, target)):
        return soft("six.no.sight", "", target=ActorRef(target_id))
    return ()


def with_any_weapon(board: Board, actor: Actor, target_id: str) -> tuple[Refusal, ...]:
    """What speaks against attacking this target with the weapon that serves best."""
    items = usable(sheet(actor))
    return min((against(board, actor, target_id, item.key) for item in items), key=len)
