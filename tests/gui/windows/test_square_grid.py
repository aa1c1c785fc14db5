"""The map is a grid of squares, and each rule book has its own length of a square."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from engine.model.actor import Actor
from engine.model.commands import AddActor
from gui.bridge.encounters import new_blank
from gui.scene.geometry import CELL, centre

LEFT = Qt.MouseButton.LeftButton


def drawn(scene, grid):
    """The map at 44 pixels a square, with or without the grid."""
    scene.set_grid(grid)
    area = scene.map_rect()
    image = QImage(round(area.width()), round(area.height()), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for _ in range(20):  # one painting draws as many tiles as it has time for
        scene.render(painter, QRectF(image.rect()), area)
    painter.end()
    scene.set_grid(True)
    return image


def runs(flags):
    """How many unbroken runs of True there are."""
    return sum(now and not before for before, now in zip([False, *flags], flags, strict=False))


def squares_in_a_line(length, differs):
    """Squares between the grid lines that are met along a line; those at its two ends may lie on the edge."""
    inner = [differs(place) for place in range(4, length - 4)]
    return runs(inner) + 1


@pytest.mark.rule("CARD-GRID-01")
def test_a_new_map_is_drawn_as_its_squares(gm, window):
    window.show_encounter(new_blank(30, 20, "ose.detailed"))
    assert gm.table.battle.terrain.extent.count == 600
    plain, lined = drawn(gm.desk.scene, False), drawn(gm.desk.scene, True)
    assert (plain.width(), plain.height()) == (30 * CELL, 20 * CELL)
    across = squares_in_a_line(plain.width(), lambda x: plain.pixel(x, 22) != lined.pixel(x, 22))
    down = squares_in_a_line(plain.height(), lambda y: plain.pixel(22, y) != lined.pixel(22, y))
    assert (across, down) == (30, 20)


@pytest.mark.rule("CARD-GRID-01")
@pytest.mark.parametrize("off", [QPoint(0, 0), QPoint(6, -7), QPoint(-8, 8)])
def test_wherever_a_token_is_let_go_it_stands_on_a_square(gm, window, off):
    window.show_encounter(new_blank(30, 20, "ose.detailed"))
    gm.table.submit(AddActor(Actor("t", "Tam", "party", (3, 3))))
    gm.desk.map.fit()
    view = gm.desk.map.viewport()
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, gm.at((3, 3)))
    for cell in ((9, 7), (17, 11)):
        QTest.mouseMove(view, gm.at(cell) + off)
        QApplication.processEvents()
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, gm.at((17, 11)) + off)
    assert gm.table.actor("t").cell == (17, 11)
    item = next(one for one in gm.desk.scene.items() if getattr(one, "key", None) == "t")
    assert item.pos() == centre((17, 11))


@pytest.mark.rule("CARD-GRID-02", "OSR-MOVE-03")
def test_each_rule_book_has_its_own_length_of_a_square(gm, window):
    shown = {}
    for key in ("ose.detailed", "ose.loose", "reduction", "openquest", "os_six"):
        window.show_encounter(new_blank(8, 6, key))
        texts = [label.text() for label in gm.desk.corner.findChildren(QLabel)]
        shown[key] = next(text for text in texts if text.startswith("1 square"))
    assert shown["ose.detailed"] == shown["ose.loose"] == "1 square = 5 ft"
    assert shown["reduction"] == "1 square = 10 ft = 1 inch at 1:120"
    assert shown["openquest"] == "1 square = 2 m"
    assert shown["os_six"] == f"1 square = {window.desk.table.feet(1)}"
