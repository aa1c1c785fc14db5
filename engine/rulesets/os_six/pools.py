"""Pools of six-sided dice: how many, what they mean, and their exact law."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.model.phrase import Modifier, Tally, modifier
from engine.rulesets.os_six.sheet import SixSheet

COMPLETE, PARTIAL, LOW = 6, 4, 3


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


def pool(page: SixSheet, stat: Stat) -> Tally:
    """The number of dice of an action, part by part."""
    size = {
        Stat.BRAWN: page.brawn,
        Stat.AGILITY: page.agility,
        Stat.MIND: page.mind,
        Stat.WILL: page.will,
    }[stat]
    parts: tuple[Modifier, ...] = (modifier(size, f"six.stat.{stat.value}"),)
    if page.hero and page.hp == 1:
        parts += (modifier(-1, "six.mod.one_hp", "SIX-DAMAGE-12"),)
    if page.penalty:
        parts += (modifier(-1, "six.mod.panic", "SIX-PANIC-05"),)
    return Tally(parts)


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


def law(size: int) -> Mapping[Degree, float]:
    """Chance of each degree for a pool of that size."""
    if size <= 0:
        return {
            Degree.COMPLETE: 1 / 36,
            Degree.PARTIAL: 8 / 36,
            Degree.FAILURE: 27 / 36,
        }
    none_of_six = (5 / 6) ** size
    one_six = size / 6 * (5 / 6) ** (size - 1)
    all_low = (3 / 6) ** size
    few_ones = all_low * ((2 / 3) ** size + size / 3 * (2 / 3) ** (size - 1))
    return {
        Degree.CRITICAL: 1 - none_of_six - one_six,
        Degree.COMPLETE: one_six,
        Degree.PARTIAL: none_of_six - all_low,
        Degree.FAILURE: few_ones,
        Degree.CRITICAL_FAILURE: all_low - few_ones,
    }
