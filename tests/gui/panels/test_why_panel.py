"""Why? The rule in our own words, the reading in force and the others, the parts of a number, all actions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.commands import SetOption
from engine.rulesets.registry import RULESETS
from engine.store.rules import rule_row, rule_rows, rulings_in
from gui.bridge.rules_text import action_page, why_rule
from gui.panels.action_list import ActionList
from gui.panels.actor_card import ActorCard
from gui.panels.log_panel import LogPanel
from gui.panels.why_panel import NO_RULE, WhyPanel


@pytest.fixture
def why(moving, keymap, shown: Callable[..., None]) -> WhyPanel:
    panel = WhyPanel(moving, keymap)
    shown(panel, 700, 500)
    return panel


def test_a_rule_with_its_section_and_the_reading_in_force(why, moving):
    row = rule_row("OSE-XBOW-03")
    why.show_rule("OSE-XBOW-03")
    assert why.shown_text == (
        row.section,
        row.text,
        "OSE-XBOW-03",
        "The first crossbow shot is loaded",
        "In force: No",
        "Or: Yes",
    )
    assert "[" not in row.text
    moving.submit(SetOption("crossbow_preloaded", "yes"))
    why.show_rule("OSE-XBOW-03")
    assert why.shown_text[-2:] == ("Or: No", "In force: Yes")


def test_what_no_rule_stands_behind_is_said_to_have_none(why):
    why.show_rule("")
    assert why.shown_text == ("Why?", NO_RULE)


def test_the_parts_of_a_number_with_their_rules(why, moving):
    armour = next(fact.tally for fact in moving.card("tam").facts if fact.key == "ac")
    why.show_number("AC", armour)
    assert why.shown_text[0] == f"AC: {armour.total}"
    assert len(why.shown_text) == 1 + len(armour.parts)
    assert any(line.endswith("OSE-OVER-06") for line in why.shown_text)


@pytest.mark.rule("OSE-SUMM-04", "OSE-ACT-01", "OSE-ACT-03", "OSE-ACT-06")
def test_all_actions_with_what_they_take(why, moving):
    QTest.mouseClick(why.actions_button, Qt.MouseButton.LeftButton)
    assert why.shown_text[0] == "All actions"
    kinds = {line.name: line.kind for line in action_page(moving)}
    assert why.shown_text[1:] == tuple(f"{name}: {kind}" for name, kind in kinds.items())
    assert kinds["Charge"].startswith("Full round")
    assert kinds["Move"] == "Move: 5 s"
    assert kinds["Withdraw"] == "Main: 5 s, significant effort"
    assert kinds["Flee"] == "Special"
    assert {"Free: costs no action", "Varies"} <= set(kinds.values())


def test_escape_and_f1_put_it_away(why):
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_F1):
        why.show_rule("OSE-MOVE-01")
        assert why.isVisible()
        QTest.keyClick(why, key)
        assert not why.isVisible()


def test_another_page_leaves_nothing_of_the_one_before(why):
    why.show_rule("OSE-XBOW-03")
    why.show_rule("OSE-MOVE-01")
    assert len(why.shown_text) == 3


# --- who asks for it ------------------------------------------------------------------------------


def test_a_struck_through_row_gives_the_rule_against_it(moving, keymap, shown, qtbot):
    moving.select("tam")
    panel = ActionList(moving, keymap)
    shown(panel, 348, 600)
    row = panel.rows["brace"]
    with qtbot.waitSignal(panel.rule_wanted) as asked:
        row.customContextMenuRequested.emit(row.rect().center())
    option = next(option for option in moving.menu("tam") if option.verb == "brace")
    assert asked.args == [option.refusals[0].reason.rule]


def test_a_log_line_gives_its_rule(moving, keymap, shown, qtbot):
    panel = LogPanel(moving, keymap)
    shown(panel, 348, 300)
    index = panel.model.index(0)
    with qtbot.waitSignal(panel.rule_wanted) as asked:
        panel.view.customContextMenuRequested.emit(panel.view.visualRect(index).center())
    assert asked.args == [panel.rule_here, panel.tally_here]


def test_a_box_of_the_card_gives_its_number(moving, shown, qtbot):
    moving.select("tam")
    card = ActorCard(moving)
    shown(card, 348, 150)
    box = card.boxes["ac"]
    with qtbot.waitSignal(card.number_wanted) as asked:
        box.customContextMenuRequested.emit(box.rect().center())
    label, tally = asked.args
    assert label == "AC"
    assert str(tally.total) == next(fact.value for fact in moving.card("tam").facts if fact.key == "ac")


# --- the ledger -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A2 #29", {"A2 #29"}),
        ("A1.6, A2 #115, #116", {"A1.6", "A2 #115", "A2 #116"}),
        ("A2 #3, #8, #90-92", {"A2 #3", "A2 #8", "A2 #90", "A2 #91", "A2 #92"}),
        ("A2 #68: only those enemies react", {"A2 #68"}),
    ],
)
def test_rulings_named_in_a_bracket(text, found):
    assert set(rulings_in(text)) == found


def test_readings_are_found_from_the_rows_they_govern():
    rulings = {ruling for row in rule_rows().values() for ruling in row.rulings}
    shown = {option.key for option in RULESETS["ose.detailed"].about.options if option.source in rulings}
    assert shown >= {
        "aoo_trigger",
        "aoo_resolution",
        "charge_path",
        "charge_braced_enemies",
        "brace_doubling",
        "brace_limit",
        "withdraw_policy",
        "surprise_effect",
        "ac_penalty_duration",
        "turn_undead_leftovers",
        "splinter",
        "morale",
    }


def test_every_action_of_the_page_cites_a_row_of_the_ledger(moving):
    for line in action_page(moving):
        assert why_rule(moving, line.rule) is not None, line


@pytest.mark.rule("OSE-OVER-04")
def test_loose_combat_has_the_page_to_read_and_none_of_it_enforced():
    loose, detailed = RULESETS["ose.loose"].about, RULESETS["ose.detailed"].about
    assert loose.actions == detailed.actions != ()
    assert not {"brace", "withdraw", "defend"} & set(loose.verbs)


@pytest.mark.rule("OSE-GEN-17")
def test_the_whole_section_stands_beside_a_rule_with_what_it_is_meant_for(why):
    why.show_rule("OSE-GEN-13")
    assert why.section_button.isVisible()
    why.section_button.click()
    title, *lines = why.shown_text
    assert title == "General Combat Rules (Detailed)"
    about_opportunity = [line for line in lines if "AoOs" in line]
    assert {line.split()[-1] for line in about_opportunity} >= {"OSE-GEN-10", "OSE-GEN-13"}
    intent = next(line for line in lines if line.endswith("OSE-GEN-17"))
    assert "dangerous to enter and to escape" in intent
    assert not why.section_button.isVisible()


def test_what_has_no_section_offers_none(why):
    why.show_actions()
    assert not why.section_button.isVisible()
