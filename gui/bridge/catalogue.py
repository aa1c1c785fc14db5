"""The library of creatures as the panels need it: those that ship and the GM's own, found, built, kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.errors import FivefootError
from engine.importers.creature_list import read_creature_list
from engine.model.actor import Actor
from engine.model.battle import Battle, Side
from engine.model.phrase import SideId
from engine.model.terrain import blank
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.registry import RULESETS
from engine.rulesets.ruleset import Ruleset
from engine.store import library
from engine.store.entries import as_kind, checked
from engine.store.library import CreatureEntry
from engine.store.own_book import OwnBook
from engine.store.own_library import OwnLibrary
from gui.bridge.book_shelf import BookShelf
from gui.bridge.creature_forms import CreatureForm, change_entry, new_entry
from gui.bridge.encounters import data_folder
from gui.bridge.listed import HERO, OWN, Entry, Found

MOST_AT_ONCE = 40
OWN_FILE = "library.json"


class ReadList(Struct, frozen=True):
    """A creature list made elsewhere: what can be taken in, and the report, line by line."""

    title: str
    entries: tuple[CreatureEntry, ...]
    lines: tuple[str, ...]


class Catalogue:
    """The creatures that fit one ruleset.

    `trouble` says why there is no library of the GM's own (`own` is None), or what of it is left out.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.own: OwnLibrary | None = None
        self.trouble = ""
        plain = OseSheet not in ruleset.about.guests
        own_book: OwnBook | None = None
        try:
            own = OwnLibrary(data_folder() / OWN_FILE)
            own_book = OwnBook(own, ruleset) if plain else None
            self.own = own
            self.trouble = _left_out(own_book.left_out if own_book is not None else own.left_out)
        except FivefootError as problem:
            self.trouble = str(problem)
        self._shelf = BookShelf(ruleset, own_book) if plain else None

    @property
    def reads_lists(self) -> bool:
        """Whether creature lists made elsewhere can be read for these rules."""
        return self._shelf is None

    @property
    def example(self) -> str:
        """What can be typed: to get four of somebody, and by class or tag."""
        one = "gob" if self._shelf is None or self.find("gob").entries else self._shelf.example
        groups = (word for word in ("undead", "cleric", "hero") if self.find(word).entries)
        return ", ".join((f"{one} 4", *groups))

    def find(self, text: str, size: int | None = None) -> Found:
        """The creatures that fit what was typed, best first; the GM's own before others."""
        name, typed = library.counted(text)
        count = min(typed, MOST_AT_ONCE)
        if self._shelf is not None:
            entries, near = self._shelf.find(name, size)
            return Found(entries, name, count, near)
        own = self._own_rows()
        rows = library.search(name, size=size, own=own)
        near = library.suggest(name, own) if name and not rows else ()
        return Found(tuple(self._entry(row) for row in rows), name, count, near)

    def build(self, key: str, side: SideId, count: int) -> tuple[Actor, ...]:
        """That many new actors without ids and places; the session numbers them."""
        if self._shelf is not None:
            shelf = self._shelf
            return tuple(shelf.build(key, side) for _ in range(count))
        row = self._row(key)
        return tuple(library.build(row, side) for _ in range(count))

    # --- the GM's own -----------------------------------------------------------------------------

    def writable(self) -> OwnLibrary:
        """Where own creatures and parties are kept. FivefootError says why nothing can be."""
        if self.own is None:
            raise FivefootError(self.trouble)
        return self.own

    def new_form(self, saved: Callable[[str], None]) -> CreatureForm:
        """A form for a new creature. `saved` is told its name. FivefootError if nothing can be kept."""
        own = self.writable()
        if self._shelf is not None:
            return self._shelf.new_form(saved)
        return new_entry(own, lambda entry: saved(entry.name))

    def edit_form(self, key: str, saved: Callable[[str], None]) -> CreatureForm:
        """A form for a creature of the list; of one that ships with the program a copy is made."""
        own = self.writable()
        if self._shelf is not None:
            return self._shelf.edit_form(key, saved)
        return change_entry(own, self._row(key), lambda entry: saved(entry.name))

    def remove(self, key: str) -> None:
        """Forget an own creature."""
        own = self.writable()
        if self._shelf is not None:
            self._shelf.remove(key)
        else:
            own.remove(key.removeprefix(OWN))

    def keep(self, actor: Actor) -> str:
        """Take a creature of the encounter into the library; gives its name there."""
        own = self.writable()
        return self._shelf.keep(actor) if self._shelf is not None else own.add(as_kind(actor)).name

    def read_list(self, path: Path) -> ReadList:
        """Read a creature list made elsewhere. FivefootError if it is none."""
        found = read_creature_list(path)
        entries, left_out = [], []
        for creature in found.creatures:
            try:
                entries.append(checked(msgspec.convert(dict(creature.row), CreatureEntry)))
            except (FivefootError, msgspec.ValidationError) as problem:
                left_out.append(f"{creature.name} was left out: {problem}")
        return ReadList(path.name, tuple(entries), (*found.lines, *left_out))

    def take_in(self, found: ReadList) -> int:
        """Keep what was read; gives how many creatures that are."""
        return len(self.writable().add_all(found.entries))

    def _own_rows(self) -> tuple[CreatureEntry, ...]:
        return () if self.own is None else self.own.creatures()

    def _row(self, key: str) -> CreatureEntry:
        """The whole entry behind a line of the list. FivefootError if it is gone."""
        if not key.startswith(OWN):
            return library.find_creature(key)
        row = self.own.find(key.removeprefix(OWN)) if self.own is not None else None
        if row is None:
            raise FivefootError("This creature is no longer in your library.")
        return row

    def _entry(self, row: CreatureEntry) -> Entry:
        own = self._is_own(row)
        facts = [
            f"AC {_armour_class(self._ruleset.about.key, row)}",
            f"HP {row.hp}",
            f"{row.mv} {self._ruleset.about.unit}",
        ]
        if row.size > 1:
            facts.append(f"{row.size} × {row.size}")
        label = row.label or row.name[:1].upper()
        key = f"{OWN}{row.key}" if own else row.key
        if own:
            facts.insert(0, "yours")
        hero = bool(row.role) or HERO in row.tags
        return Entry(key, row.name, ", ".join(facts), row.weapon, label, row.size, own, hero)

    def _is_own(self, row: CreatureEntry) -> bool:
        return self.own is not None and self.own.find(row.key) is row


def _left_out(sentences: Sequence[str]) -> str:
    """The first of them in full: the list has room for little more."""
    rest = len(sentences) - 1
    if rest < 1:
        return "".join(sentences)
    return f"{sentences[0]} {rest} more {'is' if rest == 1 else 'are'} left out as well."


@lru_cache(maxsize=2048)
def _armour_class(ruleset: str, row: CreatureEntry) -> str:
    """The armour class it will have on the map, with the shield and weapon in hand."""
    battle = Battle(ruleset, "", (Side("", ""),), {}, blank(1, 1))
    facts = RULESETS[ruleset].card(battle, library.build(row, "")).facts
    return next((fact.value for fact in facts if fact.key == "ac"), str(row.aac))
