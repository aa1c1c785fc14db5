"""Damage of a hit: dice, what is fixed, what a parry and the armour stop."""

from __future__ import annotations

from engine.model.events import Said
from engine.model.phrase import ActorRef, Phrase, Tally, modifier, phrase
from engine.rulesets.openquest import harm
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.reactions import Blow, Hit, Through
from engine.rulesets.openquest.rolls import total_of
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, armour, sheet
from engine.rulesets.openquest.tallies import Kind
from engine.tactics.draft import Draft, Procedure

CHARGE_DIE = 6


def damage_dice(page: OpenQuestSheet, item: OqWeapon, critical: bool, kind: Kind) -> tuple[int, ...]:
    """Dice rolled and added. On a critical only the die of a charge is left to roll."""
    whole = critical or page.weakling or item.no_modifier or kind is Kind.GREAT
    plain = () if critical else (*item.dice, *(() if whole else page.damage_modifier))
    return (*plain, CHARGE_DIE) if kind is Kind.CHARGE else plain  # Rule: OQ-CHARGE-06


def fixed_damage(page: OpenQuestSheet, item: OqWeapon, critical: bool, kind: Kind = Kind.PLAIN) -> int:
    """Damage that is not rolled: the weapon's bonus, what magic adds, the highest faces where they count."""
    bonus = item.bonus + sum(effect.damage for effect in page.effects)
    highest = 0 if page.weakling or item.no_modifier else sum(page.damage_modifier)
    if critical:  # Rule: OQ-CRIT-03, OQ-CRIT-04, OQ-CRIT-05
        return bonus + sum(item.dice) + highest
    return bonus + highest if kind is Kind.GREAT else bonus  # Rule: OQ-CCATK-11


def taken_off(
    page: OpenQuestSheet, item: OqWeapon, critical: bool, kind: Kind = Kind.PLAIN
) -> tuple[int, ...]:
    """Dice of a negative Damage Modifier, which are subtracted."""
    spared = critical or item.no_modifier or kind is Kind.GREAT
    return page.damage_modifier if page.weakling and not spared else ()


def after_parry(rolled: int, through: Through, rounding: str) -> int:
    """What a parry leaves of the damage rolled."""
    if through is not Through.HALF:
        return 0 if through is Through.NOTHING else rolled
    return (rolled + 1) // 2 if rounding == "up" else rolled // 2  # ruling C2 #13


def deal(draft: Draft, blow: Blow, hit: Hit, kind: Kind) -> Procedure[None]:
    """Roll what is to be rolled, take off what is parried and what the armour stops, and harm the target."""
    if hit.through is Through.NOTHING:
        return
    rolled = yield from _damage(draft, blow, hit.critical, kind)
    if blow.target not in draft:
        return
    rolled = after_parry(rolled, hit.through, options(draft.battle).half_parry)
    points = 0 if hit.critical else armour(sheet(draft[blow.target]))  # Rule: OQ-CRIT-06
    if rolled > points:
        yield from harm.harm(draft, blow.target, rolled - points, blow.attacker)
    else:
        stops = phrase("oq.armour_stops", "OQ-ATK-06", who=ActorRef(blow.target))
        draft.emit(Said(stops, about=blow.target, rule="OQ-ATK-06"))


def _damage(draft: Draft, blow: Blow, critical: bool, kind: Kind) -> Procedure[int]:
    """Damage before parry and armour, at least 1 (rulings C1)."""
    page, item = sheet(draft[blow.attacker]), blow.item
    dice, fixed = damage_dice(page, item, critical, kind), fixed_damage(page, item, critical, kind)
    less = taken_off(page, item, critical, kind)
    total = fixed
    who, whom = ActorRef(blow.attacker), ActorRef(blow.target)
    if dice:
        tally = _fixed_tally(page, item, critical, kind)
        title = phrase("oq.ask.damage", "OQ-ATK-05", attacker=who, target=whom)
        total = yield from _roll(draft, blow, title, dice, tally)
    if less:
        title = phrase("oq.ask.weak", "OQ-DAMAGE-03", attacker=who)
        total -= yield from _roll(draft, blow, title, less)
    return max(1, total)


def _fixed_tally(page: OpenQuestSheet, item: OqWeapon, critical: bool, kind: Kind) -> Tally:
    """The parts of the damage that is not rolled, by name."""
    fixed = fixed_damage(page, item, critical, kind)
    magic = sum(effect.damage for effect in page.effects)
    key, rule = ("oq.mod.weapon", "OQ-DAMAGE-02")
    if critical or (kind is Kind.GREAT and fixed - magic != item.bonus):
        key, rule = "oq.mod.highest", "OQ-CRIT-03" if critical else "OQ-CCATK-11"
    parts = (modifier(fixed - magic, key, rule),) if fixed - magic else ()
    return Tally((*parts, modifier(magic, "oq.mod.magic", "OQ-EXPECT-07")) if magic else parts)


def _roll(
    draft: Draft, blow: Blow, title: Phrase, dice: tuple[int, ...], tally: Tally | None = None
) -> Procedure[int]:
    who = blow.attacker
    return (yield from total_of(draft, who, title, dice, "OQ-ATK-05", blow.target, tally, blow.group))
