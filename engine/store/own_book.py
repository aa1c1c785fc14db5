"""The GM's own creatures of one rule book whose sheet is a plain row of values."""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import BrokenFileError, FivefootError
from engine.rulesets.ruleset import Ruleset
from engine.store.book_library import BookCreature, decode_book_creature, encode_book_creature
from engine.store.own_library import OwnLibrary, free_key, left_out_words


class OwnBook:
    """One book's part of the own library. Every change is on disk when its call returns.

    A stored creature that cannot be read is left out and stays in the file as it is.
    """

    def __init__(self, own: OwnLibrary, ruleset: Ruleset) -> None:
        self._own = own
        self._book = ruleset.about.key
        self._rows: dict[str, BookCreature] = {}
        left_out = []
        for key, row in own.rows(self._book).items():
            try:
                self._rows[key] = replace(decode_book_creature(row, ruleset), key=key)
            except BrokenFileError as problem:
                trouble = f"it is no creature of {ruleset.about.title}: {problem}"
                left_out.append(left_out_words(own.file, key, row, trouble))
        self.left_out = tuple(left_out)
        """A sentence for each creature that cannot be read: the file, its name, why, and the cure."""

    def creatures(self) -> tuple[BookCreature, ...]:
        """The GM's own creatures, by name."""
        return tuple(sorted(self._rows.values(), key=lambda entry: (entry.name, entry.key)))

    def find(self, key: str) -> BookCreature | None:
        """The creature with that key."""
        return self._rows.get(key)

    def add(self, entry: BookCreature) -> BookCreature:
        """Take a new creature in; gives it with a key of its own. FivefootError if it has no name."""
        named = replace(_named(entry), key=free_key(entry.name, self._own.rows(self._book)))
        self._keep({**self._rows, named.key: named})
        return named

    def change(self, entry: BookCreature) -> None:
        """Put an entry in place of the one with its key. FivefootError if there is none."""
        if entry.key not in self._rows:
            raise FivefootError(f"There is no own creature {entry.key} to change.")
        self._keep({**self._rows, entry.key: _named(entry)})

    def remove(self, key: str) -> None:
        """Forget a creature; nothing happens if there is none."""
        if key in self._rows:
            self._keep({known: entry for known, entry in self._rows.items() if known != key})

    def _keep(self, rows: dict[str, BookCreature]) -> None:
        stored = {key: encode_book_creature(entry) for key, entry in rows.items()}
        self._own.keep_rows(self._book, self._rows, stored)
        self._rows = rows


def _named(entry: BookCreature) -> BookCreature:
    if not entry.name.strip():
        raise FivefootError("A creature needs a name.")
    return entry
