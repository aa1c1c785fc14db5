"""Rolls before the players' eyes: Alt R at a roll, any dice without one, and nothing that is secret."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.commands import HideActor
from engine.model.requests import APP, AskRoll, Faces
from engine.views.audience import Audience
from gui.bridge.dice_mode import DiceMode
from gui.bridge.log import Log
from gui.windows.map_menu import MapMenu
from tests.gui.conftest import Gm

ALT = Qt.KeyboardModifier.AltModifier
TAM, PAST_THE_GOBLINS = (9, 12), (13, 14)


def shown(gm: Gm) -> tuple[str, ...]:
    """What the players read of open rolls."""
    players = gm.window.players
    assert players is not None
    return players.rolls


def name_dice(gm: Gm, text: str) -> None:
    gm.key(Qt.Key.Key_R, ALT)
    assert gm.strip == "Which dice?"
    gm.type(text)


def test_any_dice_are_typed_logged_shown_and_change_nothing(gm: Gm) -> None:
    before = gm.table.battle
    name_dice(gm, "2d6+1")
    assert gm.strip == "Open roll of 2d6+1"
    assert shown(gm) == ()  # nothing has fallen yet
    gm.type("4 5")
    assert shown(gm) == ("2d6: 4 + 5 + 1 = 10",)
    assert Log(gm.table).rows()[0].text == "Open roll of 2d6+1: 4 + 5 + 1 = 10"
    assert gm.table.battle == before
    assert gm.question == ""


def test_the_program_rolls_them_too_and_ctrl_z_leaves_no_trace(gm: Gm) -> None:
    rows = len(Log(gm.table).rows())
    name_dice(gm, "d20")
    gm.key(Qt.Key.Key_R)
    (line,) = shown(gm)
    assert line.startswith("d20: ")
    assert 1 <= int(line.removeprefix("d20: ")) <= 20
    gm.undo()
    assert shown(gm) == ()
    assert len(Log(gm.table).rows()) == rows


def test_what_is_no_dice_stays_in_the_field_with_the_reason(gm: Gm) -> None:
    name_dice(gm, "two dice")
    assert gm.desk.strip.body.problem.text() == "'two dice' is not dice: write them like 2d6+1."
    line = gm.desk.strip.body.line
    assert line is not None
    assert line.selectedText() == "two dice"
    QTest.keyClicks(line, "d12")
    gm.key(Qt.Key.Key_Return)
    assert gm.strip == "Open roll of d12"
    gm.key(Qt.Key.Key_Escape)
    gm.key(Qt.Key.Key_R, ALT)
    assert gm.desk.strip.body.texts() == ("d12",)  # those of the last time
    gm.key(Qt.Key.Key_Escape)
    assert gm.strip != "Which dice?"
    assert QApplication.focusWidget() is gm.desk.map


def test_at_a_roll_the_whole_check_is_rolled_openly(gm: Gm) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    gm.table._dice = _Fixed()
    roller = gm.table.narrator(Audience.PLAYERS).name(gm.table.question.actor)
    gm.key(Qt.Key.Key_R, ALT)
    assert shown(gm)[:2] == (f"{roller}, d20: 20", f"{roller}, d6: 6")
    assert all("needs" not in line and "+" not in line for line in shown(gm))


def test_a_roll_the_players_may_not_see_is_not_made(gm: Gm) -> None:
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    gm.table.submit(HideActor(gm.table.question.actor, True))
    title = gm.question
    assert not gm.table.narrator(Audience.PLAYERS).knows(gm.table.question.actor)
    gm.key(Qt.Key.Key_R, ALT)
    assert gm.question == title
    assert shown(gm) == ()
    assert "may not see" in gm.desk.strip.body.problem.text()
    gm.key(Qt.Key.Key_R)  # unseen it is
    assert shown(gm) == ()


def test_other_rolls_are_never_shown(gm: Gm) -> None:
    gm.table.set_dice_mode(DiceMode.TYPED)
    gm.drag(TAM, PAST_THE_GOBLINS)
    gm.key(Qt.Key.Key_Return)
    gm.type("16")
    gm.key(Qt.Key.Key_R)
    assert shown(gm) == ()


def test_ctrl_f9_locks_the_players_camera_to_the_gms_map(gm: Gm) -> None:
    ctrl = Qt.KeyboardModifier.ControlModifier
    gm.window.second_screen.toggle()
    players = gm.window.players
    assert players is not None
    view = gm.desk.map
    gm.key(Qt.Key.Key_F9, ctrl)
    assert gm.window.second_screen.words == "Player window: locked"
    view.set_zoom(2.0)
    view.centerOn(200, 300)
    QApplication.processEvents()
    middle = players._map.mapToScene(players._map.viewport().rect().center())
    wished = view.in_view.center()
    assert abs(middle.x() - wished.x()) < 3
    assert abs(middle.y() - wished.y()) < 3
    gm.key(Qt.Key.Key_F9, ctrl)
    assert not gm.window.second_screen.camera_locked
    assert gm.window.second_screen.words == "Player window: here"
    QTest.qWait(20)
    tam = players._map.mapFromScene(9.5 * 44, 12.5 * 44)
    assert players._map.viewport().rect().contains(tam)


def test_both_are_in_the_menu_and_on_the_sheet(gm: Gm) -> None:
    menu = gm.window._map_menu(gm.desk)
    assert isinstance(menu, MapMenu)
    words = {action.text() for action in menu.actions()}
    assert "Roll openly...\tAlt R" in words
    players = next(action.menu() for action in menu.actions() if action.text() == "Players")
    camera = next(action for action in players.actions() if action.text().endswith("\tCtrl F9"))
    camera.trigger()
    assert gm.window.second_screen.camera_locked
    menu.deleteLater()
    sheet = {keys: said for _, said, keys in gm.window.keymap.sheet()}
    assert {"Alt R", "Ctrl F9"} <= set(sheet)


class _Fixed:
    """Dice that always show their highest face."""

    def answer(self, request: AskRoll) -> Faces:
        return Faces(tuple(request.dice), APP)


def test_on_the_gms_own_display_the_players_window_stays_in_front(gm: Gm) -> None:
    gm.key(Qt.Key.Key_F9)
    players = gm.window.second_screen.window
    assert gm.window.second_screen.words == "Player window: here"
    assert players.windowHandle().transientParent() is gm.window.windowHandle()
    assert players.isActiveWindow(), "to activate the GM's window would hide it"
