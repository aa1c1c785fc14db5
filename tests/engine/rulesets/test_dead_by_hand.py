"""The GM says who is dead and who is stable, whatever the numbers say; each rule book makes sense of it."""

import pytest

from engine.model.actor import DOWN, Condition
from engine.model.commands import SetCondition, SetFact
from engine.rulesets.registry import ruleset
from engine.session.session import Refused, new_session
from engine.testing import play
from engine.views.audience import Audience
from engine.views.narrate import Narrator


@pytest.fixture
def table(fights):
    return lambda key: new_session(ruleset(key), fights[key])


def card(session, who):
    return session.ruleset.card(session.battle, session.battle.actors[who])


def told(session, result):
    narrator = Narrator(session.battle, session.ruleset.about.glossary, Audience.GM)
    return [line.text for line in narrator.lines(result.events)]


@pytest.mark.parametrize(
    ("key", "who"),
    [("ose.detailed", "K"), ("ose.detailed", "g"), ("ose.loose", "g"), ("openquest", "R"), ("os_six", "t")],
)
def test_somebody_on_its_feet_is_dead_by_the_gms_word_and_not_after_all(key, who, table):
    session = table(key)
    done = play(session, SetFact(who, "dead", 1))
    assert card(session, who).dead
    assert session.battle.actors[who].has(DOWN)
    assert session.battle.actors[who].sheet.hp <= 0
    assert f"{who} is dead, set by hand" in told(session, done)
    play(session, SetFact(who, "dead", 0))
    assert not card(session, who).dead
    session.take_back()
    assert card(session, who).dead


def test_in_the_reduction_the_gm_says_of_the_fallen_who_is_slain(table):
    session = table("reduction")
    assert isinstance(session.submit(SetFact("K", "dead", 1)), Refused)
    play(session, SetCondition("K", Condition(DOWN)))
    play(session, SetFact("K", "dead", 1))
    assert card(session, "K").dead


def test_who_lies_at_no_hit_points_is_stable_by_the_gms_word(table):
    session = table("os_six")
    assert isinstance(session.submit(SetFact("E", "stable", 1)), Refused)
    play(session, SetFact("E", "hp", 0))
    done = play(session, SetFact("E", "stable", 1))
    assert card(session, "E").state.key == "six.state.stable"
    assert "E is stable, set by hand" in told(session, done)
