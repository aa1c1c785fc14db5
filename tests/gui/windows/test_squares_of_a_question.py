"""A question for a square is answered on the map: with the mouse, with the keys, and can be taken back."""

import pytest
from PySide6.QtCore import Qt

from engine.model.commands import Act
from engine.model.requests import AskCells, Picked


@pytest.fixture
def asked(gm):
    """Brannoc tumbles; the question is where he lands."""
    hero = next(actor for actor in gm.table.battle.actors.values() if actor.name == "Brannoc")
    gm.table.submit(Act(hero.id, "stunt", picks={"kind": "tumble", "cost": "move"}))
    if gm.question == "stunt.ask_whom":
        gm.table.answer(Picked("surroundings"))
    gm.table.answer(Picked("success"))
    assert isinstance(gm.table.question, AskCells)
    return hero


def cell_of(gm, hero):
    return gm.table.battle.actors[hero.id].cell


def test_a_click_on_a_marked_square_is_the_answer(gm, asked):
    request = gm.table.question
    outside = next(
        (x, y)
        for y in range(gm.table.board.extent.height)
        for x in range(gm.table.board.extent.width)
        if (x, y) not in request.allowed
    )
    gm.click(outside)
    assert gm.table.question is request
    goal = request.allowed[0]
    gm.click(goal)
    assert gm.question == ""
    assert cell_of(gm, asked) == goal


def test_arrows_walk_to_a_square_and_enter_takes_it(gm, asked):
    x, y = asked.cell
    allowed = gm.table.question.allowed
    gm.key(Qt.Key.Key_Return)
    first = cell_of(gm, asked)
    assert first in allowed
    assert max(abs(first[0] - x), abs(first[1] - y)) == 1
    gm.undo()
    assert isinstance(gm.table.question, AskCells)
    steps = {
        Qt.Key.Key_Right: (1, 0),
        Qt.Key.Key_Left: (-1, 0),
        Qt.Key.Key_Up: (0, -1),
        Qt.Key.Key_Down: (0, 1),
    }
    key, goal = next(
        (key, (first[0] + dx, first[1] + dy))
        for key, (dx, dy) in steps.items()
        if (first[0] + dx, first[1] + dy) in allowed
    )
    gm.key(key)
    gm.key(Qt.Key.Key_Return)
    assert cell_of(gm, asked) == goal


def test_taking_back_goes_to_the_question_before(gm, asked):
    gm.undo()
    assert gm.question == "stunt.ask_way"
    assert cell_of(gm, asked) == asked.cell
