"""The creatures of a rule book whose library is plain rows: those that ship and the GM's own."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import FivefootError
from engine.model.actor import Actor
from engine.model.battle import Battle, Side
from engine.model.phrase import SideId
from engine.model.terrain import blank
from engine.rulesets.ruleset import Ruleset
from engine.store import library
from engine.store.book_library import (
    BookCreature,
    as_book_creature,
    book_creatures,
    build_book_creature,
    find_book_creature,
)
from engine.store.gear import suggestions
from engine.store.own_book import OwnBook
from engine.views.audience import Audience
from engine.views.narrate import Narrator
from gui.bridge.creature_forms import CreatureForm, change_book_entry, new_book_entry
from gui.bridge.listed import HERO, OWN, Entry


class BookShelf:
    """`own` is None where what the GM keeps cannot be read."""

    def __init__(self, ruleset: Ruleset, own: OwnBook | None) -> None:
        self._ruleset = ruleset
        self._own = own
        self._shipped = book_creatures(ruleset)

    @property
    def example(self) -> str:
        """The name of somebody that can be typed, in small letters."""
        foes = (row.name for row in self._shipped if HERO not in row.tags)
        return next(foes, "name").lower()

    def find(self, name: str, size: int | None) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
        """The creatures that fit what was typed, best first, and the names that are near if none does."""
        rows = (*(self._own.creatures() if self._own is not None else ()), *self._shipped)
        found = library.fitting(rows, name, size=size)
        near = suggestions(name, (row.name for row in rows)) if name and not found else ()
        return tuple(map(self._entry, found)), tuple(near)

    def build(self, key: str, side: SideId) -> Actor:
        """A new actor without id and place. FivefootError if the creature is gone."""
        return build_book_creature(self._row(key), side)

    def keep(self, actor: Actor) -> str:
        """Take a creature of the encounter in; gives its name there."""
        return self._writable().add(as_book_creature(actor, self._ruleset)).name

    def new_form(self, saved: Callable[[str], None]) -> CreatureForm:
        """A form for a new creature. `saved` is told its name."""
        return new_book_entry(self._writable(), self._ruleset, lambda entry: saved(entry.name))

    def edit_form(self, key: str, saved: Callable[[str], None]) -> CreatureForm:
        """A form for a creature of the list; one that ships is copied first."""
        return change_book_entry(
            self._writable(), self._ruleset, self._row(key), lambda entry: saved(entry.name)
        )

    def remove(self, key: str) -> None:
        """Forget an own creature."""
        self._writable().remove(key.removeprefix(OWN))

    # --- inner workings -----------------------------------------------------------------------------

    def _writable(self) -> OwnBook:
        assert self._own is not None  # the catalogue says what is wrong before it comes here
        return self._own

    def _row(self, key: str) -> BookCreature:
        if not key.startswith(OWN):
            return find_book_creature(self._ruleset, key)
        row = self._own.find(key.removeprefix(OWN)) if self._own is not None else None
        if row is None:
            raise FivefootError("This creature is no longer in your library.")
        return row

    def _entry(self, row: BookCreature) -> Entry:
        """What its card says in short, whatever the rule book."""
        own = self._own is not None and self._own.find(row.key) is row
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
        if own:
            facts.insert(0, "yours")
        weapon = say(card.hands) if card.hands is not None else "unarmed"
        key = f"{OWN}{row.key}" if own else row.key
        words, label = ", ".join(facts), actor.token_label
        return Entry(key, row.name, words, weapon, label, row.size, own, hero=HERO in row.tags)
