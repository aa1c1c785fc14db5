"""What may be done in a turn and why not. Read only."""

from __future__ import annotations

from engine.model.actor import PRONE, Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.offers import PickGroup, Refusal
from engine.model.phrase import phrase
from engine.rulesets.common import bad_pick, hard, impossible, soft
from engine.rulesets.os_six.bodies import LASTING, STUNNED
from engine.rulesets.os_six.holds import drag_rate
from engine.rulesets.os_six.sheet import Phase, SixRound, SixSheet, in_combat, on_turn, sheet, usable
from engine.rulesets.os_six.targeting import AIMED, against
from engine.tactics.board import Board
from engine.tactics.paths import path_refusals
from engine.tactics.step import StepRules

_ACTIONS = ("attack", "grapple", "ram", "aid", "rouse", "help", "cover", "escape", "ready", "object", "other")
"""What takes the one thing of a turn beside the move."""
LIMITS = {"move": "SIX-MOVE-02", "double": "SIX-MOVE-04", "drag": "SIX-GRAPPLE-12"}
"""Path verbs and the rule of their limit."""
TURN = (
    "move", "double", "drag", "attack", "grapple", "let_go", "escape", "ram", "aid", "rouse", "help",
    "cover", "stand", "ready", "object", "other",
)  # fmt: skip
RESTS = ("short_rest", "long_rest", "hour", "day")
"""What takes longer than a fight leaves time for."""
BY_THE_GM = ("leave", "panic", "trauma", "temporary", "condition", *RESTS)
"""What the GM says of somebody, at any time."""
VERBS = (*TURN, *BY_THE_GM)
_PICKS: dict[str, tuple[str, ...]] = {
    "who": ("one", "all"),
    "lack": ("water", "food", "both"),
    "condition": LASTING,
    "how": ("fled", "stopped"),
}
"""Choices inside an action beside the weapon, the first of them the usual one."""
_PICK_OF = {"panic": "who", "trauma": "who", "day": "lack", "condition": "condition", "leave": "how"}


def why_not(board: Board, rules: StepRules, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against an act."""
    found = impossible(board.battle, act, VERBS)
    if act.verb in BY_THE_GM:  # time passes and people get worse before a fight too
        found = tuple(refusal for refusal in found if refusal.reason.key != "act.not_begun")
    if found:
        return found
    actor = board.actor(act.actor)
    found = bad_pick(act, picks(sheet(actor), act.verb)) + refusals(board, actor, act.verb)
    if act.verb in LIMITS:
        return found + path_refusals(board, rules, actor, act.path, act.verb, LIMITS[act.verb])
    if act.verb not in AIMED:
        return found
    if len(act.targets) != 1:
        return found + hard("act.one_target")
    return found + against(board, rules, actor, act.verb, act.targets[0], act.picks.get("weapon", ""))


def picks(page: SixSheet, verb: str) -> tuple[PickGroup, ...]:
    """The choices inside an action."""
    if verb == "attack":
        return (_weapons(page),)
    if verb in ("object", "other"):
        return (PickGroup("text", phrase(f"six.pick.text_{verb}")),)
    if verb not in _PICK_OF:
        return ()
    key = _PICK_OF[verb]
    choices = tuple((one, phrase(f"six.pick.{key}_{one}")) for one in _PICKS[key])
    return (PickGroup(key, phrase(f"six.pick.{key}"), choices),)


def _weapons(page: SixSheet) -> PickGroup:
    """The choice of what to attack with."""
    choices = tuple((item.key, phrase("text.plain", "", text=item.name)) for item in usable(page))
    return PickGroup("weapon", phrase("six.pick.weapon"), choices)


def refusals(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """What speaks against an action, whomever it is aimed at."""
    if verb in BY_THE_GM:
        return _by_the_gm(board.battle, actor, verb)
    now = board.battle.round
    if isinstance(now, SixRound) and now.phase is Phase.OVER:
        free = verb == "move" and actor.active  # Rule: SIX-MOVE-01
        return () if free else soft("act.over", "SIX-STEP-10")
    if not actor.active:
        return soft("act.out", "SIX-DAMAGE-02")
    if isinstance(now, SixRound) and on_turn(board.battle) != actor.id:
        return soft("six.no.turn", "SIX-STEP-08")
    if sheet(actor).dazed:
        return soft("six.no.dazed", "SIX-DAMAGE-11")
    if actor.has(STUNNED):
        return soft("six.no.stunned")
    return _left(actor, sheet(actor), verb) + _bound(board, actor, sheet(actor), verb)


def _left(actor: Actor, page: SixSheet, verb: str) -> tuple[Refusal, ...]:
    """What is left of the turn."""
    found: tuple[Refusal, ...] = ()
    if verb == "double":
        if (page.turn.acted or page.turn.attacks) and not page.turn.doubled:
            found += soft("six.no.acted", "SIX-MOVE-05")
    elif verb in _ACTIONS and (page.turn.acted or (page.turn.attacks and verb != "attack")):
        found += soft("six.no.doubled" if page.turn.doubled else "six.no.acted", "SIX-TURN-03")
    if (verb in LIMITS or verb == "ram") and actor.has(PRONE):
        found += soft("six.no.prone")
    if verb == "stand" and not actor.has(PRONE):
        found += soft("six.no.standing")
    if verb == "stand" and actor.stride.spent:
        found += soft("six.no.moved")
    if verb == "ready" and not page.useless:
        found += soft("six.no.useless")
    if verb == "aid" and not page.kit:
        found += soft("six.no.kit", "SIX-REST-07")
    return found


def _bound(board: Board, actor: Actor, page: SixSheet, verb: str) -> tuple[Refusal, ...]:
    """What a hold stands in the way of."""
    if verb in ("move", "double", "ram") and (page.holding or page.held_by):
        return soft("six.no.held", "SIX-GRAPPLE-05")
    if verb in ("drag", "let_go") and page.holding not in board.battle.actors:
        return soft("six.no.holding", "SIX-GRAPPLE-12" if verb == "drag" else "SIX-GRAPPLE-07")
    if verb == "drag" and not drag_rate(actor, board.actor(page.holding)):
        return soft("six.no.drag", "SIX-GRAPPLE-12")
    if verb == "escape" and not page.held_by:
        return soft("six.no.grappled", "SIX-GRAPPLE-10")
    return ()


def _by_the_gm(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    page = sheet(actor)
    if verb in RESTS and in_combat(battle):
        return soft("six.no.time", "SIX-REST-01")
    if verb == "temporary" and page.hp <= 0:
        return soft("six.no.temporary", "SIX-TEMP-06")
    if verb == "leave" and not (in_combat(battle) and actor.active):
        return soft("act.out", "SIX-STEP-10")
    if verb in ("panic", "trauma") and not page.hero:
        return soft("six.no.nerves", "SIX-STRAIN-01")
    return ()
