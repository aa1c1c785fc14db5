"""The referee limits the talk: a countdown for everybody, and a question when it is up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.model.commands import Act
from engine.model.requests import AskChoice, Picked
from gui.bridge.planning import SECONDS, clock_words


@pytest.fixture
def planned(gm, window):
    """Time is granted for the party's Move step; seconds pass by hand."""
    gm.key(Qt.Key.Key_O)
    assert gm.desk.planning.running
    gm.desk.planning._clock.setInterval(10_000_000)
    return gm


def pass_seconds(gm, count):
    for _ in range(count):
        gm.desk.planning.tick()


def go_to_declarations(gm):
    gm.table.advance(overrule=True)
    while gm.table.question is not None or gm.table.progress.current.key != "declare":
        question = gm.table.question
        if isinstance(question, AskChoice):
            gm.table.answer(Picked(question.default or question.picks[0].key))
        elif question is not None:
            gm.table.roll()
        else:
            gm.table.advance(overrule=True)


@pytest.mark.rule("OSE-GEN-16")
def test_time_for_a_step_counts_down_before_everybody_and_ends_with_a_question(planned, window):
    bar = planned.desk.planning_bar
    assert bar.words.text() == "Planning time, Move: 0:30"
    assert window.players.clock == "Planning 0:30"
    assert not bar.close_button.isVisible()
    pass_seconds(planned, SECONDS - 7)
    assert bar.words.text() == "Planning time, Move: 0:07"
    assert window.players.clock == "Planning 0:07"
    pass_seconds(planned, 7)
    assert bar.words.text() == "Planning time is up, Move: close it, or grant more?"
    assert bar.close_button.isVisible()
    assert bar.more_button.isVisible()
    assert not planned.desk.planning.running
    pass_seconds(planned, 3)
    assert window.players.clock == "Planning 0:00"
    assert planned.table.progress.current.key == "party:move"  # nothing happens by itself


@pytest.mark.rule("OSE-GEN-16")
def test_more_time_may_be_granted(planned, window):
    pass_seconds(planned, SECONDS)
    planned.desk.planning_bar.more_button.click()
    assert planned.desk.planning.running
    assert window.players.clock == "Planning 0:30"
    pass_seconds(planned, SECONDS)
    planned.key(Qt.Key.Key_O)
    assert planned.desk.planning.left == SECONDS


@pytest.mark.rule("OSE-GEN-15")
def test_time_before_initiative_is_closed_and_the_round_goes_on(gm, window):
    go_to_declarations(gm)
    for actor in gm.table.progress.waiting:
        gm.table.submit(Act(actor, "pass"))
    gm.key(Qt.Key.Key_O)
    bar = gm.desk.planning_bar
    assert bar.words.text() == "Planning time, Declare: 0:30"
    assert window.players.clock == "Planning 0:30"
    pass_seconds(gm, SECONDS)
    assert bar.close_button.isVisible()
    bar.close_button.click()
    assert gm.table.question is not None  # initiative is rolled
    assert gm.question.startswith("initiative")


def test_another_step_puts_it_away(planned, window):
    planned.table.advance(overrule=True)
    assert planned.desk.planning.left is None
    assert not planned.desk.planning_bar.isVisible()
    assert window.players.clock == ""


def test_the_clock_stands_in_the_players_band_and_hides_no_token(planned, window):
    planned.desk.planning.stop()
    window.second_screen.toggle()
    without = window.players.grab().toImage()
    planned.desk.planning.start()
    shown = window.players.grab().toImage()
    band = window.players._band.geometry()
    changed = [
        (x, y)
        for x in range(0, shown.width(), 2)
        for y in range(0, shown.height(), 2)
        if shown.pixelColor(x, y) != without.pixelColor(x, y)
    ]
    assert len(changed) > 100
    assert all(band.contains(x, y) for x, y in changed)


def test_it_can_be_called_off(planned, window):
    planned.key(Qt.Key.Key_O)
    assert not planned.desk.planning_bar.isVisible()
    assert window.players.clock == ""


def test_the_clock_itself_ticks(gm, qtbot):
    gm.desk.planning._clock.setInterval(5)
    with qtbot.waitSignals([gm.desk.planning.changed] * 3):
        gm.desk.planning.start(2)
    assert gm.desk.planning.up
    assert not gm.desk.planning.running


def test_minutes_and_seconds():
    assert [clock_words(seconds) for seconds in (5, 60, 125)] == ["0:05", "1:00", "2:05"]
