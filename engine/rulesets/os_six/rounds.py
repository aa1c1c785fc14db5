"""The order of combat, rolled once, and the turns that follow it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Stride
from engine.model.battle import Battle
from engine.model.events import RoundSet, StepBegan, StrideSet
from engine.model.offers import Progress, Refusal, Slot, SlotState
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, phrase
from engine.model.requests import AskChoice, AskRoll, AskRolls, Pick
from engine.rulesets.common import hard, roster, settled, soft, tell_roll
from engine.rulesets.os_six.harm import linger
from engine.rulesets.os_six.pools import Stat, dice_of, pool
from engine.rulesets.os_six.sheet import Phase, SixRound, Turn, on_turn, sheet, state, write
from engine.tactics.draft import Draft, Procedure, ask

SECONDS = 6


def open_fight(draft: Draft) -> Procedure[None]:
    """Everybody rolls Agility once for the whole fight; heroes first, and first at equal rolls."""
    # Rule: SIX-STEP-04, SIX-STEP-07
    heroes = tuple(actor.id for actor in roster(draft.battle) if sheet(actor).hero)
    others = tuple(actor.id for actor in roster(draft.battle) if not sheet(actor).hero)
    rolls = tuple(_initiative_roll(draft, actor_id) for actor_id in (*heroes, *others))
    batch = yield from ask(AskRolls(title=phrase("six.ask.order", "SIX-STEP-04"), rolls=rolls))
    best: dict[ActorId, int] = {}
    for roll, faces in zip(rolls, batch.rolls, strict=True):
        tell_roll(draft, roll, faces, "SIX-STEP-05")
        best[roll.actor] = roll.total(faces)
    order: list[ActorId] = []
    for value in sorted(set(best.values()), reverse=True):  # Rule: SIX-STEP-05
        tied = tuple(hero for hero in heroes if best[hero] == value)
        order += yield from _agree(draft, tied)
        order += (other for other in others if best[other] == value)  # ruling D2 #4
    draft.emit(RoundSet(SixRound(order=tuple(order), at=-1)))
    yield from advance(draft)


def _initiative_roll(draft: Draft, actor_id: ActorId) -> AskRoll:
    dice, keep = dice_of(pool(sheet(draft[actor_id]), Stat.AGILITY).total)
    return AskRoll(
        title=phrase("six.ask.order_of", "SIX-STEP-04", who=ActorRef(actor_id)),
        dice=dice,
        keep=keep,
        side=draft[actor_id].side,
        actor=actor_id,
    )


def _agree(draft: Draft, tied: tuple[ActorId, ...]) -> Procedure[list[ActorId]]:
    """Tied players settle among themselves who goes first."""
    # Rule: SIX-STEP-06
    left, order = list(tied), []
    while len(left) > 1:
        picks = tuple(Pick(hero, phrase("six.pick.hero", "", who=ActorRef(hero))) for hero in left)
        title = phrase("six.ask.first", "SIX-STEP-06", who=Names(tuple(left)))
        answer = yield from ask(AskChoice(title=title, side=draft[left[0]].side, picks=picks))
        order.append(answer.pick)
        left.remove(answer.pick)
    return order + left


def advance(draft: Draft) -> Procedure[None]:
    """Open the turn of the next in order who can act; those at no hit points roll as theirs comes."""
    _close_turn(draft)
    while settled(draft.battle) is None:
        _step_on(draft)
        actor_id = on_turn(draft.battle)
        if actor_id not in draft:
            continue
        page = sheet(draft[actor_id])
        if page.hero and page.hp <= 0 and not page.dead and draft[actor_id].on_map:
            yield from linger(draft, actor_id)
        elif draft[actor_id].active:
            _open_turn(draft, actor_id)
            return
    draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.OVER)))
    draft.emit(StepBegan(phrase("six.over", "SIX-STEP-10"), state(draft.battle).number, "SIX-STEP-10"))


def _close_turn(draft: Draft) -> None:
    actor_id = on_turn(draft.battle) if state(draft.battle).at >= 0 else ""
    if actor_id in draft and sheet(draft[actor_id]).dazed:
        write(draft, actor_id, dazed=False)


def _step_on(draft: Draft) -> None:
    """The next in order; after the last, the next round in the same order (SIX-STEP-09)."""
    now = state(draft.battle)
    order = now.order + newcomers(draft.battle)
    if now.at + 1 < len(order):
        now = replace(now, order=order, at=now.at + 1)
    else:
        now = replace(now, order=order, at=0, number=now.number + 1)
    draft.emit(RoundSet(now))


def _open_turn(draft: Draft, actor_id: ActorId) -> None:
    write(draft, actor_id, turn=Turn())
    draft.emit(StrideSet(actor_id, Stride()))
    now = state(draft.battle)
    draft.emit(StepBegan(_turn_words(actor_id), now.number, "SIX-STEP-08"))


def newcomers(battle: Battle) -> tuple[ActorId, ...]:
    """Actors who joined after the order was rolled; they come last."""
    order = state(battle).order
    return tuple(actor.id for actor in roster(battle) if actor.id not in order)


def unfinished(battle: Battle) -> tuple[Refusal, ...]:
    """Whoever's turn it is should have acted."""
    if not isinstance(battle.round, SixRound):
        return hard("act.not_begun")
    if battle.round.phase is Phase.OVER:
        return hard("act.over")
    left = waiting(battle)
    return soft("six.left", "SIX-STEP-08", who=ActorRef(left[0])) if left else ()


def waiting(battle: Battle) -> tuple[ActorId, ...]:
    """The actor on turn while it can still act."""
    actor = battle.actors.get(on_turn(battle))
    if actor is None or not actor.active or sheet(actor).turn.acted or sheet(actor).dazed:
        return ()
    return (actor.id,)


def progress(battle: Battle) -> Progress:
    """One turn for each in order; before the fight begins, none."""
    if not isinstance(battle.round, SixRound):
        return Progress(0, ())
    now = battle.round
    present = tuple((index, who) for index, who in enumerate(now.order) if who in battle.actors)
    slots = tuple(_slot(battle, now, index, who) for index, who in present)
    if now.phase is Phase.OVER:
        over = settled(battle) or phrase("act.over")
        return Progress(now.number, slots, over=over, seconds=(now.number - 1) * SECONDS)
    return Progress(
        now.number,
        slots,
        waiting(battle),
        _next_words(battle, now),
        side=next((slot.side for slot in slots if slot.state is SlotState.CURRENT), ""),
        seconds=(now.number - 1) * SECONDS,
    )


def _slot(battle: Battle, now: SixRound, index: int, who: ActorId) -> Slot:
    passed = index < now.at or now.phase is Phase.OVER
    place = SlotState.PAST if passed else SlotState.CURRENT if index == now.at else SlotState.FUTURE
    return Slot(f"turn:{who}", _turn_words(who), place, battle.actors[who].side, who)


def _turn_words(who: ActorId) -> Phrase:
    return phrase("six.turn", "SIX-STEP-08", who=ActorRef(who))


def _next_words(battle: Battle, now: SixRound) -> Phrase:
    later = (who for who in now.order[now.at + 1 :] if who in battle.actors and battle.actors[who].active)
    following = next(later, None)
    return phrase("six.next.round") if following is None else phrase("six.next", "", who=ActorRef(following))
