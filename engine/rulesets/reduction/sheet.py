"""What Old-School Reduction remembers of a creature: a stat line, declarations, attacks and effects due."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.phrase import ActorId, Cell
from engine.rulesets.reduction.options import options

_EFFECT = re.compile(r"(?P<name>.*?\S)(?:\s+(?P<hits>\d{1,2}))?(?P<half>\s+half)?", re.IGNORECASE)


class Plan(Struct, frozen=True):
    """What somebody declared for this round."""

    verb: str
    path: tuple[Cell, ...] = ()
    target: ActorId = ""
    text: str = ""


class Due(Struct, frozen=True):
    """One attack roll still to be made this round. `target` is empty where anybody engaged will do."""

    hits: int
    """Hit points it delivers."""
    target: ActorId = ""
    modifier: int = 0
    fleeing: bool = False
    """An attack on somebody who flees: its shield does not count."""
    attack: int = 0
    """Which of the creature's attacks it is made with."""
    shot: bool = False
    """Made with the missile weapon."""


class Effect(Struct, frozen=True):
    """Something special that happens to somebody in step 4. `hits` delivered without a save; 0 none."""

    name: str
    hits: int = 0
    half: bool = False
    """A save halves the hit points instead of sparing them all."""
    by: ActorId = ""


class ReductionSheet(Guest, Struct, frozen=True, tag="reduction.sheet"):
    """The stat line of one creature (rulings B1) and its state. Distances in spaces, armour class descending.

    The defaults are the normal human of B1.
    """

    ac: int = 9
    hit_dice: int = 1
    hit_bonus: int = -2
    attacks: tuple[int, ...] = (3,)
    """AT: the most hit points each attack can deliver."""
    to_hit: int = 20
    move: int = 4
    save: int = 18
    morale: int | None = 6
    role: str = ""
    shield: int = 0
    """How much of the armour class is the shield's."""
    weapon: str = ""
    weapon_hits: int = 0
    """Hit points of the weapon; 0 sets no limit (claws and teeth)."""
    missile_range: int = 0
    """Short range of a missile weapon in spaces; 0 has none. Three times that is the farthest."""
    taken: int = 0
    """Running total of all hit points ever sustained."""
    hurt: bool = False
    """Harmed this round: rolls hit dice at its end."""
    plan: Plan | None = None
    due: tuple[Due, ...] = ()
    came_from: Cell | None = None
    """The space it was in before the one it is in."""
    routed: bool = False
    """Failed morale and flees as well as it can."""
    surrendered: bool = False
    effects: tuple[str, ...] = ()
    """What each attack brings beside hit points, in the order of `attacks`: "poison", "fire 6 half"."""
    missile: str = ""
    """Name of the missile weapon where it is another than `weapon`."""
    missile_hits: int = 0
    """Hit points of the missile weapon; 0 for those of `weapon`."""
    stowed: bool = False
    """The missile weapon has to be readied before it can be used."""
    reloads: bool = False
    """The missile weapon must be reloaded after each shot."""
    unloaded: bool = False
    """The missile weapon has been shot and not reloaded yet."""
    leader: bool = False
    """A strong leader: its morale is that of its whole side."""
    more: tuple[Plan, ...] = ()
    """Declared beside `plan`, where the referee allowed a second option."""
    pending: tuple[Effect, ...] = ()
    """Effects of this round's attacks that it has to save against in step 4."""
    struck: bool = False
    """Hit this round, with or without harm."""
    dead: bool = False
    """Taken out of action by the dice, which is how people die here."""
    fled: bool = False
    """Left the playing area."""


def sheet(actor: Actor) -> ReductionSheet:
    """The actor's stat line; somebody put in without one is a normal human."""
    return actor.sheet if isinstance(actor.sheet, ReductionSheet) else ReductionSheet()


def most_borne(page: ReductionSheet) -> int:
    """The best roll of its hit dice: with so many hit points sustained nothing saves it."""
    return 6 * page.hit_dice + page.hit_bonus


def share_left(page: ReductionSheet) -> float:
    """What is left of that, from 1 for the unhurt down to 0."""
    most = most_borne(page)
    return max(0.0, 1 - page.taken / most) if most > 0 else 0.0


# --- declarations --------------------------------------------------------------------------------------


def plans(page: ReductionSheet) -> tuple[Plan, ...]:
    """All that was declared, in the order in which it was."""
    return (page.plan, *page.more) if page.plan is not None else page.more


def planned(page: ReductionSheet, *verbs: str) -> Plan | None:
    """The declaration by one of these verbs, if there is one."""
    return next((plan for plan in plans(page) if plan.verb in verbs), None)


def with_plans(page: ReductionSheet, kept: tuple[Plan, ...]) -> ReductionSheet:
    """The page with these declarations and no others."""
    return replace(page, plan=kept[0] if kept else None, more=kept[1:])


def without_plan(page: ReductionSheet, verb: str) -> ReductionSheet:
    """The page with a declaration taken back."""
    return with_plans(page, tuple(plan for plan in plans(page) if plan.verb != verb))


# --- attacks -------------------------------------------------------------------------------------------


def hits(battle: Battle, page: ReductionSheet, most: int, shot: bool = False) -> int:
    """Hit points one attack of this AT delivers."""
    weapon = page.missile_hits if shot and page.missile_hits else page.weapon_hits
    limited = options(battle).weapon_hits == "limit" and weapon > 0
    return min(most, weapon) if limited else most  # Rule: OSR-ATTACK-07, OSR-ATTACK-08


def missile_name(page: ReductionSheet) -> str:
    """What it shoots or throws."""
    return page.missile or page.weapon


def read_effect(text: str, by: ActorId = "") -> Effect:
    """An effect as people write it: "poison", "fire ball 10 half" (10 hit points, half with a save)."""
    found = _EFFECT.fullmatch(text.strip())
    if found is None:
        return Effect(text.strip(), by=by)
    return Effect(found["name"], int(found["hits"] or 0), bool(found["half"]), by)


def effect_of(page: ReductionSheet, attack: int, by: ActorId) -> Effect | None:
    """What one of the attacks brings with it, if anything."""
    text = page.effects[attack] if attack < len(page.effects) else ""
    return read_effect(text, by) if text.strip() else None
