"""The spell list that ships with the program holds together."""

import pytest

from engine.errors import FivefootError
from engine.rulesets.ose.checks import SAVES
from engine.rulesets.ose.conditions import RULES
from engine.rulesets.ose.spell_facts import Affliction, Dose, Pool, Shape, Span, Spell
from engine.store.library import build, creatures, find_creature
from engine.store.spells import SpellEntry, find_spell, memorised, spell_list

ANY = (0, 0), (99, 0)
"""From none to more hit dice than anybody has."""


def test_there_are_spells_of_the_first_five_levels():
    assert len(spell_list()) >= 25
    assert {entry.level for entry in spell_list()} == {1, 2, 3, 4, 5}
    assert len({entry.name for entry in spell_list()}) == len(spell_list())


@pytest.mark.parametrize("entry", spell_list(), ids=lambda entry: entry.key)
def test_every_spell_says_what_completing_it_needs(entry):
    area = entry.shape in (Shape.BURST, Shape.CONE, Shape.LINE)
    assert (entry.size > 0) is area
    assert entry.size % 5 == entry.range % 5 == 0
    assert entry.save in ("", *SAVES)
    assert not entry.save or entry.hostile
    assert entry.effect.endswith(".")
    assert len(entry.effect) <= 110
    assert entry.duration


@pytest.mark.parametrize(
    ("name", "dose"),
    [
        ("Fire Ball", Dose(1, 6, each_level=True, half=True)),
        ("Magic Missile", Dose(1, 6, 1, darts=(1, 6, 6, 11, 11, 16, 16))),
        ("Cure Light Wounds", Dose(1, 6, 1, heals=True, or_ends="paralysed")),
        ("Burning Breath", Dose(0, 0, half=True)),
        ("Sleep", None),
    ],
)
def test_what_a_spell_takes_or_gives_is_read_from_its_row(name, dose):
    assert find_spell(name).dose == dose


@pytest.mark.parametrize(
    "entry", [entry for entry in spell_list() if entry.half], ids=lambda entry: entry.key
)
def test_half_is_for_spells_with_damage_and_a_save(entry):
    assert entry.damage
    assert entry.save


@pytest.mark.parametrize(
    ("name", "puts"),
    [
        ("Sleep", Affliction("asleep", Span(60, 4, 4), Pool(2, 8, True, (4, 0), ((4, 1), (4, 1))))),
        ("Web", Affliction("webbed", Span(60, 2, 4))),
        ("Charm Person", Affliction("charmed")),
        ("Cause Fear", Affliction("routed", Span(60, 2))),
        ("Hold Monster", Affliction("paralysed", Span(60, 6, a_level=1), Pool(1, 4, False, None, ANY, -2))),
        ("Charm Monster", Affliction("charmed", None, Pool(3, 6, False, (3, 0), ((3, 1), ANY[1])))),
        ("Confusion", Affliction("confused", Span(1, 12), Pool(3, 6))),
        ("Light", None),
    ],
)
def test_the_condition_a_spell_puts_on_people_is_read_from_its_row(name, puts):
    assert find_spell(name).puts == puts


def test_a_light_on_the_eyes_blinds_for_as_long_as_it_shines():
    assert find_spell("Light").on_eyes == Affliction("blind", Span(60, 6, a_level=1))


@pytest.mark.parametrize(
    "entry", [entry for entry in spell_list() if entry.puts], ids=lambda entry: entry.key
)
def test_a_condition_that_a_spell_puts_is_one_the_rules_know(entry):
    assert entry.puts in RULES


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"takes": "some"}, "'some' is no number; write 1d4"),
        ({"takes": "1d4", "alone": "big"}, "'big' are no hit dice; write 4"),
    ],
)
def test_how_many_a_spell_takes_written_in_another_way_is_named_with_its_spell(wrong, said):
    row = {"name": "Doom", "list": "magic-user", "level": 1, "duration": "", "effect": "", "puts": "asleep"}
    with pytest.raises(FivefootError, match=f"Doom: {said}"):
        memorised(SpellEntry(**row, **wrong))


def test_a_dose_written_in_another_way_is_named_with_its_spell():
    with pytest.raises(FivefootError, match="Doom: 'lots' is no dose; write 1d6"):
        memorised(SpellEntry(name="Doom", list="magic-user", level=1, duration="", effect="", damage="lots"))


def test_a_spell_is_found_by_name_and_any_other_name_is_the_referees():
    assert find_spell("fire ball").size_ft == 20
    assert find_spell("Curse of the Table") == Spell("Curse of the Table")


@pytest.mark.parametrize(
    "entry", [entry for entry in creatures() if entry.spells], ids=lambda entry: entry.key
)
def test_spells_of_the_library_are_all_in_the_list(entry):
    known = {spell.name for spell in spell_list()}
    assert set(entry.spells) <= known


def test_undead_are_known_as_such_and_the_warpriest_turns_them():
    assert build(find_creature("ghoul"), "foes").sheet.undead
    assert not build(find_creature("orc"), "foes").sheet.undead
    ysolde = build(find_creature("Ysolde"), "party").sheet
    assert ysolde.turns_undead
    assert ysolde.favoured == ysolde.hands.main
