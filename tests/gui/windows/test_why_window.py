"""F1 in the real window: the rule behind the open question, the action in hand or the marked log line."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

from engine.model.commands import Act, HideActor
from engine.model.requests import Picked
from gui.panels.why_panel import WhyPanel

TAM, PAST_THE_GOBLINS = (9, 12), (13, 14)


def test_f1_tells_the_rule_of_the_open_question_and_goes_away_again(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    asked = gm.table.question.title.rule
    gm.key(Qt.Key.Key_F1)
    why = gm.window.reference.why
    assert why.isVisible()
    assert asked in why.shown_text
    assert any("attack bonus" in line for line in why.shown_text), "what the roll is made of"
    gm.key(Qt.Key.Key_Escape)
    assert not why.isVisible()
    assert gm.table.question is not None


def test_f1_on_a_roll_tells_what_the_roll_is_made_of(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    tally = gm.table.question.tally
    assert tally.parts
    gm.key(Qt.Key.Key_F1)
    told = "\n".join(gm.window.reference.why.shown_text)
    for part in tally.parts:
        assert f"{part.value:+d} {gm.table.say(part.label)}" in told


def test_f1_tells_the_rule_of_each_fact_of_the_open_question(gm: Any) -> None:
    for foe in [actor.id for actor in gm.table.battle.actors.values() if actor.side == "foe"]:
        gm.table.submit(HideActor(foe, hidden=False), overrule=True)
    gm.table.select("tam")
    gm.table.submit(Act("tam", "flee"), overrule=True)
    gm.table.answer(Picked("flee"))
    while gm.table.question is not None and gm.table.question.title.key != "flee.pursue":
        gm.key(Qt.Key.Key_X)
    facts = [fact for fact in gm.table.question.detail if fact.rule != gm.table.question.title.rule]
    assert facts
    gm.key(Qt.Key.Key_F1)
    told = "\n".join(gm.window.reference.why.shown_text)
    for fact in facts:
        assert gm.table.say(fact) in told
        assert fact.rule in told


def test_f1_on_the_marked_line_of_the_log(gm: Any) -> None:
    gm.desk.log.view.setFocus()
    rule = gm.desk.log.rule_here
    gm.window.reference.show_rule_here()
    assert rule in gm.window.reference.why.shown_text


@pytest.mark.parametrize("from_log", [False, True])
def test_f1_after_a_refused_key_tells_the_rule_of_the_refusal(gm: Any, from_log: bool) -> None:
    gm.table.select("tam")
    if from_log:
        gm.desk.log.view.setFocus()
    gm.key(Qt.Key.Key_A)
    refused = next(option for option in gm.table.menu("tam") if option.verb == "attack")
    rule = refused.refusals[0].reason.rule
    assert rule
    assert rule != gm.desk.log.rule_here
    assert gm.strip.endswith("overrules.")
    gm.key(Qt.Key.Key_F1)
    assert rule in gm.window.reference.why.shown_text
    gm.key(Qt.Key.Key_Escape)
    gm.desk.log.view.setFocus()
    QTest.keyClick(gm.desk.log.view, Qt.Key.Key_Down)
    assert gm.desk.rule_here == gm.desk.log.rule_here


def test_the_number_on_the_card_is_taken_apart(gm: Any) -> None:
    gm.table.select("tam")
    box = gm.desk.card.boxes["ac"]
    box.customContextMenuRequested.emit(box.rect().center())
    assert gm.window.reference.why.shown_text[0].startswith("AC: ")


@pytest.mark.rule("OQ-LIC-01")
def test_the_notices_are_a_key_away_can_be_scrolled_by_keys_and_go_away_again(gm: Any) -> None:
    gm.key(Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    why = gm.window.reference.why
    assert why.isVisible()
    assert why.shown_text[0] == "Licences and notices"
    told = " ".join(why.shown_text)
    assert "OpenQuest, D101 Games, Author Newt Newport with Paul Mitchener." in told
    assert "OPEN GAME LICENSE Version 1.0a" in told
    assert gm.window.focusWidget() is why
    bar = why._scroll.verticalScrollBar()
    QTest.keyClick(why, Qt.Key.Key_End)
    assert bar.value() == bar.maximum() > 0
    QTest.keyClick(why, Qt.Key.Key_Home)
    assert bar.value() == 0
    gm.key(Qt.Key.Key_Escape)
    assert not why.isVisible()
    assert gm.table.question is None


@pytest.mark.rule("OQ-LIC-01")
def test_every_page_of_rules_leads_to_the_notices(gm: Any) -> None:
    gm.key(Qt.Key.Key_F1)
    why = gm.window.reference.why
    why.notices_button.click()
    assert why.shown_text[0] == "Licences and notices"


def test_with_a_single_line_the_buttons_keep_their_lower_edges(gm: Any) -> None:
    gm.desk.rule_wanted.emit("", None)
    QApplication.processEvents()
    panel = next(one for one in gm.window.findChildren(WhyPanel) if one.isVisible())
    below = panel.findChild(QScrollArea)
    assert below.geometry().top() > panel.close_button.geometry().bottom()
