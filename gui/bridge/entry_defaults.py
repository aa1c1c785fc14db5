"""What an entry has where lines of its form were left empty: by class and level, else by hit points."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec.structs import replace

from engine.errors import FivefootError
from engine.importers.creature_fields import HIT_POINTS_PER_DIE, hit_dice
from engine.rulesets.ose.classes import class_attack_bonus, class_level, class_turns_undead
from engine.store.library import CreatureEntry

Texts = Mapping[str, str]


def completed(old: CreatureEntry, new: CreatureEntry, before: Texts, after: Texts) -> CreatureEntry:
    """`new`, as the lines were filled in, with what follows from the rest of it; what was typed stays.

    A number that came from the class of `old` and was not touched goes along with a new class or level.
    FivefootError if the hit dice cannot be read.
    """
    promoted = new.role != old.role and bool(old.role)
    if not after.get("hd", "").strip() or (promoted and _untouched("hd", before, after, _hit_dice(old))):
        new = replace(new, hd=_hit_dice(new))
    elif before.get("hd") != new.hd:
        new = replace(new, hd=_written(new.hd))
    if not after.get("ab", "").strip() or (promoted and _untouched("ab", before, after, _attack_bonus(old))):
        new = replace(new, ab=_attack_bonus(new))
    if new.role != old.role and not before.get("turns_undead") and class_turns_undead(new.role):
        new = replace(new, turns_undead=True)
    return new


def _untouched(path: str, before: Texts, after: Texts, value: str | int) -> bool:
    """Whether the line still shows the value it had of itself."""
    return before.get(path) == after.get(path, "").strip() == str(value)


def _hit_dice(entry: CreatureEntry) -> str:
    """One for each level; without a class by the hit points."""
    points = entry.max_hp or entry.hp
    return str(class_level(entry.role) or max(1, round(points / HIT_POINTS_PER_DIE)))


def _attack_bonus(entry: CreatureEntry) -> int:
    dice = hit_dice(entry.hd)
    whole = re.match(r"\d+", entry.hd)
    of_class = class_attack_bonus(entry.role, class_level(entry.role) or int(whole[0] if whole else 1))
    if of_class is not None:
        return of_class
    return dice.bonus if dice is not None else 0


def _written(text: str) -> str:
    dice = hit_dice(text)
    if dice is None:
        raise FivefootError("Hit dice are written like 3, 1+1 or 1/2.")
    return dice.text
