"""Whom the target tool offers first."""

from __future__ import annotations

from engine.model.commands import Advance, PlaceActor, SetDark, SetFact
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
