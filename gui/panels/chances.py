"""The chance of a roll to succeed, exactly, for the line beside the roll field."""

from __future__ import annotations

from engine.model.requests import AskRoll

MOST_OUTCOMES = 20_000
"""Beyond this many distinct totals no chance is shown."""


def chance_of(roll: AskRoll) -> float | None:
    """Chance that the dice reach what they have to; None where nothing has to be reached.

    Natural highest and lowest faces that always or never count are the ruleset's business and are
    left out, so this is the chance to reach the number.
    """
    if roll.beats is None:
        return None
    needed = roll.beats - roll.tally.total
    law = _law(roll.dice, roll.keep)
    if law is None:
        return None
    if roll.at_or_under:
        return sum(chance for value, chance in law.items() if value <= needed)
    return sum(chance for value, chance in law.items() if value >= needed)


def needed_face(roll: AskRoll) -> int | None:
    """What the dice themselves must show, the tally taken off."""
    return None if roll.beats is None else roll.beats - roll.tally.total


def _law(dice: tuple[int, ...], keep: str) -> dict[int, float] | None:
    if keep in ("high", "low"):
        return _extreme(dice, keep == "high")
    law = {0: 1.0}
    for sides in dice:
        after: dict[int, float] = {}
        for total, chance in law.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0.0) + chance / sides
        law = after
        if len(law) > MOST_OUTCOMES:
            return None
    return law


def _extreme(dice: tuple[int, ...], high: bool) -> dict[int, float]:
    """Law of the highest or the lowest of several dice."""

    def at_most(value: int) -> float:
        chance = 1.0
        for sides in dice:
            share = min(max(value, 0), sides) / sides
            chance *= share if high else 1 - share
        return chance if high else 1 - chance

    top = max(dice)
    return {value: at_most(value) - at_most(value - 1) for value in range(1, top + 1)}


def split_total(dice: tuple[int, ...], total: int) -> tuple[int, ...] | None:
    """Faces that add up to a typed total of alike dice, as even as they go; None if impossible.

    The rules only ever read the sum of such dice, so any such faces mean the same.
    """
    if not len(dice) <= total <= sum(dice):
        return None
    faces: list[int] = []
    left = total
    for index, sides in enumerate(dice):
        others = len(dice) - index - 1
        face = max(1, min(sides, round(left / (others + 1))))
        face = max(face, left - sum(dice[index + 1 :]))
        face = min(face, left - others)
        faces.append(face)
        left -= face
    return tuple(faces)
