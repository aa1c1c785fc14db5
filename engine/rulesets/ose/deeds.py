"""What can be done with things, as data: each kind of deed with its rule, and what one takes of the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.phrase import ActorRef, Phrase, phrase
from engine.rulesets.ose.bodies import able
from engine.rulesets.ose.doors import chosen_door, doors_beside
from engine.rulesets.ose.economy import Cost, manipulation_cost
from engine.rulesets.ose.items import USABLE, ItemKind, Use
from engine.rulesets.ose.sheet import OseSheet, sheet, weapon
from engine.rulesets.ose.things import (
    ARMS_LENGTH,
    carried,
    content,
    gear_of,
    in_hand,
    is_shield,
    keys,
    light_feet,
    lying_near,
    name_of,
)
from engine.tactics.board import Board

RULES = {
    "draw": "OSE-MANIP-02",
    "stow": "OSE-MANIP-03",
    "drop": "OSE-ACT-07",
    "pick_up": "OSE-MANIP-04",
    "door": "OSE-MANIP-05",
    "light": "OSE-MANIP-06",
    "douse": "OSE-MANIP-08",
    "give": "OSE-MANIP-07",
    "drink": "OSE-ITEM-03",
    "open": "OSE-MANIP-16",
    "shift": "OSE-MANIP-08",
    "use": "OSE-ITEM-01",
}
"""Kind of deed -> the row it rests on."""

ITEM_VERBS = tuple(RULES)
"""Deeds that can be named as a verb of their own, or as `Act("item", picks={"do": "draw:dagger"})`."""


class Deed(NamedTuple):
    """What is done with which thing: a gear key, a door's id, the id of what lies there; and for whom."""

    kind: str
    key: str
    to: str = ""

    @property
    def pick(self) -> str:
        """As it stands in `Act.picks["do"]`."""
        return ":".join(part for part in self if part)


def deed_of(board: Board, act: Act) -> Deed:
    """Read an act. The pick `item` (or `door`) is the thing where the verb says the rest."""
    if act.verb == "item":
        kind, key, to = (*act.picks.get("do", "").split(":", 2), "", "")[:3]
        deed = Deed(kind, key, to)
    else:
        deed = Deed(act.verb, act.picks.get("door" if act.verb == "door" else "item", ""))
    actor = board.actor(act.actor)
    if deed.kind == "door" and not deed.key:
        return deed._replace(key=chosen_door(board, actor, act.cells))
    if deed.kind == "pick_up":
        return deed._replace(key=_thing_id(board, actor, deed.key))
    if deed.kind == "give" and not deed.to and act.targets:
        return deed._replace(to=act.targets[0])
    return deed


def deeds(board: Board, actor: Actor) -> tuple[Deed, ...]:
    """Everything the actor could do with its things and what is beside it, allowed or not."""
    page = sheet(actor)
    return (
        *_with_carried(page),
        *(Deed("give", key, ally.id) for key in in_hand(page) for ally in allies_beside(board, actor)),
        *(Deed("pick_up", thing.id) for thing in lying_near(board, actor)),
        *(Deed("door", door.id) for door in doors_beside(board, actor)),
    )


def uses(actor: Actor) -> tuple[Deed, ...]:
    """What the actor can use of the things it holds or wears (OSE-ITEM-01)."""
    page = sheet(actor)
    ready = (item for item in page.items if item.worn or item.key in in_hand(page))
    return tuple(Deed("use", item.key) for item in ready if item.kind in (*USABLE, ItemKind.SCROLL))


def allies_beside(board: Board, actor: Actor) -> tuple[Actor, ...]:
    """Members of the side within arm's length who could take something, in roster order."""
    others = (other for other in board.battle.members(actor.side) if other is not actor and able(other))
    return tuple(other for other in others if board.within_blow(actor, other, ARMS_LENGTH))


def price(board: Board, actor: Actor, deed: Deed) -> Cost | None:
    """What the deed takes of the round; None when no Manipulation is left."""
    page = sheet(actor)
    if deed.kind == "drop":
        return Cost.FREE  # Rule: OSE-ACT-07
    if moves_shield(board, actor, deed):
        return Cost.MOVE  # Rule: OSE-MANIP-14
    use = use_of(page, deed)
    if use is Use.MAIN:
        return Cost.MAIN  # Rule: OSE-ITEM-04
    if use is Use.MOVE:
        return Cost.MOVE  # Rule: OSE-ITEM-05
    return manipulation_cost(board.battle, actor)


def is_manipulation(board: Board, actor: Actor, deed: Deed) -> bool:
    """Whether the deed counts among the Manipulations of the round."""
    if deed.kind == "drop" or moves_shield(board, actor, deed):
        return False
    return deed.kind != "use" or use_of(sheet(actor), deed) is Use.MANIPULATION


def use_of(page: OseSheet, deed: Deed) -> Use:
    """What the use of an item takes; `UNKNOWN` for other deeds, and where the referee has not said it."""
    item = next((item for item in page.items if item.key == deed.key), None)
    return item.takes if item is not None and deed.kind == "use" else Use.UNKNOWN


def moves_shield(board: Board, actor: Actor, deed: Deed) -> bool:
    """Whether the deed readies or puts away a shield, which always takes the Move (OSE-MANIP-14, 15)."""
    if deed.kind == "pick_up":
        thing = board.battle.thing(deed.key)
        return thing is not None and gear_of(thing).shield is not None
    return deed.kind != "drop" and is_shield(sheet(actor), deed.key)


def words(board: Board, actor: Actor, deed: Deed) -> Phrase:
    """The deed as a choice in the action list."""
    item = _name(board, actor, deed)
    use = use_of(sheet(actor), deed)
    if use is not Use.UNKNOWN:  # Rule: OSE-ITEM-06
        return phrase("item.use_at", "OSE-ITEM-06", item=item, cost=phrase(f"use.{use}"))
    if deed.kind == "give":
        return phrase("item.give", RULES["give"], item=item, to=ActorRef(deed.to))
    if deed.kind == "draw" and _lacks_a_hand(sheet(actor), deed.key):
        return phrase("item.draw_for_both", RULES["draw"], item=item)
    return phrase(f"item.{deed.kind}", RULES.get(deed.kind, "OSE-MANIP-01"), item=item)


def _lacks_a_hand(page: OseSheet, key: str) -> bool:
    """Whether the weapon can be drawn into one hand but needs both to be used, and one is taken."""
    item = weapon(page, key)
    return item is not None and item.hands > 1 and bool(in_hand(page))


def said(board: Board, actor: Actor, deed: Deed) -> Phrase:
    """The deed as a line of the log."""
    rule = RULES[deed.kind]
    if is_shield(sheet(actor), deed.key) and deed.kind in ("draw", "stow"):
        rule = "OSE-MANIP-14" if deed.kind == "draw" else "OSE-MANIP-15"
    who, item = ActorRef(actor.id), _name(board, actor, deed)
    if deed.kind == "give":
        return phrase("item.gives", rule, who=who, item=item, to=ActorRef(deed.to))
    return phrase(f"item.{deed.kind}s", rule, who=who, item=item)


def _with_carried(page: OseSheet) -> Iterator[Deed]:
    held = in_hand(page)
    for key in keys(page):
        if key not in held and not _worn(page, key):
            yield Deed("draw", key)
    for kind in ("stow", "drop"):
        for key in held:
            yield Deed(kind, key)
    for key in held:
        if light_feet(page, key):
            yield Deed("douse" if key in page.lit else "light", key)
        if (page.hands.main == "") != (page.hands.off == ""):
            yield Deed("shift", key)
    for item in page.items:
        if item.kind is ItemKind.POTION and item.key in held:
            yield Deed("drink", item.key)
        if item.kind is ItemKind.BACKPACK:
            yield Deed("open", item.key)


def _worn(page: OseSheet, key: str) -> bool:
    return any(item.key == key and item.worn for item in page.items)


def _thing_id(board: Board, actor: Actor, key: str) -> str:
    """What lies near under that id, or is a thing of that key; the word itself if nothing is."""
    for thing in lying_near(board, actor):
        found = content(gear_of(thing))
        if thing.id == key or (found is not None and found.key == key):
            return thing.id
    return key


def _name(board: Board, actor: Actor, deed: Deed) -> str:
    thing = board.battle.thing(deed.key) if deed.kind == "pick_up" else None
    if thing is not None:
        return thing.name
    return name_of(sheet(actor), deed.key) if carried(sheet(actor), deed.key) else deed.key
