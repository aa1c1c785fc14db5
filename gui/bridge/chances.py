"""The arithmetic of a roll: what the dice can show, what they must show, how likely that is."""

from __future__ import annotations

from engine.model.requests import AskRoll

MOST_OUTCOMES = 1000
"""Beyond this many distinct totals no chance is shown; working it out would hold up the typing."""


def chance_of(roll: AskRoll) -> float | None:
    """Chance that the dice reach what they have to; None where nothing has to be reached."""
    needed = roll.needed
    law = law_of(roll.dice, roll.keep) if needed is not None else None
    if needed is None or law is None:
        return None
    if roll.at_or_under:
        return sum(chance for value, chance in law.items() if value <= needed)
    return sum(chance for value, chance in law.items() if value >= needed)


def least_and_most(roll: AskRoll) -> tuple[int, int]:
    """The range of what is read from the dice, without the tally."""
    if roll.keep == "high":
        return 1, max(roll.dice)
    if roll.keep == "low":
        return 1, min(roll.dice)
    return len(roll.dice), sum(roll.dice)


def mean_of(roll: AskRoll) -> float:
    """The mean of what is read from the dice, without the tally."""
    if roll.keep == "sum":
        return sum((sides + 1) / 2 for sides in roll.dice)
    return sum(value * chance for value, chance in _extreme(roll.dice, roll.keep == "high").items())


def law_of(dice: tuple[int, ...], keep: str) -> dict[int, float] | None:
    """What is read from the dice -> its chance; None for a handful too large to say."""
    if keep in ("high", "low"):
        return _extreme(dice, keep == "high")
    if sum(dice) - len(dice) >= MOST_OUTCOMES:
        return None
    law = {0: 1.0}
    for sides in dice:
        after: dict[int, float] = {}
        for total, chance in law.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0.0) + chance / sides
        law = after
    return law


def _extreme(dice: tuple[int, ...], high: bool) -> dict[int, float]:
    """Law of the highest or the lowest of several dice."""

    def at_most(value: int) -> float:
        chance = 1.0
        for sides in dice:
            share = min(max(value, 0), sides) / sides
            chance *= share if high else 1 - share
        return chance if high else 1 - chance

    top = max(dice) if high else min(dice)
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
