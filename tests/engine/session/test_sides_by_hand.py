"""Sides made, changed and taken away by hand: one command each, hostility mutual, refusals in a sentence."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engine.model.battle import Battle, Control, Side
from engine.model.commands import AddActor, AddSide, Command, RemoveActor, RemoveSide, ReviseSide
from engine.model.fold import apply_all
from engine.session.results import Finished, Refused
from engine.session.session import Session
from engine.store.codec import Codec
from engine.tactics.board import Board
from engine.views.audience import Audience, known
from engine.views.narrate import Narrator

BANDITS = Side("bandits", "Bandits", hostile_to=("us", "them"))


def done(session: Session, command: Command) -> list[str]:
    """Carries it out; the lines of the GM's log, none of which the players read."""
    result = session.submit(command)
    assert isinstance(result, Finished), result
    entry, rules = result.entry, session.ruleset
    public = known(Board(entry.after), rules, Audience.PLAYERS)
    assert Narrator(entry.after, {}, Audience.PLAYERS, public).lines(entry.events) == ()
    assert apply_all(entry.before, entry.events) == entry.after
    return [line.text for line in Narrator(entry.after, {}, Audience.GM).lines(entry.events)]


def why_not(session: Session, command: Command) -> str:
    result = session.submit(command, overrule=True)
    assert isinstance(result, Refused), result
    return Narrator(session.battle, {}, Audience.GM).say(result.refusals[0].reason)


def enemies(battle: Battle) -> set[tuple[str, str]]:
    """Who is hostile to whom, told from both sides."""
    return {(side.id, foe) for side in battle.sides for foe in side.hostile_to}


def test_a_third_side_is_hostile_both_ways_and_undone_whole(session: Session) -> None:
    before = session.battle
    assert done(session, AddSide(BANDITS)) == [
        "New side: Bandits", "Bandits and Them are enemies now", "Bandits and Us are enemies now",
    ]  # fmt: skip
    two = {("us", "them"), ("them", "us")}
    more = {(one, "bandits") for one in ("us", "them")}
    assert enemies(session.battle) == two | more | {(foe, one) for one, foe in more}
    session.undo()
    assert session.battle == before


def test_a_side_without_an_id_gets_one_that_is_free(session: Session) -> None:
    for name in ("Bandits", "Crows"):
        done(session, AddSide(Side("", f" {name} ")))
    sides = session.battle.sides
    assert [side.name for side in sides] == ["Us", "Them", "Bandits", "Crows"]
    assert len({side.id for side in sides}) == 4
    assert all(side.id for side in sides)


def test_name_speaker_and_enemies_are_changed_in_one_command(session: Session) -> None:
    done(session, AddSide(BANDITS))
    before = session.battle
    friends = Side("bandits", "Hired hands", Control.PLAYERS, ("them",))
    assert done(session, ReviseSide(friends)) == [
        "The side Bandits is now called Hired hands",
        "The players now speak for Hired hands",
        "Hired hands and Us are no longer enemies",
    ]
    assert session.battle.side("bandits") == friends
    assert session.battle.side("us").hostile_to == ("them",)
    session.undo()
    assert session.battle == before


def test_nobody_is_an_enemy_of_itself(session: Session) -> None:
    done(session, ReviseSide(Side("them", "Them", hostile_to=("them", "us"))))
    assert session.battle.side("them").hostile_to == ("us",)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (AddSide(Side("", "  ")), "Give the side a name."),
        (AddSide(Side("", "us")), "There is a side called us already."),
        (AddSide(Side("us", "Others")), "us is in this encounter already."),
        (AddSide(Side("", "Crows", hostile_to=("ghosts",))), "There is no side called ghosts."),
        (ReviseSide(Side("ghosts", "Ghosts")), "There is no side called ghosts."),
        (ReviseSide(Side("them", "US")), "There is a side called US already."),
        (ReviseSide(Side("us", "Us")), "The players need a side: Us is the only one they speak for."),
        (RemoveSide("ghosts"), "There is no side called ghosts."),
        (RemoveSide("them"), "Bob is still with Them: put it on another side or remove it first."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(session: Session, command: Command, sentence: str) -> None:
    before = session.battle
    assert why_not(session, command) == sentence
    assert session.battle == before


def test_a_side_goes_once_nobody_is_on_it_and_its_enemies_forget_it(session: Session) -> None:
    bob = session.battle.actors["bob"]
    session.submit(AddActor(replace(bob, id="bert", name="Bert", cell=None)))
    sentence = why_not(session, RemoveSide("them"))
    assert sentence == "Bob and 1 more are still with Them: put them on another side or remove them first."
    for who in ("bob", "bert"):
        session.submit(RemoveActor(who))
    assert done(session, RemoveSide("them")) == ["The side Them is gone"]
    assert session.battle.sides == (Side("us", "Us", Control.PLAYERS),)
    session.undo()
    assert enemies(session.battle) == {("us", "them"), ("them", "us")}
    session.submit(RemoveActor("ann"))
    assert why_not(session, RemoveSide("us")).startswith("The players need a side")


def test_the_edits_and_their_event_are_stored(session: Session) -> None:
    stored = Codec(session.ruleset.about.guests)

    def nowhere(key: str) -> object:
        raise AssertionError(key)

    for command in (AddSide(BANDITS), ReviseSide(replace(BANDITS, hostile_to=())), RemoveSide("bandits")):
        assert stored.decode_command(stored.encode_command(command).data, nowhere) == command  # type: ignore[arg-type]
        result = session.submit(command)
        assert isinstance(result, Finished)
        data = stored.encode_events(result.entry.events).data
        assert stored.decode_events(data, nowhere) == result.entry.events  # type: ignore[arg-type]
        assert msgspec.json.decode(data)[0]["type"] == "sides"
