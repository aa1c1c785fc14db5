"""Items from the assets, and creatures that carry them or see in the dark."""

from __future__ import annotations

from msgspec.structs import replace

from engine.rulesets.ose.items import Item, ItemKind, Use
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.ose.spell_facts import Dose
from engine.store.gear import find_gear, find_weapon
from engine.store.items import find_item, items
from engine.store.library import build, find_creature


def test_every_kind_of_item_is_in_the_list() -> None:
    known = set(items().values())
    assert {item.kind for item in known} == set(ItemKind)
    assert all(item.light > 0 for item in known if item.kind is ItemKind.LIGHT)
    assert all(item.effect for item in known if item.kind is ItemKind.POTION)


def test_an_item_is_found_by_any_of_its_names_and_an_unknown_one_is_a_plain_thing() -> None:
    assert find_item("Flint and steel").kind is find_item("tinder box").kind is ItemKind.TINDER
    assert find_item("Golden idol") == Item("golden-idol", "Golden idol")
    assert find_gear("Lantern", Item).light == find_weapon("torch").light == 30


def test_a_wand_takes_a_main_action_where_nothing_is_written_and_a_ring_is_for_the_referee_to_say() -> None:
    assert find_item("wand").takes is Use.MAIN
    assert find_item("ring").takes is Use.UNKNOWN


def test_monsters_see_in_the_dark_and_humans_do_not() -> None:
    assert build(find_creature("goblin"), "foes").dark_sight == 12
    assert build(find_creature("bandit"), "foes").dark_sight == 0
    assert build(find_creature("Brannoc"), "party").dark_sight == 0


def test_a_hero_carries_what_the_library_says() -> None:
    page = build(find_creature("Tam Reed"), "party").sheet
    assert isinstance(page, OseSheet)
    assert [item.kind for item in page.items] == [ItemKind.TINDER, ItemKind.BACKPACK]
    assert "torch" in [weapon.key for weapon in page.gear]


def test_what_a_known_potion_or_wand_does_is_data_and_an_unknown_one_is_left_to_the_referee() -> None:
    healing = find_item("healing potion").works
    assert healing is not None
    assert healing.dose == Dose(1, 6, 1, heals=True, or_ends="paralysed")
    assert find_item("potion of speed") == Item("potion-of-speed", "potion of speed", ItemKind.POTION)
    assert find_item("wand of wonder").takes is Use.MAIN
    assert find_item("ring of stone").worn


def test_a_creature_made_by_name_carries_the_potion_that_works() -> None:
    made = replace(find_creature("bandit"), items=("Potion of Healing",))
    page = build(made, "party").sheet
    assert isinstance(page, OseSheet)
    assert page.items == (find_item("potion of healing"),)
