"""Shooting and throwing."""

import pytest

from engine.model.events import Harmed, HiddenSet, Said
from engine.rulesets.ose import missiles
from engine.rulesets.ose.menu import targets
from engine.rulesets.ose.sheet import Hands

rule = pytest.mark.rule


def archery(table, kit, rows="T.....g", weapon="BOW", **more):
    fields = {key: more.pop(key) for key in ("phys", "dex", "off", "no_ammunition") if key in more}
    off = fields.pop("off", None)
    return table(rows, T=kit.page(getattr(kit, weapon), off, rate=30, **fields), step="missile", **more)


# --- enemies within 5 ft --------------------------------------------------------------------------------


@rule("OSE-RANGED-07", "CARD-ENGINE-05")
def test_no_shot_with_an_enemy_within_5_ft_diagonals_included(table, kit):
    t = archery(table, kit, "g......\n.T....h\n.......")
    assert t.keys("T", "shoot", target="h") == ["shoot.enemy_near"]
    assert t.reasons("T", "shoot", target="h")[0].args["who"].id == "g"
    t = archery(table, kit, "p......\n.......\n..T...h", p=kit.page(kit.POLEARM))
    assert t.keys("T", "shoot", target="h") == []


@rule("OSE-RANGED-07")
def test_a_wall_between_or_helplessness_lifts_the_ban(table, kit):
    t = archery(table, kit, "g......\n.T....h")
    t.condition("g", "helpless")
    assert t.keys("T", "shoot", target="h") == []
    strict = archery(table, kit, "g......\n.T....h", options={"ranged_ban_helpless": "yes"})
    strict.condition("g", "helpless")
    assert strict.keys("T", "shoot", target="h") == ["shoot.enemy_near"]
    walled = archery(table, kit, "g#.....\n#T....h")
    assert walled.keys("T", "shoot", target="h") == []


@rule("OSE-RANGED-07")
def test_a_big_creature_counts_from_its_nearest_square(table, kit):
    t = archery(table, kit, "g......\n.......\n..T...h", sizes={"g": 2})
    assert t.keys("T", "shoot", target="h") == ["shoot.enemy_near"]


@rule("OSE-RANGED-08")
def test_the_ban_covers_throws_and_a_blow_is_open(table, kit):
    t = archery(table, kit, "Tg.....", "DAGGER")
    assert t.keys("T", "shoot", target="g") == ["shoot.enemy_near"]
    t.go_to("melee")
    assert t.keys("T", "attack", target="g") == []


def test_a_hidden_enemy_is_told_to_the_gm_when_the_shot_is_tried(table, kit):
    t = archery(table, kit, "g......\n.T....h")
    t.hide("g")
    assert t.keys("T", "shoot", target="h") == []
    asked = t.do("T", "shoot", target="h", dice=["forbid"])
    assert asked[0].secret
    assert [event.actor for event in t.log(HiddenSet)] == ["g"]
    assert not t.page("T").turn.main_spent
    t.hide("g")
    t.do("T", "shoot", target="h", dice=["allow", 1])
    assert t.page("T").turn.main_spent


# --- hands and ammunition -------------------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["BOW", "CROSSBOW", "SLING"])
@rule("OSE-RANGED-06")
def test_two_hands_are_needed(table, kit, weapon):
    t = archery(table, kit, weapon=weapon, off=kit.TORCH)
    assert t.rules("T", "shoot", target="g", weapon=weapon.lower()) == ["OSE-RANGED-06"]


@rule("OSE-THROWN-02")
def test_one_hand_is_enough_to_throw(table, kit):
    t = archery(table, kit, weapon="SPEAR", off=kit.SHIELD)
    assert t.keys("T", "shoot", target="g") == []


@pytest.mark.parametrize(
    ("weapon", "ledger"), [("BOW", "OSE-BOW-02"), ("CROSSBOW", "OSE-XBOW-02"), ("SLING", "OSE-SLING-02")]
)
@rule("OSE-BOW-02", "OSE-XBOW-02", "OSE-SLING-02")
def test_ammunition_is_needed(table, kit, weapon, ledger):
    t = archery(table, kit, weapon=weapon, no_ammunition=(weapon.lower(),))
    assert t.rules("T", "shoot", target="g") == [ledger]


@rule("OSE-SLING-03", "OSE-PROC-13")
def test_arrows_are_counted_and_sling_stones_are_not(table, kit):
    t = archery(table, kit)
    for _ in range(3):
        t.do("T", "shoot", target="g", dice=[1])
        t.new_round()
    assert t.page("T").shots == (("bow", 3),)
    t = archery(table, kit, weapon="SLING")
    for _ in range(30):
        t.do("T", "shoot", target="g", dice=[1])
        t.new_round()
    assert t.page("T").shots == ()


# --- what a shot takes of the round ---------------------------------------------------------------------


@pytest.mark.parametrize("weapon", ["BOW", "SLING", "SPEAR"])
@rule("OSE-BOW-01", "OSE-SLING-01", "OSE-THROWN-01", "OSE-ACT-02")
def test_a_shot_takes_the_main_action(table, kit, weapon):
    t = archery(table, kit, weapon=weapon)
    t.write_turn("T", main_spent=True)
    assert t.keys("T", "shoot", target="g") == ["why.main_spent"]
    t.write_turn("T", main_spent=False)
    t.do("T", "shoot", target="g", dice=[1])
    assert t.page("T").turn.main_spent
    t.go_to("melee")
    assert "why.main_spent" in t.keys("T", "attack", target="g")


@pytest.mark.parametrize(("weapon", "manipulations"), [("BOW", 1), ("SLING", 1), ("CROSSBOW", 2)])
@rule("OSE-BOW-03", "OSE-SLING-05", "OSE-XBOW-05")
def test_loading_counts_as_manipulations(table, kit, weapon, manipulations):
    t = archery(table, kit, weapon=weapon)
    t.do("T", "shoot", target="g", dice=[1])
    assert t.page("T").turn.manipulations == manipulations


@pytest.mark.parametrize("weapon", ["BOW", "SLING", "DAGGER"])
@rule("OSE-BOW-04", "OSE-SLING-06", "OSE-THROWN-04")
def test_these_permit_a_move_in_the_same_round(table, kit, weapon):
    t = archery(table, kit, "T..........g", weapon)
    t.go_to("move")
    t.do("T", "move", "e e e e e e")
    t.go_to("missile")
    t.do("T", "shoot", target="g", dice=[1])
    assert t.left("T") == 30


@rule("OSE-RANGED-05")
def test_a_second_item_after_the_shot_costs_the_move(table, kit):
    t = table("T.....g", T=kit.page(kit.BOW, gear=(kit.BOW, kit.DAGGER), rate=30), step="missile")
    t.do("T", "shoot", target="g", dice=[1])
    t.do("T", "item", do="draw:dagger")
    assert t.page("T").turn.manipulations == 2
    assert t.page("T").turn.move_closed


def test_loading_as_the_second_item_needs_the_move(table, kit):
    t = archery(table, kit)
    t.write_turn("T", manipulations=1)
    t.do("T", "shoot", target="g", dice=[1])
    assert t.page("T").turn.move_closed
    t.new_round()
    t.go_to("move")
    t.do("T", "move", "e")
    t.go_to("missile")
    t.write_turn("T", manipulations=1)
    assert t.rules("T", "shoot", target="g") == ["OSE-MANIP-12"]
    t.write_turn("T", manipulations=2)
    assert t.rules("T", "shoot", target="g") == ["OSE-MANIP-13"]


@rule("OSE-XBOW-01", "OSE-XBOW-10")
def test_a_crossbow_takes_the_whole_round(table, kit):
    t = archery(table, kit, weapon="CROSSBOW")
    t.go_to("move")
    t.do("T", "move", "e")
    t.go_to("missile")
    assert t.rules("T", "shoot", target="g") == ["OSE-XBOW-01"]


@rule("OSE-XBOW-04", "OSE-XBOW-05", "OSE-XBOW-06")
def test_cranking_and_loading_are_told_and_take_the_move(table, kit):
    t = archery(table, kit, weapon="CROSSBOW")
    t.do("T", "shoot", target="g", dice=[1])
    assert [event.rule for event in t.log(Said)] == ["OSE-XBOW-04", "OSE-XBOW-05"]
    turn = t.page("T").turn
    assert (turn.main_spent, turn.move_closed, turn.manipulations) == (True, True, 2)


@rule("OSE-XBOW-03")
def test_by_another_reading_the_first_bolt_of_a_fight_lies_ready(table, kit):
    t = archery(table, kit, weapon="CROSSBOW", options={"crossbow_preloaded": "yes"})
    t.go_to("move")
    t.do("T", "move", "e")
    t.go_to("missile")
    t.do("T", "shoot", target="g", dice=[1])
    assert t.page("T").turn.manipulations == 0
    t.new_round()
    t.go_to("move")
    t.do("T", "move", "e")
    t.go_to("missile")
    assert t.rules("T", "shoot", target="g") == ["OSE-XBOW-01"]


# --- range and cover ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "feet", "ledger"), [("SLING", 165, "OSE-SLING-08"), ("DAGGER", 35, "OSE-THROWN-07")]
)
@rule("OSE-SLING-08", "OSE-THROWN-07")
def test_beyond_long_range_there_is_no_shot(table, kit, weapon, feet, ledger):
    squares = feet // 5
    t = archery(table, kit, "T" + "." * (squares - 1) + "g", weapon)
    assert t.rules("T", "shoot", target="g") == [ledger]
    t.place("g", (squares - 1, 0))
    assert t.keys("T", "shoot", target="g") == []


@pytest.mark.parametrize(("squares", "value"), [(14, 1), (15, 0), (28, 0), (29, -1)])
def test_range_bands_change_the_roll(table, kit, squares, value):
    t = archery(table, kit, "T" + "." * (squares - 1) + "g")
    asked = t.do("T", "shoot", target="g", dice=[1])
    assert asked[0].tally.total == value


def test_creatures_in_the_way_are_cover_to_four_at_most(table, kit):
    t = archery(table, kit, "T.BDg..\n.......")
    asked = t.do("T", "shoot", target="g", dice=[1])
    assert asked[0].tally.total == 1 - 2
    crowd = archery(table, kit, "T.BDEFHg")
    assert missiles.cover(crowd.board, crowd.actor("T"), crowd.actor("g")) == 4
    crowd.condition("B", "prone")
    crowd.condition("D", "down")
    assert missiles.cover(crowd.board, crowd.actor("T"), crowd.actor("g")) == 3


def test_no_line_no_shot_and_unknown_enemies_are_no_targets(table, kit):
    t = archery(table, kit, "T.#.g.\n.....h\n######")
    assert t.keys("T", "shoot", target="g") == ["shoot.no_sight"]
    t.hide("h")
    assert set(targets(t.board, t.actor("T"), "shoot")) == set()


# --- damage ---------------------------------------------------------------------------------------------


@rule("OSE-XBOW-07", "OSE-XBOW-08")
def test_a_crossbow_keeps_the_higher_die_and_adds_one(table, kit):
    t = archery(table, kit, weapon="CROSSBOW")
    asked = t.do("T", "shoot", target="g", dice=[20, (1, 6)])
    assert asked[1].dice == (6, 6)
    assert asked[1].keep == "high"
    assert t.log(Harmed)[0].amount == 7


@pytest.mark.parametrize(("dex", "die", "amount"), [(1, 5, 5), (-1, 1, 1)])
@rule("OSE-SLING-09", "OSE-SLING-10")
def test_sling_stones_do_one_less_and_at_least_one(table, kit, dex, die, amount):
    t = archery(table, kit, weapon="SLING", dex=dex)
    t.do("T", "shoot", target="g", dice=[20, die])
    assert t.log(Harmed)[0].amount == amount


@rule("OSE-DEFENSE-03")
def test_full_defence_halves_the_luck_of_archers(table, kit):
    t = archery(table, kit)
    t.write_turn("g", defending=True)
    asked = t.do("T", "shoot", target="g", dice=[(18, 9)])
    assert (asked[0].dice, asked[0].keep) == ((20, 20), "low")
    assert t.rolls()[0].total == 10
    assert not t.log(Harmed)


@rule("OSE-THROWN-05", "OSE-ORDER-06")
def test_what_was_not_thrown_may_strike(table, kit):
    t = archery(table, kit, "T.g....", "AXE")
    t.place("g", (1, 0))
    t.go_to("melee")
    assert t.keys("T", "attack", target="g") == []


@rule("OSE-THROWN-03")
def test_a_thrown_weapon_is_drawn_thrown_and_lies_with_its_target(table, kit):
    t = table("T...g", T=kit.page(gear=(kit.DAGGER,)), step="missile")
    t.do("T", "item", do="draw:dagger")
    t.do("T", "shoot", target="g", dice=[1])
    assert t.page("T").turn.manipulations == 1
    assert t.page("T").hands == Hands()
    assert [(thing.name, thing.cell) for thing in t.battle.things] == [("Dagger", (4, 0))]
    assert t.actor("T").arms.reach == 0


@rule("OSE-SHIELD-05")
def test_a_shield_may_be_splintered_against_a_missile(table, kit):
    t = archery(table, kit, g=kit.page(kit.MACE, kit.SHIELD))
    asked = t.do("T", "shoot", target="g", dice=[20, 6, "yes"])
    assert asked[2].detail[0].args["amount"] == 6
    assert t.page("g").hp == 10
