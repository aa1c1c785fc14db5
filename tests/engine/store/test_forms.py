"""Lines of a form: read from a record, written back, each mistake one sentence."""

from __future__ import annotations

from enum import Enum

import pytest
from msgspec import Struct

from engine.errors import FivefootError
from engine.model.actor import Actor
from engine.model.form import FormField
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, Size
from engine.rulesets.os_six.sheet import SixWeapon
from engine.rulesets.reduction.sheet import ReductionSheet
from engine.rulesets.registry import RULESETS
from engine.store.forms import Kind, choices_of, fill, kind_of, texts_of
from engine.store.thing_lines import read_things, write_things


class Colour(Enum):
    DARK_RED = 1
    BLUE = 2


class Inner(Struct, frozen=True):
    number: int = 3


class Record(Struct, frozen=True):
    name: str = "Bo"
    hp: int = 4
    max_hp: int = 6
    morale: int | None = None
    brave: bool = False
    colour: Colour = Colour.BLUE
    inner: Inner = Inner()
    words: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


LINES = (
    FormField("name", "Name", needed=True),
    FormField("hp", "HP", least=1, most=99, needed=True, at_most="max_hp"),
    FormField("max_hp", "Most HP", most=99, empty=0),
    FormField("morale", "Morale", least=2, most=12),
    FormField("brave", "Brave"),
    FormField("colour", "Colour"),
    FormField("inner.number", "Number", empty=3),
    FormField("words", "Words", separator=";"),
    FormField("numbers", "Numbers", most=9),
)


def filled(**changes: str) -> tuple[Record, dict[str, str]]:
    before = texts_of(Record(), LINES)
    after = before | {path.replace("__", "."): text for path, text in changes.items()}
    record, problems = fill(Record(), LINES, before, after)
    return record, dict(problems)


def test_a_separator_in_brackets_does_not_part_a_list():
    record, problems = filled(words="bite (5%; save vs poison); claw")
    assert record.words == ("bite (5%; save vs poison)", "claw")
    assert not problems


def test_a_record_is_shown_as_text() -> None:
    shown = texts_of(Record(words=("a, b", "c"), numbers=(1, 2), brave=True), LINES)
    assert shown == {
        "name": "Bo",
        "hp": "4",
        "max_hp": "6",
        "morale": "",
        "brave": "yes",
        "colour": "BLUE",
        "inner.number": "3",
        "words": "a, b; c",
        "numbers": "1, 2",
    }


def test_each_kind_of_line_is_read() -> None:
    record, problems = filled(
        name=" Al ",
        hp="5",
        morale="7",
        brave="yes",
        colour="DARK_RED",
        inner__number="8",
        words="x;; y",
        numbers="3,4",
    )
    assert problems == {}
    assert record == Record("Al", 5, 6, 7, True, Colour.DARK_RED, Inner(8), ("x", "y"), (3, 4))


def test_an_empty_line_is_nothing_or_the_number_it_stands_for() -> None:
    record, problems = filled(max_hp="", morale="", inner__number="")
    assert problems == {}
    assert (record.max_hp, record.morale, record.inner.number) == (0, None, 3)


@pytest.mark.parametrize(
    ("path", "text", "sentence"),
    [
        ("name", "", "Name is needed."),
        ("hp", "", "HP is needed."),
        ("hp", "many", "HP is a number from 1 to 99."),
        ("hp", "0", "HP is a number from 1 to 99."),
        ("hp", "7", "HP cannot be more than Most HP, 6."),
        ("morale", "13", "Morale is a number from 2 to 12."),
        ("numbers", "1, x", "Numbers is a number from 0 to 9."),
    ],
)
def test_a_mistake_is_one_sentence(path: str, text: str, sentence: str) -> None:
    assert filled(**{path: text})[1] == {path: sentence}


def test_lines_nobody_touched_are_not_read_again() -> None:
    odd = Record(hp=0)
    before = texts_of(odd, LINES)
    record, problems = fill(odd, LINES, before, before | {"name": "Al"})
    assert (record.name, record.hp, problems) == ("Al", 0, {})


def test_kinds_and_choices() -> None:
    wanted = ("name", "hp", "morale", "brave", "colour", "inner.number", "numbers")
    kinds = {line.path: kind_of(Record(), line) for line in LINES}
    assert [kinds[path] for path in wanted] == [
        Kind.TEXT, Kind.NUMBER, Kind.NUMBER, Kind.FLAG, Kind.CHOICE, Kind.NUMBER, Kind.TEXT,
    ]  # fmt: skip
    assert choices_of(Record(), LINES[5]) == (("DARK_RED", "Dark red"), ("BLUE", "Blue"))
    assert choices_of(Record(), LINES[0]) == ()


@pytest.mark.parametrize("key", [key for key, rules in RULESETS.items() if rules.about.form])
def test_every_form_names_fields_its_sheet_has_and_keeps_their_values(key: str) -> None:
    about = RULESETS[key].about
    actor = Actor("a", "Al", "foe", sheet=about.guests[0]())
    lines = tuple(
        FormField(f"sheet.{line.path}", line.label, separator=line.separator) for line in about.form
    )
    texts = texts_of(actor, lines)
    wide = tuple(FormField(line.path, line.label, least=-99) for line in lines)
    assert fill(actor, wide, {}, texts) == (actor, {})
    assert all(line.label and kind_of(about.guests[0](), line) for line in about.form)


@pytest.mark.parametrize("key", ["reduction", "openquest", "os_six"])
def test_an_empty_line_of_a_rule_book_stands_for_what_its_hint_says(key: str) -> None:
    about = RULESETS[key].about
    page = about.guests[0]()
    for line in about.form:
        if line.hint.isdecimal():
            filled = fill(page, (line,), {}, {line.path: ""}).record
            assert getattr(filled, line.path) == int(line.hint)


# --- weapons in a line -------------------------------------------------------------------------------------

SPEAR = OqWeapon("long-spear", "Long spear", (10,), 1, Size.HEAVY, 3, settable=True)
FIST = OqWeapon("fist", "Fist", (4,), size=Size.LIGHT, unarmed=True)


def test_weapons_of_two_rule_books_in_a_line_and_back() -> None:
    assert write_things((SPEAR, FIST)) == "Long spear 1d10+1 heavy reach 3 settable, Fist 1d4 light unarmed"
    assert read_things(write_things((SPEAR, FIST)), OqWeapon) == (SPEAR, FIST)
    bow = SixWeapon("bow", "Bow", (6, 6), range=20)
    assert read_things(write_things((bow,)), SixWeapon) == (bow,)
    assert read_things(" ", SixWeapon) == ()


def test_a_weapon_of_the_list_is_known_by_its_name_and_may_have_no_dice() -> None:
    machete, baton = read_things("machete, Stun baton - stun 3", SixWeapon)
    assert (machete.name, machete.dice) == ("Machete", (6,))
    assert (baton.dice, baton.stun) == ((), 3)
    assert read_things(write_things((machete, baton)), SixWeapon) == (machete, baton)
    with pytest.raises(FivefootError, match=r"No weapon called 'mashete'.*Write another one like Spear 1d8"):
        read_things("mashete", SixWeapon)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Spoon", "No weapon called 'Spoon'. Write another one like Spear 1d8."),
        ("Bow 1d8 range 1500", "'range' of 'Bow 1d8 range 1500' is nothing a weapon can have here."),
        ("Spear 1d8 golden", "'golden' of 'Spear 1d8 golden' is nothing a weapon can have here."),
        ("Spear 1d8 reach far", "'reach' of 'Spear 1d8 reach far' is nothing a weapon can have here."),
        ("Spear 0d8", "'0d8' asks for dice nobody has."),
        ("Spear 1d8 name 3", "'name' of 'Spear 1d8 name 3' is nothing a weapon can have here."),
    ],
)
def test_a_weapon_that_makes_no_sense_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FivefootError, match=sentence.replace("(", r"\(")):
        read_things(text, OqWeapon)


def test_sheets_of_the_thin_rule_books_hold_their_weapons_as_lines() -> None:
    page = OpenQuestSheet(weapons=(SPEAR,))
    line = FormField("weapons", "Weapons")
    assert texts_of(page, (line,)) == {"weapons": "Long spear 1d10+1 heavy reach 3 settable"}
    after = fill(page, (line,), {}, {"weapons": "Dagger 1d4+2 light"}).record
    assert after.weapons == (OqWeapon("dagger", "Dagger", (4,), 2, Size.LIGHT),)
    assert fill(
        ReductionSheet(), (FormField("attacks", "Attacks"),), {}, {"attacks": "2, 2"}
    ).record.attacks == (2, 2)
