"""One square is one inch on the players' display, once the GM laid a ruler on it; kept for that display."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.bridge.settings import Settings
from gui.scene.geometry import CELL
from gui.windows.true_size import MM_PER_INCH, TrueSize
from tests.gui.conftest import Gm

CTRL = Qt.KeyboardModifier.ControlModifier


def square(gm: Gm) -> float:
    """How many pixels a square takes for the players."""
    players = gm.window.players
    assert players is not None
    return players._map.transform().m11() * CELL


def measuring(gm: Gm) -> TrueSize:
    dialog = gm.window.second_screen.measuring
    assert dialog is not None
    assert dialog.isVisible()
    return dialog


def measure(gm: Gm, millimetres: str) -> None:
    dialog = measuring(gm)
    QTest.keyClicks(dialog.length.lineEdit(), millimetres)
    QTest.keyClick(dialog.length, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_the_first_time_a_bar_is_measured_then_one_square_is_one_inch(gm: Gm) -> None:
    gm.key(Qt.Key.Key_F10, CTRL)
    players = gm.window.players
    assert players is not None
    assert players.ruler.isVisible()
    bar = players.ruler.bar
    assert 100 <= bar <= players.width()
    measure(gm, "200")
    wished = bar / (200 / MM_PER_INCH)
    assert not players.ruler.isVisible()
    assert square(gm) == pytest.approx(wished, rel=0.001)
    assert gm.window.second_screen.words == "Player window: true size"
    players.resize(1400, 900)  # more room makes nothing larger
    assert square(gm) == pytest.approx(wished, rel=0.001)
    gm.key(Qt.Key.Key_F10, CTRL)
    assert square(gm) != pytest.approx(wished, rel=0.001)
    gm.key(Qt.Key.Key_F10, CTRL)  # measured already: no question any more
    assert gm.window.second_screen.measuring is None
    assert square(gm) == pytest.approx(wished, rel=0.001)


def test_it_is_kept_for_the_display_and_the_next_encounter(gm: Gm) -> None:
    gm.window.second_screen.measure()
    measure(gm, "300")
    wished = square(gm)
    gm.window.open_sample()
    assert gm.window.second_screen.true_size
    assert square(gm) == pytest.approx(wished)
    display = gm.window.second_screen._display_key()
    assert Settings().pixels_per_inch(display) == pytest.approx(wished, abs=0.001)
    assert Settings().pixels_per_inch(f"{display}-other") is None


def test_esc_leaves_everything_as_it_was(gm: Gm) -> None:
    gm.window.second_screen.toggle()
    QApplication.processEvents()
    before = square(gm)
    gm.key(Qt.Key.Key_F10, CTRL)
    dialog = measuring(gm)
    dialog.density.setValue(150)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    players = gm.window.players
    assert players is not None
    assert not players.ruler.isVisible()
    assert square(gm) == before
    assert not gm.window.second_screen.true_size


def test_the_three_fields_say_the_same_and_the_squares_follow(gm: Gm) -> None:
    gm.window.second_screen.measure()
    dialog = measuring(gm)
    players = gm.window.players
    assert players is not None
    size = players.screen().size()
    dialog.diagonal.setValue(20.0)
    inch = (size.width() ** 2 + size.height() ** 2) ** 0.5 / 20
    assert dialog.density.value() == pytest.approx(inch, abs=0.06)
    assert dialog.length.value() == pytest.approx(players.ruler.bar / inch * MM_PER_INCH, abs=0.06)
    assert dialog.pixels_per_inch == pytest.approx(inch)
    wide = players.ruler.grab().toImage()
    dialog.density.setValue(60.0)
    assert players.ruler.grab().toImage() != wide


def test_the_party_stays_in_sight_at_true_size(gm: Gm) -> None:
    gm.window.second_screen.measure()
    dialog = measuring(gm)
    dialog.density.setValue(48.0)
    dialog.accept()
    players = gm.window.players
    assert players is not None
    QApplication.processEvents()
    x, y = gm.table.actor("tam").cell
    at = players._map.mapFromScene((x + 0.5) * CELL, (y + 0.5) * CELL)
    assert players._map.viewport().rect().contains(at)


def test_the_menu_offers_both(gm: Gm) -> None:
    menu = gm.window._map_menu(gm.desk)
    players = next(action.menu() for action in menu.actions() if action.text() == "Players")
    words = [action.text() for action in players.actions()]
    assert "True size: one square is one inch\tCtrl F10" in words
    assert "Measure the players' display..." in words
    menu.deleteLater()
