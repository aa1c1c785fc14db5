"""What OS-SIX remembers: four attributes, hit points and strain, the turn, the order of combat."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import HELPLESS, Actor, Guest
from engine.model.battle import Battle
from engine.model.events import SheetSet
from engine.model.phrase import ActorId
from engine.rulesets.os_six.options import options
from engine.tactics.draft import Draft

MOST_STRAIN = 12
BANDS = (6, 20, 60)
"""Ends of Near, Medium and Far in squares; Extreme is beyond (proposed values, rulings D1)."""


class SixWeapon(Struct, frozen=True):
    """A weapon: damage dice in sides, a bonus, its reach in squares, or for a ranged one its range."""

    key: str
    name: str
    dice: tuple[int, ...] = (6,)
    bonus: int = 0
    reach: int = 1
    range: int = 0
    """Farthest square of its band; 0 is a melee weapon (bands are proposed values, rulings D1)."""
    recoil: bool = False
    """A shot in the turn after another has a Penalty (D2 #26)."""
    stun: int = 0
    """Sides of the die that says for how many turns it stuns; 0 does not stun."""
    strain: int = 0
    """Strain that a hit brings besides (SIX-STRAIN-09)."""

    @property
    def ranged(self) -> bool:
        """Whether it shoots or is thrown."""
        return self.range > 0


FISTS = SixWeapon("fists", "Fists", (3,))


class Turn(Struct, frozen=True):
    """What has been done in the running turn. Renewed when the turn begins."""

    attacks: int = 0
    acted: bool = False
    """The one other thing of the turn is done (for enemies with several attacks: the last of them)."""
    doubled: bool = False
    fired: str = ""
    """Key of a weapon with recoil that was fired."""


class SixSheet(Guest, Struct, frozen=True, tag="os_six.sheet"):
    """One character or enemy. Movement in squares. Strain and panic are for heroes only."""

    hero: bool = False
    brawn: int = 2
    agility: int = 2
    mind: int = 2
    will: int = 2
    hp: int = 8
    max_hp: int = 8
    """0 for a hero whose hit points are rolled from Brawn when the fight begins (SIX-HP-01)."""
    strain: int = 0
    armour: int = 0
    """Taken off all damage (proposed values, rulings D1)."""
    move: int = 6
    attacks: int = 1
    """Attacks a turn (SIX-TURN-12)."""
    weapons: tuple[SixWeapon, ...] = ()
    useless: tuple[str, ...] = ()
    """Keys of weapons dropped or jammed until readied."""
    role: str = ""
    penalty: bool = False
    """The next action is made with one die less: it panicked, or woke badly (SIX-PANIC-05, SIX-INCAP-03)."""
    dazed: bool = False
    """No actions in the next turn (SIX-DAMAGE-11)."""
    fallen: bool = False
    """Out for want of hit points."""
    dead: bool = False
    turn: Turn = Turn()
    gear: tuple[str, ...] = ()
    """Equipment beside the weapons, by name."""
    shield: bool = False
    kit: bool = False
    """Has medical equipment or a first aid kit (SIX-REST-07)."""
    medic: bool = False
    """Has a medical skill (SIX-REST-08)."""
    calming: bool = False
    """Has a skill like Psychology or Religion (SIX-REDUCE-05)."""
    luck: int = 0
    """Luck Points left."""
    temp: int = 0
    """Temporary hit points, taken first (SIX-TEMP-02)."""
    important: bool = False
    """An enemy that goes on rolling at zero hit points as heroes do (D2 #8)."""
    strong: bool = False
    """Much stronger than its size: hard to wrestle with (SIX-GRAPPLE-15)."""
    horror: int = 0
    """Strain that the first sight of it brings to who fails a Will roll; 0 is nothing horrifying."""
    helped: bool = False
    """The next action is made with one die more (Help)."""
    cover: str = ""
    """Behind light, heavy or full cover until it moves (rulings D1)."""
    holding: ActorId = ""
    held_by: ActorId = ""
    rammed_by: ActorId = ""
    """Lies where that one's ram threw it: its allies attack with a Bonus (SIX-RAM-05)."""
    recoiling: str = ""
    """Key of the weapon with recoil that was fired in the turn before."""
    stable: bool = False
    """At zero, but no longer dying (SIX-REST-16)."""
    terrified: bool = False
    """The strain of being Terrified has been taken (SIX-STRAIN-05)."""
    horrors: tuple[ActorId, ...] = ()
    """Whose horror it has faced already (SIX-STRAIN-04)."""
    since: int = 0
    """Round in which poison or bleeding began; 0 while there is neither."""
    bleeds_since: int = 0
    """Round in which extreme bleeding began; 0 while there is none (SIX-REST-14)."""
    ailment: str = ""
    """What poison or bleeding does to it, in the GM's words (SIX-REST-15)."""
    ailment_die: int = 0
    """Sides of the die of damage it takes by that; 0 for none."""
    ailment_every: int = 0
    """Turns from one such damage to the next; 0 for none."""
    dry_days: int = 0
    hungry_days: int = 0
    """Days without water and without food (SIX-REST-03, SIX-REST-04)."""
    shock_hours: int = 0
    """Hours incapacitated by strain without aid (SIX-INCAP-06)."""


class Phase(StrEnum):
    """Whether the fight runs."""

    TURN = "turn"
    OVER = "over"


class SixRound(Guest, Struct, frozen=True, tag="os_six.round"):
    """The order of combat, rolled once (SIX-STEP-09), and whose turn it is."""

    number: int = 1
    phase: Phase = Phase.TURN
    order: tuple[ActorId, ...] = ()
    at: int = 0
    going_on: bool = False
    """The GM goes on although one side has nobody left (SIX-STEP-10)."""


def sheet(actor: Actor) -> SixSheet:
    """The actor's page; somebody put in without one is an ordinary enemy."""
    return actor.sheet if isinstance(actor.sheet, SixSheet) else SixSheet()


def state(battle: Battle) -> SixRound:
    """Whose turn it is. TypeError before the fight has begun."""
    if not isinstance(battle.round, SixRound):
        raise TypeError("the fight has not begun")
    return battle.round


def in_combat(battle: Battle) -> bool:
    """Whether the fight runs."""
    return isinstance(battle.round, SixRound) and battle.round.phase is Phase.TURN


def on_turn(battle: Battle) -> ActorId:
    """The actor whose turn it is; empty when there is none."""
    now = state(battle)
    return now.order[now.at] if now.phase is Phase.TURN and 0 <= now.at < len(now.order) else ""


def usable(page: SixSheet) -> tuple[SixWeapon, ...]:
    """Weapons that can be used now; fists where there are none."""
    return tuple(item for item in page.weapons if item.key not in page.useless) or (FISTS,)


def weapon(page: SixSheet, key: str) -> SixWeapon:
    """The usable weapon with that key, else the first. Everybody has fists."""
    if key == FISTS.key:
        return FISTS
    return next((item for item in usable(page) if item.key == key), usable(page)[0])


def fights_for_life(battle: Battle, page: SixSheet) -> bool:
    """Whether it rolls Brawn at zero hit points, and is not simply out (D2 #8)."""
    reading = options(battle).enemies_at_zero
    return page.hero or reading == "roll" or (reading == "important" and page.important)


def helpless(actor: Actor) -> bool:
    """On the map and unable to resist: unconscious, incapacitated or bound, but not dead."""
    page = sheet(actor)
    out = (page.fallen and not page.dead) or page.strain == MOST_STRAIN or actor.has(HELPLESS)
    return actor.on_map and not page.dead and out


def write(draft: Draft, actor_id: ActorId, **changes: object) -> None:
    """Change fields of the actor's page."""
    draft.emit(SheetSet(actor_id, replace(sheet(draft[actor_id]), **changes)))
