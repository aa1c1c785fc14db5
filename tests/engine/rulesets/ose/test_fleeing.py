"""Flee: what is said before and after it."""

from __future__ import annotations

import pytest

from engine.model.actor import Condition
from engine.rulesets.ose.card import card
from engine.rulesets.ose.detailed import ABOUT
from engine.rulesets.ose.menu import menu
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
