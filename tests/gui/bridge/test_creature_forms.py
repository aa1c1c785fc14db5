"""Forms for creatures: what they show, what a save does, and what it refuses in a sentence."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from engine.errors import FivefootError
from engine.model.actor import DOWN
from engine.model.commands import AddActor, RemoveActor
from engine.model.terrain import blank
from engine.rulesets.ose.checks import level_of
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.registry import RULESETS
from engine.store.library import CreatureEntry, build, find_creature
from engine.store.own_library import OwnLibrary
from gui.bridge.catalogue import OWN_FILE, Catalogue
from gui.bridge.creature_forms import (
    WHOLE,
    YES,
    CreatureForm,
    change_actor,
    change_entry,
    new_entry,
)
from gui.bridge.encounters import Encounter, new_encounter
from gui.bridge.parties import Parties


@pytest.fixture
def own(tmp_path: Any) -> OwnLibrary:
    return OwnLibrary(tmp_path / "own.json")


def texts(form: CreatureForm, **changes: str) -> dict[str, str]:
    shown = {line.path: line.text for line in form.lines}
    assert changes.keys() <= shown.keys()
    return shown | changes


# --- the library ------------------------------------------------------------------------------------------


def test_nine_lines_come_first_and_name_and_hp_are_all_it_takes(own: OwnLibrary) -> None:
    kept: list[Any] = []
    form = new_entry(own, kept.append)
    assert sum(line.main for line in form.lines) == 10
    assert all(line.text == "" for line in form.lines)
    assert form.save(texts(form)) == {"name": "Name is needed.", "hp": "HP is needed."}
    assert form.save(texts(form, name="Grub", hp="14")) == {}
    (entry,) = own.creatures()
    assert kept == [entry]
    assert (entry.hd, entry.ab, entry.aac, entry.mv, entry.ml, entry.max_hp) == ("3", 2, 10, 40, None, 14)
    assert sheet(build(entry, "foe")).hp == 14


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        ("hp", "lots", "HP is a number from 1 to 999."),
        ("hd", "many", "Hit dice are written like 3, 1+1 or 1/2."),
        ("gear", "swrd, shield", "No weapon called 'swrd'. Did you mean Sword or Longsword?"),
        ("attacks", "bites", "'bites' is no attack: write it like '2 claw 1d4'."),
        ("max_hp", "3", None),
        ("size", "9", "Size is a number from 1 to 6."),
    ],
)
def test_each_mistake_is_a_sentence_at_its_line(
    own: OwnLibrary, path: str, text: str, sentence: str | None
) -> None:
    form = new_entry(own, lambda _: None)
    problems = form.save(texts(form, **({"name": "Grub", "hp": "7"} | {path: text})))
    if sentence is None:
        assert problems == {"hp": "HP cannot be more than HP unhurt, 3."}
    else:
        assert problems == {path: sentence}
    assert own.creatures() == ()


def test_an_own_creature_is_changed_and_one_that_ships_is_copied(own: OwnLibrary) -> None:
    form = change_entry(own, find_creature("Ogre"), lambda _: None)
    assert form.save(texts(form, hp="25", max_hp="25")) == {}
    (copy,) = own.creatures()
    assert (copy.name, copy.hp, copy.reach, find_creature("Ogre").hp) == ("Ogre", 25, 2, 19)
    again = change_entry(own, copy, lambda _: None)
    assert again.save(texts(again, hp="30", max_hp="", ab="")) == {}
    (changed,) = own.creatures()
    assert (changed.key, changed.hp, changed.max_hp, changed.ab) == (copy.key, 30, 30, 4)


def test_own_creatures_are_found_first_and_built(home: Any) -> None:
    catalogue = Catalogue(RULESETS["ose.loose"])
    form = change_entry(catalogue.writable(), find_creature("Goblin"), lambda _: None)
    assert form.save(texts(form, hp="9", max_hp="9")) == {}
    first, second, *_ = catalogue.find("goblin").entries
    assert (first.own, first.facts) == (True, "yours, AC 13, HP 9, 20 ft")
    assert (second.own, second.name) == (False, "Goblin")
    (actor,) = catalogue.build(first.key, "foe", 1)
    assert sheet(actor).hp == 9
    assert sheet(catalogue.build(second.key, "foe", 1)[0]).hp == 3
    assert Catalogue(RULESETS["ose.detailed"]).find("goblin").entries[0].own


def test_a_broken_library_file_is_told_and_left_alone(home: Any) -> None:
    (home / OWN_FILE).write_text("{")
    catalogue = Catalogue(RULESETS["ose.detailed"])
    assert "library.json is no library of creatures" in catalogue.trouble
    assert catalogue.find("gob").entries
    assert (home / OWN_FILE).read_text() == "{"


def test_an_own_creature_that_cannot_be_built_is_left_out_and_told(home: Any) -> None:
    catalogue = Catalogue(RULESETS["ose.detailed"])
    cat = CreatureEntry(name="Bog cat", hd="1", hp=4, aac=12, mv=40, attacks=("bite 1d4",))
    catalogue.writable().add_all((cat, replace(cat, name="Bog dog", attacks=("bite 1d6",))))
    whole = (home / OWN_FILE).read_text()
    (home / OWN_FILE).write_text(whole.replace("bite 1d4", "rubbish"))
    catalogue = Catalogue(RULESETS["ose.detailed"])
    told = "library.json: 'Bog cat' is left out: 'rubbish' is no attack: write it like '2 claw 1d4'."
    assert catalogue.trouble == f"{told} Mend it or take it out there."
    assert [entry.name for entry in catalogue.find("bog").entries] == ["Bog dog"]
    catalogue.remove(catalogue.find("bog dog").entries[0].key)
    assert "rubbish" in (home / OWN_FILE).read_text()
    (home / OWN_FILE).write_text(whole.replace("bite 1d4", "rubbish").replace("bite 1d6", "rubbish"))
    assert Catalogue(RULESETS["ose.detailed"]).trouble.endswith("there. 1 more is left out as well.")


@pytest.mark.parametrize("key", ["reduction", "openquest", "os_six"])
def test_a_copy_of_what_ships_is_changed_and_found_first_in_other_books(home: Any, key: str) -> None:
    catalogue = Catalogue(RULESETS[key])
    shipped = next(entry for entry in catalogue.find("").entries if not entry.own)
    form = catalogue.edit_form(shipped.key, lambda _: None)
    assert form.save(texts(form, note="Mine")) == {}
    first, *rest = Catalogue(RULESETS[key]).find(shipped.name).entries
    assert (first.own, first.name, first.facts) == (True, shipped.name, f"yours, {shipped.facts}")
    assert shipped in rest
    (mine,) = catalogue.build(first.key, "foe", 1)
    (theirs,) = catalogue.build(shipped.key, "foe", 1)
    assert (mine.note, mine.sheet) == ("Mine", theirs.sheet)
    again = catalogue.edit_form(first.key, lambda _: None)
    assert again.save(texts(again, name="Mine")) == {}
    assert [entry.name for entry in catalogue.find("").entries if entry.own] == ["Mine"]


def test_a_broken_creature_of_another_book_is_left_out_and_told(home: Any) -> None:
    grub = '{"name": "Grub", "key": "grub", "sheet": {"hp": "six"}}'
    text = f'{{"version": 2, "books": {{"openquest": {{"grub": {grub}}}}}}}'
    (home / OWN_FILE).write_text(text)
    catalogue = Catalogue(RULESETS["openquest"])
    assert catalogue.trouble == (
        "library.json: 'Grub' is left out: it is no creature of OpenQuest: hp: expected 'int', got 'str'. "
        "Mend it or take it out there."
    )
    assert catalogue.find("goblin").entries
    assert (home / OWN_FILE).read_text() == text
    assert catalogue.new_form(lambda _: None)
    assert Catalogue(RULESETS["os_six"]).trouble == ""


# --- classes ----------------------------------------------------------------------------------------------


def made(own: OwnLibrary, **lines: str) -> OseSheet:
    """A creature made with these lines, as it fights."""
    form = new_entry(own, lambda _: None)
    assert form.save(texts(form, **({"name": "Merla"} | lines))) == {}
    return sheet(build(own.creatures()[-1], "party"))


@pytest.mark.parametrize(
    ("role", "level", "bonus"),
    [
        ("Magic-User 5", 5, 0),
        ("magic user, level 6", 6, 2),
        ("Cleric 4", 4, 0),
        ("Warpriest 5", 5, 2),
        ("Fighter 3", 3, 0),
        ("Fighter 4", 4, 2),
        ("Thief", 3, 0),
        ("Witch 4", 4, 3),
    ],
)
def test_the_class_line_gives_level_hit_dice_and_attack_bonus(
    own: OwnLibrary, role: str, level: int, bonus: int
) -> None:
    page = made(own, role=role, hp="15")
    assert (level_of(page), page.hit_dice, page.attack_bonus) == (level, str(level), bonus)


def test_what_was_typed_stands_before_what_the_class_gives(own: OwnLibrary) -> None:
    page = made(own, role="Magic-User 5", hp="15", hd="4", ab="3")
    assert (level_of(page), page.hit_dice, page.attack_bonus) == (5, "4", 3)


def test_a_new_level_takes_along_the_numbers_that_came_from_the_class(own: OwnLibrary) -> None:
    made(own, role="Magic-User 5", hp="15")
    form = change_entry(own, own.creatures()[0], lambda _: None)
    assert form.save(texts(form, role="Magic-User 6")) == {}
    page = sheet(build(own.creatures()[0], "party"))
    assert (level_of(page), page.hit_dice, page.attack_bonus) == (6, "6", 2)


@pytest.mark.rule("OSE-TURN-01")
def test_a_cleric_turns_undead_unless_the_gm_says_no(own: OwnLibrary) -> None:
    assert made(own, role="Cleric 4", hp="15").turns_undead
    form = change_entry(own, own.creatures()[0], lambda _: None)
    assert next(line.text for line in form.lines if line.path == "turns_undead") == YES
    assert form.save(texts(form, turns_undead="")) == {}
    assert not sheet(build(own.creatures()[0], "party")).turns_undead
    assert not made(own, name="Rolf", role="Fighter 4", hp="15").turns_undead


def test_a_spell_no_list_has_is_doubted_once_and_then_kept(own: OwnLibrary) -> None:
    form = new_entry(own, lambda _: None)
    lines = texts(form, name="Merla", role="Magic-User 5", hp="15", spells="Sleep, Fireblob")
    assert form.save(lines) == {
        "spells": "No spell called 'Fireblob'. Did you mean Fire Ball? "
        "Save again to keep it: you rule on what it does."
    }
    assert own.creatures() == ()
    assert form.save(lines) == {}
    (entry,) = own.creatures()
    assert entry.spells == ("Sleep", "Fireblob")
    again = change_entry(own, entry, lambda _: None)
    assert again.save(texts(again, hp="14")) == {}


# --- the encounter ------------------------------------------------------------------------------------------


def test_a_save_in_the_fight_is_one_command_to_take_back(sample: Encounter) -> None:
    table = sample.table
    before = table.battle.actors["tam"]
    form = change_actor(table, "tam")
    assert form.save(texts(form, name="Tam", hp="3", gear="dagger, short sword")) == {}
    after = table.battle.actors["tam"]
    assert (after.name, sheet(after).hp, sheet(after).hands.main) == ("Tam", 3, "dagger")
    assert (after.cell, sheet(after).turn) == (before.cell, sheet(before).turn)
    assert table.undo_words == "creature rewritten"
    table.take_back()
    assert table.battle.actors["tam"] == before


def test_what_happened_while_the_form_was_open_is_not_undone_by_it(sample: Encounter) -> None:
    table = sample.table
    form = change_actor(table, "tam")
    other = change_actor(table, "tam")
    assert other.save(texts(other, hp="2")) == {}
    assert form.save(texts(form, aac="17")) == {}
    page = sheet(table.battle.actors["tam"])
    assert (page.hp, page.ac) == (2, 17)


def test_saving_without_a_change_leaves_no_trace(sample: Encounter) -> None:
    words = sample.table.undo_words
    form = change_actor(sample.table, "orso")
    assert form.save(texts(form)) == {}
    assert sample.table.undo_words == words


def test_no_hit_points_bring_down_and_a_body_too_large_is_refused(sample: Encounter) -> None:
    form = change_actor(sample.table, "hob")
    assert form.save(texts(form, hp="0")) == {}
    assert sample.table.battle.actors["hob"].has(DOWN)
    terrain = sample.table.battle.terrain
    corner = (terrain.width - 1, terrain.height - 1)
    ogre = replace(sample.table.battle.actors["g1"], id="edge", cell=corner)
    sample.table.submit(AddActor(ogre), overrule=True)
    large = change_actor(sample.table, "edge")
    (sentence,) = large.save(texts(large, size="2")).values()
    assert sentence.endswith("is off the map.")


def test_somebody_who_has_left_can_no_longer_be_changed(sample: Encounter) -> None:
    form = change_actor(sample.table, "tam")
    sample.table.submit(RemoveActor("tam"), overrule=True)
    assert form.save(texts(form, hp="1")) == {WHOLE: "This creature has left the encounter."}


@pytest.mark.parametrize("key", ["reduction", "openquest", "os_six"])
def test_other_rule_books_make_and_change_creatures_by_their_own_sheets(qapp: QApplication, key: str) -> None:
    encounter = new_encounter("Trial", blank(8, 8), key)
    table = encounter.table
    catalogue = Catalogue(table.ruleset)
    form = catalogue.new_form(lambda _: None)
    compulsory = form.save(texts(form))
    assert compulsory.keys() <= {"name", "sheet.hp"}
    filled = texts(form, name="Grub", **({"sheet.hp": "6"} if "sheet.hp" in compulsory else {}))
    assert form.save(filled) == {}
    (kept,) = (entry for entry in Catalogue(table.ruleset).find("Grub").entries if entry.own)
    (actor,) = catalogue.build(kept.key, "foe", 1)
    table.submit(AddActor(replace(actor, cell=(2, 2))))
    (placed,) = table.battle.actors.values()
    assert placed.name.startswith("Grub")
    change = change_actor(table, placed.id)
    role = next(line.path for line in change.lines if line.path == "sheet.role")
    assert change.save(texts(change, **{role: "Chief"})) == {}
    assert table.battle.actors[placed.id].sheet == replace(placed.sheet, role="Chief")
    table.take_back()
    assert table.battle.actors[placed.id] == placed
    encounter.close()


def test_a_hero_placed_beside_another_of_the_same_letter_has_two(sample: Encounter) -> None:
    table = sample.table
    (before,) = (actor for actor in table.battle.actors.values() if actor.name == "Orsolya")
    odo = replace(before, id="", name="Odo", label="", public_name="", cell=(4, 8))
    table.submit(AddActor(odo))
    labels = [actor.token_label for actor in table.battle.actors.values() if actor.name in ("Orsolya", "Odo")]
    assert labels == ["O", "Od"]


# --- parties ------------------------------------------------------------------------------------------------


def test_a_party_goes_from_one_encounter_to_the_next_as_it_is(sample: Encounter, own: OwnLibrary) -> None:
    form = change_actor(sample.table, "tam")
    form.save(texts(form, hp="2"))
    assert Parties(sample.table, own).keep(" Tuesday ") == 5
    with closing(new_encounter("Next", blank(8, 8), "ose.loose")) as other:
        parties = Parties(other.table, own)
        (view,) = parties.all()
        assert (view.name, view.trouble) == ("Tuesday", "")
        assert view.members == "Brannoc, Ysolde, Tam Reed, Orsolya, Hob Marrow"
        actors = parties.bring("Tuesday")
        tam = next(actor for actor in actors if actor.name == "Tam Reed")
        assert (tam.side, tam.cell, sheet(tam).hp) == ("party", None, 2)
        orso = next(actor for actor in actors if actor.name == "Orsolya")
        assert sheet(orso).turn.spell == ""
        other.table.submit(AddActor(replace(tam, cell=(1, 1))))
        assert len(parties.bring("Tuesday")) == 4


def test_what_a_party_cannot_do_is_a_sentence(sample: Encounter, own: OwnLibrary) -> None:
    parties = Parties(sample.table, own)
    with pytest.raises(FivefootError, match="A party needs a name"):
        parties.keep(" ")
    parties.keep("Tuesday")
    with pytest.raises(FivefootError, match="Everybody of 'Tuesday' is here already"):
        parties.bring("Tuesday")
    encounter = new_encounter("Trial", blank(8, 8), "openquest")
    elsewhere = Parties(encounter.table, own)
    assert [view.trouble for view in elsewhere.all()] == ["Kept in other rules: Detailed combat"]
    with pytest.raises(FivefootError, match="None of the players' people"):
        elsewhere.keep("Nobody")
    elsewhere.forget("Tuesday")
    assert parties.all() == ()
    encounter.close()
