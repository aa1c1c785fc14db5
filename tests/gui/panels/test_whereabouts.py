"""Where a fled actor ends up: written by the referee, read by nobody else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.model.commands import Act, ReviseActor
from engine.model.requests import Faces, Picked
from engine.views.audience import Audience, known
from gui.panels.actor_card import ActorCard


@pytest.fixture
def card(moving, shown):
    """The card of Tam, who has fled."""
    moving.submit(Act("tam", "flee"))
    moving.answer(Picked("flee"))
    while moving.question is not None:
        picks = getattr(moving.question, "picks", ())
        moving.answer(Picked("nobody") if picks else Faces((1,)))
    moving.select("tam")
    card = ActorCard(moving)
    shown(card, 348, 300)
    return card


def ends_up(card, text):
    card.whereabouts.field.setFocus()
    card.whereabouts.field.selectAll()
    QTest.keyClicks(card.whereabouts.field, text)
    QTest.keyClick(card.whereabouts.field, Qt.Key.Key_Return)


def test_only_those_off_the_map_have_the_field(card, moving):
    assert not moving.actor("tam").on_map
    assert card.whereabouts.isVisible()
    moving.select("cap")
    assert not card.whereabouts.isVisible()


def test_what_the_gm_knows_of_it_is_another_matter(card, moving):
    moving.submit(ReviseActor(replace(moving.actor("tam"), note="Owes Brannoc money")))
    card.refresh()
    assert card.whereabouts.field.text() == ""
    ends_up(card, "the well")
    tam = moving.actor("tam")
    assert (tam.note, tam.whereabouts) == ("Owes Brannoc money", "the well")


@pytest.mark.rule("OSE-FLEE-08")
def test_the_referee_notes_where_the_fleer_ends_up_and_nobody_else_reads_it(card, moving):
    ends_up(card, "the flooded crypt, without his sword")
    assert moving.actor("tam").whereabouts == "the flooded crypt, without his sword"
    assert card.whereabouts.field.text() == "the flooded crypt, without his sword"
    public = known(moving.board, moving.ruleset, Audience.PLAYERS)
    assert all("crypt" not in actor.whereabouts for actor in public.actors.values())
    players = moving.narrator(Audience.PLAYERS)
    entry = moving.session.journal.last
    assert not any("crypt" in line.text for line in players.lines(entry.events))
    moving.take_back()
    assert moving.actor("tam").whereabouts == ""


def test_esc_leaves_what_was_written(card, moving, qtbot):
    ends_up(card, "the well")
    card.whereabouts.field.setFocus()
    QTest.keyClicks(card.whereabouts.field, "nowhere")
    with qtbot.waitSignal(card.edited):
        QTest.keyClick(card.whereabouts.field, Qt.Key.Key_Escape)
    assert card.whereabouts.field.text() == "the well"
    assert moving.actor("tam").whereabouts == "the well"
