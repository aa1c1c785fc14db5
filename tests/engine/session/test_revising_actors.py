"""The GM rewrites a creature's page in the middle of a fight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model.actor import DOWN, Actor
from engine.model.commands import Act, Advance, Begin, Command, PlaceActor, ReviseActor
from engine.model.events import Revised
from engine.model.fold import apply_all
from engine.model.requests import Picked
from engine.rulesets.openquest.sheet import OpenQuestSheet
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.registry import ruleset
from engine.session.replay import audit
from engine.session.results import Finished, Refused
from engine.session.session import Session, new_session
from engine.store.codec import codec
from engine.store.samples import sunken_chapel
from engine.views.audience import Audience
from engine.views.narrate import Narrator


@pytest.fixture
def fight() -> Session:
    session = new_session(ruleset("ose.detailed"), sunken_chapel())
    session.submit(Begin())
    session.answer(Picked("none"))
    return session


def goblin(session: Session) -> Actor:
    return session.battle.actors["g1"]


def tougher(actor: Actor, **page: object) -> Actor:
    return replace(actor, sheet=replace(sheet(actor), **page))


def test_name_size_and_sheet_change_in_one_command_and_go_back_in_one(fight: Session) -> None:
    before = goblin(fight)
    wanted = replace(tougher(before, hp=7, max_hp=9), name="Grub", label="Gr", note="Afraid of fire.")
    result = fight.submit(ReviseActor(wanted))
    assert isinstance(result, Finished)
    after = goblin(fight)
    assert (after.name, after.label, after.note) == ("Grub", "Gr", "Afraid of fire.")
    assert (sheet(after).hp, sheet(after).max_hp) == (7, 9)
    assert fight.undo_label is not None
    assert fight.undo_label.key == "undo.revise"
    fight.undo()
    assert goblin(fight) == before
    fight.redo()
    assert goblin(fight) == after
    assert audit(fight.ruleset, fight.journal) == ()


def test_place_side_and_states_stay_as_they_are(fight: Session) -> None:
    before = goblin(fight)
    elsewhere = replace(before, cell=(0, 0), side="party", hidden=True, conditions=(), name="Grub")
    fight.submit(ReviseActor(elsewhere))
    assert replace(goblin(fight), name=before.name) == before


def test_what_follows_from_the_new_page_is_settled(fight: Session) -> None:
    fight.submit(ReviseActor(tougher(goblin(fight), body_reach=3)))
    assert goblin(fight).arms.reach == 3
    fight.submit(ReviseActor(tougher(goblin(fight), hp=0)))
    assert goblin(fight).has(DOWN)


def test_what_cannot_be_is_refused(fight: Session) -> None:
    terrain = fight.battle.terrain
    fight.submit(PlaceActor("g1", (terrain.width - 1, terrain.height - 1)), overrule=True)
    actor = goblin(fight)
    for wrong in (
        replace(actor, id="nobody"),
        replace(actor, size=7),
        replace(actor, sheet=OpenQuestSheet()),
        replace(actor, size=2),  # past the edge of the map
    ):
        result = fight.submit(ReviseActor(wrong), overrule=True)
        assert isinstance(result, Refused)
        assert result.refusals[0].hard
    assert goblin(fight) == actor


def test_the_command_survives_the_file_and_players_are_not_told(fight: Session) -> None:
    command: Command = ReviseActor(tougher(goblin(fight), hp=2))
    code = codec(fight.ruleset)
    assert code.decode_command(code.encode_command(command).data, _no_terrain) == command
    result = fight.submit(command)
    assert isinstance(result, Finished)
    events = tuple(event for event in result.events if isinstance(event, Revised))
    glossary = fight.ruleset.about.glossary
    (told,) = Narrator(fight.battle, glossary, Audience.GM).lines(events)
    assert told.text == "Goblin 1 is changed by hand"
    assert Narrator(fight.battle, glossary, Audience.PLAYERS, fight.battle).lines(events) == ()
    assert code.decode_events(code.encode_events(events).data, _no_terrain) == events


def test_a_revision_of_somebody_gone_changes_nothing(fight: Session) -> None:
    event = Revised(replace(goblin(fight), id="gone"))
    assert apply_all(fight.battle, (event,)) is fight.battle


def test_a_page_can_be_rewritten_while_a_question_is_open(fight: Session) -> None:
    fight.submit(Advance(overrule=True))
    question = fight.question
    assert question is not None
    fight.submit(ReviseActor(tougher(goblin(fight), hp=1)))
    assert fight.question == question
    assert sheet(fight.shown.actors["g1"]).hp == 1
    assert isinstance(fight.submit(Act("g1", "move")), Refused)


def _no_terrain(key: str) -> object:
    raise AssertionError(key)
