"""What OS-SIX remembers: four attributes, hit points and strain, the turn, the order of combat."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.events import SheetSet
from engine.model.phrase import ActorId
from engine.tactics.draft import Draft

MOST_STRAIN = 12


class SixWeapon(Struct, frozen=True):
    """A weapon: damage dice in sides, a bonus, its reach in squares, or for a ranged one its range."""

    key: str
    name: str
    dice: tuple[int, ...] = (6,)
    bonus: int = 0
    reach: int = 1
    range: int = 0
    """Farthest square of its band; 0 is a melee weapon (bands are proposed values, rulings D1)."""

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


class SixSheet(Guest, Struct, frozen=True, tag="os_six.sheet"):
    """One character or enemy. Movement in squares. Strain and panic are for heroes only."""

    hero: bool = False
    brawn: int = 2
    agility: int = 2
    mind: int = 2
    will: int = 2
    hp: int = 8
    max_hp: int = 8
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
    """The next action is made with one die less: it panicked (SIX-PANIC-05)."""
    dazed: bool = False
    """No actions in the next turn (SIX-DAMAGE-11)."""
    fallen: bool = False
    """Out for want of hit points."""
    dead: bool = False
    turn: Turn = Turn()


class SixOptions(Guest, Struct, frozen=True, tag="os_six.options"):
    """Switchable readings. The first value in `CHOICES` is the default."""

    massive: str = "equal"
    """equal: dropping to minus the maximum kills; example: it takes one more (D2 #5)."""


CHOICES: dict[str, tuple[str, ...]] = {"massive": ("equal", "example")}


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


def sheet(actor: Actor) -> SixSheet:
    """The actor's page; somebody put in without one is an ordinary enemy."""
    return actor.sheet if isinstance(actor.sheet, SixSheet) else SixSheet()


def options(battle: Battle) -> SixOptions:
    """The readings in force."""
    return battle.options if isinstance(battle.options, SixOptions) else SixOptions()


def state(battle: Battle) -> SixRound:
    """Whose turn it is. TypeError before the fight has begun."""
    if not isinstance(battle.round, SixRound):
        raise TypeError("the fight has not begun")
    return battle.round


def on_turn(battle: Battle) -> ActorId:
    """The actor whose turn it is; empty when there is none."""
    now = state(battle)
    return now.order[now.at] if now.phase is Phase.TURN and now.at < len(now.order) else ""


def usable(page: SixSheet) -> tuple[SixWeapon, ...]:
    """Weapons that can be used now; fists where there are none."""
    return tuple(item for item in page.weapons if item.key not in page.useless) or (FISTS,)


def weapon(page: SixSheet, key: str) -> SixWeapon:
    """The usable weapon with that key, else the first."""
    return next((item for item in usable(page) if item.key == key), usable(page)[0])


def write(draft: Draft, actor_id: ActorId, **changes: object) -> None:
    """Change fields of the actor's page."""
    draft.emit(SheetSet(actor_id, replace(sheet(draft[actor_id]), **changes)))
