"""Blows in the Melee step."""

import pytest

from engine.model.actor import BLIND, GRAPPLED, HELPLESS, PINNED
from engine.model.events import Harmed, Struck
from engine.rulesets.ose import melee
from engine.rulesets.ose.harm import settle_pending
from engine.rulesets.ose.menu import targets
from engine.rulesets.ose.sheet import Hands

rule = pytest.mark.rule


@pytest.mark.parametrize(
    ("main", "off", "ledger"),
    [
        ("SWORD", None, "OSE-ONEHAND-02"),
        ("POLEARM", None, "OSE-REACH-02"),
        ("GREATSWORD", None, "OSE-TWOHAND-02"),
        ("SWORD", "DAGGER", "OSE-TWOWEAPON-02"),
        ("MACE", "SHIELD", "OSE-SHIELD-02"),
    ],
)
@rule("OSE-ONEHAND-02", "OSE-REACH-02", "OSE-TWOHAND-02", "OSE-TWOWEAPON-02", "OSE-SHIELD-02")
def test_an_attack_takes_the_main_action_in_every_stance(table, kit, main, off, ledger):
    t = table("Tg", T=kit.page(getattr(kit, main), getattr(kit, off) if off else None), step="melee")
    t.do("T", "attack", target="g", dice=[1])
    assert t.page("T").turn.main_spent
    assert t.rules("T", "attack", target="g") == ["OSE-ACT-02"]


@rule("OSE-TWOWEAPON-03")
def test_two_weapons_one_roll_with_the_main_hand(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, kit.DAGGER), step="melee", options={"variable_damage": "yes"})
    asked = t.do("T", "attack", target="g", dice=[13, 8])
    assert [request.dice for request in asked] == [(20,), (8,)]


@rule("OSE-REACH-03", "CARD-REACH-01")
def test_a_pole_arm_covers_the_whole_block_around_its_wielder(table, kit):
    t = table(".....\n.....\n..T..\n.....\n.....", T=kit.page(kit.POLEARM, gear=(kit.POLEARM, kit.SWORD)))
    cells = {t.board.extent.cell(i) for i in t.board.strike_area(t.actor("T"))}
    assert cells == {(x, y) for x in range(5) for y in range(5)} - {(2, 2)}
    t.write("T", hands=Hands("sword"))
    cells = {t.board.extent.cell(i) for i in t.board.strike_area(t.actor("T"))}
    assert cells == {(x, y) for x in range(1, 4) for y in range(1, 4)} - {(2, 2)}


@rule("OSE-REACH-04")
def test_the_second_rank_strikes_over_a_friend_without_penalty(table, kit):
    t = table("TBg", T=kit.page(kit.POLEARM), step="melee")
    asked = t.do("T", "attack", target="g", dice=[14, 3])
    assert asked[0].tally.total == 0
    assert t.page("g").hp == 7
    sword = table("TBg", step="melee")
    assert sword.keys("T", "attack", target="g") == ["melee.out_of_reach"]
    assert sword.reasons("T", "attack", target="g")[0].args["feet"] == 5


def test_walls_stop_blows_and_one_corner_does_not(table):
    t = table("T#.\n.g.", step="melee")
    assert t.keys("T", "attack", target="g") == []
    t = table("T#.\n#g.", step="melee")
    assert "melee.barred" in t.keys("T", "attack", target="g")


@rule("OSE-DEFENSE-02")
def test_full_defence_rolls_two_dice_and_keeps_the_lower(table):
    t = table("Tg", step="melee")
    t.write("g", defending_until=2)
    asked = t.do("T", "attack", target="g", dice=[(17, 5)])
    assert asked[0].keep == "low"
    assert t.rolls()[0].total == 5
    assert not t.log(Struck)


def test_a_twenty_needs_both_dice_under_disadvantage(table):
    t = table("Tg", step="melee", g=None)
    t.write("g", ac=30)
    t.write_turn("g", defending=True)
    t.do("T", "attack", target="g", dice=[(20, 19)])
    assert not t.log(Struck)
    t.new_round()
    t.write_turn("g", defending=True)
    t.do("T", "attack", target="g", dice=[(20, 20), 1])
    assert t.log(Struck)


@rule("OSE-ORDER-08")
def test_a_monster_makes_all_its_attacks_each_on_its_own_target(table, kit):
    bear = kit.page(natural=(kit.CLAW, kit.BITE), routines=(("claw", "claw", "bite"),))
    t = table("Bg\nh.", B=bear, step="melee")
    asked = t.do("B", "attack", target="g h g", dice=[14, 1, 14, 2, 1])
    assert [(harm.actor, harm.amount) for harm in t.log(Harmed)] == [("g", 1), ("h", 2)]
    assert [request.kicker.args["n"] for request in asked if request.kicker] == [1, 2, 3]


def test_when_the_target_falls_the_rest_may_go_to_another_or_nobody(table, kit):
    bear = kit.page(natural=(kit.CLAW, kit.BITE))
    t = table("Bg\nh.", B=bear, g=kit.page(kit.SWORD, hp=1), step="melee")
    t.do("B", "attack", target="g", dice=[14, 1, "h", 14, 2])
    assert [harm.actor for harm in t.log(Harmed)] == ["g", "h"]
    t = table("Bg\nh.", B=bear, g=kit.page(kit.SWORD, hp=1), step="melee")
    t.do("B", "attack", target="g", dice=[14, 1, "none"])
    assert [harm.actor for harm in t.log(Harmed)] == ["g"]
    alone = table("Bg\n..", B=bear, g=kit.page(kit.SWORD, hp=1), step="melee")
    assert len(alone.do("B", "attack", target="g", dice=[14, 1])) == 2


def test_alternative_routines_are_chosen_by_weapon(kit, table):
    rat = kit.page(kit.SWORD, natural=(kit.BITE,), routines=(("bite",), ("sword",)))
    t = table("Rg", R=rat, step="melee")
    assert melee.routines(t.actor("R")) == (("bite",), ("sword",))
    asked = t.do("R", "attack", target="g", weapon="sword", dice=[1])
    assert asked[0].detail[0].args["means"].args["name"] == "sword"
    t.write("R", hands=Hands())
    assert melee.routines(t.actor("R")) == (("bite",),)


def test_bare_hands_do_a_d2(table, kit):
    t = table("Tg", T=kit.page(phys=1), step="melee")
    asked = t.do("T", "attack", target="g", dice=[14, 2])
    assert asked[1].dice == (2,)
    assert t.page("g").hp == 7


@pytest.mark.rule("OSE-BASE-04")
def test_the_helpless_take_the_most_damage_without_a_roll(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, phys=1), step="melee")
    t.condition("g", HELPLESS)
    assert t.do("T", "attack", target="g") == []
    assert t.page("g").hp == 3
    assert [event.rule for event in t.events if isinstance(event, Struck)] == ["OSE-BASE-04"]


@rule("OSE-SUMM-02")
def test_of_several_things_that_make_helpless_always_the_same_one_is_named(table):
    t = table("Tg", step="melee")
    for keys, named in (
        ((HELPLESS, "held", "asleep", PINNED), PINNED),
        ((HELPLESS, "held", "asleep"), "asleep"),
        ((HELPLESS,), HELPLESS),
    ):
        t.condition("T", *keys)
        (why,) = [one for one in t.reasons("T", "attack", target="g") if one.key == "why.helpless"]
        assert why.args["state"].key == f"condition.{named}"


@pytest.mark.rule("OSE-BASE-04")
def test_the_blind_cannot_aim_and_are_hit_without_a_roll(table):
    t = table("Tg", step="melee")
    t.condition("g", BLIND)
    asked = t.do("T", "attack", target="g", dice=[4])
    assert [request.title.key for request in asked] == ["attack.ask_damage"]
    t.condition("T", BLIND)
    t.new_round()
    assert "melee.blind" in t.keys("T", "attack", target="g")


def test_the_grappled_strike_with_small_weapons_only(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, gear=(kit.SWORD, kit.DAGGER)), step="melee")
    t.condition("T", GRAPPLED)
    assert t.keys("T", "attack", target="g", weapon="sword") == ["melee.not_ready"]
    t.write("T", hands=Hands("dagger"))
    assert t.keys("T", "attack", target="g", weapon="dagger") == []


def test_who_cannot_be_seen_cannot_be_struck(table):
    t = table("Tg", step="melee")
    t.hide("g")
    assert "melee.unseen" in t.keys("T", "attack", target="g")
    assert targets(t.board, t.actor("T"), "attack") == {}


def test_a_big_creature_is_struck_at_any_of_its_squares(table):
    t = table("g...\n....\n..T.", sizes={"g": 2}, step="melee")
    assert t.keys("T", "attack", target="g") == []


@rule("OSE-SHIELD-05")
@pytest.mark.parametrize(
    ("reading", "dice", "questions"),
    [
        ("after_damage", [20, 6, "no"], 3),
        ("before_damage", [20, "yes"], 2),
        ("before_damage", [20, "no", 6], 3),
        ("off", [20, 6], 2),
    ],
)
def test_when_a_shield_may_be_splintered(table, kit, reading, dice, questions):
    t = table("Tg", g=kit.page(kit.MACE, kit.SHIELD), options={"splinter": reading}, step="melee")
    assert len(t.do("T", "attack", target="g", dice=dice)) == questions
    assert t.page("g").hp == (10 if "yes" in dice else 4)
    assert (t.page("g").shields == ()) is ("yes" in dice)


@rule("OSE-ORDER-02")
def test_by_another_reading_damage_waits_for_the_end_of_the_step(table):
    t = table("Tg\nU.", options={"step_resolution": "simultaneous"}, step="melee")
    t.write("g", hp=3)
    t.do("T", "attack", target="g", dice=[20, 3])
    assert t.page("g").hp == 3
    t.do("U", "attack", target="g", dice=[20, 2])
    t.drive(settle_pending)
    assert [(harm.by, harm.amount) for harm in t.log(Harmed)] == [("T", 3), ("U", 2)]
    assert t.page("g").dead
