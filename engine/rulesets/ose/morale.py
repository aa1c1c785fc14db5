"""Morale: the first loss and the loss of half are noted as they happen, rolled for when the round ends."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control
from engine.model.events import RoundSet, Said
from engine.model.phrase import ActorId, Names, Phrase, SideId, SideRef, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Pick, Picked
from engine.rulesets.common import set_condition, tell_roll
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import plays, write_page
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.sides import ROUTED, fighting
from engine.rulesets.ose.state import OseRound, SideRound, side_round, state, with_side
from engine.tactics.draft import Draft, Procedure, ask

FEARLESS = 12
"""A creature with this morale never checks (rulings A1.10)."""
ENOUGH_PASSED = 2
"""After this many passed checks in one fight there are no more."""
MOST_MODIFIER = 2

_RULE = "OSE-PROC-07"


def note_loss(draft: Draft, actor_id: ActorId) -> None:
    """Write down what an actor's fall means for its side's morale. Call it when it is out of the fight."""
    battle = draft.battle
    if not isinstance(battle.round, OseRound):
        return
    side = draft[actor_id].side
    part = side_round(state(battle), side)
    due = part.morale_due
    if not part.lost_first:
        part, due = replace(part, lost_first=True), (*due, "first")
    if not part.lost_half and _half_lost(battle, part):
        part, due = replace(part, lost_half=True), (*due, "half")
    draft.emit(RoundSet(with_side(state(battle), replace(part, morale_due=due))))


def due_sides(battle: Battle) -> tuple[SideId, ...]:
    """Sides that have to check at the end of this round."""
    if options(battle).morale == "off":
        return ()
    now = state(battle)
    return tuple(side.id for side in battle.sides if _due(battle, side_round(now, side.id)))


def side_morale(battle: Battle, side: SideId) -> int | None:
    """The morale most active members have, the higher one on a tie. None: the side never checks."""
    counts = Counter(
        morale for actor in _subject(battle, side) if (morale := sheet(actor).morale) is not None
    )
    return max(counts, key=lambda morale: (counts[morale], morale)) if counts else None


def check_all(draft: Draft) -> Procedure[None]:
    """Roll for every side that is due, and forget what was due."""
    for side in due_sides(draft.battle):
        yield from _check(draft, side)
    now = state(draft.battle)
    for part in now.sides:
        if part.morale_due:
            now = with_side(now, replace(part, morale_due=()))
    if now != state(draft.battle):
        draft.emit(RoundSet(now))


def _due(battle: Battle, part: SideRound) -> bool:
    if not part.morale_due or part.passed_checks >= ENOUGH_PASSED:
        return False
    return side_morale(battle, part.side) is not None


def _half_lost(battle: Battle, part: SideRound) -> bool:
    members = [actor for actor in battle.members(part.side) if plays(actor)]
    lost = sum(not fighting(actor) and not sheet(actor).pursues for actor in members)
    return 2 * lost >= max(part.strength, len(members))


def _subject(battle: Battle, side: SideId) -> tuple[Actor, ...]:
    """Members whose courage can fail: active, with a morale below 12, not broken already."""
    return tuple(
        actor
        for actor in battle.members(side)
        if fighting(actor) and (sheet(actor).morale or FEARLESS) < FEARLESS and not actor.has(ROUTED)
    )


def _check(draft: Draft, side: SideId) -> Procedure[None]:
    morale = side_morale(draft.battle, side)
    if morale is None:
        return
    secret = draft.battle.side(side).control is not Control.PLAYERS
    value = 0
    while True:
        request = _question(draft.battle, side, morale, value, secret)
        answer = yield from ask(request)
        if isinstance(answer, Faces):
            break
        value = _changed(value, answer)
    tell_roll(draft, request, answer, _RULE)
    for limit in _counts_for(draft.battle, side):
        draft.emit(Said(limit, gm_only=secret, rule=_RULE))
    if not request.succeeds(answer):
        yield from _break(draft, side)
        return
    part = side_round(state(draft.battle), side)
    draft.emit(RoundSet(with_side(state(draft.battle), replace(part, passed_checks=part.passed_checks + 1))))
    draft.emit(Said(phrase("morale.holds", _RULE, side=SideRef(side)), gm_only=secret, rule=_RULE))


def _counts_for(battle: Battle, side: SideId) -> tuple[Phrase, ...]:
    """For whom the check of a side counts, where others of it are above such a check."""
    subject = tuple(actor.id for actor in _subject(battle, side))
    if len(subject) == sum(map(fighting, battle.members(side))):
        return ()
    return (phrase("morale.counts_for", _RULE, names=Names(subject)),)


def _question(battle: Battle, side: SideId, morale: int, value: int, secret: bool) -> AskRoll:
    """2d6, at most the morale holds it. The referee may first make that easier or harder, by 2 at most."""
    due = side_round(state(battle), side).morale_due
    picks = []
    if value < MOST_MODIFIER:
        picks.append(Pick("worse", phrase("morale.worse", _RULE), phrase("morale.worse_note", _RULE)))
    if value > -MOST_MODIFIER:
        picks.append(Pick("better", phrase("morale.better", _RULE), phrase("morale.better_note", _RULE)))
    # The morale is what the dice are held against, no modifier of theirs: only the referee's word is one.
    tally = Tally((modifier(-value, "morale.referee", _RULE),) if value else ())
    holds_at = morale - value
    return AskRoll(
        title=phrase("morale.title", _RULE, side=SideRef(side)),
        detail=(_reason(due), *_counts_for(battle, side), phrase("morale.detail", _RULE, morale=holds_at)),
        side=side,
        dice=(6, 6),
        tally=tally,
        beats=holds_at,
        at_or_under=True,
        secret=secret,
        instead=tuple(picks),
    )


def _reason(due: tuple[str, ...]) -> Phrase:
    return phrase("morale.half" if "half" in due else "morale.first", _RULE)


def _changed(value: int, answer: Picked) -> int:
    return value + (1 if answer.pick == "worse" else -1)


def _break(draft: Draft, side: SideId) -> Procedure[None]:
    battle = draft.battle
    answer = yield from ask(
        AskChoice(
            title=phrase("morale.broken", _RULE, side=SideRef(side)),
            detail=_counts_for(battle, side),
            picks=(
                Pick("flee", phrase("morale.flee", _RULE), phrase("morale.flee_note", _RULE)),
                Pick("surrender", phrase("morale.surrender", _RULE), phrase("morale.surrender_note", _RULE)),
            ),
            side=side,
        )
    )
    partly = bool(_counts_for(draft.battle, side))
    for actor_id in tuple(actor.id for actor in _subject(draft.battle, side)):
        if answer.pick == "flee":
            set_condition(draft, actor_id, ROUTED, rule=_RULE)
        else:
            write_page(draft, actor_id, surrendered=True)
            sync_arms(draft, actor_id)
    # Players hear of other sides without names: they may not have seen everybody there.
    whose = phrase("morale.part" if partly else "morale.whole", _RULE, side=SideRef(side))
    key = "morale.flees" if answer.pick == "flee" else "morale.surrenders"
    draft.emit(Said(phrase(key, _RULE, who=whose), rule=_RULE))
