"""The library of creatures as the library panel needs it: searched, described, built into actors."""

from __future__ import annotations

from msgspec import Struct

from engine.model.actor import Actor
from engine.model.phrase import SideId
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.ruleset import Ruleset
from engine.store import library

MOST_AT_ONCE = 40


class Entry(Struct, frozen=True):
    """One creature of the list in words."""

    key: str
    name: str
    facts: str
    """ "AC 13, HP 4, 60 ft, 2 x 2"."""
    weapon: str
    label: str
    size: int = 1


class Found(Struct, frozen=True):
    """What was found for a typed text. `count` is how many of it are wanted: "gob 4" wants four."""

    entries: tuple[Entry, ...]
    name: str
    count: int
    near: tuple[str, ...] = ()
    """Names that were perhaps meant, when nothing was found."""


class Catalogue:
    """The creatures that fit one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._unit = ruleset.about.unit
        self._usable = OseSheet in ruleset.about.guests

    @property
    def usable(self) -> bool:
        """Whether there are creatures for these rules at all."""
        return self._usable

    def find(self, text: str, size: int | None = None) -> Found:
        """The creatures that fit what was typed, best first."""
        name, count = library.counted(text)
        rows = library.search(name, size=size) if self._usable else ()
        near = library.suggest(name) if name and not rows and self._usable else ()
        entries = tuple(self._entry(row) for row in rows)
        return Found(entries, name, min(count, MOST_AT_ONCE), near)

    def build(self, key: str, side: SideId, count: int) -> tuple[Actor, ...]:
        """That many new actors without ids and places; the session numbers them."""
        row = library.find_creature(key)
        return tuple(library.build(row, side) for _ in range(count))

    def _entry(self, row: library.CreatureEntry) -> Entry:
        facts = [f"AC {row.aac}", f"HP {row.hp}", f"{row.mv} {self._unit}"]
        if row.size > 1:
            facts.append(f"{row.size} × {row.size}")
        label = row.label or row.name[:1].upper()
        return Entry(row.key, row.name, ", ".join(facts), row.weapon, label, row.size)
