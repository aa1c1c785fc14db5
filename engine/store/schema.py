"""The tables of an encounter file, and how a connection to one is made.

An encounter file is an SQLite database. A battle is stored once for each entry, without its terrain; terrains
and pictures are blobs, stored once under the hash of their content.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

APPLICATION_ID = 0x35667420
"""Marks the database as an encounter file, at byte 68 of it."""
FORMAT = 1
"""Version of the tables (`user_version`); what is in the columns has versions of its own (see `migrate`)."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE blob (id TEXT PRIMARY KEY, kind TEXT NOT NULL, version INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE battle (
    number INTEGER PRIMARY KEY,
    model INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    terrain TEXT NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    command TEXT NOT NULL,
    tape TEXT NOT NULL,
    events BLOB NOT NULL,
    gm_log TEXT NOT NULL,
    player_log TEXT NOT NULL
);
CREATE TABLE running (key TEXT PRIMARY KEY, command TEXT NOT NULL, tape TEXT NOT NULL) WITHOUT ROWID;
"""
"""`battle` 0 is the start, `battle` n the one after entry n. `running` holds the command that waits for an
answer ("open") and the last that ended in a bug ("failed")."""

SIDECARS = ("-wal", "-shm", "-journal")
"""Ends of the files that SQLite keeps beside an open database."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a file, which is not changed by it. Nobody else can open it until it is closed."""
    db = _connection(path, "rw")
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    return db


def prepare_to_write(db: sqlite3.Connection) -> None:
    """From now on a change is on disk when its transaction has ended, whatever happens to the program."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open for reading where the file or its folder may not be written to.

    A program that was killed leaves its newest changes beside the file, where SQLite takes them up only if it
    may write: then a copy in memory has them.
    """
    newest = path.with_name(path.name + SIDECARS[0])
    if not newest.is_file() or not newest.stat().st_size:
        return _connection(path, "ro&immutable=1")
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(newest, copy.with_name(newest.name))
        whole, memory = _connection(copy, "rw"), sqlite3.connect(":memory:", isolation_level=None)
        try:
            whole.backup(memory)
        finally:
            whole.close()
    return memory


def connect_new(path: Path) -> sqlite3.Connection:
    """Make a file, without tables; an existing one is opened."""
    return _connection(path, "rwc")


def create_tables(db: sqlite3.Connection) -> None:
    """Make an empty database an encounter file."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {FORMAT}")
    db.executescript(f"BEGIN; {TABLES} COMMIT;")  # one write to the disk, not one a table


def put_in_place(part: Path, path: Path) -> None:
    """Give a finished file its name. What SQLite left beside an older file of that name must not meet it."""
    for end in SIDECARS:
        path.with_name(path.name + end).unlink(missing_ok=True)
    part.replace(path)


def _connection(path: Path, mode: str) -> sqlite3.Connection:
    address = f"file:{quote(str(path.resolve()))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=0.2, isolation_level=None)
