"""GM and players read the same letters on the tokens they both see."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.commands import AddActor
from engine.store.library import build, find_creature
from engine.views.audience import Audience
from tests.gui.conftest import Gm


def letters(gm: Gm, audience: Audience) -> dict[str, str]:
    return {token.id: token.label for token in gm.table.view(audience).tokens if token.name != "Snag"}


def test_both_windows_say_the_same_letters(gm: Gm) -> None:
    for kind, cell in (("orc", (8, 8)), ("ogre", (5, 10)), ("orc", (8, 10))):
        gm.table.submit(AddActor(replace(build(find_creature(kind), "foe"), cell=cell)), overrule=True)
    for_players, for_gm = letters(gm, Audience.PLAYERS), letters(gm, Audience.GM)
    assert {"Or1", "Or2", "Og1"} <= set(for_players.values())
    assert {key: for_gm[key] for key in for_players} == for_players
    gm.undo()
    gm.undo()
    assert "O1" in letters(gm, Audience.GM).values()
