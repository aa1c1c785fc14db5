"""What OpenQuest remembers: skills, weapons, the action and reaction of the round, the list of counts."""

from __future__ import annotations

from enum import IntEnum, StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.events import SheetSet
from engine.model.phrase import ActorId
from engine.tactics.draft import Draft

METRES_PER_SQUARE = 2


class Size(IntEnum):
    """Weapon categories of a parry (rulings C2 #12: Large counts as Heavy)."""

    LIGHT = 0
    MEDIUM = 1
    HEAVY = 2
    HUGE = 3


class OqWeapon(Struct, frozen=True):
    """A weapon, shield or natural attack. `dice` are the sides of its damage dice, `reach` is in squares."""

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


FIST = OqWeapon("fist", "Fist", (4,), size=Size.LIGHT, unarmed=True)


class Turn(Struct, frozen=True):
    """What has been done this round. Renewed when the round begins (ruling C2 #11)."""

    acted: bool = False
    off_hand_used: bool = False
    reacted: bool = False
    no_reaction: bool = False
    """Charged: the reaction of the round is lost."""
    dodge_only: bool = False
    """Sprinted: may dodge, not parry."""
    spell: str = ""
    """The spell declared at the start of the round."""
    casting: bool = False


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
    """Key of the weapon of the bonus attack at half DEX (OQ-TWOWEAPON); empty for none."""
    casts: bool = False
    role: str = ""
    set_weapon: bool = False
    dead: bool = False
    turn: Turn = Turn()


class OpenQuestOptions(Guest, Struct, frozen=True, tag="openquest.options"):
    """Switchable readings. The first value in `CHOICES` is the default."""

    dodge_against_critical: str = "stays"
    """stays: an ordinary dodge or parry does not stop a critical; avoids: it does (C2 #14, G13)."""


CHOICES: dict[str, tuple[str, ...]] = {"dodge_against_critical": ("stays", "avoids")}


class What(StrEnum):
    """What an actor does on a count."""

    ACTION = "action"
    OFF_HAND = "off_hand"
    SPELL = "spell"


class Count(Struct, frozen=True):
    """One entry of the list: on this count, this actor, doing what. One actor may have several."""

    count: int
    actor: ActorId
    what: What = What.ACTION

    @property
    def key(self) -> str:
        """Names the entry within its round."""
        return f"{self.actor}:{self.what.value}"


class Phase(StrEnum):
    """The parts of a round."""

    DECLARE = "declare"
    """Spells are declared, since they set the order (ruling C2 #3)."""
    COUNT = "count"
    OVER = "over"


class OpenQuestRound(Guest, Struct, frozen=True, tag="openquest.round"):
    """Where the round stands. `at` is an index into `order`."""

    number: int = 1
    phase: Phase = Phase.COUNT
    order: tuple[Count, ...] = ()
    at: int = 0


def sheet(actor: Actor) -> OpenQuestSheet:
    """The actor's page; somebody put in without one is an ordinary human."""
    return actor.sheet if isinstance(actor.sheet, OpenQuestSheet) else OpenQuestSheet()


def options(battle: Battle) -> OpenQuestOptions:
    """The readings in force."""
    return battle.options if isinstance(battle.options, OpenQuestOptions) else OpenQuestOptions()


def state(battle: Battle) -> OpenQuestRound:
    """Where the round stands. TypeError before the fight has begun."""
    if not isinstance(battle.round, OpenQuestRound):
        raise TypeError("the fight has not begun")
    return battle.round


def current(battle: Battle) -> Count | None:
    """The entry being played."""
    now = state(battle)
    return now.order[now.at] if now.phase is Phase.COUNT and now.at < len(now.order) else None


def held(page: OpenQuestSheet) -> tuple[OqWeapon, ...]:
    """Weapons and shields in hand; bare fists where there are none."""
    return page.weapons or (FIST,)


def weapon(page: OpenQuestSheet, key: str) -> OqWeapon:
    """The weapon in hand with that key, else the first."""
    return next((item for item in held(page) if item.key == key), held(page)[0])


def skill(page: OpenQuestSheet, item: OqWeapon) -> int:
    """The skill that attacks and parries with the weapon use (OQ-BASIC-06, ruling G20)."""
    return page.unarmed if item.unarmed else page.close


def squares(page: OpenQuestSheet, times: int = 1) -> int:
    """A multiple of the Movement Rate in whole squares."""
    return page.rate * times // METRES_PER_SQUARE


def write_turn(draft: Draft, actor_id: ActorId, turn: Turn, set_weapon: bool = False) -> None:
    """Note what was done. Whatever it was, a set weapon is set no longer unless told so (OQ-SET-04)."""
    draft.emit(SheetSet(actor_id, replace(sheet(draft[actor_id]), turn=turn, set_weapon=set_weapon)))
