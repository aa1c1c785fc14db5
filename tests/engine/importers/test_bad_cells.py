"""Cells of creature lists that nobody can read: each is reported with its place, column and what was done."""

import csv
import io
import json

import msgspec
import pytest

from engine.importers.attack_words import Doubt, attacks
from engine.importers.creature_list import parse_creature_list
from engine.store.entries import checked
from engine.store.library import CreatureEntry

GOOD = {
    "Name": "Rust Hound",
    "HD": "2+1",
    "AC": "14",
    "HP": "11",
    "Move": "40",
    "Attack": "bite 1d6",
    "Morale": "8",
    "To Hit": "3",
    "Size": "1",
}
GOOD_ROW = {
    "name": "Rust Hound",
    "hd": "2+1",
    "hp": 11,
    "ab": 3,
    "aac": 14,
    "mv": 40,
    "ml": 8,
    "attacks": ("bite 1d6",),
    "size": 1,
    "note": "",
}
PLACES = {"csv": "Row 2", "json": "Entry 1"}


def as_csv(*rows):
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def read(form, *rows):
    text = as_csv(*rows) if form == "csv" else json.dumps(list(rows))
    found = parse_creature_list(text.encode(), f"list.{form}")
    for creature in found.creatures:  # whatever was in the cells, the GM can place and save it
        checked(msgspec.convert(dict(creature.row), CreatureEntry))
        msgspec.json.encode(dict(creature.row))
    return found


def troubles(found):
    return [line for line in found.lines if line.startswith(("Row", "Entry"))]


@pytest.mark.parametrize("form", PLACES)
def test_a_list_that_was_understood_reports_nothing(form):
    found = read(form, GOOD)
    assert dict(found.creatures[0].row) == GOOD_ROW
    assert troubles(found) == []


@pytest.mark.parametrize("form", PLACES)
@pytest.mark.parametrize(
    ("column", "cell", "done", "changed"),
    [
        ("HD", "many", "2 taken by the hit points", {"hd": "2"}),
        ("HD", "?", "2 taken by the hit points", {"hd": "2"}),
        ("HD", "xx3", "3 taken", {"hd": "3"}),
        ("HD", "3 banana", "3 taken", {"hd": "3"}),
        ("HD", "2+x", "2 taken", {"hd": "2"}),
        ("HD", "-1", "1 taken", {"hd": "1"}),
        ("HD", "99999999999999999999999", "2 taken by the hit points", {"hd": "2"}),
        ("AC", "oops", "armour class 10 taken", {"aac": 10}),
        ("AC", "-", "armour class 10 taken", {"aac": 10}),
        ("AC", "155", "armour class 40 taken", {"aac": 40}),
        ("AC", "about 15", "armour class 15 taken", {"aac": 15}),
        ("AC", "15xx", "armour class 15 taken", {"aac": 15}),
        ("HP", "xx", "10 taken by the hit dice", {"hp": 10}),
        ("HP", "-4", "10 taken by the hit dice", {"hp": 10}),
        ("HP", "0", "10 taken by the hit dice", {"hp": 10}),
        ("HP", "99999999999999999999999", "10 taken by the hit dice", {"hp": 10}),
        ("HP", "1O", "1 taken", {"hp": 1}),
        ("HP", "12.5", "12 taken", {"hp": 12}),
        ("HP", "2d8", "2 taken", {"hp": 2}),
        ("Move", "fast", "40 ft taken", {"mv": 40}),
        ("Move", "??", "40 ft taken", {"mv": 40}),
        ("Move", "99999", "600 ft taken", {"mv": 600}),
        (
            "Move",
            "30 banana",
            "30 ft taken, the text is in the note",
            {"note": "Moves also: banana.", "mv": 30},
        ),
        ("Morale", "twelve", "never checks", {"ml": None}),
        ("Morale", "13", "never checks", {"ml": None}),
        ("Morale", "1", "never checks", {"ml": None}),
        ("Morale", "about 7", "7 taken", {"ml": 7}),
        ("To Hit", "good", "attack bonus +2 taken", {"ab": 2}),
        ("To Hit", "+999", "40 taken", {"ab": 40}),
        ("Size", "roomy", "1 square a side taken", None),
        ("Size", "90", "1 square a side taken", None),
    ],
)
def test_a_bad_cell_is_reported_with_what_was_taken_and_the_others_stay(form, column, cell, done, changed):
    found = read(form, {**GOOD, column: cell})
    assert troubles(found) == [
        f"{PLACES[form]} (Rust Hound), column {column}: '{cell}' not understood, {done}."
    ]
    expected = {**GOOD_ROW, **(changed or {})}
    if changed is None:
        del expected["size"]
    assert dict(found.creatures[0].row) == expected
    assert found.creatures[0].originals


@pytest.mark.parametrize("form", PLACES)
@pytest.mark.parametrize(
    ("cell", "sets", "reported"),
    [
        ("bite banana", ("bite -",), "'banana' not understood, bite has no damage"),
        ("bite (banana)", ("bite -",), "'banana' not understood, bite has no damage"),
        ("bite 2z6", ("bite -",), "'2z6' not understood, bite has no damage"),
        ("bite 1d", ("bite -",), "'1d' not understood, bite has no damage"),
        ("bite 0d6", ("bite -",), "'0d6' not understood, bite has no damage"),
        ("bite 999d6", ("bite -",), "'999d6' not understood, bite has no damage"),
        ("bite 1d1", ("bite -",), "'1d1' not understood, bite has no damage"),
        ("bite (3)", ("bite -",), "'3' not understood, bite has no damage"),
        ("bite", ("bite -",), "'bite' not understood, bite has no damage"),
        ("2 claws apple, bite 1d8", ("2 claw -, bite 1d8",), "'apple' not understood, claw has no damage"),
        ("claw 1d4 or bite pear", ("claw 1d4", "bite -"), "'pear' not understood, bite has no damage"),
        ("lick banana", ("lick banana -",), "'lick banana' not understood, lick banana has no damage"),
        ("bite 1d6, ??7??", ("bite 1d6",), "'??7??' not understood, no attack taken"),
        ("???", None, "'???': no attack taken"),
        ("2z6", None, "'2z6' not understood, no attack taken"),
    ],
)
def test_an_attack_keeps_its_name_and_its_text_goes_to_the_note(form, cell, sets, reported):
    found = read(form, {**GOOD, "Attack": cell})
    row = dict(found.creatures[0].row)
    assert row.get("attacks") == sets
    ending = "the text is in the note."
    assert troubles(found) == [f"{PLACES[form]} (Rust Hound), column Attack: {reported}, {ending}"]
    assert row["note"] == f"Attack: {cell}."
    actor = checked(msgspec.convert(row, CreatureEntry))
    assert actor.note == f"Attack: {cell}."


@pytest.mark.parametrize("form", PLACES)
def test_damage_in_a_column_of_its_own_is_reported_under_it(form):
    found = read(form, {**GOOD, "Attack": "2 claws, 1 bite", "Damage": "1d4 claw, banana"})
    assert troubles(found) == [
        f"{PLACES[form]} (Rust Hound), column Damage: 'banana' not understood, bite has no damage,"
        " the text is in the note."
    ]
    row = found.creatures[0].row
    assert row["attacks"] == ("2 claw 1d4, bite - + banana",)
    assert row["note"] == "Attack: 2 claws, 1 bite. Damage: 1d4 claw, banana."


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("1 × feeler (rusting)", ("feeler - + rusting",)),
        ("8 tentacles (paralysis)", ("8 tentacle - + paralysis",)),
        ("bite poison", ("bite - + poison",)),
        ("1 gaze", ("gaze -",)),
        ("lightning bolt", ("lightning bolt -",)),
        ("bite per pack (1d6 + disease)", ("bite 1d6 + disease",)),
        ("claw 1d4-1", ("claw 1d4-1",)),
        ("12d6 breath", ("breath 12d6",)),
        ("1d6", ("attack 1d6",)),
    ],
)
def test_what_an_attack_does_in_words_is_no_doubt(text, sets):
    assert attacks(text)[::2] == (sets, ())


def test_a_part_that_names_no_attack_is_doubted_and_the_others_are_kept():
    assert attacks("bite 1d6, ???")[::2] == (("bite 1d6",), (Doubt("", "???"),))


@pytest.mark.parametrize("form", PLACES)
def test_every_bad_cell_of_a_row_is_reported_and_rows_are_told_apart(form):
    bad = {**GOOD, "Name": "Cur", "AC": "oops", "HP": "xx", "Attack": "bite banana", "Morale": "twelve"}
    place = {"csv": "Row 3", "json": "Entry 2"}[form]
    assert troubles(read(form, GOOD, bad)) == [
        f"{place} (Cur), column HP: 'xx' not understood, 10 taken by the hit dice.",
        f"{place} (Cur), column AC: 'oops' not understood, armour class 10 taken.",
        f"{place} (Cur), column Morale: 'twelve' not understood, never checks.",
        f"{place} (Cur), column Attack: 'banana' not understood, bite has no damage,"
        " the text is in the note.",
    ]


@pytest.mark.parametrize(
    ("value", "taken"), [(True, 10), ({"max": 15}, 15), ([15, 3], 15), ([None], 10)], ids=str
)
def test_a_value_of_json_that_is_no_cell_is_reported_as_written(value, taken):
    found = read("json", {**GOOD, "HP": value})
    done = f"{taken} taken" if taken != 10 else "10 taken by the hit dice"
    assert troubles(found) == [
        f"Entry 1 (Rust Hound), column HP: '{json.dumps(value)}' not understood, {done}."
    ]
    assert found.creatures[0].row["hp"] == taken


def test_rows_of_a_table_are_counted_as_in_the_file_and_those_left_out_are_named():
    text = "\n\nname,ac,hd,move\nLynx,oops,1,40\n\n,,,\n,15,2,40\nCur,,,40\nWolf,xx,2,40\n"
    assert troubles(read_text(text)) == [
        "Row 7 was left out, as it has no name: '15, 2, 40'.",
        "Row 8 was left out, as it has no armour class, hit dice or hit points: 'Cur, 40'.",
        "Row 4 (Lynx), column ac: 'oops' not understood, armour class 10 taken.",
        "Row 9 (Wolf), column ac: 'xx' not understood, armour class 10 taken.",
    ]


def test_cells_beyond_the_headings_are_reported():
    found = read_text("name,ac,hd,move,attack\nCat,14,2,40,2 claws 1d3, bite 1d4\n")
    assert troubles(found) == ["Row 2 (Cat), more cells than headings: 'bite 1d4' left out."]


def read_text(text):
    return parse_creature_list(text.encode(), "list.csv")
