"""Hit points by the menu of a token and by K: the same field, for whoever was meant."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from gui.windows.token_menu import token_menu
from tests.gui.conftest import Gm

TAM, PAST_THE_GOBLINS = (9, 12), (13, 14)


def row(gm: Gm, actor: str) -> QAction:
    menu = token_menu(gm.desk, actor, gm.window)
    return next(action for action in menu.actions() if action.text().startswith("Hit points..."))


def open_field(gm: Gm) -> QLineEdit:
    field = gm.desk.card.boxes["hp"].field
    assert field is not None
    return field


def test_the_menu_opens_the_field_of_whoever_was_clicked(gm: Gm) -> None:
    gm.table.select("tam")
    action = row(gm, "g2")
    assert action.text() == "Hit points...\tK"
    before = gm.table.card("g2").health.now
    action.trigger()
    assert gm.desk.card.actor == "g2"
    assert gm.table.selected == "g2", "ring and list mark whose number it is"
    assert QApplication.focusWidget() is open_field(gm)
    gm.type("-2")
    assert gm.table.card("g2").health.now == before - 2
    gm.undo()
    assert gm.table.card("g2").health.now == before


def test_k_brings_hidden_panels_back_and_esc_changes_nothing(gm: Gm) -> None:
    gm.table.select("tam")
    before = gm.table.battle
    gm.key(Qt.Key.Key_F11)
    assert not gm.desk.right.isVisible()
    gm.key(Qt.Key.Key_K)
    assert gm.desk.right.isVisible()
    QTest.keyClicks(open_field(gm), "-4")
    gm.key(Qt.Key.Key_Escape)
    assert gm.desk.card.boxes["hp"].field is None
    assert gm.table.battle is before


def test_hit_points_set_at_an_open_roll_leave_the_roll_open_and_typing_goes_on_there(gm: Gm) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    assert gm.question == "attack.ask_opportunity"
    row(gm, "bran").trigger()
    assert gm.desk.card.actor == "bran"
    gm.type("3")
    assert gm.table.actor("bran").sheet.hp == 3
    assert gm.question == "attack.ask_opportunity"
    roller = gm.table.question.actor
    assert gm.desk.card.actor == roller
    gm.type("2")
    assert gm.table.question is None or gm.table.question.actor != roller
