"""The class line of a character: level and attack bonus by the tables of rulings A1.4."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rulesets.ose.checks import level_of
from engine.rulesets.ose.classes import class_attack_bonus, class_level, class_turns_undead
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.ose.waiting import could_cast
from engine.store.library import CreatureEntry, build


@pytest.mark.parametrize(
    ("role", "level"),
    [("Magic-User 5", 5), ("Cleric, 12th level", 12), ("Man-at-arms", 0), ("Guard of 1066", 0)],
)
def test_the_level_stands_in_the_class_line(role: str, level: int) -> None:
    assert class_level(role) == level


@pytest.mark.parametrize(
    ("role", "bonuses"),
    [
        ("Fighter", {3: 0, 4: 2, 7: 5, 10: 7, 13: 9}),
        ("Warpriest", {1: 0, 4: 0, 5: 2, 9: 5}),
        ("magic user", {1: 0, 5: 0, 6: 2, 10: 2}),
        ("Elf/Magic-user", {4: 2}),
    ],
)
def test_each_class_attacks_by_its_own_table(role: str, bonuses: dict[int, int]) -> None:
    assert {level: class_attack_bonus(role, level) for level in bonuses} == bonuses
    assert class_attack_bonus("Man-at-arms", 1) is None


@pytest.mark.rule("OSE-TURN-01")
def test_a_warpriest_by_any_name_turns_undead_and_no_other_class_does() -> None:
    assert [
        one for one in ("Cleric 4", "Warpriest", "Fighter 4", "Self-taught") if class_turns_undead(one)
    ] == [
        "Cleric 4",
        "Warpriest",
    ]


def test_a_character_casts_at_the_level_of_its_class_whatever_its_hit_dice() -> None:
    page = OseSheet(hp=15, max_hp=15, role="Magic-User 5", hit_dice="3", character=True)
    assert level_of(page) == 5
    assert level_of(OseSheet(hp=15, max_hp=15, role="Magic-User 5", level=7, character=True)) == 7
    assert level_of(OseSheet(hp=15, max_hp=15, role="Golem 5", hit_dice="3")) == 3


@pytest.mark.rule("OSE-PROC-03")
@pytest.mark.parametrize(("gear", "named"), [(("dagger", "shield"), False), (("dagger",), True)])
def test_a_made_caster_with_both_hands_full_is_not_said_to_have_a_spell_to_declare(
    gear: tuple[str, ...], named: bool
) -> None:
    odo = CreatureEntry(
        name="Odo", role="Magic-User 5", hd="5", hp=15, aac=11, mv=40, gear=gear, spells=("Fire Ball",)
    )
    assert could_cast(replace(build(odo, "party", (1, 1)), id="odo")) is named
