"""Dice outside the rules: asked for like any roll, taken back like any roll, and nothing changes."""

from __future__ import annotations

import pytest

from engine.model.commands import Act, OpenRoll
from engine.model.events import Rolled
from engine.model.requests import Faces
from engine.session.replay import audit
from engine.session.results import Asked, Finished, Refused
from engine.session.session import Session
from engine.testing import play


def test_it_asks_tells_and_changes_nothing(session: Session) -> None:
    session.submit(Act("ann", "chat"))
    before = session.battle
    asked = session.submit(OpenRoll(2, 6, 1))
    assert isinstance(asked, Asked)
    assert asked.request.dice == (6, 6)
    done = session.answer(Faces((4, 5)))
    assert isinstance(done, Finished)
    (told,) = done.events
    assert isinstance(told, Rolled)
    assert (told.faces, told.total, told.shown_to_all) == ((4, 5), 10, True)
    assert session.battle is before
    assert audit(session.ruleset, session.journal) == ()


def test_a_typed_die_is_taken_back_alone_then_the_roll(session: Session) -> None:
    play(session, OpenRoll(1, 20), [7])
    assert session.undo_label is not None
    assert session.undo_label.key == "undo.roll"
    session.take_back()
    assert session.question is not None
    session.answer(Faces((17,)))
    assert session.journal.head == 1
    session.undo()
    assert session.journal.head == 0


def test_it_waits_while_another_question_is_open(session: Session) -> None:
    session.submit(Act("ann", "swing", targets=("bob",)))
    question = session.question
    assert isinstance(session.submit(OpenRoll(1, 20)), Refused)
    assert session.question is question


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (101, 6), (1, 1), (1, 1001)])
def test_dice_nobody_has_are_refused(count: int, sides: int, session: Session) -> None:
    refused = session.submit(OpenRoll(count, sides))
    assert isinstance(refused, Refused)
    assert refused.hard


@pytest.mark.parametrize(
    ("roll", "words"),
    [(OpenRoll(1, 20), "d20"), (OpenRoll(2, 6, 1), "2d6+1"), (OpenRoll(3, 8, -2), "3d8-2")],
)
def test_dice_are_written_as_at_the_table(roll: OpenRoll, words: str) -> None:
    assert roll.words == words
