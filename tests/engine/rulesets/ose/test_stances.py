"""Stances follow from what is in hand and show up in the numbers of an attack."""

import pytest

from engine.model.actor import PRONE
from engine.rulesets.ose.figures import Attack, Kind, figures
from engine.rulesets.ose.sheet import Ability, Hands, Weapon, free_hands
from engine.rulesets.ose.stances import stance
from engine.rulesets.ose.tallies import armour_class, damage_dice

rule = pytest.mark.rule


def numbers(t, weapon, kind=Kind.MELEE, **more):
    return figures(t.battle, Attack("T", "g", weapon, kind, **more))


def labels(tally):
    return {part.label.key: part.value for part in tally.parts if not part.suppressed}


@pytest.mark.parametrize(
    ("main", "off", "key"),
    [
        ("SWORD", None, "one_hand"),
        ("SWORD", "TORCH", "other"),
        ("SWORD", "MACE", "other"),
        ("SWORD", "DAGGER", "two_weapons"),
        ("MACE", "SHIELD", "weapon_and_shield"),
        ("GREATSWORD", None, "two_handed"),
        ("POLEARM", None, "reach"),
        ("POLEARM", "SHIELD", "other"),
        ("BOW", None, "bow"),
        ("CROSSBOW", None, "crossbow"),
        ("SLING", None, "sling"),
        ("JAVELIN", None, "thrown"),
        (None, None, "unarmed"),
    ],
)
@rule(
    "OSE-STANCE-03", "OSE-ONEHAND-01", "OSE-TWOWEAPON-01", "OSE-SHIELD-01", "OSE-TWOHAND-01",
    "OSE-TWOHAND-03", "OSE-REACH-01", "OSE-RANGED-03", "OSE-STANCE-02", "OSE-RANGED-02",
)  # fmt: skip
def test_the_stance_follows_from_what_is_in_hand(kit, main, off, key):
    held = [getattr(kit, name) if name else None for name in (main, off)]
    assert stance(kit.page(*held)).key == key


def test_teeth_and_claws_are_a_stance_of_their_own(kit):
    assert stance(kit.page(natural=(kit.BITE,))).key == "natural"


@rule("OSE-STANCE-01", "OSE-TWOWEAPON-04", "OSE-RANGED-01")
def test_the_stance_is_named_in_the_breakdown(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD, kit.DAGGER))
    assert labels(numbers(t, "sword").to_hit) == {"hit.bonus": 0, "stance.two_weapons": 1}
    assert numbers(t, "sword").hits([13])
    assert not numbers(t, "sword").hits([12])
    t = table("T.g", T=kit.page(kit.CROSSBOW))
    assert "stance.crossbow" in labels(numbers(t, "crossbow", Kind.MISSILE).to_hit)


@rule("OSE-ONEHAND-04", "OSE-BOW-06")
def test_one_hand_and_the_bow_change_nothing(table, kit):
    t = table("Tg", T=kit.page(kit.SWORD))
    assert numbers(t, "sword").to_hit.total == numbers(t, "sword").damage.total == 0
    assert armour_class(t.battle, t.actor("T")).total == 14
    t = table("T.g", T=kit.page(kit.BOW))
    shot = numbers(t, "bow", Kind.MISSILE)
    assert labels(shot.to_hit) == {"hit.bonus": 0}
    assert labels(shot.damage) == {}
    assert labels(armour_class(t.battle, t.actor("T"))) == {"ac.armour": 14}


@rule("OSE-TWOHAND-04", "OSE-GEN-04")
def test_two_hands_hit_harder(table, kit):
    t = table("Tg", T=kit.page(kit.GREATSWORD, phys=1))
    assert numbers(t, "greatsword").harm([5]) == 7


@rule("OSE-REACH-07")
def test_a_pole_arm_has_no_two_handed_bonus(table, kit):
    t = table("Tg", T=kit.page(kit.POLEARM))
    assert numbers(t, "polearm").harm([4]) == 4
    assert labels(armour_class(t.battle, t.actor("T"))) == {"ac.armour": 14, "stance.reach": -1}


@pytest.mark.parametrize(
    ("ac", "weapon", "total"),
    [(14, "POLEARM", 13), (15, "GREATSWORD", 14), (14, "CROSSBOW", 12), (14, "SLING", 14)],
)
@rule("OSE-REACH-06", "OSE-TWOHAND-07", "OSE-XBOW-09")
def test_some_weapons_cost_armour_class_while_in_hand(table, kit, ac, weapon, total):
    t = table("Tg", T=kit.page(getattr(kit, weapon), ac=ac))
    assert armour_class(t.battle, t.actor("T")).total == total


def test_by_another_reading_only_in_a_round_of_use(table, kit):
    t = table("Tg", T=kit.page(kit.GREATSWORD), options={"ac_penalty_duration": "when_used"}, step="melee")
    assert armour_class(t.battle, t.actor("T")).total == 14
    t.do("T", "attack", target="g", dice=[1])
    assert armour_class(t.battle, t.actor("T")).total == 13
    t.new_round()
    tally = armour_class(t.battle, t.actor("T"))
    assert [part.suppressed for part in tally.parts if part.label.key == "stance.two_handed"] == [True]


@rule("OSE-SHIELD-06")
def test_a_shield_counts_while_it_is_in_hand(table, kit):
    t = table("Tg", T=kit.page(kit.MACE, kit.SHIELD, ac=16))
    assert armour_class(t.battle, t.actor("T")).total == 17
    t.write("T", hands=Hands("mace"))
    assert armour_class(t.battle, t.actor("T")).total == 16


@rule("OSE-TWOWEAPON-05", "OSE-SHIELD-04", "OSE-SHIELD-07", "OSE-ONEHAND-03", "OSE-TWOHAND-06")
def test_hands_left_free(kit):
    assert free_hands(kit.page(kit.SWORD)) == 1
    assert free_hands(kit.page(kit.SWORD, kit.DAGGER)) == 0
    assert free_hands(kit.page(kit.MACE, kit.SHIELD)) == 0
    assert free_hands(kit.page(kit.GREATSWORD)) == 0


@rule("OSE-TWOHAND-05")
def test_letting_go_with_one_hand_bars_attack_and_threat(table, kit):
    t = table("Tg", T=kit.page(kit.GREATSWORD), step="melee")
    assert t.actor("T").arms.reach == 1
    t.write_turn("T", forgone=True)
    assert t.actor("T").arms.reach == 0
    assert t.keys("T", "attack", target="g", weapon="greatsword") == ["melee.not_ready"]


# --- abilities ------------------------------------------------------------------------------------------


@rule("OSE-GEN-03")
def test_blows_add_physique(table, kit):
    t = table("Tg", T=kit.page(kit.MACE, phys=1, dex=3))
    assert labels(numbers(t, "mace").to_hit)["ability.phys"] == 1
    assert labels(numbers(t, "mace").damage) == {"ability.phys": 1}


@rule("OSE-GEN-05", "OSE-GEN-06")
def test_missiles_add_dexterity(table, kit):
    t = table("T.g", T=kit.page(kit.BOW, phys=-1, dex=2))
    shot = numbers(t, "bow", Kind.MISSILE)
    assert shot.to_hit.total == 2
    assert shot.harm([4]) == 6


@pytest.mark.parametrize(("phys", "dex", "value"), [(2, 1, 2), (-1, 2, 2)])
@rule("OSE-GEN-07", "OSE-GEN-08", "OSE-THROWN-06")
def test_throws_add_the_better_of_both(table, kit, phys, dex, value):
    t = table("T.g", T=kit.page(kit.SPEAR, phys=phys, dex=dex))
    throw = numbers(t, "spear", Kind.MISSILE, thrown=True)
    assert throw.to_hit.total == value
    assert throw.harm([3]) == 3 + value


@rule("OSE-GEN-09")
def test_a_weapon_may_name_its_own_ability(table, kit):
    t = table("Tg", T=kit.page(Weapon("whip", "Whip", ability=Ability.DEX), phys=-1, dex=2))
    assert numbers(t, "whip").to_hit.total == numbers(t, "whip").damage.total == 2


@rule("OSE-OVER-06")
def test_d20_and_bonus_against_ascending_armour_class(table, kit):
    t = table("Tg", T=kit.page(kit.MACE, attack_bonus=2, phys=1))
    made = numbers(t, "mace")
    assert made.hits([11])
    assert not made.hits([10])
    t.write("g", ac=40)
    assert numbers(t, "mace").hits([20])
    t.write("g", ac=0)
    assert not numbers(t, "mace").hits([1])
    t.write("T", phys=-3)
    assert numbers(t, "mace").harm([1]) == 1


def test_every_weapon_does_a_d6_unless_damage_varies(table, kit):
    t = table("Tg")
    assert damage_dice(t.battle, t.actor("T"), kit.GREATSWORD) == (6,)
    t = table("Tg", options={"variable_damage": "yes"})
    assert damage_dice(t.battle, t.actor("T"), kit.GREATSWORD) == (10,)
    assert damage_dice(t.battle, t.actor("T"), kit.MACE) == (6,)


def test_the_prone_are_easier_to_strike(table):
    t = table("Tg")
    t.condition("g", PRONE)
    assert labels(numbers(t, "sword").to_hit)["hit.prone"] == 2


@pytest.mark.parametrize(("kind", "row"), [(Kind.MELEE, "OSE-DEFENSE-02"), (Kind.MISSILE, "OSE-DEFENSE-03")])
@rule("OSE-DEFENSE-02", "OSE-DEFENSE-03")
def test_full_defence_is_named_where_it_makes_the_lower_die_count(table, kit, kind, row):
    t = table("Tg", T=kit.page(kit.SWORD), g=kit.page(defending_until=2))
    made = numbers(t, "sword", kind)
    assert made.dice == (20, 20)
    assert row in [part.label.rule for part in made.to_hit.parts]
