"""An OSE fight of an older version: what its pages lack comes from the library, what the GM wrote stays."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.terrain import blank
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.registry import RULESETS
from engine.store.codec import pack, unpack
from engine.store.library import build, find_creature
from engine.store.migrate import rules_family, upcast
from engine.store.opening import create_encounter, open_encounter
from engine.store.spells import find_spell

OLD = """
{"ruleset": "ose.detailed", "actors": {
  "orso": {"name": "Orsolya", "kind": "", "sheet": {
    "type": "ose.sheet", "hp": 6, "max_hp": 6, "role": "Magic-User 1", "spells": [
      {"name": "Sleep", "left": 2, "level": 1, "range_ft": 300, "shape": "some", "size_ft": 0,
       "duration": "4d4 Turns", "save": "", "effect": "They yawn.", "hostile": true, "concentration": false},
      {"name": "Fire Ball", "left": 1, "level": 3,
       "dose": null, "puts": null, "on_eyes": null, "touch": false},
      {"name": "Sneezing", "left": 1}]}},
  "g1": {"name": "Ghoul 1", "kind": "Ghoul", "sheet": {
    "type": "ose.sheet", "hp": 9, "max_hp": 9, "role": "Ghoul", "natural": [
      {"key": "claw", "name": "Claw", "sides": 3},
      {"key": "bite", "name": "Bite", "sides": 3, "effect": ""}]}},
  "own": {"name": "Crawler", "kind": "Crawler", "sheet": {
    "type": "ose.sheet", "hp": 9, "max_hp": 9, "role": "Crawler", "natural": [
      {"key": "claw", "name": "Claw", "sides": 8}]}},
  "idol": {"name": "Idol", "kind": "", "sheet": null}
}}
"""


def brought_up(rules: str = "ose.detailed") -> dict[str, Any]:
    return upcast(rules_family(rules), json.loads(OLD), 1)


def page(actor_id: str) -> OseSheet:
    stored = brought_up()["actors"][actor_id]["sheet"]
    return msgspec.convert(stored, OseSheet)


def test_a_spell_gets_what_it_does_from_the_library_and_keeps_what_was_written() -> None:
    sleep, fire_ball, sneezing = page("orso").spells
    listed = find_spell("Sleep")
    assert (sleep.puts, sleep.spares) == (listed.puts, "undead")
    assert (sleep.left, sleep.range_ft, sleep.effect) == (2, 300, "They yawn.")
    assert fire_ball.dose == find_spell("Fire Ball").dose
    assert sneezing == find_spell("Sneezing")


def test_an_attack_gets_the_effect_it_never_had_and_not_one_that_was_taken_away() -> None:
    claw, bite = page("g1").natural
    assert claw.effect == "paralysis (not elves)"
    assert bite.effect == ""
    assert page("own").natural[0].effect == ""


def test_loose_fights_are_filled_as_well_and_a_token_without_a_page_stays_one() -> None:
    assert brought_up("ose.loose")["actors"]["orso"]["sheet"]["spells"][0]["puts"]
    assert brought_up()["actors"]["idol"]["sheet"] is None


def test_a_page_of_today_is_left_as_it_is() -> None:
    today = msgspec.to_builtins(sheet(build(find_creature("Ghoul"), "foes")))
    battle = {"actors": {"g": {"name": "Ghoul", "kind": "Ghoul", "sheet": today}}}
    before = json.dumps(battle)
    assert json.dumps(upcast(rules_family("ose.detailed"), battle, 1)) == before


@pytest.mark.parametrize("rules", ["ose.detailed", "ose.loose"])
def test_an_old_file_opens_with_its_gaps_filled(tmp_path: Path, rules: str) -> None:
    path = tmp_path / "old.fivefoot"
    ghoul = build(find_creature("Ghoul"), "them", (1, 1))
    sides = (Side("us", "Us", Control.PLAYERS, ("them",)), Side("them", "Them", Control.REFEREE, ("us",)))
    caster = Actor("u", "U", "us", (2, 2), sheet=OseSheet(5, 5, spells=(find_spell("Sleep"),)))
    actors = {"u": caster, "g": msgspec.structs.replace(ghoul, id="g")}
    create_encounter(path, Battle(rules, "Old", sides, actors, blank(5, 5)), RULESETS).file.close()
    make_old(path)
    opened = open_encounter(path, RULESETS)
    with opened.file:
        now = opened.journal.battle.actors
        assert sheet(now["u"]).spells == (find_spell("Sleep"),)
        assert sheet(now["g"]) == sheet(ghoul)
        assert opened.remark == ""


def make_old(path: Path) -> None:
    """The file as it was before spells had dice and attacks effects."""
    db = sqlite3.connect(path)
    ((data,),) = db.execute("SELECT data FROM battle").fetchall()
    battle = json.loads(unpack(data))
    for actor in battle["actors"].values():
        for spell in actor["sheet"]["spells"]:
            for key in ("dose", "puts", "on_eyes", "touch", "spares"):
                del spell[key]
        for attack in actor["sheet"]["natural"]:
            del attack["effect"]
    db.execute("UPDATE battle SET rules = 1, data = ?", (pack(json.dumps(battle).encode()),))
    db.commit()
    db.close()
