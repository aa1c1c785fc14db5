"""Whatever was played can be taken back, done again, driven again and resumed, and comes to the same."""

from __future__ import annotations

from typing import Any

from engine.session.journal import Journal
from engine.session.replay import audit
from engine.session.results import Asked, Finished
from engine.session.session import Session


def test_the_same_answers_give_the_same_events(key: str, random_player: Any) -> None:
    one = random_player(key, 31)
    played = list(one.fight(30))
    assert len(played) > 10
    assert audit(one.rules, one.session.journal) == ()


def test_another_answer_gives_other_events(key: str, random_player: Any) -> None:
    """Else the audit would prove nothing."""
    one = random_player(key, 32)
    entries = list(one.fight(30))
    longest = max(entries, key=lambda entry: len(entry.tape))
    forged = Journal(longest.before, [longest])
    assert audit(one.rules, forged) == ()
    other = next(entry for entry in entries if entry.events != longest.events)
    assert audit(one.rules, Journal(longest.before, [_with_events(longest, other.events)])) != ()


def _with_events(entry: Any, events: Any) -> Any:
    return type(entry)(
        **{name: getattr(entry, name) for name in entry.__struct_fields__} | {"events": events}
    )


def test_all_can_be_undone_and_done_again(key: str, random_player: Any) -> None:
    one = random_player(key, 33)
    start, session = one.session.battle, one.session
    list(one.fight(30))
    end, count = session.battle, session.journal.head
    session.undo_to(1)
    assert session.battle == start
    assert session.undo() is None
    while session.redo() is not None:
        pass
    assert (session.battle, session.journal.head) == (end, count)


def test_an_open_question_is_resumed_from_its_answers(key: str, random_player: Any) -> None:
    """As after the program was killed: only the command and the answers so far are left."""
    resumed = 0
    one = random_player(key, 34)
    for entry in one.fight(40):
        session = Session(one.rules, Journal(entry.before))
        for number in range(len(entry.tape) + 1):
            result = session.resume(entry.command, entry.tape[:number])
            if number < len(entry.tape):
                assert isinstance(result, Asked)
                assert result.request.fingerprint() == entry.tape[number].question
                resumed += 1
            else:
                assert isinstance(result, Finished)
                assert result.entry.after == entry.after
    assert resumed > 3
