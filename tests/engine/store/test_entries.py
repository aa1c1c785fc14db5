"""An actor's page as a library entry and back: what nobody touched stays as it is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import Actor
from engine.rulesets.ose.sheet import Casting, Hands, Turn, sheet
from engine.store.entries import FORM, as_kind, checked, entry_of, rewritten
from engine.store.forms import fill, texts_of
from engine.store.library import CreatureEntry, build, creatures, find_creature


def made(name: str) -> Actor:
    return replace(build(find_creature(name), "foe"), id="x")


@pytest.mark.parametrize("entry", creatures(), ids=lambda entry: entry.key)
def test_every_creature_of_the_library_survives_being_described(entry: CreatureEntry) -> None:
    actor = build(entry, "foe")
    assert rewritten(actor, entry_of(actor)) == actor
    assert build(as_kind(actor), "foe").sheet == replace(sheet(actor), hp=sheet(actor).max_hp)
    texts = texts_of(entry, FORM)
    assert fill(entry, FORM, {}, texts).record == entry


def test_only_what_changed_is_written_on_the_page() -> None:
    tam = made("Tam Reed")
    busy = replace(sheet(tam), turn=Turn(casting=Casting.DECLARED, spell="Web"), hp=2, shots=(("sling", 2),))
    tam = replace(tam, sheet=busy)
    after = rewritten(tam, replace(entry_of(tam), aac=17, ml=8, name="Tam"))
    assert sheet(after) == replace(busy, ac=17, morale=8)
    assert after.name == "Tam"


def test_gear_named_anew_is_drawn_only_if_it_comes_first() -> None:
    brannoc = made("Brannoc")
    entry = entry_of(brannoc)
    assert entry.gear == ("Longsword", "Shield")
    bow_too = sheet(rewritten(brannoc, replace(entry, gear=("Longsword", "short bow", "shield"))))
    assert [weapon.name for weapon in bow_too.gear] == ["Longsword", "Short bow"]
    assert bow_too.hands == Hands("sword", "shield")
    bow_first = sheet(rewritten(brannoc, replace(entry, gear=("short bow", "longsword", "shield"))))
    assert bow_first.hands == Hands("short-bow", "")
    bare = sheet(rewritten(brannoc, replace(entry, gear=())))
    assert bare.hands == Hands()
    assert bare.shields == ()


def test_an_empty_hand_stays_empty_while_other_gear_changes() -> None:
    brannoc = made("Brannoc")
    stowed = replace(brannoc, sheet=replace(sheet(brannoc), hands=Hands("sword", "")))
    after = rewritten(stowed, replace(entry_of(stowed), mv=20))
    assert sheet(after).hands == Hands("sword", "")


def test_attacks_are_rewritten_as_sets() -> None:
    troll = made("Troll")
    assert entry_of(troll).attacks == ("2 talon 1d6, bite 1d10",)
    page = sheet(
        rewritten(troll, replace(entry_of(troll), attacks=("2 wing buffet d4-1", "bite 2d6 + venom")))
    )
    assert [(part.name, part.dice, part.sides, part.bonus) for part in page.natural] == [
        ("Wing buffet", 1, 4, -1),
        ("Bite", 2, 6, 0),
    ]
    assert page.routines == (("wing buffet", "wing buffet"), ("bite",))


def test_spells_are_counted_and_spent_ones_are_gone() -> None:
    orsolya = made("Orsolya")
    page = sheet(rewritten(orsolya, replace(entry_of(orsolya), spells=("Sleep", "Web", "Web"))))
    assert [(spell.name, spell.left) for spell in page.spells] == [("Sleep", 1), ("Web", 2)]
    spent = replace(orsolya, sheet=replace(page, spells=tuple(replace(s, left=0) for s in page.spells)))
    assert entry_of(spent).spells == ()


def test_a_class_makes_a_character_and_taking_it_away_a_monster() -> None:
    orc = replace(made("Orc"), name="Orc 2")
    hero = rewritten(orc, replace(entry_of(orc), role="Fighter 2"))
    assert (sheet(hero).character, sheet(hero).role, hero.kind) == (True, "Fighter 2", "")
    again = rewritten(hero, replace(entry_of(hero), role=""))
    assert (sheet(again).character, again.kind) == (False, "Orc 2")


def test_more_of_the_same_are_unhurt_and_carry_no_number() -> None:
    hurt = made("Goblin with spear")
    hurt = replace(hurt, name="Goblin 3", label="G3", sheet=replace(sheet(hurt), hp=1))
    entry = as_kind(hurt)
    assert (entry.name, entry.kind, entry.label, entry.hp) == ("Goblin with spear", "Goblin", "", 3)


def test_sight_in_the_dark_follows_the_tags_unless_written() -> None:
    orc = made("Orc")
    assert rewritten(orc, replace(entry_of(orc), dark_sight=30)).dark_sight == 6
    assert rewritten(orc, replace(entry_of(orc), dark_sight=-1, tags=("human",))).dark_sight == 0


def test_what_makes_no_creature_is_one_sentence() -> None:
    orc = made("Orc")
    with pytest.raises(FivefootError, match=r"No weapon called 'swrd'\. Did you mean Sword"):
        rewritten(orc, replace(entry_of(orc), gear=("swrd",)))
    with pytest.raises(FivefootError, match="'bites' is no attack"):
        checked(replace(entry_of(orc), attacks=("bites",)))
