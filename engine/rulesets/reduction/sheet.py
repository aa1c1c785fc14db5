"""What Old-School Reduction remembers: a stat line, a declaration, attacks due, the step of the round."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.phrase import ActorId, Cell, SideId


class Plan(Struct, frozen=True):
    """What somebody declared for this round."""

    verb: str
    path: tuple[Cell, ...] = ()
    target: ActorId = ""
    text: str = ""


class Due(Struct, frozen=True):
    """One attack roll still to be made this round. `target` is empty where anybody in the space will do."""

    hits: int
    """Hit points it delivers."""
    target: ActorId = ""
    modifier: int = 0
    fleeing: bool = False
    """The extra attack on somebody who flees: its shield does not count."""


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
    """Short range of a readied missile weapon in spaces; 0 has none. Three times that is the farthest."""
    taken: int = 0
    """Running total of all hit points ever sustained."""
    hurt: bool = False
    """Hit this round: rolls hit dice at its end."""
    plan: Plan | None = None
    due: tuple[Due, ...] = ()
    came_from: Cell | None = None
    """The space it was in before the one it is in."""
    routed: bool = False
    """Failed morale and flees as well as it can."""
    surrendered: bool = False


class ReductionOptions(Guest, Struct, frozen=True, tag="reduction.options"):
    """Switchable readings. The first value in `CHOICES` is the default."""

    weapon_hits: str = "limit"
    """limit: a hit delivers the weapon's hit points, at most AT; ignore: always AT (B1, OSR-ATTACK-08)."""
    party_morale: str = "exempt"
    """exempt: players' sides never check morale; check: they do (B2 #15)."""


CHOICES: dict[str, tuple[str, ...]] = {
    "weapon_hits": ("limit", "ignore"),
    "party_morale": ("exempt", "check"),
}


class Phase(StrEnum):
    """The steps of a round in order (OSR-PROC-01); the sixth, Repeat, is the next round."""

    MORALE = "morale"
    DECLARE = "declare"
    ATTACK = "attack"
    SPECIAL = "special"
    HIT_DICE = "hit_dice"
    OVER = "over"


class SideState(Struct, frozen=True):
    """One side's strength at the start of the fight and the morale triggers it has met."""

    side: SideId
    strength: int
    met: tuple[str, ...] = ()
    due: bool = False


class ReductionRound(Guest, Struct, frozen=True, tag="reduction.round"):
    """Where the round stands."""

    number: int = 1
    phase: Phase = Phase.DECLARE
    dice_fell: bool = False
    """The first attack die was rolled: no declaration can be changed any more."""
    sides: tuple[SideState, ...] = ()


def sheet(actor: Actor) -> ReductionSheet:
    """The actor's stat line; somebody put in without one is a normal human."""
    return actor.sheet if isinstance(actor.sheet, ReductionSheet) else ReductionSheet()


def options(battle: Battle) -> ReductionOptions:
    """The readings in force."""
    return battle.options if isinstance(battle.options, ReductionOptions) else ReductionOptions()


def state(battle: Battle) -> ReductionRound:
    """Where the round stands. TypeError before the fight has begun."""
    if not isinstance(battle.round, ReductionRound):
        raise TypeError("the fight has not begun")
    return battle.round


def engaged_with(battle: Battle, actor: Actor) -> tuple[Actor, ...]:
    """Active enemies in the actor's space (ruling B2 #2)."""
    if not actor.active:
        return ()
    return tuple(foe for foe in battle.foes_of(actor) if foe.cell == actor.cell)


def hits(battle: Battle, page: ReductionSheet, most: int) -> int:
    """Hit points one attack of this AT delivers."""
    limited = options(battle).weapon_hits == "limit" and page.weapon_hits > 0
    return min(most, page.weapon_hits) if limited else most  # Rule: OSR-ATTACK-07, OSR-ATTACK-08
