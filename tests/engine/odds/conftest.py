"""Small fights whose odds can be reckoned: T of the party against foes with clubs."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.model.actor import Actor, Arms
from engine.model.battle import Battle, Control, Side
from engine.model.phrase import ActorId
from engine.rulesets.ose.arms import arms_of
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import Hands, OseSheet, Quality, Turn, Weapon
from engine.rulesets.ose.state import OseRound, Phase, SideRound, Step
from engine.testing import ascii_terrain

SIDES = (
    Side("party", "Party", Control.PLAYERS, ("foe",)),
    Side("foe", "Foes", Control.REFEREE, ("party",)),
)
CLUB = Weapon("club", "Club", sides=4)
DAGGER = Weapon("dagger", "Dagger", sides=2)
SPEAR = Weapon("spear", "Spear", (Quality.MELEE, Quality.BRACE), sides=3)
POLEARM = Weapon("polearm", "Pole arm", (Quality.MELEE, Quality.BRACE, Quality.REACH), sides=2)
ROUND = OseRound(
    phase=Phase.ACTION,
    order=("party", "foe"),
    step=Step.MOVE,
    sides=(SideRound("party", strength=1), SideRound("foe", strength=2)),
)


def sheet_of(hp: int, weapon: Weapon, **more: Any) -> OseSheet:
    return OseSheet(
        **{"hp": hp, "max_hp": hp, "rate": 20, "gear": (weapon,), "hands": Hands(weapon.key), **more}
    )


def braced(weapon: Weapon, **more: Any) -> OseSheet:
    return sheet_of(3, weapon, turn=Turn(braced=True), **more)


def battle_of(rows: str, hp: int = 4, options: OseOptions | None = None, **pages: OseSheet) -> Battle:
    """T walks for the party; every other letter is a foe with a club, unless its page is given."""
    terrain, marks = ascii_terrain(rows.split())
    actors = {}
    for key in ("T", *sorted(marks.keys() - {"T"})):
        page = pages.get(key, sheet_of(hp, CLUB) if key == "T" else sheet_of(3, CLUB))
        side = "party" if key == "T" else "foe"
        actor = Actor(key, key, side, marks[key], arms=Arms(1), sheet=page)
        actors[key] = replace(actor, arms=arms_of(actor))
    return Battle(
        "ose.detailed", "Odds", SIDES, actors, terrain, options=options or OseOptions(), round=ROUND
    )


def with_actor(battle: Battle, who: ActorId, **fields: Any) -> Battle:
    return replace(battle, actors={**battle.actors, who: replace(battle.actors[who], **fields)})
