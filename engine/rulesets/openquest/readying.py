"""What is in hand: drawing, sheathing, picking up, throwing away, and reloading."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.grid.cells import gap
from engine.model.actor import Actor
from engine.model.battle import Battle, Thing
from engine.model.events import Lifted, Said
from engine.model.offers import PickGroup
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.rulesets.openquest.disarming import let_fall
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.sheet import Load, OpenQuestSheet, OqThing, OqWeapon, sheet, write
from engine.tactics.draft import Draft

HANDS = 2


def lying_near(battle: Battle, actor: Actor) -> tuple[tuple[Thing, OqWeapon], ...]:
    """Weapons on the ground within a square of the actor."""
    if actor.cell is None:
        return ()
    return tuple(
        (thing, thing.item.item)
        for thing in battle.things
        if isinstance(thing.item, OqThing) and max(gap(actor.cell, actor.size, thing.cell, 1)) <= 1
    )


def choices(battle: Battle, actor: Actor) -> PickGroup:
    """What Ready Weapon can be about: drawing, sheathing, or taking something from the ground."""
    page = sheet(actor)
    draws = ((f"draw:{item.key}", phrase("oq.pick.draw", "", means=item.name)) for item in page.packed)
    away = (
        (f"sheathe:{item.key}", phrase("oq.pick.sheathe", "", means=item.name))
        for item in page.weapons
        if item.crafted
    )
    ground = (
        (f"take:{thing.id}", phrase("oq.pick.take", "", means=item.name))
        for thing, item in lying_near(battle, actor)
    )
    return PickGroup("item", phrase("oq.pick.item"), (*draws, *ground, *away))


def in_the_way(page: OpenQuestSheet, item: OqWeapon) -> Iterator[OqWeapon]:
    """What has to be let fall so that the hands are free for it, the last taken first (OQ-OTHER-06)."""
    free = HANDS - sum(one.hands for one in page.weapons if one.crafted)
    for one in reversed(page.weapons):
        if free >= item.hands:
            return
        if one.crafted and one.hands:
            free += one.hands
            yield one


def ready(draft: Draft, who: ActorId, pick: str) -> None:
    """One Ready Weapon: it takes the action of the round, whatever it is about."""
    # Rule: OQ-OTHER-05, OQ-OTHER-07, OQ-OTHER-08
    how, _, key = pick.partition(":")
    page = sheet(draft[who])
    if how == "sheathe":
        item = next((one for one in page.weapons if one.key == key), None)
        if item is not None:
            left = tuple(one for one in page.weapons if one.key != key)
            write(draft, who, weapons=left, packed=(*page.packed, item))
            _say(draft, who, "oq.sheathes", item)
        return
    if how == "take":
        thing = draft.battle.thing(key)
        if thing is None or not isinstance(thing.item, OqThing):
            return
        draft.emit(Lifted(key))
        _take_in_hand(draft, who, thing.item.item)
        _say(draft, who, "oq.picks_up", thing.item.item)
        return
    item = next((one for one in page.packed if one.key == key), None)
    if item is not None:
        write(draft, who, packed=tuple(one for one in page.packed if one.key != key))
        _take_in_hand(draft, who, item)
        _say(draft, who, "oq.draws", item)


def _take_in_hand(draft: Draft, who: ActorId, item: OqWeapon) -> None:
    here = draft[who].cell
    for one in tuple(in_the_way(sheet(draft[who]), item)):
        if here is not None:
            let_fall(draft, who, one, here)
            _say(draft, who, "oq.lets_fall", one)
    write(draft, who, weapons=(item, *sheet(draft[who]).weapons))


def _say(draft: Draft, who: ActorId, key: str, item: OqWeapon) -> None:
    said = phrase(key, "OQ-OTHER-05", who=ActorRef(who), means=item.name)
    draft.emit(Said(said, about=who, rule="OQ-OTHER-05"))


# --- loading -----------------------------------------------------------------------------------------


def left_to_load(page: OpenQuestSheet, key: str) -> int:
    """Rounds of reloading a weapon still takes."""
    return next((load.left for load in page.loads if load.key == key), 0)


def spent(draft: Draft, who: ActorId, item: OqWeapon) -> None:
    """The weapon has been shot: it is loaded again after as many rounds as its rate says (OQ-RANGED-04)."""
    takes = item.rate - 1
    if takes == 0 and options(draft.battle).nocking == "action":
        takes = 1  # Rule: OQ-RANGED-03
    _load(draft, who, item.key, takes)


def reload(draft: Draft, who: ActorId, key: str) -> None:
    """One round of reloading."""
    # Rule: OQ-OTHER-09
    left = left_to_load(sheet(draft[who]), key) - 1
    _load(draft, who, key, left)
    item = next((one for one in sheet(draft[who]).weapons if one.key == key), None)
    if item is not None:
        word = "oq.loads" if left > 0 else "oq.loaded"
        said = phrase(word, "OQ-OTHER-09", who=ActorRef(who), means=item.name, rounds=left)
        draft.emit(Said(said, about=who, rule="OQ-OTHER-09"))


def _load(draft: Draft, who: ActorId, key: str, left: int) -> None:
    others = tuple(load for load in sheet(draft[who]).loads if load.key != key)
    write(draft, who, loads=(*others, Load(key, left)) if left > 0 else others)


def first(page: OpenQuestSheet, pick: str) -> str:
    """The weapon to reload: the picked one, else the first that needs it."""
    return pick or next((load.key for load in page.loads), "")


def gone(draft: Draft, who: ActorId, item: OqWeapon, target: ActorId) -> None:
    """A thrown weapon leaves the hand and lies where it was thrown to."""
    there = draft[target].cell if target in draft else draft[who].cell
    if there is not None and any(one.key == item.key for one in sheet(draft[who]).weapons):
        let_fall(draft, who, replace(item, count=max(1, item.count)), there)
