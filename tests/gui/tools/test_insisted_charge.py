"""A charge that the rules refuse can still be insisted on: the GM picks the enemy and overrules."""

from typing import Any

from PySide6.QtCore import Qt

CTRL = Qt.KeyboardModifier.ControlModifier


def test_the_gm_insists_on_a_charge_that_nobody_may_make(gm: Any) -> None:
    gm.table.advance(overrule=True)  # the Move step is over
    gm.table.select("ysol")
    row = next(option for option in gm.table.menu("ysol") if option.verb == "charge")
    assert not row.legal
    gm.key(Qt.Key.Key_C)
    assert not gm.desk.scene.marks.charge
    gm.key(Qt.Key.Key_Return, CTRL)
    assert gm.desk.scene.marks.charge
    assert gm.desk.strip.content.problem
    before = gm.table.actor("ysol").cell
    gm.key(Qt.Key.Key_Return, CTRL)
    while gm.question:
        gm.key(Qt.Key.Key_R)
        if gm.question:
            gm.key(Qt.Key.Key_Return)
    assert gm.table.actor("ysol").cell != before


def test_the_gm_insists_on_a_charge_at_an_enemy_that_is_too_near(gm: Any) -> None:
    gm.table.select("tam")
    gm.key(Qt.Key.Key_C)
    assert "too near" in gm.strip
    gm.key(Qt.Key.Key_Return, CTRL)
    assert "too near" in gm.desk.strip.content.problem
    before = gm.table.actor("tam").cell
    gm.key(Qt.Key.Key_Return, CTRL)
    assert gm.table.actor("tam").cell != before
    assert gm.table.actor("tam").sheet.turn.charge_target == "g1"
    gm.undo()
    assert gm.table.actor("tam").cell == before


def test_the_gm_overrules_for_the_enemy_that_was_clicked(gm: Any) -> None:
    gm.table.select("ysol")
    gm.key(Qt.Key.Key_C)
    gm.click_token("g2")
    assert "nearer" in gm.desk.strip.content.problem
    gm.key(Qt.Key.Key_Return, CTRL)
    assert gm.table.actor("ysol").sheet.turn.charge_target == "g2"
