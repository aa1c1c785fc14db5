"""The library: found by what a GM types, built into actors that can fight."""

import msgspec
import pytest

from engine.errors import FivefootError
from engine.importers.creature_fields import LEAST_MORALE, MOST_MORALE, hit_dice
from engine.rulesets.ose.checks import SAVES, save_target
from engine.rulesets.ose.sheet import OseSheet, Quality, Shield, Weapon
from engine.rulesets.ose.spell_facts import Spell
from engine.store.gear import find_gear, find_weapon, weapons
from engine.store.items import find_item
from engine.store.library import CreatureEntry, build, counted, creatures, find_creature, search, suggest
from engine.store.spells import find_spell


def sheet(name) -> OseSheet:
    page = build(find_creature(name), "foe").sheet
    assert isinstance(page, OseSheet)
    return page


# --- finding -------------------------------------------------------------------------------------------


def test_all_sixty_monsters_are_there_beside_the_heroes():
    monsters = [entry for entry in creatures() if "hero" not in entry.tags]
    assert len(monsters) >= 60
    assert len({entry.key for entry in creatures()}) == len(creatures())
    assert len({entry.name for entry in creatures()}) == len(creatures())


def test_what_is_typed_is_looked_for_in_names_then_words_then_tags():
    assert [entry.name for entry in search("gob")] == [
        "Goblin", "Goblin shaman", "Goblin with bow", "Goblin with spear",
    ]  # fmt: skip
    assert [entry.name for entry in search("bear")] == ["Black Bear", "Cave Bear", "Grizzly Bear", "Owl Bear"]
    assert {entry.name for entry in search("undead")} >= {
        "Skeleton",
        "Zombie",
        "Ghoul",
        "Wight",
        "Wraith",
        "Mummy",
    }
    assert [entry.name for entry in search("wer")] == ["Wererat", "Werewolf"]
    assert search("gobln") == ()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("fighter", ["Brannoc"]),
        ("magic-user", ["Orsolya"]),
        ("magic user", ["Orsolya"]),
        ("cleric", ["Ysolde"]),
        ("heroes", ["Brannoc", "Hob Marrow", "Orsolya", "Tam Reed", "Ysolde"]),
    ],
)
def test_heroes_are_found_by_class_and_as_a_group(typed, found):
    assert [entry.name for entry in search(typed)] == found


def test_one_without_a_tag_is_found_by_its_class_and_kind():
    own = CreatureEntry(name="Odo", role="Cleric 4", hd="4", hp=15, aac=12, mv=30)
    foe = CreatureEntry(name="Snik", kind="Redcap", hd="1", hp=3, aac=12, mv=30)
    assert search("cleric", own=(own, foe))[0] is own
    assert own in search("hero", own=(own, foe))
    assert search("redcap", own=(own, foe)) == (foe,)


def test_filters_narrow_a_search():
    assert {entry.name for entry in search("", tag="dragon")} == {"White Dragon"}
    assert all(entry.size == 2 for entry in search("", size=2))
    assert search("", tag="dragon", size=2) == ()
    assert search("") == creatures()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gob 4", ("gob", 4)),
        ("Dire wolf", ("Dire wolf", 1)),
        ("orc 0", ("orc 0", 1)),
        ("7", ("7", 1)),
        ("", ("", 1)),
    ],
)
def test_a_number_behind_the_name_is_a_count(typed, meant):
    assert counted(typed) == meant


def test_a_typo_gets_a_suggestion():
    assert suggest("gobln")[0] == "Goblin"
    with pytest.raises(FivefootError) as caught:
        find_creature("gobln")
    assert str(caught.value).startswith("No creature called 'gobln'. Did you mean Goblin")
    with pytest.raises(FivefootError) as caught:
        find_creature("xyzzy")
    assert str(caught.value) == "No creature called 'xyzzy'."


def test_a_creature_is_found_by_name_and_by_key():
    assert find_creature("Tam Reed") is find_creature("tam-reed") is find_creature("TAM REED")
    assert find_creature("doppelgänger").name == "Doppelgänger"


# --- weapons -------------------------------------------------------------------------------------------


def test_every_weapon_of_the_rules_is_there_and_does_one_die_of_six():
    assert len(weapons()) == 22
    assert all((weapon.dice, weapon.sides, weapon.bonus) == (1, 6, 0) for weapon in weapons())


def test_weapons_go_by_their_other_names():
    halberd = find_weapon("halberd")
    assert (halberd.key, halberd.name, halberd.variable) == ("pole-arm", "Halberd", (1, 10))
    assert halberd.has(Quality.REACH)
    assert halberd.has(Quality.BRACE)
    assert find_weapon("Greatsword").has(Quality.TWO_HANDED)


def test_qualities_that_decide_fights():
    spear, staff, javelin = find_weapon("spear"), find_weapon("staff"), find_weapon("javelin")
    assert spear.has(Quality.BRACE)
    assert not spear.has(Quality.REACH)
    assert spear.ranges == (20, 40, 60)
    assert staff.has(Quality.TWO_HANDED)
    assert not javelin.has(Quality.MELEE)
    assert [weapon.name for weapon in weapons() if weapon.has(Quality.BOW)] == ["Long bow", "Short bow"]
    assert {weapon.name for weapon in weapons() if weapon.has(Quality.SMALL)} == {"Dagger", "Silver dagger"}


def test_gear_is_found_as_the_kind_that_is_wanted():
    assert find_gear("shield", Shield) == Shield()
    assert find_gear("Sleep", Spell).effect.startswith("Sleep for one creature")
    assert find_gear("Curse of the Table", Spell) == Spell("Curse of the Table")
    with pytest.raises(FivefootError, match=r"No weapon called 'shield'"):
        find_gear("shield", Weapon)
    with pytest.raises(FivefootError, match=r"No weapon called 'long sord'. Did you mean Longsword"):
        find_weapon("long sord")


# --- building ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", creatures(), ids=lambda entry: entry.key)
def test_every_creature_can_be_built_and_holds_together(entry):
    actor = build(entry, "foe", (3, 4))
    page = actor.sheet
    assert isinstance(page, OseSheet)
    assert (actor.cell, actor.side, actor.id) == ((3, 4), "foe", "")
    keys = {item.key for item in (*page.gear, *page.natural)}
    assert len(keys) == len(page.gear) + len(page.natural)
    assert {key for routine in page.routines for key in routine} <= keys
    assert page.hands.main in keys | {""}
    assert page.hands.off in {shield.key for shield in page.shields} | {""}
    assert keys
    assert 0 < page.hp <= page.max_hp
    assert page.character == (entry.ml is None) == ("hero" in entry.tags)
    assert actor.size == {"small": 1, "medium": 1, "large": 2, "huge": 3}[size_tag(entry)]


def size_tag(entry):
    (word,) = {"small", "medium", "large", "huge"} & set(entry.tags)
    return word


def test_a_creature_fights_with_its_own_die():
    hobgoblin, gnoll, lizard = sheet("Hobgoblin").gear[0], sheet("Gnoll").gear[0], sheet("Lizard Man").gear[0]
    assert (hobgoblin.dice, hobgoblin.sides) == (1, 8)
    assert (gnoll.dice, gnoll.sides, gnoll.variable) == (2, 4, (1, 6))
    assert (lizard.dice, lizard.sides, lizard.bonus) == (1, 6, 1)


def test_several_attacks_are_a_routine_and_alternatives_are_several():
    troll = sheet("Troll")
    assert [(item.key, item.dice, item.sides) for item in troll.natural] == [("talon", 1, 6), ("bite", 1, 10)]
    assert troll.routines == (("talon", "talon", "bite"),)
    assert sheet("Minotaur").routines == (("gore", "bite"), ("spear",))
    assert sheet("Harpy").routines == (("claw", "claw", "club"),)
    assert sheet("Goblin").routines == sheet("Giant Rat").routines == ()


def test_what_an_attack_does_besides_damage_is_noted():
    ghoul = build(find_creature("Ghoul"), "foe")
    assert ghoul.note == "Claw: paralysis (not elves). Bite: paralysis (not elves)."
    (touch,) = sheet("Wight").natural
    assert touch.dice == 0


def test_creatures_of_one_kind_are_numbered_together_heroes_are_not():
    bowman, tam = build(find_creature("Goblin with bow"), "foe"), build(find_creature("Tam Reed"), "party")
    assert (bowman.name, bowman.kind) == ("Goblin", "Goblin")
    assert (tam.name, tam.kind) == ("Tam Reed", "")


@pytest.mark.parametrize(
    ("name", "reach"), [("Ogre", 2), ("Hobgoblin captain", 2), ("Cave Bear", 1), ("Goblin with bow", 0)]
)
def test_reach_follows_from_body_and_weapon(name, reach):
    assert build(find_creature(name), "foe", (0, 0)).arms.reach == reach


@pytest.mark.parametrize("name", ["longbow", "Long Bow", "long-bow", "LONGBOW"])
def test_names_are_taken_however_they_are_joined(name: str) -> None:
    assert find_weapon(name) == find_weapon("Long bow")
    assert find_spell("magicmissile") == find_spell("Magic Missile")
    assert find_item("tinderbox") == find_item("Tinder box")


# --- what numbers follow from others -------------------------------------------------------------------

IN_THE_SAMPLE = {"goblin-shaman", "hobgoblin-captain"}
"""Leaders of the sample fights, whose numbers are their own."""
MONSTERS = [entry for entry in creatures() if "hero" not in entry.tags and entry.key not in IN_THE_SAMPLE]

TWO_LEGGED = {"ogre", "troll", "minotaur", "hill-giant", "stone-giant"}


@pytest.mark.parametrize("entry", MONSTERS, ids=lambda entry: entry.key)
def test_numbers_of_a_monster_agree_with_each_other(entry):
    by_dice = hit_dice(entry.hd)
    assert by_dice is not None
    assert entry.hd == by_dice.text
    assert entry.hp == by_dice.points
    assert entry.ab - by_dice.bonus in ((0, 1) if entry.hd.startswith("1/2") else (0,))
    assert entry.ml is not None
    assert LEAST_MORALE <= entry.ml <= MOST_MORALE
    assert entry.mv == 1 or entry.mv % 10 == 0
    assert entry.reach == (2 if entry.key in TWO_LEGGED else 1)
    assert ("flying" in entry.tags) == ("Flies" in entry.note)


def test_dice_of_the_body_are_in_the_attacks_and_those_of_weapons_have_a_weapon():
    for entry in MONSTERS:
        armed = any("weapon" in attacks for attacks in entry.attacks)
        assert not armed or entry.gear, entry.key
        assert entry.attacks or entry.gear, entry.key


@pytest.mark.parametrize(
    ("name", "saves"),
    [
        ("kobold", (14, 15, 16, 17, 18)),
        ("orc", (12, 13, 14, 15, 16)),
        ("ogre", (10, 11, 12, 13, 14)),
        ("troll", (10, 11, 12, 13, 14)),
        ("stone giant", (8, 9, 10, 10, 12)),
        ("Brannoc", (12, 13, 14, 15, 16)),
    ],
)
def test_a_monster_saves_by_its_hit_dice_against_death_as_well(name, saves):
    assert tuple(save_target(sheet(name), kind) for kind in SAVES) == saves


def test_saves_that_are_written_down_are_taken_and_must_be_five():
    entry = CreatureEntry(name="Idol", hd="4", hp=18, aac=15, mv=20, saves=(6, 7, 8, 8, 10))
    page = build(entry, "foe").sheet
    assert tuple(save_target(page, kind) for kind in SAVES) == (6, 7, 8, 8, 10)
    with pytest.raises(FivefootError, match="Saves are 5 numbers: death, wands, paralysis, breath, spells"):
        build(msgspec.structs.replace(entry, saves=(6, 7)), "foe")
