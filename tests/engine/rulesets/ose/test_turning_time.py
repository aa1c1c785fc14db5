"""How long undead stay turned, who learns of it, what they do afterwards, and the day of powerlessness."""

import pytest
from msgspec.structs import replace

from engine.model import commands as cmd
from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.events import Rolled, Said
from engine.model.requests import AskChoice
from engine.rulesets.ose import turning
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.sheet import Hands, OseSheet, Weapon, sheet
from engine.rulesets.ose.turned import escape_path
from engine.session.session import Asked, new_session
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.testing import Script, ascii_terrain, play
from engine.views.audience import Audience, known
from engine.views.narrate import Narrator

rule = pytest.mark.rule
MACE = Weapon("mace", "Mace")


@pytest.fixture
def session():
    """A Warpriest of the first level and a skeleton, both with somewhere to go, in the party's Magic step."""
    terrain, _ = ascii_terrain(["............"] * 3)
    priest = OseSheet(
        hp=9, max_hp=9, character=True, turns_undead=True, favoured="mace", gear=(MACE,), hands=Hands("mace")
    )
    bones = OseSheet(hp=4, max_hp=4, undead=True, rate=20, gear=(MACE,), hands=Hands("mace"))
    actors = {
        "P": Actor("P", "Ysolde", "party", (0, 1), sheet=priest),
        "s": Actor("s", "Skeleton 1", "foes", (6, 1), note="Mindless. Guards the tomb.", sheet=bones),
    }
    sides = (
        Side("party", "Party", Control.PLAYERS, ("foes",)),
        Side("foes", "Foes", Control.REFEREE, ("party",)),
    )
    found = new_session(DetailedOse(), Battle("ose.detailed", "Test", sides, actors, terrain))
    play(found, cmd.Begin(), ["none"])
    play(found, cmd.Advance(overrule=True), [9, 4])
    while found.battle.round.step != "magic":
        play(found, cmd.Advance(overrule=True))
    return found


def turned(session, minutes):
    return play(session, cmd.Act("P", "turn"), [(4, 4), (1, 1), minutes])


def to_round(session, number):
    """Go on, the party winning each initiative, until that round or a question that is no die comes."""
    result = None
    while session.battle.round.number < number:
        result = session.submit(cmd.Advance(overrule=True))
        while isinstance(result, Asked):
            if isinstance(result.request, AskChoice):
                return result
            result = session.answer(Script([9, 4])(result.request))
    return result


@rule("OSE-TURN-08")
def test_two_minutes_are_twelve_rounds(session):
    turned(session, 2)
    assert to_round(session, 12) is not None
    assert session.battle.actors["s"].has("turned")
    asked = to_round(session, 13)
    assert asked.request.title.key == "turned.ends"
    assert session.shown.round.number == 12
    assert not session.shown.actors["s"].has("turned")


@rule("OSE-TURN-09")
def test_the_players_learn_neither_the_roll_nor_how_long(session):
    done = turned(session, 3)
    roll = next(e for e in done.events if isinstance(e, Rolled) and e.purpose.key == "turn.ask_minutes")
    told = next(e for e in done.events if isinstance(e, Said) and e.what.key == "turn.lasts")
    assert roll.secret
    assert told.gm_only
    glossary = session.ruleset.about.glossary
    seen = known(session.board, session.ruleset, Audience.PLAYERS)
    assert sheet(seen.actors["s"]).turning is None
    assert seen.actors["s"].has("turned")
    assert all(condition.until is None for condition in seen.actors["s"].conditions)
    players = Narrator(session.battle, glossary, Audience.PLAYERS).lines(done.events)
    gm = Narrator(session.battle, glossary, Audience.GM).lines(done.events)
    assert not any("minutes" in line.text for line in players)
    assert any("3 minutes, until round 19" in line.text for line in gm)


@rule("OSE-TURN-10", "OSE-TURN-11", "OSE-TURN-12")
def test_when_it_ends_the_referee_says_what_they_do(session):
    turned(session, 1)
    asked = to_round(session, 7)
    assert [pick.key for pick in asked.request.picks] == ["return", "hunt", "other"]
    assert asked.request.secret
    assert asked.request.detail[0].args["text"] == "Mindless. Guards the tomb."
    assert (asked.request.title.args["where"].x, asked.request.title.args["where"].y) == (0, 1)
    done = session.answer(Script(["hunt"])(asked.request))
    skeleton = session.battle.actors["s"]
    assert session.ruleset.card(session.battle, skeleton).state.key == "state.intent_hunt"
    told = [e for e in done.events if isinstance(e, Said) and e.what.key == "turned.will_hunt"]
    assert [e.gm_only for e in told] == [True]


@rule("OSE-TURN-28")
def test_the_day_ends_to_the_round(session):
    play(session, cmd.Act("P", "turn"), [(1, 1)])
    battle = session.battle
    until = dict(sheet(battle.actors["s"]).unturnable)["P"]
    assert until == battle.round.number + 24 * 60 * 6
    for number, legal in ((until - 1, False), (until, True)):
        later = replace(battle, round=replace(battle.round, number=number))
        assert (not turning.why_not_turn(Board(later), later.actors["P"])) is legal


@pytest.mark.parametrize(
    ("level", "dice", "wanted"),
    [
        (1, "1", "7"), (1, "1/2", "7"), (1, "1-1", "7"), (1, "2", "9"), (1, "2+2*", "11"), (1, "3", "-"),
        (4, "1", "D"), (4, "4**", "9"), (6, "7**", "11"), (9, "8", "T"), (20, "9", "D"), (20, "10", "-"),
    ],
)  # fmt: skip
@rule("OSE-TURN-19")
def test_the_table(level, dice, wanted):
    page = OseSheet(hp=1, max_hp=1, hit_dice=dice)
    assert turning.entry(level, turning.column(page)) == wanted


def test_nobody_runs_from_a_priest_who_is_gone_but_from_where_he_stood(session):
    turned(session, 4)
    play(session, cmd.PlaceActor("P", None), ["go_on"])
    draft = Draft(session.battle)
    assert escape_path(draft.board, draft["s"])[-1][0] > 6


@rule("OSE-TURN-24")
def test_a_mixed_group_is_told_what_the_roll_does_to_each_kind(session):
    priest = session.battle.actors["P"]
    play(session, cmd.ReviseActor(replace(priest, sheet=replace(sheet(priest), level=2))))
    ghoul = OseSheet(hp=9, max_hp=9, undead=True, hit_dice="2", rate=20, gear=(MACE,), hands=Hands("mace"))
    play(session, cmd.AddActor(Actor("g", "Ghoul 1", "foes", (8, 1), sheet=ghoul)))
    asked = session.submit(cmd.Act("P", "turn"))
    assert [line.key for line in asked.request.detail] == ["turn.needs_none", "turn.needs"]
    assert asked.request.beats is None
    session.abandon()
    told = [
        event.what
        for event in play(session, cmd.Act("P", "turn"), [(1, 1), (6, 6), 1]).entry.events
        if isinstance(event, Said)
    ]
    (shut_out,) = [what for what in told if what.key == "turn.shut_out"]
    assert shut_out.args["names"].ids == ("g",)
