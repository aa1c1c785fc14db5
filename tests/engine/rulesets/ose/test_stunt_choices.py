"""What the stunt form offers: kinds and costs that can be paid, and opponents with their distance."""

import pytest

from engine.grid.metric import Metric
from engine.rulesets.ose.sheet import Turn
from engine.rulesets.ose.stunt_choices import costs_open, in_reach_first, kinds_offered, kinds_open, whom


def keys(pairs):
    return {key: words.key for key, words in pairs}


@pytest.mark.rule("OSE-STUNT-14")
def test_a_cost_that_is_gone_is_not_offered(table, kit):
    spent = kit.page(kit.SWORD, turn=Turn(main_spent=True))
    t = table("TU.b", T=spent)
    assert costs_open(t.actor("T")) == ("move", "free", "other")
    assert costs_open(t.actor("T"), overrule=True) == costs_open(t.actor("U"))
    assert "grapple" not in kinds_open(t.actor("T"), overrule=False)
    assert "grapple" in kinds_open(t.actor("T"), overrule=True)


@pytest.mark.rule("OSE-GRAPPLE-01")
def test_grapple_says_that_it_takes_the_main_action_and_asks_for_no_other(table, kit):
    t = table("TU.b", T=kit.page(kit.SWORD, turn=Turn(main_spent=True)))
    assert keys(kinds_offered(t.actor("T")))["grapple"] == "stunt.grapple_used"
    assert keys(kinds_offered(t.actor("U")))["grapple"] == "stunt.grapple_main"


@pytest.mark.rule("OSE-STUNT-15")
def test_whoever_is_out_of_reach_comes_last_with_the_distance(table, kit):
    t = table("Tb..d", T=kit.page(kit.POLEARM))
    people = (t.actor("d"), t.actor("b"))
    assert [one.id for one in in_reach_first(t.board, t.actor("T"), people, "trip")] == ["b", "d"]
    assert [one.id for one in in_reach_first(t.board, t.actor("T"), people, "feint")] == ["d", "b"]
    far = whom(t.board, t.actor("T"), "d", "trip")
    assert (far.key, far.args["feet"]) == ("stunt.whom_far", 20)
    assert whom(t.board, t.actor("T"), "b", "trip").key == "melee.pick"


@pytest.mark.rule("OSE-STUNT-15")
def test_the_reach_of_a_stunt_is_read_like_that_of_a_blow(table, kit):
    rows = "T..\n.b.\n..d"
    readings = {"reach_corners": "distance", "reach_near": "beyond"}
    for options, far in (({}, "melee.pick"), (readings, "stunt.whom_far")):
        t = table(rows, T=kit.page(kit.POLEARM), metric=Metric.ALTERNATING, options=options)
        assert whom(t.board, t.actor("T"), "d", "push").key == far
        assert whom(t.board, t.actor("T"), "b", "push").key == "melee.pick", "a hand gets there"
