"""The libraries of the rule books whose sheets are plain rows: found by name, built, ready to fight."""

import pytest
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import DOWN, Condition
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, Size
from engine.rulesets.os_six.sheet import SixSheet, SixWeapon
from engine.rulesets.reduction.sheet import ReductionSheet
from engine.rulesets.registry import RULESETS
from engine.store import book_library
from engine.store.book_library import (
    as_book_creature,
    book_creatures,
    build_book_creature,
    decode_book_creature,
    encode_book_creature,
    find_book_creature,
)
from engine.store.gear import find_gear
from engine.store.library import fitting
from engine.store.listed import listed

OSR = RULESETS["reduction"]
LIBRARIES = {key: book_creatures(rules) for key, rules in RULESETS.items() if book_creatures(rules)}
EVERY = [(key, entry) for key, entries in LIBRARIES.items() for entry in entries]


@pytest.mark.parametrize(("key", "entry"), EVERY, ids=lambda one: getattr(one, "key", one))
def test_every_creature_is_built_with_the_sheet_of_its_book(key, entry):
    actor = build_book_creature(entry, "foes", (2, 3))
    assert isinstance(actor.sheet, RULESETS[key].about.guests[0])
    assert (actor.id, actor.cell, actor.size) == ("", (2, 3), entry.size)
    assert actor.kind == ("" if "hero" in entry.tags else entry.kind or entry.name)


def test_names_and_keys_are_unique_in_each_book():
    for entries in LIBRARIES.values():
        assert len({entry.key for entry in entries}) == len({entry.name for entry in entries}) == len(entries)


def test_reduction_has_the_bear_of_its_own_example():
    bear = build_book_creature(find_book_creature(OSR, "Grizzly bear"), "foes").sheet
    assert isinstance(bear, ReductionSheet)
    assert (bear.ac, bear.hit_dice, bear.attacks, bear.to_hit, bear.move) == (6, 5, (2, 2, 4), 15, 4)
    assert (bear.save, bear.morale) == (16, 8)


def test_they_are_found_as_in_every_library():
    found = [entry.name for entry in fitting(book_creatures(OSR), "bear")]
    assert found == ["Black bear", "Cave bear", "Grizzly bear", "Owl bear"]
    assert {"Skeleton", "Zombie"} <= {entry.name for entry in fitting(book_creatures(OSR), "undead")}


def test_people_of_other_books_are_found_as_a_group():
    heroes = {entry.name for entry in fitting(book_creatures(RULESETS["os_six"]), "heroes")}
    assert "Ellis Kane" in heroes
    assert heroes == {entry.name for entry in book_creatures(RULESETS["os_six"]) if "hero" in entry.tags}


def test_a_typo_gets_a_suggestion():
    with pytest.raises(FivefootError, match="No creature called 'gobln' for Old-School Reduction"):
        find_book_creature(OSR, "gobln")


def test_a_value_that_the_sheet_does_not_have_is_named():
    with pytest.raises(FivefootError, match="creature 'orc': the sheet has no 'hp'"):
        book_library._entry("orc", {"name": "Orc", "hp": 4}, ReductionSheet)
    with pytest.raises(FivefootError, match="creature 'orc': ac: expected 'int', got 'str'"):
        book_library._entry("orc", {"name": "Orc", "ac": "six"}, ReductionSheet)


def test_reduction_has_leaders_shooters_and_poison():
    pages = {entry.key: entry.sheet for entry in book_creatures(OSR)}
    assert pages["goblin-king"].leader
    archer = pages["bandit-crossbow"]
    assert (archer.missile, archer.missile_range, archer.reloads) == ("crossbow", 8, True)
    assert pages["crab-spider"].effects == ("poison",)
    for page in pages.values():
        assert len(page.effects) in (0, len(page.attacks))
        assert not page.weapon_hits or page.weapon


@pytest.mark.rule("SIX-SHEET-03")
def test_the_modern_weapons_of_os_six_are_a_list_and_others_stand_beside_them():
    rifle = find_gear("5.56 assault rifle", SixWeapon)
    assert (rifle.dice, rifle.bonus, rifle.range) == ((6,), 2, 60)
    assert find_gear("Sniper rifle", SixWeapon).dice == (6, 6, 6, 6)
    assert find_gear("stun baton", SixWeapon) == SixWeapon("stun-baton", "Stun baton", (), stun=3)
    assert find_gear("sword", SixWeapon).bonus == 1
    with pytest.raises(FivefootError, match=r"No weapon called 'mashete'\. Did you mean Machete"):
        find_gear("mashete", SixWeapon)


def test_os_six_creatures_hold_weapons_of_the_list():
    kane = find_book_creature(RULESETS["os_six"], "Ellis Kane").sheet
    assert [item.name for item in kane.weapons] == ["Machete", "9 mm pistol"]
    assert (kane.hero, kane.max_hp, kane.luck) == (True, 14, 3)
    with pytest.raises(FivefootError, match="creature 'x': No weapon called 'blunderbuss'"):
        book_library._entry("x", {"name": "X", "weapons": ["blunderbuss"]}, SixSheet)


@pytest.mark.rule("OQ-PARRY-03")
def test_every_weapon_and_shield_of_openquest_has_one_of_the_four_sizes():
    by_size: dict[str, set[str]] = {size.name: set() for size in Size}
    for item in listed(OqWeapon).values():
        by_size[item.size.name].add(item.name)
    assert {"Dagger", "Cosh", "Dart"} <= by_size["LIGHT"]
    assert {"Longsword", "Shortspear", "Small shield"} <= by_size["MEDIUM"]
    assert {"Longspear", "Halberd", "Medium shield"} <= by_size["HEAVY"]
    assert {"Greatsword", "Great axe", "Large shield"} <= by_size["HUGE"]


def test_openquest_weapons_are_named_as_people_name_them():
    spear = find_gear("Spear", OqWeapon)
    assert (spear.name, spear.dice, spear.settable, spear.range) == ("Shortspear", (6,), True, 22)
    bow = find_gear("heavy crossbow", OqWeapon)
    assert (bow.dice, bow.range, bow.rate, bow.no_modifier) == ((6, 6), 150, 3, True)
    assert find_gear("buckler", OqWeapon).shield
    with pytest.raises(FivefootError, match=r"No weapon called 'scimiter'\. Did you mean Scimitar"):
        find_gear("scimiter", OqWeapon)


def test_openquest_has_the_creatures_of_its_tables():
    book = RULESETS["openquest"]
    goblin = find_book_creature(book, "Goblin").sheet
    assert isinstance(goblin, OpenQuestSheet)
    assert (goblin.max_hp, goblin.dex, goblin.close, goblin.dodge, goblin.armour) == (9, 17, 40, 50, 2)
    assert [item.name for item in goblin.weapons] == ["Shortspear", "Small shield"]
    troll = find_book_creature(book, "Troll")
    assert (troll.size, troll.sheet.damage_modifier, troll.sheet.tall) == (2, (6, 6), True)
    ghoul = find_book_creature(book, "Ghoul").sheet
    assert all(item.natural and item.dice for item in ghoul.weapons)
    knight = find_book_creature(book, "Osric Vane").sheet
    assert (knight.hp, knight.hero_points) == (14, 2)


def test_openquest_creatures_hold_no_more_than_their_hands_do():
    for entry in book_creatures(RULESETS["openquest"]):
        assert isinstance(entry.sheet, OpenQuestSheet)
        assert sum(item.hands for item in entry.sheet.weapons) <= 2, entry.name
        assert entry.sheet.weapons, entry.name


def of(key, name, **changes):
    """A creature of a book that has been through a fight."""
    actor = build_book_creature(find_book_creature(RULESETS[key], name), "foes", (1, 1))
    return replace(actor, id="a1", conditions=(Condition(DOWN),), sheet=replace(actor.sheet, **changes))


@pytest.mark.parametrize(
    ("key", "name", "harm"),
    [
        ("openquest", "Goblin", {"hp": -3, "wounds": ("Lost an eye",), "shocked": True, "dead": True}),
        ("os_six", "Thug", {"hp": 0, "fallen": True, "dead": True, "strain": 4}),
        ("reduction", "Skeleton", {"taken": 9, "dead": True, "hurt": True}),
    ],
)
def test_more_of_the_same_are_unhurt_and_called_by_their_kind(key, name, harm):
    shipped = find_book_creature(RULESETS[key], name)
    entry = as_book_creature(replace(of(key, name, **harm), name=f"{name} 3"), RULESETS[key])
    assert replace(entry, key=shipped.key, kind=shipped.kind, label=shipped.label) == shipped
    assert decode_book_creature(encode_book_creature(entry), RULESETS[key]) == entry


def test_a_person_taken_in_stays_that_person():
    vane = as_book_creature(of("openquest", "Osric Vane", hp=2), RULESETS["openquest"])
    assert (vane.name, vane.label, vane.sheet.hp, vane.tags) == ("Osric Vane", "O", 14, ("hero",))
    assert build_book_creature(vane, "party").kind == ""
