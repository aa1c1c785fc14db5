"""Keys at the wrong window, a question left open, tips that fit, tokens that stay where they are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.model.commands import OnHit, PlaceActor
from engine.model.phrase import phrase
from engine.model.requests import AskRoll
from gui.bridge.encounters import open_file
from gui.bridge.log import Log
from gui.bridge.settings import Settings
from gui.panels.intro_cards import IntroStep
from gui.panels.legend import legend_entries
from gui.scene.marks import MapMarks, RefusedShot
from gui.windows.gm_window import GmWindow
from tests.gui.conftest import Gm


def test_the_curtain_falls_by_a_key_at_the_players_window_and_the_bar_says_so(gm: Gm) -> None:
    gm.window.second_screen.toggle()
    players = gm.window.players
    assert players is not None
    QTest.keyClick(players, Qt.Key.Key_F10)
    assert players.curtain_down
    assert gm.window.second_screen.words == "Player window: curtain"
    QTest.keyClick(players, Qt.Key.Key_F10)
    assert not players.curtain_down
    QTest.keyClick(players, Qt.Key.Key_F9)
    assert not players.isVisible()


def test_an_encounter_closed_at_a_question_opens_at_it(gm: Gm, qtbot: QtBot) -> None:
    gm.table.advance()
    while gm.table.question is None:
        gm.table.advance(overrule=True)
    title, path = gm.table.question.title, gm.desk.encounter.path
    gm.window._close_encounter()
    gm.window.show_encounter(open_file(path))
    assert gm.table.question is not None
    assert gm.table.question.title == title
    assert gm.strip == gm.table.say(title)


def test_every_tip_shows_all_its_words(qtbot: QtBot) -> None:
    settings = Settings()
    settings.tips_done = False
    window = GmWindow(settings)
    qtbot.addWidget(window)
    window.open_sample()
    window.show()
    qtbot.waitExposed(window)
    assert window._first_run is not None
    cards = window._first_run.cards
    for step in IntroStep:
        cards.show_step(step)
        QApplication.processEvents()
        for label in (cards.title, cards.text, cards.foot):
            assert label.height() >= label.heightForWidth(label.width()), (step, label.text())
    window.close()


def test_tokens_stay_where_they_are_as_the_strip_grows(gm: Gm) -> None:
    view = gm.desk.map
    before = view.mapFromScene(0, 0)
    height = gm.desk.strip.height()
    gm.desk.strip.setFixedHeight(height + 30)
    QApplication.processEvents()
    QTest.qWait(20)
    assert view.mapFromScene(0, 0) == before


def test_what_was_given_up_is_said_not_to_have_happened(gm: Gm) -> None:
    gm.table.select("tam")
    goal = next(
        (x, y)
        for x in range(gm.table.board.extent.width)
        for y in range(gm.table.board.extent.height)
        if (plan := gm.plan(gm.table.actor("tam"), (x, y))) is not None
        and plan.law.attacks > 1
        and not plan.refusals
    )
    gm.table.submit(gm.plan(gm.table.actor("tam"), goal).act(OnHit.RETRY))
    first = gm.table.question
    assert first is not None
    gm.type("1")
    assert gm.table.question is not None
    before = gm.table.session.battle
    gm.key(Qt.Key.Key_Escape)
    assert gm.table.question is None
    assert gm.table.session.battle is before
    newest = Log(gm.table).rows()[0]
    assert newest.text.startswith("Given up half-way: ")
    assert not newest.strong
    assert gm.table.selected == "tam"


def test_a_map_smaller_than_the_window_stays_as_the_strip_grows(gm: Gm) -> None:
    gm.desk.map.zoom_by(0.6)
    QApplication.processEvents()
    before, height = gm.at((9, 9)), gm.desk.strip.height()
    gm.desk.strip.show_request(AskRoll(title=phrase("turn.ask"), dice=(20,)))
    QApplication.processEvents()
    assert gm.desk.strip.height() > height
    assert gm.at((9, 9)) == before


def test_the_map_does_not_move_under_the_pointer_however_tall_the_strip_grows(gm: Gm) -> None:
    zoom, before, height = gm.desk.map.zoom, gm.at((9, 9)), gm.desk.strip.height()
    for text in ("many words to be read. " * 60, "few", "many words again. " * 60, "few"):
        gm.desk.strip.notice(text)
        for _ in range(5):
            QApplication.processEvents()
        assert (gm.desk.strip.height() > height + 60) == (text != "few")
        assert (gm.desk.map.zoom, gm.at((9, 9))) == (zoom, before)


def test_what_the_strip_has_come_to_cover_is_revealed_and_the_map_goes_back(gm: Gm) -> None:
    view, before = gm.desk.map, gm.at((9, 9))
    gm.desk.strip.notice("many words to be read. " * 60)
    for _ in range(5):
        QApplication.processEvents()
    low = (9, gm.table.board.extent.height - 1)
    assert not view.viewport().rect().contains(gm.at(low))
    view.reveal(low)
    assert view.viewport().rect().contains(gm.at(low))
    gm.desk.strip.notice("few")
    for _ in range(5):
        QApplication.processEvents()
    assert gm.at((9, 9)) == before


def test_a_withdrawal_says_so_before_its_first_square(gm: Gm) -> None:
    x, y = gm.table.actor("tam").cell
    gm.table.submit(PlaceActor("g1", (x + 1, y)))
    gm.table.select("tam")
    before = gm.strip
    gm.key(Qt.Key.Key_W)
    assert gm.strip.startswith("Withdraw: draw the way of Tam Reed. Away from the enemy only")
    gm.key(Qt.Key.Key_Escape)
    assert gm.strip == before


def test_an_attack_that_is_refused_is_no_refused_shot_in_the_legend() -> None:
    words = [
        dict(legend_entries(MapMarks(refused_shot=shot)))["no_shot"]
        for shot in (RefusedShot((0, 0), (3, 3)), RefusedShot((0, 0), (3, 3), words="No attack"))
    ]
    assert words == ["No shot", "No attack"]
