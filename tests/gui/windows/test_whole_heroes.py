"""What the library lists is what stands on the map: unhurt, with the armour class of shield and weapon."""

from __future__ import annotations

import pytest

from gui.bridge.encounters import new_blank
from gui.windows.gm_window import GmWindow
from tests.gui.conftest import Gm


@pytest.mark.parametrize("name", ["Brannoc", "Ysolde", "Tam Reed", "Goblin shaman"])
def test_a_creature_arrives_as_it_is_listed(gm: Gm, window: GmWindow, name: str) -> None:
    window.show_encounter(new_blank(12, 8, "ose.detailed"))
    gm.desk.show_library()
    library = gm.desk.library
    library.search.setText(name)
    listed = library.model.entry(library.model.index(0)).facts.split(", ")
    library.place.click()
    gm.click((4, 4))
    (placed,) = gm.table.battle.actors.values()
    card = gm.table.card(placed.id)
    assert card.health.now == card.health.most
    shown = {fact.key: fact.value for fact in card.facts}
    assert listed[:2] == [f"AC {shown['ac']}", f"HP {card.health.now}"]
