"""The exact law of one attack, from the same pools, degrees and damage that play uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.model.actor import Actor
from engine.model.phrase import Phrase, Tally, phrase
from engine.model.strikes import Branch, Strike, StrikeLaw
from engine.rulesets.common import sums
from engine.rulesets.os_six.attacks import of_attack, of_defence
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.pools import Degree, Stat, law
from engine.rulesets.os_six.sheet import SixWeapon, sheet, weapon
from engine.rulesets.os_six.tallies import (
    attack_pool,
    best_defence,
    defence_pool,
    succeeds_alone,
    target_rolls,
)
from engine.tactics.board import Board

_Amount = Callable[[int, Degree], int]


def strike_law(board: Board, strike: Strike) -> StrikeLaw:
    """Harm of one attack and its chances; no attack stops a step.

    Where the target defends, it is taken to roll the larger of dodge and block.
    """
    attacker, target = board.actor(strike.attacker), board.actor(strike.mover)
    item = weapon(sheet(attacker), strike.means)
    chances, amount, assumes, pool = _degrees(board, attacker, target, item)
    armour = sheet(target).armour
    found: dict[int, float] = {}
    for result, chance in chances.items():
        for total, weight in sums(item.dice).items():
            dealt = max(0, amount(total + item.bonus, result) - armour) if item.dice else 0
            found[dealt] = found.get(dealt, 0.0) + chance * weight
    if strike.rule and sheet(target).hero:  # one of several on a way
        assumes += (phrase("six.assumes.unshaken", strike.rule),)
    branches = tuple(Branch(False, dealt, chance) for dealt, chance in sorted(found.items()))
    return StrikeLaw(branches, assumes, pool)


def _degrees(
    board: Board, attacker: Actor, target: Actor, item: SixWeapon
) -> tuple[Mapping[Degree, float], _Amount, tuple[Phrase, ...], Tally]:
    """Chances of each degree of the roll that decides, what each does, what is assumed, and its pool."""
    defended = target_rolls(board.battle, attacker, target)
    amount: _Amount = of_defence if defended else of_attack
    if succeeds_alone(board.battle, target):
        return {Degree.FAILURE if defended else Degree.COMPLETE: 1.0}, amount, (), Tally()
    assumes: tuple[Phrase, ...] = ()
    if options(board.battle).luck == "any_roll" and sheet(target if defended else attacker).hero:
        assumes = (phrase("six.assumes.no_luck"),)
    if not defended:
        pool = attack_pool(board, attacker, target, item)
        return law(pool.total), amount, assumes, pool
    stat = best_defence(board, target, attacker, item)
    said = phrase("six.assumes.blocks" if stat is Stat.BRAWN else "six.assumes.dodges", "SIX-TURN-15")
    pool = defence_pool(board, target, attacker, item, stat)
    return law(pool.total), amount, (said, *assumes), pool
