"""Weapons of the rule books that keep them as plain rows: one file a book, found by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, TypeVar, cast, get_type_hints

import msgspec
from msgspec import Struct

from engine.rulesets.openquest.sheet import OqWeapon
from engine.rulesets.os_six.sheet import SixWeapon
from engine.session.dice import parse_dice
from engine.store.reading import read_asset, slug

T = TypeVar("T")

LISTS: Mapping[type, str] = {OqWeapon: "weapons/openquest.toml", SixWeapon: "weapons/os_six.toml"}
"""The kind of weapon a book's sheet holds, and the file that lists them."""
_NO_DICE = "-"


class _File(Struct, forbid_unknown_fields=True):
    weapons: dict[str, dict[str, Any]]


def listed(kind: type[T]) -> Mapping[str, T]:
    """Every weapon of that kind by key, and by its names as keys; none for a kind without a list."""
    return cast("Mapping[str, T]", _listed(cast("Any", kind))) if kind in LISTS else {}


@lru_cache(maxsize=8)
def _listed(kind: Any) -> Mapping[str, Struct]:
    found: dict[str, Struct] = {}
    for key, row in read_asset(LISTS[kind], _File).weapons.items():
        others = row.pop("also", ())
        one = _weapon(key, row, kind)
        found |= dict.fromkeys((key, *map(slug, (row["name"], *others))), one)
    return found


def _weapon(key: str, row: Mapping[str, Any], kind: Any) -> Struct:
    """One row; people write "2d8" and "heavy" where the sheet has the sides of each die and a member."""
    written = row.get("dice", _NO_DICE)
    dice = None if written == _NO_DICE else parse_dice(written)
    sides, bonus = ((dice.sides,) * dice.count, dice.bonus) if dice is not None else ((), 0)
    chosen = dict(_choices(row, kind))
    weapon: Struct = msgspec.convert({**row, **chosen, "key": key, "dice": sides, "bonus": bonus}, kind)
    return weapon


def _choices(row: Mapping[str, Any], kind: Any) -> Iterator[tuple[str, Enum]]:
    """The members that words such as "heavy" stand for."""
    for name, hint in get_type_hints(kind).items():
        if name in row and isinstance(hint, type) and issubclass(hint, Enum):
            yield name, hint[row[name].upper()]
