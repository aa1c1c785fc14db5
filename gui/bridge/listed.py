"""What the list of the library shows: creatures in words, whatever the rule book."""

from __future__ import annotations

from msgspec import Struct

HERO = "hero"
"""The tag of people for the players' side."""
OWN = "own:"
"""Begins the key of what is the GM's own."""


class Entry(Struct, frozen=True):
    """One creature of the list in words."""

    key: str
    name: str
    facts: str
    """ "AC 13, HP 4, 60 ft, 2 x 2", and first whether it is the GM's own."""
    weapon: str
    label: str
    size: int = 1
    own: bool = False
    """Made or imported by the GM, and so the GM's to change."""
    hero: bool = False
    """Somebody for the players' side."""


class Found(Struct, frozen=True):
    """What was found for a typed text. `count` is how many of it are wanted: "gob 4" wants four."""

    entries: tuple[Entry, ...]
    name: str
    count: int
    near: tuple[str, ...] = ()
    """Names that were perhaps meant, when nothing was found."""
