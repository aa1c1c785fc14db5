"""The sides panel and the actor card."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.commands import Act, HideActor, PlaceActor, RemoveActor, ReviseActor, SetFact
from engine.model.requests import Faces
from engine.views.audience import Audience
from gui.panels.actor_card import ActorCard
from gui.panels.drawing import font
from gui.panels.fact_box import changed_value
from gui.panels.roster import Roster
from gui.panels.roster_rows import SideHead
from gui.theme.fonts import LABEL


def test_everybody_is_listed_with_state_and_hit_points(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    assert list(roster.rows) == list(moving.battle.actors)
    tam = roster.rows["tam"]
    assert (tam.line.name, tam.line.state, tam.line.health) == ("Tam Reed", "to move", "8/11")
    assert tam.accessibleName() == "Tam Reed, to move, 8 of 11 hit points, square J13"
    assert roster.rows["g5"].line.down


def test_rows_follow_the_battle(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    kept = roster.rows["tam"]
    moving.submit(Act("tam", "move", path=((8, 12), (7, 12))))
    moving.submit(SetFact("tam", "hp", 3))
    assert roster.rows["tam"] is kept
    assert (kept.line.state, kept.line.health) == ("moved 10 ft", "3/11")
    moving.submit(RemoveActor("g5"))
    assert "g5" not in roster.rows
    moving.take_back()
    assert "g5" in roster.rows


def test_a_click_selects_and_a_double_click_centres(moving, shown, qtbot):
    roster = Roster(moving)
    shown(roster, 272, 800)
    QTest.mouseClick(roster.rows["g2"], Qt.MouseButton.LeftButton)
    assert moving.selected == "g2"
    assert roster.rows["g2"].isChecked()
    with qtbot.waitSignal(roster.centre_wanted, check_params_cb=lambda actor: actor == "g2"):
        QTest.mouseDClick(roster.rows["g2"], Qt.MouseButton.LeftButton)
    moving.select("tam")
    assert not roster.rows["g2"].isChecked()
    assert roster.rows["tam"].isChecked()


def test_the_menu_is_asked_for_with_its_place(moving, shown, qtbot):
    roster = Roster(moving)
    shown(roster, 272, 800)
    row = roster.rows["cap"]
    from PySide6.QtGui import QContextMenuEvent

    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, row.rect().center(), row.mapToGlobal(row.rect().center())
    )
    with qtbot.waitSignal(roster.menu_wanted) as asked:
        QApplication.sendEvent(row, event)
    assert asked.args == ["cap", row.mapToGlobal(row.rect().center())]


def test_arrows_and_enter_choose_an_actor(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    moving.select("")
    roster.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    assert moving.selected == list(moving.battle.actors)[1]


def test_the_head_of_a_side_says_what_matters(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    heads = {key: head.accessibleName() for key, head in roster._heads.items()}
    assert heads == {"party": "Party, 5 of 5 left", "foe": "Goblins, morale 7, 9"}


def test_the_note_box_holds_what_falls_due(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    assert not roster.note.isVisible()
    moving.select("sham")
    assert "Secret from the players: Goblin shaman is hidden." in roster.note.text()
    moving.submit(HideActor("sham", False))
    assert "Secret" not in roster.note.text()
    moving.submit(SetFact("g1", "hp", 0))
    assert roster.note.text().startswith("Morale due: Goblins")


def test_folded_rows_keep_their_words_as_tooltips(moving, shown):
    roster = Roster(moving)
    roster.set_folded(True)
    shown(roster, 64, 800)
    assert roster.rows["tam"].toolTip() == "Tam Reed\nto move\n8/11"
    assert roster.rows["tam"].width() <= 64


def test_an_actor_off_the_map_says_so(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    moving.submit(PlaceActor("tam", None))
    assert roster.rows["tam"].accessibleName().endswith("not on the map")


# --- card ------------------------------------------------------------------------------------------------


def test_the_card_shows_the_selected_actor(moving, shown):
    card = ActorCard(moving)
    shown(card, 348, 140)
    moving.select("")
    assert card.actor == ""
    moving.select("tam")
    assert card.name.text() == "Tam Reed"
    assert card.role.text() == "Thief 2. Short sword, off hand free"
    assert card.carried.text() == "Carries: Torch, Tinder box, Backpack"
    assert [box.accessibleName() for box in card.boxes.values()] == [
        "HP 8 of 11",
        "AC 14",
        "Move 30 ft",
        "To hit +2",
    ]


def test_the_card_shows_whoever_rolls(struck, shown):
    card = ActorCard(struck)
    shown(card, 348, 140)
    assert card.actor == "g1"
    struck.answer(Faces((2,)))
    assert card.actor == "tam"


def test_a_number_says_what_it_is_made_of(moving, shown):
    moving.select("bran")
    card = ActorCard(moving)
    shown(card, 348, 140)
    lines = card.boxes["ac"].toolTip().splitlines()
    assert lines[0] == "AC: 16"
    values = [int(line.split()[0]) for line in lines[1:-1] if "does not count" not in line]
    assert sum(values) == int(moving.card("bran").facts[1].value)


@pytest.mark.parametrize(("typed", "left"), [("-4", 4), ("+2", 10), ("5", 5)])
def test_hit_points_are_changed_in_place(moving, shown, qtbot, typed, left):
    moving.select("tam")
    card = ActorCard(moving)
    shown(card, 348, 140)
    card.edit_health("tam")
    field = card.boxes["hp"].field
    assert field.hasFocus()
    QTest.keyClicks(field, typed)
    with qtbot.waitSignal(card.edited):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert moving.card("tam").health.now == left
    assert card.boxes["hp"].field is None
    moving.take_back()
    assert moving.card("tam").health.now == 8


def test_esc_leaves_the_number_as_it_was(moving, shown):
    moving.select("tam")
    card = ActorCard(moving)
    shown(card, 348, 140)
    QTest.mouseClick(card.boxes["hp"], Qt.MouseButton.LeftButton)
    QTest.keyClicks(card.boxes["hp"].field, "-4")
    QTest.keyClick(card.boxes["hp"].field, Qt.Key.Key_Escape)
    assert card.boxes["hp"].field is None
    assert moving.card("tam").health.now == 8


def test_nonsense_stays_in_the_field(moving, shown):
    moving.select("tam")
    card = ActorCard(moving)
    shown(card, 348, 140)
    card.edit_health("tam")
    field = card.boxes["hp"].field
    QTest.keyClicks(field, "four")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert card.boxes["hp"].field is field
    assert field.selectedText() == "four"


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("8/11", "-4", 4),
        ("8/11", "+3", 11),
        ("8/11", "12", 12),
        ("8/11", "\u22124", 4),
        ("30 ft", "-10", 20),
        ("+2", "+3", 3),
        ("+2", "-1", -1),
        ("+2", "4", 4),
        ("8/11", "", None),
        ("8/11", "1d6", None),
        ("none", "3", None),
    ],
)
def test_what_a_typed_change_means(before, typed, after):
    assert changed_value(before, typed) == after


def test_the_dead_are_folded_below_their_side_until_asked_for(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    goblins = moving.battle.actors["g1"].side
    fold = roster.dead[goblins]
    assert fold.accessibleName() == "1 dead of Goblins, folded"
    assert roster.rows["g5"].isHidden()
    moving.submit(SetFact("g2", "dead", 1))
    assert roster.rows["g2"].isHidden()
    fold = roster.dead[goblins]
    assert fold.accessibleName() == "2 dead of Goblins, folded"
    assert roster.dead["party"].isHidden()
    QTest.mouseClick(fold, Qt.MouseButton.LeftButton)
    assert not roster.rows["g2"].isHidden()
    assert not roster.rows["g5"].isHidden()
    assert roster.rows["g2"].y() > fold.y() > roster.rows["sham"].y()
    QTest.keyClick(fold, Qt.Key.Key_Return)
    assert roster.rows["g5"].isHidden()
    moving.select("g5")
    assert not roster.rows["g5"].isHidden()


def test_up_and_down_come_to_what_folds_the_dead(moving, shown):
    roster = Roster(moving)
    shown(roster, 272, 800)
    fold = roster.dead[moving.battle.actors["g1"].side]
    roster.rows["sham"].setFocus()
    QTest.keyClick(roster.rows["sham"], Qt.Key.Key_Down)
    assert fold.hasFocus()
    QTest.keyClick(fold, Qt.Key.Key_Space)
    QTest.keyClick(fold, Qt.Key.Key_Down)
    assert roster.rows["g5"].hasFocus()


def test_who_rolls_is_marked_in_the_list_and_on_the_card_in_the_same_words(moving, shown):
    roster, card = Roster(moving), ActorCard(moving)
    shown(roster, 272, 800)
    shown(card, 348, 200)
    assert {row.line.asked for row in roster.rows.values()} == {""}
    assert not card.asked.isVisible()
    moving.submit(Act("tam", "move", path=((10, 13), (11, 14))))
    assert moving.question.actor == "g1"
    marked = {key: row.line.asked for key, row in roster.rows.items() if row.line.asked}
    assert marked == {"g1": "rolls now"}
    assert "rolls now" in roster.rows["g1"].accessibleName()
    assert card.asked.isVisible()
    assert (card.actor, card.asked.text()) == ("g1", "Rolls now")
    moving.abandon()
    assert {row.line.asked for row in roster.rows.values()} == {""}
    assert not card.asked.isVisible()


def test_the_card_wears_the_badges_of_the_token_and_tells_what_ends_a_concentration(moving, shown):
    orso = moving.actor("orso")
    moving.submit(ReviseActor(replace(orso, sheet=replace(orso.sheet, concentrating="Web"))))
    moving.select("orso")
    card = ActorCard(moving)
    shown(card, 320, 160)
    token = next(one for one in moving.view(Audience.GM).tokens if one.id == "orso")
    assert "concentrating" in card.chip.badges
    assert card.chip.badges == token.badges
    assert "Concentrates on Web: damage, violent motion or being held ends it" in card.toolTip()
    unseen = next(one for one in moving.view(Audience.PLAYERS).tokens if one.id == "orso")
    assert "concentrating" in unseen.badges, "the players' own people are known to them"


def test_a_side_whose_note_is_too_long_has_it_below_its_name_in_full(shown):
    head = SideHead("Goblins", "foe")
    shown(head, 232, 60)
    head.show_note("morale 7")
    assert not head.stacked
    low = head.height()
    head.show_note("4 fighting, 1 of them wounded, none out; nearest enemy 30 ft")
    assert head.stacked
    assert head.height() >= low + 2 * QFontMetricsF(font(LABEL)).lineSpacing() - 2
    head.set_folded(True)
    assert head.height() == low
