"""Pools of six-sided dice: how many, what they mean, and their exact law."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.model.phrase import Modifier, Tally, modifier
from engine.rulesets.os_six.sheet import SixSheet

COMPLETE, PARTIAL = 6, 4


class Stat(StrEnum):
    """The four attributes."""

    BRAWN = "brawn"
    AGILITY = "agility"
    MIND = "mind"
    WILL = "will"


class Degree(StrEnum):
    """How a pool came out."""

    CRITICAL = "critical"
    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILURE = "failure"
    CRITICAL_FAILURE = "critical_failure"

    @property
    def full(self) -> bool:
        """Complete or better."""
        return self in (Degree.CRITICAL, Degree.COMPLETE)

    @property
    def failed(self) -> bool:
        """A failure, critical or not."""
        return self in (Degree.FAILURE, Degree.CRITICAL_FAILURE)


def pool(page: SixSheet, stat: Stat, weakened: bool = True, helped: bool = True) -> Tally:
    """The number of dice of an action, part by part.

    Without `weakened` one hit point left costs no die; without `helped` a friend's help gives none.
    """
    parts: tuple[Modifier, ...] = (modifier(_size_of(page, stat), f"six.stat.{stat.value}"),)
    if page.hero and page.hp == 1 and weakened:
        parts += (modifier(-1, "six.mod.one_hp", "SIX-DAMAGE-12"),)
    if page.penalty:
        parts += (modifier(-1, "six.mod.shaken", "SIX-PANIC-05"),)
    if page.helped and helped:
        parts += (modifier(1, "six.mod.helped"),)
    return Tally(parts)


def bare(page: SixSheet, stat: Stat) -> Tally:
    """The dice of a roll that is no action (for life, order, or against strain): the attribute alone."""
    return Tally((modifier(_size_of(page, stat), f"six.stat.{stat.value}"),))


def _size_of(page: SixSheet, stat: Stat) -> int:
    """The attribute itself."""
    return {
        Stat.BRAWN: page.brawn,
        Stat.AGILITY: page.agility,
        Stat.MIND: page.mind,
        Stat.WILL: page.will,
    }[stat]


def dice_of(size: int) -> tuple[tuple[int, ...], str]:
    """The dice of a pool and how they are read; with no die left, two are rolled and the lower counts."""
    return ((6,) * size, "high") if size > 0 else ((6, 6), "low")  # rulings D1, Bonus / Penalty


def degree(faces: tuple[int, ...], keep: str) -> Degree:
    """What the faces mean. A pool of a single die, or of none, is never critical (ruling D2 #3)."""
    best = max(faces) if keep == "high" else min(faces)
    real_pool = keep == "high"
    if best >= COMPLETE:
        return Degree.CRITICAL if real_pool and faces.count(6) > 1 else Degree.COMPLETE  # Rule: SIX-ATK-04
    if best >= PARTIAL:
        return Degree.PARTIAL
    critical = real_pool and faces.count(1) > 1  # Rule: SIX-PANIC-01
    return Degree.CRITICAL_FAILURE if critical else Degree.FAILURE


def several_ones(faces: tuple[int, ...]) -> bool:
    """More than a single one and no six: what the wider reading takes for a strain (SIX-STRAIN-06)."""
    return faces.count(1) > 1 and COMPLETE not in faces


def law(size: int) -> Mapping[Degree, float]:
    """Chance of each degree for a pool of that size."""
    if size <= 0:
        return {
            Degree.COMPLETE: 1 / 36,
            Degree.PARTIAL: 8 / 36,
            Degree.FAILURE: 27 / 36,
        }
    no_six, one_six = 5**size, size * 5 ** (size - 1)
    all_low, few_ones = 3**size, 2**size + size * 2 ** (size - 1)
    counts = {
        Degree.CRITICAL: 6**size - no_six - one_six,
        Degree.COMPLETE: one_six,
        Degree.PARTIAL: no_six - all_low,
        Degree.FAILURE: few_ones,
        Degree.CRITICAL_FAILURE: all_low - few_ones,
    }
    return {result: count / 6**size for result, count in counts.items() if count}
