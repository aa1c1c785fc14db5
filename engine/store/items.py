"""Items by name, from the assets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from engine.rulesets.ose.items import Item, ItemKind, Use
from engine.rulesets.ose.spell_facts import Spell
from engine.store.reading import find_named, read_asset, slug
from engine.store.spells import SpellEntry, memorised


class _ItemRow(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: ItemKind = ItemKind.OTHER
    use: Use = Use.UNKNOWN
    light: int = 0
    worn: bool = False
    effect: str = ""
    works: dict[str, Any] | None = None
    """What its use does, by the notation of the spell list."""
    also: tuple[str, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True):
    items: dict[str, _ItemRow]


@lru_cache(maxsize=1)
def items() -> Mapping[str, Item]:
    """All items by slug, their other names included."""
    found: dict[str, Item] = {}
    for key, row in read_asset("items/ose.toml", _File).items.items():
        for name in (row.name, *row.also):
            found[slug(name)] = Item(
                key, name, row.kind, row.use, row.light, row.worn, effect=row.effect, works=_works(row)
            )
        found[key] = found[slug(row.name)]
    return found


def _works(row: _ItemRow) -> Spell | None:
    """What the item does, as a spell that bears its name."""
    if row.works is None:
        return None
    entry = {"list": "items", "level": 1, **row.works, "name": row.name, "effect": row.effect}
    return memorised(msgspec.convert(entry, SpellEntry))


def is_item(name: str) -> bool:
    """Whether a name is listed, or begins as a listed one of several words does: "potion of ..."."""
    return find_named(items(), name) is not None or slug(name).split("-")[0] in _kinds()


def find_item(name: str) -> Item:
    """The item with that name; an unlisted potion or wand is one that the referee rules on.

    Anything else that no list describes is a plain thing of that name.
    """
    found = find_named(items(), name)
    if found is not None:
        return found
    if "holy-symbol" in slug(name):  # of silver, of a deity
        return Item(slug(name), name, ItemKind.SYMBOL)
    like = _kinds().get(slug(name).split("-")[0])
    return Item(slug(name), name, like.kind, worn=like.worn) if like is not None else Item(slug(name), name)


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, Item]:
    """The word that names a kind of item -> one of that kind, from those called "potion of ..."."""
    return {key.split("-")[0]: item for key, item in items().items() if "-of-" in key}
