"""Morale: the first loss and the loss of half are noted as they happen, rolled for when the round ends."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control
from engine.model.events import RoundSet, Said
from engine.model.phrase import ActorId, Names, Phrase, SideId, SideRef, Tally, modifier, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Pick, Picked
from engine.rulesets.common import set_condition, tell_roll
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import able, plays, write_page
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.sides import ROUTED, fighting
from engine.rulesets.ose.state import OseRound, SideRound, side_round, state, with_side
from engine.rulesets.upshots import Upshot, decided
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import known_to_players

Group = tuple[ActorId, ...]

FEARLESS = 12
"""A creature with this morale never checks (rulings A1.10)."""
ENOUGH_PASSED = 2
"""After this many passed checks in one fight there are no more for those with that score."""
MOST_MODIFIER = 2
MOST_NAMED = 4
"""More than these are "part of" their side."""

_RULE = "OSE-PROC-07"


def note_loss(draft: Draft, actor_id: ActorId) -> None:
    """Write down what an actor's fall means for its side's morale. Call it when it is out of the fight."""
    battle = draft.battle
    if not isinstance(battle.round, OseRound):
        return
    side = draft[actor_id].side
    part = side_round(state(battle), side)
    if not part.lost_first:
        part = replace(part, lost_first=True, morale_due=(*part.morale_due, "first"))
        draft.emit(RoundSet(with_side(state(battle), part)))
    note_half(draft, side)


def note_half(draft: Draft, side: SideId) -> None:
    """Write down if half of a side is out of action, those who sleep or are held included."""
    battle = draft.battle
    if not isinstance(battle.round, OseRound):
        return
    part = side_round(state(battle), side)
    if not part.lost_half and _half_lost(battle, part):
        part = replace(part, lost_half=True, morale_due=(*part.morale_due, "half"))
        draft.emit(RoundSet(with_side(state(battle), part)))


def due_sides(battle: Battle) -> tuple[SideId, ...]:
    """Sides that have to check at the end of this round."""
    if options(battle).morale == "off":
        return ()
    now = state(battle)
    return tuple(side.id for side in battle.sides if _due(battle, side_round(now, side.id)))


def side_scores(battle: Battle, side: SideId) -> tuple[int, ...]:
    """The morale scores of those whose courage can fail, the lowest first. Empty: the side never checks."""
    return tuple(sorted({sheet(actor).morale or FEARLESS for actor in _subject(battle, side)}))


def check_all(draft: Draft) -> Procedure[None]:
    """Roll for every side that is due, once for each morale score on it, and forget what was due.

    Where nobody was left to check, nothing was used up: those who join later have a first loss of their own.
    """
    for side in due_sides(draft.battle):
        for score in _open_scores(draft.battle, side_round(state(draft.battle), side)):
            yield from _check(draft, side, score)
    now = state(draft.battle)
    for part in now.sides:
        if part.morale_due and any(map(fighting, draft.battle.members(part.side))):
            now = with_side(now, replace(part, morale_due=()))
        elif part.morale_due:
            now = with_side(now, replace(part, morale_due=(), lost_first=False, lost_half=False))
    if now != state(draft.battle):
        draft.emit(RoundSet(now))


def _due(battle: Battle, part: SideRound) -> bool:
    return bool(part.morale_due) and bool(_open_scores(battle, part))


def _open_scores(battle: Battle, part: SideRound) -> tuple[int, ...]:
    """Scores that have not stood often enough yet to be past all checks of this fight."""
    passed = dict(part.passed)
    return tuple(score for score in side_scores(battle, part.side) if passed.get(score, 0) < ENOUGH_PASSED)


def _half_lost(battle: Battle, part: SideRound) -> bool:
    members = [actor for actor in battle.members(part.side) if plays(actor)]
    lost = sum(not able(actor) and not sheet(actor).pursues for actor in members)
    return 2 * lost >= max(part.strength, len(members))


def _subject(battle: Battle, side: SideId) -> tuple[Actor, ...]:
    """Members whose courage can fail: master of their limbs, with a morale below 12, not broken already."""
    return tuple(
        actor
        for actor in battle.members(side)
        if able(actor) and (sheet(actor).morale or FEARLESS) < FEARLESS and not actor.has(ROUTED)
    )


def _group(battle: Battle, side: SideId, score: int) -> Group:
    """Those of the side with this score: they share one roll."""
    return tuple(actor.id for actor in _subject(battle, side) if sheet(actor).morale == score)


def _check(draft: Draft, side: SideId, score: int) -> Procedure[None]:
    secret = draft.battle.side(side).control is not Control.PLAYERS
    value, group = 0, _group(draft.battle, side, score)
    while True:
        request = _question(draft.battle, side, score, value, secret)
        answer = yield from ask(request)
        if isinstance(answer, Faces):
            break
        value = _changed(value, answer)
    tell_roll(draft, request, answer, _RULE)
    for limit in _counts_for(draft.battle, side, group):
        draft.emit(Said(limit, gm_only=secret, rule=_RULE))
    if not request.succeeds(answer):
        yield from _break(draft, side, group)
        return
    part = side_round(state(draft.battle), side)
    passed = dict(part.passed)
    passed[score] = passed.get(score, 0) + 1
    draft.emit(RoundSet(with_side(state(draft.battle), replace(part, passed=tuple(passed.items())))))
    whose = _whose(draft, side, group)
    draft.emit(Said(phrase("morale.holds", _RULE, who=whose), gm_only=secret, rule=_RULE))


def _counts_for(battle: Battle, side: SideId, group: Group) -> tuple[Phrase, ...]:
    """For whom the check counts, where others of the side make one of their own or are above it."""
    if len(group) == sum(map(fighting, battle.members(side))):
        return ()
    others = len(group) < len(_subject(battle, side))
    return (phrase("morale.counts_for_some" if others else "morale.counts_for", _RULE, names=Names(group)),)


def _whose(draft: Draft, side: SideId, group: Group) -> Phrase:
    """The side, or those of it who checked: by name where the players know every one of them."""
    if not _counts_for(draft.battle, side, group):
        return phrase("morale.whole", _RULE, side=SideRef(side))
    known = all(known_to_players(draft.board, draft[one]) for one in group)
    if known and len(group) <= MOST_NAMED:
        return phrase("morale.names", _RULE, names=Names(group))
    return phrase("morale.part", _RULE, side=SideRef(side))


def _question(battle: Battle, side: SideId, morale: int, value: int, secret: bool) -> AskRoll:
    """2d6, at most the morale holds it. The referee may first make that easier or harder, by 2 at most."""
    due, group = side_round(state(battle), side).morale_due, _group(battle, side, morale)
    picks = []
    if value < MOST_MODIFIER:
        picks.append(Pick("worse", phrase("morale.worse", _RULE), phrase("morale.worse_note", _RULE)))
    if value > -MOST_MODIFIER:
        picks.append(Pick("better", phrase("morale.better", _RULE), phrase("morale.better_note", _RULE)))
    # The morale is what the dice are held against, no modifier of theirs: only the referee's word is one.
    tally = Tally((modifier(-value, "morale.referee", _RULE),) if value else ())
    holds_at = morale - value
    asked = AskRoll(
        title=phrase("morale.title", _RULE, side=SideRef(side)),
        detail=(
            _reason(due),
            *_counts_for(battle, side, group),
            phrase("morale.detail", _RULE, morale=holds_at),
        ),
        side=side,
        dice=(6, 6),
        tally=tally,
        beats=holds_at,
        at_or_under=True,
        secret=secret,
        instead=tuple(picks),
    )
    return decided(asked, *_upshots(battle, side, morale, group))


def _upshots(battle: Battle, side: SideId, morale: int, group: Group) -> tuple[Upshot, Upshot]:
    """They stay, and after enough checks passed for good; or they flee or surrender."""
    passed = dict(side_round(state(battle), side).passed).get(morale, 0) + 1
    stays = "upshot.fearless_now" if passed >= ENOUGH_PASSED else "upshot.fights_on"
    holds = Upshot(phrase("upshot.holds"), (phrase(stays, _RULE, count=passed),))
    return holds, Upshot(
        phrase("upshot.breaks"), (phrase("upshot.flees_or_yields", _RULE, names=Names(group)),)
    )


def _reason(due: tuple[str, ...]) -> Phrase:
    return phrase("morale.half" if "half" in due else "morale.first", _RULE)


def _changed(value: int, answer: Picked) -> int:
    return value + (1 if answer.pick == "worse" else -1)


def _break(draft: Draft, side: SideId, group: Group) -> Procedure[None]:
    whose = _whose(draft, side, group)
    answer = yield from ask(
        AskChoice(
            title=phrase("morale.broken", _RULE, who=whose),
            detail=_counts_for(draft.battle, side, group),
            picks=(
                Pick("flee", phrase("morale.flee", _RULE), phrase("morale.flee_note", _RULE)),
                Pick("surrender", phrase("morale.surrender", _RULE), phrase("morale.surrender_note", _RULE)),
            ),
            side=side,
        )
    )
    for actor_id in group:
        if answer.pick == "flee":
            set_condition(draft, actor_id, ROUTED, rule=_RULE)
        else:
            write_page(draft, actor_id, surrendered=True)
            sync_arms(draft, actor_id)
    key = "morale.flees" if answer.pick == "flee" else "morale.surrenders"
    draft.emit(Said(phrase(key, _RULE, who=whose), rule=_RULE))
