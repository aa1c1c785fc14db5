"""What state a body is in, as the rules see it: able, helpless, out of it; and how to write that down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.model.actor import DOWN, HELPLESS, PINNED, Actor
from engine.model.battle import Battle
from engine.model.events import Said, SheetSet
from engine.model.phrase import ActorId, ActorRef, Arg, phrase
from engine.rulesets.ose.sheet import Casting, Muddled, OseSheet, sheet
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.tactics.perception import known_to_players

ASLEEP, PARALYSED, HELD, TURNED = "asleep", "paralysed", "held", "turned"
WEBBED, CHARMED, CONFUSED = "webbed", "charmed", "confused"
"""Conditions of spells and of turning that the shared model does not name."""

_WHY_HELPLESS = (PINNED, ASLEEP, PARALYSED, HELD)
"""In the order in which one of several is named."""
_HELPLESS = frozenset((DOWN, HELPLESS, *_WHY_HELPLESS))


def plays(actor: Actor) -> bool:
    """Whether these rules know the actor: one without a page stands on the map and does nothing."""
    return isinstance(actor.sheet, OseSheet)


def helpless(actor: Actor) -> bool:
    """Whether it can take no action at all (rulings A1.7)."""
    return any(held.key in _HELPLESS for held in actor.conditions)


def why_helpless(actor: Actor) -> str:
    """The condition that makes it helpless: pinned, asleep, paralysed, held, or no more than that."""
    return next((key for key in _WHY_HELPLESS if actor.has(key)), HELPLESS)


def only_pinned(actor: Actor) -> bool:
    """Whether nothing but the hands of others makes it helpless."""
    return [held.key for held in actor.conditions if held.key in _HELPLESS] == [PINNED]


def able(actor: Actor) -> bool:
    """Whether it is on the map, fighting, and master of its limbs."""
    return plays(actor) and actor.active and not helpless(actor) and not out(actor)


def out(actor: Actor) -> bool:
    """Whether it has left the fight: dead, fled, surrendered, or off in pursuit."""
    page = sheet(actor)
    return page.dead or page.fled or page.surrendered or page.pursues != ""


def casting(page: OseSheet) -> bool:
    """Whether a spell is under way, from initiative until it is completed or let go (rulings A2 #104)."""
    return page.turn.casting is Casting.CASTING


def defending(actor: Actor) -> bool:
    """Whether Full Defence still protects the actor (rulings A2 #59)."""
    page = sheet(actor)
    return not helpless(actor) and (page.turn.defending or page.defending_until > 0)


def enemies(battle: Battle, actor: Actor) -> Iterator[Actor]:
    """Hostile actors on their feet that these rules know, helpless ones included, in roster order."""
    return (foe for foe in battle.foes_of(actor) if plays(foe) and not out(foe))


def nearest_first(board: Board, actor: Actor, others: Iterable[Actor]) -> tuple[Actor, ...]:
    """Those who can still do something, then those who lie there or gave up; the nearest of each first."""
    return tuple(sorted(others, key=lambda other: (not able(other), board.separation(actor, other))))


def foes_on_map(battle: Battle, actor: Actor) -> Iterator[Actor]:
    """Every hostile actor on the map that can still be harmed, those who lie helpless included."""
    for other in battle.actors.values():
        if other.on_map and plays(other) and battle.hostile(other.side, actor.side) and not sheet(other).dead:
            yield other


def to_be_attacked(battle: Battle, actor: Actor) -> Iterator[Actor]:
    """Whom it attacks: its enemies, or its own side where confusion makes it."""
    if sheet(actor).turn.muddled is not Muddled.OWN:
        yield from foes_on_map(battle, actor)
        return
    for other in battle.members(actor.side):
        if other.id != actor.id and other.on_map and plays(other) and not sheet(other).dead:
            yield other


def write_page(draft: Draft, actor_id: ActorId, **changes: Any) -> None:
    """Change fields of the actor's page; nothing is emitted if they hold these values already."""
    page = sheet(draft[actor_id])
    changed = replace(page, **changes)
    if changed != page:
        draft.emit(SheetSet(actor_id, changed))


def write_turn(draft: Draft, actor_id: ActorId, **changes: Any) -> None:
    """Change fields of what the actor has done this round."""
    write_page(draft, actor_id, turn=replace(sheet(draft[actor_id]).turn, **changes))


def end_stances(draft: Draft, actor_id: ActorId) -> None:
    """Whoever is helpless has braced nothing and defends no more."""
    if plays(draft[actor_id]) and helpless(draft[actor_id]):
        write_turn(draft, actor_id, braced=False, defending=False)
        write_page(draft, actor_id, defending_until=0)


def tell_leaving(draft: Draft, actor_id: ActorId, key: str, rule: str, /, **args: Arg) -> None:
    """A line about an actor that is about to leave the map; players read it if they see it go."""
    seen = known_to_players(draft.board, draft[actor_id])
    what = phrase(key, rule, who=ActorRef(actor_id), **args)
    draft.emit(Said(what, gm_only=not seen, about=actor_id, rule=rule, witnessed=seen))


def tell(draft: Draft, actor_id: ActorId, key: str, rule: str, /, **args: Arg) -> None:
    """A line in the log about the actor, who is `{who}` in its sentence."""
    draft.emit(Said(phrase(key, rule, who=ActorRef(actor_id), **args), about=actor_id, rule=rule))
