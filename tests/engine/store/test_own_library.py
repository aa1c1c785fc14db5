"""The GM's own creatures and parties outlive the program, and a bad file is never written over."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import Actor, Stride
from engine.rulesets.openquest.sheet import OpenQuestSheet
from engine.rulesets.os_six.sheet import SixSheet
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.reduction.sheet import ReductionSheet
from engine.rulesets.registry import ruleset
from engine.store.book_library import BookCreature
from engine.store.library import CreatureEntry, build
from engine.store.own_book import OwnBook
from engine.store.own_library import OwnLibrary

LYNX = CreatureEntry(name="Lynx", hd="1", hp=4, aac=15, mv=50, attacks=("2 claw 1d3, bite 1d4",))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "own.json"


def test_a_creature_is_there_when_the_file_is_opened_again(path):
    added = OwnLibrary(path).add(LYNX)
    assert added.key == "lynx"
    again = OwnLibrary(path)
    assert again.creatures() == (added,)
    assert build(again.find("lynx"), "foes").sheet.hp == 4


def test_two_of_one_name_get_keys_of_their_own(path):
    own = OwnLibrary(path)
    keys = [entry.key for entry in own.add_all((LYNX, LYNX, replace(LYNX, name="Bobcat")))]
    assert keys == ["lynx", "lynx-2", "bobcat"]
    assert [entry.name for entry in own.creatures()] == ["Bobcat", "Lynx", "Lynx"]


def test_changing_and_removing(path):
    own = OwnLibrary(path)
    added = own.add(LYNX)
    own.change(replace(added, hp=6))
    assert OwnLibrary(path).find("lynx").hp == 6
    own.remove("lynx")
    own.remove("lynx")
    assert OwnLibrary(path).creatures() == ()
    with pytest.raises(FivefootError, match="no own creature lynx"):
        own.change(added)


def test_an_entry_that_makes_no_creature_is_not_taken_in(path):
    own = OwnLibrary(path)
    with pytest.raises(FivefootError, match="is no attack"):
        own.add(replace(LYNX, attacks=("bites hard",)))
    with pytest.raises(FivefootError, match="needs a name"):
        own.add(replace(LYNX, name=" "))
    assert not path.exists()


def test_a_party_comes_back_as_it_was_but_for_its_place(path):
    rules = ruleset("ose.detailed")
    page = OseSheet(hp=3, max_hp=9, character=True, spells=(Spell("Web", 0), Spell("Sleep")))
    tam = Actor("a7", "Tam", "party", (4, 5), stride=Stride(3), public_name="Tam", sheet=page)
    own = OwnLibrary(path)
    own.keep_party("Tuesday", rules, (tam,))
    again = OwnLibrary(path)
    assert again.parties() == {"Tuesday": "ose.detailed"}
    (added,) = again.party("Tuesday", rules)
    assert (added.actor.id, added.actor.cell, added.actor.stride) == ("", None, Stride())
    assert (added.actor.name, added.actor.sheet) == ("Tam", page)


def test_both_ose_books_take_the_same_party_and_others_do_not(path):
    own = OwnLibrary(path)
    own.keep_party("Tuesday", ruleset("ose.detailed"), (Actor("a", "Tam", "party", sheet=OseSheet(3, 9)),))
    assert own.party("Tuesday", ruleset("ose.loose"))[0].actor.sheet == OseSheet(3, 9)
    with pytest.raises(FivefootError, match="other rules"):
        own.party("Tuesday", ruleset("openquest"))
    own.remove_party("Tuesday")
    with pytest.raises(FivefootError, match="no party called"):
        own.party("Tuesday", ruleset("ose.detailed"))


def test_each_book_keeps_creatures_of_its_own(path):
    openquest, six = ruleset("openquest"), ruleset("os_six")
    own = OwnLibrary(path)
    own.add(LYNX)
    grub = BookCreature(key="", name="Grub", tags=("vermin",), sheet=OpenQuestSheet(hp=4, max_hp=7))
    book = OwnBook(own, openquest)
    kept = [book.add(grub), book.add(grub)]
    assert [entry.key for entry in kept] == ["grub", "grub-2"]
    book.change(replace(kept[1], name="Maggot"))
    OwnBook(own, six).add(BookCreature(key="", name="Grub", sheet=SixSheet(brawn=4)))
    again = OwnLibrary(path)
    assert OwnBook(again, openquest).creatures() == (kept[0], replace(kept[1], name="Maggot"))
    assert OwnBook(again, six).find("grub").sheet == SixSheet(brawn=4)
    assert again.find("lynx").hp == 4
    book.remove("grub")
    assert [entry.name for entry in OwnBook(OwnLibrary(path), openquest).creatures()] == ["Maggot"]
    with pytest.raises(FivefootError, match="no own creature grub to change"):
        book.change(kept[0])
    with pytest.raises(FivefootError, match="needs a name"):
        book.add(replace(grub, name=" "))


def test_a_file_of_an_older_version_is_read_and_keeps_what_it_has(path):
    own = OwnLibrary(path)
    own.add(LYNX)
    stored = msgspec.json.decode(path.read_bytes())
    del stored["books"]
    path.write_bytes(msgspec.json.encode(stored | {"version": 1}))
    older = OwnLibrary(path)
    assert [entry.name for entry in older.creatures()] == ["Lynx"]
    OwnBook(older, ruleset("reduction")).add(BookCreature(key="", name="Grub", sheet=ReductionSheet()))
    assert msgspec.json.decode(path.read_bytes())["version"] == 2
    assert [entry.name for entry in OwnLibrary(path).creatures()] == ["Lynx"]


def by_hand(path, row, /, **changes):
    """The stored creature of that key, changed as in a text editor; gives what it is now."""
    stored = msgspec.json.decode(path.read_bytes())
    stored["creatures"][row].update(changes)
    path.write_bytes(msgspec.json.encode(stored))
    return stored["creatures"][row]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"attacks": ["bites hard"]}, "'Lynx' is left out: 'bites hard' is no attack: write it like"),
        ({"hp": "four"}, "'Lynx' is left out: hp: expected 'int', got 'str'"),
        ({"saves": [12, 13]}, "'Lynx' is left out: Saves are 5 numbers"),
        ({"colour": "grey"}, "'Lynx' is left out: sheet contains unknown field 'colour'"),
        ({"name": ""}, "'lynx' is left out: A creature needs a name."),
    ],
)
def test_a_creature_that_cannot_be_built_is_left_out_and_never_lost(path, changes, words):
    OwnLibrary(path).add_all((LYNX, replace(LYNX, name="Bobcat")))
    broken = by_hand(path, "lynx", **changes)
    own = OwnLibrary(path)
    assert [entry.name for entry in own.creatures()] == ["Bobcat"]
    (sentence,) = own.left_out
    assert sentence.startswith(f"own.json: {words}")
    assert sentence.endswith(". Mend it or take it out there.")
    assert own.add(LYNX).key == "lynx-2", "the key of the one left out is taken"
    own.change(replace(own.find("bobcat"), hp=9))
    own.remove("lynx-2")
    own.remove("lynx")
    stored = msgspec.json.decode(path.read_bytes())["creatures"]
    assert stored["lynx"] == broken
    assert sorted(stored) == ["bobcat", "lynx"]
    by_hand(path, "lynx", **msgspec.to_builtins(LYNX))
    if "colour" not in changes:
        assert [entry.name for entry in OwnLibrary(path).creatures()] == ["Bobcat", "Lynx"], "mended"


def test_a_creature_of_another_sheet_is_left_out_of_its_book_and_never_lost(path):
    own = OwnLibrary(path)
    OwnBook(own, ruleset("openquest")).add(BookCreature(key="", name="Grub", sheet=SixSheet()))
    broken = own.rows("openquest")["grub"]
    again = OwnLibrary(path)
    book = OwnBook(again, ruleset("openquest"))
    assert book.creatures() == ()
    (sentence,) = book.left_out
    assert sentence.startswith("own.json: 'Grub' is left out: it is no creature of OpenQuest: ")
    assert sentence.endswith(". Mend it or take it out there.")
    again.add(LYNX)
    added = book.add(BookCreature(key="", name="Grub", sheet=OpenQuestSheet()))
    assert added.key == "grub-2"
    book.remove("grub-2")
    stored = OwnLibrary(path).rows("openquest")
    assert list(stored) == ["grub"]
    assert msgspec.json.decode(stored["grub"]) == msgspec.json.decode(broken)


@pytest.mark.parametrize(
    "text", ["{", '{"creatures": 3}', '{"version": 99}', '{"version": "x"}', '{"books": 3}']
)
def test_a_file_that_cannot_be_understood_is_left_alone(path, text):
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(FivefootError):
        OwnLibrary(path)
    assert path.read_text() == text
