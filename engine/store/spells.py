"""Spells by name, from the assets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from engine.rulesets.ose.sheet import Shape, Spell
from engine.store.reading import read_asset, slug


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
    return {slug(entry.name): _spell(entry) for entry in spell_list()}


def find_spell(name: str) -> Spell:
    """The spell with that name, as it is memorised once; a bare one, for the referee, if no list has it."""
    return _by_slug().get(slug(name), Spell(name))


def _spell(entry: SpellEntry) -> Spell:
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
    )
