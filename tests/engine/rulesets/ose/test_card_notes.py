"""The lines of the card: conditions, the stance with what it gives and costs, what is left of the turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model.actor import Condition
from engine.rulesets.ose.card import card
from engine.rulesets.ose.conditions import RULES
from engine.rulesets.ose.detailed import ABOUT
from engine.rulesets.ose.items import Item, ItemKind
from engine.rulesets.ose.settling import with_fact
from engine.rulesets.ose.tallies import to_hit
from engine.views.audience import Audience
from engine.views.narrate import Narrator

rule = pytest.mark.rule


def said(t, who="T"):
    """The lines with their rules, in English."""
    voice = Narrator(t.battle, ABOUT.glossary, Audience.GM)
    return {voice.say(line): line.rule for line in card(t.battle, t.actor(who)).notes}


def starting(t, start, who="T"):
    return next((line, rule_id) for line, rule_id in said(t, who).items() if line.startswith(start))


@rule("OSE-STANCE-02", "OSE-STANCE-04")
@pytest.mark.parametrize(
    ("main", "off", "words"),
    [
        ("SWORD", None, "one-hand fighting: a hand free"),
        ("POLEARM", None, "reach weapon: 5 ft more reach and from the second rank; both hands, AC 1 lower"),
        ("GREATSWORD", None, "two-handed weapon: +1 damage"),
        ("SWORD", "DAGGER", "two weapons: +1 to hit, one roll; no hand free"),
        ("MACE", "SHIELD", "weapon and shield: the shield's AC"),
    ],
)
def test_a_melee_stance_says_what_it_gives_and_costs(table, kit, main, off, words):
    t = table("T...g", T=kit.page(getattr(kit, main), getattr(kit, off) if off else None))
    assert starting(t, "Stance")[0].startswith(f"Stance, {words}")


@rule("OSE-RANGED-04")
@pytest.mark.parametrize(
    ("weapon", "words"),
    [
        pytest.param("BOW", "balance of range and mobility", marks=rule("OSE-BOW-05")),
        ("CROSSBOW", "a full round, no movement, AC 2 lower"),
        pytest.param("SLING", "cheap, light, stones everywhere", marks=rule("OSE-SLING-07")),
        ("JAVELIN", "throw or keep it; short range"),
    ],
)
def test_a_ranged_stance_says_what_it_gives_and_costs(table, kit, weapon, words):
    t = table("T...g", T=kit.page(getattr(kit, weapon)))
    assert words in starting(t, "Stance")[0]


@rule("OSE-DET-04")
def test_what_is_left_of_the_turn_is_counted(table, kit):
    t = table("T...g", T=kit.page(kit.SWORD, gear=(kit.SWORD, kit.DAGGER)))
    assert starting(t, "Main left")[0] == "Main left 1, move left 1, manipulations 0"
    t.do("T", "move", "e e")
    t.write_turn("T", move_closed=True)
    t.do("T", "item", do="draw:dagger")
    assert starting(t, "Main left") == ("Main left 1, move left 0, manipulations 1", "OSE-DET-04")


def test_each_condition_says_what_it_does_by_which_rule_and_until_when(table, kit):
    t = table("T...g")
    for key, ledger in RULES.items():
        t.battle = with_conditions(t, Condition(key, until=3))
        lines = [line for line in said(t).items() if line[0].endswith("(to the end of round 3)")]
        assert [rule_id for _, rule_id in lines] == [ledger], key
    t.battle = with_conditions(t, Condition("covered in honey"))
    assert "covered in honey" in said(t)


def test_lit_things_and_free_hands_are_named(table, kit):
    lantern = Item("lantern", "Lantern", ItemKind.LIGHT, light=30)
    page = kit.page(kit.SWORD, items=(lantern,), lit=("lantern",))
    t = table("T...g", T=replace(page, hands=replace(page.hands, off="lantern")))
    assert "Lantern burns: bright for 30 ft" in said(t)
    assert starting(t, "Hands free")[0] == "Hands free: 0"
    assert card(t.battle, t.actor("T")).hands.args == {"one": "Sword", "other": "lantern"}


def test_surprise_shows(table, kit):
    t = table("T...g")
    sides = tuple(replace(side, surprised=side.side == "party") for side in t.battle.round.sides)
    t.battle = replace(t.battle, round=replace(t.battle.round, surprise=True, sides=sides))
    assert "surprised" in card(t.battle, t.actor("T")).badges
    assert starting(t, "Surprised")[1] == "OSE-SURP-06"
    assert "surprised" not in card(t.battle, t.actor("g")).badges


def with_conditions(t, *conditions):
    actors = {**t.battle.actors, "T": replace(t.actor("T"), conditions=conditions)}
    return replace(t.battle, actors=actors)


@rule("OSE-MANIP-17")
def test_the_card_lists_what_is_carried_and_what_is_packed(table, kit):
    backpack = Item("backpack", "Backpack", ItemKind.BACKPACK)
    rope = Item("rope", "Rope")
    page = kit.page(kit.SWORD, gear=(kit.SWORD, kit.DAGGER), items=(backpack, rope), packed=("rope",))
    t = table("TU..g", T=page, U=kit.page(kit.SWORD))
    voice = Narrator(t.battle, ABOUT.glossary, Audience.GM)
    carried = card(t.battle, t.actor("T")).carried
    assert voice.say(carried) == "Carries: Dagger, Backpack. In the backpack: Rope"
    assert card(t.battle, t.actor("U")).carried is None


@rule("OSE-TWOWEAPON-04")
def test_to_hit_on_the_card_is_what_the_stance_gives_now(table, kit):
    page = kit.page(kit.SWORD, kit.DAGGER, attack_bonus=2, phys=1, dex=3)
    t = table("TU..g", T=page, U=kit.page(kit.BOW, attack_bonus=2, phys=1, dex=3))
    both = next(fact for fact in card(t.battle, t.actor("T")).facts if fact.key == "attack")
    assert both.value == "+4"
    assert [part.label.key for part in both.tally.parts][-1] == "stance.two_weapons"
    struck = to_hit(t.battle, t.actor("T"), kit.SWORD, t.actor("g"))
    assert struck.total == both.tally.total
    bow = next(fact for fact in card(t.battle, t.actor("U")).facts if fact.key == "attack")
    assert bow.value == "+5"
    assert with_fact(t.battle, t.actor("T"), "attack", 6).attack_bonus == 4
