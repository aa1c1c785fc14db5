"""Makes, opens and resumes encounter files, and says in one sentence why one cannot be opened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engine.errors import BrokenFileError, FileInUseError, FivefootError, NewerFileError, NotSavedError
from engine.model.battle import Battle
from engine.rulesets.ruleset import Ruleset
from engine.session.journal import Journal
from engine.session.results import Result
from engine.session.session import Session
from engine.store.codec import codec
from engine.store.encounter_file import EncounterFile, Render, no_lines
from engine.store.migrate import STEPS, Steps
from engine.store.records import HEAD, RULESET, Records, Running, write_meta, write_picture
from engine.store.schema import (
    APPLICATION_ID,
    FORMAT,
    connect,
    connect_new,
    connect_to_read,
    create_tables,
    prepare_to_write,
    put_in_place,
)

ENDING = ".fivefoot"

Rulesets = Mapping[str, Ruleset]


class OpenedEncounter(NamedTuple):
    """An open file and what was in it. Without a ruleset it can be looked at, not played."""

    file: EncounterFile
    journal: Journal
    running: Running | None
    """The command that waited for an answer."""
    ruleset: Ruleset | None
    remark: str = ""
    """A sentence for the GM: why the file is open for reading only, or what could not be taken up again."""


def create_encounter(
    path: Path,
    battle: Battle,
    rulesets: Rulesets,
    render: Render = no_lines,
    pictures: Iterable[tuple[str, bytes]] = (),
    replace: bool = False,
) -> OpenedEncounter:
    """Make a file that starts with the battle, and open it.

    `pictures` (kind, bytes) are kept under their content ids. FivefootError if there is a file of that name
    (unless it is to be replaced), or `NotSavedError` if it cannot be written there.
    """
    if path.exists():
        if not replace:
            raise FivefootError(f"There is a file '{path.name}' already. Choose another name.")
        _let_go(path)
    records = Records(path.name, battle.ruleset, codec(rulesets.get(battle.ruleset)))
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        db = connect_new(part)
        try:
            create_tables(db)
            db.execute("BEGIN")
            write_meta(HEAD, "0", db)
            write_meta(RULESET, battle.ruleset, db)
            records.write_battle(0, battle, db)
            for kind, data in pictures:
                write_picture(data, kind, db)
            db.execute("COMMIT")
        finally:
            db.close()
        put_in_place(part, path)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise NotSavedError(f"'{path.name}' cannot be written there. Choose another place.") from error
    return open_encounter(path, rulesets, render)


def open_encounter(
    path: Path, rulesets: Rulesets, render: Render = no_lines, steps: Steps = STEPS
) -> OpenedEncounter:
    """Open a file for this program alone.

    A file of a newer program, of unknown rules, or that may not be written to, opens for reading only and
    says why. `BrokenFileError` is one sentence with the cure; the file is left as it is.
    """
    _check_outside(path)
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    db = _connect(path, writable)
    try:
        return _opened(db, path, rulesets, render, writable, steps)
    except BaseException:
        db.close()
        raise


def resume(opened: OpenedEncounter) -> tuple[Session, Result | None]:
    """The session as it was left: at the same question, where one was open. FivefootError without rules."""
    if opened.ruleset is None:
        raise FivefootError(opened.remark)
    session = Session(opened.ruleset, opened.journal, opened.file)
    if opened.running is None:
        return session, None
    return session, session.resume(*opened.running)


# --- checks ------------------------------------------------------------------------------------------


def _opened(
    db: sqlite3.Connection, path: Path, rulesets: Rulesets, render: Render, writable: bool, steps: Steps
) -> OpenedEncounter:
    newer = _user_version(db, path) > FORMAT
    try:
        _check_inside(db, path)
        key = _ruleset_key(db, path)
        ruleset = rulesets.get(key)
        records = Records(path.name, key, codec(ruleset), steps)
        newer = newer or records.later_than_ours(db)
        journal = records.journal(db)
        _ = journal.battle  # whoever opens a file wants to know now whether it can be read
    except BrokenFileError as error:
        if newer:
            raise NewerFileError(
                f"'{path.name}' was made by a newer Fivefoot, and this one cannot read it. Update Fivefoot."
            ) from error
        raise
    reason = _why_read_only(path, key, newer, ruleset is not None, writable)
    _settle(db, path, reason)
    file = EncounterFile(db, path, records, render, reason)
    try:
        running = file.running()
    except BrokenFileError:
        remark = "The question that was open cannot be read; the fight stands where it was before it."
        return OpenedEncounter(file, journal, None, ruleset, reason or remark)
    return OpenedEncounter(file, journal, running, ruleset, reason)


def _settle(db: sqlite3.Connection, path: Path, read_only: str) -> None:
    try:
        if read_only:
            db.execute("PRAGMA query_only = 1")
        else:
            prepare_to_write(db)
    except sqlite3.Error as error:
        raise _broken(path, error) from error


def _why_read_only(path: Path, key: str, newer: bool, known: bool, writable: bool) -> str:
    if newer:
        return "Made by a newer Fivefoot. Opened read-only."
    if not known:
        return f"Made for rules that this program does not have ('{key}'). Opened read-only, without rules."
    if not writable:
        return f"'{path.name}' may not be written to. Opened read-only; copy it elsewhere to play on."
    return ""


def _check_outside(path: Path) -> None:
    """Look at the file without opening it as a database, so that nothing foreign is touched."""
    name = path.name
    try:
        if path.is_dir():
            raise BrokenFileError(f"'{name}' is a folder. Choose a Fivefoot file in it.")
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError as error:
        raise BrokenFileError(f"'{name}' is not there any more. Choose another file.") from error
    except (OSError, ValueError) as error:
        raise BrokenFileError(f"'{name}' cannot be opened. Check that you may read this file.") from error
    if not head.strip(b"\0"):
        raise BrokenFileError(f"'{name}' is empty. Open an older copy of it, or start a new encounter.")
    if not head.startswith(b"SQLite format 3\0"):
        raise BrokenFileError(
            f"'{name}' is no Fivefoot encounter. Open maps and pictures as a new encounter."
        )
    if len(head) < 100:
        raise BrokenFileError(f"'{name}' is cut short. Open an older copy of it.")
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise BrokenFileError(f"'{name}' is a database of another program. Choose a Fivefoot file.")


def _connect(path: Path, writable: bool) -> sqlite3.Connection:
    try:
        return connect(path) if writable else connect_to_read(path)
    except sqlite3.Error as error:
        raise _broken(path, error) from error
    except OSError as error:
        raise BrokenFileError(
            f"'{path.name}' cannot be read. Copy it elsewhere and open it there."
        ) from error


def _check_inside(db: sqlite3.Connection, path: Path) -> None:
    try:
        ((verdict,),) = db.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as error:
        raise _broken(path, error) from error
    if verdict != "ok":
        raise _damaged(path)


def _user_version(db: sqlite3.Connection, path: Path) -> int:
    try:
        ((version,),) = db.execute("PRAGMA user_version").fetchall()
    except sqlite3.Error as error:
        raise _broken(path, error) from error
    return int(version)


def _ruleset_key(db: sqlite3.Connection, path: Path) -> str:
    try:
        rows = db.execute("SELECT value FROM meta WHERE key = ?", (RULESET,)).fetchall()
    except sqlite3.Error as error:
        raise _broken(path, error) from error
    if not rows:
        raise _damaged(path)
    return str(rows[0][0])


def _broken(path: Path, error: sqlite3.Error) -> BrokenFileError:
    if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return FileInUseError(f"'{path.name}' is open in another Fivefoot. Close it there first.")
    return _damaged(path)


def _damaged(path: Path) -> BrokenFileError:
    return BrokenFileError(f"'{path.name}' is damaged. It was left as it is; open an older copy of it.")


def _let_go(path: Path) -> None:
    """Refuse to replace an encounter that another program has open."""
    with suppress(BrokenFileError):
        _check_outside(path)
        db = connect(path)
        try:
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY"):
                raise FivefootError(
                    f"'{path.name}' is open in another Fivefoot. Choose another name."
                ) from error
        finally:
            db.close()
