"""Stances: ways of fighting that follow from what is in hand, with what each gives and costs."""

from __future__ import annotations

from typing import NamedTuple

from engine.model.phrase import Modifier, modifier
from engine.rulesets.ose.sheet import OseSheet, Quality, Weapon, held_shield, held_weapons

UNARMED = Weapon("unarmed", "Fists", dice=1, sides=2, natural=True)
"""Bare hands: 1d2, and no threat unless the encounter says so (rulings A2 #15)."""


class Stance(NamedTuple):
    """A stance by its key, with its parts of a roll to hit, of damage and of armour class.

    `phrase("stance.<key>")` is its name. Every stance names itself in the roll to hit, except the bow,
    against which the others are measured (OSE-BOW-06).
    """

    key: str
    to_hit: tuple[Modifier, ...] = ()
    damage: tuple[Modifier, ...] = ()
    armour: tuple[Modifier, ...] = ()


def _named(key: str, rule: str, value: int = 0) -> tuple[Modifier, ...]:
    return (modifier(value, f"stance.{key}", rule),)


STANCES = {
    stance.key: stance
    for stance in (
        Stance("one_hand", to_hit=_named("one_hand", "OSE-ONEHAND-01")),
        Stance(
            "reach",
            to_hit=_named("reach", "OSE-REACH-01"),
            armour=_named("reach", "OSE-REACH-06", -1),
        ),
        Stance(
            "two_handed",
            to_hit=_named("two_handed", "OSE-TWOHAND-01"),
            damage=_named("two_handed", "OSE-TWOHAND-04", 1),
            armour=_named("two_handed", "OSE-TWOHAND-07", -1),
        ),
        Stance("two_weapons", to_hit=_named("two_weapons", "OSE-TWOWEAPON-04", 1)),
        Stance("weapon_and_shield", to_hit=_named("weapon_and_shield", "OSE-SHIELD-01")),
        Stance("natural", to_hit=_named("natural", "OSE-STANCE-01")),
        Stance("unarmed", to_hit=_named("unarmed", "OSE-STANCE-01")),
        Stance("other", to_hit=_named("other", "OSE-ONEHAND-01")),
        Stance("bow"),
        Stance(
            "crossbow",
            to_hit=_named("crossbow", "OSE-RANGED-01"),
            damage=_named("crossbow", "OSE-XBOW-08", 1),
            armour=_named("crossbow", "OSE-XBOW-09", -2),
        ),
        Stance(
            "sling",
            to_hit=_named("sling", "OSE-RANGED-01"),
            damage=_named("sling", "OSE-SLING-09", -1),
        ),
        Stance("thrown", to_hit=_named("thrown", "OSE-RANGED-01")),
    )
}


def stance(page: OseSheet, torch_strikes: bool = False) -> Stance:
    """The stance of whoever holds these things: the main hand's weapon decides (OSE-STANCE-03).

    `torch_strikes`: whether a torch counts as an off-hand club (rulings A2 #114).
    """
    ready = ready_weapons(page)
    if ready:
        return stance_of(page, ready[0], not ready[0].has(Quality.MELEE), torch_strikes)
    return STANCES["natural" if page.natural else "unarmed" if not held_weapons(page) else "other"]


def stance_of(page: OseSheet, weapon: Weapon, thrown: bool = False, torch_strikes: bool = False) -> Stance:
    """The stance in which an attack with this weapon is made."""
    return STANCES[_key(page, weapon, thrown, torch_strikes)]


def _key(page: OseSheet, weapon: Weapon, thrown: bool, torch_strikes: bool) -> str:
    if weapon.natural:
        return "unarmed" if weapon.key == UNARMED.key else "natural"
    for quality in (Quality.BOW, Quality.CROSSBOW, Quality.SLING):
        if weapon.has(quality):
            return quality.value
    if thrown:
        return "thrown"
    # A pole arm needs both hands and is no two-handed weapon for all that (OSE-TWOHAND-03).
    if weapon.has(Quality.REACH):
        return "reach"
    if weapon.has(Quality.TWO_HANDED):
        return "two_handed"
    return _one_handed(page, weapon, torch_strikes)


def _one_handed(page: OseSheet, weapon: Weapon, torch_strikes: bool) -> str:
    if held_shield(page) is not None:
        return "weapon_and_shield"
    held = list(held_weapons(page))
    if weapon in held:
        held.remove(weapon)
        if any(_are_two(weapon, other, torch_strikes) for other in held):
            return "two_weapons"
    return "one_hand" if "" in (page.hands.main, page.hands.off) else "other"


def _are_two(weapon: Weapon, other: Weapon, torch_strikes: bool) -> bool:
    """Whether one of the two serves beside the other, in whichever hand (OSE-TWOWEAPON-01)."""
    torch_beside = other.light > 0 and not torch_strikes
    return (_serves_beside(other, torch_strikes) and _in_one_hand(weapon)) or (
        _serves_beside(weapon, torch_strikes) and _in_one_hand(other) and not torch_beside
    )


def _in_one_hand(weapon: Weapon) -> bool:
    """Whether it is a melee weapon for one hand: what is only thrown has no part in a melee stance."""
    return weapon.hands == 1 and weapon.has(Quality.MELEE)


def _serves_beside(weapon: Weapon, torch_strikes: bool) -> bool:
    """Whether it is the second of two weapons; a torch is none by itself (A2 #114)."""
    return weapon.has(Quality.OFF_HAND) or (torch_strikes and weapon.light > 0 and weapon.has(Quality.MELEE))


def ready_weapons(page: OseSheet) -> tuple[Weapon, ...]:
    """Weapons in hand that can be used now, main hand first.

    One for two hands is ready only while nothing else is held (OSE-REACH-05, OSE-TWOHAND-06, rulings G12) and
    its wielder has not let go of it with one hand for this round (OSE-TWOHAND-05).
    """
    other_hand_busy = bool(page.hands.main and page.hands.off) or page.turn.forgone
    return tuple(item for item in held_weapons(page) if item.hands < 2 or not other_hand_busy)
