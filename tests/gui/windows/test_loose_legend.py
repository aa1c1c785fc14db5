"""Loose combat at the window: how far somebody gets is a guide, and the legend says no more than that."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.model.commands import Act, AddActor, Begin
from engine.store.library import build, find_creature
from gui.bridge.encounters import new_blank
from gui.tools.marking import BEYOND
from tests.gui.conftest import Gm
from tests.gui.windows.test_whole_fight import KeyFighter

ORC = "orc"


@pytest.fixture
def loose(gm: Gm) -> Gm:
    """An orc's turn on a bare map, a hero far off."""
    gm.window.show_encounter(new_blank(24, 16, "ose.loose"))
    party, foe = (side.id for side in gm.table.battle.sides)
    gm.table.submit(AddActor(build(find_creature("brannoc"), party, (2, 2))))
    gm.table.submit(AddActor(replace(build(find_creature("orc"), foe, (12, 8)), id=ORC)))
    gm.table.submit(Begin())
    for _ in range(40):
        if gm.table.progress.waiting == (ORC,):
            break
        if gm.table.question is None:
            gm.table.advance(overrule=True)
        else:
            KeyFighter(gm).answer()
    return gm


@pytest.mark.rule("OSL-OTHER-03")
def test_the_legend_gives_the_rate_and_not_the_size_of_the_map(loose: Gm) -> None:
    loose.table.select(ORC)
    assert loose.desk.legend.words == ("Move 40 ft", BEYOND)
    loose.table.submit(Act(ORC, "move", path=((13, 8), (14, 8))))
    loose.table.select(ORC)
    assert loose.desk.legend.words[0] == "Move 30 of 40 ft"
