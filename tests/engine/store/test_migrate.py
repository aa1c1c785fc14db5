"""Older versions are brought up step by step, each family on its own."""

import pytest

from engine.errors import NewerFileError
from engine.store.migrate import STEPS, rules_family, upcast, version


def feet_to_squares(value):
    return {**value, "reach": value["reach"] // 5}


def name_to_title(value):
    value["title"] = value.pop("name")
    return value


STEPS_3 = {"battle": (feet_to_squares, name_to_title)}


def test_every_step_since_the_stored_version_is_taken_in_order():
    old = {"reach": 10, "name": "Crypt"}
    assert upcast("battle", dict(old), 1, STEPS_3) == {"reach": 2, "title": "Crypt"}
    assert upcast("battle", {"reach": 2, "name": "Crypt"}, 2, STEPS_3) == {"reach": 2, "title": "Crypt"}


def test_the_version_counts_the_steps():
    assert version("battle", STEPS_3) == 3
    assert version(rules_family("ose.detailed"), STEPS_3) == 1


def test_a_current_value_is_left_alone():
    value = {"reach": 2, "title": "Crypt"}
    assert upcast("battle", value, 3, STEPS_3) is value
    assert upcast("battle", value, version("battle"), STEPS) is value


def test_where_somebody_ended_up_is_taken_from_the_note_of_version_1():
    old = {
        "actors": {
            "tam": {"cell": None, "note": "the flooded crypt"},
            "g1": {"cell": None, "note": "Morale 9 with their king."},
            "g2": {"cell": [3, 4], "note": "Morale 9 with their king."},
            "bran": {"cell": [5, 5], "note": "Owes Tam money"},
            "hob": {"cell": None, "note": ""},
        }
    }
    new = upcast("battle", old, 1)["actors"]
    assert new["tam"] == {"cell": None, "note": "the flooded crypt", "whereabouts": "the flooded crypt"}
    found = {key: one.get("whereabouts", "") for key, one in new.items() if key != "tam"}
    assert found == {"g1": "", "g2": "", "bran": "", "hob": ""}
    assert new["bran"]["note"] == "Owes Tam money"


def test_a_later_version_than_ours_is_refused():
    with pytest.raises(NewerFileError, match="newer"):
        upcast("battle", {}, 4, STEPS_3)
