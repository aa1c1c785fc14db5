"""One move past two goblins in a session: a hit sends back, and one mistyped die costs one key."""

import pytest
from msgspec.structs import replace

from engine.model.commands import Act
from engine.model.events import Moved
from engine.model.requests import Faces
from engine.rulesets.ose.detailed import DetailedOse
from engine.session.session import Asked, Finished, Refused, new_session


def answer(session, *faces):
    return session.answer(Faces(faces))


@pytest.mark.rule("OSE-AOO-05", "OSE-AOO-10", "CARD-ENGINE-07", "CARD-ENGINE-08")
def test_a_hit_sends_back_and_the_answer_can_be_taken_back(table, kit):
    t = table("g.h\n.T.\n...\n...", T=kit.page(kit.SWORD, rate=30))
    session = new_session(DetailedOse(), replace(t.battle, ruleset="ose.detailed"))
    asked = session.submit(Act("T", "move", ((1, 2), (1, 3))))
    assert isinstance(asked, Asked)
    assert isinstance(session.submit(Act("T", "move", ((1, 2),))), Refused)
    answer(session, 16)
    answer(session, 3)
    assert session.shown.actors["T"].sheet.hp == 7
    answer(session, 2)
    assert session.battle.actors["T"].cell == (1, 1)
    assert session.battle.actors["T"].stride.spent == 1

    for _ in range(3):
        session.take_back()
    assert session.shown.actors["T"].sheet.hp == 10
    answer(session, 6)
    done = answer(session, 2)
    assert isinstance(done, Finished)
    assert [event.dst for event in done.entry.events if isinstance(event, Moved)] == [(1, 2), (1, 3)]
    session.undo()
    assert session.battle.actors["T"].cell == (1, 1)
    assert session.battle.actors["T"].stride.spent == 0
