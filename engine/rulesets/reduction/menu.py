"""The action list: declarations, the rolls of the later steps, and the referee's own rows below them."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.offers import Option, PickGroup, Refusal, Targeting
from engine.model.phrase import ActorRef, Phrase, SideRef, phrase
from engine.rulesets.reduction import legality
from engine.rulesets.reduction.declare import MISSILE, OTHER
from engine.rulesets.reduction.sheet import (
    Due,
    ReductionSheet,
    effect_of,
    missile_name,
    planned,
    sheet,
)
from engine.rulesets.reduction.state import Phase, side_state, state
from engine.rulesets.reduction.verbs import DECLARED, MOVES, REFEREES, RULES, VERBS
from engine.tactics.board import Board

_TEXT = PickGroup("text", phrase("osr.pick.text"))
_GOAL = PickGroup("text", phrase("osr.pick.goal"))
_TOLD = PickGroup("text", phrase("osr.pick.told"))
_TARGETS = ("attack", "shoot", "resolve")
_TEXTS = {"special": _TEXT, "goal": _GOAL, "tell": _TOLD}


def menu(board: Board, actor: Actor) -> tuple[Option, ...]:
    """Every action in a fixed order, legal or with its reasons."""
    return tuple(_option(board, actor, verb) for verb in VERBS)


def _option(board: Board, actor: Actor, verb: str) -> Option:
    battle, picks = board.battle, _picks(actor, verb)
    return Option(
        verb,
        _label(battle, actor, verb),
        _targeting(verb, picks),
        _note(battle, actor, verb),
        _refusals(board, actor, verb),
        picks,
        _current(battle, verb),
    )


def _refusals(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    if verb in REFEREES:
        return legality.referee_refusals(board.battle, verb)
    return legality.step_refusals(board, actor, verb)


def _targeting(verb: str, picks: tuple[PickGroup, ...]) -> Targeting:
    """What to collect; where there is more than one thing to choose it is asked for first."""
    if verb in MOVES:
        return Targeting.PATH
    if verb in _TARGETS:
        return Targeting.ACTOR
    asks = verb in _TEXTS or any(len(group.choices) > 1 for group in picks)
    return Targeting.TEXT if asks else Targeting.NONE


def _label(battle: Battle, actor: Actor, verb: str) -> Phrase:
    """What a row is called: the toggles of a side say what they would do now."""
    known = side_state(state(battle), actor.side)
    if (verb == "morale" and known.called) or (verb == "hold" and known.held):
        return phrase(f"verb.{verb}.off")
    return phrase(f"verb.{verb}")


def _current(battle: Battle, verb: str) -> bool:
    """Whether the row belongs to the open step; the referee's rows wait below."""
    if verb in REFEREES:
        return False
    declaring = state(battle).phase is Phase.DECLARE
    if verb == "attack" and state(battle).phase is Phase.ATTACK:
        return True
    return (verb in DECLARED) == declaring


def _note(battle: Battle, actor: Actor, verb: str) -> Phrase:
    page = sheet(actor)
    match verb:
        case "move" | "flee":
            return phrase(f"osr.note.{verb}", RULES[verb], spaces=page.move)
        case "withdraw":
            return phrase("osr.note.withdraw", RULES[verb], spaces=-(-page.move // 2))
        case "shoot":
            return phrase("osr.note.shoot", RULES[verb], spaces=3 * page.missile_range)
        case "ready" | "reload":
            return phrase(f"osr.note.{verb}", RULES[verb], weapon=missile_name(page))
        case "resolve":
            return phrase("osr.note.resolve", RULES[verb], count=len(page.due))
        case "save":
            names = ", ".join(effect.name for effect in page.pending)
            return phrase("osr.note.save", RULES[verb], effect=names, save=page.save)
        case "effect":
            plan = planned(page, "special")
            return phrase("osr.note.effect", RULES[verb], text=plan.text if plan else "")
        case "hit_dice":
            return phrase("osr.note.hit_dice", RULES[verb], count=page.hit_dice, taken=page.taken)
        case "morale" | "hold" | "goal":
            return phrase(f"osr.note.{verb}", RULES[verb], side=SideRef(actor.side))
        case _:
            return phrase(f"osr.note.{verb}", RULES[verb])


def _picks(actor: Actor, verb: str) -> tuple[PickGroup, ...]:
    page = sheet(actor)
    match verb:
        case "ready":
            return (_items(page),)
        case "resolve":
            return (*_which(page), *_with_what(page))
        case "save":
            return _effects(page)
        case _ if verb in _TEXTS:
            return (_TEXTS[verb],)
        case _:
            return ()


def _items(page: ReductionSheet) -> PickGroup:
    """The missile weapon first, if it is not in hand; and whatever else hangs on the belt."""
    other = (OTHER, phrase("osr.pick.other_item"))
    stowed = page.missile_range > 0 and page.stowed
    missile = ((MISSILE, phrase("text.plain", "", text=missile_name(page))),) if stowed else ()
    return PickGroup("item", phrase("osr.pick.item"), (*missile, other))


def _which(page: ReductionSheet) -> tuple[PickGroup, ...]:
    """Which of the attacks that are due; nothing to choose where there is only one."""
    if not page.due:
        return ()
    choices = tuple((str(index), _due_words(page, due)) for index, due in enumerate(page.due))
    return (PickGroup("attack", phrase("osr.pick.attack"), choices),)


def _due_words(page: ReductionSheet, due: Due) -> Phrase:
    effect = None if due.shot else effect_of(page, due.attack, "")
    what = phrase("osr.pick.hits", "", hits=due.hits)
    if effect is not None:
        what = phrase("osr.pick.hits_too", "", hits=due.hits, effect=effect.name)
    if due.fleeing:
        return phrase("osr.pick.at_fleer", "", what=what, target=ActorRef(due.target))
    return what


def _with_what(page: ReductionSheet) -> tuple[PickGroup, ...]:
    """At a fleer the attacker chooses which of its attacks it makes (ruling G14)."""
    if len(page.attacks) < 2 or not page.due or not page.due[0].fleeing:
        return ()
    best = page.due[0].attack
    order = (best, *(index for index in range(len(page.attacks)) if index != best))
    choices = tuple((str(index), _attack_words(page, index)) for index in order)
    return (PickGroup("with", phrase("osr.pick.with"), choices),)


def _attack_words(page: ReductionSheet, index: int) -> Phrase:
    effect = effect_of(page, index, "")
    if effect is None:
        return phrase("osr.pick.hits", "", hits=page.attacks[index])
    return phrase("osr.pick.hits_too", "", hits=page.attacks[index], effect=effect.name)


def _effects(page: ReductionSheet) -> tuple[PickGroup, ...]:
    if not page.pending:
        return ()
    choices = tuple(
        (str(index), phrase("text.plain", "", text=effect.name)) for index, effect in enumerate(page.pending)
    )
    return (PickGroup("effect", phrase("osr.pick.effect"), choices),)
