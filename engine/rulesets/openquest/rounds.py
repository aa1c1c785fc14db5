"""The list of counts: who acts when. Built anew each round, since a declared spell moves its caster."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Stride
from engine.model.battle import Battle
from engine.model.events import RoundSet, SheetSet, StepBegan, StrideSet
from engine.model.offers import Progress, Refusal, Slot, SlotState
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.rulesets.common import hard, roster, settled, soft
from engine.rulesets.openquest.sheet import (
    Count,
    OpenQuestRound,
    Phase,
    Turn,
    What,
    current,
    sheet,
    state,
)
from engine.tactics.draft import Draft

SECONDS = 5


def open_fight(draft: Draft) -> None:
    """The first round begins: with declarations if anybody casts, else with the highest count."""
    draft.emit(RoundSet(_begun(draft.battle, 1)))
    _say_slot(draft)


def advance(draft: Draft) -> None:
    """Go on to the next count of somebody who can still act, or to the next round."""
    now = state(draft.battle)
    if settled(draft.battle) is not None:
        now = replace(now, phase=Phase.OVER)
    elif now.phase is Phase.DECLARE:
        now = replace(now, phase=Phase.COUNT, order=order_of(draft.battle), at=0)
    else:
        at = _next_active(draft.battle, now.order, now.at + 1)
        now = replace(now, at=at) if at < len(now.order) else _next_round(draft)
    draft.emit(RoundSet(now))
    _say_slot(draft)


def order_of(battle: Battle) -> tuple[Count, ...]:
    """Everybody's counts from the highest down: DEX, INT for a declared spell, half DEX for a second weapon.

    Equal counts go by the better Close Combat skill, then by roster (ruling C2 #2).
    """
    # Rule: OQ-SUM-04, OQ-SUM-06
    found: list[tuple[int, int, Count]] = []
    for actor in roster(battle):
        page = sheet(actor)
        casts = page.turn.spell != ""
        first = Count(page.intellect, actor.id, What.SPELL) if casts else Count(page.dex, actor.id)
        found.append((-first.count, -page.close, first))  # Rule: OQ-SUM-05
        if page.off_hand and not casts:
            half = Count(page.dex // 2, actor.id, What.OFF_HAND)  # Rule: OQ-TWOWEAPON-04
            found.append((-half.count, -page.close, half))
    return tuple(count for *_, count in sorted(found, key=lambda entry: entry[:2]))


def unfinished(battle: Battle) -> tuple[Refusal, ...]:
    """Whose action of the current count is still to come."""
    if not isinstance(battle.round, OpenQuestRound):
        return hard("act.not_begun")
    if battle.round.phase is Phase.OVER:
        return hard("act.over")
    count = current(battle)
    if count is None or not waiting(battle):
        return ()
    return soft("oq.left", "OQ-SUM-09", who=ActorRef(count.actor))


def waiting(battle: Battle) -> tuple[ActorId, ...]:
    """Who can still act in the open slot."""
    if state(battle).phase is Phase.DECLARE:
        casters = (actor for actor in roster(battle) if sheet(actor).casts and not sheet(actor).turn.spell)
        return tuple(actor.id for actor in casters)
    count = current(battle)
    if count is None or count.actor not in battle.actors or not battle.actors[count.actor].active:
        return ()
    turn = sheet(battle.actors[count.actor]).turn
    done = turn.off_hand_used if count.what is What.OFF_HAND else turn.acted
    return () if done else (count.actor,)


def progress(battle: Battle) -> Progress:
    """The counts of the round; one actor may have several. Before the fight begins, none."""
    if not isinstance(battle.round, OpenQuestRound):
        return Progress(0, ())
    now = battle.round
    declare = Slot("declare", phrase("oq.slot.declare"), _declare_state(now.phase))
    present = ((index, count) for index, count in enumerate(now.order) if count.actor in battle.actors)
    counts = tuple(_slot(battle, now, index, count) for index, count in present)
    slots = ((declare,) if now.phase is Phase.DECLARE or _anybody_casts(battle) else ()) + counts
    over = (settled(battle) or phrase("act.over")) if now.phase is Phase.OVER else None
    return Progress(
        now.number,
        slots,
        waiting(battle),
        None if over else _next_words(battle, now),
        side=next((slot.side for slot in slots if slot.state is SlotState.CURRENT), ""),
        over=over,
        seconds=(now.number - 1) * SECONDS,  # Rule: OQ-BASIC-01
    )


def _begun(battle: Battle, number: int) -> OpenQuestRound:
    if _anybody_casts(battle):
        return OpenQuestRound(number, Phase.DECLARE)
    return OpenQuestRound(number, Phase.COUNT, order_of(battle))


def _next_round(draft: Draft) -> OpenQuestRound:
    """Actions, reactions and movement are renewed (OQ-SUM-10); a set weapon stays set."""
    for actor in tuple(draft.battle.actors.values()):
        draft.emit(SheetSet(actor.id, replace(sheet(actor), turn=Turn())), StrideSet(actor.id, Stride()))
    return _begun(draft.battle, state(draft.battle).number + 1)


def _next_active(battle: Battle, order: tuple[Count, ...], start: int) -> int:
    for index in range(start, len(order)):
        actor = battle.actors.get(order[index].actor)
        if actor is not None and actor.active:
            return index
    return len(order)


def _anybody_casts(battle: Battle) -> bool:
    return any(sheet(actor).casts for actor in roster(battle))


def _say_slot(draft: Draft) -> None:
    now = state(draft.battle)
    count = current(draft.battle)
    words = phrase(f"oq.slot.{now.phase.value}") if count is None else _count_words(count)
    draft.emit(StepBegan(words, now.number, "OQ-SUM-06"))


def _count_words(count: Count) -> Phrase:
    return phrase(f"oq.slot.{count.what.value}", "", count=count.count, who=ActorRef(count.actor))


def _declare_state(phase: Phase) -> SlotState:
    return SlotState.CURRENT if phase is Phase.DECLARE else SlotState.PAST


def _slot(battle: Battle, now: OpenQuestRound, index: int, count: Count) -> Slot:
    passed = index < now.at or now.phase is Phase.OVER
    place = SlotState.PAST if passed else SlotState.CURRENT if index == now.at else SlotState.FUTURE
    return Slot(count.key, _count_words(count), place, battle.actors[count.actor].side, count.actor)


def _next_words(battle: Battle, now: OpenQuestRound) -> Phrase:
    if now.phase is Phase.DECLARE:
        return phrase("oq.next.order")
    at = _next_active(battle, now.order, now.at + 1)
    if at < len(now.order):
        return phrase("oq.next", "", slot=_count_words(now.order[at]))
    return phrase("oq.next.round")
