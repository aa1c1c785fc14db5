"""Damage, going down, death and dying, a spell lost."""

import pytest

from engine.model.events import Dropped
from engine.rulesets.ose.harm import harm
from engine.rulesets.ose.law import endurance
from engine.rulesets.ose.sheet import Casting
from engine.rulesets.registry import ruleset
from engine.store.rules import readings_of, rule_row

rule = pytest.mark.rule


def hurt(t, amount, dice=(), who="T"):
    return t.drive(lambda draft: harm(draft, who, amount, "g", "OSE-ORDER-08"), dice)


def hero(kit, **fields):
    return kit.page(kit.SWORD, character=True, hp=4, **fields)


def test_a_monster_at_zero_is_dead_and_threatens_no_more(table):
    t = table("Tg")
    assert hurt(t, 10, who="g") == []
    assert t.page("g").dead
    assert not t.actor("g").active
    assert t.actor("g").arms.reach == 0
    assert [event.actor for event in t.log(Dropped)] == ["g"]


@pytest.mark.parametrize(
    ("dice", "dead", "active"),
    [([1], True, False), ([2, 11], True, False), ([10, 12], False, False), ([11], False, False)],
)
def test_a_character_rolls_for_death_and_dying_at_once(table, kit, dice, dead, active):
    t = table("Tg", T=hero(kit))
    hurt(t, 4, dice)
    assert t.page("T").dead is dead
    assert t.actor("T").active is active


def test_a_twenty_wakes_with_a_d6(table, kit):
    t = table("Tg", T=hero(kit))
    hurt(t, 9, [20, 5])
    assert t.page("T").hp == 5
    assert t.actor("T").active
    assert t.actor("T").arms.reach == 1


def test_more_damage_while_down_rolls_again(table, kit):
    t = table("Tg", T=hero(kit))
    hurt(t, 4, [15])
    hurt(t, 1, [12])
    assert not t.page("T").dead
    hurt(t, 1, [20])
    assert not t.actor("T").active, "only the first roll wakes anybody"
    hurt(t, 1, [1])
    assert t.page("T").dead
    assert hurt(t, 1) == []


def test_by_another_reading_characters_die_like_monsters(table, kit):
    t = table("Tg", T=hero(kit), options={"characters_at_zero": "dead"})
    hurt(t, 4)
    assert t.page("T").dead


@rule("OSE-SPELL-07")
def test_damage_loses_the_spell_and_no_damage_does_not(table, kit):
    t = table("Tg", T=kit.page(kit.DAGGER))
    t.write_turn("T", casting=Casting.CASTING, spell="Sleep")
    hurt(t, 0)
    assert t.page("T").turn.casting is Casting.CASTING
    hurt(t, 1)
    assert t.page("T").turn.casting is Casting.LOST


def test_going_down_ends_brace_and_defence(table, kit):
    t = table("Tg", g=kit.page(kit.SPEAR))
    t.write_turn("g", braced=True, defending=True)
    hurt(t, 10, who="g")
    assert not t.page("g").turn.braced
    assert not t.page("g").turn.defending


def test_the_fall_is_noted_for_morale(table):
    t = table("Tg\n.h")
    hurt(t, 10, who="g")
    due = [side.morale_due for side in t.battle.round.sides if side.side == "foes"]
    assert due == [("first", "half")]


def test_endurance_ends_at_the_hit_points(table, kit):
    t = table("Tg", T=hero(kit))
    law = endurance(t.battle, t.actor("T"))
    assert [law.chance_out(amount) for amount in (0, 3, 4, 9)] == [0, 0, 1, 1]


@rule("OSE-BASE-01", "OSE-BASE-02")
@pytest.mark.parametrize(("character", "row"), [(True, "OSE-BASE-01"), (False, "OSE-BASE-02")])
def test_who_falls_is_told_with_the_rule_of_death_itself(character, row, table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, character=character, hp=4))
    hurt(t, 4, [1] if character else [])
    assert t.page("T").dead
    assert [event.rule for event in t.log(Dropped)] == [row]
    told = rule_row(row)
    assert told.section == "Death and dying"
    options = ruleset("ose.detailed").about.options
    assert "characters_at_zero" in {option.key for option in readings_of(told, options)}


@rule("OSE-BASE-01")
def test_the_question_for_death_and_dying_says_what_each_face_means(table, kit):
    t = table("Tg", T=hero(kit))
    (asked,) = hurt(t, 4, [11])
    assert [(grade.least, grade.words.key) for grade in asked.grades] == [
        (1, "dying.grade_dead"),
        (2, "dying.grade_save"),
        (11, "dying.grade_asleep"),
        (20, "dying.grade_awake"),
    ]
    (again,) = hurt(t, 1, [11])
    assert [(grade.least, grade.words.key) for grade in again.grades] == [
        (1, "dying.grade_dead"),
        (2, "dying.grade_save"),
        (11, "dying.grade_nothing"),
    ]
