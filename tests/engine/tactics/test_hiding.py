"""A hidden attacker is known from its attack on, to those who see whom it strikes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.model.actor import INVISIBLE, Actor, Condition
from engine.model.battle import Battle, Control, Side
from engine.model.commands import HideActor
from engine.rulesets.registry import ruleset
from engine.session.session import new_session
from engine.tactics.draft import Draft
from engine.tactics.hiding import give_away
from engine.testing import ascii_terrain

SIDES = (
    Side("a", "Heroes", Control.PLAYERS, ("b", "c")),
    Side("b", "Foes", Control.REFEREE, ("a", "c")),
    Side("c", "Others", Control.REFEREE, ("a", "b")),
)


def draft_of(rows: str, **changes: Any) -> Draft:
    """T and U stand with the heroes, g with the hidden foes, o with a third side."""
    terrain, marks = ascii_terrain(rows.split())
    side = {"T": "a", "U": "a", "g": "b", "p": "c"}
    actors = {key: Actor(key, key, side[key], cell, hidden=key == "g") for key, cell in marks.items()}
    actors["g"] = replace(actors["g"], **changes)
    return Draft(Battle("toy", "Toy", SIDES, actors, terrain))


def test_who_strikes_a_hero_is_known_and_gets_its_name() -> None:
    draft = draft_of("Tg.")
    give_away(draft, "g", "T")
    assert not draft["g"].hidden
    assert draft["g"].public_name == "g"


def test_a_shot_out_of_the_dark_does_not_show_who_stands_there() -> None:
    draft = draft_of("T.....g")
    draft = Draft(replace(draft.battle, terrain=replace(draft.battle.terrain, dark=True)))
    give_away(draft, "g", "T")
    assert not draft["g"].hidden
    assert draft["g"].public_name == ""


@pytest.mark.rule("CARD-GM-03")
@pytest.mark.parametrize(
    ("rows", "target", "changes"),
    [
        ("Tg.", "T", {"conditions": (Condition(INVISIBLE),)}),
        ("T#gp", "p", {}),
        ("TUg", "g", {}),
    ],
    ids=["invisible", "nobody looks", "its own side"],
)
def test_others_stay_hidden(rows: str, target: str, changes: dict[str, Any]) -> None:
    draft = draft_of(rows, **changes)
    give_away(draft, "g", target)
    assert draft["g"].hidden
    assert draft.events == []


def test_a_hidden_hero_is_given_away_to_whom_it_strikes() -> None:
    draft = draft_of("T.gp")
    draft = Draft(
        replace(draft.battle, actors={**draft.battle.actors, "T": replace(draft["T"], hidden=True)})
    )
    give_away(draft, "T", "p")
    assert not draft["T"].hidden


def test_whoever_the_gm_shows_is_invisible_no_more() -> None:
    draft = draft_of("Tg.", conditions=(Condition(INVISIBLE), Condition("cursed")))
    session = new_session(ruleset("ose.detailed"), replace(draft.battle, ruleset="ose.detailed"))
    session.submit(HideActor("g", True))
    assert session.battle.actors["g"].has(INVISIBLE)
    session.submit(HideActor("g", False))
    assert session.battle.actors["g"].conditions == (Condition("cursed"),)
