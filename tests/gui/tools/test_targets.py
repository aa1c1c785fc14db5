"""Whom the target tool offers first."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.model.commands import Act, Advance, PlaceActor, SetDark, SetFact
from engine.model.requests import AskRoll
from gui.bridge.aiming import chance_to_hit
from gui.bridge.chances import chance_of
from gui.bridge.describe import percent, target_prompt
from gui.bridge.highlights import weapon_cells
from gui.scene.marks import MapMarks
from gui.tools.context import ToolContext
from gui.tools.target import nearest_first, offered, target_tool
from tests.gui.conftest import Gm


def test_who_fights_is_offered_before_who_lies_helpless(gm: Gm) -> None:
    assert offered(gm.table, ("g1", "g2", "g3")) == ["g1", "g2", "g3"]
    gm.table.submit(SetFact("g1", "hp", 0))
    while gm.table.question is not None:
        gm.table.abandon()
    assert not gm.table.actor("g1").active
    assert offered(gm.table, ("g1", "g2", "g3")) == ["g2", "g3", "g1"]


def test_the_nearest_is_offered_first(gm: Gm) -> None:
    tam = gm.table.board.actor("tam")
    assert nearest_first(gm.table, tam, ("g4", "g3", "g1", "g2")) == ["g1", "g2", "g3", "g4"]


def test_where_nobody_can_be_seen_the_dark_is_named(gm: Gm) -> None:
    said: list[str] = []
    context = ToolContext(gm.table, lambda m: None, lambda p: None, said.append, lambda p, i: None)
    for foe in [actor.id for actor in gm.table.battle.actors.values() if actor.side == "foe"]:
        gm.table.submit(PlaceActor(foe, None))
    assert list(target_tool(context, "tam", "attack", {})) == []
    assert said == ["Tam Reed knows of nobody to aim at."]
    gm.table.submit(SetDark(True))
    assert list(target_tool(context, "tam", "attack", {})) == []
    assert "It is dark" in said[-1]


def test_the_only_one_who_can_be_meant_is_attacked_at_once_by_either_key(gm: Gm) -> None:
    """Others may be known and out of reach: they cannot be meant."""
    table = gm.table
    context = ToolContext(table, lambda m: None, lambda p: None, lambda s: None, lambda p, i: None)
    table.submit(PlaceActor("g1", (table.actor("tam").cell[0] + 1, table.actor("tam").cell[1])))
    table.submit(Advance(overrule=True), overrule=True)
    while table.progress.current.key != "party:melee":
        table.submit(Advance(overrule=True), overrule=True)
        assert table.question is None
    candidates = table.ruleset.targets(table.board, table.board.actor("tam"), "attack")
    assert [foe for foe, against in candidates.items() if not against] == ["g1"]
    assert len(candidates) > 1
    waiting = target_tool(context, "tam", "attack", {}, at_once=False)
    next(waiting)
    assert table.question is None
    waiting.close()
    assert list(target_tool(context, "tam", "attack", {})) == []
    assert table.question.about == "g1"


def test_the_question_tells_the_chance_to_hit_the_target_pointed_at(gm: Gm) -> None:
    table, attack = gm.table, Act("tam", "attack", targets=("g1",))
    table.submit(PlaceActor("tam", (9, 12)), overrule=True)
    chance = chance_to_hit(table, attack)
    assert chance is not None
    assert target_prompt(table, attack, ()).detail.startswith(f"{percent(chance)} to hit. ")
    table.submit(attack, overrule=True)
    question = table.question
    assert isinstance(question, AskRoll)
    assert chance_of(question) == chance, "of the very roll that is asked for then"


def test_the_reach_of_a_thrown_weapon_is_not_marked_for_a_shot(gm: Gm) -> None:
    shown: list[MapMarks] = []
    context = ToolContext(gm.table, shown.append, lambda p: None, lambda words: None, lambda p, i: None)
    while not any(option.verb == "shoot" and option.legal for option in gm.table.menu("hob")):
        assert gm.table.progress.round < 3
        if gm.question:
            gm.key(Qt.Key.Key_R)
        else:
            gm.table.advance(overrule=True)
    assert weapon_cells(gm.table.board, gm.table.board.actor("hob")), "it is a spear, to be thrown"
    next(target_tool(context, "hob", "shoot", {}))
    assert not shown[-1].weapon
    assert shown[-1].targets


def test_a_click_on_the_target_of_a_charge_charges_where_nothing_is_risked(gm: Gm) -> None:
    gm.table.select("ysol")
    gm.key(Qt.Key.Key_C)
    target = next(iter(gm.desk.scene.marks.targets))
    assert not gm.desk.strip.content.problem
    gm.click_token(target)
    assert gm.table.actor("ysol").sheet.turn.charge_target == target
