"""Who acts first: 1d12 a side, ties rolled again by those who tie; no dice when somebody is surprised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from engine.model.events import RoundSet, Said
from engine.model.phrase import Phrase, SideId, SideRef, phrase
from engine.model.requests import AskRoll, AskRolls
from engine.rulesets.common import tell_roll
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sides import taking_part
from engine.rulesets.ose.state import SideRound, side_round, state, with_side
from engine.tactics.draft import Draft, Procedure, ask

DIE = 12


def settle_order(draft: Draft) -> Procedure[None]:
    """Write down the order of the sides for this round, rolling for it where the rules ask for dice."""
    sides = taking_part(draft.battle)
    if state(draft.battle).surprise:
        order = yield from _surprise_order(draft, sides)
    elif len(sides) > 1:
        replaces = options(draft.battle).initiative_tie == "replace"
        order = yield from _replaced_order(draft, sides) if replaces else _rolled_order(draft, sides, None)
    else:
        order = sides
    draft.emit(RoundSet(replace(state(draft.battle), order=order)))


def _surprise_order(draft: Draft, sides: Iterable[SideId]) -> Procedure[tuple[SideId, ...]]:
    """Those who surprise first, the surprised last or not at all (rulings A2 #55, #56)."""
    now, readings = state(draft.battle), options(draft.battle)
    alert = tuple(side for side in sides if not side_round(now, side).surprised)
    surprised = tuple(side for side in sides if side_round(now, side).surprised)
    if readings.surprise_effect == "lose":  # Rule: OSE-SURP-03
        surprised = ()
    if readings.surprise_order == "rolled":
        alert = (yield from _rolled_order(draft, alert, None)) if len(alert) > 1 else alert
        surprised = (yield from _rolled_order(draft, surprised, None)) if len(surprised) > 1 else surprised
    return (*alert, *surprised)


def _rolled_order(
    draft: Draft, sides: tuple[SideId, ...], tied_at: int | None
) -> Procedure[tuple[SideId, ...]]:
    """Roll for these sides, highest first; those who tie roll again among themselves (rulings A2 #54)."""
    rolls = yield from _roll(draft, sides, tied_at)
    order: list[SideId] = []
    for same in _alike(sides, rolls):  # Rule: OSE-INIT-05
        if len(same) > 1:
            same = yield from _rolled_order(draft, same, rolls[same[0]])  # Rule: OSE-INIT-04
        order.extend(same)
    return tuple(order)


def _replaced_order(draft: Draft, sides: tuple[SideId, ...]) -> Procedure[tuple[SideId, ...]]:
    """The same, but what is rolled after a tie stands for the first roll against everybody (A2 #54)."""
    rolls = yield from _roll(draft, sides, None)
    while True:
        tied = next((same for same in _alike(sides, rolls) if len(same) > 1), None)
        if tied is None:
            return tuple(sorted(sides, key=lambda side: -rolls[side]))
        rolls.update((yield from _roll(draft, tied, rolls[tied[0]])))


def _alike(sides: tuple[SideId, ...], rolls: Mapping[SideId, int]) -> Iterator[tuple[SideId, ...]]:
    """Sides with the same roll, the highest first."""
    for value in sorted(set(rolls.values()), reverse=True):
        yield tuple(side for side in sides if rolls[side] == value)


def _roll(draft: Draft, sides: tuple[SideId, ...], tied_at: int | None) -> Procedure[dict[SideId, int]]:
    kicker = phrase("initiative.tie", "OSE-INIT-04", value=tied_at) if tied_at is not None else None
    if kicker is not None:
        draft.emit(Said(kicker, gm_only=True, rule=kicker.rule))
    rolls = tuple(AskRoll(title=_purpose(side), dice=(DIE,), side=side, kicker=kicker) for side in sides)
    answer = yield from ask(
        AskRolls(
            title=phrase("initiative.title", "OSE-PROC-04"),
            detail=(phrase("initiative.detail", "OSE-INIT-03"),),
            kicker=kicker,
            rolls=rolls,
            decides=(phrase("upshot.first", "OSE-INIT-05"), phrase("upshot.tie", "OSE-INIT-04")),
        )
    )
    # Where all tied, the new dice say who is ahead: they are what the bar of steps shows.
    stands = options(draft.battle).initiative_tie == "replace" or sides == taking_part(draft.battle)
    values: dict[SideId, int] = {}
    for side, roll, faces in zip(sides, rolls, answer.rolls, strict=True):
        value = faces.faces[0]  # no modifier counts. Rule: OSE-INIT-02
        values[side] = value
        rule = "OSE-INIT-01" if tied_at is None else "OSE-INIT-04"
        tell_roll(draft, roll, faces, rule)
        now = state(draft.battle)
        part = side_round(now, side)
        decided = replace(part, initiative=value) if tied_at is None or stands else _with_again(part, value)
        draft.emit(RoundSet(with_side(now, decided)))
    return values


def _with_again(part: SideRound, value: int) -> SideRound:
    """Its first roll stays against everybody else; this one settles the tie (OSE-INIT-04)."""
    return replace(part, again=(*part.again, value))


def _purpose(side: SideId) -> Phrase:
    return phrase("initiative.roll", "OSE-INIT-01", side=SideRef(side))
