"""Braced weapons against a charge."""

import pytest

from engine.model.actor import GRAPPLED
from engine.model.events import Harmed, Missed, Struck
from engine.rulesets.ose import strikes
from engine.rulesets.ose.card import card

rule = pytest.mark.rule


def braced(table, kit, rows="T.......g\n.........", weapon="SPEAR", who="g", **more):
    t = table(rows, **{who: kit.page(getattr(kit, weapon), phys=1), **more})
    t.write_turn(who, braced=True)
    return t


@rule("OSE-BRACE-05", "CARD-ENGINE-04")
def test_the_attack_is_made_in_the_first_threatened_square(table, kit):
    t = braced(table, kit, weapon="POLEARM")
    t.write("T", hp=99)
    asked = t.do("T", "charge", "e e e e e e e", "g", dice=[14, 4])
    assert asked[0].kicker.key == "strike.kicker_brace"
    assert t.at("T") == (6, 0)


@rule("OSE-BRACE-08")
def test_a_hit_does_double_damage(table, kit):
    t = braced(table, kit)
    t.write("T", hp=99)
    t.do("T", "charge", target="g", dice=[14, 4])
    assert [harm.amount for harm in t.log(Harmed)] == [10]


def test_by_another_reading_only_the_dice_are_doubled(table, kit):
    t = braced(table, kit, options={"brace_doubling": "dice"})
    t.write("T", hp=99)
    t.do("T", "charge", target="g", dice=[14, 4])
    assert [harm.amount for harm in t.log(Harmed)] == [9]


@rule("OSE-BRACE-09")
def test_a_hit_ends_the_movement_there(table, kit):
    t = braced(table, kit, weapon="POLEARM")
    t.write("T", hp=99)
    t.do("T", "charge", "e e e e e e e", "g", dice=[14, 1])
    assert t.at("T") == (6, 0)
    assert "OSE-CHARGE-12" in t.rules("T", "move", "e")


def test_a_miss_lets_the_charge_go_on_past_ordinary_attacks(table, kit):
    t = braced(table, kit, weapon="POLEARM")
    asked = t.do("T", "charge", "e e e e e e e", "g", dice=[1, 1])
    assert [request.title.key for request in asked] == ["attack.ask_brace", "attack.ask_opportunity"]
    assert t.at("T") == (7, 0)


@rule("OSE-BRACE-10")
def test_a_stopped_charger_still_strikes_what_it_can_reach(table, kit):
    t = braced(table, kit, weapon="POLEARM", T=kit.page(kit.POLEARM, hp=99))
    t.do("T", "charge", target="g", dice=[14, 1])
    assert t.at("T") == (6, 0)
    t.go_to("melee")
    assert t.keys("T", "attack", target="g") == []
    t = braced(table, kit, weapon="POLEARM", T=kit.page(kit.SWORD, hp=99))
    t.do("T", "charge", target="g", dice=[14, 1])
    t.go_to("melee")
    assert t.keys("T", "attack", target="g") == ["melee.out_of_reach"]


def test_by_another_reading_a_stopped_charger_has_no_attack(table, kit):
    t = braced(
        table,
        kit,
        weapon="POLEARM",
        T=kit.page(kit.POLEARM, hp=99),
        options={"stopped_charge_attacks": "no"},
    )
    t.do("T", "charge", target="g", dice=[14, 1])
    t.go_to("melee")
    assert t.rules("T", "attack", target="g") == ["OSE-BRACE-10"]


@rule("OSE-BRACE-06")
def test_every_charger_is_met_once(table, kit):
    t = braced(table, kit, "T.......g.......U\n.................")
    t.write("T", hp=99)
    t.write("U", hp=99)
    t.do("T", "charge", target="g", dice=[14, 1])
    t.do("U", "charge", target="g", dice=[14, 1])
    assert t.page("g").turn.braced_against == ("T", "U")


def test_by_another_reading_only_the_first_charger_is_met(table, kit):
    t = braced(table, kit, "T.......g.......U\n.................", options={"brace_limit": "one"})
    t.do("T", "charge", target="g", dice=[1])
    assert t.do("U", "charge", target="g") == []


@rule("OSE-BRACE-07")
def test_the_bracer_may_hold(table, kit):
    t = braced(table, kit)
    asked = t.do("T", "charge", target="g", dice=["none"])
    assert [pick.key for pick in asked[0].instead] == ["none"]
    assert t.at("T") == (7, 0)
    assert t.page("g").turn.braced_against == ()


@rule("OSE-BRACE-11")
def test_it_guards_others_too(table, kit):
    t = braced(table, kit, "T......b\n.......s", who="s", b=kit.page(kit.BOW))
    t.do("T", "charge", "e e e e e e", "b", dice=[1])
    assert [missed.attacker for missed in t.log(Missed)] == ["s"]


@rule("OSE-BRACE-14")
def test_no_other_movement_sets_it_off(table, kit):
    t = braced(table, kit, "T..g....\n........")
    assert t.do("T", "move", "e e") == []
    t = braced(table, kit, "hTg.....\n........")
    assert t.do("T", "withdraw", "s") == []


@rule("OSE-BRACE-03")
def test_without_the_weapon_or_grappled_the_brace_is_gone(table, kit):
    t = braced(table, kit)
    t.condition("g", GRAPPLED)
    assert t.do("T", "charge", target="g") == []
    t = braced(table, kit)
    t.write("g", hands=type(t.page("g").hands)())
    assert t.do("T", "charge", target="g") == []


@rule("OSE-BRACE-12", "OSE-BRACE-13")
def test_the_braced_do_nothing_on_their_turn(table, kit):
    t = braced(table, kit, "Tg...\n.....")
    t.go_to("melee", "foes")
    assert "OSE-BRACE-12" in t.rules("g", "attack", target="T")
    assert "brace" in card(t.battle, t.actor("g")).badges


def test_who_stands_within_the_braced_reach_has_not_charged_into_it(table, kit):
    t = table("p.......\nT....g..\n........", p=kit.page(kit.SPEAR))
    t.write_turn("p", braced=True)
    t.write("p", rate=0)
    planned = strikes.strikes(t.board, t.actor("T"), (0, 1), (1, 1), "charge", True)
    assert [strike.when.value for strike in planned] == ["leaving"]


def test_by_another_reading_the_blow_falls_before_entering(table, kit):
    t = braced(table, kit, options={"brace_trigger": "before_entry"})
    t.write("T", hp=99)
    t.do("T", "charge", "e e e e e e e", "g", dice=[14, 1])
    assert t.at("T") == (6, 0)


def test_several_bracers_in_one_square_all_strike_even_after_a_hit(table, kit):
    t = table("T.....g\n......h", g=kit.page(kit.SPEAR), h=kit.page(kit.SPEAR))
    for who in "gh":
        t.write_turn(who, braced=True)
    t.write("T", hp=99)
    t.do("T", "charge", target="g", dice=[14, 1, 14, 1])
    assert [struck.attacker for struck in t.log(Struck)] == ["g", "h"]


def test_a_shield_takes_the_damage_and_the_charge_still_stops(table, kit):
    t = braced(table, kit, weapon="POLEARM", T=kit.page(kit.MACE, kit.SHIELD))
    t.do("T", "charge", "e e e e e e e", "g", dice=[15, 6, "yes"])
    assert t.at("T") == (6, 0)
    assert t.page("T").hp == 10
