"""Readings the table may choose: what each of their values does, and that F1 finds every one of them."""

import pytest

from engine.model.actor import DOWN, GRAPPLED, HELPLESS, PINNED
from engine.model.events import Said
from engine.rulesets.ose import disruption, grapple, missiles, strikes
from engine.rulesets.ose.option_sources import RULES, SOURCES
from engine.rulesets.ose.options import CHOICES, LOOSE_CHOICES, OseOptions
from engine.rulesets.ose.sheet import Casting, Scores
from engine.rulesets.registry import RULESETS
from engine.store.rules import readings_of, rule_row, rule_rows

rule = pytest.mark.rule


def strikers(t, path):
    found, src = [], t.at("T")
    for dst in t.way("T", path):
        found.append([s.attacker for s in strikes.strikes(t.board, t.actor("T"), src, dst, "move", False)])
        src = dst
    return found


def said(t):
    return [event.what.key for event in t.log(Said)]


# --- the table of readings ------------------------------------------------------------------------------


def test_every_reading_is_a_field_with_its_default_first_and_a_source():
    for key, values in CHOICES.items():
        assert getattr(OseOptions(), key) == values[0]
    assert SOURCES.keys() == CHOICES.keys() | LOOSE_CHOICES.keys()
    assert RULES.keys() <= SOURCES.keys()


@pytest.mark.parametrize("book", ["ose.detailed", "ose.loose"])
def test_a_rule_that_is_asked_about_names_each_of_its_readings(book):
    """F1 shows the readings of a row; each reading stands at one row at least."""
    about = RULESETS[book].about
    named = {option.key for row in rule_rows().values() for option in readings_of(row, about.options)}
    assert named == {option.key for option in about.options}
    assert all(rule_row(one) is not None for rules in RULES.values() for one in rules)


# --- attacks of opportunity -----------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "strike"), [("yes", ["g"]), ("no", [])])
@rule("OSE-AOO-04")
def test_whether_the_grappled_strike_with_a_small_weapon(table, kit, reading, strike):
    t = table("Tg..\n....", g=kit.page(kit.DAGGER), options={"aoo_grappled": reading})
    t.condition("g", GRAPPLED)
    assert strikers(t, "s") == [strike]


@pytest.mark.parametrize(("reading", "offered"), [("yes", True), ("no", False)])
@rule("OSE-AOO-08")
def test_whether_a_stunt_may_take_the_place_of_the_attack(table, reading, offered):
    t = table("Tg..\n....", options={"aoo_stunt": reading})
    (asked,) = t.do("T", "move", "s", dice=["none"])
    assert ("stunt" in {pick.key for pick in asked.instead}) is offered


@pytest.mark.parametrize(("reading", "order"), [("nearest", ["b", "a"]), ("roster", ["a", "b"])])
@rule("OSE-AOO-14")
def test_who_of_several_strikes_first(table, kit, reading, order):
    rows = "a....\n..T..\n...b.\n....."
    t = table(rows, a=kit.page(kit.POLEARM), options={"aoo_order": reading})
    assert strikers(t, "e") == [order]


@pytest.mark.parametrize(("reading", "square"), [("stops", (0, 0)), ("goes_on", (0, 1))])
@rule("OSE-AOO-10")
def test_whether_a_splintered_shield_saves_the_step(table, kit, reading, square):
    t = table("Tg\n..", T=kit.page(kit.SWORD, kit.SHIELD), options={"splintered_hit": reading})
    t.do("T", "move", "s", dice=[19, 6, "yes"])
    assert t.at("T") == square
    assert t.page("T").hp == 10
    assert t.page("T").shields == ()


# --- charging, shooting, fleeing -----------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "reasons"), [("passed_over", []), ("counted", ["OSE-CHARGE-01"])])
@rule("OSE-CHARGE-05")
def test_whether_the_helpless_count_as_the_nearest(table, reading, reasons):
    t = table("T....g.\n.....\n......b", options={"charge_helpless": reading})
    t.condition("g", HELPLESS)
    assert t.rules("T", "charge", target="b") == reasons


@pytest.mark.parametrize(("reading", "count"), [("yes", 1), ("no", 0)])
def test_whether_a_creature_in_the_way_covers(table, reading, count):
    t = table("T..b..g", options={"missile_cover": reading})
    assert missiles.cover(t.board, t.actor("T"), t.actor("g")) == count


@pytest.mark.parametrize(("reading", "reasons"), [("needed", ["OSE-FLEE-14"]), ("not_needed", [])])
@rule("OSE-FLEE-14")
def test_whether_fleeing_needs_a_free_square(table, reading, reasons):
    t = table("Tg\nbd", options={"flee_square": reading})
    assert t.rules("T", "flee") == reasons


# --- spells ---------------------------------------------------------------------------------------------


def caster(table, **options):
    t = table("Tg.....\n.......", step="magic", options=options)
    t.write_turn("T", casting=Casting.CASTING, spell="Sleep")
    return t


@pytest.mark.parametrize(("reading", "reasons"), [("round", []), ("no", ["OSE-CAST-10"])])
@rule("OSE-CAST-10")
def test_whether_a_spell_may_be_held_back(table, reading, reasons):
    assert caster(table, delay=reading).rules("T", "delay") == reasons


@pytest.mark.parametrize(("reading", "casting"), [("holds", Casting.CASTING), ("lost", Casting.LOST)])
@rule("OSE-SPELL-07")
def test_whether_a_hit_without_damage_costs_the_spell(table, kit, reading, casting):
    t = table(
        "Tg",
        turn="foes",
        step="melee",
        T=kit.page(kit.SWORD, kit.SHIELD),
        options={"hit_without_damage": reading},
    )
    t.write_turn("T", casting=Casting.CASTING, spell="Sleep")
    t.do("g", "attack", target="T", dice=[19, 6, "yes"])
    assert t.page("T").turn.casting is casting


def concentrating(table, reading):
    t = table("Tg.....\n.......", step="melee", options={"concentration": reading})
    t.write("T", concentrating="Phantasmal Force")
    return t


@pytest.mark.parametrize("reading", ["disturbed", "damage", "undivided"])
@rule("OSE-CAST-04")
def test_damage_ends_concentration_however_it_is_read(table, reading):
    t = concentrating(table, reading)
    t.go_to("melee", "foes")
    t.do("g", "attack", target="T", dice=[19, 1])
    assert t.page("T").concentrating == ""


@pytest.mark.parametrize(("reading", "kept"), [("disturbed", False), ("damage", True), ("undivided", False)])
@rule("OSE-CAST-04")
def test_whether_being_thrown_about_ends_concentration(table, reading, kept):
    t = concentrating(table, reading)
    t.drive(lambda draft: disruption.shaken(draft, "T"))
    assert bool(t.page("T").concentrating) is kept


@pytest.mark.parametrize(("reading", "kept"), [("disturbed", False), ("damage", True), ("undivided", False)])
@rule("OSE-CAST-04")
def test_whether_being_held_ends_concentration(table, reading, kept):
    t = concentrating(table, reading)
    t.condition("T", GRAPPLED)
    t.drive(disruption.check_disturbed)
    assert bool(t.page("T").concentrating) is kept


@pytest.mark.parametrize("reading", ["disturbed", "damage", "undivided"])
@rule("OSE-CAST-04")
def test_the_helpless_cannot_concentrate(table, reading):
    t = concentrating(table, reading)
    t.condition("T", DOWN, HELPLESS)
    t.drive(disruption.check_disturbed)
    assert t.page("T").concentrating == ""


@pytest.mark.parametrize(("reading", "kept"), [("disturbed", True), ("damage", True), ("undivided", False)])
@rule("OSE-CAST-04")
def test_whether_an_attack_of_ones_own_ends_concentration(table, reading, kept):
    t = concentrating(table, reading)
    t.do("T", "attack", target="g", dice=[1])
    assert bool(t.page("T").concentrating) is kept


@pytest.mark.parametrize(("reading", "kept"), [("damage", True), ("undivided", False)])
@rule("OSE-CAST-04")
def test_whether_an_attack_of_opportunity_ends_concentration(table, reading, kept):
    t = table("Tg..\n....", turn="foes", options={"concentration": reading})
    t.write("T", concentrating="Phantasmal Force")
    t.do("g", "move", "s", dice=["none"])
    assert t.page("T").concentrating, "who lets the chance go by keeps his mind on it"
    t.place("g", (1, 0))
    t.do("g", "move", "s", dice=[1], force=True)
    assert bool(t.page("T").concentrating) is kept


# --- grappling ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "score"), [("better", 15), ("phys", 9)])
@rule("OSE-GRAPPLE-02")
def test_what_a_grapple_is_resisted_with(table, kit, reading, score):
    t = table(
        "Tg", T=kit.page(character=True, scores=Scores(phys=9, dex=15)), options={"grapple_defence": reading}
    )
    assert grapple.defender_score(t.battle, t.page("T")).total == score


def held(table, kit, **options):
    """T in the hands of a, b and d; each check is against a score of 10."""
    human = {"character": True, "scores": Scores(phys=10, dex=10)}
    t = table("abd\n.T.", step="melee", options=options, **{who: kit.page(**human) for who in "Tabd"})
    for holder in "abd":
        t.drive(lambda draft, holder=holder: grapple.hold(draft, holder, "T"))
    return t


@pytest.mark.parametrize(("reading", "pinned"), [("target", True), ("grappler", False)])
@rule("OSE-GRAPPLE-09")
def test_whose_successes_pin(table, kit, reading, pinned):
    t = held(table, kit, grapple_count=reading)
    assert t.actor("T").has(PINNED) is pinned
    for _ in range(2):
        t.drive(lambda draft: grapple.hold(draft, "b", "T"))
    assert t.actor("T").has(PINNED)


@rule("OSE-GRAPPLE-04")
def test_one_check_against_the_strongest_frees_from_all(table, kit):
    t = held(table, kit, grapple_count="grappler")
    t.write("d", grapple=4)
    (asked,) = t.do("T", "escape", dice=[1, 20])
    assert asked.about == "d"
    assert not t.actor("T").has(GRAPPLED)
    assert t.page("T").grappled_by == ()
    assert all(t.page(holder).grappling == () for holder in "abd")


@rule("OSE-GRAPPLE-04")
def test_or_one_frees_himself_from_one_grappler_at_a_time(table, kit):
    t = held(table, kit, grapple_escape="one", grapple_count="grappler")
    t.write("d", grapple=4)
    choice, check = t.do("T", "escape", dice=["b", 1, 20])
    assert choice.default == "d", "the strongest is proposed"
    assert check.about == "b"
    assert said(t)[-1] == "grapple.shakes_off"
    assert t.page("T").grappled_by == ("a", "d")
    assert t.page("b").grappling == ()
    assert t.page("T").holds == 2
    assert t.actor("T").has(GRAPPLED)
    t.new_round()
    t.do("T", "escape", dice=["d", 20, 1])
    assert t.page("T").grappled_by == ("a", "d"), "a failed check changes nothing"
    for holder, picks in (("d", ["d"]), ("a", [])):
        t.new_round()
        t.do("T", "escape", dice=[*picks, 1, 20])
        assert holder not in t.page("T").grappled_by
    assert not t.actor("T").has(GRAPPLED)
    assert t.page("T").holds == 0


@rule("OSE-GRAPPLE-09")
def test_who_is_shaken_off_takes_his_successes_with_him(table, kit):
    t = held(table, kit, grapple_escape="one")
    assert t.actor("T").has(PINNED)
    t.drive(lambda draft: grapple.play_escape(draft, "T"), dice=["a", 1, 20])
    assert not t.actor("T").has(PINNED)
    assert t.page("T").holds == 2


@pytest.mark.parametrize(("reading", "reasons"), [("nobody", ["OSE-MOVE-09"]), ("holder", [])])
@rule("OSE-GRAPPLE-06")
def test_whether_a_grappler_may_walk_off(table, kit, reading, reasons):
    t = table(".Tg.\n....", options={"grapple_movement": reading})
    t.drive(lambda draft: grapple.hold(draft, "T", "g"))
    assert t.rules("T", "move", "w") == reasons
    if not reasons:
        t.do("T", "move", "w")
        assert not t.actor("g").has(GRAPPLED), "whoever is out of arm's length is let go"
        assert t.page("T").grappling == ()
