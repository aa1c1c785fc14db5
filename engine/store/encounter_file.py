"""The encounter file while it is open: every command and every answer is on disk before the call returns.

What cannot be written (a full disk) stays in memory in order, and goes along with the next change that can.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import msgspec

from engine.errors import BrokenFileError, NotSavedError
from engine.model.commands import Command
from engine.session.journal import Entry, Journal, Tape
from engine.store.codec import content_id
from engine.store.records import (
    FAILED,
    HEAD,
    OPEN,
    LoggedEntry,
    LogLines,
    Records,
    Running,
    forget_running,
    write_meta,
    write_picture,
)
from engine.store.schema import connect_new, put_in_place

T = TypeVar("T")

Render = Callable[[Entry], LogLines]
"""Puts an entry into words. A function, because words are made elsewhere."""

_Write = Callable[[sqlite3.Connection], object]


def no_lines(entry: Entry) -> LogLines:
    """Keeps no log in words."""
    return LogLines()


class EncounterFile:
    """Writes a session down (it is a `session.Keeper`) and reads it back.

    Made by `opening.open_encounter`. Reading raises `BrokenFileError`; writing raises `NotSavedError`, and
    what was not written is kept and tried again with the next change.
    """

    def __init__(
        self, db: sqlite3.Connection, path: Path, records: Records, render: Render, read_only: str = ""
    ) -> None:
        self.path = path
        self.read_only = read_only
        """Why nothing may be changed, as a sentence; empty where everything may."""
        self._db = db
        self._records = records
        self._render = render
        self._unsaved: list[_Write] = []
        self._together = 0

    def __enter__(self) -> EncounterFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- the session's keeper ---------------------------------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is told within is written as one, also when a bug ends it early: it has happened."""
        self._together += 1
        try:
            yield
        finally:
            self._together -= 1
            if not self._together:
                self.save()

    def opened(self, command: Command) -> None:
        """A command has begun and asks its first question."""
        self._keep(partial(self._records.write_running, OPEN, command, ()))

    def answered(self, tape: Tape) -> None:
        """The open command has these answers now."""
        self._keep(partial(self._records.write_tape, tape))

    def closed(self) -> None:
        """The open command is gone without an entry."""
        self._keep(forget_running)

    def failed(self, command: Command, tape: Tape) -> None:
        """The open command ended in a bug; it stays in the file for the report."""
        with self.together():
            self._keep(partial(self._records.write_running, FAILED, command, tape))
            self._keep(forget_running)

    def committed(self, entry: Entry) -> None:
        """An entry was written at the head; what lay beyond is cut off, and no command is open."""
        lines = LogLines()
        try:
            lines = self._render(entry)
        finally:  # words that cannot be found must not cost the entry
            self._keep(partial(self._records.write_entry, entry, lines))

    def moved_head(self, head: int) -> None:
        """Undo or redo moved the head."""
        self._keep(partial(write_meta, HEAD, str(head)))

    # --- settings and pictures ----------------------------------------------------------------------

    def setting(self, key: str, default: T) -> T:
        """A setting of this encounter, of the default's type; the default if there is none of that type."""
        rows = self._records.rows(self._db, "SELECT value FROM setting WHERE key = ?", key)
        try:
            return msgspec.json.decode(rows[0][0], type=type(default)) if rows else default
        except msgspec.DecodeError:
            return default

    def set_setting(self, key: str, value: Any) -> None:
        """Keep a setting (dice mode, view): anything that JSON can hold."""
        data = msgspec.json.encode(value).decode()
        self._keep(lambda db: db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, data)))

    def add_picture(self, data: bytes, kind: str) -> str:
        """Keep a picture and return its content id, by which `Terrain.picture` names it."""
        self._keep(partial(write_picture, data, kind))
        return content_id(data)

    def picture(self, key: str) -> bytes:
        """A picture by its content id. `BrokenFileError` if it is missing or damaged."""
        rows = self._records.rows(self._db, "SELECT data FROM blob WHERE id = ?", key)
        if not rows or content_id(rows[0][0]) != key:
            raise BrokenFileError(f"A picture in '{self.path.name}' is missing or damaged. Choose it again.")
        return bytes(rows[0][0])

    # --- reading ------------------------------------------------------------------------------------

    def journal(self) -> Journal:
        """All entries, each read when it is first wanted, and the head."""
        return self._records.journal(self._db)

    def running(self) -> Running | None:
        """The command that waits for an answer."""
        return self._records.running(OPEN, self._db)

    def failure(self) -> Running | None:
        """The last command that ended in a bug, with its answers, for the report."""
        return self._records.running(FAILED, self._db)

    def log(self) -> tuple[LoggedEntry, ...]:
        """The log in words of every entry that counts, oldest first, those of older versions included."""
        return self._records.log(self._db)

    # --- saving -------------------------------------------------------------------------------------

    @property
    def unsaved(self) -> bool:
        """Whether something is in memory only."""
        return bool(self._unsaved)

    def save(self) -> None:
        """Write what is in memory only. There is no need to call it but after a `NotSavedError`."""
        if not self._unsaved:
            return
        if self.read_only:
            raise NotSavedError(f"Not saved: {self.read_only[0].lower()}{self.read_only[1:]}")
        if not self.path.exists():
            raise NotSavedError(
                f"Not saved: '{self.path.name}' is no longer where it was. Save it elsewhere."
            )
        try:
            _write_all(self._db, self._unsaved)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise NotSavedError(_why_not_saved(error)) from error
        self._unsaved.clear()

    def copy_to(self, path: Path) -> None:
        """Save a copy, with what is in memory only. An existing file is replaced once the copy is whole.

        `NotSavedError` where it cannot be written. This file stays open as it is.
        """
        part = path.with_name(path.name + ".part")
        try:
            part.unlink(missing_ok=True)
            copy = connect_new(part)
            try:
                self._db.backup(copy)
                _write_all(copy, self._unsaved)
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
            put_in_place(part, path)
        except (sqlite3.Error, OSError) as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise NotSavedError(f"'{path.name}' cannot be written there. Choose another place.") from error

    def close(self) -> None:
        """Save what is left and let go of the file. `NotSavedError` if something could not be saved."""
        try:
            self.save()
        finally:
            self._db.close()

    def _keep(self, write: _Write) -> None:
        self._unsaved.append(write)
        if not self._together:
            self.save()


def _write_all(db: sqlite3.Connection, writes: list[_Write]) -> None:
    db.execute("BEGIN IMMEDIATE")
    for write in writes:
        write(db)
    db.execute("COMMIT")


def _why_not_saved(error: sqlite3.Error) -> str:
    match getattr(error, "sqlite_errorname", ""):
        case "SQLITE_FULL":
            return "Not saved: the disk is full. Make room, and the next change saves everything."
        case name if name.startswith("SQLITE_READONLY"):
            return "Not saved: the file may not be written to any more. Save it elsewhere."
        case _:
            return f"Not saved: {error}. The fight goes on in memory; save it elsewhere."
