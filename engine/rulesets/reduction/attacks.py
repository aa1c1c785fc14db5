"""The Attack step: each roll, and what a hit does. Nobody falls before the hit dice."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.events import Harmed, Missed, RoundSet, Said, SheetSet, Struck
from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, modifier, phrase
from engine.model.requests import AskRoll, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.reduction.dues import due_of, made_with, target_of
from engine.rulesets.reduction.options import squares
from engine.rulesets.reduction.rolls import modify_pick, referee, roll_modified
from engine.rulesets.reduction.sheet import (
    Due,
    effect_of,
    missile_name,
    planned,
    sheet,
    without_plan,
)
from engine.rulesets.reduction.state import state
from engine.rulesets.upshots import HITS, MISSES, Upshot, decided
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.hiding import give_away


def play_attack(draft: Draft, act: Act) -> Procedure[None]:
    """Roll one attack."""
    attacker, target = act.actor, target_of(draft.battle, act)
    spent = due_of(draft[attacker], act)
    if spent is None:
        return
    due = made_with(draft.battle, draft[attacker], spent, act)
    request, faces = yield from roll_modified(
        lambda value: _attack_roll(draft, attacker, target, due, value),
        phrase("osr.ask.attack_modifier", "OSR-ATTACK-05", attacker=ActorRef(attacker)),
    )
    if isinstance(faces, Picked):
        return
    _spend(draft, attacker, spent)
    give_away(draft, attacker, target)
    tell_roll(draft, request, faces, "OSR-ATTACK-06")
    weapon = means(draft[attacker], due)
    if request.succeeds(faces):
        draft.emit(Struck(attacker, target, weapon, "OSR-ATTACK-06"))
        _strike(draft, target, due, attacker)
    else:
        draft.emit(Missed(attacker, target, weapon, "OSR-FRAME-02"))


def attack_tally(board: Board, attacker: ActorId, target: ActorId, due: Due) -> Tally:
    """What is added to the die: the defender's armour class and the modifiers of rulings B1."""
    page = sheet(board.actor(target))
    parts = [modifier(page.ac, "osr.mod.ac", "OSR-ATTACK-04")]
    if due.fleeing:
        parts.append(modifier(due.modifier, "osr.mod.fleeing", "OSR-DECL-05"))
        parts.append(modifier(page.shield, "osr.mod.no_shield", "OSR-DECL-05"))
    elif due.shot:
        parts.append(modifier(_range_modifier(board, attacker, target), "osr.mod.range", "OSR-ATTACK-05"))
    return Tally(tuple(part for part in parts if part.value or part.label.key == "osr.mod.ac"))


def means(actor: Actor, due: Due) -> Phrase:
    """What it strikes with, for the log."""
    page = sheet(actor)
    weapon = missile_name(page) if due.shot else page.weapon
    return phrase("text.plain", "", text=weapon) if weapon else phrase("osr.natural")


def harm(draft: Draft, target: ActorId, amount: int, by: ActorId, rule: str) -> None:
    """Add to the running total; the creature fights on until the hit dice (OSR-INIT-05, OSR-HITDICE-02)."""
    page = sheet(draft[target])
    draft.emit(SheetSet(target, replace(page, taken=page.taken + amount, hurt=True)))
    draft.emit(Harmed(target, amount, by, rule))


def _attack_roll(draft: Draft, attacker: ActorId, target: ActorId, due: Due, value: int) -> AskRoll:
    asked = AskRoll(
        title=phrase("osr.ask.attack", "OSR-ATTACK-02", attacker=ActorRef(attacker), target=ActorRef(target)),
        detail=(_what(draft[attacker], due),),
        dice=(20,),
        tally=referee(attack_tally(draft.board, attacker, target, due), value, "OSR-ATTACK-05"),
        beats=sheet(draft[attacker]).to_hit,
        naturals=True,  # Rule: OSR-ATTACK-02, OSR-ATTACK-03
        check_id=f"{attacker} {target}",
        side=draft[attacker].side,
        actor=attacker,
        about=target,
        instead=(modify_pick("OSR-ATTACK-05"),),
    )
    return decided(asked, Upshot(HITS, _of_hit(draft, target, due, asked)), Upshot(MISSES, _of_miss(asked)))


def _of_hit(draft: Draft, target: ActorId, due: Due, asked: AskRoll) -> tuple[Phrase, ...]:
    """The hit points it delivers, when they count, and the special action it ends."""
    who = ActorRef(target)
    found = []
    if (asked.beats or 0) - asked.tally.total > 20:
        found.append(phrase("osr.upshot.twenty", "OSR-ATTACK-02"))
    if due.hits:
        found.append(phrase("osr.upshot.hits", "OSR-ATTACK-07", who=who, hits=due.hits))
        found.append(phrase("osr.upshot.hit_dice", "OSR-HITDICE-01", who=who))
    if planned(sheet(draft[target]), "special") is not None:
        found.append(phrase("osr.upshot.interrupts", "OSR-DECL-16", who=who))
    return tuple(found)


def _of_miss(asked: AskRoll) -> tuple[Phrase, ...]:
    sure = (asked.beats or 0) - asked.tally.total < 2
    return (phrase("osr.upshot.one", "OSR-ATTACK-03"),) if sure else ()


def _what(actor: Actor, due: Due) -> Phrase:
    """What a hit would deliver."""
    effect = effect_of(sheet(actor), due.attack, actor.id) if not due.shot else None
    if effect is None:
        return phrase("osr.delivers", "OSR-ATTACK-07", hits=due.hits)
    return phrase("osr.delivers_too", "OSR-SPECIAL-02", hits=due.hits, effect=effect.name)


def _range_modifier(board: Board, attacker: ActorId, target: ActorId) -> int:
    short = squares(board.battle, sheet(board.actor(attacker)).missile_range)
    apart = board.separation(board.actor(attacker), board.actor(target))
    return 1 if apart <= short else 0 if apart <= 2 * short else -1


def _spend(draft: Draft, attacker: ActorId, due: Due) -> None:
    page = sheet(draft[attacker])
    left = list(page.due)
    left.remove(due)
    page = replace(page, due=tuple(left))
    if due.shot and page.reloads:
        page = replace(page, unloaded=True)  # Rule: OSR-DECL-14
    draft.emit(SheetSet(attacker, page))
    if not state(draft.battle).dice_fell:
        draft.emit(RoundSet(replace(state(draft.battle), dice_fell=True)))  # Rule: OSR-INIT-04


def _strike(draft: Draft, target: ActorId, due: Due, by: ActorId) -> None:
    """A hit: hit points, what comes with them in step 4, and the end of a special action."""
    effect = None if due.shot else effect_of(sheet(draft[by]), due.attack, by)
    page = replace(sheet(draft[target]), struck=True)
    if effect is not None:  # Rule: OSR-SPECIAL-02
        page = replace(page, pending=(*page.pending, effect))
    interrupted = planned(page, "special") is not None
    draft.emit(SheetSet(target, without_plan(page, "special") if interrupted else page))
    if due.hits:
        harm(draft, target, due.hits, by, "OSR-HITDICE-02")
    if interrupted:
        draft.emit(Said(phrase("osr.interrupted", "OSR-DECL-16", who=ActorRef(target)), about=target))
