"""Whoever has lost heart only gets away."""

from engine.rulesets.ose import plans
from engine.rulesets.ose.sides import ROUTED

ROWS = ".....\n..g..\n.....\n..T..\n....."


def routed(table):
    t = table(ROWS)
    t.condition("T", ROUTED)
    return t


def test_no_step_nearer_to_an_enemy_unless_the_referee_insists(table):
    t = routed(table)
    assert t.keys("T", "move", "n") == ["rout.nearer"]
    assert t.keys("T", "move", "s n") == ["rout.nearer"]
    assert t.keys("T", "move", "s") == []
    t.do("T", "move", "n", force=True)
    assert t.at("T") == (2, 2)


def test_the_marked_squares_are_those_it_may_run_to(table):
    t = routed(table)
    found = plans.reach(t.board, t.actor("T"), "move")
    assert found.stops
    assert all(max(abs(x - 2), abs(y - 1)) >= 2 for x, y in found.stops)


def test_it_charges_nobody_and_shuns_no_enemy_that_is_routed_itself(table):
    t = routed(table)
    assert "why.routed" in t.keys("T", "charge", "n", target="g")
    t.condition("g", ROUTED)
    assert t.keys("T", "move", "n") == []


def test_an_enemy_that_it_knows_nothing_of_is_not_shunned(table):
    t = routed(table)
    t.hide("g")
    assert t.keys("T", "move", "n") == []


def test_others_go_where_they_like(table):
    t = table(ROWS)
    assert t.keys("T", "move", "n") == []
