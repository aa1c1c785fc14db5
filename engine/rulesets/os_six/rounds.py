"""The order of combat, rolled once, and the turns that follow it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Stride
from engine.model.battle import Battle
from engine.model.events import ConditionsSet, RoundSet, StepBegan, StrideSet
from engine.model.offers import Progress, Refusal, Slot, SlotState
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, phrase
from engine.model.requests import AskChoice, AskRoll, AskRolls, Faces, Pick
from engine.rulesets.common import hard, roster, settled, soft, tell_roll
from engine.rulesets.os_six.bodies import STUNNED
from engine.rulesets.os_six.harm import linger
from engine.rulesets.os_six.hit_points import roll_hit_points
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import Stat, bare, dice_of
from engine.rulesets.os_six.recovery import tick
from engine.rulesets.os_six.settling import settle
from engine.rulesets.os_six.sheet import (
    Phase,
    SixRound,
    Turn,
    fights_for_life,
    on_turn,
    sheet,
    state,
    write,
)
from engine.tactics.draft import Draft, Procedure, ask

_SECONDS = 6


def open_fight(draft: Draft) -> Procedure[None]:
    """Everybody rolls Agility once for the whole fight; heroes first, and first at equal rolls."""
    # Rule: SIX-STEP-04, SIX-STEP-07
    yield from roll_hit_points(draft)
    heroes = tuple(actor.id for actor in roster(draft.battle) if sheet(actor).hero)
    others = tuple(actor.id for actor in roster(draft.battle) if not sheet(actor).hero)
    rolls = tuple(_initiative_roll(draft, actor_id) for actor_id in (*heroes, *others))
    batch = yield from ask(AskRolls(title=phrase("six.ask.order", "SIX-STEP-04"), rolls=rolls))
    ranks: dict[ActorId, tuple[int, int]] = {}
    for roll, faces in zip(rolls, batch.rolls, strict=True):
        tell_roll(draft, roll, faces, "SIX-STEP-05")
        ranks[roll.actor] = _rank(draft.battle, roll, faces)
    order: list[ActorId] = []
    for rank in sorted(set(ranks.values()), reverse=True):  # Rule: SIX-STEP-05
        tied = tuple(hero for hero in heroes if ranks[hero] == rank)
        order += yield from _agree(draft, tied)
        order += (other for other in others if ranks[other] == rank)  # ruling D2 #4
    draft.emit(RoundSet(SixRound(order=tuple(order), at=-1)))
    yield from settle(draft)  # who is ill already, and who is horrified at once
    yield from advance(draft)


def _initiative_roll(draft: Draft, actor_id: ActorId) -> AskRoll:
    dice, keep = dice_of(bare(sheet(draft[actor_id]), Stat.AGILITY).total)
    return AskRoll(
        title=phrase("six.ask.order_of", "SIX-STEP-04", who=ActorRef(actor_id)),
        dice=dice,
        keep=keep,
        side=draft[actor_id].side,
        actor=actor_id,
    )


def _rank(battle: Battle, roll: AskRoll, faces: Faces) -> tuple[int, int]:
    """The highest die, and by the option how many dice show it (D2 #4)."""
    best = roll.total(faces)
    return best, faces.faces.count(best) if options(battle).order_ties == "dice" else 0


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


# --- going on ------------------------------------------------------------------------------------------


def advance(draft: Draft) -> Procedure[None]:
    """Open the turn of the next in order who can act; those at no hit points roll as theirs comes."""
    _close_turn(draft)
    while True:
        if (yield from _ends(draft)):
            return
        _step_on(draft)
        actor_id = on_turn(draft.battle)
        if actor_id not in draft:
            continue
        yield from tick(draft, actor_id)
        if actor_id not in draft:
            continue
        if _dying(draft, actor_id):
            yield from linger(draft, actor_id)
        elif draft[actor_id].active:
            _open_turn(draft, actor_id)
            return


def _dying(draft: Draft, who: ActorId) -> bool:
    """Whether it lies at no hit points and has still to roll for its life."""
    page = sheet(draft[who])
    lies = page.hp <= 0 and page.max_hp > 0 and not page.dead and draft[who].on_map
    return lies and fights_for_life(draft.battle, page) and not page.stable


def _ends(draft: Draft) -> Procedure[bool]:
    """One side has nobody left: the GM is asked whether the fight is over, once; with nobody at all it is."""
    # Rule: SIX-STEP-10
    over, now = settled(draft.battle), state(draft.battle)
    if over is None:
        if now.going_on:
            draft.emit(RoundSet(replace(now, going_on=False)))
        return False
    if roster(draft.battle):
        if now.going_on:
            return False
        # first what does no harm to whoever still answers the question before
        picks = (Pick("on", phrase("six.pick.on")), Pick("end", phrase("six.pick.end")))
        answer = yield from ask(AskChoice(title=phrase("six.ask.end", "SIX-STEP-10", how=over), picks=picks))
        if answer.pick == "on":
            draft.emit(RoundSet(replace(state(draft.battle), going_on=True)))
            return False
    draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.OVER)))
    draft.emit(StepBegan(phrase("six.over", "SIX-STEP-10"), state(draft.battle).number, "SIX-STEP-10"))
    return True


def _close_turn(draft: Draft) -> None:
    actor_id = on_turn(draft.battle) if state(draft.battle).at >= 0 else ""
    if actor_id in draft and sheet(draft[actor_id]).dazed:
        write(draft, actor_id, dazed=False)


def _step_on(draft: Draft) -> None:
    """The next in order; after the last, the next round in the same order (SIX-STEP-09)."""
    now = state(draft.battle)
    order = now.order + _newcomers(draft.battle)
    if now.at + 1 < len(order):
        now = replace(now, order=order, at=now.at + 1)
    else:
        now = replace(now, order=order, at=0, number=now.number + 1)
        _wear_off(draft, now.number)
    draft.emit(RoundSet(now))


def _wear_off(draft: Draft, number: int) -> None:
    """States that lasted to the end of an earlier round are over."""
    # Rule: SIX-TURN-02
    for actor in tuple(draft.battle.actors.values()):
        lasting = tuple(held for held in actor.conditions if held.until is None or held.until >= number)
        if lasting != actor.conditions:
            draft.emit(ConditionsSet(actor.id, lasting))


def _open_turn(draft: Draft, actor_id: ActorId) -> None:
    write(draft, actor_id, recoiling=sheet(draft[actor_id]).turn.fired, turn=Turn())
    draft.emit(StrideSet(actor_id, Stride()))
    now = state(draft.battle)
    draft.emit(StepBegan(_turn_words(actor_id), now.number, "SIX-STEP-08"))


def _newcomers(battle: Battle) -> tuple[ActorId, ...]:
    """Actors who joined after the order was rolled; they come last."""
    order = state(battle).order
    return tuple(actor.id for actor in roster(battle) if actor.id not in order)


# --- where the round stands ------------------------------------------------------------------------------


def unfinished(battle: Battle) -> tuple[Refusal, ...]:
    """Whoever's turn it is should have acted."""
    if not isinstance(battle.round, SixRound):
        return hard("act.not_begun")
    if battle.round.phase is Phase.OVER:
        return hard("act.over")
    left = _waiting(battle)
    return soft("six.left", "SIX-STEP-08", who=ActorRef(left[0])) if left else ()


def _waiting(battle: Battle) -> tuple[ActorId, ...]:
    """The actor on turn while it can still act."""
    actor = battle.actors.get(on_turn(battle))
    if actor is None or not actor.active or actor.has(STUNNED):
        return ()
    return () if sheet(actor).turn.acted or sheet(actor).dazed else (actor.id,)


def progress(battle: Battle) -> Progress:
    """One turn for each in order; before the fight begins, none."""
    if not isinstance(battle.round, SixRound):
        return Progress(0, ())
    now = battle.round
    present = tuple((index, who) for index, who in enumerate(now.order) if who in battle.actors)
    slots = tuple(_slot(battle, now, index, who) for index, who in present)
    if now.phase is Phase.OVER:
        over = settled(battle) or phrase("act.over")
        return Progress(now.number, slots, over=over, seconds=(now.number - 1) * _SECONDS)
    return Progress(
        now.number,
        slots,
        _waiting(battle),
        _next_words(battle, now),
        side=next((slot.side for slot in slots if slot.state is SlotState.CURRENT), ""),
        seconds=(now.number - 1) * _SECONDS,
    )


def _slot(battle: Battle, now: SixRound, index: int, who: ActorId) -> Slot:
    passed = index < now.at or now.phase is Phase.OVER
    place = SlotState.PAST if passed else SlotState.CURRENT if index == now.at else SlotState.FUTURE
    # Rule: SIX-TURN-01
    note = phrase("six.note.turn", "SIX-TURN-01", seconds=_SECONDS) if place is SlotState.CURRENT else None
    return Slot(f"turn:{who}", _turn_words(who), place, battle.actors[who].side, who, note)


def _turn_words(who: ActorId) -> Phrase:
    return phrase("six.turn", "SIX-STEP-08", who=ActorRef(who))


def _next_words(battle: Battle, now: SixRound) -> Phrase:
    later = (who for who in now.order[now.at + 1 :] if who in battle.actors and battle.actors[who].active)
    following = next(later, None)
    return phrase("six.next.round") if following is None else phrase("six.next", "", who=ActorRef(following))
