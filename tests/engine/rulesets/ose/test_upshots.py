"""What a roll decides, told to the GM before the dice fall."""

import pytest
from msgspec.structs import replace

from engine.rulesets.ose import grapple, harm, initiative, morale, resources
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.sheet import Casting, Weapon
from engine.views.audience import Audience
from engine.views.narrate import Narrator

rule = pytest.mark.rule


def said(t, phrases):
    narrator = Narrator(t.battle, DetailedOse().about.glossary, Audience.GM)
    return [(narrator.say(one), one.rule) for one in phrases]


def read(t, asked):
    """Each grade of a roll: from which face on, in which words, what follows by which rule."""
    return [(g.least, said(t, (g.words,))[0][0], said(t, g.then)) for g in asked.grades]


# --- attacks of opportunity --------------------------------------------------------------------------------


@rule("OSE-AOO-10", "OSE-AOO-11", "OSE-AOO-12")
def test_a_hit_at_a_step_tells_where_the_mover_ends_and_what_it_has_left(table):
    t = table(".Tg..\n.....")
    (asked,) = t.do("T", "move", "w", dice=[1], retry=True)
    assert read(t, asked) == [
        (1, "Misses", [("Actor T moves on to the end of the path", "OSE-AOO-05")]),
        (
            14,
            "Hits",
            [
                ("Damage roll follows, 1d6: 1 to 6", "OSE-AOO-09"),
                ("Actor T stays in this square", "OSE-AOO-10"),
                ("5 ft of movement lost", "OSE-AOO-11"),
                ("Actor T tries again with 15 ft left", "OSE-AOO-12"),
            ],
        ),
    ]


@rule("OSE-AOO-12")
def test_without_movement_left_there_is_no_other_try(table):
    t = table("....Tg..\n........")
    t.do("T", "move", "w", dice=[14, 1], retry=False)
    (asked,) = t.do("T", "move", "w", dice=[1])
    assert ("Actor T may try again with 10 ft left", "OSE-AOO-12") in read(t, asked)[1][2]
    t = table(".Tg..\n.....")
    t.write("T", rate=5)
    (asked,) = t.do("T", "move", "w", dice=[1])
    assert ("Too little is left for another try", "OSE-AOO-12") in read(t, asked)[1][2]


def counts(asked):
    return [(one.kicker.args["n"], one.kicker.args["of"]) for one in asked if one.kicker is not None]


@rule("OSE-AOO-14")
def test_attacks_are_counted_along_the_whole_way(table):
    t = table(".....\n.Tg..\n..h..\n.....")
    asked = t.do("T", "move", "n e e", dice=[1, 1, 1, 1])
    assert [one.actor for one in asked] == ["g", "h", "g", "g"]
    assert counts(asked) == [(1, 4), (2, 4), (3, 4), (4, 4)]


@rule("OSE-AOO-13")
def test_an_attempt_that_was_thrown_back_adds_its_attacks_to_the_count(table):
    t = table(".....\n.Tg..\n.....")
    asked = t.do("T", "move", "n e", dice=[14, 1, 1, 1], retry=True)
    assert counts(asked) == [(1, 2), (2, 3), (3, 3)]


@rule("OSE-AOO-11")
def test_the_count_ends_where_the_movement_does(table):
    t = table(".....\n.Tg..\n.....")
    t.write("T", rate=10)
    asked = t.do("T", "move", "n e", dice=[14, 1, 1], retry=True)
    assert counts(asked) == [(1, 2), (2, 2)]


@rule("OSE-AOO-14")
def test_who_strikes_next_is_named_on_either_side(table):
    t = table(".....\n.Tg..\n.h...\n.....")
    first, second = t.do("T", "move", "nw", dice=[1, 1])
    assert said(t, first.grades[0].then) == [("Actor h strikes next", "OSE-AOO-14")]
    assert said(t, first.grades[1].then)[-1] == ("Actor h strikes next", "OSE-AOO-14")
    assert "upshot.next" not in {one.key for one in second.grades[0].then}


def test_after_a_hit_a_miss_does_not_set_the_mover_free(table):
    t = table(".....\n.Tg..\n.h...\n.....")
    asked = t.do("T", "move", "nw", dice=[14, 1, 1])
    assert said(t, asked[-1].grades[0].then) == [
        ("Actor T stays in this square, for it was hit before", "OSE-AOO-10")
    ]


# --- other attacks ---------------------------------------------------------------------------------------


@rule("OSE-BRACE-08", "OSE-BRACE-09")
def test_a_braced_weapon_doubles_and_ends_the_charge(table, kit):
    t = table("T.......g\n.........", g=kit.page(kit.SPEAR, phys=1))
    t.write_turn("g", braced=True)
    (asked,) = t.do("T", "charge", target="g", dice=[1])
    assert said(t, (asked.title,))[0][0] == "Actor g meets Actor T"  # the kicker says with what
    missed, hit = read(t, asked)
    assert missed[2] == [("The charge of Actor T arrives", "OSE-BRACE-05")]
    assert hit[2] == [
        ("Damage roll follows, 1d6+1 doubled: 4 to 14", "OSE-BRACE-08"),
        ("Actor T goes down at 10 or more", "OSE-BASE-02"),
        ("The charge of Actor T ends here", "OSE-BRACE-09"),
    ]


@rule("OSE-SPELL-07", "OSE-SHIELD-05")
def test_a_hit_tells_of_the_spell_and_the_shield(table, kit):
    t = table("Tg\n..", g=kit.page(kit.MACE, kit.SHIELD), step="melee")
    t.write_turn("g", casting=Casting.CASTING, spell="Sleep")
    asked, *_ = t.do("T", "attack", target="g", dice=[1])
    assert said(t, asked.grades[1].then) == [
        ("Damage roll follows, 1d6: 1 to 6", "OSE-ORDER-08"),
        ("Actor g loses Sleep", "OSE-SPELL-07"),
        ("Actor g may give its shield instead of the damage", "OSE-SHIELD-05"),
    ]


@rule("OSE-OVER-06")
def test_the_natural_faces_are_named_where_the_total_would_say_otherwise(table):
    t = table("Tg\n..", step="melee")
    t.write("g", ac=30)
    asked, *_ = t.do("T", "attack", target="g", dice=[1])
    assert [(g.least, said(t, g.then)[:1]) for g in asked.grades] == [
        (1, []), (20, [("A 20 always hits", "OSE-OVER-06")])
    ]  # fmt: skip
    t = table("Tg\n..", step="melee")
    t.write("g", ac=1)
    asked, *_ = t.do("T", "attack", target="g", dice=[1])
    assert said(t, asked.grades[0].then)[0] == ("A 1 always misses", "OSE-OVER-06")


@rule("OSE-OVER-06")
def test_an_effect_of_the_weapon_is_foretold_and_its_save_says_what_it_does(table):
    t = table("Tg\n..", step="melee")
    t.write("T", gear=(Weapon("sword", "Touch", variable=(1, 1), effect="paralysis"),))
    hit, _, save = t.do("T", "attack", target="g", dice=[20, 1, 20])
    assert ("Then a save against paralysis", "OSE-OVER-06") in said(t, hit.grades[1].then)
    assert read(t, save) == [
        (1, "Fails", [("Actor g is paralysed", "OSE-OVER-06")]),
        (save.needed, "Succeeds", [("Actor g comes to no further harm", "OSE-OVER-06")]),
    ]


# --- damage and death ---------------------------------------------------------------------------------------


@rule("OSE-BASE-02")
def test_the_damage_dice_tell_who_stays_up(table):
    t = table("Tg\n..", step="melee")
    t.write("g", hp=4)
    _, damage = t.do("T", "attack", target="g", dice=[20, 1])
    assert read(t, damage) == [
        (1, "Actor g stays up; hit points left: 1 to 3", []),
        (4, "Actor g goes down", [("That is death", "OSE-BASE-02")]),
    ]


@rule("OSE-BASE-01")
def test_a_character_that_goes_down_rolls_for_its_life(table):
    t = table("Tg\n..", turn="foes", step="melee")
    t.write("T", hp=1, character=True)
    _, damage, death, save = t.do("g", "attack", target="T", dice=[20, 5, 5, 20])
    assert read(t, damage) == [
        (1, "Actor T goes down", [("A roll for death and dying follows", "OSE-BASE-01")])
    ]
    assert [g.least for g in death.grades] == [1, harm.LEAST_DYING, harm.LEAST_ASLEEP, 20]
    assert [words for _, words, _ in read(t, save)] == ["Fails", "Succeeds"]
    assert said(t, save.grades[0].then) == [("That is death", "OSE-BASE-01")]


# --- checks ------------------------------------------------------------------------------------------


@rule("OSE-GRAPPLE-03", "OSE-GRAPPLE-05", "OSE-GRAPPLE-09")
def test_a_grapple_tells_what_is_at_stake(table):
    t = table("Tg\n..", step="melee")
    for expected in (
        [("If Actor T wins: Actor g is held", "OSE-GRAPPLE-03"),
         ("If not: Actor g is not held", "OSE-GRAPPLE-05")],
        [("If Actor T wins: Actor g is held more firmly, 2 of the 3 that pin it", "OSE-GRAPPLE-09"),
         ("If not: Actor g is held as before", "OSE-GRAPPLE-05")],
        [("If Actor T wins: Actor g is pinned", "OSE-GRAPPLE-09"),
         ("If not: Actor g is held as before", "OSE-GRAPPLE-05")],
    ):  # fmt: skip
        (asked,) = t.drive(lambda draft: grapple.seize(draft, "T", "g"), dice=[1, 20])
        assert said(t, asked.decides) == expected


# --- sides, stocks, undead ----------------------------------------------------------------------------------


@rule("OSE-PROC-07")
def test_morale_tells_who_breaks_and_that_two_checks_are_enough(table):
    t = table("T..g.h")
    t.write("g", morale=7)
    t.write("h", morale=7)
    now = t.battle.round
    sides = tuple(replace(side, morale_due=("first",)) for side in now.sides)
    t.battle = replace(t.battle, round=replace(now, sides=sides))
    (asked,) = t.drive(morale.check_all, dice=[(3, 4)])
    assert read(t, asked) == [
        (1, "Holds", [("They fight on", "OSE-PROC-07")]),
        (8, "Breaks", [("Actor g and Actor h: flight or surrender, as the referee says", "OSE-PROC-07")]),
    ]
    sides = tuple(replace(side, morale_due=("half",)) for side in t.battle.round.sides)
    t.battle = replace(t.battle, round=replace(t.battle.round, sides=sides))
    (asked,) = t.drive(morale.check_all, dice=[(3, 4)])
    assert said(t, asked.grades[0].then) == [
        ("They fight on, and need no further check in this fight", "OSE-PROC-07")
    ]


@rule("OSE-PROC-12")
def test_a_resource_die_tells_what_the_stock_becomes(table, kit):
    t = table("T..g", T=kit.page(kit.BOW, shots=(("bow", 2),), resources=(("bow", 4),)))
    _, asked = t.drive(resources.ask_all, dice=["now", 4])
    assert read(t, asked) == [(1, "Nothing is left", []), (3, "The stock stays at a d4", [])]


@rule("OSE-INIT-04", "OSE-INIT-05")
def test_initiative_tells_who_comes_first(table):
    t = table("T..g")
    asked, *_ = t.drive(initiative.settle_order, dice=[9, 4])
    assert said(t, asked.decides) == [
        ("The highest side acts first, the others in order below it", "OSE-INIT-05"),
        ("Sides that tie roll again", "OSE-INIT-04"),
    ]


@rule("OSE-TURN-21", "OSE-TURN-28", "OSE-TURN-29")
def test_turning_tells_whom_each_roll_takes(table, kit):
    bones = {"undead": True, "hit_dice": "1"}
    t = table(
        "T..g.h", step="magic", T=kit.page(kit.MACE, character=True, turns_undead=True, favoured="mace"),
        g=kit.page(**bones), h=kit.page(**{**bones, "hit_dice": "2"}),
    )  # fmt: skip
    first, second, _ = t.do("T", "turn", dice=[(6, 5), (1, 1), 2])
    assert [(least, words) for least, words, _ in read(t, first)] == [
        (2, "Not turned"), (7, "Only some are turned: Actor g"), (9, "Turned")
    ]  # fmt: skip
    assert ("Actor g and Actor h cannot be turned by Actor T for a day", "OSE-TURN-28") in read(t, first)[0][
        2
    ]
    assert [(least, words) for least, words, _ in read(t, second)] == [
        (2, "Turned: Actor g"), (3, "Turned: Actor g and Actor h")
    ]  # fmt: skip
