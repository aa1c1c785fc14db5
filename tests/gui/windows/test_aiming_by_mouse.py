"""Aiming a spell with the mouse: what it reaches is said and drawn, and it can be given up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QPushButton

from engine.model.commands import Act, AddActor, Begin
from engine.model.requests import AskCells, AskChoice, AskRolls, Picked
from engine.store.library import CreatureEntry, build, find_creature
from gui.bridge.encounters import new_blank
from gui.windows.gm_window import GmWindow
from tests.gui.conftest import Gm

SPELLS = ("Web", "Fire Ball", "Sleep")


@pytest.fixture
def caster(gm: Gm, window: GmWindow) -> str:
    """A magic-user far from an ogre, on a grid of her own, in the first Declare step."""
    window.show_encounter(new_blank(24, 16, "ose.detailed"))
    veyra = CreatureEntry(
        name="Veyra", role="Magic-User 5", hd="5", hp=12, aac=11, mv=30, spells=SPELLS, tags=("hero",)
    )
    gm.table.submit(AddActor(replace(build(veyra, "party"), id="veyra", cell=(4, 8))))
    gm.table.submit(AddActor(replace(build(find_creature("ogre"), "foe"), id="ogre", cell=(18, 8))))
    gm.table.submit(Begin())
    if isinstance(gm.table.question, AskChoice):  # who is surprised
        gm.table.answer(Picked(gm.table.question.default or gm.table.question.picks[0].key))
    assert gm.table.question is None
    gm.table.select("veyra")
    return "veyra"


def complete(gm: Gm, spell: str) -> None:
    """Declare it, go on to the Magic step and complete it."""
    gm.table.submit(Act("veyra", "cast", picks={"spell": spell}))
    for _ in range(12):
        if any(option.verb == "complete" and option.legal for option in gm.table.menu("veyra")):
            break
        gm.table.advance(overrule=True)
        for _ in range(3):
            if isinstance(gm.table.question, AskRolls):
                gm.table.roll()
    gm.table.submit(Act("veyra", "complete"))


def buttons(gm: Gm) -> list[str]:
    return [one.text() for one in gm.desk.strip.body.buttons.findChildren(QPushButton) if one.isVisible()]


def test_the_list_says_how_far_how_much_and_whom(gm: Gm, caster: str) -> None:
    cast = next(option for option in gm.table.menu(caster) if option.verb == "cast")
    words = {key: gm.table.say(line) for key, line in cast.picks[0].choices}
    assert words == {
        "Web": "Web: radius 5 ft, centre within 10 ft",
        "Fire Ball": "Fire Ball: radius 20 ft, centre within 240 ft",
        "Sleep": "Sleep: several within 240 ft, not undead",
    }


def test_where_it_may_be_aimed_is_drawn_and_cancel_gives_it_up(gm: Gm, caster: str) -> None:
    complete(gm, "Web")
    question = gm.table.question
    assert isinstance(question, AskCells)
    assert gm.desk.scene.marks.within_reach == frozenset(question.allowed)
    assert gm.desk.scene.overlays.rings._bands
    assert "10 ft" in gm.desk.strip.content.detail
    assert buttons(gm) == ["Cancel", "Take this square"]
    before = gm.table.session.journal.last
    gm.click_button("Cancel")
    assert gm.table.question is None
    assert gm.table.session.journal.last is before
    assert gm.desk.scene.marks.within_reach == frozenset()


def test_the_area_stays_drawn_while_its_release_is_asked(gm: Gm, caster: str) -> None:
    complete(gm, "Fire Ball")
    gm.click((17, 8))
    assert gm.question == "spell.confirm"
    drawn = gm.desk.scene.marks.template
    assert drawn == frozenset(gm.table.question.cells)
    assert (17, 8) in drawn
    assert gm.desk.scene.marks.targets == {"ogre"}
    assert "Cancel" in buttons(gm)
