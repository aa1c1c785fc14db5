"""Charges: the nearest enemy, the way to it, what meets the charger, and the one attack at the end."""

import pytest
from msgspec.structs import replace

from engine.model.actor import GRAPPLED, HELPLESS, PRONE
from engine.model.events import Missed, Said
from engine.model.phrase import ActorRef, Names
from engine.rulesets.ose import melee, plans, strikes
from engine.rulesets.ose.menu import targets

rule = pytest.mark.rule


def plan(t, who="T"):
    return plans.charge_plan(t.board, t.actor(who))


def run(t, who, path):
    """Strikes at each step of a charge."""
    found, src = [], t.at(who)
    for dst in t.way(who, path):
        planned = strikes.strikes(t.board, t.actor(who), src, dst, "charge", src == t.at(who))
        found.append([(strike.attacker, strike.when.value) for strike in planned])
        src = dst
    return found


# --- whom -----------------------------------------------------------------------------------------------


@rule("OSE-CHARGE-01", "OSE-CHARGE-14")
def test_only_the_nearest_may_be_charged(table):
    t = table("T....g..\n........\n.......h")
    assert plan(t).costs == {"g": 4, "h": 6}
    assert plan(t).nearest == ("g",)
    assert t.rules("T", "charge", target="h") == ["OSE-CHARGE-01"]
    words = t.reasons("T", "charge", target="h")[0]
    assert (words.key, words.args["near_feet"], words.args["feet"]) == ("charge.nearer", 20, 30)
    assert t.keys("T", "charge", target="g") == []
    offered = targets(t.board, t.actor("T"), "charge")
    assert [foe for foe, reasons in offered.items() if not reasons] == ["g"]


@rule("OSE-CHARGE-02", "CARD-CHARGE-01")
def test_up_to_twice_the_rate(table):
    t = table("T........g")
    assert plan(t).costs == {"g": 8}
    assert t.keys("T", "charge", target="g") == []
    t = table("T.........g")
    assert t.rules("T", "charge", target="g") == ["OSE-CHARGE-02"]
    assert plan(t).refusals[0].reason.args == {"feet": 45, "limit": 40}


@rule("OSE-CHARGE-03", "CARD-CHARGE-02")
def test_at_least_fifteen_feet(table):
    t = table("T..g")
    assert plan(t).costs == {"g": 2}
    assert t.keys("T", "charge", target="g") == ["charge.too_near"]
    t = table("T...g")
    assert t.keys("T", "charge", target="g") == []


@rule("OSE-CHARGE-04")
def test_the_way_may_bend(table):
    t = table("T..o...gU\n.........")
    assert plan(t).costs == {"g": 6}
    t.do("T", "charge", "e se e e e ne", "g")
    assert t.at("T") == (6, 0)


@rule("OSE-CHARGE-05")
def test_nearest_is_by_movement_not_by_line(table, kit):
    rows = "T#g........\n.#........U\n.#.........\n.#.........\n" + 3 * "...........\n" + "h.........."
    t = table(rows)
    words = t.reasons("T", "charge", target="g")[0]
    assert (words.args["near_feet"], words.args["feet"]) == (30, 45)
    assert plan(t).nearest == ("h",)
    long = table(rows, T=kit.page(kit.POLEARM))
    words = long.reasons("T", "charge", target="g")[0]
    assert (words.args["near_feet"], words.args["feet"]) == (25, 40)


def test_ties_are_the_chargers_choice(table):
    t = table("g....\n.....\n.....\n.....\nT....\n.....\n.....\n.....\nh....")
    assert plan(t).nearest == ("g", "h")
    assert t.keys("T", "charge", target="g") == t.keys("T", "charge", target="h") == []


def test_helpless_hidden_and_shut_off_enemies_do_not_count(table):
    t = table("T.g....h..i#j\n...........##")
    t.condition("g", HELPLESS)
    assert plan(t).nearest == ("h",)
    t.hide("h")
    assert plan(t).costs == {"i": 9}


def test_somebody_too_near_forbids_it_unless_detours_are_played(table):
    rows = "T.g....h\n........"
    assert t_keys(table(rows)) == ["charge.too_near"]
    detour = table(rows, options={"charge_too_close": "detour"})
    assert plan(detour).nearest == ("h",)


@rule("OSE-CHARGE-03", "OSE-CHARGE-01")
def test_everybody_too_near_is_named_and_whoever_is_not_is_told_who_forbids_it(table):
    t = table("T.g....h\n.i......")
    (told,) = plan(t).refusals
    assert told.reason.key == "charge.too_near_many"
    assert told.reason.args["targets"] == Names(("i", "g"))
    (near,) = t.reasons("T", "charge", target="g")
    assert (near.key, near.args["targets"]) == ("charge.too_near", ActorRef("g"))
    (far,) = t.reasons("T", "charge", target="h")
    assert (far.key, far.args["nearer"], far.args["target"]) == (
        "charge.blocked_many",
        Names(("i", "g")),
        ActorRef("h"),
    )


def t_keys(t):
    return [refusal.reason.key for refusal in plan(t).refusals]


@pytest.mark.parametrize(
    ("prepare", "key"),
    [
        (lambda t: t.condition("T", PRONE), "charge.prone"),
        (lambda t: t.condition("T", GRAPPLED), "charge.grappled"),
        (lambda t: t.write("T", hands=type(t.page("T").hands)("bow")), "charge.no_melee"),
        (lambda t: t.do("T", "move", "e"), "charge.has_moved"),
    ],
)
def test_no_charge_from_prone_grappled_with_a_bow_or_after_moving(table, kit, prepare, key):
    t = table("T.....g", T=kit.page(kit.SWORD, gear=(kit.SWORD, kit.BOW)))
    prepare(t)
    assert key in t_keys(t)


# --- by which way ---------------------------------------------------------------------------------------


def test_the_path_must_end_with_the_target_in_reach(table):
    t = table("T.......g\n.........")
    assert t.keys("T", "charge", "e e e e", "g") == ["charge.out_of_reach"]


@pytest.mark.parametrize(
    ("reading", "key"),
    [("monotone", ["charge.turns_away"]), ("shortest", ["charge.not_shortest"]), ("free", [])],
)
def test_the_shape_of_the_path_is_as_the_table_reads_it(table, reading, key):
    t = table("..........\n.T....g...\n..........", options={"charge_path": reading})
    assert t.keys("T", "charge", "w e e e e e", "g") == key
    assert t.keys("T", "charge", "e e e e", "g") == []
    sideways = t.keys("T", "charge", "ne e e e", "g")
    assert sideways == []


def test_without_a_path_the_cheapest_is_taken(table):
    t = table("T.....g")
    t.do("T", "charge", target="g")
    assert t.at("T") == (5, 0)
    keys = [event.what.key for event in t.log(Said)]
    assert keys == ["log.charges_at", "log.charges"]


# --- on the way -----------------------------------------------------------------------------------------


@rule("OSE-CHARGE-06", "OSE-MOVE-05", "OSE-CHARGE-13")
def test_no_opportunity_attacks_from_those_who_have_not_braced(table, kit):
    t = table("T.......g\n____.....\n_q_......\n___......", g=kit.page(kit.POLEARM), q=kit.page(kit.POLEARM))
    assert run(t, "T", "e e e e e e e") == [[]] * 7
    plain = strikes.strikes(t.board, t.actor("T"), (0, 0), (1, 0), "move", True)
    assert [strike.attacker for strike in plain] == ["q"]
    t.do("T", "charge", "e e e e e e e", "g")
    assert t.at("T") == (7, 0)


@rule("OSE-CHARGE-07")
def test_a_braced_target_meets_the_charger(table, kit):
    t = table("T.....g", g=kit.page(kit.SPEAR))
    t.write_turn("g", braced=True)
    t.do("T", "charge", target="g", dice=[1])
    assert [missed.attacker for missed in t.log(Missed)] == ["g"]
    assert t.at("T") == (5, 0)


@rule("OSE-CHARGE-08", "OSE-CHARGE-15")
def test_braced_enemies_on_the_way_strike_on_entry_and_on_leaving(table, kit):
    t = table("T........g\n..........\n..........\n....p.....", p=kit.page(kit.POLEARM))
    t.write("T", rate=40)
    t.write_turn("p", braced=True)
    t.place("p", (4, 2))
    met = run(t, "T", "e e e e e e e e")
    assert met[1] == [("p", "entering")]
    assert met[2:7] == [[("p", "leaving")]] * 5
    assert met[7] == []


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("react", [[], [("p", "entering")], [("p", "leaving")]]),
        ("brace_only", [[], [("p", "entering")], []]),
        ("all", [[], [("q", "leaving"), ("p", "entering")], [("p", "leaving"), ("q", "leaving")]]),
    ],
)
def test_what_braced_enemies_change_is_as_the_table_reads_it(table, kit, reading, expected):
    t = table(
        "T.........g\n...........\n....p......\n...........\n..q........",
        p=kit.page(kit.POLEARM),
        q=kit.page(natural=(kit.BITE,), body_reach=4),
        T=kit.page(kit.SWORD, rate=50),
        options={"charge_braced_enemies": reading},
    )
    t.write_turn("p", braced=True)
    assert run(t, "T", "e e e") == expected


# --- the attack -----------------------------------------------------------------------------------------


@rule("OSE-CHARGE-11", "OSE-CHARGE-12")
def test_the_attack_waits_for_the_melee_step(table):
    t = table("T.....g")
    t.do("T", "charge", target="g")
    assert t.rules("T", "attack", target="g") == ["OSE-ORDER-08"]
    assert "OSE-CHARGE-12" in t.rules("T", "move", "w")
    assert "why.has_charged" in t.keys("T", "charge", target="g")
    t.go_to("melee")
    t.do("T", "attack", target="g", dice=[14, 3])
    assert t.page("g").hp == 7
    assert t.keys("T", "attack", target="g") == ["why.main_spent"]


@rule("OSE-CHARGE-09")
def test_a_monster_with_many_attacks_makes_one_of_its_choice(table, kit):
    troll = kit.page(natural=(kit.CLAW, kit.BITE), routines=(("claw", "claw", "bite"),))
    t = table("T.....g", T=troll)
    t.do("T", "charge", target="g")
    t.go_to("melee")
    asked = t.do("T", "attack", target="g", dice=["with:claw", 14, 2])
    assert [request.title.key for request in asked].count("attack.ask_damage") == 1
    assert t.page("g").hp == 8


@rule("OSE-CHARGE-10")
def test_no_other_enemy_may_be_attacked_after_the_charge(table):
    t = table("T.....g\n......h")
    t.do("T", "charge", target="g")
    t.go_to("melee")
    assert t.rules("T", "attack", target="h") == ["OSE-CHARGE-10"]
    t.write("g", dead=True)
    t.condition("g", "down")
    assert t.rules("T", "attack", target="h") == ["OSE-CHARGE-10"]


def test_the_gm_may_insist_on_another_target_or_on_a_blow_out_of_reach(table):
    t = table("T.....g\n......h")
    t.do("T", "charge", "e e e e e", "g")
    t.go_to("melee")
    t.do("T", "attack", target="h", dice=[14, 3], force=True)
    assert t.page("h").hp == 7
    t = table("T.....g\n.......")
    t.do("T", "charge", target="g")
    t.place("g", (6, 0))
    t.place("T", (0, 0))
    t.go_to("melee")
    t.do("T", "attack", target="g", dice=[14, 3], force=True)
    assert t.page("g").hp == 7


def test_by_another_reading_the_attack_is_made_at_once(table):
    t = table("T.....g", options={"charge_attack": "at_once"})
    t.do("T", "charge", target="g", dice=[14, 3])
    assert t.page("g").hp == 7
    t.go_to("melee")
    assert t.keys("T", "attack", target="g") == ["why.main_spent"]


@rule("OSE-CHARGE-16")
def test_the_end_square_tells_how_many_threaten_it(table):
    t = table("......h\nT.....g\n......i")
    t.write("T", rate=20)
    end = plan(t).stops["h"][0] if "h" in plan(t).stops else plan(t).stops["g"][0]
    counts = t.board.threat_counts(t.actor(who) for who in "ghi")
    assert len(counts[t.board.extent.index((5, 1))]) == 3
    assert end in plans.reach(t.board, t.actor("T"), "charge").stops


def test_charge_reach_ends_only_beside_the_nearest(table):
    t = table("T.....g.\n........")
    reach = plans.reach(t.board, t.actor("T"), "charge")
    assert reach.stops == {(5, 0), (5, 1), (6, 1), (7, 0), (7, 1)}
    assert melee.charge_weapons(t.board, t.actor("T"), t.actor("g")) == ()


def test_of_two_claws_one_is_offered_beside_the_bite(table, kit):
    claws = tuple(replace(kit.CLAW, key=f"claw{number}") for number in (1, 2))
    troll = kit.page(natural=(*claws, kit.BITE), rate=40)
    t = table("g......T", turn="foes", g=troll)
    t.do("g", "charge", target="T")
    t.go_to("melee")
    (asked, *_) = t.drive(lambda draft: melee.charge_attack(draft, "g"), dice=[2])
    assert len(asked.instead) == 1
