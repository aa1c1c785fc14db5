"""The GM's own creatures and parties, in one file that outlives every encounter."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import Actor, Stride
from engine.model.commands import AddActor
from engine.rulesets.ruleset import Ruleset
from engine.store.codec import codec
from engine.store.library import CreatureEntry, build
from engine.store.sheets import plain_words

VERSION = 2
"""1 had no `books`; what it wrote is read as it stands."""


class _Party(Struct, frozen=True):
    """A party as it is stored: the ruleset whose sheets it has, and an `AddActor` for each member."""

    ruleset: str
    members: tuple[msgspec.Raw, ...]


class _Stored(Struct, frozen=True, kw_only=True):
    version: int = VERSION
    creatures: dict[str, msgspec.Raw] = {}
    """Of the OSE books; each is read by itself, so that a broken one takes no other with it."""
    books: dict[str, dict[str, msgspec.Raw]] = {}
    """Key of another rule book -> its creatures; `OwnBook` reads them."""
    parties: dict[str, _Party] = {}


class OwnLibrary:
    """Creatures by key and parties by name. Every change is on disk when its call returns.

    A creature that cannot be built is left out and stays in the file as it is. FivefootError for a file that
    cannot be read or written; it is never overwritten then.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stored = _read(path)
        self._creatures: dict[str, CreatureEntry] = {}
        left_out = []
        for key, row in self._stored.creatures.items():
            try:
                self._creatures[key] = replace(_sound(_entry(row)), key=key)
            except FivefootError as problem:
                left_out.append(left_out_words(path.name, key, bytes(row), str(problem)))
        self.left_out = tuple(left_out)
        """A sentence for each creature that cannot be built: the file, its name, why, and the cure."""

    # --- creatures --------------------------------------------------------------------------------

    def creatures(self) -> tuple[CreatureEntry, ...]:
        """The GM's own creatures, by name."""
        return tuple(sorted(self._creatures.values(), key=lambda entry: (entry.name, entry.key)))

    def find(self, key: str) -> CreatureEntry | None:
        """The creature with that key."""
        return self._creatures.get(key)

    def add(self, entry: CreatureEntry) -> CreatureEntry:
        """Take a new creature in; gives it with a key of its own. FivefootError if it makes no creature."""
        return self.add_all((entry,))[0]

    def add_all(self, entries: Iterable[CreatureEntry]) -> tuple[CreatureEntry, ...]:
        """Take several in at once, with one write."""
        kept = dict(self._creatures)
        added = []
        for entry in entries:
            key = free_key(entry.name, {**self._stored.creatures, **kept})
            kept[key] = replace(_sound(entry), key=key)
            added.append(kept[key])
        self._keep(kept)
        return tuple(added)

    def change(self, entry: CreatureEntry) -> None:
        """Put an entry in place of the one with its key. FivefootError if there is none."""
        if entry.key not in self._creatures:
            raise FivefootError(f"There is no own creature {entry.key} to change.")
        self._keep({**self._creatures, entry.key: _sound(entry)})

    def remove(self, key: str) -> None:
        """Forget a creature; nothing happens if there is none."""
        if key in self._creatures:
            self._keep({known: entry for known, entry in self._creatures.items() if known != key})

    def _keep(self, creatures: dict[str, CreatureEntry]) -> None:
        rows = {key: msgspec.json.encode(entry) for key, entry in creatures.items()}
        self._write(replace(self._stored, creatures=_beside(self._stored.creatures, self._creatures, rows)))
        self._creatures = creatures

    # --- creatures of other books -----------------------------------------------------------------

    @property
    def file(self) -> str:
        """The name of the file, for sentences."""
        return self._path.name

    def rows(self, book: str) -> Mapping[str, bytes]:
        """What is stored of a rule book, by the key of each creature."""
        return {key: bytes(raw) for key, raw in self._stored.books.get(book, {}).items()}

    def keep_rows(self, book: str, known: Collection[str], rows: Mapping[str, bytes]) -> None:
        """Keep these creatures of a rule book, in the place of those `known`: the rest stays as it is."""
        kept = _beside(self._stored.books.get(book, {}), known, rows)
        self._write(replace(self._stored, books={**self._stored.books, book: kept}))

    # --- parties ----------------------------------------------------------------------------------

    def parties(self) -> Mapping[str, str]:
        """Name of each party -> key of the ruleset it was kept in."""
        return {name: party.ruleset for name, party in sorted(self._stored.parties.items())}

    def keep_party(self, name: str, ruleset: Ruleset, members: Iterable[Actor]) -> None:
        """Keep people as they are: hit points, spells, gear. A party of that name is replaced."""
        encode = codec(ruleset).encode_command
        raw = tuple(msgspec.Raw(encode(AddActor(_at_rest(ruleset.rested(one)))).data) for one in members)
        parties = {**self._stored.parties, name: _Party(ruleset.about.key, raw)}
        self._write(replace(self._stored, parties=parties))

    def party(self, name: str, ruleset: Ruleset) -> tuple[AddActor, ...]:
        """What brings the party into an encounter, off the map. FivefootError if it cannot join this one."""
        party = self._stored.parties.get(name)
        if party is None:
            raise FivefootError(f"There is no party called '{name}'.")
        return tuple(_member(bytes(raw), name, ruleset) for raw in party.members)

    def remove_party(self, name: str) -> None:
        """Forget a party; nothing happens if there is none."""
        parties = {known: party for known, party in self._stored.parties.items() if known != name}
        if len(parties) < len(self._stored.parties):
            self._write(replace(self._stored, parties=parties))

    # --- the file ---------------------------------------------------------------------------------

    def _write(self, stored: _Stored) -> None:
        """The old file stays whole until the new one is on disk."""
        beside = self._path.with_name(self._path.name + ".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with beside.open("wb") as handle:
                handle.write(msgspec.json.format(msgspec.json.encode(stored), indent=1))
                handle.flush()
                os.fsync(handle.fileno())
            os.replace(beside, self._path)
        except OSError as problem:
            raise FivefootError(f"{self._path.name} cannot be written: {problem.strerror}.") from problem
        self._stored = stored


def _read(path: Path) -> _Stored:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return _Stored()
    except OSError as problem:
        raise FivefootError(f"{path.name} cannot be read: {problem.strerror}.") from problem
    try:
        plain: dict[str, Any] = msgspec.json.decode(data, type=dict[str, Any])
        version = plain.get("version")
        if isinstance(version, int) and version > VERSION:
            raise FivefootError(f"{path.name} was written by a newer Fivefoot. Update Fivefoot to use it.")
        return replace(msgspec.json.decode(data, type=_Stored), version=VERSION)
    except msgspec.MsgspecError as problem:
        raise FivefootError(
            f"{path.name} is no library of creatures: {problem}. "
            "Mend it, or move the file away: a new one is begun then."
        ) from problem


def _entry(row: msgspec.Raw) -> CreatureEntry:
    try:
        return msgspec.json.decode(row, type=CreatureEntry)
    except msgspec.MsgspecError as problem:
        raise FivefootError(plain_words(problem)) from problem


def _sound(entry: CreatureEntry) -> CreatureEntry:
    """The entry, if an actor can be built from it."""
    if not entry.name.strip():
        raise FivefootError("A creature needs a name.")
    build(entry, "")
    return entry


def left_out_words(file: str, key: str, row: bytes, trouble: str) -> str:
    """What is said of a creature in the file that is left out; it is called by its name where it has one."""
    value: Any = msgspec.json.decode(row)
    name = value.get("name") if isinstance(value, dict) else None
    called = name if isinstance(name, str) and name.strip() else key
    return f"{file}: '{called}' is left out: {trouble.rstrip('.')}. Mend it or take it out there."


def _beside(
    stored: Mapping[str, msgspec.Raw], known: Collection[str], rows: Mapping[str, bytes]
) -> dict[str, msgspec.Raw]:
    """The rows as they are stored, beside those that are not known: what could not be read is not lost."""
    unread = {key: row for key, row in stored.items() if key not in known}
    return {**unread, **{key: msgspec.Raw(row) for key, row in rows.items()}}


def free_key(name: str, taken: Mapping[str, object]) -> str:
    """A key for a creature of that name that no other has."""
    wanted = "-".join(re.findall(r"\w+", name.lower())) or "creature"
    number = 1
    while (key := wanted if number == 1 else f"{wanted}-{number}") in taken:
        number += 1
    return key


def _at_rest(actor: Actor) -> Actor:
    """Without a place, an id, and whatever belongs to one encounter alone."""
    return replace(actor, id="", cell=None, stride=Stride(), public_name="", hidden=False, whereabouts="")


def _member(data: bytes, name: str, ruleset: Ruleset) -> AddActor:
    def no_terrain(key: str) -> Any:
        raise FivefootError(f"The party '{name}' holds a map {key}.")

    command = codec(ruleset).decode_command(data, no_terrain)
    if not isinstance(command, AddActor) or not isinstance(command.actor.sheet, ruleset.about.guests):
        raise FivefootError(f"The party '{name}' was kept in other rules than {ruleset.about.title}.")
    return command
