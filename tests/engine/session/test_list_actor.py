"""The roster in another order: nothing else changes, unknown ids do no harm, undo restores it."""

from __future__ import annotations

from engine.model import fold
from engine.model.commands import Act, ListActor
from engine.model.events import Listed
from engine.session.results import Finished, Refused
from engine.session.session import Session


def order(session: Session) -> list[str]:
    return list(session.battle.actors)


def test_an_actor_is_put_before_another_or_last_of_its_side(session: Session) -> None:
    session.submit(Act("ann", "chat"))
    actors, before = session.battle.actors, order(session)
    assert isinstance(session.submit(ListActor(before[-1], before[0])), Finished)
    assert order(session) == [before[-1], *before[:-1]]
    assert session.battle.actors == actors  # the same people
    session.undo()
    assert order(session) == before
    side = session.battle.actors[before[0]].side
    comrades = [actor.id for actor in session.battle.members(side)]
    session.submit(ListActor(before[0]))
    assert [actor.id for actor in session.battle.members(side)] == [*comrades[1:], comrades[0]]


def test_nobody_can_be_put_before_somebody_who_is_not_there(session: Session) -> None:
    assert isinstance(session.submit(ListActor(order(session)[0], "nobody")), Refused)
    assert isinstance(session.submit(ListActor("nobody")), Refused)


def test_an_order_that_names_others_leaves_nobody_out(session: Session) -> None:
    battle = session.battle
    first, *rest = battle.actors
    found = fold.apply(battle, Listed((*rest[:1], "gone")))
    assert list(found.actors) == [*rest[:1], first, *rest[1:]]
