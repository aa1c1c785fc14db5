"""Rows of the sides panel are brought into another order by dragging and by keys, and back by Ctrl Z."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from engine.model.battle import Battle
from engine.views.audience import Audience
from tests.gui.conftest import Gm

ALT = Qt.KeyboardModifier.AltModifier


def party(gm: Gm) -> list[str]:
    return [actor.id for actor in gm.table.battle.members("party")]


def rows(gm: Gm) -> list[str]:
    """The party from the top, as the panel shows it."""
    QApplication.processEvents()
    placed = [(row.mapTo(gm.desk.roster, QPoint(0, 0)).y(), key) for key, row in gm.desk.roster.rows.items()]
    return [key for _, key in sorted(placed) if key in party(gm)]


def drag(gm: Gm, actor: str, onto: str, share: float) -> None:
    """Pull a row to a place on another one, as a share of its height from its top."""
    row, goal = gm.desk.roster.rows[actor], gm.desk.roster.rows[onto]
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=row.rect().center())
    middle = row.mapFromGlobal(goal.mapToGlobal(QPoint(60, round(goal.height() * share))))
    for at in (row.rect().center() + QPoint(0, 3), middle):
        QTest.mouseMove(row, at)
        QApplication.processEvents()
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=middle)
    QApplication.processEvents()


def test_a_row_is_dragged_above_another_and_ctrl_z_brings_it_back(gm: Gm) -> None:
    before = party(gm)
    public = gm.table.view(Audience.PLAYERS)
    head = gm.table.session.journal.head
    drag(gm, before[3], before[1], 0.2)
    moved = [before[0], before[3], before[1], before[2], *before[4:]]
    assert party(gm) == moved
    assert rows(gm) == moved
    assert gm.table.session.journal.head == head + 1
    assert gm.table.view(Audience.PLAYERS) == public
    gm.undo()
    assert party(gm) == before
    assert rows(gm) == before


def test_a_row_let_go_below_the_last_of_its_side_comes_last(gm: Gm) -> None:
    before = party(gm)
    drag(gm, before[0], "cap", 0.5)  # on the other side: it stays with its own
    assert party(gm) == [*before[1:], before[0]]
    assert gm.table.actor(before[0]).side == "party"


def test_a_line_shows_where_it_would_stand_and_a_small_slip_is_a_click(gm: Gm) -> None:
    first, second = party(gm)[:2]
    row: QWidget = gm.desk.roster.rows[second]
    line = gm.desk.roster._drag.line
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=row.rect().center())
    QTest.mouseMove(row, row.rect().center() - QPoint(0, 60))
    assert line.isVisible()
    assert abs(line.geometry().center().y() - gm.desk.roster.rows[first].geometry().top()) < 4
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=row.rect().center())
    assert not line.isVisible()
    head = gm.table.session.journal.head
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=QPoint(60, 20))
    QTest.mouseMove(row, QPoint(61, 21))
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=QPoint(61, 21))
    assert gm.table.selected == second
    assert gm.table.session.journal.head == head


def test_alt_and_an_arrow_move_the_selected_actor(gm: Gm) -> None:
    before = party(gm)
    gm.table.select(before[1])
    gm.key(Qt.Key.Key_Down, ALT)
    assert party(gm)[:3] == [before[0], before[2], before[1]]
    gm.key(Qt.Key.Key_Up, ALT)
    gm.key(Qt.Key.Key_Up, ALT)
    assert party(gm)[:2] == [before[1], before[0]]
    head = gm.table.session.journal.head
    gm.key(Qt.Key.Key_Up, ALT)  # first already
    assert gm.table.session.journal.head == head


def test_a_row_moved_by_keys_keeps_the_focus(gm: Gm) -> None:
    first = party(gm)[0]
    gm.desk.roster.rows[first].setFocus()
    gm.key(Qt.Key.Key_Down, ALT)
    assert gm.desk.roster.rows[first].hasFocus()
    assert rows(gm)[1] == first


def test_plain_arrows_go_from_row_to_row_and_choose_nobody(gm: Gm) -> None:
    first, second = party(gm)[:2]
    chosen = gm.table.selected
    gm.desk.roster.rows[first].setFocus()
    gm.key(Qt.Key.Key_Down)
    assert gm.desk.roster.rows[second].hasFocus()
    assert gm.table.selected == chosen


def test_while_a_question_is_open_the_order_stays(gm: Gm) -> None:
    gm.drag((9, 12), (13, 14))
    gm.key(Qt.Key.Key_Return)
    before: Battle = gm.table.battle
    question = gm.question
    gm.desk.roster.shift(1)
    assert gm.table.battle is before
    assert gm.question == question
    assert gm.desk.strip.body.problem.text().startswith("Answer this first")
