"""What OpenQuest remembers of a combatant: skills, what is in hand, what was done this round."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Actor, Guest
from engine.model.events import SheetSet
from engine.model.phrase import ActorId
from engine.tactics.draft import Draft


class Size(IntEnum):
    """Weapon categories of a parry (rulings C2 #12: Large counts as Heavy)."""

    LIGHT = 0
    MEDIUM = 1
    HEAVY = 2
    HUGE = 3


class OqWeapon(Struct, frozen=True):
    """A weapon, shield or natural attack. `dice` are the sides of its damage dice.

    `reach` is in squares of two metres, `range` in metres.
    """

    key: str
    name: str
    dice: tuple[int, ...]
    bonus: int = 0
    size: Size = Size.MEDIUM
    reach: int = 1
    settable: bool = False
    """Can be set against a charge (OQ-SET-01)."""
    unarmed: bool = False
    """Uses the Unarmed Combat skill."""
    natural: bool = False
    """Teeth, claws: a weapon that parries only its like and the unarmed (OQ-NATURAL)."""
    shield: bool = False
    great: bool = False
    """A sword, axe or mace (OQ-CCATK-08)."""
    range: int = 0
    """Without penalty; 0 for what is not made to be shot or thrown."""
    thrown: bool = False
    """Thrown by hand. With a range and without this it is a bow, a sling or the like."""
    rate: int = 1
    """One shot in so many rounds."""
    no_modifier: bool = False
    """The Damage Modifier is not added (OQ-DAMAGE-03)."""
    enc: int = 0
    hands: int = 1
    skill: int = 0
    """Percent of its own; 0 for the skill of its kind."""
    count: int = 1
    """How many of them: each throw takes one."""

    @property
    def missile(self) -> bool:
        """Shoots, and can neither strike nor parry."""
        return self.range > 0 and not self.thrown

    @property
    def crafted(self) -> bool:
        """Made, and not grown."""
        return not self.natural and not self.unarmed


FIST = OqWeapon("fist", "Fist", (4,), size=Size.LIGHT, unarmed=True, hands=0)


class OqThing(Guest, Struct, frozen=True, tag="openquest.thing"):
    """A weapon that lies on the ground."""

    item: OqWeapon


class OqSpell(Struct, frozen=True):
    """A spell as far as a fight needs it; the rest the GM reads from its book."""

    name: str
    projected: bool = False
    """Is sent at somebody, who may dodge it (OQ-REACT-10)."""
    dice: tuple[int, ...] = ()
    note: str = ""
    """What its description says of dodging it."""


class Effect(Struct, frozen=True):
    """What magic or luck adds for a while: percent to hit, damage, armour points."""

    name: str
    hit: int = 0
    damage: int = 0
    armour: int = 0
    until: int = 0
    """The last round in which it holds."""


class Aim(Struct, frozen=True):
    """Rounds spent aiming a weapon at one target."""

    target: ActorId
    key: str
    rounds: int = 1


class Load(Struct, frozen=True):
    """A weapon that has been shot, and the rounds of reloading it still takes."""

    key: str
    left: int


class Turn(Struct, frozen=True):
    """What has been done this round. Renewed when the round begins (ruling C2 #11)."""

    acted: bool = False
    off_hand_used: bool = False
    """The second weapon has struck or parried."""
    reacted: bool = False
    no_reaction: bool = False
    """Charged, struck all out or with all might: the reaction of the round is lost."""
    dodge_only: bool = False
    """Sprinted: may dodge, not parry."""
    spell: str = ""
    """The spell declared at the start of the round."""
    retreated: bool = False
    """Gave way: may attack or react, not both."""
    attacked: bool = False
    charged: bool = False
    all_out: bool = False
    tried: bool = False
    """Has tried to break free."""
    shares: tuple[int, ...] = ()
    """A skill over 100 split into attacks, declared at the start of the round."""
    done: tuple[int, ...] = ()
    """Which of the split attacks after the first have been made."""
    parried: int = 0
    dodged: int = 0
    """Percent of a skill over 100 used up by parries and by dodges."""
    waits_for: ActorId = ""
    interrupts: bool = False
    """Waits to break in on the action, not to follow it."""
    bolts: bool = False
    """The untrained mount runs away this round."""


class OpenQuestSheet(Guest, Struct, frozen=True, tag="openquest.sheet"):
    """One combatant. Skills in percent, movement in metres."""

    hp: int = 11
    max_hp: int = 11
    dex: int = 11
    intellect: int = 11
    close: int = 25
    unarmed: int = 25
    dodge: int = 25
    resilience: int = 40
    armour: int = 0
    rate: int = 15
    damage_modifier: tuple[int, ...] = ()
    """Sides of the dice of the Damage Modifier."""
    weakling: bool = False
    """The Damage Modifier is subtracted."""
    weapons: tuple[OqWeapon, ...] = ()
    """In hand, the one it attacks with first; a shield is one of them."""
    off_hand: str = ""
    """Key of the item of the off hand; empty: the second one-handed item held."""
    casts: bool = False
    role: str = ""
    set_weapon: bool = False
    dead: bool = False
    turn: Turn = Turn()
    ranged: int = 25
    riding: int = 25
    influence: int = 25
    persistence: int = 25
    packed: tuple[OqWeapon, ...] = ()
    """Sheathed, slung or on the belt."""
    spells: tuple[OqSpell, ...] = ()
    hero_points: int = 0
    tongue: str = ""
    """The language it speaks; empty: the one everybody speaks."""
    leader: bool = False
    cover: str = ""
    """partial, very_good or total, as the GM says."""
    mounted: bool = False
    mount_rate: int = 30
    untrained: bool = False
    """The mount is not used to combat."""
    tall: bool = False
    """On foot as tall as a rider on a horse."""
    effects: tuple[Effect, ...] = ()
    aim: Aim | None = None
    loads: tuple[Load, ...] = ()
    grapples: ActorId = ""
    """Whom it is locked with."""
    hold: str = ""
    """What the partner does to it: "immobilised" or "pain"."""
    wounds: tuple[str, ...] = ()
    """Major wounds, in the words of the table they were rolled on."""
    shocked: bool = False
    """A major wound has halved its DEX."""
    fights_until: int = 0
    """The round at whose end a major wound fells it; 0 for none."""
    trips: int = 0
    """The round it misses after a fumble."""
    fleeing: bool = False
    surrendered: bool = False


def sheet(actor: Actor) -> OpenQuestSheet:
    """The actor's page; somebody put in without one is an ordinary human."""
    return actor.sheet if isinstance(actor.sheet, OpenQuestSheet) else OpenQuestSheet()


def held(page: OpenQuestSheet) -> tuple[OqWeapon, ...]:
    """Weapons and shields in hand; bare fists where there are none."""
    return page.weapons or (FIST,)


def close_weapons(page: OpenQuestSheet) -> tuple[OqWeapon, ...]:
    """What it can strike with; the fist where it holds nothing but bows and the like."""
    return tuple(item for item in held(page) if not item.missile) or (FIST,)


def weapon(page: OpenQuestSheet, key: str) -> OqWeapon:
    """The weapon in hand with that key, else the first; the fist is always there."""
    if key == FIST.key and all(item.key != key for item in page.weapons):
        return FIST
    return next((item for item in held(page) if item.key == key), held(page)[0])


def off_hand(page: OpenQuestSheet) -> OqWeapon | None:
    """The item of the off hand: the second that one hand wields, or a shield beside the weapon."""
    if page.off_hand:
        return next((item for item in page.weapons if item.key == page.off_hand), None)
    wielded = [item for item in page.weapons if item.crafted and not item.missile and item.hands == 1]
    return wielded[1] if len(wielded) > 1 else None  # Rule: OQ-TWOWEAPON-01


def dexterity(page: OpenQuestSheet) -> int:
    """DEX as it counts now: halved by the shock of a major wound."""
    return page.dex // 2 if page.shocked else page.dex  # Rule: OQ-MAJOR-04


def rate_of(page: OpenQuestSheet) -> int:
    """The Movement Rate in metres: the mount's where it rides."""
    return page.mount_rate if page.mounted else page.rate  # Rule: OQ-MOUNT-05


def armour(page: OpenQuestSheet) -> int:
    """Armour points with what magic adds."""
    return max(0, page.armour + sum(effect.armour for effect in page.effects))


def slug(name: str) -> str:
    """A key made of a name."""
    return "-".join(name.lower().split())


def write(draft: Draft, actor_id: ActorId, **changes: object) -> None:
    """Set fields of a page and leave the rest as it is."""
    draft.emit(SheetSet(actor_id, replace(sheet(draft[actor_id]), **changes)))


def write_turn(
    draft: Draft, actor_id: ActorId, turn: Turn, set_weapon: bool = False, aim: Aim | None = None
) -> None:
    """Note what was done. Whatever it was, a set weapon is set no longer, an aim is lost, unless told so."""
    # Rule: OQ-SET-04, OQ-RACT-05
    write(draft, actor_id, turn=turn, set_weapon=set_weapon, aim=aim)
