"""Creatures from the library are dropped with the mouse or with the keys alone."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.scene.geometry import CELL
from gui.tools.place import free_places
from tests.gui.conftest import Gm


@pytest.fixture
def armed(gm):
    """A goblin from the library in hand, Brannoc selected."""
    gm.table.select("bran")
    gm.desk.show_library()
    gm.desk.library.search.setText("goblin")
    QTest.keyClick(gm.desk.library.search, Qt.Key.Key_Return)
    return frozenset(gm.table.battle.actors)


def newcomers(gm, before):
    return [actor for key, actor in gm.table.battle.actors.items() if key not in before]


def test_arrows_and_enter_drop_it(gm, armed):
    x, y = gm.table.actor("bran").cell
    assert gm.desk.scene.marks.cursor == (x, y)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up):
        gm.key(key)
    assert gm.desk.scene.marks.cursor == (x + 2, y - 1)
    assert not newcomers(gm, armed)
    gm.key(Qt.Key.Key_Return)
    (goblin,) = newcomers(gm, armed)
    assert max(abs(goblin.cell[0] - x - 2), abs(goblin.cell[1] - y + 1)) <= 1
    assert gm.desk.runner.idle


def test_escape_puts_it_back(gm, armed):
    gm.key(Qt.Key.Key_Right)
    gm.key(Qt.Key.Key_Escape)
    assert not newcomers(gm, armed)
    assert gm.desk.runner.idle
    assert "click the map" not in gm.strip


def test_the_square_stays_on_the_map(gm, armed):
    for _ in range(gm.table.board.extent.width + 3):
        gm.key(Qt.Key.Key_Left)
    assert gm.desk.scene.marks.cursor[0] == 0


@pytest.mark.parametrize(("count", "width", "height"), [(3, 2, 2), (4, 2, 2), (9, 3, 3)])
def test_several_stand_in_a_block_from_the_chosen_square_on(gm, count, width, height):
    places = free_places(gm.table, (8, 1), [1] * count)
    assert places[0] == (8, 1)
    assert len(set(places)) == count
    assert {x for x, _ in places} == set(range(8, 8 + width))
    assert {y for _, y in places} == set(range(1, 1 + height))


def test_the_map_shows_where_they_will_land(gm):
    gm.desk.show_library()
    gm.desk.library.search.setText("skel 3")
    QTest.keyClick(gm.desk.library.search, Qt.Key.Key_Return)
    gm.move((16, 9))
    gm.move((16, 8))
    shown = gm.desk.scene.marks.template
    assert shown == {(16, 8), (17, 8), (16, 9)}
    gm.click((16, 8))
    assert {one.cell for one in gm.table.battle.actors.values() if one.kind == "Skeleton"} == shown


def test_where_there_is_no_floor_onward_they_stand_elsewhere_nearby(gm):
    places = free_places(gm.table, (17, 14), [1, 1, 1, 1])
    assert len(set(places)) == 4
    assert max(max(abs(x - 17), abs(y - 14)) for x, y in places) == 1


def test_a_creature_dragged_out_of_the_list_stands_where_it_is_let_go(gm: Gm) -> None:
    desk = gm.desk
    desk.show_library()
    desk.library.search.setText("goblin")
    QApplication.processEvents()
    rows, view = desk.library.list.viewport(), desk.map.viewport()
    there = set(gm.table.battle.actors)

    def drag_to(place: QPoint) -> set[str]:
        left = Qt.MouseButton.LeftButton
        start = desk.library.list.visualRect(desk.library.model.index(0)).center()
        QTest.mousePress(rows, left, Qt.KeyboardModifier.NoModifier, start)
        goal = rows.mapFromGlobal(place)
        for kind, buttons in ((QEvent.Type.MouseMove, left), (QEvent.Type.MouseButtonRelease, left)):
            held = buttons if kind is QEvent.Type.MouseMove else Qt.MouseButton.NoButton
            event = QMouseEvent(
                kind, QPointF(goal), QPointF(place), left, held, Qt.KeyboardModifier.NoModifier
            )
            QApplication.sendEvent(rows, event)
        return set(gm.table.battle.actors) - there

    ((x, y),) = free_places(gm.table, (5, 11), [1])
    inside = desk.map.mapFromScene(QPointF((x + 0.5) * CELL, (y + 0.5) * CELL))
    (new,) = drag_to(view.mapToGlobal(inside))
    assert gm.table.actor(new).cell == (x, y)
    gm.undo()
    assert drag_to(desk.right.mapToGlobal(desk.right.rect().center())) == set()
    assert desk.runner.idle
