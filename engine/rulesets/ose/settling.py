"""What follows from the GM's own hand: numbers set on the card, readings chosen, bodies up or down."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.model.actor import DOWN, HELPLESS, Actor
from engine.model.battle import Battle
from engine.model.events import Dropped
from engine.model.phrase import ActorId
from engine.rulesets.common import set_condition, with_reading
from engine.rulesets.ose import charmed, disruption, grapple, morale
from engine.rulesets.ose.arms import sync_all
from engine.rulesets.ose.bodies import casting, end_stances, plays, write_page, write_turn
from engine.rulesets.ose.ending import propose_end
from engine.rulesets.ose.flanking import note_arrivals
from engine.rulesets.ose.harm import DEAD_AT_NONE, DYING
from engine.rulesets.ose.options import OseOptions, choices, options
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.ose.sides import forget_removed
from engine.rulesets.ose.tallies import armour_class, ready_to_hit
from engine.rulesets.ose.transitions import come_back
from engine.tactics.draft import Draft, Procedure

_FALLS = (DYING, DEAD_AT_NONE, "OSE-OVER-06")
"""Rules by which somebody lies down for want of hit points; files of earlier versions have the last."""
_LOWEST_HP, _HIGHEST = -99, 999

_FACTS: dict[str, Callable[[OseSheet, int], OseSheet]] = {
    "hp": lambda page, value: _with_hit_points(page, _within(value, _LOWEST_HP, page.max_hp)),
    "max_hp": lambda page, value: replace(
        page, max_hp=_within(value, 1, _HIGHEST), hp=min(page.hp, _within(value, 1, _HIGHEST))
    ),
    "ac": lambda page, value: replace(page, ac=_within(value, 0, 99)),
    "attack": lambda page, value: replace(page, attack_bonus=_within(value, -20, 40)),
    "rate": lambda page, value: replace(page, rate=_within(value, 0, _HIGHEST)),
    "morale": lambda page, value: replace(page, morale=_within(value, 2, 12)),
    "phys": lambda page, value: replace(page, phys=_within(value, -5, 10)),
    "dex": lambda page, value: replace(page, dex=_within(value, -5, 10)),
    "dead": lambda page, value: replace(page, dead=bool(value), hp=min(page.hp, 0) if value else page.hp),
}
"""Facts the GM may set, and how. Values out of range are taken to the nearest end of it."""


def with_fact(battle: Battle, actor: Actor, fact: str, value: int) -> OseSheet | None:
    """The actor's page after a fact was set to what the card shall show; None if there is no such fact."""
    change = _FACTS.get(fact)
    if change is None or not plays(actor):
        return None
    return change(sheet(actor), value - _added(battle, actor, fact))


def _with_hit_points(page: OseSheet, value: int) -> OseSheet:
    """Whoever has a spell on its mind and gets fewer is marked: was that damage? It is still to be asked."""
    busy = casting(page) or page.concentrating != ""
    return replace(page, hp=value, turn=replace(page.turn, hurt_by_hand=busy and value < page.hp))


def _added(battle: Battle, actor: Actor, fact: str) -> int:
    """What shield, stance and ability add on the card to the number on the page."""
    if fact == "ac":
        return armour_class(battle, actor).total - sheet(actor).ac
    return ready_to_hit(battle, actor).total - sheet(actor).attack_bonus if fact == "attack" else 0


def with_option(battle: Battle, key: str, value: str) -> OseOptions | None:
    """The readings in force after another value was chosen; None if there is no such choice."""
    return with_reading(options(battle), choices(battle), key, value)


def settle(draft: Draft) -> Procedure[None]:
    """Bring down or raise whoever's hit points say so, then arms, spells and the end of the fight."""
    forget_removed(draft)
    for actor_id in tuple(draft.battle.actors):
        if plays(draft[actor_id]):
            _match_hit_points(draft, actor_id)
            _match_place(draft, actor_id)
            end_stances(draft, actor_id)
        yield from disruption.check_hurt_by_hand(draft, actor_id)
    charmed.go_back(draft)
    sync_all(draft)
    grapple.end_lost_holds(draft)
    note_arrivals(draft)
    yield from disruption.check_disturbed(draft)
    yield from propose_end(draft)


def _match_hit_points(draft: Draft, actor_id: ActorId) -> None:
    actor = draft[actor_id]
    page = sheet(actor)
    if page.hp <= 0 and not actor.has(DOWN):
        _fell(draft, actor_id)
    elif page.hp > 0 and _fell_by_hit_points(actor):
        write_page(draft, actor_id, dead=False, death_due=0)
        for key in (DOWN, HELPLESS):
            set_condition(draft, actor_id, key, present=False)


def _match_place(draft: Draft, actor_id: ActorId) -> None:
    """Whoever fled or went in pursuit and is put on the map again takes part again."""
    page = sheet(draft[actor_id])
    if draft[actor_id].on_map and (page.fled or page.pursues):
        come_back(draft, actor_id)


def _fell(draft: Draft, actor_id: ActorId) -> None:
    """No roll for death and dying: the GM has said what is so. A monster is dead (rulings A1.6)."""
    page = sheet(draft[actor_id])
    write_page(draft, actor_id, dead=page.dead or not page.character, defending_until=0)
    write_turn(draft, actor_id, braced=False, defending=False)
    rule = DYING if page.character else DEAD_AT_NONE
    set_condition(draft, actor_id, DOWN, rule=rule)
    set_condition(draft, actor_id, HELPLESS, rule=rule)
    disruption.hurt(draft, actor_id)
    draft.emit(Dropped(actor_id, rule=rule))
    morale.note_loss(draft, actor_id)


def _fell_by_hit_points(actor: Actor) -> bool:
    """Down for want of hit points, not laid low by the GM for a reason of its own."""
    return any(held.key == DOWN and held.rule in _FALLS for held in actor.conditions)


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))
