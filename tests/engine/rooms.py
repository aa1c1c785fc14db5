"""A hero of the players' and a goblin in rooms drawn as text, for what the players know of a map."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.terrain import Picture
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import OseSheet
from engine.rulesets.registry import ruleset
from engine.session.session import Session, new_session
from engine.testing import ascii_terrain

RULES = ruleset("ose.detailed")
SIDES = (Side("a", "Heroes", Control.PLAYERS, ("b",)), Side("b", "Foes", Control.REFEREE, ("a",)))


def rooms(rows: str, picture: Picture | None = None) -> Session:
    """A fight in these rooms, in which T stands for Tam the hero and G for the goblin."""
    terrain, marks = ascii_terrain(rows.split())
    page = OseSheet(8, 8)
    actors = {
        "T": Actor("T", "Tam", "a", marks["T"], sheet=page),
        "G": Actor("G", "Goblin", "b", marks["G"], sheet=page),
    }
    terrain = replace(terrain, picture=picture)
    battle = Battle(RULES.about.key, "Test", SIDES, actors, terrain, options=OseOptions())
    return new_session(RULES, battle)
