"""The prompt strip with much to say: long facts and large batches stay readable."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.commands import Advance
from engine.model.offers import Refusal
from engine.model.phrase import ActorRef, Names, phrase
from engine.model.requests import AskRoll, AskRuling
from gui.panels.drawing import rounded, unbroken
from gui.panels.prompt_strip import MOST_HEIGHT, ROLL_HEIGHT, PromptStrip
from gui.panels.strip_content import content_of_refusal
from tests.gui.panels.conftest import saves, strip_with


def long_ruling(table):
    names = tuple(table.battle.actors)
    effect = "A ball of flame bursts and fills the whole room. " * 2
    return AskRuling(
        title=phrase("spell.effect", "OSE-ORDER-07", who=ActorRef(names[0]), spell="Fire Ball"),
        detail=(
            phrase("spell.does", "OSE-SPELL-06", effect=effect, duration="Instant"),
            phrase("spell.on_some", "OSE-SPELL-06", failed=Names(names[:6]), saved=Names(names[6:10])),
        ),
    )


@pytest.mark.parametrize("width", [760, 980, 1400])
def test_who_saved_can_be_read_to_the_end(moving, keymap, shown, width):
    strip = strip_with(moving, keymap, shown, long_ruling(moving), width)
    assert "Not saved: " in strip.body.detail.text()
    assert strip.height() <= rounded(MOST_HEIGHT)
    detail, area = strip.body.detail, strip.body.words
    assert detail.height() >= detail.heightForWidth(detail.width())
    bar = area.verticalScrollBar()
    bar.setValue(bar.maximum())
    foot = detail.mapTo(area.viewport(), detail.rect().bottomLeft()).y()
    assert foot <= area.viewport().height()


def test_a_batch_of_saves_stands_in_rows_with_name_number_and_chance(moving, keymap, shown):
    request = saves(moving, 8)
    strip = strip_with(moving, keymap, shown, request)
    assert strip.height() == rounded(MOST_HEIGHT)
    tops = [block.mapTo(strip, block.rect().topLeft()).y() for block in strip.fields]
    assert tops == sorted(set(tops))  # one below the other
    for block, roll in zip(strip.fields, request.rolls, strict=True):
        texts = [label.text() for label in block.columns]
        assert moving.actor(roll.actor).name in texts[0]
        assert texts[1:4] == ["d20", "16 or more", "25 %"]


def test_the_field_typed_in_is_scrolled_into_sight(moving, keymap, shown, monkeypatch):
    given = []
    monkeypatch.setattr(moving, "roll_rest", given.append)
    strip = strip_with(moving, keymap, shown, saves(moving, 8))
    for number, block in enumerate(strip.fields, start=1):
        assert QApplication.focusWidget() is block.edit
        assert not block.visibleRegion().isEmpty()
        QTest.keyClicks(block.edit, str(number))
        strip.key("next")
    assert strip.key("accept")
    assert [faces.faces for faces in given[0]] == [(number,) for number in range(1, 9)]


def test_a_number_is_not_parted_from_its_unit():
    assert (
        unbroken("Within 5 ft of 3 men, 35 %")
        == "Within 5\N{NO-BREAK SPACE}ft of 3 men, 35\N{NO-BREAK SPACE}%"
    )


@pytest.mark.parametrize("width", [660, 760, 980, 1400])
def test_buttons_do_not_run_from_border_to_border(struck, keymap, shown, width):
    strip = PromptStrip(struck, keymap)
    shown(strip, width, ROLL_HEIGHT)
    assert len(strip.body.buttons.widgets) == 4
    for button in strip.body.buttons.widgets:
        assert button.mapTo(strip, button.rect().topLeft()).y() >= 6
        assert strip.height() - button.mapTo(strip, button.rect().bottomLeft()).y() >= 6


def test_every_fact_of_a_question_is_said(moving, keymap, shown):
    facts = tuple(
        phrase("turn.needs", "OSE-TURN-24", dice=dice, needs=needs)
        for dice, needs in (("1", 7), ("2*", 9), ("3", 11))
    )
    request = AskRoll(title=phrase("turn.ask", who=ActorRef("tam")), detail=facts, dice=(6, 6))
    strip = strip_with(moving, keymap, shown, request)
    assert [line.split(" HD")[0] for line in strip.body.detail.text().splitlines()] == ["1", "2*", "3"]


def test_every_reason_to_stay_is_said_before_the_fight_goes_on(keymap):
    reasons = (Refusal(phrase("advance.melee.one")), Refusal(phrase("advance.spell_held")))
    both = content_of_refusal(Advance(), reasons, None, lambda what: what.key, keymap)
    assert both.detail == "advance.melee.one. advance.spell_held."
    one = content_of_refusal(Advance(), reasons[:1], None, lambda what: what.key, keymap)
    assert one.title == "advance.melee.one. Go on?"
