"""Spells by name, from the assets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import BLIND
from engine.rulesets.ose.spell_facts import UNLIMITED, Affliction, Dose, HitDice, Pool, Shape, Span, Spell
from engine.store.reading import find_named, read_asset, slug

_DICE = re.compile(r"(\d+)d(\d+)([+-]\d+)?( a level)?")
_SPAN = re.compile(
    r"(?P<count>\d+)(?:d(?P<sides>\d+))? (?P<unit>Turn|round)s?"
    r"(?P<each> a level)?(?: and (?P<more>\d+) a level)?"
)
_TAKES = re.compile(r"(\d+)d(\d+)( hit dice)?")
_HIT_DICE = re.compile(r"any|(\d+)(?:\+(\d+))?( or more)?")
ROUNDS_A_TURN = 60
"""Ten minutes of ten seconds each (rulings A1.1)."""


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
    puts: str = ""
    """The condition it puts on whomever it takes hold of."""
    holds: str = ""
    """How long that lasts, where it is not the spell's own duration; by the notation of `_span`."""
    takes: str = ""
    """How many of them, by a roll: "1d4", or "2d8 hit dice"."""
    most: str = ""
    """Whoever has more hit dice is none of those: "4"."""
    alone: str = ""
    """Hit dice of the one it may take hold of instead: "4+1", or "any"."""
    alone_save: int = 0
    on_eyes: bool = False
    """It may be cast on somebody's eyes instead, who is blind unless he saves."""
    touch: bool = False
    """Its caster has to hit the target first."""
    fire: bool = False
    """A web burns in it."""
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


def is_listed(name: str) -> bool:
    """Whether the list has a spell with that name."""
    return find_named(_by_slug(), name) is not None


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
        puts=Affliction(entry.puts, _lasts(entry), _pool(entry)) if entry.puts else None,
        touch=entry.touch,
        fire=entry.fire,
        on_eyes=Affliction(BLIND, _lasts(entry)) if entry.on_eyes else None,
    )


def _lasts(entry: SpellEntry) -> Span | None:
    """How long its condition lasts: "2 Turns", "2d4 rounds", "1 Turn a level", "6 Turns and 1 a level".

    None for any other words ("lasting", "until it saves anew"): until somebody takes it away.
    """
    found = _SPAN.fullmatch(entry.holds or entry.duration)
    if found is None:
        return None
    count, sides, a_level = (int(part or 0) for part in found.group("count", "sides", "more"))
    rounds = ROUNDS_A_TURN if found["unit"].startswith("T") else 1
    return Span(rounds, count, sides, each_level=found["each"] is not None, a_level=a_level)


def _pool(entry: SpellEntry) -> Pool | None:
    """How many it takes. FivefootError if that cannot be read."""
    if not entry.takes:
        return None
    found = _TAKES.fullmatch(entry.takes)
    if found is None:
        raise FivefootError(f"{entry.name}: '{entry.takes}' is no number; write 1d4, or 2d8 hit dice")
    return Pool(
        int(found[1]),
        int(found[2]),
        hit_dice=found[3] is not None,
        most=_hit_dice(entry, entry.most)[1] if entry.most else None,
        alone=_hit_dice(entry, entry.alone) if entry.alone else None,
        alone_save=entry.alone_save,
    )


def _hit_dice(entry: SpellEntry, text: str) -> tuple[HitDice, HitDice]:
    """The least and the most of "4+1", "3+1 or more" or "any". FivefootError for other words."""
    found = _HIT_DICE.fullmatch(text)
    if found is None:
        raise FivefootError(f"{entry.name}: '{text}' are no hit dice; write 4+1, 4 or more, or any")
    if text == "any":
        return (0, 0), UNLIMITED
    least = int(found[1]), int(found[2] or 0)
    return least, UNLIMITED if found[3] else least


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
