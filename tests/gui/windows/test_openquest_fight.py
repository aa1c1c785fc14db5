"""A round of OpenQuest at the real window, by its keys and in its own words."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from engine.model.commands import Act, AddActor, Advance, PlaceActor
from engine.model.requests import Faces, Picked
from gui.bridge.encounters import new_blank
from gui.panels.action_rows import ChoiceRow
from gui.panels.outlook import outlook
from gui.panels.rail import _blocks


@pytest.fixture
def oq(gm, window):
    """A knight nine squares from an elf with a long spear, who has set it; it is the knight's count."""
    window.show_encounter(new_blank(16, 9, "openquest"))
    catalogue = gm.desk.library.catalogue
    for key, side, cell, actor_id in (
        ("osric-vane", "party", (2, 4), "o"),
        ("elf", "foe", (11, 4), "e"),
        ("orc", "foe", (13, 6), "c"),
    ):
        (actor,) = catalogue.build(key, side, 1)
        gm.table.submit(AddActor(replace(actor, id=actor_id, cell=cell)))
    gm.key(Qt.Key.Key_N)
    gm.key(Qt.Key.Key_Return)
    gm.table.submit(Act("e", "set"))
    gm.key(Qt.Key.Key_N)
    gm.table.submit(Advance(), overrule=True)
    return gm


def test_the_rail_names_each_count_once_and_shows_the_second_weapon_at_half_dex(oq):
    rail = [step.label for block in _blocks(oq.table, oq.table.progress) for step in block.steps]
    assert rail == ["Elf 1  17", "Orc 1  14", "Osric Vane  12", "Orc 1  7", "Osric Vane  6"]
    notes = [step.note for block in _blocks(oq.table, oq.table.progress) for step in block.steps]
    assert notes[3:] == ["Second weapon, at half DEX"] * 2


@pytest.mark.rule("OQ-SET-02", "OQ-CHARGE-06", "OQ-CHARGE-07")
def test_a_charge_is_previewed_in_the_words_of_the_book(oq):
    assert oq.table.selected == "o"
    oq.key(Qt.Key.Key_C)
    assert oq.strip == "Charge Elf 1, into a set weapon"
    told = oq.desk.strip.content.detail
    assert (
        told
        == "16 m straight at it. Elf 1 may strike first with a set weapon; a hit does not stop the charge."
    )
    marks = oq.desk.map.scene().marks
    assert [pill.text for pill in marks.pills] == ["Set weapon, 36 % to wound"]
    assert "16 m" in [label.text for label in marks.labels]
    labels = [number.meaning for number in marks.card.numbers]
    assert labels == [
        "falls before it arrives",
        "hits, before any reaction",
        "damage of the set weapon",
        "damage if it hits",
    ]
    assert marks.card.numbers[1].value == "65 %"
    assert "Charge lanes" in oq.desk.legend.words


@pytest.mark.rule("OQ-CHARGE-01")
def test_what_is_too_short_for_a_charge_is_said_on_the_map_in_metres(oq):
    oq.key(Qt.Key.Key_C)
    marks = oq.desk.map.scene().marks
    assert marks.too_near == {(x, y) for x, y in marks.double if max(abs(x - 2), abs(y - 4)) < 3} - {(2, 4)}
    said = [chip.text for chip in oq.desk.map.scene().overlays.chips.chips]
    assert "under 5 m: too short" in said
    assert "Charge, 5 to 30 m" in oq.desk.legend.words


def test_of_lanes_of_one_length_the_straightest_is_drawn(oq):
    oq.key(Qt.Key.Key_C)
    assert oq.desk.map.scene().marks.charge == tuple((x, 4) for x in range(2, 11))


def test_a_charge_is_made_with_the_weapon_that_was_chosen_for_it(oq):
    oq.key(Qt.Key.Key_C)
    oq.key(Qt.Key.Key_2)
    marked = [
        row.isChecked() for row in oq.desk.action_list.chooser.findChildren(ChoiceRow) if row.isVisible()
    ]
    assert marked == [False, True]
    oq.key(Qt.Key.Key_Return)
    command = oq.table.session.open_command
    assert command.verb == "charge"
    assert dict(command.picks) == {"weapon": "medium-shield"}


def test_who_is_selected_stays_so_while_dice_are_typed(oq):
    oq.key(Qt.Key.Key_C)
    oq.key(Qt.Key.Key_Return)
    assert oq.question == "oq.ask.attack"
    oq.type("90")
    assert (oq.question, oq.table.selected) == ("oq.ask.attack", "o")
    oq.type("99")
    assert (oq.question, oq.table.selected) == ("", "o")
    assert oq.table.actor("o").sheet.turn.no_reaction


@pytest.mark.rule("OQ-REACT-12", "OQ-DODGE-02", "OQ-PARRY-05", "OQ-CRIT-08")
def test_a_reaction_says_how_the_hit_came_about_and_what_it_would_leave(oq):
    oq.table.submit(PlaceActor("e", (3, 4)))
    oq.table.submit(Act("e", "attack", targets=("o",)), overrule=True)
    faces = [line.split("\n")[0] for line in outlook_of(oq)]
    assert faces == ["Critical hit. 6 %", "Hits. 54 %", "Misses. 39 %", "Fumble. 1 %"]
    oq.table.answer(Faces((31,)))
    content = oq.desk.strip.content
    assert content.kicker == "Hit: 31 against 60 %"
    assert content.attack
    assert [button.label for button in content.buttons] == [
        "Dodge, 40%: no damage",
        "Parry with Longsword, 65%: half the damage",
        "Parry with Medium shield, 65%: no damage",
        "Take it",
    ]
    oq.table.answer(Picked("dodge"))
    assert [line.split("\n")[1] for line in outlook_of(oq)] == [
        "no damage.",
        "no damage.",
        "the hit stands.",
        "the hit stands. The GM says what comes of the fumble.",
    ]


def outlook_of(oq):
    return [line.text for line in outlook(oq.table.question, oq.table.say)]
