"""A new encounter is played by one rule book, chosen knowing what it gives and costs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from engine.rulesets.registry import RULESETS
from gui.bridge.encounters import new_blank, open_file
from gui.bridge.keymap import Keymap
from gui.bridge.rule_books import rule_books, trade_offs
from gui.panels.drawing import font, text_width
from gui.panels.start_panel import StartPanel
from gui.theme.fonts import SEMIBOLD
from gui.windows.blank_form import BlankForm
from gui.windows.side_panels import LEFT_WIDTH


@pytest.fixture
def start(qtbot) -> StartPanel:
    panel = StartPanel(Keymap(), rule_books(), "ose.detailed", trade_offs())
    qtbot.addWidget(panel)
    return panel


def test_every_card_has_room_for_its_name_beside_its_key(start):
    start.resize(LEFT_WIDTH, 500)  # low enough for a scroll bar
    start.show()
    for card in start.cards.values():
        card.show()
    QApplication.processEvents()
    for name, card in start.cards.items():
        assert text_width(card.text(), font(14, SEMIBOLD)) <= card.room, name


@pytest.mark.rule("OSE-DET-02", "OSE-DET-06")
def test_detailed_says_that_it_is_exact_and_slower(start):
    assert "Exact positions on the grid" in start.trade_off.text()
    assert "Slower, same outcome" in start.trade_off.text()


@pytest.mark.rule("OSL-CONS-04")
def test_loose_says_that_it_is_faster_with_fewer_details(start):
    start.choices["ose.loose"].click()
    assert "Faster, fewer details" in start.trade_off.text()


@pytest.mark.rule("OSE-OVER-03")
def test_both_books_are_offered_with_their_price_and_the_choice_is_kept(qtbot, home: Path):
    form = BlankForm("ose.detailed")
    qtbot.addWidget(form)
    keys = [form.rules.itemData(index) for index in range(form.rules.count())]
    assert keys[:2] == ["ose.detailed", "ose.loose"]
    form.rules.setCurrentIndex(keys.index("ose.loose"))
    assert form.trade_off.text() == trade_offs()["ose.loose"]
    encounter = new_blank(12, 9, "ose.loose")
    path = encounter.path
    encounter.close()
    again = open_file(path)
    assert again.table.battle.ruleset == "ose.loose"
    assert again.table.ruleset.about.title == "Loose combat"
    again.close()


@pytest.mark.rule("CARD-SETUP-01")
def test_every_book_is_offered_for_a_new_combat_with_its_sheet_of_options(qtbot, home: Path):
    form = BlankForm("ose.detailed")
    qtbot.addWidget(form)
    form.show()
    books = {form.rules.itemData(index): index for index in range(form.rules.count())}
    assert set(books) == {"ose.detailed", "ose.loose", "reduction", "openquest", "os_six"}
    for key, index in books.items():
        form.rules.setCurrentIndex(index)
        options = RULESETS[key].about.options
        assert list(form.sheet.boxes) == [option.key for option in options]
        for option in options:
            box = form.sheet.boxes[option.key]
            assert [box.itemData(i) for i in range(box.count())] == [value for value, _ in option.values]
            assert box.currentData() == option.default
        assert form.sheet_button.isVisible() is bool(options)
        assert form.sheet.changed_values == {}


@pytest.mark.rule("CARD-SETUP-01")
def test_a_reading_chosen_at_setup_is_in_force_from_the_start(gm, window, qtbot):
    window.open_flow.choose_blank()
    form = next(one for one in window.findChildren(BlankForm) if one.isVisible())
    form.sheet_button.click()
    assert form.sheet.isVisible()
    box = form.sheet.boxes["aoo_resolution"]
    other = next(box.itemData(i) for i in range(box.count()) if i != box.currentIndex())
    box.setCurrentIndex(box.findData(other))
    with qtbot.waitSignal(window.open_flow.opened):
        form._make()
    assert gm.table.battle.options.aoo_resolution == other
    assert gm.table.battle.actors == {}
