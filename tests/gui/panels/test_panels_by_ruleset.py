"""The same panels under every ruleset: nothing empty, nothing cut, no phrase without words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.commands import Begin
from engine.model.requests import AskChoice, AskRoll, AskRolls, Picked
from engine.rulesets.registry import RULESETS, ruleset
from engine.scenarios.scenario import read_scenario
from engine.scenarios.setup import battle_of
from gui.panels.action_list import ActionList
from gui.panels.actor_card import ActorCard
from gui.panels.idle_hints import idle_content
from gui.panels.log_panel import LogPanel
from gui.panels.prompt_strip import PromptStrip
from gui.panels.rail import RoundRail
from gui.panels.roster import Roster

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


@cache  # reading every scenario for every test would take longer than all the tests
def scenario_for(key):
    """Any scenario of the ruleset that has at least two sides."""
    for path in sorted(SCENARIOS.rglob("*.toml")):
        found = read_scenario(path)
        if found.written.ruleset == key:
            return found
    raise AssertionError(f"no scenario is played by {key}")


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_before_the_fight_rail_and_strip_begin_it(key, table_of, keymap, shown):
    table = table_of(battle_of(scenario_for(key), ruleset(key)))
    rail = RoundRail(table, keymap)
    shown(rail, 1280, 64)
    (button,) = idle_content(table, keymap).buttons
    assert rail.next.isVisible()
    assert rail.next.text() == button.label == "Begin the fight"
    table.submit(Begin())
    assert rail.next.text() != "Begin the fight"


@pytest.fixture(params=sorted(RULESETS))
def begun(request, table_of):
    """A fight by one ruleset, its first questions answered by the program."""
    table = table_of(battle_of(scenario_for(request.param), ruleset(request.param)))
    table.submit(Begin())
    for _ in range(20):
        question = table.question
        if isinstance(question, AskRoll | AskRolls):
            table.roll()
        elif isinstance(question, AskChoice):
            table.answer(Picked(question.default or question.picks[0].key))
        else:
            break
    assert table.question is None
    table.select_next()
    return table


def test_the_rail_names_every_step(begun, keymap, shown):
    rail = RoundRail(begun, keymap)
    shown(rail, 1280, 64)
    assert list(rail.steps) == [slot.key for slot in begun.progress.slots]
    glossary = begun.ruleset.about.glossary
    for button in rail.steps.values():
        assert button.view.label
        assert button.view.label not in glossary  # a phrase without words prints its key
    assert rail.next.text()


def test_the_sides_and_the_card_have_words(begun, shown):
    roster, card = Roster(begun), ActorCard(begun)
    shown(roster, 232, 600)
    shown(card, 320, 140)
    assert set(roster.rows) == set(begun.battle.actors)
    assert all(row.line.name and row.line.state for row in roster.rows.values())
    assert card.actor == begun.selected
    assert len(card.boxes) == 4


def test_the_field_for_hit_points_changes_what_harm_changes(begun, shown):
    card = ActorCard(begun)
    shown(card, 320, 140)
    actor = begun.selected
    health = begun.card(actor).health
    card.edit_health(actor)
    (box,) = (box for box in card.boxes.values() if box.field is not None)
    QTest.keyClicks(box.field, "1")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert begun.card(actor).health.now in (1, health.most - 1)  # left, or sustained so far


def test_every_action_is_legal_or_has_a_reason(begun, keymap, shown):
    panel = ActionList(begun, keymap)
    shown(panel, 320, 620)
    assert panel.rows
    for row in panel.rows.values():
        assert row.view.name
        assert row.view.second_line
        assert all(row.view.reasons)
        assert row.height() >= row.height_at(row.width())


def test_strip_and_log_say_something(begun, keymap, shown):
    strip, log = PromptStrip(begun, keymap), LogPanel(begun, keymap)
    shown(strip)
    shown(log, 320, 300)
    assert strip.content.title
    rows = [log.model.row(log.model.index(row)) for row in range(log.model.rowCount())]
    assert all(row.text and row.text not in begun.ruleset.about.glossary for row in rows)
