"""The encounter file: nothing that happened is lost."""

import json
import os
import shutil
import sqlite3

import pytest
from msgspec.structs import replace

from engine.errors import BrokenFileError
from engine.importers.picture import picture_id
from engine.model.commands import Act, Advance, Begin, PlaceActor, SetTerrain
from engine.model.requests import APP, Faces
from engine.model.terrain import Wall, blank
from engine.session.journal import EntryKind
from engine.session.replay import audit
from engine.session.results import Asked, Finished, Rewound
from engine.store import migrate
from engine.store.opening import create_encounter, open_encounter, resume
from engine.store.records import LogLines
from tests.engine.store.conftest import DUCK, HIT, STAND, SWING, again, hp, swing

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
