"""More readings the table may choose: bodies in the way, braced weapons, hands, numbers of a blow."""

import pytest

from engine.model.actor import DOWN, HELPLESS, PRONE
from engine.odds.path import path_law
from engine.rulesets.ose import grapple, redact, strikes, turning
from engine.rulesets.ose.economy import Cost, manipulation_cost
from engine.rulesets.ose.figures import Attack, Kind, figures
from engine.rulesets.ose.sheet import Casting, sheet
from engine.rulesets.registry import RULESETS

rule = pytest.mark.rule
FOOT_RATE = 60


def numbers(t, weapon="sword", attacker="T", target="g", kind=Kind.MELEE):
    return figures(t.battle, Attack(attacker, target, weapon, kind))


# --- bodies in the way ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "reasons"), [("yes", []), ("no", ["stand.friend"])])
@rule("CARD-TOKEN-03")
def test_whether_friends_may_be_passed(table, reading, reasons):
    t = table("TU...g", options={"pass_friends": reading})
    assert t.keys("T", "move", "e e") == reasons


@pytest.mark.parametrize(("reading", "reasons"), [("yes", []), ("no", ["stand.helpless"])])
@rule("CARD-TOKEN-03")
def test_whether_the_helpless_may_be_passed(table, reading, reasons):
    t = table("Tg...b", options={"pass_helpless": reading})
    t.condition("g", HELPLESS)
    assert t.keys("T", "move", "e e") == reasons


@pytest.mark.parametrize(("reading", "strikers"), [("any", ["g"]), ("trailing", [])])
@rule("OSE-AOO-10")
def test_which_squares_a_large_mover_leaves(table, reading, strikers):
    """The goblin reaches the squares that the ogre keeps, none of those it gives up."""
    t = table("T.....\n......\n..g...", options={"large_mover": reading}, sizes={"T": 2})
    found = strikes.strikes(t.board, t.actor("T"), (0, 0), (1, 0), "move", False)
    assert [strike.attacker for strike in found] == strikers
    backwards = strikes.strikes(t.board, t.actor("T"), (2, 0), (3, 0), "move", False)
    assert [strike.attacker for strike in backwards] == ["g"], "it gives up a square the goblin reaches"


@pytest.mark.parametrize(("reading", "count"), [("yes", 1), ("no", 0)])
@rule("OSE-AOO-04")
def test_whether_a_caster_threatens_once_the_spell_is_done(table, reading, count):
    t = table("Tg..\n....", options={"aoo_after_casting": reading})
    t.write_turn("g", casting=Casting.DONE, spell="Sleep")
    assert len(strikes.strikes(t.board, t.actor("T"), (0, 0), (0, 1), "move", False)) == count
    t.write_turn("g", casting=Casting.CASTING)
    assert strikes.strikes(t.board, t.actor("T"), (0, 0), (0, 1), "move", False) == ()


# --- braced weapons -------------------------------------------------------------------------------------


def two_spears(table, kit, **options):
    spear = kit.page(kit.SPEAR)
    t = table("T.....g\n......b", g=spear, b=spear, options=options)
    t.write("T", hp=99, max_hp=99, rate=FOOT_RATE)
    for who in "gb":
        t.write_turn(who, braced=True)
    return t


@pytest.mark.parametrize(("reading", "asked"), [("all", 2), ("first_hit", 1)])
@rule("OSE-BRACE-05")
def test_whether_all_who_braced_strike_after_a_hit(table, kit, reading, asked):
    t = two_spears(table, kit, brace_several=reading)
    act = t.act("T", "charge", "e e e e e", "g")
    dice = [14, 2] * asked
    law = path_law(t.board, RULESETS["ose.detailed"], act)
    found = t.do("T", "charge", "e e e e e", "g", dice=dice)
    assert [q.title.key for q in found].count("attack.ask_brace") == asked
    chance, harm = 0.35, 7.0  # 14 or more on the d20; 1d6 doubled
    assert law.harm == pytest.approx(chance * harm * (2 if asked == 2 else 2 - chance), abs=0.01)


@pytest.mark.parametrize(("reading", "attackers"), [("no", []), ("yes", ["g"])])
@rule("OSE-BRACE-05")
def test_whether_who_sets_out_within_a_braced_reach_is_struck(table, kit, reading, attackers):
    rows = "T.....b\n..g....\n......."
    t = table(rows, g=kit.page(kit.POLEARM), options={"brace_within": reading})
    t.write_turn("g", braced=True)
    found = strikes.strikes(t.board, t.actor("T"), (0, 0), (1, 0), "charge", True)
    assert [one.attacker for one in found if one.at_threshold or one.when.value == "entering"] == attackers


@pytest.mark.parametrize(("reading", "square"), [("stops", (5, 0)), ("goes_on", (6, 0))])
@rule("OSE-BRACE-09")
def test_whether_a_splintered_shield_saves_a_charge(table, kit, reading, square):
    t = table(
        "T......g",
        g=kit.page(kit.POLEARM),
        T=kit.page(kit.SWORD, kit.SHIELD, rate=30),
        options={"splintered_brace": reading, "charge_braced_enemies": "brace_only"},
    )
    t.write_turn("g", braced=True)
    t.do("T", "charge", "e e e e e e", "g", dice=[19, 6, "yes"])
    assert t.at("T") == square
    assert t.page("T").hp == 10


# --- numbers of a blow ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "dice"), [("main", (4,)), ("better", (6,))])
@rule("OSE-TWOWEAPON-03")
def test_which_of_two_weapons_does_the_damage(table, kit, reading, dice):
    held = kit.page(kit.DAGGER, kit.AXE)
    t = table("Tg", T=held, options={"two_weapon_damage": reading, "variable_damage": "yes"})
    assert numbers(t, "dagger").damage_dice == dice


@pytest.mark.parametrize(("reading", "bonus"), [("two", 2), ("four", 4), ("none", 0)])
@rule("OSE-OVER-06")
def test_what_blows_at_the_prone_add(table, reading, bonus):
    t = table("Tg", options={"prone_to_hit": reading})
    t.condition("g", PRONE)
    assert numbers(t).to_hit.total == bonus


@pytest.mark.parametrize(("reading", "ac", "asked"), [("off", 15, True), ("opposite", 14, False)])
@rule("OSE-SHIELD-06")
def test_a_shield_against_enemies_on_opposite_sides(table, kit, reading, ac, asked):
    rows = "TgU\n...\nV.."
    t = table(rows, g=kit.page(kit.MACE, kit.SHIELD), options={"back_attack": reading}, step="melee")
    assert numbers(t).armour.total == ac
    assert numbers(t, attacker="U").armour.total == ac
    assert numbers(t, attacker="V").armour.total == 15, "the third one has nobody opposite"
    found = t.do("T", "attack", target="g", dice=[19, 1, *(["no"] if asked else [])])
    assert any(one.title.key == "splinter.ask" for one in found) is asked
    t.condition("U", DOWN)
    assert numbers(t).armour.total == 15, "who lies there threatens nobody's back"


@rule("OSE-SHIELD-06")
def test_a_shield_is_lost_against_whoever_of_two_opposite_enemies_came_last(table, kit):
    shielded = kit.page(kit.MACE, kit.SHIELD)
    t = table("T.g.U", g=shielded, options={"back_attack": "last"}, step="move")
    t.do("U", "move", "w")
    t.do("T", "move", "e")
    assert t.page("g").beside == ("U", "T")
    assert numbers(t, attacker="T").armour.total == 14, "it came last, behind the shield"
    assert numbers(t, attacker="U").armour.total == 15, "the shield is turned to who came first"
    assert numbers(t, attacker="T", kind=Kind.OPPORTUNITY).armour.total == 15, "a mover turns to all in turn"
    asked = t.do("T", "attack", target="g", dice=[19, 1], force=True)
    assert not any(one.title.key == "splinter.ask" for one in asked)


@rule("OSE-SHIELD-06")
def test_an_unseen_enemy_takes_no_shield_from_anybody_and_leaves_no_trace(table, kit):
    t = table("T.g.U", g=kit.page(kit.MACE, kit.SHIELD), options={"back_attack": "last"}, step="move")
    t.do("U", "move", "w")
    t.do("T", "move", "e")
    t.hide("U")
    assert numbers(t).armour.total == 15
    public = redact.redact(t.battle, "foes", frozenset(("g", "T")))
    assert sheet(public.actors["g"]).beside == ("T",)


# --- hands, turning, the stock, order ------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "cost"), [("move", Cost.MOVE), ("main", Cost.MAIN)])
@rule("OSE-MANIP-12")
def test_what_a_second_manipulation_takes_once_the_move_is_spent(table, reading, cost):
    t = table("T...g", options={"second_manipulation": reading})
    t.write_turn("T", manipulations=1)
    assert manipulation_cost(t.battle, t.actor("T")) is Cost.MOVE
    t.write_turn("T", manipulations=1, move_closed=True)
    assert manipulation_cost(t.battle, t.actor("T")) is cost


@pytest.mark.parametrize(("reading", "reasons"), [("needed", ["OSE-GRAPPLE-01"]), ("not_needed", [])])
@rule("OSE-GRAPPLE-01")
def test_whether_a_grapple_takes_a_free_hand(table, kit, reading, reasons):
    t = table("Tg", T=kit.page(kit.SWORD, kit.SHIELD), options={"grapple_hands": reading}, step="melee")
    found = grapple.why_not_grapple(t.board, t.actor("T"), t.actor("g"))
    assert [refusal.reason.rule for refusal in found] == reasons


@pytest.mark.parametrize(("reading", "reached"), [("sixty", []), ("sight", ["g"])])
@rule("OSE-TURN-33")
def test_how_far_turning_reaches(table, kit, reading, reached):
    t = table("T" + "." * 14 + "g", g=kit.page(undead=True), options={"turn_undead_range": reading})
    assert list(turning.candidates(t.board, t.actor("T"))) == reached
