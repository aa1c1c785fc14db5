"""Things typed among the weapons of a creature that belong to what it carries: which, and where they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import FivefootError
from engine.rulesets.ose.sheet import Shield, Weapon
from engine.store.gear import find_gear, suggestions, weapons
from engine.store.items import is_item

Texts = Mapping[str, str]
GEAR, ITEMS = "gear", "items"
"""Paths of the two lines."""


def misplaced(names: Sequence[str]) -> tuple[str, ...]:
    """Of the names in the line of weapons those that are no weapon, nor like one, but a thing to carry."""
    known = [weapon.name for weapon in weapons()]
    return tuple(
        name for name in names if not _is_gear(name) and is_item(name) and not suggestions(name, known)
    )


def misplaced_words(names: Sequence[str]) -> str:
    """What is said of them, with the cure."""
    first = names[0][:1].upper() + names[0][1:]
    if len(names) == 1:
        return f"{first} is no weapon and belongs under Carries also."
    return f"{first} and {len(names) - 1} more are no weapons and belong under Carries also."


def moved(texts: Texts) -> Texts | None:
    """The texts of a form with such things in the line of what is carried; None if there are none."""
    if not {GEAR, ITEMS} <= texts.keys():
        return None
    names = _names(texts[GEAR])
    found = misplaced(names)
    if not found:
        return None
    kept = [name for name in names if name not in found]
    return {**texts, GEAR: ", ".join(kept), ITEMS: ", ".join([*_names(texts[ITEMS]), *found])}


def _names(text: str) -> list[str]:
    return [part for part in (part.strip() for part in text.split(",")) if part]


def _is_gear(name: str) -> bool:
    for kind in (Weapon, Shield):
        try:
            find_gear(name, kind)
        except FivefootError:
            continue
        return True
    return False
