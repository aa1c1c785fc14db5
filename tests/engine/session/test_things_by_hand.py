"""The GM lays things down and takes them away, and makes the map dark or bright."""

from __future__ import annotations

from engine.model.battle import Thing
from engine.model.commands import LayThing, SetDark, TakeThing
from engine.rulesets.ose.sheet import Weapon
from engine.rulesets.ose.things import OseGear
from engine.rulesets.registry import ruleset
from engine.session.results import Refused
from engine.session.session import Session, new_session
from engine.store.samples import sunken_chapel
from engine.tactics.board import Board
from engine.views.audience import Audience, known
from engine.views.look import look


def session() -> Session:
    return new_session(ruleset("ose.detailed"), sunken_chapel())


def laid(one: Session) -> list[tuple[str, str]]:
    return [(thing.id, thing.name) for thing in one.battle.things]


def test_things_get_ids_of_their_own_and_can_be_taken_back() -> None:
    one = session()
    one.submit(LayThing(Thing("", "Idol", (1, 1))))
    one.submit(LayThing(Thing("", "Coin", (1, 1))))
    ids = [thing_id for thing_id, _ in laid(one)]
    assert [name for _, name in laid(one)] == ["Idol", "Coin"]
    assert len(set(ids)) == 2
    one.submit(TakeThing(ids[0]))
    assert [name for _, name in laid(one)] == ["Coin"]
    one.undo()
    assert [name for _, name in laid(one)] == ["Idol", "Coin"]


def test_what_cannot_be_is_refused() -> None:
    one = session()
    for command in (LayThing(Thing("", "Idol", (999, 0))), TakeThing("nothing")):
        result = one.submit(command, overrule=True)
        assert isinstance(result, Refused)
        assert result.refusals[0].hard
    one.submit(LayThing(Thing("x", "Idol", (1, 1))))
    assert isinstance(one.submit(LayThing(Thing("x", "Coin", (1, 1)))), Refused)


def test_darkness_comes_and_goes_by_hand() -> None:
    one = session()
    one.submit(SetDark(True))
    assert one.battle.terrain.dark
    one.submit(SetDark(False))
    assert not one.battle.terrain.dark


def test_players_see_that_something_lies_there_and_nothing_of_its_numbers() -> None:
    one = session()
    hero = next(actor for actor in one.battle.actors.values() if actor.side == one.battle.sides[0].id)
    assert hero.cell is not None
    magic = OseGear(weapon=Weapon("blade", "Blade", bonus=3))
    one.submit(LayThing(Thing("t", "Blade", hero.cell, magic)))
    public = known(Board(one.battle), one.ruleset, Audience.PLAYERS)
    assert [(thing.name, thing.item) for thing in public.things] == [("Blade", None)]
    view = look(Board(one.battle), one.ruleset, Audience.PLAYERS)
    assert [(thing.name, thing.lit) for thing in view.things] == [("Blade", False)]
