"""The library of creatures as the panels need it: those that ship and the GM's own, found, built, kept."""

from __future__ import annotations

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
from engine.rulesets.ruleset import Ruleset
from engine.store import library
from engine.store.book_library import (
    BookCreature,
    book_creatures,
    build_book_creature,
    find_book_creature,
)
from engine.store.entries import as_kind, checked
from engine.store.gear import suggestions
from engine.store.library import CreatureEntry
from engine.store.own_library import OwnLibrary
from engine.views.audience import Audience
from engine.views.narrate import Narrator
from gui.bridge.encounters import data_folder

MOST_AT_ONCE = 40
OWN_FILE = "library.json"
_OWN = "own:"


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


class Found(Struct, frozen=True):
    """What was found for a typed text. `count` is how many of it are wanted: "gob 4" wants four."""

    entries: tuple[Entry, ...]
    name: str
    count: int
    near: tuple[str, ...] = ()
    """Names that were perhaps meant, when nothing was found."""


class ReadList(Struct, frozen=True):
    """A creature list made elsewhere: what can be taken in, and the report, line by line."""

    title: str
    entries: tuple[CreatureEntry, ...]
    lines: tuple[str, ...]


class Catalogue:
    """The creatures that fit one ruleset. `own` is None where it cannot be read; `trouble` says why."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._keeps_own = OseSheet in ruleset.about.guests
        self._shipped = () if self._keeps_own else book_creatures(ruleset)
        self.own: OwnLibrary | None = None
        self.trouble = ""
        self._classes: dict[CreatureEntry, str] = {}
        try:
            self.own = OwnLibrary(data_folder() / OWN_FILE)
        except FivefootError as problem:
            self.trouble = str(problem)

    @property
    def usable(self) -> bool:
        """Whether there are creatures for these rules at all."""
        return self._keeps_own or bool(self._shipped)

    @property
    def keeps_own(self) -> bool:
        """Whether the GM's own creatures can be kept beside those that ship, and changed."""
        return self._keeps_own

    @property
    def example(self) -> str:
        """What can be typed: to get four of somebody, and by class or tag."""
        if self.find("gob").entries:
            several = "gob 4"
        else:
            foes = (row.name for row in self._shipped if "hero" not in row.tags)
            several = f"{next(foes, 'name').lower()} 4"
        groups = (word for word in ("undead", "cleric", "hero") if self.find(word).entries)
        return ", ".join((several, *groups))

    def find(self, text: str, size: int | None = None) -> Found:
        """The creatures that fit what was typed, best first; the GM's own before others."""
        name, count = library.counted(text)
        if not self._keeps_own:
            return self._found_shipped(name, min(count, MOST_AT_ONCE), size)
        own = self._own_rows()
        rows = library.search(name, size=size, own=own)
        near = library.suggest(name, own) if name and not rows else ()
        entries = tuple(self._entry(row) for row in rows)
        return Found(entries, name, min(count, MOST_AT_ONCE), near)

    def row(self, key: str) -> CreatureEntry:
        """The whole entry behind a line of the list. FivefootError if it is gone."""
        if not key.startswith(_OWN):
            return library.find_creature(key)
        row = self.own.find(key.removeprefix(_OWN)) if self.own is not None else None
        if row is None:
            raise FivefootError("This creature is no longer in your library.")
        return row

    def build(self, key: str, side: SideId, count: int) -> tuple[Actor, ...]:
        """That many new actors without ids and places; the session numbers them."""
        if not self._keeps_own:
            shipped = find_book_creature(self._ruleset, key)
            return tuple(build_book_creature(shipped, side) for _ in range(count))
        row = self.row(key)
        return tuple(library.build(row, side) for _ in range(count))

    # --- the GM's own -----------------------------------------------------------------------------

    def writable(self) -> OwnLibrary:
        """Where own creatures and parties are kept. FivefootError says why nothing can be."""
        if self.own is None:
            raise FivefootError(self.trouble)
        return self.own

    def keep(self, actor: Actor) -> str:
        """Take a creature of the encounter into the library; gives its name there."""
        return self.writable().add(as_kind(actor)).name

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

    def _found_shipped(self, name: str, count: int, size: int | None) -> Found:
        rows = library.fitting(self._shipped, name, size=size)
        near = suggestions(name, (row.name for row in self._shipped)) if name and not rows else ()
        return Found(tuple(map(self._shipped_entry, rows)), name, count, tuple(near))

    def _shipped_entry(self, row: BookCreature) -> Entry:
        """What its card says in short, whatever the rule book."""
        actor = build_book_creature(row, "")
        battle = Battle(self._ruleset.about.key, "", (Side("", ""),), {}, blank(1, 1))
        card = self._ruleset.card(battle, actor)
        say = Narrator(battle, self._ruleset.about.glossary, Audience.GM).say
        unhurt = {(card.harm, "0")}
        facts = [
            f"{say(fact.label)} {fact.value}" for fact in card.facts if (fact.key, fact.value) not in unhurt
        ]
        if row.size > 1:
            facts.append(f"{row.size} × {row.size}")
        weapon = say(card.hands) if card.hands is not None else "unarmed"
        return Entry(row.key, row.name, ", ".join(facts), weapon, actor.token_label, row.size)

    def _armour_class(self, row: CreatureEntry) -> str:
        """The armour class it will have on the map, with the shield and weapon in hand."""
        if row not in self._classes:
            actor = library.build(row, "")
            battle = Battle(self._ruleset.about.key, "", (Side("", ""),), {}, blank(1, 1))
            facts = self._ruleset.card(battle, actor).facts
            self._classes[row] = next((fact.value for fact in facts if fact.key == "ac"), str(row.aac))
        return self._classes[row]

    def _entry(self, row: CreatureEntry) -> Entry:
        own = self._is_own(row)
        facts = [f"AC {self._armour_class(row)}", f"HP {row.hp}", f"{row.mv} {self._ruleset.about.unit}"]
        if row.size > 1:
            facts.append(f"{row.size} × {row.size}")
        label = row.label or row.name[:1].upper()
        key = f"{_OWN}{row.key}" if own else row.key
        if own:
            facts.insert(0, "yours")
        return Entry(key, row.name, ", ".join(facts), row.weapon, label, row.size, own)

    def _is_own(self, row: CreatureEntry) -> bool:
        return self.own is not None and self.own.find(row.key) is row
