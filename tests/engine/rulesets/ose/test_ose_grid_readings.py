"""Readings the table may choose: reach and corners on the grid, diagonals, torches, steps, the death die."""

import pytest
from msgspec.structs import replace

from engine.grid.metric import Metric
from engine.model.actor import DOWN
from engine.model.commands import OnHit
from engine.model.events import Said
from engine.odds.path import path_law
from engine.rulesets.ose import rounds, strikes
from engine.rulesets.ose.figures import Attack, Kind, figures
from engine.rulesets.ose.harm import harm
from engine.rulesets.ose.healing import heal
from engine.rulesets.ose.options import LooseOptions
from engine.rulesets.ose.resting import rested
from engine.rulesets.ose.stances import stance
from engine.rulesets.registry import RULESETS
from engine.store.rules import readings_of, rule_rows

rule = pytest.mark.rule


def struck(t, who):
    """The squares somebody strikes, drawn as rows."""
    area = t.board.strike_area(t.actor(who))
    width = t.board.extent.width
    rows = range(t.board.extent.height)
    return ["".join("x" if y * width + x in area else "." for x in range(width)) for y in rows]


# --- reach ----------------------------------------------------------------------------------------------

BLOCK = ["xxxxx", "xxxxx", "xx.xx", "xxxxx", "xxxxx"]
NO_CORNERS = [".xxx.", "xxxxx", "xx.xx", "xxxxx", ".xxx."]
RING = ["xxxxx", "x...x", "x...x", "x...x", "xxxxx"]
LONG = ".....\n.....\n..T..\n.....\n....."


@pytest.mark.parametrize(
    ("reading", "metric", "rows"),
    [
        ("block", Metric.ALTERNATING, BLOCK),
        ("distance", Metric.SQUARE, BLOCK),
        ("distance", Metric.ALTERNATING, NO_CORNERS),
        ("distance", Metric.EUCLID, NO_CORNERS),
    ],
)
@rule("OSE-REACH-03")
def test_whether_a_long_reach_covers_the_corners(table, kit, reading, metric, rows):
    t = table(LONG, metric, options={"reach_corners": reading}, T=kit.page(kit.POLEARM))
    assert struck(t, "T") == rows


@pytest.mark.parametrize(("reading", "reasons"), [("block", []), ("distance", ["melee.out_of_reach"])])
@rule("OSE-REACH-03")
def test_whether_a_blow_lands_on_a_corner(table, kit, reading, reasons):
    options = {"reach_corners": reading}
    t = table("T..\n...\n..g", Metric.ALTERNATING, "melee", options=options, T=kit.page(kit.POLEARM))
    assert t.keys("T", "attack", target="g") == reasons


@pytest.mark.parametrize(("reading", "rows"), [("both", BLOCK), ("beyond", RING)])
@rule("OSE-REACH-03")
def test_whether_a_long_weapon_leaves_a_hole(table, kit, reading, rows):
    t = table(LONG, options={"reach_near": reading}, T=kit.page(kit.POLEARM))
    assert struck(t, "T") == rows
    t.write("T", gear=(kit.SWORD,), hands=kit.page(kit.SWORD).hands)
    assert struck(t, "T") == [".....", ".xxx.", ".x.x.", ".xxx.", "....."], "a sword leaves none"


@pytest.mark.parametrize(
    ("reading", "strikers", "reasons"), [("both", ["g"], []), ("beyond", [], ["melee.too_near"])]
)
@rule("OSE-REACH-03")
def test_what_a_hole_beside_a_long_weapon_means(table, kit, reading, strikers, reasons):
    """Who leaves it provokes nothing, who stands in it is not struck, and a charge ends beyond it."""
    t = table("Tg....\n......", step="melee", options={"reach_near": reading}, g=kit.page(kit.POLEARM))
    found = strikes.strikes(t.board, t.actor("T"), (0, 0), (0, 1), "move", False)
    assert [one.attacker for one in found] == strikers
    t.go_to("melee", "foes")
    assert t.keys("g", "attack", target="T") == reasons
    t = table("g.....T", turn="foes", options={"reach_near": reading}, g=kit.page(kit.POLEARM, rate=30))
    assert ("charge.out_of_reach" in t.keys("g", "charge", "e e e e e", "T")) is bool(reasons)
    assert t.keys("g", "charge", "e e e e", "T") == []


# --- corners --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "square"), [("forbidden", (0, 1)), ("cut", (1, 0))])
@rule("CARD-GRID-04")
def test_whether_steps_cut_corners(table, reading, square):
    t = table("#..\nT..", options={"corner_steps": reading})
    t.do("T", "move", "ne", force=reading == "forbidden")
    assert t.at("T") == square
    t.battle = replace(t.battle, ruleset="ose.loose", options=LooseOptions(corner_steps=reading))
    assert t.board.barriers.can_step((0, 1), (1, 0)) is (reading == "cut")


@pytest.mark.parametrize(("reading", "reasons"), [("one_way", []), ("both_ways", ["melee.barred"])])
@rule("CARD-GRID-04")
def test_whether_one_wall_at_a_corner_stops_a_blow(table, reading, reasons):
    t = table("#g.\nT..\n...", step="melee", options={"corner_blows": reading})
    assert t.keys("T", "attack", target="g") == reasons
    threatened = struck(t, "g")[1][0] == "x"
    assert threatened is not bool(reasons), "threat follows the same reading"


@rule("CARD-GRID-04")
def test_a_board_made_from_the_one_before_follows_a_change_of_readings(table):
    t = table("#g.\nT..")
    before = t.board
    assert before.strike_area(t.actor("g"))
    after = replace(t.battle, options=replace(t.battle.options, corner_blows="both_ways"))
    fresh, reused = type(before)(after), type(before)(after, before)
    assert reused.strike_area(t.actor("g")) == fresh.strike_area(t.actor("g"))
    assert fresh.strike_area(t.actor("g")) != before.strike_area(t.actor("g"))


# --- diagonals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "feet", "parity"), [("counts", 15, 0), ("does_not", 10, 1)])
@rule("OSE-AOO-11")
def test_whether_a_failed_diagonal_counts(table, reading, feet, parity):
    """Thrown back on the first diagonal and tried again: the dear one, or a first one anew."""
    options = {"failed_diagonal": reading}
    t = table("g..\nT..\n...", Metric.ALTERNATING, options=options)
    t.write("T", hp=99, max_hp=99)
    t.do("T", "move", "se", dice=[19, 1, 1], retry=True)
    assert t.at("T") == (1, 2)
    assert (t.left("T"), t.actor("T").stride.parity) == (feet, parity)


@pytest.mark.parametrize(("reading", "chance"), [("counts", 0.65), ("does_not", 1 - 0.35**2)])
@rule("OSE-AOO-11")
def test_the_odds_of_a_path_follow_that_reading(table, reading, chance):
    """10 ft are left and 14 hits: once thrown back, the second attempt costs 10 ft or 5 ft again."""
    options = {"failed_diagonal": reading}
    t = table("g..\nT..\n...", Metric.ALTERNATING, options=options)
    t.write("T", hp=99, max_hp=99, rate=10)
    act = replace(t.act("T", "move", "se"), on_hit=OnHit.RETRY)
    law = path_law(t.board, RULESETS["ose.detailed"], act)
    assert law.arrives == pytest.approx(chance)


# --- torches, steps -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "bonus", "key"), [("light", 0, "other"), ("club", 1, "two_weapons")])
@rule("OSE-TWOWEAPON-01")
def test_whether_a_torch_counts_as_an_off_hand_club(table, kit, reading, bonus, key):
    torch = replace(kit.TORCH, light=30)
    t = table("Tg", step="melee", T=kit.page(kit.SWORD, torch), options={"off_hand_torch": reading})
    assert figures(t.battle, Attack("T", "g", "sword", Kind.MELEE)).to_hit.total == bonus
    said = RULESETS["ose.detailed"].card(t.battle, t.actor("T")).notes
    assert f"stance.{key}" in [arg.key for note in said for arg in note.args.values() if hasattr(arg, "key")]


def test_by_either_reading_a_mace_is_no_off_hand_weapon(kit):
    assert stance(kit.page(kit.SWORD, kit.MACE), torch_strikes=True).key == "other"


@pytest.mark.parametrize(
    ("reading", "reasons"), [("by_kind", ["why.step_later", "why.step_later"]), ("any", [])]
)
@rule("OSE-GRAPPLE-01", "OSE-ORDER-08")
def test_whether_grappling_and_turning_are_tied_to_a_step(table, kit, reading, reasons):
    holy = kit.page(turns_undead=True)
    t = table("Tg\nU.", g=kit.page(undead=True), T=kit.page(), U=holy, options={"other_actions": reading})
    found = [*t.keys("T", "grapple", target="g"), *t.keys("U", "turn")]
    assert [key for key in found if key.startswith("why.step")] == reasons
    assert t.keys("T", "attack", target="g") == ["why.step_later"], "a blow is, by either"


# --- the death die --------------------------------------------------------------------------------------


def down(t, amount, dice=()):
    return t.drive(lambda draft: harm(draft, "T", amount, "g", "X"), dice)


@rule("OSE-BASE-01")
def test_the_death_die_may_wait_for_the_end_of_the_round(table, kit):
    t = table("Tg..b", T=kit.page(kit.SWORD, hp=4, character=True), options={"death_roll": "round_end"})
    assert down(t, 5) == []
    assert down(t, 1) == []
    assert (t.page("T").death_due, t.page("T").dead, t.actor("T").has(DOWN)) == (2, False, True)
    notes = RULESETS["ose.detailed"].card(t.battle, t.actor("T")).notes
    assert "note.death_due" in [note.key for note in notes]
    asked = t.drive(rounds.roll_due, [15, 20])
    assert [one.title.key for one in asked] == ["dying.ask", "dying.ask_again"]
    assert (t.page("T").death_due, t.page("T").dead, t.actor("T").active) == (0, False, False)


@rule("OSE-BASE-01")
def test_nothing_is_rolled_any_more_for_the_dead_and_the_woken(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, hp=4, character=True), options={"death_roll": "round_end"})
    down(t, 5)
    down(t, 1)
    assert len(t.drive(rounds.roll_due, [1])) == 1
    assert (t.page("T").dead, t.page("T").death_due) == (True, 0)


@rule("OSE-BASE-01")
def test_healing_before_the_end_of_the_round_spares_the_roll(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, hp=4, character=True), options={"death_roll": "round_end"})
    down(t, 5)
    assert rested(t.actor("T")).sheet.death_due == 0
    t.drive(_healed)
    assert (t.page("T").hp, t.page("T").death_due) == (3, 0)
    assert t.drive(rounds.roll_due) == []


def _healed(draft):
    heal(draft, "T", 3, "X")
    yield from ()


@rule("OSE-BASE-01")
def test_by_default_the_death_die_is_asked_at_once(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, hp=4, character=True))
    assert [one.title.key for one in down(t, 5, [15])] == ["dying.ask"]
    assert t.page("T").death_due == 0


# --- F1 -------------------------------------------------------------------------------------------------


def explained(rules):
    """The readings that F1 names at these rows."""
    offered = RULESETS["ose.detailed"].about.options
    return {option.key for one in rules for option in readings_of(rule_rows()[one], offered)}


@rule("CARD-GRID-04", "OSE-REACH-03", "OSE-ORDER-02")
def test_what_is_refused_names_the_reading_that_refuses_it(table, kit):
    pole = kit.page(kit.POLEARM)
    t = table("#g\nT.", step="melee", options={"corner_blows": "both_ways"})
    assert "corner_blows" in explained(t.rules("T", "attack", target="g"))
    assert "corner_steps" in explained(table("#.\nT.").rules("T", "move", "ne"))
    t = table("T..\n...\n..g", Metric.ALTERNATING, "melee", options={"reach_corners": "distance"}, T=pole)
    assert "reach_corners" in explained(t.rules("T", "attack", target="g"))
    t = table("Tg", step="melee", options={"reach_near": "beyond"}, T=pole)
    assert "reach_near" in explained(t.rules("T", "attack", target="g"))
    t = table("TU.g", options={"swap_places": "no"})
    assert "swap_places" in explained(t.rules("T", "swap", target="U"))
    t = table("Tg", T=kit.page())
    assert "other_actions" in explained(t.rules("T", "grapple", target="g"))


@rule("OSE-AOO-11", "OSE-BASE-01", "OSE-TWOWEAPON-01")
def test_what_happens_names_the_reading_it_follows(table, kit):
    t = table("g..\nT..\n...", T=kit.page(kit.SWORD, hp=2, character=True))
    t.do("T", "move", "se", dice=[19, 1])
    assert "failed_diagonal" in explained([event.rule for event in t.log(Said)])
    (asked,) = down(t, 5, [15])
    assert "death_roll" in explained([asked.title.rule])
    t = table("Tg", step="melee", T=kit.page(kit.SWORD, replace(kit.TORCH, light=30)))
    parts = figures(t.battle, Attack("T", "g", "sword", Kind.MELEE)).to_hit.parts
    assert "off_hand_torch" in explained([part.label.rule for part in parts])
