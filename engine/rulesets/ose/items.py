"""Things that are neither weapon nor shield: lights, potions, scrolls, magic items, packs."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.rulesets.ose.spell_facts import Spell


class ItemKind(StrEnum):
    """What an item is for; decides which deeds are offered with it."""

    OTHER = ""
    LIGHT = "light"
    TINDER = "tinder"
    """The means to light something (OSE-MANIP-06)."""
    POTION = "potion"
    SCROLL = "scroll"
    """Read by casting its spell, declared like any other (OSE-ITEM-02)."""
    WAND = "wand"
    MAGIC = "magic"
    """A ring, rod or the like; what its use takes is for the referee to say (OSE-ITEM-06)."""
    SYMBOL = "symbol"
    BACKPACK = "backpack"
    """Out of reach in a fight, and so is what is packed in it (OSE-MANIP-16, OSE-MANIP-17)."""


class Use(StrEnum):
    """What the use of an item takes of the round; empty until the referee has said it."""

    UNKNOWN = ""
    MAIN = "main"
    MOVE = "move"
    MANIPULATION = "manipulation"


USABLE = (ItemKind.WAND, ItemKind.MAGIC)
"""Kinds that the action Use an Item is for (OSE-ITEM-01)."""


class Item(Struct, frozen=True):
    """Something carried. `effect` is a line that says what its use does."""

    key: str
    name: str
    kind: ItemKind = ItemKind.OTHER
    use: Use = Use.UNKNOWN
    light: int = 0
    """Feet around it that it lights up while it burns."""
    worn: bool = False
    """Used without being held: a ring, a cloak."""
    spell: str = ""
    """What a scroll holds."""
    effect: str = ""
    works: Spell | None = None
    """What its use does, where its numbers are known: worked out like a spell. None: the referee says it."""

    @property
    def takes(self) -> Use:
        """What its use takes: as written, else a Main action for a wand (OSE-ITEM-04)."""
        return Use.MAIN if self.use is Use.UNKNOWN and self.kind is ItemKind.WAND else self.use
