"""A new encounter is played by one rule book, chosen knowing what it gives and costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from gui.bridge.encounters import new_blank, open_file
from gui.bridge.keymap import Keymap
from gui.bridge.rule_books import rule_books, trade_offs
from gui.panels.start_panel import StartPanel
from gui.windows.blank_form import BlankForm


@pytest.fixture
def start(qtbot) -> StartPanel:
    panel = StartPanel(Keymap(), rule_books(), "ose.detailed", trade_offs())
    qtbot.addWidget(panel)
    return panel


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
