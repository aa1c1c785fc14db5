"""Attacks of opportunity: who may strike at a step, and what a hit does to it."""

import pytest
from msgspec.structs import replace

from engine.model.actor import BLIND, GRAPPLED, HELPLESS, PINNED, PRONE
from engine.model.events import Dropped, Harmed, Missed, Moved, Struck
from engine.model.requests import AskChoice, Ruling
from engine.rulesets.ose import strikes
from engine.rulesets.ose.sheet import Casting

rule = pytest.mark.rule


def strikers(t, who, path, manner="move"):
    """Who would strike at each step of a path that nothing holds up."""
    found, src, first = [], t.at(who), True
    for dst in t.way(who, path):
        found.append([s.attacker for s in strikes.strikes(t.board, t.actor(who), src, dst, manner, first)])
        src, first = dst, False
    return found


# --- which steps provoke --------------------------------------------------------------------------------


@rule("OSE-MOVE-03")
def test_entering_a_threatened_square_is_free_and_leaving_it_is_not(table):
    t = table("T....\n...g.\n.....")
    assert strikers(t, "T", "e e w") == [[], [], ["g"]]


@rule("OSE-GEN-10")
def test_moving_within_one_creatures_threat_provokes_it(table, kit):
    t = table("......\n.g....\n......\n.T....", g=kit.page(natural=(kit.BITE,), body_reach=1), sizes={"g": 2})
    asked = t.do("T", "move", "e", dice=[1])
    assert [request.about for request in asked] == ["T"]
    assert t.at("T") == (2, 3)


@rule("OSE-GEN-11")
def test_passing_through_provokes_on_leaving_each_threatened_square(table):
    t = table("....g.\nT.....\n......")
    t.place("g", (2, 0))
    assert strikers(t, "T", "e s") == [[], ["g"]]
    t = table("......g\nT......")
    assert strikers(t, "T", "e e e e") == [[], [], [], []]
    t.place("g", (2, 0))
    assert strikers(t, "T", "e e e e") == [[], ["g"], ["g"], ["g"]]


@rule("OSE-GEN-12")
def test_stepping_out_of_reach_provokes_once(table):
    t = table(".Tg..\n.....")
    assert strikers(t, "T", "w") == [["g"]]


@rule("OSE-GEN-13")
def test_one_defender_strikes_at_everybody_who_leaves(table):
    t = table(".....\n.BCD.\n.EgF.\n.....")
    for who, way in (("B", "n"), ("C", "n"), ("D", "n"), ("E", "w"), ("F", "e")):
        t.do(who, "move", way, dice=[1])
        assert [missed.attacker for missed in t.log(Missed)] == ["g"]


@rule("OSE-AOO-02", "CARD-THREAT-02")
def test_a_big_creature_threatens_all_squares_around_it_unless_a_wall_is_between(table):
    t = table(".....\n.b...\n.....\n.....\n.....", sizes={"b": 2})
    area = {t.board.extent.cell(i) for i in t.board.strike_area(t.actor("b"))}
    assert area == {(x, y) for x in range(4) for y in range(4)} - {(1, 1), (2, 1), (1, 2), (2, 2)}
    walled = table(".....\n.b...\n.....\n#....\n.....", sizes={"b": 2})
    assert (0, 3) not in {walled.board.extent.cell(i) for i in walled.board.strike_area(walled.actor("b"))}


@rule("OSE-AOO-03")
def test_long_necks_reach_farther(table, kit):
    t = table("h......\n.......\n.......\nT......", h=kit.page(natural=(kit.BITE,), body_reach=2))
    assert t.actor("h").arms.reach == 2
    t.place("T", (2, 2))
    assert strikers(t, "T", "e") == [["h"]]
    t.place("T", (3, 2))
    assert strikers(t, "T", "e") == [[]]


@rule("CARD-THREAT-02", "CARD-THREAT-01")
def test_the_threat_shown_is_the_threat_played(table, kit):
    t = table(
        "a.b.d\n.....\n..T..\n.....", a=kit.page(kit.SWORD), b=kit.page(kit.BOW), d=kit.page(kit.POLEARM)
    )
    for _ in range(2):
        shown = t.board.threat_counts([t.actor(who) for who in "abd"])
        for y in range(4):
            for x in range(5):
                if (x, y) in [t.at(who) for who in "abd"]:
                    continue
                t.place("T", (x, y))
                played = {s.attacker for s in strikes.leaving(t.board, t.actor("T"), (x, y), None, "move")}
                assert played == set(shown.get(t.board.extent.index((x, y)), ()))
        t.write("a", hands=type(t.page("a").hands)())
        assert t.actor("a").arms.reach == 0


# --- who may strike -------------------------------------------------------------------------------------


@rule("OSE-AOO-04")
def test_a_weapon_must_be_in_hand(table, kit):
    t = table("g....\n.T...\n.....", g=kit.page(kit.BOW, gear=(kit.BOW, kit.SWORD)))
    assert strikers(t, "T", "s") == [[]]
    t.write("g", hands=type(t.page("g").hands)("sword"))
    assert strikers(t, "T", "s") == [["g"]]


@rule("OSE-AOO-21")
def test_teeth_threaten_and_fists_do_not(table, kit):
    t = table("wm...\nT....\n.....", w=kit.page(natural=(kit.BITE,)), m=kit.page())
    assert strikers(t, "T", "s") == [["w"]]


@pytest.mark.parametrize(("weapon", "threatens"), [("AXE", True), ("SPEAR", True), ("JAVELIN", False)])
@rule("OSE-AOO-04")
def test_what_is_held_for_throwing_threatens_if_it_can_also_strike(table, kit, weapon, threatens):
    t = table("g..\nT..\n...", g=kit.page(getattr(kit, weapon)))
    assert strikers(t, "T", "s") == [["g"] if threatens else []]


@rule("OSE-REACH-05")
def test_a_pole_arm_held_beside_a_shield_neither_threatens_nor_strikes(table, kit):
    t = table("g..\nT..\n...", g=kit.page(kit.POLEARM, kit.SHIELD))
    assert t.actor("g").arms.reach == 0
    t.go_to("melee", "foes")
    assert t.keys("g", "attack", target="T", weapon="polearm") == ["melee.not_ready"]
    t.write("g", hands=type(t.page("g").hands)("polearm"), shields=())
    assert t.actor("g").arms.reach == 2


STATES = {
    "aoo_casting": lambda t: t.write_turn("g", casting=Casting.CASTING),
    "aoo_braced": lambda t: t.write_turn("g", braced=True),
    "aoo_defending": lambda t: t.write_turn("g", defending=True),
    "aoo_prone": lambda t: t.condition("g", PRONE),
    "aoo_unarmed": lambda t: t.write("g", hands=type(t.page("g").hands)()),
}


@pytest.mark.parametrize("key", STATES)
@pytest.mark.parametrize("reading", ["yes", "no"])
@rule("OSE-AOO-04")
def test_states_bar_opportunity_attacks_as_the_table_reads_them(table, key, reading):
    t = table("g..\nT..\n...", options={key: reading})
    STATES[key](t)
    assert strikers(t, "T", "s") == [["g"] if reading == "yes" else []]
    assert bool(t.actor("g").arms.reach) is (reading == "yes")


@pytest.mark.parametrize("reading", ["yes", "no"])
def test_the_surprised_strike_back_unless_the_table_says_no(table, reading):
    t = table("g..\nT..\n...", options={"aoo_surprised": reading})
    now = t.battle.round
    sides = tuple(replace(side, surprised=side.side == "foes") for side in now.sides)
    t.battle = replace(t.battle, round=replace(now, surprise=True, sides=sides))
    assert strikers(t, "T", "s") == [["g"] if reading == "yes" else []]


@pytest.mark.parametrize("condition", [HELPLESS, PINNED, BLIND, "turned", "down"])
def test_the_helpless_the_blind_and_the_turned_do_not_strike(table, condition):
    t = table("g..\nT..\n...")
    t.condition("g", condition)
    assert strikers(t, "T", "s") == [[]]


def test_who_is_grappled_strikes_with_small_or_natural_weapons_only(table, kit):
    t = table("g..\nT..\n...", g=kit.page(kit.SWORD))
    t.condition("g", GRAPPLED)
    assert strikers(t, "T", "s") == [[]]
    t.write("g", gear=(kit.DAGGER,), hands=type(t.page("g").hands)("dagger"))
    assert strikers(t, "T", "s") == [["g"]]


def test_nobody_strikes_at_what_it_cannot_see(table):
    t = table("g..\nT..\n...")
    t.hide("T")
    assert strikers(t, "T", "s") == [[]]


def test_all_hostile_sides_strike(table):
    t = table("g1.\n.T.\n...")
    assert strikers(t, "T", "s") == [["g", "1"]]


@rule("OSE-AOO-20")
def test_a_feint_spares_its_target_one_enemys_attack_for_one_movement(table):
    t = table("a.b\n.T.\n...\n...\n...")
    t.write("T", spared=("a",))
    assert strikers(t, "T", "s") == [["b"]]
    t.do("T", "move", "s", dice=[1])
    assert t.page("T").spared == ()


# --- resolution -----------------------------------------------------------------------------------------


@rule("OSE-AOO-05")
def test_the_step_waits_for_the_attack(table):
    t = table("......\n..g...\nT.....")
    asked = t.do("T", "move", "e e", dice=[1])
    order = [type(event).__name__ for event in t.events if type(event) in (Moved, Missed)]
    assert order == ["Moved", "Missed", "Moved"]
    assert len(asked) == 1


@rule("OSE-AOO-06")
def test_the_normal_attack_with_bonus_and_stance(table, kit):
    t = table("g..\nT..\n...", g=kit.page(kit.GREATSWORD, attack_bonus=1))
    asked = t.do("T", "move", "s", dice=[13, 4])
    assert asked[0].tally.total == 1
    assert asked[0].beats == 14
    assert t.log(Harmed)[0].amount == 5


@rule("OSE-AOO-09")
def test_a_hit_does_normal_damage(table, kit):
    t = table("g..\nT..\n...", g=kit.page(kit.SWORD, phys=1))
    t.do("T", "move", "s", dice=[20, 5])
    assert t.page("T").hp == 4


@rule("OSE-AOO-10", "CARD-ENGINE-03")
def test_a_hit_sends_back(table):
    t = table("g..\nT..\n...")
    t.do("T", "move", "s", dice=[14, 1])
    assert t.at("T") == (0, 1)
    assert not t.log(Moved)


@rule("OSE-AOO-10")
def test_a_big_mover_goes_back_whole_and_is_struck_at_once_a_step(table):
    t = table("......\n.B....\n......\n...g..\n......", sizes={"B": 2})
    asked = t.do("B", "move", "n", dice=[14, 1])
    assert t.at("B") == (1, 1)
    assert len(asked) == 2


@rule("OSE-AOO-11")
def test_the_movement_of_the_attempt_is_lost_once_however_many_hit(table, kit):
    t = table("g..\nT..\n...", T=kit.page(kit.SWORD, rate=30, hp=30))
    t.do("T", "move", "s", dice=[14, 1])
    assert 30 - t.left("T") == 25
    t = table("g.h\n.T.\n...", T=kit.page(kit.SWORD, rate=30, hp=30))
    t.do("T", "move", "s", dice=[14, 1, 14, 1])
    assert 30 - t.left("T") == 25


@rule("OSE-AOO-12")
def test_trying_again_while_movement_remains(table, kit):
    t = table("g..\nT..\n...", T=kit.page(kit.SWORD, rate=10, hp=30), options={})
    t.write_turn("T", main_spent=True)
    t.do("T", "move", "s", dice=[14, 1])
    t.do("T", "move", "s", dice=[14, 1])
    assert t.rules("T", "move", "s") == ["OSE-MOVE-01"]


@rule("OSE-AOO-13")
def test_each_attempt_provokes_anew(table, kit):
    t = table("g..\nT..\n...", T=kit.page(kit.SWORD, hp=30))
    asked = t.do("T", "move", "s", dice=[14, 1, 1], retry=True)
    assert [request.title.key for request in asked].count("attack.ask_opportunity") == 2
    assert t.at("T") == (0, 2)
    assert t.left("T") == 10


@rule("OSE-AOO-14", "OSE-AOO-19")
def test_all_threateners_strike_and_any_hit_returns_the_mover(table):
    t = table("g.h\n.T.\n...")
    asked = t.do("T", "move", "s", dice=[1, 14, 1])
    assert [request.kicker.args for request in asked if request.kicker] == [
        {"n": 1, "of": 2},
        {"n": 2, "of": 2},
    ]
    assert t.at("T") == (1, 1)
    assert t.left("T") == 5


@rule("OSE-AOO-15")
def test_one_opponent_strikes_at_every_step(table):
    t = table("......\n..g...\n.T....\n......")
    t.write("T", rate=30)
    t.do("T", "move", "e e e", dice=[1, 1, 1])
    assert [missed.attacker for missed in t.log(Missed)] == ["g", "g", "g"]
    assert t.at("T") == (4, 2)


@rule("OSE-AOO-16")
def test_opportunity_attacks_use_up_nothing(table):
    t = table("......\n..g...\n.T....\n......")
    t.write("T", rate=30)
    t.do("T", "move", "e e", dice=[1, 1])
    t.go_to("melee", "foes")
    assert t.keys("g", "attack", target="T") == []


@rule("OSE-AOO-07")
def test_one_attack_of_several_is_chosen(table, kit):
    bear = kit.page(natural=(kit.CLAW, kit.BITE))
    t = table("b..\nT..\n...", b=bear)
    asked = t.do("T", "move", "s", dice=["with:claw", 14, 3])
    assert asked[0].detail[0].args["means"].args["name"] == "bite"
    assert {pick.key for pick in asked[0].instead} == {"none", "stunt", "with:claw"}
    assert [request.dice for request in asked[1:]] == [(20,), (3,)]
    assert t.page("T").hp == 7


@rule("OSE-AOO-17")
def test_the_attack_may_be_declined(table):
    t = table("g..\nT..\n...")
    t.do("T", "move", "s", dice=["none"])
    assert t.at("T") == (0, 2)
    assert not t.rolls()


@rule("OSE-AOO-08")
def test_a_stunt_instead_may_hold_the_mover_up(table):
    t = table("g..\nT..\n...")
    asked = t.do("T", "move", "s", dice=["stunt", "block", "success"])
    assert asked[1].title.key == "stunt.ask_kind"
    assert t.at("T") == (0, 1)
    assert t.left("T") == 5
    words = Ruling("Hooks the leg to bring him down")
    asked = t.do("T", "move", "s", dice=["stunt", "other", words, "partial", Ruling("Hobbles"), "yes"])
    assert asked[-1].title.key == "strike.stunt_stops"
    assert t.at("T") == (0, 1)
    t.do("T", "move", "s", dice=["stunt", "other", words, "partial", Ruling("Slips"), "no"])
    assert t.at("T") == (0, 2)


@rule("OSE-AOO-18", "CARD-PATH-01")
def test_the_preview_names_every_attacker_of_every_step(table):
    t = table(".g.h...\nT......\n...i...")
    rows = strikers(t, "T", "e e e e e")
    assert [sorted(row) for row in rows] == [["g"], ["g"], ["g", "h", "i"], ["h", "i"], ["h", "i"]]


@rule("OSE-AOO-01")
def test_nothing_but_movement_provokes(table, kit):
    t = table("g..\nT..\n...", T=kit.page(gear=(kit.SWORD,)))
    assert t.do("T", "item", do="draw:sword") == []
    t.condition("T", PRONE)
    assert t.do("T", "stand") == []


def test_a_mover_that_drops_lies_where_it_stood_and_the_rest_is_not_rolled(table):
    t = table("g.h\n.T.\n...")
    t.write("T", hp=1)
    t.do("T", "move", "s", dice=[14, 1])
    assert t.at("T") == (1, 1)
    assert t.page("T").dead
    assert [event.actor for event in t.log(Dropped)] == ["T"]


def test_by_another_reading_the_rest_still_strike_at_who_dropped(table, kit):
    t = table(
        "g.h\n.T.\n...", T=kit.page(kit.SWORD, hp=1, character=True), options={"aoo_after_drop": "roll"}
    )
    t.do("T", "move", "s", dice=[14, 1, 15, "strike", 15])
    assert len(t.log(Struck)) == 2
    assert len(t.rolls("dying.ask", "dying.ask_again")) == 2


def test_by_another_reading_the_first_hit_ends_it(table):
    t = table("g.h\n.T.\n...", options={"aoo_resolution": "first_hit"})
    asked = t.do("T", "move", "s", dice=[14, 1])
    assert len(asked) == 2
    assert t.at("T") == (1, 1)


def test_by_another_reading_only_leaving_the_threat_provokes(table):
    t = table("......\n..g...\n.T....\n......", options={"aoo_trigger": "outside"})
    assert strikers(t, "T", "e e e") == [[], [], ["g"]]
    assert strikers(t, "T", "w") == [["g"]]


def test_nearer_attackers_strike_first_then_the_roster_decides(table, kit):
    t = table("p....\n.....\n..T..\n...g.\n.....", p=kit.page(kit.POLEARM))
    assert strikers(t, "T", "w") == [["g", "p"]]


@rule("OSE-SHIELD-05")
def test_a_splintered_shield_saves_from_harm_not_from_being_sent_back(table, kit):
    t = table("g..\nT..\n...", T=kit.page(kit.MACE, kit.SHIELD))
    t.do("T", "move", "s", dice=[15, 6, "yes"])
    assert t.page("T").hp == 10
    assert t.page("T").shields == ()
    assert t.at("T") == (0, 1)


def test_the_blind_are_hit_without_a_roll(table):
    t = table("g..\nT..\n...")
    t.condition("T", BLIND)
    asked = t.do("T", "move", "s", dice=["strike", 4])
    assert isinstance(asked[0], AskChoice)
    assert t.page("T").hp == 6
