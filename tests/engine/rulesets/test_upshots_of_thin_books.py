"""What a roll decides in the books that say less about it."""

import pytest

from engine.model.phrase import Tally, modifier, phrase
from engine.model.requests import AskRoll
from engine.rulesets.upshots import FAILS, SUCCEEDS, Upshot, by_face, decided

GOOD, BAD = Upshot(SUCCEEDS, (phrase("good"),)), Upshot(FAILS, (phrase("bad"),))


def grades(**fields):
    asked = decided(AskRoll(title=phrase("x"), **fields), GOOD, BAD)
    return [(grade.least, grade.then[0].key) for grade in asked.grades]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"dice": (20,), "beats": 14}, [(1, "bad"), (14, "good")]),
        ({"dice": (20,), "beats": 40, "naturals": True}, [(1, "bad"), (20, "good")]),
        ({"dice": (20,), "beats": -3, "naturals": True}, [(1, "bad"), (2, "good")]),
        ({"dice": (100,), "beats": 40, "at_or_under": True}, [(1, "good"), (41, "bad")]),
        ({"dice": (6,)}, []),
    ],
)
def test_where_success_begins(fields, expected):
    assert grades(**fields) == expected


def test_the_tally_is_taken_off():
    tally = Tally((modifier(3, "bonus"),))
    assert grades(dice=(20,), beats=14, tally=tally)[1] == (11, "good")
    assert grades(dice=(20,), beats=14, tally=tally, at_or_under=True)[1] == (15, "bad")


def test_faces_that_mean_the_same_share_a_grade():
    found = by_face(2, 12, lambda total: GOOD if total > 7 else BAD)
    assert [(grade.least, grade.words) for grade in found] == [(2, FAILS), (8, SUCCEEDS)]
