"""Enter carries out what the strip shows: a risk the screen has not shown yet is not taken."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication


def press_at_once(gm: Any, *keys: Qt.Key) -> None:
    """Keys that come faster than the screen is painted."""
    for key in keys:
        QTest.keyClick(gm.desk.map, key)


def test_a_path_through_attacks_waits_until_it_was_seen(gm):
    gm.table.select("bran")
    start = gm.table.actor("bran").cell
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_M)
    gm.key(Qt.Key.Key_Right)
    assert "attack" not in gm.strip
    press_at_once(gm, Qt.Key.Key_Up)
    assert "attack" in gm.strip
    press_at_once(gm, Qt.Key.Key_Return)
    assert gm.table.question is None
    assert gm.table.actor("bran").cell == start
    assert "just changed" in gm.desk.strip.body.problem.text()
    QApplication.processEvents()
    gm.key(Qt.Key.Key_Return)
    assert gm.table.question is not None


def test_a_path_without_risk_goes_at_once(gm):
    gm.table.select("bran" if "bran" in gm.table.progress.waiting else "ysol")
    gm.table.select("ysol")
    start = gm.table.actor("ysol").cell
    gm.desk.map.setFocus()
    press_at_once(gm, Qt.Key.Key_M, Qt.Key.Key_Left, Qt.Key.Key_Return)
    assert gm.table.actor("ysol").cell != start


def test_a_charge_against_the_rules_waits_until_it_was_seen(gm):
    gm.desk.map.setFocus()
    for _ in range(2):  # to a step in which nobody may charge
        gm.key(Qt.Key.Key_N)
        gm.key(Qt.Key.Key_Return)
    gm.table.select("ysol")
    start = gm.table.actor("ysol").cell
    gm.desk.work.overrule("charge", {})
    QTest.keyClick(gm.desk.map, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert gm.table.actor("ysol").cell == start
    assert "just changed" in gm.desk.strip.body.problem.text()
    QApplication.processEvents()
    gm.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert gm.table.actor("ysol").cell != start
