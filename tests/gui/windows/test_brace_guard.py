"""What bracing is for, and what it would guard, before it is declared."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication

from engine.model.requests import AskChoice, Picked
from gui.bridge.highlights import weapon_cells


@pytest.fixture
def braceable(gm):
    """Declarations are open and somebody who holds a weapon to brace is selected."""
    gm.table.advance(overrule=True)
    while gm.table.question is not None or gm.table.progress.current.key != "declare":
        question = gm.table.question
        if isinstance(question, AskChoice):
            gm.table.answer(Picked(question.default or question.picks[0].key))
        elif question is not None:
            gm.table.roll()
        else:
            gm.table.advance(overrule=True)
    for actor in gm.table.battle.actors.values():
        rows = {option.verb: option for option in gm.table.menu(actor.id)}
        if "brace" in rows and rows["brace"].legal:
            gm.table.select(actor.id)
            return actor
    raise AssertionError("nobody in the sample can brace")


def point_at(row):
    place = QPointF(5, 5)
    QApplication.sendEvent(row, QEnterEvent(place, place, place))


def leave(row):
    QApplication.sendEvent(row, QEvent(QEvent.Type.Leave))


@pytest.mark.rule("OSE-BRACE-01")
def test_its_purpose_is_said_and_the_squares_it_would_guard_are_marked(gm, braceable):
    row = gm.desk.action_list.rows["brace"]
    assert row.view.note.startswith("If a charge is expected: free attack on the charger")
    shown = gm.desk.scene.marks
    assert shown.braced == frozenset()
    point_at(row)
    guarded = weapon_cells(gm.table.board, braceable)
    assert guarded
    assert gm.desk.scene.marks.braced == guarded
    leave(row)
    assert gm.desk.scene.marks == shown


def test_other_rows_mark_nothing_and_leave_what_is_drawn(gm, braceable):
    shown = gm.desk.scene.marks
    for verb in ("defend", "flee"):
        point_at(gm.desk.action_list.rows[verb])
        assert gm.desk.scene.marks == shown
        leave(gm.desk.action_list.rows[verb])
        assert gm.desk.scene.marks == shown
