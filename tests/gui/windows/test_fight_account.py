"""The account of a fight: shown as it ends, on the GM's screen alone, and again when asked for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from engine.model.battle import Thing
from engine.model.commands import Act, LayThing, RemoveActor, ReviseActor, SetFact
from engine.model.requests import AskRoll, Faces, Picked
from engine.rulesets.ose.sheet import Hands
from gui.bridge.encounters import new_blank
from gui.panels.account_panel import AccountPanel
from gui.windows.map_menu import ROUND
from gui.windows.map_work import NO_END
from tests.gui.conftest import Gm

FOES = ("g1", "g2", "g3", "g4", "sham")


def panel_of(gm: Gm) -> AccountPanel:
    flow = gm.window.account
    assert flow is not None
    return flow.panel


def end_of_fight(gm: Gm) -> None:
    """All foes are dead but the captain, who flees; the referee ends the fight."""
    for foe in FOES:
        gm.table.submit(SetFact(foe, "dead", 1))
    gm.table.submit(Act("cap", "flee"), overrule=True)
    gm.table.answer(Picked("flee"))
    assert gm.question == "over.won"
    gm.table.answer(Picked("end"))
    while gm.table.question is not None:
        gm.table.answer(Picked(gm.table.question.picks[0].key))


def written(panel: AccountPanel) -> list[str]:
    return [label.text() for label in panel.findChildren(QLabel) if label.text()]


def test_it_is_shown_as_the_fight_ends_and_says_who_stands_fled_and_died(gm: Gm) -> None:
    panel = panel_of(gm)
    assert not panel.isVisible()
    end_of_fight(gm)
    assert panel.isVisible()
    words = written(panel)
    for line in (
        "The field is held by Party",
        "1 round",
        "Standing (5)",
        "Fled (1)",
        "Dead (5)",
        "17 of 21 HP",
    ):
        assert line in words
    assert any("left at N12" in line for line in words)
    assert "Spent: Sleep" in words
    assert gm.window.second_screen.window is None or not gm.window.second_screen.window.findChildren(
        AccountPanel
    )


def test_it_waits_until_what_belongs_to_the_end_is_answered(gm: Gm) -> None:
    table = gm.table
    archer = table.actor("orso")
    table.submit(ReviseActor(replace(archer, sheet=replace(archer.sheet, shots=(("dagger", 2),)))))
    for foe in (*FOES, "cap"):
        table.submit(SetFact(foe, "dead", 1))
    table.answer(Picked("end"))
    assert gm.question == "resource.due"
    assert not panel_of(gm).isVisible()
    table.answer(Picked("later"))
    assert panel_of(gm).isVisible()
    assert "Spent: Sleep; 2 shots with the dagger, Resource Die d6 due" in written(panel_of(gm))


@pytest.mark.rule("OSE-PROC-13")
def test_the_shot_that_ends_the_fight_is_counted_however_its_die_is_rolled(gm: Gm) -> None:
    """The stock is settled in the same entry as the shot, which clears the count."""
    table = gm.table
    for foe in ("g1", "g2", "g4", "sham", "cap"):
        table.submit(SetFact(foe, "dead", 1))
    archer = table.actor("tam")
    bow = table.actor("g3").sheet.gear[0]
    page = replace(archer.sheet, gear=(bow,), hands=Hands(bow.key, ""))
    table.submit(ReviseActor(replace(archer, sheet=page)))
    table.submit(ReviseActor(replace(archer, sheet=replace(page, shots=((bow.key, 1),)))))
    table.submit(Act("tam", "shoot", targets=("g3",)), overrule=True)
    while table.question is not None:
        question = table.question
        if isinstance(question, AskRoll):
            table.answer(Faces(tuple(question.dice)))
        else:
            table.answer(Picked({"over.won": "end"}.get(gm.question, "now")))
    assert "Spent: 2 shots with the short bow, Resource Die still d6" in written(panel_of(gm))


def test_it_names_what_lies_on_the_map_and_leaves_out_who_was_dead_before(gm: Gm) -> None:
    for name in ("Javelin", "Javelin", "Rope"):
        gm.table.submit(LayThing(Thing("", name, (3, 4))))
    end_of_fight(gm)
    panel = panel_of(gm)
    assert "Goblin 5" not in written(panel)
    assert "Left lying on the map: Javelin (2) at D5, Rope at D5." in written(panel)
    panel.copy_button.click()
    assert (
        QGuiApplication.clipboard()
        .text()
        .endswith("\n\nLeft lying on the map: Javelin (2) at D5, Rope at D5.")
    )


def test_taking_the_end_back_takes_it_away(gm: Gm) -> None:
    end_of_fight(gm)
    gm.undo()
    assert gm.question == "over.won"
    assert not panel_of(gm).isVisible()
    gm.table.answer(Picked("go_on"))
    assert not panel_of(gm).isVisible()


def test_it_is_copied_as_text_put_away_and_found_again(gm: Gm) -> None:
    end_of_fight(gm)
    panel = panel_of(gm)
    panel.copy_button.click()
    text = QGuiApplication.clipboard().text()
    assert text.startswith(
        "The field is held by Party\n1 round\n\nParty\n  Standing (5)\n    Brannoc: 17 of 21 HP"
    )
    assert "  Fled (1)\n    Hobgoblin captain: 9 of 9 HP" in text
    gm.key(Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert gm.desk.map.hasFocus()
    gm.click_button("How it went")
    assert panel.isVisible()
    gm.key(Qt.Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    assert not panel.isVisible()
    assert "account" in {action for _, action in ROUND}


def test_during_the_fight_it_says_how_things_stand_and_who_was_taken_out(gm: Gm) -> None:
    gm.table.submit(RemoveActor("g5"))
    gm.table.submit(SetFact("tam", "hp", 3))
    gm.key(Qt.Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    words = written(panel_of(gm))
    assert "The fight so far" in words
    assert "3 of 11 HP, 5 lost" in words
    assert words[words.index("Taken out of the encounter (1)") + 1] == "Goblin 5"


def test_who_fled_is_told_with_the_place_the_referee_named(gm: Gm) -> None:
    end_of_fight(gm)
    gone = gm.table.actor("cap")
    gm.table.submit(ReviseActor(replace(gone, whereabouts="the crypt")))
    gm.key(Qt.Key.Key_Escape)
    gm.key(Qt.Key.Key_E, Qt.KeyboardModifier.ShiftModifier)
    assert any(line.endswith("left at N12, ends up in the crypt") for line in written(panel_of(gm)))


SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.rule("OSE-PROC-08")
@pytest.mark.parametrize("selected", ["", "bran", "g1"])
def test_the_gm_ends_the_fight_at_any_time_with_a_key(gm: Gm, selected: str) -> None:
    """Both sides have active members: the GM says who holds the field, or thinks better of it."""
    gm.table.select(selected)
    gm.key(Qt.Key.Key_N, SHIFT)
    assert gm.question == "end.who"
    gm.key(Qt.Key.Key_Escape)
    assert gm.question == ""
    assert gm.table.progress.over is None
    gm.key(Qt.Key.Key_N, SHIFT)
    gm.table.answer(Picked("party"))
    while gm.table.question is not None:
        gm.table.answer(Picked(gm.table.question.picks[0].key))
    assert panel_of(gm).isVisible()
    assert "The field is held by Party" in written(panel_of(gm))
    gm.key(Qt.Key.Key_N, SHIFT)
    assert gm.question == ""


def test_the_menu_of_the_map_ends_the_fight_too() -> None:
    assert ("End the fight...", "end") in ROUND


def test_where_the_rules_end_the_fight_themselves_the_key_says_so(gm: Gm) -> None:
    gm.window.show_encounter(new_blank(8, 8, "reduction"))
    gm.key(Qt.Key.Key_N, SHIFT)
    assert gm.strip == NO_END


def test_who_goes_on_without_enemies_is_reminded_how_the_fight_ends(gm: Gm) -> None:
    assert "ends the fight" not in gm.desk.strip.content.detail
    for foe in (actor.id for actor in tuple(gm.table.battle.actors.values()) if actor.side == "foe"):
        gm.table.submit(RemoveActor(foe))
        if gm.table.question is not None:
            gm.table.answer(Picked("go_on"))
    assert gm.table.progress.over is None
    assert gm.desk.strip.content.detail.startswith("No enemies face each other: Shift N ends the fight.")
    gm.click_button("End the fight")
    assert gm.question == "end.who"
