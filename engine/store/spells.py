"""Spells by name, from the assets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.rulesets.ose.sheet import Dose, Shape, Spell
from engine.store.reading import find_named, read_asset, slug

_DICE = re.compile(r"(\d+)d(\d+)([+-]\d+)?( a level)?")


class SpellEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One row of the spell list, in the notation of the asset file. Lengths in feet."""

    key: str = ""
    name: str
    list: str
    level: int
    range: int = 0
    shape: Shape = Shape.RULING
    size: int = 0
    duration: str
    save: str = ""
    hostile: bool = False
    concentration: bool = False
    spares: Literal["", "undead"] = ""
    """Whom it has no power over."""
    damage: str = ""
    """Hit points it takes, by the notation of `_dose`."""
    half: bool = False
    """Whoever saves takes half of them."""
    darts: tuple[int, ...] = ()
    heals: str = ""
    """Hit points it gives back."""
    or_ends: str = ""
    effect: str


class _File(Struct, forbid_unknown_fields=True):
    spells: dict[str, SpellEntry]


@lru_cache(maxsize=1)
def spell_list() -> tuple[SpellEntry, ...]:
    """Every spell, by level and name."""
    rows = read_asset("spells/ose.toml", _File).spells
    found = (replace(row, key=key) for key, row in rows.items())
    return tuple(sorted(found, key=lambda row: (row.level, row.name)))


@lru_cache(maxsize=1)
def _by_slug() -> Mapping[str, Spell]:
    return {slug(entry.name): memorised(entry) for entry in spell_list()}


def find_spell(name: str) -> Spell:
    """The spell with that name, as it is memorised once; a bare one, for the referee, if no list has it."""
    return find_named(_by_slug(), name) or Spell(name)


def memorised(entry: SpellEntry) -> Spell:
    """The spell of that row, as it is memorised once. FivefootError if its dose cannot be read."""
    return Spell(
        entry.name,
        level=entry.level,
        range_ft=entry.range,
        shape=entry.shape,
        size_ft=entry.size,
        duration=entry.duration,
        save=entry.save,
        effect=entry.effect,
        hostile=entry.hostile,
        concentration=entry.concentration,
        spares=entry.spares,
        dose=_dose(entry),
    )


def _dose(entry: SpellEntry) -> Dose | None:
    """What it takes or gives, written as "1d6+1", "1d6 a level" or "hit points" (of the caster).

    FivefootError if it is written in any other way.
    """
    text = entry.damage or entry.heals
    if not text:
        return None
    found = _DICE.fullmatch(text)
    if found is None and text != "hit points":
        raise FivefootError(f"{entry.name}: '{text}' is no dose; write 1d6+1, 1d6 a level, or hit points")
    dice, sides, bonus = (int(part or 0) for part in found.group(1, 2, 3)) if found else (0, 0, 0)
    return Dose(
        dice,
        sides,
        bonus,
        each_level=found is not None and found[4] is not None,
        half=entry.half,
        heals=bool(entry.heals),
        or_ends=entry.or_ends,
        darts=entry.darts,
    )
