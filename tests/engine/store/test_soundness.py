"""A fight changed by hand outside the program: one sentence says what in it makes no sense."""

import json
import sqlite3

import pytest

from engine.errors import BrokenFileError
from engine.model.commands import Begin, SetTerrain
from engine.model.terrain import blank
from engine.rulesets.registry import RULESETS
from engine.session.results import Refused
from engine.store.codec import content_id, pack, unpack
from engine.store.opening import create_encounter, open_encounter, resume
from engine.store.samples import sunken_chapel


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("fights") / "chapel.fivefoot"
    opened = create_encounter(path, sunken_chapel(), RULESETS)
    session, _ = resume(opened)
    session.submit(Begin())
    opened.file.close()
    return path.read_bytes()


def by_hand(path, played, change):
    """The file with its battles changed, as with an editor of databases."""
    path.write_bytes(played)
    database = sqlite3.connect(path)
    for number, data in database.execute("SELECT number, data FROM battle").fetchall():
        value = json.loads(unpack(data))
        change(value)
        packed = pack(json.dumps(value).encode())
        database.execute("UPDATE battle SET data = ? WHERE number = ?", (packed, number))
    database.commit()
    database.close()
    return path


def first(value):
    return next(iter(value["actors"].values()))


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        (lambda value: first(value).update(side="e99"), "is of a side that is not there ('e99')"),
        (lambda value: first(value).update(cell=[9, 900]), "stands off the map"),
        (lambda value: first(value).update(cell=[-1, 0]), "stands off the map"),
        (lambda value: first(value).update(size=90), "stands off the map"),
        (lambda value: first(value).update(size=0), "stands off the map"),
        (lambda value: first(value).update(id="nobody"), "and called 'nobody'"),
        (lambda value: first(value).update(sheet=7), "expected an object of the rules, got int"),
        (lambda value: first(value).update(sheet={"type": "unread"}), "what was kept unread cannot be read"),
        (lambda value: value.update(round="x"), "expected an object of the rules, got str"),
        (lambda value: value["sides"].append(value["sides"][0]), "two sides are one"),
        (lambda value: value.update(sides=[]), "is of a side that is not there"),
        (
            lambda value: value["options"].update(phase_before="exploraton"),
            "the reading 'phase_before' is 'exploraton', not one of exploration, overland, downtime, pursuit",
        ),
    ],
)
def test_what_refers_to_nothing_is_named_and_the_file_left_as_it_is(tmp_path, played, change, trouble):
    path = by_hand(tmp_path / "fight.fivefoot", played, change)
    before = path.read_bytes()
    with pytest.raises(BrokenFileError) as caught:
        open_encounter(path, RULESETS)
    assert str(caught.value).startswith("'fight.fivefoot' is damaged (")
    assert trouble in str(caught.value)
    assert path.read_bytes() == before


def test_a_map_whose_ground_does_not_cover_it_is_damage(tmp_path, played):
    path = tmp_path / "fight.fivefoot"
    path.write_bytes(played)
    database = sqlite3.connect(path)
    ((key, data),) = database.execute("SELECT id, data FROM blob WHERE kind = 'terrain'").fetchall()
    wider = json.dumps(json.loads(unpack(data)) | {"width": 400}).encode()
    database.execute("UPDATE blob SET id = ?, data = ?", (content_id(wider), pack(wider)))
    database.execute("UPDATE battle SET terrain = ? WHERE terrain = ?", (content_id(wider), key))
    database.commit()
    database.close()
    with pytest.raises(BrokenFileError, match=r"it is 400 × 18 squares and has ground for 432"):
        open_encounter(path, RULESETS)


def test_what_was_not_touched_opens(tmp_path, played):
    path = by_hand(tmp_path / "fight.fivefoot", played, lambda value: None)
    with open_encounter(path, RULESETS).file as file:
        assert file.journal().battle.actors


def test_no_edit_makes_a_fight_that_would_not_open_again(tmp_path):
    path = tmp_path / "chapel.fivefoot"
    opened = create_encounter(path, sunken_chapel(), RULESETS)
    with opened.file:
        session, _ = resume(opened)
        result = session.submit(SetTerrain(blank(5, 5)))
        assert isinstance(result, Refused)
        assert result.refusals[0].reason.key == "edit.off_map"
        assert session.battle.terrain.width == 24
        assert not isinstance(session.submit(SetTerrain(blank(40, 30))), Refused)
    with open_encounter(path, RULESETS).file as file:
        assert file.journal().battle.terrain.width == 40
