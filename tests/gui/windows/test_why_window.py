"""F1 in the real window: the rule behind the open question, the action in hand or the marked log line."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

TAM, PAST_THE_GOBLINS = (9, 12), (13, 14)


def test_f1_tells_the_rule_of_the_open_question_and_goes_away_again(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    asked = gm.table.question.title.rule
    gm.key(Qt.Key.Key_F1)
    why = gm.window._why
    assert why.isVisible()
    assert asked in why.shown_text
    gm.key(Qt.Key.Key_Escape)
    assert not why.isVisible()
    assert gm.table.question is not None


def test_f1_on_the_marked_line_of_the_log(gm: Any) -> None:
    gm.desk.log.view.setFocus()
    rule = gm.desk.log.rule_here
    gm.window._show_rule_here()
    assert rule in gm.window._why.shown_text


def test_the_number_on_the_card_is_taken_apart(gm: Any) -> None:
    gm.table.select("tam")
    box = gm.desk.card.boxes["ac"]
    box.customContextMenuRequested.emit(box.rect().center())
    assert gm.window._why.shown_text[0].startswith("AC: ")
