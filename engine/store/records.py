"""Rows of an encounter file, from values and back. Knows the tables; transactions are the caller's."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from engine.errors import BrokenFileError
from engine.model.battle import Battle
from engine.model.commands import Advance, Command
from engine.model.phrase import Phrase, phrase
from engine.model.terrain import Terrain
from engine.session.journal import Entry, EntryKind, Journal, Tape
from engine.store.codec import Codec, Part, content_id, pack, plain, unpack
from engine.store.migrate import BATTLE, STEPS, TERRAIN, Steps, rules_family, upcast, version

P = ParamSpec("P")
T = TypeVar("T")

OPEN, FAILED = "open", "failed"
"""Keys of the running commands: the one that waits for an answer, and the last that ended in a bug."""

HEAD, RULESET = "head", "ruleset"

_TERRAIN_KIND = "terrain"


class LogLines(Struct, frozen=True):
    """What the log says of one entry, as it was put into words when it happened."""

    gm: tuple[str, ...] = ()
    players: tuple[str, ...] = ()


class LoggedEntry(Struct, frozen=True):
    """The stored log of one entry."""

    number: int
    round: int
    kind: EntryKind
    lines: LogLines


class Running(NamedTuple):
    """A command half-way, with the answers it was given."""

    command: Command
    tape: Tape


class Records:
    """Reads and writes the rows of one file. Whatever cannot be read is a `BrokenFileError` with its name."""

    def __init__(self, name: str, ruleset: str, codec: Codec, steps: Steps = STEPS) -> None:
        self._name = name
        self._rules = rules_family(ruleset)
        self._codec = codec
        self._steps = steps
        self._terrains: dict[str, Terrain] = {}

    # --- writing ----------------------------------------------------------------------------------

    def write_battle(self, number: int, battle: Battle, db: sqlite3.Connection) -> None:
        """Write the battle after entry `number`; 0 is the start."""
        part = self._codec.encode_snapshot(battle)
        self._write_terrains(db, part)
        (terrain,) = part.terrains
        row = (number, self._version(BATTLE), self._version(self._rules), terrain, pack(part.data))
        db.execute("INSERT INTO battle VALUES (?, ?, ?, ?, ?)", row)

    def write_entry(self, entry: Entry, lines: LogLines, db: sqlite3.Connection) -> None:
        """Write an entry at the head: what lay beyond is cut off, and no command is open."""
        for table in ("entry", "battle"):
            db.execute(f"DELETE FROM {table} WHERE number >= ?", (entry.number,))
        command, events = self._codec.encode_command(entry.command), self._codec.encode_events(entry.events)
        for part in (command, events):
            self._write_terrains(db, part)
        row = (
            entry.number,
            entry.round,
            entry.kind.value,
            self._codec.encode_phrase(entry.label).decode(),
            command.data.decode(),
            self._codec.encode_tape(entry.tape).decode(),
            pack(events.data),
            msgspec.json.encode(lines.gm).decode(),
            msgspec.json.encode(lines.players).decode(),
        )
        db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.write_battle(entry.number, entry.after, db)
        write_meta(HEAD, str(entry.number), db)
        forget_running(db)

    def write_running(self, key: str, command: Command, tape: Tape, db: sqlite3.Connection) -> None:
        """Write the open command, or the failed one, with its answers."""
        part = self._codec.encode_command(command)
        self._write_terrains(db, part)
        row = (key, part.data.decode(), self._codec.encode_tape(tape).decode())
        db.execute("INSERT OR REPLACE INTO running VALUES (?, ?, ?)", row)

    def write_tape(self, tape: Tape, db: sqlite3.Connection) -> None:
        """Write the answers of the open command."""
        data = self._codec.encode_tape(tape).decode()
        db.execute("UPDATE running SET tape = ? WHERE key = ?", (data, OPEN))

    def _write_terrains(self, db: sqlite3.Connection, part: Part) -> None:
        for key, data in part.terrains.items():
            write_blob(key, _TERRAIN_KIND, self._version(TERRAIN), pack(data), db)

    def _version(self, family: str) -> int:
        return version(family, self._steps)

    # --- reading ----------------------------------------------------------------------------------

    def journal(self, db: sqlite3.Connection) -> Journal:
        """All entries, each read when it is first wanted, and the head."""
        ((count,),) = self.rows(db, "SELECT coalesce(max(number), 0) FROM entry")
        head = self.head(db)
        if head > count:
            raise self._damaged(f"it has {count} entries and counts {head}")
        entries = (partial(self.entry, number, db) for number in range(1, count + 1))
        return Journal(self.battle(0, db), entries, head)

    def entry(self, number: int, db: sqlite3.Connection) -> Entry:
        """One entry. One whose command or events cannot be read any more keeps its battle and its label."""
        rows = self.rows(
            db, "SELECT round, kind, label, command, tape, events FROM entry WHERE number = ?", number
        )
        if not rows:
            raise self._damaged(f"entry {number} is missing")
        round_, kind, label, command, tape, events = rows[0]
        before, after = self.battle(number - 1, db), self.battle(number, db)
        terrain = partial(self._terrain, db)
        try:
            return Entry(
                number,
                self._codec.decode_command(command.encode(), terrain),
                self._codec.decode_tape(tape.encode()),
                self._codec.decode_events(unpack(events), terrain),
                before,
                after,
                self._codec.decode_phrase(label.encode()),
                round_,
                EntryKind(kind),
            )
        except BrokenFileError:
            old = self._label(label)
            return Entry(number, Advance(), (), (), before, after, old, round_, EntryKind.ARCHIVED)

    def battle(self, number: int, db: sqlite3.Connection) -> Battle:
        """The battle after entry `number`, brought up to date."""
        rows = self.rows(db, "SELECT model, rules, terrain, data FROM battle WHERE number = ?", number)
        if not rows:
            raise self._damaged(f"battle {number} is missing")
        model, rules, terrain, data = rows[0]
        value = self._current(BATTLE, model, self._named(plain, self._named(unpack, data)))
        value = self._current(self._rules, rules, value)
        return self._named(self._codec.battle_from, value, self._terrain(db, terrain))

    def running(self, key: str, db: sqlite3.Connection) -> Running | None:
        """The open or the failed command; None if there is none."""
        rows = self.rows(db, "SELECT command, tape FROM running WHERE key = ?", key)
        if not rows:
            return None
        command, tape = (text.encode() for text in rows[0])
        read = self._codec.decode_command(command, partial(self._terrain, db))
        return Running(read, self._codec.decode_tape(tape))

    def log(self, db: sqlite3.Connection) -> tuple[LoggedEntry, ...]:
        """The log in words of every entry that counts, oldest first."""
        query = "SELECT number, round, kind, gm_log, player_log FROM entry WHERE number <= ? ORDER BY number"
        return tuple(
            LoggedEntry(number, round_, EntryKind(kind), LogLines(_lines(gm), _lines(players)))
            for number, round_, kind, gm, players in self.rows(db, query, self.head(db))
        )

    def head(self, db: sqlite3.Connection) -> int:
        """How many entries count."""
        rows = self.rows(db, "SELECT value FROM meta WHERE key = ?", HEAD)
        if not rows or not str(rows[0][0]).isdecimal():
            raise self._damaged("it does not say how far the fight has come")
        return int(rows[0][0])

    def rows(self, db: sqlite3.Connection, query: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        try:
            return db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._damaged(str(error)) from error

    def later_than_ours(self, db: sqlite3.Connection) -> bool:
        """Whether anything in the file was written by a newer program."""
        ((model, rules),) = self.rows(db, "SELECT max(model), max(rules) FROM battle")
        return (model or 0) > self._version(BATTLE) or (rules or 0) > self._version(self._rules)

    def _terrain(self, db: sqlite3.Connection, key: str) -> Terrain:
        if key not in self._terrains:
            query = "SELECT version, data FROM blob WHERE id = ? AND kind = ?"
            rows = self.rows(db, query, key, _TERRAIN_KIND)
            if not rows:
                raise self._damaged("a map is missing")
            stored, data = rows[0]
            value = self._current(TERRAIN, stored, self._named(plain, self._named(unpack, data)))
            self._terrains[key] = self._named(self._codec.terrain_from, value)
        return self._terrains[key]

    def _current(self, family: str, stored: int, value: dict[str, Any]) -> dict[str, Any]:
        """The value brought up to date; one of a later version is read as far as it is understood."""
        return value if stored > self._version(family) else upcast(family, value, stored, self._steps)

    def _label(self, text: str) -> Phrase:
        try:
            return self._codec.decode_phrase(text.encode())
        except BrokenFileError:
            return phrase("undo.archived")

    def _named(self, read: Callable[P, T], *values: P.args, **more: P.kwargs) -> T:
        """What `read` returns; its complaint, if any, with the file's name and a cure."""
        try:
            return read(*values, **more)
        except BrokenFileError as error:
            raise self._damaged(str(error)) from error

    def _damaged(self, detail: str) -> BrokenFileError:
        return BrokenFileError(
            f"'{self._name}' is damaged ({detail}). It was left as it is; open an older copy of it."
        )


def write_meta(key: str, value: str, db: sqlite3.Connection) -> None:
    """Write one of the file's own facts."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def write_blob(key: str, kind: str, version: int, data: bytes, db: sqlite3.Connection) -> None:
    """Write content under its id, unless it is there already."""
    db.execute("INSERT OR IGNORE INTO blob VALUES (?, ?, ?, ?)", (key, kind, version, data))


def write_picture(data: bytes, kind: str, db: sqlite3.Connection) -> None:
    """Write a picture under its content id."""
    write_blob(content_id(data), kind, 0, data, db)


def forget_running(db: sqlite3.Connection) -> None:
    """No command is open any more."""
    db.execute("DELETE FROM running WHERE key = ?", (OPEN,))


def _lines(text: str) -> tuple[str, ...]:
    try:
        return msgspec.json.decode(text, type=tuple[str, ...])
    except msgspec.DecodeError:
        return ()
