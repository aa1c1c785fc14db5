"""The line beside the roll field, and what typed numbers mean."""

from itertools import product

import pytest

from engine.model.phrase import Tally, modifier, phrase
from engine.model.requests import AskRoll, Batch, Faces, Grade
from gui.bridge.chances import chance_of, law_of, least_and_most, mean_of, split_total
from gui.panels.outlook import outlook
from gui.panels.strip_content import (
    RollField,
    answer_of,
    dice_words,
    needed_words,
    problem_of,
    read_faces,
    reading,
    roll_field,
)


def roll(*dice: int, bonus: int = 0, **more: object) -> AskRoll:
    parts = (modifier(bonus, "bonus"),) if bonus else ()
    return AskRoll(title=phrase("x"), dice=dice, tally=Tally(parts), **more)


def field(*dice: int, keep: str = "sum") -> RollField:
    return roll_field(roll(*dice, keep=keep), lambda said: said.key)


@pytest.mark.parametrize(
    "asked",
    [
        roll(20, beats=14),
        roll(20, beats=14, bonus=3),
        roll(20, 20, beats=14, keep="low"),
        roll(20, 20, beats=14, keep="high", bonus=-2),
        roll(6, 6, beats=8),
        roll(6, 8, 4, beats=11, bonus=1),
        roll(6, 8, beats=5, keep="low"),
        roll(100, beats=43, at_or_under=True, bonus=10),
        roll(6, 6, 6, beats=9, at_or_under=True),
    ],
)
def test_the_chance_is_the_share_of_faces_that_succeed(asked):
    faces = list(product(*(range(1, sides + 1) for sides in asked.dice)))
    share = sum(asked.succeeds(Faces(shown)) for shown in faces) / len(faces)
    assert chance_of(asked) == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("keep", ["sum", "high", "low"])
@pytest.mark.parametrize("dice", [(20,), (6, 6), (4, 8), (6, 6, 6)])
def test_law_range_and_mean_agree_with_counting(dice, keep):
    read = {"sum": sum, "high": max, "low": min}[keep]
    values = [read(faces) for faces in product(*(range(1, sides + 1) for sides in dice))]
    asked = roll(*dice, keep=keep)
    law = law_of(dice, keep)
    assert law == pytest.approx({value: values.count(value) / len(values) for value in set(values)})
    assert least_and_most(asked) == (min(values), max(values))
    assert mean_of(asked) == pytest.approx(sum(values) / len(values))


def test_a_huge_handful_has_no_chance_line():
    assert chance_of(roll(*[1000] * 30, beats=9000)) is None


@pytest.mark.parametrize("dice", [(6, 6), (8, 8, 8), (4, 4, 4, 4)])
def test_a_total_is_split_into_faces_that_the_dice_can_show(dice):
    for total in range(len(dice), sum(dice) + 1):
        faces = split_total(dice, total)
        assert faces is not None
        assert sum(faces) == total
        assert all(1 <= face <= sides for face, sides in zip(faces, dice, strict=True))
    assert split_total(dice, len(dice) - 1) is None
    assert split_total(dice, sum(dice) + 1) is None


@pytest.mark.parametrize(
    ("asked", "typed", "faces"),
    [
        (field(20), "14", (14,)),
        (field(20, 20, keep="low"), "8 15", (8, 15)),
        (field(20, 20, keep="low"), "8,15", (8, 15)),
        (field(6, 6), "7", (4, 3)),
        (field(6, 6), "2 5", (2, 5)),
        (field(100), "00", (100,)),
        (field(10), "0", (10,)),
        (field(20), "0", (0,)),
        (field(20), "", None),
        (field(20), "  ", None),
    ],
)
def test_typed_numbers_become_faces(asked, typed, faces):
    read = read_faces(asked, typed)
    assert (read.faces if read is not None else None) == faces


def test_a_typed_total_is_kept_as_one():
    """The faces it is split into are nobody's: the log must not tell them."""
    assert read_faces(field(6, 6), "7") == Faces((4, 3), as_total=True)
    assert read_faces(field(6, 6), "2 5") == Faces((2, 5))


@pytest.mark.parametrize(
    ("asked", "typed", "words"),
    [
        (field(6, 6), "13", "2d6 show 2 to 12."),
        (field(6, 6), "1", "2d6 show 2 to 12."),
        (field(6, 6), "12", ""),
        (field(20), "21", ""),  # the question itself says so
    ],
)
def test_a_total_the_dice_cannot_show_is_named(asked, typed, words):
    assert problem_of(asked, typed) == words


@pytest.mark.parametrize(
    ("asked", "faces", "words"),
    [
        (roll(20, 20, keep="low"), (8, 15), "keeps 8"),
        (roll(6, 6, keep="high", bonus=1), (3, 6), "keeps 6, 6 + 1 = 7"),
        (roll(6, bonus=1), (6,), "6 + 1 = 7"),
        (roll(6, bonus=-1), (6,), "6 - 1 = 5"),
        (roll(6, 6), (2, 5), "= 7"),
        (roll(20), (14,), ""),
        (roll(20), (21,), ""),
        (roll(100, bonus=10, beats=50, at_or_under=True), (30,), ""),
    ],
)
def test_the_reading_of_typed_dice(asked, faces, words):
    assert reading(asked, Faces(faces)) == words


def test_words_of_dice():
    assert dice_words((20,), "sum", 2) == "d20 +2"
    assert dice_words((6, 6), "sum", 0) == "2d6"
    assert dice_words((20, 20), "low", 0) == "d20 d20, the lower"
    assert dice_words((6, 8), "sum", -1) == "d6 d8 -1"
    assert dice_words((6, 6, 6), "high", 0) == "3d6, the highest"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (roll(20, beats=14), "14 or more"),
        (roll(20, beats=14, check_id="attack-1"), "14 or more hits"),
        (roll(20, beats=25), "no roll is enough"),
        (roll(20, beats=2, bonus=2, check_id="attack-1"), "any roll hits"),
        (roll(100, beats=40, at_or_under=True), "40 or less"),
    ],
)
def test_what_the_dice_must_show(asked, words):
    face = asked.beats if asked.at_or_under else asked.beats - asked.tally.total
    assert needed_words(asked, face) == words


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        (roll(6, bonus=1), ("d6 +1", "type the die alone: +1 is added")),
        (roll(4, 4, bonus=-1), ("2d4 -1", "type the dice alone: -1 is added")),
        (roll(6), ("d6",)),
        (roll(20, bonus=2, beats=14), ("d20 +2", "12 or more", "45 %")),
    ],
)
def test_a_field_without_a_number_to_reach_says_what_is_typed(asked, lines):
    field = roll_field(asked, lambda said: said.key)
    assert field.lines == lines
    assert reading(asked, read_faces(field, " ".join("3" for _ in asked.dice))) != "3"


def test_the_lines_beside_a_field():
    asked = roll(20, beats=14, check_id="attack-1")
    assert roll_field(asked, lambda said: said.key).lines == ("d20", "14 or more hits", "35 %")


def test_what_a_roll_decides():
    lines = outlook(roll(20, beats=14, check_id="attack-1"), str)
    assert [(line.head, line.text) for line in lines] == [
        ("1 to 13", "Misses. 65 %"),
        ("14 to 20", "Hits. 35 %"),
    ]
    assert [line.head for line in outlook(roll(20, beats=30), str)] == ["1 to 20"]
    assert outlook(roll(6, bonus=1), str)[0].head == "2 to 7"


def test_a_roll_with_grades_has_a_line_for_each():
    graded = (Grade(1, phrase("miss")), Grade(4, phrase("half")), Grade(6, phrase("full")))
    lines = outlook(
        AskRoll(title=phrase("x"), dice=(6, 6), keep="high", grades=graded), lambda said: said.key
    )
    assert [(line.head, line.text) for line in lines] == [
        ("1 to 3", "miss. 25 %"), ("4 to 5", "half. 44 %"), ("6", "full. 31 %")
    ]  # fmt: skip


def test_the_numbers_that_a_pool_must_reach_stand_beside_its_dice():
    grades = (
        Grade(1, phrase("Misses; two ones"), phrase("Misses")),
        Grade(4, phrase("Half damage"), phrase("Half damage")),
        Grade(6, phrase("Full damage; double"), phrase("Full damage")),
    )
    asked = AskRoll(title=phrase("x"), dice=(6, 6), keep="high", grades=grades)
    assert roll_field(asked, lambda said: said.key).lines == (
        "d6 d6, the higher", "4 to 5: half damage, 44 %", "6: full damage, 31 %"
    )  # fmt: skip


def test_what_follows_stands_below_each_grade():
    then = (phrase("stays"), phrase("lost"))
    asked = roll(
        20,
        beats=14,
        check_id="attack-1",
        grades=(Grade(1, phrase("miss")), Grade(14, phrase("hit"), then=then)),
    )
    lines = outlook(asked, lambda said: said.key)
    assert [line.text for line in lines] == ["miss. 65 %", "hit. 35 %\nstays. lost."]


def test_what_is_certain_is_said_to_be():
    (line,) = outlook(roll(6, grades=(Grade(1, phrase("up")),)), lambda said: said.key)
    assert line.text == "up. 100 %"


def test_a_batch_waits_for_every_field():
    from engine.model.requests import AskRolls

    asked = AskRolls(title=phrase("x"), rolls=(roll(12), roll(12)))
    fields = tuple(roll_field(one, lambda said: said.key, named=True) for one in asked.rolls)
    assert answer_of(asked, fields, ("9", "")) is None
    assert answer_of(asked, fields, ("9", "4")) == Batch((Faces((9,)), Faces((4,))))
