"""The exact law of a strike, from the same figures that play uses, and how much harm an actor can take."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.phrase import ActorRef, Phrase, phrase
from engine.model.strikes import Branch, Endurance, Strike, StrikeLaw, When
from engine.rulesets.common import sums
from engine.rulesets.ose.afflictions import effect_of
from engine.rulesets.ose.arms import best_blow
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.figures import Attack, Figures, Kind, figures, weapon_of
from engine.rulesets.ose.melee import charge_weapons
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import held_shield, sheet
from engine.tactics.board import Board


def strike_law(board: Board, strike: Strike) -> StrikeLaw:
    """Joint law of (stops the step, harm), with the weapon named and no shield splintered."""
    kind = Kind.OPPORTUNITY if strike.when is When.LEAVING else Kind.BRACE
    numbers = figures(board.battle, Attack(strike.attacker, strike.mover, strike.means, kind, strike.manner))
    hit = 1.0 if numbers.sure else hit_chance(numbers)
    branches = [Branch(stops=False, harm=0, chance=1.0 - hit)] if hit < 1.0 else []
    branches.extend(
        Branch(stops=True, harm=amount, chance=hit * chance)
        for amount, chance in sorted(harm_law(numbers).items())
    )
    return StrikeLaw(tuple(branches), tuple(_assumptions(board.battle, strike)), numbers.to_hit)


def endurance(battle: Battle, actor: Actor) -> Endurance:
    """Out once harm reaches its hit points: who drops in a move is out of it, even if a 20 wakes it."""
    if not plays(actor):  # nobody knows how much it can take
        return Endurance(out=(0.0,))
    left = max(0, sheet(actor).hp)
    return Endurance(out=(*([0.0] * left), 1.0))


def charge_hits(board: Board, act: Act) -> float | None:
    """Chance of the blow that ends a charge, with the weapon taken unless another is named."""
    actor, target = board.actor(act.actor), board.actor(act.targets[0])
    weapons = charge_weapons(board, actor, target)
    if not weapons:
        return None
    blow = best_blow(board.battle, weapons).key
    numbers = figures(board.battle, Attack(actor.id, target.id, blow, Kind.CHARGE))
    return 1.0 if numbers.sure else hit_chance(numbers)


def hit_chance(numbers: Figures) -> float:
    """Chance that the d20, or the lower of two, hits."""
    rolls = product(*(range(1, sides + 1) for sides in numbers.dice))
    outcomes = [numbers.hits(faces) for faces in rolls]
    return sum(outcomes) / len(outcomes)


def harm_law(numbers: Figures) -> dict[int, float]:
    """Damage of a hit with its chances."""
    if numbers.most:
        return {numbers.harm(numbers.damage_dice): 1.0}
    law: dict[int, float] = {}
    for kept, chance in _kept(numbers):
        amount = numbers.harm((kept,))
        law[amount] = law.get(amount, 0.0) + chance
    return law


def _kept(numbers: Figures) -> Iterator[tuple[int, float]]:
    """What the damage dice come to before anything is added."""
    if not numbers.high:
        yield from sums(numbers.damage_dice).items()
        return
    sides = numbers.damage_dice[0]
    dice = len(numbers.damage_dice)
    for face in range(1, sides + 1):
        yield face, (face / sides) ** dice - ((face - 1) / sides) ** dice


def _assumptions(battle: Battle, strike: Strike) -> Iterator[Phrase]:
    page = sheet(battle.actors[strike.mover])
    if held_shield(page) is not None and options(battle).splinter != "off":
        yield phrase("law.no_splinter", "OSE-SHIELD-05", who=ActorRef(strike.mover))
    effect = effect_of(weapon_of(battle.actors[strike.attacker], strike.means)).what
    if effect:
        yield phrase("law.no_effect", "OSE-OVER-06", who=ActorRef(strike.mover), effect=effect)
