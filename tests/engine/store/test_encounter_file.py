"""The encounter file: nothing that happened is lost, and what cannot be opened says why."""

import json
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.errors import BrokenFileError, FivefootError, NewerFileError, NotSavedError
from engine.importers.picture import picture_id
from engine.model.actor import UnreadGuest
from engine.model.commands import Act, Advance, Begin, PlaceActor, SetTerrain
from engine.model.requests import APP, Faces, Picked
from engine.model.terrain import Ground, Wall, blank
from engine.session.journal import EntryKind
from engine.session.replay import audit
from engine.session.results import Asked, Finished, Rewound
from engine.store import migrate
from engine.store.encounter_file import EncounterFile
from engine.store.opening import create_encounter, open_encounter, resume
from engine.store.records import LogLines

SWING = Act("ann", "swing", targets=("bob",))
HIT, MISS, DUCK, STAND = Faces((5,)), Faces((2,)), Picked("yes"), Picked("no")


def words(entry):
    return LogLines((f"gm {entry.number}", type(entry.command).__name__), (f"players {entry.number}",))


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "chapel #1 100%.fivefoot"


@pytest.fixture
def new(path, battle, rulesets):
    """A new file and its session; closed again when the test ends."""
    opened = create_encounter(path, battle, rulesets, words)
    session, result = resume(opened)
    assert result is None
    yield opened.file, session
    opened.file.close()


def again(file: EncounterFile, rulesets):
    """Close and open, as after a night."""
    file.close()
    opened = open_encounter(file.path, rulesets, words)
    session, result = resume(opened)
    return opened, session, result


def hp(session, who="bob"):
    return session.shown.actors[who].sheet.hp


def swing(session, *answers):
    result = session.submit(SWING)
    for answer in answers:
        result = session.answer(answer)
    return result


# --- keeping -------------------------------------------------------------------------------------------


def test_a_new_file_opens_where_it_was_made(new, rulesets, battle):
    file, _ = new
    opened, session, result = again(file, rulesets)
    with opened.file:
        assert (session.battle, result, opened.remark) == (battle, None, "")
        assert opened.ruleset is rulesets["toy"]


def test_everything_is_there_again(new, rulesets):
    file, session = new
    session.submit(Begin())
    swing(session, HIT, DUCK, Faces((6,), APP))
    session.submit(PlaceActor("bob", (4, 2)))
    before = session.journal.entries
    opened, session, _ = again(file, rulesets)
    with opened.file:
        assert session.journal.entries == before
        assert hp(session) == 7
        assert audit(rulesets["toy"], session.journal) == ()


def test_an_open_question_is_asked_again_after_the_answers_given(new, rulesets):
    file, session = new
    asked = swing(session, HIT, STAND)
    opened, session, result = again(file, rulesets)
    with opened.file:
        assert isinstance(result, Asked)
        assert result.request == asked.request
        assert result.jump
        assert opened.running.command == session.open_command == SWING
        assert [taped.answer for taped in opened.running.tape] == [HIT, STAND]
        assert isinstance(session.answer(Faces((6,))), Finished)
        assert hp(session) == 4


def test_every_answer_is_in_the_file_before_the_next_question(new, path):
    _, session = new
    for number, step in enumerate((None, HIT, STAND)):
        swing(session) if step is None else session.answer(step)
        assert len(stored_tape(path)) == number
    session.answer(Faces((1,)))
    assert stored_tape(path) is None


def stored_tape(path):
    """The tape as it is on disk: read from a copy, since the file itself is locked."""
    copy = path.with_name("copy.db")
    for end in ("", "-wal"):
        shutil.copy(str(path) + end, str(copy) + end)
    db = sqlite3.connect(copy)
    try:
        row = db.execute("SELECT tape FROM running WHERE key = 'open'").fetchone()
    finally:
        db.close()
    return None if row is None else json.loads(row[0])


def test_undo_redo_and_taking_back_are_kept(new, rulesets):
    file, session = new
    session.submit(Begin())
    swing(session, HIT, STAND, Faces((3,)))
    session.submit(Advance())
    session.undo()
    session.undo()
    opened, session, _ = again(file, rulesets)
    assert (session.journal.head, len(session.journal.kept), hp(session)) == (1, 3, 10)
    assert isinstance(session.redo(), Rewound)
    assert hp(session) == 7
    assert isinstance(session.take_back(), Asked)
    opened, session, result = again(opened.file, rulesets)
    with opened.file:
        assert isinstance(result, Asked)
        assert [taped.answer for taped in opened.running.tape] == [HIT, STAND]
        session.answer(Faces((6,)))
        assert (hp(session), session.journal.head, session.journal.next) == (4, 2, None)


def test_an_abandoned_question_leaves_nothing_or_its_dice(new, rulesets):
    file, session = new
    swing(session)
    session.abandon()
    opened, session, result = again(file, rulesets)
    assert (result, session.journal.head) == (None, 0)
    swing(session, HIT)
    session.abandon()
    opened, session, result = again(opened.file, rulesets)
    with opened.file:
        assert result is None
        assert session.journal.last.kind is EntryKind.ABANDONED


def test_an_edit_under_an_open_question_keeps_both(new, rulesets):
    file, session = new
    swing(session, HIT)
    session.submit(PlaceActor("bob", (2, 2)))
    opened, session, result = again(file, rulesets)
    with opened.file:
        assert isinstance(result, Asked)
        assert session.shown.actors["bob"].cell == (2, 2)
        assert session.journal.head == 1
        assert [taped.answer for taped in opened.running.tape] == [HIT]


def test_a_command_that_ends_in_a_bug_is_kept_for_the_report(new, rulesets):
    file, session = new
    with pytest.raises(ZeroDivisionError):
        session.submit(Act("ann", "bug"))
    opened, session, result = again(file, rulesets)
    with opened.file:
        assert result is None
        assert opened.file.failure().command == Act("ann", "bug")


def test_a_log_line_that_cannot_be_worded_does_not_cost_the_entry(path, battle, rulesets):
    def fails(entry):
        raise LookupError(entry.number)

    opened = create_encounter(path, battle, rulesets, fails)
    session, _ = resume(opened)
    with pytest.raises(LookupError):
        session.submit(Begin())
    opened, session, _ = again(opened.file, rulesets)
    with opened.file:
        assert session.journal.head == 1
        assert opened.file.log()[0].lines == LogLines()


def test_the_log_is_kept_in_words_for_both_audiences(new):
    file, session = new
    session.submit(Begin())
    session.submit(Advance())
    session.submit(Advance())
    session.undo()
    assert [(one.number, one.round, one.lines) for one in file.log()] == [
        (1, 0, LogLines(("gm 1", "Begin"), ("players 1",))),
        (2, 1, LogLines(("gm 2", "Advance"), ("players 2",))),
    ]


def test_a_map_is_stored_once(new, rulesets, path):
    file, session = new
    walled = replace(blank(30, 30), walls=tuple(Wall((0, y * 256), (4000, y * 256)) for y in range(30)))
    session.submit(SetTerrain(walled))
    for number in range(10):
        session.submit(PlaceActor("bob", (2, number)))
    opened, session, _ = again(file, rulesets)
    assert session.battle.terrain == walled
    maps = {id(entry.after.terrain) for entry in session.journal}
    opened.file.close()
    assert len(maps) == 1
    db = sqlite3.connect(path)
    assert db.execute("SELECT count(*) FROM blob").fetchone() == (2,)
    db.close()


def test_opening_reads_the_last_battle_only(path, battle, rulesets, monkeypatch):
    opened = create_encounter(path, battle, rulesets)
    session, _ = resume(opened)
    for number in range(6):
        session.submit(PlaceActor("bob", (2, number % 4)))
    opened.file.close()
    read = []
    real = migrate.upcast
    monkeypatch.setattr(
        "engine.store.records.upcast", lambda family, *rest: read.append(family) or real(family, *rest)
    )
    opened = open_encounter(path, rulesets)
    opened.file.close()
    assert read.count(migrate.BATTLE) == 3  # the start, and the last entry's before and after


# --- settings, pictures, copies ------------------------------------------------------------------------


def test_settings_keep_their_type(new, rulesets):
    file, _ = new
    file.set_setting("dice", "table")
    file.set_setting("view", [1.5, 0.0, 20.0])
    file.set_setting("dice", "app")
    opened, _, _ = again(file, rulesets)
    with opened.file as file:
        assert file.setting("dice", "table") == "app"
        assert file.setting("view", [0.0]) == [1.5, 0.0, 20.0]
        assert file.setting("dice", 7) == 7
        assert file.setting("none", "x") == "x"


def test_pictures_are_kept_by_content(new, rulesets, path):
    file, _ = new
    picture = os.urandom(100_000)
    key = file.add_picture(picture, "png")
    assert key == picture_id(picture) == file.add_picture(picture, "png")
    opened, _, _ = again(file, rulesets)
    with opened.file as file:
        assert file.picture(key) == picture
        with pytest.raises(BrokenFileError, match="missing or damaged"):
            file.picture("0" * 64)


def test_a_new_file_may_bring_its_picture(path, battle, rulesets):
    with create_encounter(path, battle, rulesets, pictures=[("png", b"one"), ("png", b"two")]).file as file:
        assert file.picture(picture_id(b"two")) == b"two"


def test_a_copy_is_whole_and_apart(new, tmp_path, rulesets, battle):
    file, session = new
    swing(session, HIT)
    target = tmp_path / "copy.fivefoot"
    target.write_bytes(b"an old file of that name")
    (tmp_path / "copy.fivefoot-wal").write_bytes(b"what an older file left behind")
    file.copy_to(target)
    session.abandon()
    opened = open_encounter(target, rulesets)
    _, result = resume(opened)
    opened.file.close()
    assert isinstance(result, Asked)
    assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith("copy")) == ["copy.fivefoot"]


def test_a_closed_file_stands_alone(new, path):
    file, session = new
    session.submit(Begin())
    file.close()
    assert [one.name for one in path.parent.iterdir()] == [path.name]


# --- what cannot be written ----------------------------------------------------------------------------


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


# --- what cannot be opened -----------------------------------------------------------------------------


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
