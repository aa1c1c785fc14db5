"""Fields of a sentence, and numbers whose noun agrees with them."""

import re

import pytest

from engine.rulesets.registry import RULESETS
from engine.views.templates import filled
from engine.views.words import WORDS


def said(template: str, **values: object) -> str:
    return filled(template, lambda field: str(values[field]))


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (1, "Tam waits 1 minute."),
        (0, "Tam waits 0 minutes."),
        (3, "Tam waits 3 minutes."),
        (11, "Tam waits 11 minutes."),
    ],
)
def test_the_noun_agrees_with_its_number(minutes: int, text: str) -> None:
    assert said("{who} waits {minutes:minute|minutes}.", who="Tam", minutes=minutes) == text


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_no_sentence_counts_one_rounds(rules) -> None:  # type: ignore[no-untyped-def]
    counted = re.compile(r"\{\w+\} (more )?(rounds|minutes|squares|spaces|[Tt]urns|hit points|dice)\b")
    plain = {
        key: template
        for key, template in {**WORDS, **rules.about.glossary}.items()
        if counted.search(template)
    }
    spoken_of_more = {"six.heals.more", "six.stunned.more"}
    names = {"osr.routs", "turn.ask", "turn.tries", "item.doors"}
    of_dice = {"puts.ask_turns", "puts.ask_rounds", "turn.ask_dice"}
    assert set(plain) <= spoken_of_more | names | of_dice
