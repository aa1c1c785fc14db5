"""Starting the program: with the sample, with a file, and with what was played kept."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.commands import PlaceActor
from gui.app import build_window
from gui.bridge.encounters import (
    Encounter,
    data_folder,
    documents_folder,
    new_blank,
    open_file,
    open_sample,
)
from gui.windows.gm_window import GmWindow


def _start(qtbot: QtBot, file: Path) -> GmWindow:
    window = build_window(file)
    qtbot.addWidget(window)
    return window


def _strip_says(window: GmWindow) -> str:
    assert window.desk is not None
    return window.desk.strip.content.title


def test_a_file_named_is_opened_and_the_sample_left_alone(qtbot: QtBot) -> None:
    sample = open_sample()
    sample.table.submit(PlaceActor("tam", (3, 9)))
    sample.close()
    before = sample.path.read_bytes()
    blank = new_blank(8, 6, "ose.detailed")
    blank.close()
    window = _start(qtbot, blank.path)
    assert window.desk is not None
    assert window.desk.encounter.path == blank.path
    assert sample.path.read_bytes() == before


def test_a_file_that_cannot_be_read_opens_the_sample_and_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    window = _start(qtbot, tmp_path / "gone.fivefoot")
    assert window.desk is not None
    assert window.desk.encounter.path == data_folder() / "sample.fivefoot"
    assert "gone.fivefoot" in _strip_says(window)


def test_a_sample_that_was_played_is_kept_under_its_own_name(qapp: QApplication) -> None:
    sample = open_sample()
    sample.table.submit(PlaceActor("tam", (3, 9)))
    head = sample.table.session.journal.head
    sample.close()
    again = open_sample()
    again.close()
    kept = list(documents_folder().glob("Sample fight played*.fivefoot"))
    assert len(kept) == 1
    assert kept[0].name in again.remark
    played = open_file(kept[0])
    assert played.table.session.journal.head == head
    played.close()


def test_the_copy_other_tests_begin_with_is_the_sample(sample: Encounter) -> None:
    again = open_sample()  # in a place of its own, since the copy is open
    assert list(sample.table.session.journal) == list(again.table.session.journal)
    assert (sample.table.battle, sample.sample, sample.remark) == (again.table.battle, True, again.remark)
    again.close()


def test_a_sample_nobody_touched_is_not_kept(qapp: QApplication) -> None:
    for _ in range(2):
        open_sample().close()
    assert not list(documents_folder().glob("Sample fight played*"))


def test_a_second_program_takes_a_sample_of_its_own(qapp: QApplication) -> None:
    first = open_sample()
    second = open_sample()
    assert first.path != second.path
    first.close()
    second.close()
