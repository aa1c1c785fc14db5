"""What is known when somebody runs: the referee decides about the pursuit with the facts at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, SideRef, phrase
from engine.rulesets.ose import bodies
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, sheet
from engine.rulesets.ose.sides import fighting
from engine.tactics.board import Board
from engine.tactics.light import in_the_dark

_RATE, _FAR, _DARK = "OSE-MOVE-01", "OSE-FLEE-06", "OSE-FLEE-09"


class Facts(NamedTuple):
    """Who could follow and who cannot for want of light, what to say of the whole, and of each pursuer."""

    able: tuple[ActorId, ...]
    blind: tuple[ActorId, ...]
    lines: tuple[Phrase, ...]
    notes: dict[ActorId, Phrase]


def facts(board: Board, fleer: Actor, seeing: Sequence[Actor]) -> Facts:
    """While the fleer is still on the map; `seeing` are its enemies who saw it go and can run."""
    blind = tuple(foe.id for foe in seeing if in_the_dark(board, foe))  # Rule: OSE-FLEE-09
    able = [foe for foe in seeing if foe.id not in blind]
    notes = {foe.id: _pursuer(board, fleer, foe) for foe in able}
    return Facts(tuple(notes), blind, tuple(_lines(board, fleer, able, blind)), notes)


def runners(battle: Battle) -> tuple[Phrase, ...]:
    """Of a pursuit that is under way: who runs and who is after them, how many and how fast."""
    gone = [actor for actor in battle.actors.values() if bodies.plays(actor) and not actor.on_map]
    fled = [actor for actor in gone if sheet(actor).fled]
    after = [actor for actor in gone if sheet(actor).pursues] or [
        actor
        for actor in battle.actors.values()
        if fighting(actor) and any(battle.hostile(actor.side, one.side) for one in fled)
    ]
    groups = (("pursuit.running", fled), ("pursuit.after", after))
    return tuple(_group(key, members) for key, members in groups if members)


# --- one after the other ------------------------------------------------------------------------------


def _lines(board: Board, fleer: Actor, able: Sequence[Actor], blind: Sequence[ActorId]) -> Iterator[Phrase]:
    yield _listed(
        phrase("pursuit.fleer", _RATE, who=ActorRef(fleer.id), feet=sheet(fleer).rate), *_load(fleer)
    )
    if able:
        yield _group("pursuit.could", able)
    yield phrase(
        "pursuit.left",
        "OSE-PROC-11",
        side=SideRef(fleer.side),
        own=sum(fighting(one) for one in board.battle.members(fleer.side)) - fighting(fleer),
        foes=len([foe for foe in bodies.foes_on_map(board.battle, fleer) if fighting(foe)]),
    )
    yield _light(board, fleer)
    if blind:
        yield phrase("pursuit.blind", _DARK, who=Names(tuple(blind)))


def _pursuer(board: Board, fleer: Actor, foe: Actor) -> Phrase:
    """How fast, how far behind, how laden, and with what it sees."""
    behind = board.separation(fleer, foe) * FEET_PER_SQUARE
    first = phrase("pursuit.note", _FAR, feet=sheet(foe).rate, behind=behind)
    return _listed(first, *_load(foe), *((_sees_by(foe),) if board.battle.terrain.dark else ()))


def _group(key: str, members: Sequence[Actor]) -> Phrase:
    rates = [sheet(one).rate for one in members]
    slow, fast = min(rates), max(rates)
    rate = phrase("pursuit.rate" if slow == fast else "pursuit.rates", _RATE, slow=slow, fast=fast)
    return phrase(key, _RATE, count=len(members), who=Names(tuple(one.id for one in members)), rate=rate)


def _listed(first: Phrase, *more: Phrase) -> Phrase:
    for then in more:
        first = phrase("pursuit.and", first.rule, first=first, then=then)
    return first


def _load(actor: Actor) -> tuple[Phrase, ...]:
    """Whether a load slows it; nothing where loads are not tracked."""
    page = sheet(actor)
    if page.encumbered:
        return (phrase("pursuit.laden", _RATE),)
    return (phrase("pursuit.unladen", _RATE),) if page.other_rate else ()


def _light(board: Board, fleer: Actor) -> Phrase:
    if not board.battle.terrain.dark:
        return phrase("pursuit.bright", _DARK)
    return phrase("pursuit.dark", _DARK, who=ActorRef(fleer.id), light=_sees_by(fleer))


def _sees_by(actor: Actor) -> Phrase:
    if actor.light:
        return phrase("pursuit.by_light", _DARK, feet=actor.light * FEET_PER_SQUARE)
    if actor.dark_sight:
        return phrase("pursuit.by_dark_sight", _DARK, feet=actor.dark_sight * FEET_PER_SQUARE)
    return phrase("pursuit.by_others", _DARK)
