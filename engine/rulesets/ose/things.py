"""What an actor carries, whatever it is: found by key, put in hand, taken away, laid on the map, taken up."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Actor, Guest
from engine.model.battle import Thing
from engine.model.events import Laid, SheetSet
from engine.model.phrase import ActorId, Cell
from engine.rulesets.ose.items import Item, ItemKind
from engine.rulesets.ose.sheet import (
    FEET_PER_SQUARE,
    Hands,
    OseSheet,
    Quality,
    Shield,
    Weapon,
    free_hands,
    sheet,
    weapon,
)
from engine.tactics.board import Board
from engine.tactics.draft import Draft

ARMS_LENGTH = 1
"""Squares within which things are picked up and handed over."""


class OseGear(Guest, Struct, frozen=True, tag="ose.gear"):
    """A thing on the ground or passing from hand to hand: exactly one of the three."""

    weapon: Weapon | None = None
    shield: Shield | None = None
    item: Item | None = None
    lit: bool = False


# --- what is carried ------------------------------------------------------------------------------------


def carried(page: OseSheet, key: str) -> Weapon | Shield | Item | None:
    """The thing with that key among gear, shields, items and natural weapons."""
    shield = next((one for one in page.shields if one.key == key), None)
    return weapon(page, key) or shield or next((one for one in page.items if one.key == key), None)


def keys(page: OseSheet) -> tuple[str, ...]:
    """The keys of everything carried."""
    owned: tuple[Weapon | Shield | Item, ...] = (*page.gear, *page.shields, *page.items)
    return tuple(one.key for one in owned)


def name_of(page: OseSheet, key: str) -> str:
    """What a thing is called."""
    found = carried(page, key)
    return found.name if found is not None else key


def in_hand(page: OseSheet) -> tuple[str, ...]:
    """The keys of what is held."""
    return tuple(key for key in (page.hands.main, page.hands.off) if key)


def held_items(page: OseSheet) -> tuple[Item, ...]:
    """Items in hand."""
    return tuple(item for item in page.items if item.key in in_hand(page))


def holds_symbol(page: OseSheet) -> bool:
    """Whether the holy symbol or the deity's favoured weapon is in hand (OSE-TURN-02)."""
    if page.favoured and page.favoured in (page.hands.main, page.hands.off):
        return True
    return any(item.kind is ItemKind.SYMBOL for item in held_items(page))


def is_shield(page: OseSheet, key: str) -> bool:
    """Whether the key is a shield's."""
    return any(shield.key == key for shield in page.shields)


def hands_for(thing: Weapon | Shield | Item | None) -> int:
    """Hands that must be free to take the thing up; a bow or sling is carried in one (rulings G12)."""
    if not isinstance(thing, Weapon) or thing.has(Quality.BOW) or thing.has(Quality.SLING):
        return 1
    return max(1, thing.hands)


def light_feet(page: OseSheet, key: str) -> int:
    """How far the thing shines when it burns, in feet; 0 for what gives no light."""
    found = carried(page, key)
    return found.light if isinstance(found, Weapon | Item) else 0


def light_of(actor: Actor) -> int:
    """Squares around the actor that the brightest burning thing in its hands lights up."""
    page = sheet(actor)
    held = in_hand(page)
    return max((light_feet(page, key) // FEET_PER_SQUARE for key in page.lit if key in held), default=0)


# --- hands ----------------------------------------------------------------------------------------------


def taken(page: OseSheet, key: str) -> Hands:
    """The hands after the thing was taken: a shield goes to the off hand and leaves the main to a weapon."""
    hands = page.hands
    wants_off = bool(hands.main) or (is_shield(page, key) and not hands.off)
    return replace(hands, off=key) if wants_off else replace(hands, main=key)


def without(hands: Hands, key: str) -> Hands:
    """The hands after the thing left them."""
    return Hands("" if hands.main == key else hands.main, "" if hands.off == key else hands.off)


# --- from hand to hand ----------------------------------------------------------------------------------


def parcel(page: OseSheet, key: str) -> OseGear:
    """The thing by itself, as it lies or is handed over."""
    found = carried(page, key)
    return OseGear(
        weapon=found if isinstance(found, Weapon) else None,
        shield=found if isinstance(found, Shield) else None,
        item=found if isinstance(found, Item) else None,
        lit=key in page.lit,
    )


def content(gear: OseGear) -> Weapon | Shield | Item | None:
    """What the parcel holds."""
    return gear.weapon or gear.shield or gear.item


def gear_of(thing: Thing) -> OseGear:
    """What lies there as these rules know it; something laid down by hand is a plain item."""
    if isinstance(thing.item, OseGear):
        return thing.item
    return OseGear(item=Item(thing.id, thing.name))


def give_up(page: OseSheet, key: str) -> OseSheet:
    """The page without the thing."""
    return replace(
        page,
        gear=tuple(one for one in page.gear if one.key != key),
        shields=tuple(one for one in page.shields if one.key != key),
        items=tuple(one for one in page.items if one.key != key),
        hands=without(page.hands, key),
        lit=tuple(one for one in page.lit if one != key),
    )


def receive(page: OseSheet, gear: OseGear) -> OseSheet:
    """The page with the thing in a free hand, under a key of its own."""
    found = content(gear)
    if found is None:
        return page
    key = _free_key(page, found.key)
    page = replace(
        page,
        gear=(*page.gear, replace(gear.weapon, key=key)) if gear.weapon else page.gear,
        shields=(*page.shields, replace(gear.shield, key=key)) if gear.shield else page.shields,
        items=(*page.items, replace(gear.item, key=key)) if gear.item else page.items,
        lit=(*page.lit, key) if gear.lit else page.lit,
    )
    return replace(page, hands=taken(page, key))


def lay(draft: Draft, actor_id: ActorId, key: str, cell: Cell) -> None:
    """The thing leaves the actor and lies on the square, burning if it burnt."""
    page = sheet(draft[actor_id])
    gear, name = parcel(page, key), name_of(page, key)
    light = light_feet(page, key) // FEET_PER_SQUARE if gear.lit else 0
    draft.emit(SheetSet(actor_id, give_up(page, key)))
    draft.emit(Laid(Thing(f"t{draft.next_number()}", name, cell, gear, light)))


def lying_near(board: Board, actor: Actor) -> tuple[Thing, ...]:
    """What lies within arm's length of the actor, no wall between."""
    if actor.cell is None or not board.battle.things:
        return ()
    return tuple(thing for thing in board.battle.things if within_reach(board, actor, thing.cell))


def within_reach(board: Board, actor: Actor, cell: Cell) -> bool:
    """Whether the square is the actor's own or one it can lay a hand on."""
    if actor.cell is None or not board.extent.contains(cell):
        return False
    left, top = actor.cell
    if left <= cell[0] < left + actor.size and top <= cell[1] < top + actor.size:
        return True
    return board.extent.index(cell) in board.barriers.strike_area(actor.cell, actor.size, ARMS_LENGTH)


def has_hands_for(page: OseSheet, gear: OseGear) -> bool:
    """Whether enough hands are free to take the thing."""
    return free_hands(page) >= hands_for(content(gear))


def _free_key(page: OseSheet, wanted: str) -> str:
    known = keys(page)
    number, key = 1, wanted
    while key in known:
        number += 1
        key = f"{wanted}-{number}"
    return key
