"""Weapons, shields and spells by name, from the assets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Literal, TypeVar, cast

import msgspec
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.rulesets.ose.items import Item
from engine.rulesets.ose.sheet import Quality, Shield, Weapon
from engine.rulesets.ose.spell_facts import Spell
from engine.session.dice import parse_dice
from engine.store.items import find_item
from engine.store.listed import listed
from engine.store.reading import find_named, read_asset, slug
from engine.store.spells import find_spell

T = TypeVar("T")


class _WeaponRow(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    qualities: tuple[Quality, ...]
    variable: str
    pounds: int
    ranges: tuple[int, int, int] | None = None
    light: int = 0
    harms: Literal["", "undead"] = ""
    """Whom alone it harms."""
    also: tuple[str, ...] = ()


class _ShieldRow(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    bonus: int


class _File(msgspec.Struct, forbid_unknown_fields=True):
    weapons: dict[str, _WeaponRow]
    shields: dict[str, _ShieldRow]


@lru_cache(maxsize=1)
def _gear() -> Mapping[str, Weapon | Shield]:
    """All weapons and shields by slug, other names of a weapon included."""
    rows = read_asset("weapons/ose.toml", _File)
    found: dict[str, Weapon | Shield] = {
        key: Shield(key, row.name, row.bonus) for key, row in rows.shields.items()
    }
    for key, row in rows.weapons.items():
        dice = parse_dice(row.variable)
        weapon = Weapon(
            key,
            row.name,
            row.qualities,
            variable=(dice.count, dice.sides),
            ranges=row.ranges,
            light=row.light,
            harms=row.harms,
        )
        found[key] = weapon
        found.update({slug(other): replace(weapon, name=other) for other in row.also})
    return found


def weapons() -> tuple[Weapon, ...]:
    """Every weapon once, under its first name."""
    return tuple(item for key, item in _gear().items() if isinstance(item, Weapon) and item.key == key)


def find_gear(name: str, kind: type[T]) -> T:
    """The weapon or shield with that name, as a value of that kind; a spell or an item need not be in a list.

    FivefootError says that there is none, and which was perhaps meant.
    """
    if kind is Spell:
        return cast("T", find_spell(name))
    if kind is Item:
        return cast("T", find_item(name))
    of_book: Mapping[str, Any] = listed(kind)
    item = find_named(of_book, name) or find_named(_gear(), name)
    if isinstance(item, kind):
        return item
    rows: Mapping[str, Any] = of_book or _gear()
    known = [row.name for row in rows.values() if isinstance(cast("object", row), kind)]
    what = "shield" if kind is Shield else "weapon"
    raise FivefootError(f"No {what} called '{name}'.{did_you_mean(name, known)}")


def find_weapon(name: str) -> Weapon:
    """The weapon with that name; FivefootError if there is none."""
    return find_gear(name, Weapon)


def did_you_mean(name: str, known: Iterable[str], most: int = 3) -> str:
    """A sentence (with a space before it) that names what was perhaps meant; empty if nothing is near."""
    near = suggestions(name, known, most)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def suggestions(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names nearest to a mistyped one, best first."""
    by_slug = {slug(one): one for one in known}
    return [by_slug[key] for key in get_close_matches(slug(name), by_slug, most, cutoff=0.6)]
