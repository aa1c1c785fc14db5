"""The exact law of one attack, from the tallies and damage that play uses; and what somebody can take."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.phrase import phrase
from engine.model.strikes import Branch, Endurance, Strike, StrikeLaw, When
from engine.rulesets.common import sums
from engine.rulesets.openquest import damage
from engine.rulesets.openquest.harm import conscious_chance
from engine.rulesets.openquest.legality import item_of
from engine.rulesets.openquest.reactions import reactions
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, armour, sheet, weapon
from engine.rulesets.openquest.skills import Level, level, skill
from engine.rulesets.openquest.tallies import Kind, chance
from engine.tactics.board import Board


def strike_law(board: Board, strike: Strike) -> StrikeLaw:
    """Harm of one attack and its chances; no attack stops a step. The target is taken not to react."""
    attacker, target = board.actor(strike.attacker), board.actor(strike.mover)
    item = weapon(sheet(attacker), strike.means)
    kind = Kind.SET if strike.when is When.ENTERING else Kind.PLAIN
    law = harm_law(board, attacker, target, item, kind)
    branches = tuple(Branch(False, harm, weight) for harm, weight in sorted(law.items()))
    charger = strike.manner == "charge"  # who charges has no reaction (OQ-CHARGE-07)
    reacts = not charger and bool(reactions(board.battle, strike.mover, item, kind, strike.attacker))
    assumes = (phrase("oq.assumes.no_reaction"),) if reacts else ()
    return StrikeLaw(branches, assumes, chance(board, attacker, target, item, kind))


def charge_hits(board: Board, act: Act) -> float:
    """Chance of the attack at the end of a charge (OQ-CHARGE-05), as its roll is read."""
    actor, target = board.actor(act.actor), board.actor(act.targets[0])
    item = item_of(board, actor, act)
    percent, beats = skill(sheet(actor), item), chance(board, actor, target, item, Kind.CHARGE).total
    return sum(level(face, percent, beats).good for face in range(1, 101)) / 100


def harm_law(board: Board, attacker: Actor, target: Actor, item: OqWeapon, kind: Kind) -> dict[int, float]:
    """Harm -> chance of an attack that nobody answers."""
    page, foe = sheet(attacker), sheet(target)
    beats = chance(board, attacker, target, item, kind).total
    percent = skill(page, item, kind.ranged)
    law: dict[int, float] = {}
    for face in range(1, 101):
        result = level(face, percent, beats)
        for harm, weight in _harm(page, foe, item, result, kind).items():
            law[harm] = law.get(harm, 0.0) + weight / 100
    return law


def _harm(
    page: OpenQuestSheet, target: OpenQuestSheet, item: OqWeapon, result: Level, kind: Kind
) -> dict[int, float]:
    """Harm -> chance once the attack roll is known."""
    if not result.good:
        return {0: 1.0}
    critical = result is Level.CRITICAL
    fixed = damage.fixed_damage(page, item, critical, kind)
    points = 0 if critical else armour(target)
    found: dict[int, float] = {}
    for total, weight in sums(damage.damage_dice(page, item, critical, kind)).items():
        for less, other in sums(damage.taken_off(page, item, critical, kind)).items():
            harm = max(0, max(1, total + fixed - less) - points)
            found[harm] = found.get(harm, 0.0) + weight * other
    return found


def endurance(page: OpenQuestSheet) -> Endurance:
    """Dead at no hit points; at one, unconscious unless Resilience holds."""
    at_one = 1 - conscious_chance(page) / 100
    points = max(0, page.hp)
    steps = tuple(
        1.0 if harm >= points else at_one if harm > 0 and harm == points - 1 else 0.0
        for harm in range(points + 1)
    )
    return Endurance(steps)
