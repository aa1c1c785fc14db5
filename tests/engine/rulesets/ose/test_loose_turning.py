"""Turning undead in Loose combat: the row is there, the turned get away, a second action is asked about."""

import pytest

from engine.model import commands as cmd
from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.offers import SlotState
from engine.rulesets.ose.loose.book import LooseOse
from engine.rulesets.ose.sheet import Hands, OseSheet, Weapon
from engine.session.session import new_session
from engine.testing import ascii_terrain, play
from engine.views.audience import Audience
from engine.views.narrate import Narrator

MACE = Weapon("mace", "Mace")


@pytest.fixture
def session():
    """A Warpriest and a skeleton, in the turn of the party."""
    terrain, _ = ascii_terrain(["............"] * 3)
    held = {"gear": (MACE,), "hands": Hands("mace")}
    priest = OseSheet(hp=9, max_hp=9, character=True, turns_undead=True, favoured="mace", **held)
    bones = OseSheet(hp=4, max_hp=4, undead=True, rate=20, **held)
    actors = {
        "P": Actor("P", "Ysolde", "party", (0, 1), sheet=priest),
        "s": Actor("s", "Skeleton 1", "foes", (6, 1), sheet=bones),
    }
    sides = (
        Side("party", "Party", Control.PLAYERS, ("foes",)),
        Side("foes", "Foes", Control.REFEREE, ("party",)),
    )
    found = new_session(LooseOse(), Battle("ose.loose", "Test", sides, actors, terrain))
    play(found, cmd.Begin(), ["none"])
    play(found, cmd.Advance(overrule=True), [9, 4])
    return found


def row(session, who, verb):
    rows = session.ruleset.menu(session.board, session.battle.actors[who])
    return next((one for one in rows if one.verb == verb), None)


def test_only_who_can_turn_has_the_row_and_what_is_turned_runs(session):
    assert row(session, "P", "turn").refusals == ()
    assert row(session, "s", "turn") is None
    play(session, cmd.Act("P", "turn"), [(4, 4), (1, 1), 2])
    assert session.battle.actors["s"].has("turned")
    play(session, cmd.Advance(overrule=True))
    away = row(session, "s", "flee_from")
    assert away.refusals == ()
    told = Narrator(session.battle, session.ruleset.about.glossary, Audience.GM)
    assert told.say(away.label) == "Run from Ysolde"
    play(session, cmd.Act("s", "flee_from"))
    assert session.battle.actors["s"].cell[0] == 10


def test_a_turn_without_steps_cites_its_own_section(session):
    slots = session.ruleset.progress(session.battle).slots
    (current,) = [slot for slot in slots if slot.state is SlotState.CURRENT]
    assert (current.key, current.label.rule) == ("party:turn", "OSL-PROC-02")
