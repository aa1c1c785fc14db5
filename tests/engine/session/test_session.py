"""The running encounter: questions, taking back, undo and redo, the GM's hand in between."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.battle import Battle
from engine.model.commands import Act, Advance, Begin, PlaceActor, ReviseActor, SetFact, SetTerrain, ShowCells
from engine.model.requests import APP, Faces, Picked
from engine.model.terrain import Wall, blank
from engine.session.journal import EntryKind, Journal
from engine.session.replay import audit
from engine.session.results import Asked, Finished, Refused, Rewound, Unfit
from engine.session.session import Session
from engine.testing import play

SWING = Act("ann", "swing", targets=("bob",))


def hp(session: Session, actor: str = "bob") -> int:
    sheet: Any = session.shown.actors[actor].sheet
    return int(sheet.hp)


def test_a_command_without_questions_finishes_at_once(session: Session) -> None:
    result = session.submit(Act("ann", "chat"))
    assert isinstance(result, Finished)
    assert session.question is None
    assert session.journal.head == 1


@pytest.mark.rule("CARD-ENGINE-08")
def test_an_open_question_names_who_decides_and_refuses_everything_else(session: Session) -> None:
    result = session.submit(SWING)
    assert isinstance(result, Asked)
    assert (result.request.actor, result.request.dice) == ("ann", (6,))
    busy = session.submit(Advance())
    assert isinstance(busy, Refused)
    assert busy.hard
    assert session.question is result.request


def test_a_bad_answer_leaves_the_question_open(session: Session) -> None:
    session.submit(SWING)
    question = session.question
    for wrong in (Faces((7,)), Faces((3, 3)), Picked("none")):
        assert isinstance(session.answer(wrong), Unfit)
        assert session.question is question


def test_shown_is_the_battle_so_far_while_a_question_is_open(session: Session) -> None:
    play(session, SWING, [5, "no", 4])
    assert hp(session) == 6
    session.submit(SWING)
    assert session.shown.actors == session.battle.actors


def test_taking_back_withdraws_only_the_last_answer_of_a_person(session: Session) -> None:
    session.submit(SWING)
    session.answer(Faces((6,)))
    session.answer(Picked("no"))
    finished = session.answer(Faces((6,)))
    assert isinstance(finished, Finished)
    assert hp(session) == 4
    again = session.take_back()
    assert isinstance(again, Asked)
    assert again.jump
    assert again.request.title.key == "toy.damage"
    assert hp(session) == 10
    session.answer(Faces((1,)))
    assert hp(session) == 9
    assert session.journal.head == 1


def test_rolls_of_the_program_go_with_the_answer_before_them(session: Session) -> None:
    session.submit(SWING)
    session.answer(Faces((6,)))
    session.answer(Picked("no"))
    session.answer(Faces((6,), APP))
    again = session.take_back()
    assert isinstance(again, Asked)
    assert again.request.title.key == "toy.duck"


def test_taking_back_a_command_without_answers_undoes_it(session: Session) -> None:
    session.submit(Act("ann", "chat"))
    assert isinstance(session.take_back(), Rewound)
    assert session.journal.head == 0
    assert session.take_back() is None


def test_redo_replays_the_tape_and_never_asks(session: Session) -> None:
    play(session, SWING, [5, "no", 4])
    session.undo()
    assert hp(session) == 10
    assert isinstance(session.redo(), Rewound)
    assert hp(session) == 6
    assert session.redo() is None


def test_redo_gives_an_answer_again_that_was_taken_back(session: Session) -> None:
    play(session, SWING, [5, "no", 4])
    assert isinstance(session.take_back(), Asked)
    assert isinstance(session.take_back(), Asked)
    assert session.question is not None
    assert session.question.title.key == "toy.duck"
    assert session.redo_label is not None
    assert session.redo_label.key == "undo.answer"
    again = session.redo()
    assert isinstance(again, Asked)
    assert again.jump
    assert again.request.title.key == "toy.damage"
    assert isinstance(session.redo(), Rewound)
    assert session.question is None
    assert hp(session) == 6
    assert session.journal.head == 1
    assert audit(session.ruleset, session.journal) == ()


@pytest.mark.parametrize("first", [Faces((5,)), Faces((5,), APP)])
def test_each_redo_makes_one_taking_back_undone(session: Session, first: Faces) -> None:
    """Also once the last Ctrl Z took the whole command away, with or without a person's first answer."""
    session.submit(SWING)
    for answer in (first, Picked("no"), Faces((4,))):
        session.answer(answer)
    seen = []
    while session.journal.head or session.question is not None:
        seen.append((session.question, session.shown))
        session.take_back()
    assert len(seen) == (4 if first.source is not APP else 3)
    while seen:
        session.redo()
        assert (session.question, session.shown) == seen.pop()
    assert session.redo() is None
    assert session.journal.head == 1
    session.undo()
    assert isinstance(session.redo(), Rewound)


def test_redo_gives_an_answer_again_of_what_was_never_finished(session: Session) -> None:
    session.submit(SWING)
    session.answer(Faces((5,)))
    session.answer(Picked("no"))
    for _ in range(2):
        session.take_back()
    for title in ("toy.duck", "toy.damage"):
        again = session.redo()
        assert isinstance(again, Asked)
        assert again.request.title.key == title
    assert session.redo() is None
    assert session.redo_label is None


def test_another_answer_leaves_nothing_to_give_again(session: Session) -> None:
    play(session, SWING, [5, "no", 4])
    session.take_back()
    session.take_back()
    session.answer(Picked("yes"))
    assert session.redo() is None
    session.abandon()
    session.submit(SWING)
    assert session.redo() is None


def test_undo_to_a_line_takes_back_whole_commands(session: Session) -> None:
    play(session, Act("ann", "chat"))
    play(session, SWING, [5, "no", 4])
    play(session, SWING, [5, "no", 3])
    session.undo_to(2)
    assert session.journal.head == 1
    assert hp(session) == 10
    session.redo()
    session.redo()
    assert hp(session) == 3


def test_a_new_command_cuts_off_what_could_have_been_redone(session: Session) -> None:
    play(session, SWING, [5, "no", 4])
    session.undo()
    play(session, Act("ann", "chat"))
    assert session.redo() is None
    assert len(session.journal.kept) == 1


def test_giving_up_before_any_die_leaves_nothing(session: Session) -> None:
    session.submit(SWING)
    session.abandon()
    assert session.journal.head == 0
    assert session.question is None


def test_giving_up_after_a_die_leaves_a_line_but_changes_nothing(session: Session) -> None:
    session.submit(SWING)
    session.answer(Faces((6,)))
    session.abandon()
    entry = session.journal.last
    assert entry is not None
    assert entry.kind is EntryKind.ABANDONED
    assert entry.events
    assert entry.after is entry.before


def test_an_edit_during_a_question_goes_before_the_command(session: Session) -> None:
    session.submit(SWING)
    session.answer(Faces((6,)))
    result = session.submit(SetFact("bob", "hp", 3))
    assert isinstance(result, Asked)
    assert result.jump
    assert result.request.title.key == "toy.duck"
    assert hp(session) == 3
    session.answer(Picked("no"))
    session.answer(Faces((2,)))
    assert hp(session) == 1
    assert [type(entry.command).__name__ for entry in session.journal] == ["SetFact", "Act"]


def test_a_soft_refusal_can_be_overruled_and_is_logged(session: Session) -> None:
    refused = session.submit(Act("ann", "fly"))
    assert isinstance(refused, Refused)
    assert not refused.hard
    done = session.submit(Act("ann", "fly"), overrule=True)
    assert isinstance(done, Finished)
    assert [reason.key for reason in done.entry.events[0].over] == ["toy.no_wings"]  # type: ignore[union-attr]


def test_a_hard_refusal_cannot(session: Session) -> None:
    assert isinstance(session.submit(Act("ann", "vanish"), overrule=True), Refused)


def test_two_creatures_on_one_square_is_the_gms_ruling_to_make(session: Session) -> None:
    assert isinstance(session.submit(PlaceActor("ann", (2, 1))), Refused)
    assert isinstance(session.submit(PlaceActor("ann", (2, 1)), overrule=True), Finished)


def test_a_fight_begins_once(session: Session) -> None:
    assert isinstance(session.submit(Begin()), Finished)
    assert isinstance(session.submit(Begin()), Refused)


def test_a_bug_leaves_the_session_idle_and_keeps_the_command(session: Session) -> None:
    with pytest.raises(ZeroDivisionError):
        session.submit(Act("ann", "bug"))
    assert session.question is None
    assert session.failed == (Act("ann", "bug"), ())
    assert isinstance(session.submit(Act("ann", "chat")), Finished)


def test_resuming_stops_where_the_questions_have_changed(rules: Any, toy_battle: Battle) -> None:
    old = Session(rules, Journal(toy_battle))
    old.submit(SWING)
    old.answer(Faces((6,)))
    tape = old._open.tape if old._open else ()
    rules.duck_first = True
    new = Session(rules, Journal(toy_battle))
    result = new.resume(SWING, tape)
    assert isinstance(result, Asked)
    assert result.request.title.key == "toy.duck"


@pytest.mark.rule("CARD-ENGINE-07")
def test_the_same_answers_give_the_same_events(session: Session, rules: Any) -> None:
    play(session, Begin())
    play(session, SWING, [5, "yes", 4])
    play(session, Act("bob", "swing", targets=("ann",)), [2])
    assert audit(rules, session.journal) == ()
    rules.duck_first = True
    assert audit(rules, session.journal) != ()


def test_answering_nothing_is_an_error_in_plain_words(session: Session) -> None:
    with pytest.raises(FivefootError, match="no question is open"):
        session.answer(Faces((1,)))


def test_drawing_a_wall_leaves_what_the_players_remember(session: Session) -> None:
    by_hand = replace(session.battle.terrain, sight_reveals=False)
    play(session, SetTerrain(by_hand))
    play(session, ShowCells(((0, 0),), True))
    play(session, SetTerrain(replace(by_hand, walls=(Wall((0, 0), (256, 0)),))))
    assert session.battle.explored == bytes([1, 0, 0])
    play(session, SetTerrain(replace(blank(9, 9), sight_reveals=False)))
    assert not any(session.battle.explored)


def test_who_is_renamed_gets_letters_that_nobody_else_has(session: Session) -> None:
    ann, bob = session.battle.actors["ann"], session.battle.actors["bob"]
    session.submit(ReviseActor(replace(bob, name="Anselm", label="")))
    assert session.battle.actors["bob"].token_label not in ("", ann.token_label)
    session.submit(ReviseActor(replace(session.battle.actors["bob"], label="X")))
    assert session.battle.actors["bob"].token_label == "X"
