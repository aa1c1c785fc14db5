"""Foreign creature lists: forgiving about form, exact about numbers, honest about the rest."""

import json
from pathlib import Path

import msgspec
import pytest

from engine.__main__ import AS_EXPECTED, main
from engine.errors import FivefootError
from engine.importers import creature_fields as fields
from engine.importers.attack_words import attacks
from engine.importers.creature_habits import Habits, Rate, looks_per_turn, rate
from engine.importers.creature_list import parse_creature_list, read_creature_list
from engine.store.library import CreatureEntry, build


def one(data, name="list.json"):
    text = data if isinstance(data, str) else json.dumps(data)
    found = parse_creature_list(text.encode(), name)
    assert len(found.creatures) == 1
    return found.creatures[0]


def entry(creature):
    return msgspec.convert(dict(creature.row), CreatureEntry)


# --- whole lists ----------------------------------------------------------------------------------


def test_a_plain_csv_with_semicolons_and_a_byte_order_mark():
    text = "\ufeffName;AC;HD;Move;Morale;Attacks\nCave cat;14;2+1;50';8;2 claws 1d3, bite 1d4\n;;;;;\n"
    found = parse_creature_list(text.encode("utf-8"), "cats.csv")
    assert [dict(creature.row) for creature in found.creatures] == [
        {
            "name": "Cave cat",
            "hd": "2+1",
            "hp": 10,
            "ab": 2,
            "aac": 14,
            "mv": 50,
            "ml": 8,
            "attacks": ("2 claw 1d3, bite 1d4",),
            "note": "",
        }
    ]
    assert found.lines == ("1 creature, 1 of them whole.", "Armour classes were read as ascending.")


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_any_separator_and_old_encodings(sign):
    text = sign.join(("Monster", "Armour Class", "Hit Dice")) + "\n" + sign.join(("Wéré", "16", "3"))
    found = parse_creature_list(text.encode("cp1252"), "list.txt")
    assert (found.creatures[0].name, found.creatures[0].row["aac"]) == ("Wéré", 16)


def test_json_with_trailing_commas_comma_in_text_and_numbers():
    text = '[{"name": "Ant, [Giant],", "armorclass": 17, "hd": "4", "attacks": "1 bite", "damage": "2d6",},]'
    creature = one(text)
    assert creature.name == "Ant, [Giant],"
    assert creature.row["attacks"] == ("bite 2d6",)


def test_wrapped_grouped_and_nested_entries_are_found():
    data = {
        "about": {"name": "My list", "licence": "mine"},
        "groups": [{"group": "Cats", "monsters": {"Lynx": {"stat_block": {"ac": "15", "hd": "1"}}}}],
    }
    creature = one(data)
    assert (creature.name, creature.row["aac"], creature.row["hp"]) == ("Lynx", 15, 4)


def test_a_stat_block_written_as_text():
    block = "\n".join(
        (
            "```",
            "title: Rock bat",
            "stats:",
            "- Armor Class: 6 [13]",
            "- Hit Dice: 2 (9hp)",
            "- Movement: 30’ (10’) / 180’ (60’) flying",
            "- THAC0: 18 [+1]",
            "- Attacks: 1 × bite (1d4 + disease)",
            "- Morale: 8",
            "```",
        )
    )
    creature = one({"entries": [{"tagValue": "Rock bat", "labels": ["HD: 02", "Undead"], "rawText": block}]})
    assert dict(creature.row) == {
        "name": "Rock bat",
        "hd": "2",
        "hp": 9,
        "ab": 1,
        "aac": 13,
        "mv": 10,
        "note": "Moves also: 180’ (60’) flying.",
        "ml": 8,
        "attacks": ("bite 1d4 + disease",),
        "tags": ("undead",),
    }


def test_descending_armour_is_told_from_ascending_by_the_whole_list():
    rows = "name,ac,hd\nOrc,6,1\nHobgoblin,6,1+1\nDragon,-1,9\n"
    found = parse_creature_list(rows.encode(), "list.csv")
    assert [creature.row["aac"] for creature in found.creatures] == [13, 13, 20]
    assert "Armour classes were read as descending." in found.remarks


def test_a_heading_that_says_the_direction_is_believed():
    rows = "name,AC (descending),AAC,hd\nOrc,6,,1\nGnoll,,14,2\n"
    found = parse_creature_list(rows.encode(), "list.csv")
    assert [creature.row["aac"] for creature in found.creatures] == [13, 14]


def test_whatever_was_not_understood_is_named_with_its_text_kept():
    creature = one(
        {"name": "Mould", "ac": "Can always be hit", "hd": "many", "morale": "N/A", "attacks": "None"}
    )
    assert tuple(map(str, creature.unread)) == (
        "column hd: 'many' not understood, 1 taken",
        "column ac: 'Can always be hit' not understood, armour class 10 taken",
        "no movement: 40 ft taken",
        "column morale: 'N/A': never checks",
        "column attacks: 'None': no attack taken, the text is in the note",
    )
    assert creature.originals["ac"] == "Can always be hit"
    assert creature.row["ml"] is None


def test_entries_for_several_creatures_give_the_first_and_say_so():
    creature = one({"name": "Elemental", "ac": "2 [17] / 0 [19]", "hd": "8 / 12 / 16*", "move": "40'"})
    assert (creature.row["aac"], creature.row["hd"]) == (17, "8")
    assert tuple(map(str, creature.unread)) == (
        "column hd: '8 / 12 / 16*': the first was taken",
        "column ac: '2 [17] / 0 [19]': the first was taken",
    )


def test_somebody_with_an_unnamed_weapon_gets_one_and_the_report_says_so():
    found = parse_creature_list(b"name,ac,hd,attacks,damage\nOrc,13,1,1 weapon,1d6 or by weapon\n", "o.csv")
    actor = build(entry(found.creatures[0]), "foes")
    assert [item.name for item in actor.sheet.gear] == ["Sword"]
    assert found.remarks[-1] == "1 of them fight with weapons that are not named; each got a sword."


@pytest.mark.parametrize("text", ["", "[]", "a,b\n1,2\n", '{"name": "nobody"}', "just words"])
def test_a_file_without_creatures_says_so(text):
    with pytest.raises(FivefootError, match=r"x\.csv: no creature was found"):
        parse_creature_list(text.encode(), "x.csv")


def test_broken_json_names_the_line():
    with pytest.raises(FivefootError, match=r"x\.json is broken at line 2"):
        parse_creature_list(b'[{"name": "A"}\n{"name"', "x.json")


def test_a_missing_file_is_no_crash(tmp_path):
    with pytest.raises(FivefootError, match="cannot be read"):
        read_creature_list(tmp_path / "none.csv")


# --- single fields --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written", "points", "bonus"),
    [
        ("1", "1", 4, 0),
        ("1-1", "1-1", 3, 0),
        ("3+1*", "3+1*", 14, 3),
        ("½", "1/2", 2, -1),
        ("1/2 (1d4 hit points) *", "1/2*", 2, -1),
        ("12* (+10)", "12*", 54, 10),
        ("4 (18hp)", "4", 18, 3),
        ("1d2 hit points", "1/2", 1, -1),
        ("8***", "8***", 36, 7),
        ("36*", "36*", 162, 14),
        ("1+1", "1+1", 5, 1),
        ("3d8", "3", 13, 2),
        ("3d8+3", "3+3", 16, 3),
        ("1d8-1", "1-1", 3, 0),
        ("d8", "1", 4, 0),
        ("5d8+5** (30 hp)", "5+5**", 30, 5),
        ("4d8 (18)", "4", 18, 3),
        ("1d4 hp", "1/2", 2, -1),
        ("4**", "4**", 18, 3),
        ("3 (13hp)", "3", 13, 2),
        ("HD 3", "3", 13, 2),
        ("<1", "1/2", 2, -1),
        ("0,5", "1/2", 2, -1),
        ("5-8", "5", 22, 4),
    ],
)
def test_hit_dice(text, written, points, bonus):
    assert fields.hit_dice(text) == fields.HitDice(written, points, bonus)


@pytest.mark.parametrize(
    ("text", "per_turn", "feet", "rest"),
    [
        ("40'", False, 40, ""),
        ("120' (40')", True, 40, ""),
        ("60' (10')", False, 60, ""),
        ("30' Fly 60'", False, 30, "Fly 60'"),
        ("Swim 30'", False, 30, "Swim 30'"),
        ("60 ft", False, 60, ""),
    ],
)
def test_movement(text, per_turn, feet, rest):
    assert rate(text, Habits(bracket=per_turn)) == Rate(feet, rest)


def test_brackets_are_a_round_where_they_are_a_third_in_most_of_the_list():
    assert looks_per_turn(["120' (40')", "60' (20')", "60' (10')"])
    assert not looks_per_turn(["60' (10')", "30' (10')", "20' (15')"])


@pytest.mark.parametrize(
    ("text", "damage", "sets"),
    [
        ("2 × claw (1d4), 1 × bite (1d8 + poison)", "", ("2 claw 1d4, bite 1d8 + poison",)),
        ("1 × bite (1d6) or 1 × breath (4d6)", "", ("bite 1d6", "breath 4d6")),
        ("2 claws, 1 bite", "1d4 claw, 1d8 bite", ("2 claw 1d4, bite 1d8",)),
        ("1 bite", "2d6", ("bite 2d6",)),
        ("1 touch", "Energy drain", ("touch - + Energy drain",)),
        ("1", "3d6", ("attack 3d6",)),
        ("1 weapon", "1d8 or by weapon", ("weapon 1d8",)),
    ],
)
def test_attacks(text, damage, sets):
    assert attacks(text, damage).sets == sets


def test_no_attack_at_all():
    assert attacks("None") is None


@pytest.mark.parametrize(
    ("text", "value"), [("7 on first sighting, 12 after engaged", 7), ("9 (12 if ...)", 9), ("N/A", None)]
)
def test_morale(text, value):
    assert fields.morale(text) == value


# --- samples --------------------------------------------------------------------------------------

SAMPLES = Path(__file__).resolve().parents[4] / "shared" / "samples" / "creatures"


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample lists are not part of the project")
@pytest.mark.parametrize(
    ("pattern", "least"), [("*Bestiary*.json", 290), ("*SRD*.json", 200)], ids=["bestiary", "srd"]
)
def test_every_creature_of_the_sample_lists_can_stand_on_a_map(pattern, least):
    found = read_creature_list(next(SAMPLES.glob(pattern)))
    assert len(found.creatures) >= least
    for creature in found.creatures:
        actor = build(entry(creature), "foes")
        assert actor.sheet.hp > 0
        assert 0 <= actor.sheet.ac <= 40
    whole = sum(not creature.unread for creature in found.creatures)
    assert whole / len(found.creatures) > 0.85


def test_the_command_line_tells_what_a_list_held(tmp_path, capsys):
    path = tmp_path / "cats.csv"
    path.write_text("name,ac,hd\nLynx,15,1\n")
    assert main(["import", str(path)]) == AS_EXPECTED
    assert capsys.readouterr().out.splitlines() == [
        "cats.csv:",
        "    1 creature, 0 of them whole.",
        "    Armour classes were read as ascending.",
        "    Row 2 (Lynx), no movement: 40 ft taken.",
    ]
