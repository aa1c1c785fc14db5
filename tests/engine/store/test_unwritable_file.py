"""The encounter file where it cannot be written: the fight goes on, and what is missing is said."""

import os

import pytest
from msgspec.structs import replace

from engine.errors import FivefootError, NotSavedError
from engine.model.commands import Advance, Begin, PlaceActor, SetTerrain
from engine.model.terrain import blank
from engine.store.opening import create_encounter, open_encounter, resume
from tests.engine.store.conftest import again


def full(file, pages):
    file._db.execute(f"PRAGMA max_page_count = {pages}")


def test_on_a_full_disk_the_fight_goes_on_and_is_saved_once_there_is_room(new, rulesets):
    file, session = new
    session.submit(Begin())
    full(file, 1)  # SQLite takes the present size for the least
    noise = replace(blank(90, 90), ground=bytes(byte % 4 for byte in os.urandom(8100)))
    with pytest.raises(NotSavedError, match="Not saved: the disk is full"):
        session.submit(SetTerrain(noise))
    assert session.battle.terrain == noise
    with pytest.raises(NotSavedError):
        session.submit(PlaceActor("bob", (3, 3)))
    assert file.unsaved
    full(file, 100_000)
    session.submit(Advance())
    assert not file.unsaved
    entries = session.journal.entries
    opened, session, _ = again(file, rulesets)
    with opened.file:
        assert session.journal.entries == entries
        assert len(entries) == 4


def test_what_is_in_memory_only_can_be_saved_elsewhere(new, tmp_path, rulesets):
    file, session = new
    full(file, 1)
    noise = replace(blank(90, 90), ground=bytes(byte % 4 for byte in os.urandom(8100)))
    with pytest.raises(NotSavedError):
        session.submit(SetTerrain(noise))
    file.copy_to(tmp_path / "elsewhere.fivefoot")
    with open_encounter(tmp_path / "elsewhere.fivefoot", rulesets).file as copy:
        assert copy.journal().battle.terrain == noise
    with pytest.raises(NotSavedError, match="cannot be written there"):
        file.copy_to(tmp_path / "no folder" / "x.fivefoot")
    full(file, 100_000)


def test_a_file_that_was_taken_away_is_missed(new, path):
    file, session = new
    path.rename(path.with_name("moved.fivefoot"))
    with pytest.raises(NotSavedError, match="is no longer where it was"):
        session.submit(Begin())
    assert session.journal.head == 1
    path.with_name("moved.fivefoot").rename(path)
    file.save()


def test_an_existing_file_is_not_overwritten_unasked(new, path, battle, rulesets, tmp_path):
    with pytest.raises(FivefootError, match="There is a file"):
        create_encounter(path, battle, rulesets)
    with pytest.raises(FivefootError, match="is open in another Fivefoot"):
        create_encounter(path, battle, rulesets, replace=True)
    file, session = new
    session.submit(Begin())
    file.close()
    with create_encounter(path, battle, rulesets, replace=True).file as fresh:
        assert fresh.journal().head == 0
    with pytest.raises(NotSavedError, match="cannot be written there"):
        create_encounter(tmp_path / "no folder" / "x.fivefoot", battle, rulesets)


def test_left_overs_of_an_older_file_do_not_creep_into_a_new_one(path, battle, rulesets):
    old = create_encounter(path, battle, rulesets)
    session, _ = resume(old)
    session.submit(PlaceActor("bob", (5, 3)))
    left = path.with_name(path.name + "-wal").read_bytes()
    old.file.close()
    path.unlink()
    path.with_name(path.name + "-wal").write_bytes(left)
    with create_encounter(path, battle, rulesets).file as file:
        assert file.journal().battle == battle
        assert file.journal().head == 0
