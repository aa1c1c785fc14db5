"""What cannot be opened says why and is left as it is; what is older is brought up to date."""

import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from engine.errors import BrokenFileError, FivefootError, NewerFileError, NotSavedError
from engine.model.actor import UnreadGuest
from engine.model.commands import Advance, Begin, PlaceActor
from engine.model.terrain import Ground
from engine.session.journal import EntryKind
from engine.session.replay import audit
from engine.session.results import Rewound
from engine.store import migrate
from engine.store.opening import create_encounter, open_encounter, resume
from tests.engine.store.conftest import HIT, STAND, swing, words


@pytest.fixture(scope="module")
def played_once(tmp_path_factory, battle, rulesets) -> bytes:
    """A finished file of eight entries: made once, since every one of them waits for the disk."""
    path = tmp_path_factory.mktemp("played") / "x.fivefoot"
    opened = create_encounter(path, battle, rulesets, words)
    session, _ = resume(opened)
    session.submit(Begin())
    for row in (1, 2, 3, 0, 1, 2, 1):
        session.submit(PlaceActor("bob", (2, row)))
    opened.file.close()
    return path.read_bytes()


@pytest.fixture
def played(path, played_once) -> Path:
    path.write_bytes(played_once)
    return path


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "'x.fivefoot' is empty. Open an older copy of it, or start a new encounter."),
        (b"\0" * 8192, "'x.fivefoot' is empty. Open an older copy of it, or start a new encounter."),
        (
            b"\x89PNG\r\n\x1a\n",
            "'x.fivefoot' is no Fivefoot encounter. Open maps and pictures as a new encounter.",
        ),
        (b"SQLite format 3\0", "'x.fivefoot' is cut short. Open an older copy of it."),
        (
            b"SQLite format 3\0" + b"\1" * 99,
            "'x.fivefoot' is a database of another program. Choose a Fivefoot file.",
        ),
    ],
)
def test_files_that_are_no_encounters(tmp_path, rulesets, content, sentence):
    path = tmp_path / "x.fivefoot"
    path.write_bytes(content)
    with pytest.raises(BrokenFileError) as caught:
        open_encounter(path, rulesets)
    assert str(caught.value) == sentence
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_and_a_missing_file(tmp_path, rulesets):
    with pytest.raises(BrokenFileError, match="is a folder"):
        open_encounter(tmp_path, rulesets)
    with pytest.raises(BrokenFileError, match="is not there any more"):
        open_encounter(tmp_path / "gone.fivefoot", rulesets)


def test_another_programs_database(tmp_path, rulesets):
    path = tmp_path / "photos.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE meta (key, value)")
    db.commit()
    db.close()
    with pytest.raises(BrokenFileError, match="is a database of another program"):
        open_encounter(path, rulesets)


def test_a_file_opened_twice(new, path, rulesets):
    with pytest.raises(BrokenFileError) as caught:
        open_encounter(path, rulesets)
    assert str(caught.value) == f"'{path.name}' is open in another Fivefoot. Close it there first."


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6, 0.95])
def test_a_truncated_file_is_damaged_and_left_as_it_is(played, rulesets, share):
    whole = played.read_bytes()
    cut = whole[: int(len(whole) * share)]
    played.write_bytes(cut)
    with pytest.raises(BrokenFileError) as caught:
        open_encounter(played, rulesets)
    assert str(caught.value) == f"'{played.name}' is damaged. It was left as it is; open an older copy of it."
    assert played.read_bytes() == cut


def test_scrambled_pages_are_damage_or_harmless(played, rulesets):
    whole, complaints = played.read_bytes(), []
    for start in range(100, len(whole) - 600, 1777):
        played.write_bytes(whole[:start] + bytes(500) + whole[start + 500 :])
        try:
            with open_encounter(played, rulesets).file as file:
                assert len(file.journal().kept) == 8
        except BrokenFileError as error:
            complaints.append(str(error))
    assert complaints
    assert all(played.name in complaint for complaint in complaints)


def change(path, *queries):
    db = sqlite3.connect(path)
    for query in queries:
        db.execute(query)
    db.commit()
    db.close()


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM battle WHERE number = 8",
        "DELETE FROM battle WHERE number = 0",
        "DELETE FROM entry WHERE number = 8",
        "DELETE FROM blob",
        "DELETE FROM meta WHERE key = 'head'",
        "DELETE FROM meta WHERE key = 'ruleset'",
        "UPDATE meta SET value = '99' WHERE key = 'head'",
        "UPDATE battle SET data = x'00' WHERE number = 8",
        "DROP TABLE meta",
    ],
)
def test_missing_rows_are_damage(played, rulesets, query):
    change(played, query)
    with pytest.raises(BrokenFileError, match="is damaged"):
        open_encounter(played, rulesets)


def test_a_newer_file_opens_read_only(played, rulesets):
    change(played, "PRAGMA user_version = 2", "ALTER TABLE entry ADD COLUMN mood TEXT")
    opened = open_encounter(played, rulesets)
    with opened.file as file:
        assert opened.remark == file.read_only == "Made by a newer Fivefoot. Opened read-only."
        assert opened.journal.battle.actors["bob"].cell == (2, 1)
        session, _ = resume(opened)
        with pytest.raises(NotSavedError, match="Not saved: made by a newer Fivefoot"):
            session.submit(Advance())
        file._unsaved.clear()
    with open_encounter(played, rulesets).file as file:
        assert file.journal().head == 8


def test_a_newer_battle_opens_read_only_and_one_beyond_reading_says_so(played, rulesets):
    change(played, "UPDATE battle SET model = 9 WHERE number = 8")
    opened = open_encounter(played, rulesets)
    opened.file.close()
    assert opened.remark == "Made by a newer Fivefoot. Opened read-only."
    change(played, "ALTER TABLE battle RENAME TO battles")
    change(played, "PRAGMA user_version = 5")
    with pytest.raises(NewerFileError, match="was made by a newer Fivefoot, and this one cannot read it"):
        open_encounter(played, rulesets)


def test_unknown_rules_can_be_looked_at_and_are_not_harmed(played, rulesets):
    opened = open_encounter(played, {})
    with opened.file:
        assert opened.ruleset is None
        assert "('toy')" in opened.remark
        assert isinstance(opened.journal.battle.actors["bob"].sheet, UnreadGuest)
        with pytest.raises(FivefootError, match="rules that this program does not have"):
            resume(opened)
    with open_encounter(played, rulesets).file as file:
        assert file.journal().battle.actors["bob"].sheet.hp == 10


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a file that this user may not write")
def test_a_write_protected_file_opens_read_only(played, rulesets):
    check_write_protected(played, rulesets)


def test_a_file_on_a_read_only_medium_opens_read_only(played, rulesets, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK)
    check_write_protected(played, rulesets)


def test_what_a_killed_program_left_beside_a_write_protected_file_is_read_too(
    new, tmp_path, rulesets, monkeypatch
):
    file, session = new
    session.submit(Begin())
    swing(session, HIT, STAND)
    folder = tmp_path / "stick"
    folder.mkdir()
    for end in ("", "-wal"):  # as they lie there while the program runs, or is gone in mid-fight
        shutil.copy(f"{file.path}{end}", folder / f"{file.path.name}{end}")
    lying = sorted((one.name, one.read_bytes()) for one in folder.iterdir())
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK)
    opened = open_encounter(folder / file.path.name, rulesets)
    with opened.file:
        assert "Opened read-only" in opened.remark
        assert opened.journal.head == session.journal.head
        assert opened.running is not None
        assert [taped.answer for taped in opened.running.tape] == [HIT, STAND]
    assert sorted((one.name, one.read_bytes()) for one in folder.iterdir()) == lying


def check_write_protected(played, rulesets):
    played.chmod(stat.S_IRUSR)
    try:
        opened = open_encounter(played, rulesets)
        with opened.file:
            assert "may not be written to. Opened read-only" in opened.remark
            assert opened.journal.head == 8
    finally:
        played.chmod(stat.S_IRUSR | stat.S_IWUSR)


# --- older versions ------------------------------------------------------------------------------------


def test_an_older_battle_is_brought_up_to_date_and_its_entries_keep_their_words(
    played, rulesets, monkeypatch
):
    change(
        played,
        """UPDATE entry SET command = '{"type":"edit.shove","actor":"bob"}', label = '{"was":"other"}'""",
        "UPDATE running SET command = '{}'",
    )

    def from_two(value):
        return {**value, "title": value["title"] + "!"}

    steps = {
        **migrate.STEPS,
        migrate.BATTLE: (*migrate.STEPS[migrate.BATTLE], from_two),
        migrate.rules_family("toy"): (lambda value: value,),
    }
    opened = open_encounter(played, rulesets, words, steps)
    session, _ = resume(opened)
    with opened.file as file:
        assert session.battle.title == "Toy!"
        assert session.journal.last.kind is EntryKind.ARCHIVED
        assert file.log()[-1].lines.gm == ("gm 8", "PlaceActor")
        assert audit(rulesets["toy"], session.journal) == ()
        assert isinstance(session.take_back(), Rewound)
        assert session.journal.head == 7
        session.submit(Advance())
    with open_encounter(played, rulesets, words, steps).file as file:
        assert file.journal().head == 8
        assert file.journal().battle.title == "Toy!"  # stored in the new form: not brought up twice


def test_an_open_command_that_cannot_be_read_is_let_go(new, rulesets):
    file, session = new
    swing(session, HIT)
    file.close()
    change(file.path, 'UPDATE running SET command = \'{"type":"edit.shove"}\'')
    opened = open_encounter(file.path, rulesets)
    session, result = resume(opened)
    with opened.file:
        assert result is None
        assert (
            opened.remark
            == "The question that was open cannot be read; the fight stands where it was before it."
        )
        assert session.battle.terrain.at((0, 0)) is Ground.OPEN
