"""The round as it is played: how it opens, who comes next, what its end brings.

The list of counts is built anew each round, since a declared spell or split moves whoever declared it.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Stride
from engine.model.battle import Battle
from engine.model.events import RoundSet, Said, SheetSet, StepBegan, StrideSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskChoice, AskRoll, AskRolls, Pick
from engine.rulesets.common import hard, roster, settled, soft, tell_roll
from engine.rulesets.openquest import mounts, waiting, wounds
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.order import can_strike_again, declares, order_of, ties
from engine.rulesets.openquest.sheet import Turn, sheet, write
from engine.rulesets.openquest.state import Count, Lot, OpenQuestRound, Phase, What, current, state
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import StepRules

SECONDS = 5


def open_fight(draft: Draft, rules: StepRules) -> Procedure[None]:
    """The GM says how far off they are; then the first round: declarations if there are any, else counts."""
    # Rule: OQ-SUM-01, OQ-ENC-01
    picks = tuple(
        Pick(key, phrase(f"oq.distance.{key}"), phrase(f"oq.note.distance.{key}", rule))
        for key, rule in (("ranged", "OQ-ENC-04"), ("close", "OQ-ENC-03"))
    )
    title, detail = phrase("oq.ask.distance", "OQ-ENC-01"), (phrase("oq.detail.distance", "OQ-SUM-01"),)
    answer = yield from ask(AskChoice(title=title, detail=detail, picks=picks))
    said = phrase(f"oq.begins_at.{answer.pick}", "OQ-ENC-01")
    draft.emit(Said(said, rule="OQ-ENC-01"), RoundSet(OpenQuestRound(1, Phase.DECLARE, distance=answer.pick)))
    yield from _open_round(draft, rules)


def advance(draft: Draft, rules: StepRules) -> Procedure[None]:
    """Go on to the next count of somebody who can still act, or to the next round."""
    if settled(draft.battle) is not None:
        draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.OVER)))
        _say_slot(draft)
        return
    if state(draft.battle).phase is Phase.DECLARE:
        yield from _first_count(draft)
    elif not (yield from _let_waiters_act(draft)):
        draft.emit(RoundSet(replace(state(draft.battle), at=state(draft.battle).at + 1)))
    yield from _to_somebody(draft, rules)


def unfinished(battle: Battle) -> tuple[Refusal, ...]:
    """Whose action of the current count is still to come."""
    if not isinstance(battle.round, OpenQuestRound):
        return hard("act.not_begun")
    if battle.round.phase is Phase.OVER:
        return hard("act.over")
    count = current(battle)
    if count is None or count.what in (What.OFF_HAND, What.SPLIT) or not who_waits(battle):
        return ()
    return soft("oq.left", "OQ-SUM-09", who=ActorRef(count.actor))


def who_waits(battle: Battle) -> tuple[ActorId, ...]:
    """Who can still act in the open slot."""
    now = state(battle)
    if now.phase is Phase.DECLARE:
        return tuple(actor.id for actor in roster(battle) if _may_declare(battle, actor.id))
    count = current(battle)
    if count is None or count.actor not in battle.actors or not battle.actors[count.actor].active:
        return ()
    page = sheet(battle.actors[count.actor])
    if page.trips == now.number or page.turn.bolts:
        return ()
    match count.what:
        case What.OFF_HAND:
            done = page.turn.off_hand_used
        case What.SPLIT:
            done = count.number in page.turn.done
        case _:
            done = page.turn.acted or page.turn.waits_for != ""
    return () if done else (count.actor,)


def _may_declare(battle: Battle, who: ActorId) -> bool:
    page = sheet(battle.actors[who])
    return declares(page) and not page.turn.spell and not page.turn.shares


# --- rounds ------------------------------------------------------------------------------------------


def _open_round(draft: Draft, rules: StepRules) -> Procedure[None]:
    """What comes before anything else: untrained mounts (OQ-MOUNT-07), then declarations or counts."""
    for actor in tuple(roster(draft.battle)):
        yield from mounts.test_mount(draft, actor.id)
    if any(declares(sheet(actor)) for actor in roster(draft.battle)):
        draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.DECLARE, order=(), at=0)))
        _say_slot(draft)
        return
    yield from _first_count(draft)
    yield from _to_somebody(draft, rules)


def _first_count(draft: Draft) -> Procedure[None]:
    yield from _draw_lots(draft)
    now = state(draft.battle)
    draft.emit(RoundSet(replace(now, phase=Phase.COUNT, order=order_of(draft.battle), at=0)))


def _draw_lots(draft: Draft) -> Procedure[None]:
    """Enemies with equal counts and skills roll once a fight who goes first (ruling C2 #2)."""
    tied = ties(draft.battle)
    if not tied:
        return
    rolls = tuple(
        AskRoll(
            title=phrase("oq.ask.lot", "OQ-SUM-06", who=ActorRef(who)),
            dice=(10,),
            actor=who,
            side=draft[who].side,
        )
        for who in tied
    )
    answer = yield from ask(AskRolls(title=phrase("oq.ask.lots", "OQ-SUM-06"), rolls=rolls))
    lots = []
    for roll, faces in zip(rolls, answer.rolls, strict=True):
        tell_roll(draft, roll, faces, "OQ-SUM-06")
        lots.append(Lot(roll.actor, faces.faces[0]))
    now = state(draft.battle)
    draft.emit(RoundSet(replace(now, lots=(*now.lots, *lots))))


def _next_round(draft: Draft, rules: StepRules) -> Procedure[None]:
    """Actions, reactions and movement are renewed (OQ-SUM-10); a set weapon stays set."""
    wounds.give_out(draft)
    number = state(draft.battle).number + 1
    for actor in tuple(draft.battle.actors.values()):
        draft.emit(SheetSet(actor.id, replace(sheet(actor), turn=Turn())), StrideSet(actor.id, Stride()))
        _end_effects(draft, actor.id, number)
    if settled(draft.battle) is not None:
        draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.OVER)))
        _say_slot(draft)
        return
    draft.emit(RoundSet(replace(state(draft.battle), number=number, phase=Phase.DECLARE, order=(), at=0)))
    yield from _open_round(draft, rules)


def _end_effects(draft: Draft, who: ActorId, number: int) -> None:
    """A minute is twelve rounds: what began in the first has ended when the thirteenth opens (OQ-SUM-02)."""
    page = sheet(draft[who])
    over = tuple(effect for effect in page.effects if effect.until < number)
    if not over:
        return
    write(draft, who, effects=tuple(effect for effect in page.effects if effect not in over))
    for effect in over:
        said = phrase("oq.effect_ends", "OQ-SUM-02", who=ActorRef(who), text=effect.name)
        draft.emit(Said(said, about=who, rule="OQ-SUM-02"))


# --- counts ------------------------------------------------------------------------------------------


def _let_waiters_act(draft: Draft) -> Procedure[bool]:
    """Who waited for the actor of this count may act now, before the next count (OQ-OTHER-02)."""
    count = current(draft.battle)
    if count is None:
        return False
    who = yield from waiting.after(draft, count.actor)
    if not who:
        return False
    now = state(draft.battle)
    order = (*now.order[: now.at + 1], Count(count.count, who), *now.order[now.at + 1 :])
    draft.emit(RoundSet(replace(now, order=order, at=now.at + 1)))
    return True


def _to_somebody(draft: Draft, rules: StepRules) -> Procedure[None]:
    """From the count the list stands on to the first whose turn brings anything; else to the next round."""
    while True:
        now = state(draft.battle)
        if now.at >= len(now.order):
            yield from _next_round(draft, rules)
            return
        count = now.order[now.at]
        if _is_due(draft, count):
            _say_slot(draft)
            if sheet(draft[count.actor]).turn.bolts:
                yield from mounts.bolt(draft, rules, count.actor)
            return
        draft.emit(RoundSet(replace(now, at=now.at + 1)))


def _is_due(draft: Draft, count: Count) -> bool:
    """Whether anything can happen on the count; who lies where it tripped is told of."""
    if count.actor not in draft or not draft[count.actor].active:
        return False
    page = sheet(draft[count.actor])
    if page.trips == state(draft.battle).number:
        if count.what is What.ACTION:
            said = phrase("oq.misses_round", "OQ-FUMBLE-04", who=ActorRef(count.actor))
            draft.emit(Said(said, about=count.actor, rule="OQ-FUMBLE-04"))
        return False
    if count.what is What.OFF_HAND:
        half = options(draft.battle).second_weapon == "half"
        return half and can_strike_again(draft.board, draft[count.actor])
    return True


def _say_slot(draft: Draft) -> None:
    now = state(draft.battle)
    count = current(draft.battle)
    words = phrase(f"oq.slot.{now.phase.value}") if count is None else count_words(count)
    draft.emit(StepBegan(words, now.number, "OQ-SUM-06"))


def count_words(count: Count) -> Phrase:
    """A count as the rail and the log say it."""
    return phrase(f"oq.slot.{count.what.value}", "", count=count.count, who=ActorRef(count.actor))
