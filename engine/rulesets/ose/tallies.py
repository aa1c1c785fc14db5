"""Numbers as sums of named parts: to hit, armour class, damage, movement."""

from __future__ import annotations

from enum import StrEnum

from engine.model.actor import BLIND, GRAPPLED, PRONE, Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorRef, Modifier, Phrase, Tally, modifier, phrase
from engine.rulesets.ose import bodies
from engine.rulesets.ose.citing import cited_tally
from engine.rulesets.ose.flanking import flanked
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import (
    FEET_PER_SQUARE,
    Ability,
    Casting,
    OseSheet,
    Quality,
    Weapon,
    held_shield,
    sheet,
)
from engine.rulesets.ose.stances import UNARMED, Stance, ready_weapons, stance_of

BLIND_RATE = 1
"""Squares a blind body moves in a round (rulings A1.7)."""
PRONE_TO_HIT = {"two": 2, "four": 4, "none": 0}
"""What blows at the prone add, by the reading in force (rulings A1.7)."""
WITHDRAW_AC = 2
MOST_COVER = 4


class Manner(StrEnum):
    """How a body moves; shared code passes it on and never reads it."""

    MOVE = "move"
    DOUBLE = "double"
    """Moving again: the same walk, with the Main action to draw on as well."""
    WITHDRAW = "withdraw"
    CHARGE = "charge"
    FLEE = "flee"
    TURNED = "turned"
    """Undead getting away from whoever turned them."""


class RangeBand(StrEnum):
    """How far a missile flies, with its part of the roll in `RANGE_TO_HIT` (rulings A1.4)."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


RANGE_TO_HIT = {RangeBand.SHORT: 1, RangeBand.MEDIUM: 0, RangeBand.LONG: -1}


# --- attacks ----------------------------------------------------------------------------------------


def to_hit(
    battle: Battle,
    attacker: Actor,
    weapon: Weapon,
    target: Actor,
    ranged: bool = False,
    distance_ft: int | None = None,
    thrown: bool = False,
    cover: int = 0,
) -> Tally:
    """What is added to the d20 of an attack. `cover` counts the creatures in between (rulings A2 #100)."""
    parts = [*_own_to_hit(battle, sheet(attacker), weapon, ranged, thrown)]
    if ranged and distance_ft is not None:
        band = range_band(weapon, distance_ft)
        if band is not None and RANGE_TO_HIT[band]:
            parts.append(modifier(RANGE_TO_HIT[band], f"hit.range_{band}", "OSE-OVER-06", feet=distance_ft))
    if ranged and cover:
        parts.append(modifier(-min(cover, MOST_COVER), "hit.cover", "OSE-OVER-06", count=cover))
    prone = PRONE_TO_HIT[options(battle).prone_to_hit]
    if not ranged and target.has(PRONE) and prone:
        parts.append(modifier(prone, "hit.prone", "OSE-OVER-06"))
    return cited_tally(battle, Tally(tuple(parts)))


def ready_to_hit(battle: Battle, actor: Actor) -> Tally:
    """What the actor adds with what it holds now, whoever the target: the main hand's weapon decides."""
    page = sheet(actor)
    weapon = next(iter((*ready_weapons(page), *page.natural)), UNARMED)
    ranged = not weapon.natural and not weapon.has(Quality.MELEE)
    launched = any(weapon.has(quality) for quality in (Quality.BOW, Quality.CROSSBOW, Quality.SLING))
    return cited_tally(battle, Tally(_own_to_hit(battle, page, weapon, ranged, ranged and not launched)))


def _own_to_hit(
    battle: Battle, page: OseSheet, weapon: Weapon, ranged: bool, thrown: bool
) -> tuple[Modifier, ...]:
    """Level or hit dice, the ability that goes with the weapon, the stance."""
    return (
        modifier(page.attack_bonus, "hit.bonus", "OSE-OVER-06"),
        *_ability(page, weapon, ranged, thrown, damage=False),
        *_stance(battle, page, weapon, thrown).to_hit,
    )


def damage_tally(
    battle: Battle, attacker: Actor, weapon: Weapon, ranged: bool = False, thrown: bool = False
) -> Tally:
    """What is added to the damage dice. The least damage of a hit is 1, after all parts."""
    page = sheet(attacker)
    parts: list[Modifier] = []
    if weapon.bonus:
        parts.append(modifier(weapon.bonus, "damage.weapon", "OSE-OVER-06"))
    parts.extend(_ability(page, weapon, ranged, thrown, damage=True))
    parts.extend(_stance(battle, page, weapon, thrown).damage)
    return cited_tally(battle, Tally(tuple(parts)))


def damage_dice(battle: Battle, attacker: Actor, weapon: Weapon, thrown: bool = False) -> tuple[int, ...]:
    """Sides of the damage dice; a crossbow's are rolled twice and the higher kept (OSE-XBOW-07)."""
    own = _dice_of(battle, weapon)
    page = sheet(attacker)
    better = options(battle).two_weapon_damage == "better"  # rulings A2 #110
    if better and _stance(battle, page, weapon, thrown).key == "two_weapons":
        return max((own, *(_dice_of(battle, item) for item in ready_weapons(page))), key=_mean)
    return own


def _stance(battle: Battle, page: OseSheet, weapon: Weapon, thrown: bool) -> Stance:
    return stance_of(page, weapon, thrown, options(battle).off_hand_torch == "club")


def _dice_of(battle: Battle, weapon: Weapon) -> tuple[int, ...]:
    dice, sides = weapon.dice, weapon.sides
    if weapon.variable is not None and options(battle).variable_damage == "yes":
        dice, sides = weapon.variable
    return (sides,) * (2 if keeps_high(weapon) else dice)


def _mean(dice: tuple[int, ...]) -> float:
    return sum(sides + 1 for sides in dice) / 2


def keeps_high(weapon: Weapon) -> bool:
    """Whether its damage is the higher of two rolls."""
    return weapon.has(Quality.CROSSBOW)


def range_band(weapon: Weapon, distance_ft: int) -> RangeBand | None:
    """The band the distance falls in; None beyond long range or for weapons that do not fly."""
    for band, limit in zip(RangeBand, weapon.ranges or (), strict=False):
        if distance_ft <= limit:
            return band
    return None


def _ability(
    page: OseSheet, weapon: Weapon, ranged: bool, thrown: bool, damage: bool
) -> tuple[Modifier, ...]:
    ability, rule = _which_ability(page, weapon, ranged, thrown, damage)
    value = page.dex if ability is Ability.DEX else page.phys
    return (modifier(value, f"ability.{ability}", rule),) if value else ()


def _which_ability(
    page: OseSheet, weapon: Weapon, ranged: bool, thrown: bool, damage: bool
) -> tuple[Ability, str]:
    if weapon.ability is not None:
        return weapon.ability, "OSE-GEN-09"
    if thrown:
        better = Ability.DEX if page.dex > page.phys else Ability.PHYS
        return better, "OSE-GEN-08" if damage else "OSE-GEN-07"
    if ranged:
        return Ability.DEX, "OSE-GEN-06" if damage else "OSE-GEN-05"
    return Ability.PHYS, "OSE-GEN-04" if damage else "OSE-GEN-03"


# --- armour class -----------------------------------------------------------------------------------


def armour_class(
    battle: Battle,
    actor: Actor,
    *,
    attacker: Actor | None = None,
    opportunity: bool = False,
    manner: str = "",
) -> Tally:
    """What an attack on the actor has to reach; `manner` is how it is moving when struck at."""
    page = sheet(actor)
    parts = [modifier(page.ac, "ac.armour", "OSE-OVER-06")]
    shield = held_shield(page)
    if shield is not None:
        moving = opportunity or bool(manner)
        behind = attacker is not None and flanked(battle, actor, attacker, moving)
        parts.append(Modifier(phrase("ac.shield", "OSE-SHIELD-06"), shield.bonus, suppressed=behind))
    parts.extend(_stance_penalties(battle, page))
    if opportunity and manner == Manner.WITHDRAW:
        parts.append(withdrawing())
    return cited_tally(battle, Tally(tuple(parts)))


def withdrawing() -> Modifier:
    """What a withdrawal adds against attacks of opportunity, and against nothing else (OSE-WITHDRAW-04)."""
    return modifier(WITHDRAW_AC, "ac.withdraw", "OSE-WITHDRAW-04")


def _stance_penalties(battle: Battle, page: OseSheet) -> tuple[Modifier, ...]:
    """Costs of the weapon that is wielded, held back while unused where the table plays it so (A2 #97)."""
    ready = ready_weapons(page)
    if not ready:
        return ()
    when_used = options(battle).ac_penalty_duration == "when_used"
    idle = when_used and ready[0].key not in (*page.turn.used, *page.turn.shot)
    penalties = _stance(battle, page, ready[0], thrown=not ready[0].has(Quality.MELEE)).armour
    return tuple(Modifier(part.label, part.value, suppressed=idle) for part in penalties)


# --- movement ---------------------------------------------------------------------------------------


def allowance(battle: Battle, actor: Actor, manner: str) -> Tally:
    """Squares the actor may move this round in this manner, with what it has already spent of them.

    A move has the Move action alone, so that nobody spends the Main action unasked; moving again has
    both in one pool (rulings G5), and a move goes on in that pool once it is paid for. Where something
    holds the body, the parts are suppressed and the last one says what.
    """
    tally = _free_allowance(sheet(actor), manner)
    reason = held_by(battle, actor)
    if reason is not None:
        return Tally((*(_suppressed(part) for part in tally.parts), Modifier(reason, 0)))
    if actor.has(BLIND):
        limit = modifier(min(BLIND_RATE, tally.total), "move.blind", "OSE-MOVE-01")
        return Tally((*(_suppressed(part) for part in tally.parts), limit))
    return tally


def held_by(battle: Battle, actor: Actor) -> Phrase | None:
    """Why the body cannot walk at all just now; None if it can."""
    turn = sheet(actor).turn
    holds_fast = bool(sheet(actor).grappling) and options(battle).grapple_movement == "nobody"
    states = (
        (bodies.helpless(actor), "move.helpless", "OSE-MOVE-09"),
        (actor.has(bodies.WEBBED), "move.webbed", "OSE-MOVE-09"),
        (actor.has(GRAPPLED), "move.grappled", "OSE-MOVE-09"),
        (holds_fast, "move.grappling", "OSE-MOVE-09"),
        (turn.casting in (Casting.CASTING, Casting.DONE, Casting.LOST), "move.casting", "OSE-CAST-05"),
        (turn.braced, "move.braced", "OSE-BRACE-04"),
        (turn.defending, "move.defending", "OSE-DEFENSE-01"),
        (actor.has(PRONE), "move.prone", "OSE-MOVE-09"),
    )
    return next((phrase(key, rule, who=ActorRef(actor.id)) for holds, key, rule in states if holds), None)


def rate_squares(page: OseSheet) -> int:
    """The Tactical Movement Rate in whole squares."""
    return page.rate // FEET_PER_SQUARE


def move_squares(page: OseSheet) -> int:
    """Squares that the Move action gives: the rate, or what was walked before it went elsewhere."""
    return page.turn.closed_at if page.turn.move_closed else rate_squares(page)


def _free_allowance(page: OseSheet, manner: str) -> Tally:
    match manner:
        case Manner.CHARGE:
            return Tally((modifier(2 * rate_squares(page), "move.charge", "OSE-CHARGE-02"),))
        case Manner.WITHDRAW:
            return Tally((modifier(move_squares(page), "move.rate", "OSE-WITHDRAW-02"),))
        case Manner.FLEE:
            return Tally()
        case Manner.MOVE if not page.turn.main_moved:
            return Tally((modifier(move_squares(page), "move.rate", "OSE-MOVE-01"),))
        case _:
            return _pooled(page)


def _pooled(page: OseSheet) -> Tally:
    turn = page.turn
    parts = (modifier(move_squares(page), "move.rate", "OSE-MOVE-01"),)
    main = modifier(rate_squares(page), "move.main", "OSE-MOVE-02")
    return Tally((*parts, main if turn.main_moved or not turn.main_spent else _suppressed(main)))


def _suppressed(part: Modifier) -> Modifier:
    return Modifier(part.label, part.value, suppressed=True)
