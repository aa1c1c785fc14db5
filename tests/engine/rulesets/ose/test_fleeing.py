"""Flee: what is said before and after it."""

from __future__ import annotations

import pytest

from engine.model.actor import Condition
from engine.model.events import Said
from engine.rulesets.ose.card import card
from engine.rulesets.ose.detailed import ABOUT
from engine.rulesets.ose.menu import menu
from engine.rulesets.ose.pursuit_facts import runners
from engine.rulesets.ose.sides import ROUTED
from engine.views.audience import Audience
from engine.views.narrate import Narrator

rule = pytest.mark.rule


def said(table, words):
    return Narrator(table.battle, ABOUT.glossary, Audience.GM).say(words)


@rule("OSE-FLEE-01", "OSE-FLEE-04")
def test_purpose_consequences_and_calmer_ways_are_said_before_the_first_blow(table):
    t = table("ghi\n.T.\n...")
    row = next(option for option in menu(t.board, t.actor("T")) if option.verb == "flee")
    assert said(t, row.note).startswith("Out of the fight. Attacks first: 3. Then off the map")
    (question,) = t.do("T", "flee", dice=["stay"])
    assert [said(t, line) for line in question.detail] == [
        "Ends the fight for whoever flees. Attacks first: 3. Then off the map, run by the referee",
        "Instead, attacks on the first square: Withdraw 0, Move 3",
    ]
    assert t.page("T").turn.main_spent is False


def test_nobody_whose_morale_broke_is_asked_whether(table):
    t = table("g...T")
    t.condition("T", ROUTED)
    asked = t.do("T", "flee")
    assert asked == []
    assert t.actor("T").conditions == (Condition(ROUTED),)
    assert t.page("T").fled


@rule("OSE-FLEE-03")
def test_a_fled_actor_is_running_to_exhaustion(table):
    t = table("T....\nU...g")
    t.do("T", "flee", dice=["flee", "g"])
    shown = card(t.battle, t.actor("T"))
    assert said(t, shown.state) == "running, Pursuit"
    notes = [said(t, note) for note in shown.notes]
    assert any("runs in panic at high speed, to exhaustion" in note for note in notes)


@rule("OSE-FLEE-06")
def test_only_enemies_who_see_it_go_and_can_run_may_pursue(table):
    t = table("T.g.h\nU.i..")
    t.hide("T")
    t.condition("h", "helpless")
    t.condition("i", ROUTED)
    asked = t.do("T", "flee", dice=["flee"])
    assert [request.title.key for request in asked] == ["flee.confirm"]
    t = table("T.g.h\nU.i..")
    t.condition("h", "helpless")
    t.condition("i", ROUTED)
    asked = t.do("T", "flee", dice=["flee", "g"])
    assert [pick.key for pick in asked[-1].picks] == ["nobody", "g"]
    assert t.at("g") is None
    assert t.page("g").pursues == "T"


@rule("OSE-FLEE-06", "OSE-MOVE-09")
@pytest.mark.parametrize(
    "state", ["grappled", "pinned", "webbed", "prone", "asleep", "paralysed", "held", "turned"]
)
def test_nobody_who_cannot_walk_is_offered_as_a_pursuer(table, state):
    t = table("T.g.h\nU....")
    t.condition("g", state)
    asked = t.do("T", "flee", dice=["flee", "nobody"])
    assert [pick.key for pick in asked[-1].picks] == ["nobody", "h"]


def test_pursuers_count_neither_as_standing_nor_as_lost(table):
    t = table("T....\nU...g")
    t.do("T", "flee", dice=["flee", "g"])
    assert t.at("g") is None
    assert not t.page("g").fled


# --- the facts at hand ----------------------------------------------------------------------------------


@rule("OSE-FLEE-06")
def test_the_referee_decides_about_a_pursuit_with_the_facts_at_hand(table, kit):
    t = table(
        "T.g.h\nU....",
        T=kit.page(kit.SWORD, rate=30),
        g=kit.page(kit.SWORD, rate=20),
        h=kit.page(kit.SWORD, rate=40),
    )
    t.write("T", encumbered=True, other_rate=40)
    t.write("h", other_rate=20)
    asked = t.do("T", "flee", dice=["flee", "g", "nobody"])
    first, second = asked[-2:]
    assert [said(t, line) for line in first.detail] == [
        "Actor T runs: rate 30 ft, encumbered",
        "Can follow, 2: rate 20 to 40 ft",
        "Still fighting: 1 of Party, 2 enemies",
        "Light enough to see the way",
    ]
    assert all(line.rule for line in first.detail)
    notes = {pick.key: said(t, pick.note) for pick in first.picks if pick.note}
    assert notes == {"g": "Rate 20 ft, 10 ft behind", "h": "Rate 40 ft, 20 ft behind, unencumbered"}
    assert [pick.key for pick in second.picks] == ["nobody", "h"]


@rule("OSE-FLEE-09")
def test_in_the_dark_the_facts_say_by_what_light_each_runs_and_who_cannot_follow(table):
    t = table("Tgh\nU.i")
    t.dark()
    t.set_sight("T", 12)
    t.set_sight("i", 6)
    t.write("T", ac=30)
    asked = t.do("T", "flee", dice=["flee", 5, "nobody"])
    question = asked[-1]
    assert [pick.key for pick in question.picks] == ["nobody", "i"]
    told = [said(t, line) for line in question.detail]
    assert "It is dark. Actor T runs by sight in the dark, 60 ft" in told
    assert "Cannot follow in the dark without light: Actor g" in told
    assert said(t, question.picks[1].note) == "Rate 20 ft, 10 ft behind, by sight in the dark, 30 ft"


@rule("OSE-FLEE-09")
def test_where_nobody_can_follow_in_the_dark_nobody_is_asked_for(table):
    t = table("Tg\nU.")
    t.dark()
    t.set_sight("T", 12)
    t.write("T", ac=30)
    asked = t.do("T", "flee", dice=["flee", 5])
    assert "flee.pursue" not in [request.title.key for request in asked]
    told = [event.what.key for event in t.log(Said) if event.gm_only]
    assert told == ["pursuit.nobody_sees"]


@rule("OSE-TRANS-04")
def test_who_runs_and_who_is_after_them_is_said_where_the_pursuit_ends(table, kit):
    t = table("T...gh\nU....", g=kit.page(kit.SWORD, rate=40), T=kit.page(kit.SWORD, rate=30))
    t.write("g", fled=True)
    t.place("g", None)
    t.write("T", pursues="g")
    t.place("T", None)
    assert [said(t, line) for line in runners(t.battle)] == [
        "Running, 1: Actor g, rate 40 ft",
        "After them, 1: Actor T, rate 30 ft",
    ]
