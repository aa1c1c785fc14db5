"""The numbers of an attack as things stand: play and prediction both read them here. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.errors import BugError
from engine.model.actor import BLIND, Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId, Tally, modifier
from engine.rulesets.ose import bodies
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import Weapon, sheet, weapon
from engine.rulesets.ose.stances import UNARMED
from engine.rulesets.ose.tallies import armour_class, damage_dice, damage_tally, keeps_high, to_hit


class Kind(StrEnum):
    """What gives rise to an attack; it decides the rule that is cited and what a hit does."""

    MELEE = "melee"
    MISSILE = "missile"
    OPPORTUNITY = "opportunity"
    BRACE = "brace"
    CHARGE = "charge"


class Attack(NamedTuple):
    """Who attacks whom, with what, and in which circumstances. Ids only: it outlives questions."""

    attacker: ActorId
    target: ActorId
    weapon: str
    kind: Kind
    manner: str = ""
    """How the target is moving when it is struck at."""
    thrown: bool = False
    distance_ft: int | None = None
    cover: int = 0
    """Creatures in a missile's way."""
    ruled: int = 0
    """What the referee adds to the roll (OSL-INTRO-03)."""


class Figures(NamedTuple):
    """All numbers of an attack as things stand."""

    to_hit: Tally
    armour: Tally
    dice: tuple[int, ...]
    """One d20, or two of which the lower counts (OSE-DEFENSE-02)."""
    sure: bool
    """Hits without a roll (rulings A1.7)."""
    most: bool
    """Does the most damage its dice can show."""
    damage_dice: tuple[int, ...]
    damage: Tally
    high: bool
    """The higher of the damage dice counts, not their sum."""
    doubled: str
    """What a braced weapon doubles: "total", "dice" or nothing (rulings A2 #78)."""

    def hits(self, faces: Sequence[int]) -> bool:
        """Whether these faces hit: a 20 always does, a 1 never (OSE-OVER-06)."""
        face = min(faces)
        return face == 20 or (face != 1 and face + self.to_hit.total >= self.armour.total)

    def harm(self, faces: Sequence[int]) -> int:
        """Damage of a hit with these damage dice: at least 1 before a braced weapon doubles it.

        0 for an attack without dice, a touch that only drains or poisons.
        """
        if not self.damage_dice:
            return 0
        total = max(1, self._rolled(faces))
        return 2 * total if self.doubled == "total" else total

    def raised(self, faces: Sequence[int]) -> bool:
        """Whether these damage dice show less than the 1 that every hit does."""
        return bool(self.damage_dice) and self._rolled(faces) < 1

    def _rolled(self, faces: Sequence[int]) -> int:
        kept = max(faces) if self.high else sum(faces)
        return (2 * kept if self.doubled == "dice" else kept) + self.damage.total


def weapon_of(actor: Actor, key: str) -> Weapon:
    """The actor's weapon with that key, bare hands included. BugError if it has none."""
    found = UNARMED if key == UNARMED.key else weapon(sheet(actor), key)
    if found is None:
        raise BugError(f"{actor.id} has no weapon {key}")
    return found


def harmless(item: Weapon, target: Actor) -> bool:
    """Whether the target is none of those whom alone the weapon harms: holy water, and the living."""
    return item.harms == "undead" and not sheet(target).undead


def figures(battle: Battle, attack: Attack) -> Figures:
    """The numbers of an attack, read from the battle as it is."""
    attacker, target = battle.actors[attack.attacker], battle.actors[attack.target]
    item = weapon_of(attacker, attack.weapon)
    ranged = attack.kind is Kind.MISSILE
    helpless = not ranged and bodies.helpless(target)
    defending = bodies.defending(target)
    bonus = to_hit(battle, attacker, item, target, ranged, attack.distance_ft, attack.thrown, attack.cover)
    if defending:  # adds nothing, but it is why of two dice the lower counts
        bonus = bonus.plus(modifier(0, "hit.full_defence", "OSE-DEFENSE-03" if ranged else "OSE-DEFENSE-02"))
    return Figures(
        to_hit=bonus.plus(modifier(attack.ruled, "hit.ruled", "OSL-INTRO-03")) if attack.ruled else bonus,
        armour=armour_class(
            battle,
            target,
            attacker=None if ranged else attacker,
            opportunity=attack.kind is Kind.OPPORTUNITY,
            manner=attack.manner,
        ),
        dice=(20, 20) if defending else (20,),
        sure=helpless or (not ranged and target.has(BLIND)),
        most=helpless,
        damage_dice=() if harmless(item, target) else damage_dice(battle, attacker, item, attack.thrown),
        damage=damage_tally(battle, attacker, item, ranged, attack.thrown),
        high=keeps_high(item),
        doubled=options(battle).brace_doubling if attack.kind is Kind.BRACE else "",
    )
