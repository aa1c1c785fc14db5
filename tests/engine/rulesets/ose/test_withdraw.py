"""Withdrawing: the first square is free, the later ones are safer, and the way leads away."""

import pytest

from engine.rulesets.ose import plans
from engine.rulesets.ose.tallies import armour_class

rule = pytest.mark.rule


@rule("OSE-WITHDRAW-03", "OSE-MOVE-04")
def test_the_first_square_left_provokes_nobody_and_later_ones_do(table, kit):
    t = table("ghi\n.T.\n...\n...\n...", h=kit.page(kit.POLEARM))
    asked = t.do("T", "withdraw", "s s", dice=[1])
    assert [request.actor for request in asked] == ["h"]
    assert t.at("T") == (1, 3)


@rule("OSE-WITHDRAW-04")
def test_two_better_against_later_opportunity_attacks_only(table, kit):
    t = table("h..\nT..\n...\n...", h=kit.page(kit.POLEARM))
    asked = t.do("T", "withdraw", "s s", dice=[15])
    assert asked[0].beats == 16
    assert t.at("T") == (0, 3)
    assert armour_class(t.battle, t.actor("T"), attacker=t.actor("h")).total == 14


@rule("OSE-WITHDRAW-02")
def test_it_takes_the_main_action(table):
    t = table("g....\nT....\n.....\n.....\n.....\n.....\n.....")
    assert t.keys("T", "withdraw", "s s s s s") == ["move.too_far"]
    t.do("T", "withdraw", "s s")
    assert t.page("T").turn.main_spent
    t.do("T", "withdraw", "s s")
    assert "OSE-WITHDRAW-02" in t.rules("T", "move", "s")
    t.go_to("melee")
    assert t.keys("T", "attack", target="g") != []


@rule("OSE-WITHDRAW-06")
def test_no_step_nearer_to_an_enemy_that_pressed_unless_the_referee_insists(table):
    t = table("..g\n.T.\n...")
    assert t.rules("T", "withdraw", "s n") == ["OSE-WITHDRAW-06"]
    t.do("T", "withdraw", "s n", force=True)
    assert t.at("T") == (1, 1)


def test_what_pressed_is_remembered_from_the_first_square_on(table):
    t = table("..g...\n.T....\n......\n......")
    t.do("T", "withdraw", "s")
    assert t.page("T").turn.retreat_from == ("g",)
    assert t.keys("T", "withdraw", "n") == ["withdraw.nearer"]


@pytest.mark.parametrize(
    ("policy", "keys"), [("distance", []), ("strict", ["withdraw.into_threat"]), ("off", [])]
)
@rule("OSE-WITHDRAW-05")
def test_a_way_that_ends_beside_another_enemy_is_flagged_where_the_spirit_is_enforced(table, policy, keys):
    t = table("g.....\nT.....\n......\n..w...", options={"withdraw_policy": policy})
    assert t.keys("T", "withdraw", "s") == []
    assert t.keys("T", "withdraw", "se") == keys


def test_a_withdrawal_starts_with_the_first_step(table):
    t = table("g....\n.T...\n.....\n.....\n.....")
    t.do("T", "move", "s", dice=[1])
    t.place("g", (1, 1))
    assert "withdraw.has_moved" in t.keys("T", "withdraw", "s")


@rule("OSE-WITHDRAW-01", "CARD-WITHDRAW-01")
def test_the_reach_shown_holds_no_square_that_comes_nearer(table, kit):
    t = table(
        ".......\n.......\n...g...\n.......\n...T...\n.......\n.......\n.......\n.......",
        g=kit.page(kit.POLEARM),
    )
    reach = plans.reach(t.board, t.actor("T"), "withdraw")
    assert max(reach.costs.values()) == 4
    assert all(max(abs(x - 3), abs(y - 2)) >= 2 for x, y in reach.costs)
    assert {(2, 4), (4, 4), (2, 5), (3, 5), (4, 5)} == {
        cell for cell, cost in reach.costs.items() if cost == 1
    }
