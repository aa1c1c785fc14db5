"""Lists as people make them, and anything at all: a report or one sentence, and every good row is kept."""

import json
import random
import re

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import FivefootError
from engine.importers.creature_list import parse_creature_list
from engine.store.entries import checked
from engine.store.library import CreatureEntry, build


def read(data, name="list.csv"):
    found = parse_creature_list(data.encode() if isinstance(data, str) else data, name)
    for creature in found.creatures:  # whatever was in the cells, the GM can place and save it
        checked(msgspec.convert(dict(creature.row), CreatureEntry))
        msgspec.json.encode(dict(creature.row))
    return found


def rows(found, *keys):
    return [tuple(creature.row.get(key) for key in keys) for creature in found.creatures]


# --- columns ------------------------------------------------------------------------------------------


def test_each_column_without_a_use_gets_one_line_and_a_slip_its_nearest_name():
    found = read(
        "Name,HD,AC,Move,Attak Bonus,Moral,Treasure,Empty\n"
        "Marsh eel,2,13,40,3,8,D,\n"
        "Marsh toad,1,12,20,1,6,C,\n"
    )
    assert found.remarks[-3:] == (
        "Column Attak Bonus was not used, perhaps it is meant as 'attack bonus'.",
        "Column Moral was not used, perhaps it is meant as 'morale'.",
        "Column Treasure was not used.",
    )


def test_two_columns_that_say_the_same_lose_nothing_in_silence():
    found = read(
        "Name,HD,Level,AC,AC,Move,Type,Tags,Special,Notes\nOtyug,6,5,16,12,30,ooze,large,Stinks.,Rare.\n"
    )
    assert rows(found, "hd", "aac", "tags", "note") == [("6", 16, ("ooze", "large"), "Stinks. Rare.")]
    assert found.remarks[1:] == (
        "Column Level was not used where column HD says the same.",
        "Column AC (again) was not used where column AC says the same.",
    )


def test_many_rare_columns_are_told_in_one_line():
    data = [{"name": f"Beast {n}", "ac": 12, "hd": 1, "mv": 40, f"trait {n}": "x"} for n in range(80)]
    told = [line for line in read(json.dumps(data)).remarks if "olumn" in line]
    assert len(told) == 21
    assert told[-1].startswith("Rarer columns were not used either: trait 20, ")
    assert told[-1].endswith(" and 30 others.")


# --- what tables look like ----------------------------------------------------------------------------


def test_a_sheet_of_the_old_school_is_read_whole():
    found = read(
        "Monster;AC;HD;Move;Attacks;Damage;Morale;Saves;Alignment\n"
        "Bog ghoul;6 [13];3d8;120' (40');2 claws/1 bite;d6/d6/d8;9;D12 W13 P14 B15 S16 (1);Chaotic\n"
        "Newt king;4 [15];½;90' (30');1 bite;d3;6;F1;Neutral\n"
        "Stone cat;5 [14];4**;60' (20');;d4/d4;8;12/13/14/15/16;Neutral\n"
    )
    assert rows(found, "name", "aac", "hd", "mv", "attacks") == [
        ("Bog ghoul", 13, "3", 40, ("2 claw 1d6, bite 1d8",)),
        ("Newt king", 15, "1/2", 30, ("bite 1d3",)),
        ("Stone cat", 14, "4**", 20, ("attack 1d4, attack 1d4",)),
    ]
    assert rows(found, "ml", "saves", "note") == [
        (9, (12, 13, 14, 15, 16), "Alignment: Chaotic."),
        (6, None, "Saves: F1. Alignment: Neutral."),
        (8, (12, 13, 14, 15, 16), "Alignment: Neutral."),
    ]
    assert all(not creature.unread for creature in found.creatures)
    page = build(msgspec.convert(dict(found.creatures[0].row), CreatureEntry), "foes").sheet
    assert (page.saves, page.save_death) == ((12, 13, 14, 15, 16), 12)


def test_cells_in_quotation_marks_may_span_lines_and_rows_are_counted_by_lines():
    found = read('name,ac,hd,move,note\r\nElk,12,3,60,"Shy.\r\nRuns, ""far""."\r\nHen,oops,1,20,\r\n')
    assert rows(found, "name", "note") == [("Elk", 'Shy.\nRuns, "far".'), ("Hen", "")]
    assert found.creatures[1].place == "Row 4"


def test_a_quotation_mark_that_is_never_closed_takes_no_other_row_with_it():
    found = read('name,ac,hd,move\n"Elk,12,3,60\nHen,11,1,20\n"Cow",11,2,40\nTall "Tom",13,1,40\n')
    assert rows(found, "name", "aac") == [("Elk", 12), ("Hen", 11), ("Cow", 11), ('Tall "Tom"', 13)]
    assert [line for line in found.lines if "quotation" in line] == [
        "Row 2 (Elk), a quotation mark is never closed, so its line was read without it."
    ]


def test_titles_above_the_headings_a_separator_line_and_a_drawn_table():
    found = read("sep=;\nMy beasts, all of them\nName;HD;AC;Move\nElk;3;12;60\n")
    assert rows(found, "name", "hd") == [("Elk", "3")]
    assert found.remarks[-1] == (
        "Row 2 was left out, as it has no place below the headings: 'My beasts, all of them'."
    )
    drawn = read("| Name | HD | AC | Move |\n|------|:--:|----|---|\n| Elk | 3 | 12 | 60 |\n")
    assert rows(drawn, "name", "hd", "aac", "mv") == [("Elk", "3", 12, 60)]
    assert drawn.lines == ("1 creature, 1 of them whole.", "Armour classes were read as ascending.")


def test_encodings_and_numbers_of_spreadsheets():
    table = "Name\tHD\tAC\tHP\tMove\nWërbär\t5,0\t14.0\t1,025\t12,5\nElk\t0,5\t12\t3\t40\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        found = read(table.encode(encoding))
        assert rows(found, "name", "hd", "aac", "hp", "mv") == [
            ("Wërbär", "5", 14, 1025, 12),
            ("Elk", "1/2", 12, 3, 40),
        ]
        assert list(map(str, found.creatures[0].unread)) == [
            "column Move: '12,5' not understood, 12 ft taken"
        ]


def test_movement_in_inches_and_by_the_turn_is_made_feet_a_round_and_said():
    inches = read("name,ac,hd,move\nOrc,13,1,12\nOgre,14,4,9\nElf,14,1,15\n")
    assert rows(inches, "mv") == [(40,), (30,), (50,)]
    assert inches.remarks[-1] == (
        'Movement was read as inches of the old books: 12" is 120 ft a turn, 40 ft a round.'
    )
    turns = read("name,ac,hd,move\nOrc,13,1,120'\nOgre,14,4,90'\nElf,14,1,120'\n")
    assert rows(turns, "mv") == [(40,), (30,), (40,)]
    assert turns.remarks[-1] == "Movement was read as feet a turn; a round has a third of it."
    assert rows(read("name,ac,hd,move\nOrc,13,1,30\nOgre,14,4,20\nElf,14,1,40\n"), "mv") == [
        (30,),
        (20,),
        (40,),
    ]


# --- what JSON looks like -----------------------------------------------------------------------------


def test_objects_that_are_no_creature_are_told():
    found = read(
        json.dumps(
            {
                "title": "Beasts of the fen",
                "groups": [
                    {
                        "group": "Cats",
                        "beasts": [{"name": "Lynx", "ac": 14, "hd": 2, "mv": 40}, {"legs": 4}, 7],
                    },
                    {"group": "Empty", "beasts": []},
                ],
                "by name": {"Elk": {"ac": 12, "hd": 3, "mv": 60}, "Lair": {"size": "big"}},
            }
        ),
        "fen.json",
    )
    assert rows(found, "name") == [("Lynx",), ("Elk",)]
    assert [line for line in found.remarks if "left out" in line] == [
        "Entry 2 was left out, as it has no name: 'legs: 4'.",
        "Entry 3 was left out, as it has no fields: '7'.",
        "Entry 4 was left out, as it has no name: 'group: Empty'.",
        "Entry 6 was left out, as it has no armour class, hit dice or hit points: 'Lair'.",
    ]


def test_much_beside_the_creatures_is_counted():
    data = [{"name": "Elk", "ac": 12, "hd": 3, "mv": 60}, *({"spell": n} for n in range(30))]
    told = [line for line in read(json.dumps(data)).remarks if "left out" in line]
    assert len(told) == 13
    assert told[-1] == "18 more were left out, having no name."


def test_numbers_as_objects_and_one_object_a_line():
    actor = {
        "name": "Marsh orc",
        "type": "monster",
        "img": "orc.webp",
        "system": {
            "hp": {"value": 5, "max": 6, "hd": "1d8"},
            "aac": {"value": 13},
            "ac": {"value": 6},
            "thac0": {"value": 19},
            "details": {"morale": 8, "alignment": "Chaos", "movement": {"base": 120}},
        },
        "items": [{"name": "Shield", "system": {"ac": {"value": 1}}}],
    }
    lines = "\n".join((json.dumps(actor), json.dumps({**actor, "name": "Marsh troll"})))
    found = read(lines, "foes.db")
    assert rows(found, "name", "hd", "hp", "aac", "mv", "ml") == [
        ("Marsh orc", "1", 5, 13, 40, 8),
        ("Marsh troll", "1", 5, 13, 40, 8),
    ]
    assert [line for line in found.remarks if line.startswith("Column")] == [
        "Column img was not used.",
        "Column items was not used.",
    ]


def test_variants_within_a_creature_are_creatures_too():
    data = [{"name": "Orc", "ac": 13, "hd": 1, "variants": [{"name": "Orc chief", "ac": 15, "hd": 3}]}]
    assert rows(read(json.dumps(data)), "name", "aac") == [("Orc", 13), ("Orc chief", 15)]


def test_attacks_that_are_objects_are_read_as_lists_write_them_in_words():
    found = read(
        json.dumps(
            [
                {
                    "name": "Shrieker",
                    "ac": 13,
                    "attacks": [
                        {"name": "claw", "damage": "1d4", "count": 2},
                        {"weapon": "bite", "dmg": "1d6"},
                    ],
                },
                {"name": "Slug", "ac": 11, "attacks": [{"damage": "1d4"}]},
            ]
        ),
        "list.json",
    )
    assert rows(found, "name", "attacks") == [
        ("Shrieker", ("2 claw 1d4, bite 1d6",)),
        ("Slug", ("blow 1d4",)),
    ]


# --- anything at all ----------------------------------------------------------------------------------

GOOD = {
    "name": "Fen hound",
    "ac": "14",
    "hd": "2+1",
    "hp": "11",
    "move": "40",
    "attack": "bite 1d6",
    "morale": "8",
}
GOOD_ROW = {"hd": "2+1", "hp": 11, "aac": 14, "mv": 40, "attacks": ("bite 1d6",), "ml": 8}
SIGNS = st.text(alphabet="0123456789d+-*½/,;:.()[]{}|\"' \t×abDWPBSxo√²٣\ufeff\x00\r\u2028", max_size=30)
CELL = st.one_of(SIGNS, st.text(max_size=12), st.integers().map(str), st.just("9" * 5000))
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), CELL, st.just(10**400)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.one_of(st.sampled_from([*GOOD, "value", "saves", "system", "variants"]), CELL), inner
        ),
    ),
    max_leaves=12,
)


def report(data):
    """What the GM reads: the lines, or the one sentence."""
    try:
        return read(data).lines
    except FivefootError as problem:
        return (str(problem),) if str(problem).startswith("list.csv") else ()


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode), SIGNS.map(str.encode)))
def test_any_bytes_give_a_report(data):
    assert report(data)
    assert report(b"[" + data)
    assert report(b"name,ac,hd\n" + data)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from([*GOOD, "saves", "thac0", "damage", "size", "to hit"]), CELL),
    st.booleans(),
)
def test_no_cell_harms_the_good_rows_beside_it(cells, before):
    clean = {key: re.sub(r"[;\r\n]", " ", cell) for key, cell in cells.items()}
    good = [{key: GOOD.get(key, "") for key in {**GOOD, **clean}}] * 3
    bad = {**good[0], "name": "Odd one", **clean}
    ordered = [bad, *good] if before else [*good, bad]
    lines = [";".join(bad), *(";".join(row.values()) for row in ordered)]
    for data in ("\n".join(lines), json.dumps(ordered)):
        found = [creature.row for creature in read(data).creatures if creature.name == GOOD["name"]]
        assert sum(GOOD_ROW.items() <= row.items() for row in found) >= len(good)


@settings(max_examples=60, deadline=None)
@given(JSON)
def test_no_json_harms_the_good_entry_beside_it(odd):
    text = json.dumps([odd, {**GOOD, "name": "Fen hound"}])
    found = read(text)
    assert any(one.name == "Fen hound" and one.row["aac"] == 14 for one in found.creatures)


def test_a_list_that_is_cut_or_garbled_anywhere_gives_a_report():
    whole = json.dumps([{**GOOD, "name": f"Beast {n}"} for n in range(3)]).encode()
    chance = random.Random(5)
    for at in range(0, len(whole), 7):
        assert report(whole[:at])
        assert report(whole[:at] + bytes([chance.randrange(256)]) + whole[at + 1 :])
    assert "nested too deep" in report(b"[" * 200_000)[0]
