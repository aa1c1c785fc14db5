"""What the map and the bar offer to a GM who uses the mouse only."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from engine.model.commands import PlaceActor
from engine.views.audience import Audience
from gui.panels.key_button import KeyButton
from gui.scene.geometry import CELL, cell_rect, stroke_factor
from gui.scene.sprites import chip_size
from gui.scene.token_labels import RIM
from tests.gui.conftest import Gm


def press(button: KeyButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


@pytest.fixture(autouse=True)
def no_popup(monkeypatch: pytest.MonkeyPatch) -> None:
    """A menu that really pops up would grab the keyboard, which a screen of tests has none of."""
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)


def scale_menu(gm: Gm) -> QMenu:
    QTest.mouseClick(gm.desk.corner.scale, Qt.MouseButton.LeftButton)
    return gm.desk.corner.findChildren(QMenu)[-1]


def choose(gm: Gm, words: str) -> None:
    menu = scale_menu(gm)
    next(entry for entry in menu.actions() if entry.text().startswith(words)).trigger()
    menu.deleteLater()
    QApplication.processEvents()


def test_the_scale_is_a_button_that_fits_the_map_and_turns_the_grid_off_and_on(gm: Gm) -> None:
    fitted = gm.desk.map.zoom
    gm.desk.map.zoom_by(2)
    choose(gm, "Fit the map")
    assert gm.desk.map.zoom == fitted
    choose(gm, "100 %")
    assert gm.desk.map.zoom == 1.0
    assert gm.desk.corner.scale.text().startswith("100 %")
    choose(gm, "Grid lines")
    assert not gm.desk.corner.grid_shown
    assert not next(entry for entry in scale_menu(gm).actions() if entry.isCheckable()).isChecked()
    choose(gm, "Grid lines")
    assert gm.desk.corner.grid_shown


def test_measuring_begins_by_mouse(gm: Gm) -> None:
    gm.table.select("tam")
    x, y = gm.table.actor("tam").cell
    choose(gm, "Measure")
    gm.move((x + 1, y + 1))  # a pointer that another test left on the square would not move
    gm.move((x + 3, y + 1))
    assert [chip.text for chip in gm.desk.scene.marks.chips] == ["15 ft"]


def test_redo_keeps_its_place_and_is_dull_while_there_is_nothing_to_do_again(gm: Gm) -> None:
    bar = gm.desk.app_bar
    x, y = gm.table.battle.actors["ysol"].cell
    gm.drag((x, y), (x - 1, y))
    places = [widget.geometry() for widget in (bar.dice, bar.redo, bar.undo)]
    assert bar.redo.isVisible()
    assert not bar.redo.isEnabled()
    press(bar.undo)
    assert gm.table.battle.actors["ysol"].cell == (x, y)
    assert bar.redo.isEnabled()
    assert [widget.geometry() for widget in (bar.dice, bar.redo, bar.undo)] == places
    press(bar.redo)
    assert gm.table.battle.actors["ysol"].cell == (x - 1, y)
    assert not bar.redo.isEnabled()


def tip_is_given(gm: Gm, actor_id: str) -> bool:
    """Whether a pointer resting on a token is told whose it is."""
    view, at = gm.desk.map, gm.at(gm.table.actor(actor_id).cell)
    tip = QHelpEvent(QEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), tip)
    return tip.isAccepted() or QToolTip.isVisible()


def test_no_tip_lies_over_the_map_while_a_path_is_chosen_or_asked_about(gm: Gm) -> None:
    assert gm.desk.map.tips_wanted()
    gm.table.select("tam")
    gm.desk.work.start("move", {})
    assert not tip_is_given(gm, "g2")
    gm.desk.runner.cancel()
    assert gm.desk.map.tips_wanted()
    gm.drag((9, 12), (13, 14))
    assert "attack" in gm.strip
    assert not tip_is_given(gm, "g2")


def test_distances_of_a_charge_lie_beside_their_tokens_and_over_nobody(gm: Gm) -> None:
    """Goblins stand in a throng, so that a label straight above one would cover another."""
    for actor, cell in (("g1", (14, 8)), ("g2", (14, 9)), ("g3", (14, 10)), ("cap", (14, 11))):
        gm.table.submit(PlaceActor(actor, cell), overrule=True)
    gm.table.select("ysol")
    gm.desk.work.start("charge", {})
    assert not gm.desk.runner.idle
    rim = RIM + 0.01  # one that just touches covers nothing
    for zoom in (1.0, 0.6, 1.6):
        gm.desk.map.set_zoom(zoom)
        labels = label_boxes(gm)
        assert any("nearest" in text for text in labels)
        tokens = [cell_rect(token.cell, token.size) for token in gm.table.view(Audience.GM).tokens]
        for box in labels.values():
            for token in tokens:
                assert not box.intersects(token.adjusted(rim, rim, -rim, -rim))


@pytest.mark.rule("OSE-CHARGE-03")
def test_a_charge_tells_what_is_too_near_and_how_far_everybody_in_range_is(gm: Gm) -> None:
    """Also the enemies that may not be named because another is nearer."""
    gm.table.select("ysol")
    gm.desk.work.start("charge", {})
    marks = gm.desk.scene.marks
    assert (9, 5) in marks.too_near
    assert (12, 5) not in marks.too_near
    said = set(label_boxes(gm))
    assert {"under 15 ft: too near", "15 ft, nearest"} <= said
    assert len([text for text in said if text.endswith(" ft")]) > 1
    assert "Charge, 15 to 60 ft" in gm.desk.legend.words
    gm.key(Qt.Key.Key_Escape)
    assert "under 15 ft: too near" not in label_boxes(gm)


def label_boxes(gm: Gm) -> dict[str, QRectF]:
    """Where the labels of the map lie, in the scene."""
    zoom = gm.desk.map.zoom
    scale = stroke_factor(zoom) / zoom
    boxes = {}
    for chip in gm.desk.scene.overlays.chips._chips:
        wide, high = (side * scale for side in chip_size(chip.text, chip.style))
        boxes[chip.text] = QRectF(chip.x * CELL - wide / 2, chip.y * CELL - high / 2, wide, high)
    return boxes
