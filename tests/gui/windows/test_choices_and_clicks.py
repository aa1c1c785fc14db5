"""A click while something is chosen in the list, and a key for which the selected token has no row."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.model.commands import ReviseActor
from tests.gui.conftest import Gm


def choosing(gm: Gm, verb: str) -> None:
    """Tam, whose turn it is, with the choices of an action open."""
    gm.table.select("tam")
    gm.desk.action_list.choose(verb)
    QApplication.processEvents()
    assert gm.desk.action_list.chooser is not None


@pytest.mark.rule("OSE-STUNT-15")
def test_a_click_on_a_foe_names_the_target_of_a_stunt(gm: Gm) -> None:
    choosing(gm, "stunt")
    gm.click_token("g1")
    assert gm.table.selected == "tam"
    assert gm.strip == "It is for Goblin 1. Now choose in the list."
    gm.type("feint")
    gm.key(Qt.Key.Key_Return)  # the first cost offered
    assert gm.question not in ("", "stunt.ask_whom"), "the opponent is known and not asked for again"
    assert gm.table.question.about == "g1"


def test_a_choice_without_a_target_stays_open_and_says_so(gm: Gm) -> None:
    choosing(gm, "item")
    chooser = gm.desk.action_list.chooser
    gm.click_token("g1")
    assert gm.table.selected == "tam"
    assert gm.desk.action_list.chooser is chooser
    assert gm.strip == "Choose in the list first, or give it up with Esc."
    gm.key(Qt.Key.Key_Escape)
    gm.click_token("g1")
    assert gm.table.selected == "g1"


@pytest.mark.rule("OSE-PROC-12")
def test_the_key_of_a_resource_die_says_who_has_one_due(gm: Gm) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    gm.table.select("tam")
    gm.key(Qt.Key.Key_R, shift)
    assert gm.strip == "Roll a Resource Die: nobody can do that now."
    for hero in ("hob", "ysol"):
        actor = gm.table.actor(hero)
        gm.table.submit(ReviseActor(replace(actor, sheet=replace(actor.sheet, resources_due=("sling",)))))
    gm.key(Qt.Key.Key_R, shift)
    names = [gm.table.actor(hero).name for hero in ("ysol", "hob")]
    assert gm.strip == f"Roll a Resource Die: {', '.join(names)} can. Select one of them first."
