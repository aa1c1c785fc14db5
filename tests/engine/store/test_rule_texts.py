"""The rules as F1 shows them are written for a GM: what concerns other rows stays in brackets."""

import re

from engine.store.rules import rule_row, rule_rows

FOR_ENGINEERS = re.compile(r"\b(?:OSE|OSL|OSR|OQ|SIX|CARD)-[A-Z0-9]+-\d+|\bthe seed\b|conflicts with|[\[\]]")


def test_no_rule_is_shown_with_the_notes_of_those_who_wrote_it_down():
    assert [row.id for row in rule_rows().values() if FOR_ENGINEERS.search(row.text)] == []


def test_a_rule_that_another_contradicts_keeps_its_words_and_its_reading():
    row = rule_row("OSE-GEN-10")
    assert row.text == "Moving inside a threatened area provokes AoOs"
    assert row.rulings == {"A2 #29"}
