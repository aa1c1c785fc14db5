"""The first moves of the sample fight in the real window, with the mouse and with the keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from engine.views.audience import Audience
from gui.bridge.dice_mode import DiceMode
from gui.bridge.encounters import open_file
from gui.windows.gm_window import GmWindow
from gui.windows.token_menu import token_menu

TAM, PAST_THE_GOBLINS = (9, 12), (13, 14)


@pytest.mark.rule("CARD-SHAPE-03")
def test_the_window_opens_on_a_fight_ready_to_play(gm: Any) -> None:
    assert gm.table.progress.current.key == "party:move"
    assert {token.label for token in gm.table.view(Audience.GM).tokens} >= {"T", "G1", "C", "S"}
    assert gm.desk.scene.token_at(gm.desk.map.mapToScene(gm.at(TAM))) == "tam"


@pytest.mark.rule("CARD-PATH-01", "OSE-AOO-18")
def test_a_drag_shows_its_risk_before_anything_happens(gm: Any) -> None:
    gm.drag(TAM, (11, 13), PAST_THE_GOBLINS, let_go=False)
    marks = gm.desk.scene.marks
    assert marks.card is not None
    assert marks.bursts
    assert marks.safe
    assert gm.table.actor("tam").cell == TAM
    gm.release(PAST_THE_GOBLINS)
    assert "attack of opportunity" in gm.strip
    assert gm.table.actor("tam").cell == TAM


def test_a_risky_move_is_rolled_with_typed_dice_and_a_slip_costs_one_key(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    assert gm.question == "attack.ask_opportunity"
    gm.type("16")
    assert gm.question == "attack.ask_damage"
    gm.undo()
    assert gm.question == "attack.ask_opportunity"
    gm.type("6")
    assert gm.question == ""
    assert gm.table.actor("tam").cell == PAST_THE_GOBLINS


def test_the_safe_route_is_taken_with_s(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_S)
    assert gm.question == ""
    assert gm.table.actor("tam").cell == PAST_THE_GOBLINS


def test_a_move_without_risk_happens_on_release(gm: Any) -> None:
    gm.drag(TAM, (8, 12))
    assert gm.table.actor("tam").cell == (8, 12)


def test_ctrl_z_in_mid_drag_takes_only_the_drag_back(gm: Any) -> None:
    before = gm.table.session.journal.head
    gm.drag(TAM, PAST_THE_GOBLINS, let_go=False)
    gm.undo()
    gm.release(PAST_THE_GOBLINS)
    assert gm.table.session.journal.head == before
    assert gm.table.actor("tam").cell == TAM
    assert gm.desk.scene.marks.card is None


def test_esc_puts_a_drawn_path_away(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Escape)
    assert not gm.desk.scene.marks.path
    assert gm.table.actor("tam").cell == TAM


def test_esc_at_a_prompt_gives_the_move_up(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    gm.key(Qt.Key.Key_Escape)
    assert gm.question == ""
    assert gm.table.actor("tam").cell == TAM


def test_a_face_no_die_shows_is_said_in_a_sentence(gm: Any) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    gm.type("23")
    assert gm.question == "attack.ask_opportunity"
    assert gm.desk.strip.fields[0].edit.text() == "23"


def test_keys_alone_draw_and_walk_a_path(gm: Any) -> None:
    gm.table.select("")
    while gm.table.selected != "tam":
        gm.key(Qt.Key.Key_Tab)
    gm.key(Qt.Key.Key_Left)
    gm.key(Qt.Key.Key_Left)
    assert gm.table.actor("tam").cell == TAM
    gm.key(Qt.Key.Key_Return)
    assert gm.table.actor("tam").cell == (7, 12)


def test_a_question_open_on_closing_is_asked_again_on_opening(window: GmWindow, gm: Any, home: Path) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    gm.type("16")
    asked = gm.question
    path = gm.desk.encounter.path
    window.close()
    again = open_file(path)
    try:
        assert again.table.question is not None
        assert again.table.question.title.key == asked
        assert again.table.actor("tam").cell == (10, 13)
    finally:
        again.close()


def test_n_asks_before_it_leaves_somebody_behind(gm: Any) -> None:
    gm.key(Qt.Key.Key_N)
    assert gm.table.progress.current.key == "party:move"
    gm.key(Qt.Key.Key_Return)
    assert gm.table.progress.current.key != "party:move"


@pytest.mark.rule("CARD-GM-06")
def test_the_program_can_roll_everything(gm: Any, qtbot: Any) -> None:
    gm.table.set_dice_mode(DiceMode.APP)
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: gm.question == "", timeout=5000)
    assert gm.table.session.journal.last.command.verb == "move"


def test_a_right_click_menu_names_reasons(gm: Any, window: GmWindow) -> None:
    menu = token_menu(gm.desk, "tam", window)
    words = [action.text() for action in menu.actions()]
    refused = next(action.menu() for action in menu.actions() if action.text().startswith("Not now"))
    assert any(action.text().startswith("Charge: ") for action in refused.actions())
    assert {"Hide", "Down", "Duplicate"} <= set(words)
    menu.deleteLater()
