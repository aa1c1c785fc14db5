"""Items by name, from the assets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.rulesets.ose.items import Item, ItemKind, Use
from engine.store.reading import find_named, read_asset, slug


class _ItemRow(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: ItemKind = ItemKind.OTHER
    use: Use = Use.UNKNOWN
    light: int = 0
    worn: bool = False
    effect: str = ""
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
                key, name, row.kind, row.use, row.light, worn=row.worn, effect=row.effect
            )
        found[key] = found[slug(row.name)]
    return found


def is_item(name: str) -> bool:
    """Whether a name is listed, or begins as a listed one of several words does: "potion of ..."."""
    kinds = {key.split("-")[0] for key in items() if "-of-" in key}
    return find_named(items(), name) is not None or slug(name).split("-")[0] in kinds


def find_item(name: str) -> Item:
    """The item with that name; one that no list describes is a plain thing of that name."""
    found = find_named(items(), name)
    if found is not None:
        return found
    kind = ItemKind.SYMBOL if "holy-symbol" in slug(name) else ItemKind.OTHER  # of silver, of a deity
    return Item(slug(name), name, kind)
