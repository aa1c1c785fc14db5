"""Creatures from the library are dropped with the mouse or with the keys alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


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


def test_the_square_stays_on_the_map(gm, armed):
    for _ in range(gm.table.board.extent.width + 3):
        gm.key(Qt.Key.Key_Left)
    assert gm.desk.scene.marks.cursor[0] == 0
