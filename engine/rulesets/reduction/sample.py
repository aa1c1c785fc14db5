"""The party of seven and the grizzly bear of rulings B1, ready to fight."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.phrase import Cell
from engine.model.terrain import Terrain, blank
from engine.rulesets.reduction.options import ReductionOptions
from engine.rulesets.reduction.sheet import ReductionSheet

# name, AC, HD, HD modifier, AT, TH, MV, SV, ML, weapon and its hit points, shield, missile range in spaces
PARTY = (
    ("F3-928871", 4, 3, 0, 3, 19, 2, 16, 5, "sword", 3, 1, 0),
    ("M1-86673B", 9, 1, -1, 3, 19, 4, 16, 8, "dagger", 2, 0, 0),
    ("F2-86B8FA", 2, 2, 2, 3, 19, 2, 15, 8, "maul", 4, 1, 0),
    ("F2-CA7A76", 5, 2, 0, 4, 18, 2, 16, 7, "pole arm", 4, 0, 0),
    ("F3-814C64", 5, 3, 0, 3, 18, 2, 17, 6, "crossbow", 3, 0, 8),
    ("M3-A33688", 9, 2, 0, 4, 19, 4, 17, 7, "dagger", 2, 0, 0),
    ("T1-735B91", 7, 1, 0, 3, 18, 3, 17, 5, "short sword", 3, 0, 0),
)
BEAR = ReductionSheet(
    ac=6,
    hit_dice=5,
    hit_bonus=0,
    attacks=(2, 2, 4),
    to_hit=15,
    move=4,
    save=16,
    morale=8,
    role="Grizzly bear",
)


def grizzly_fight(distance: int = 8, terrain: Terrain | None = None) -> Battle:
    """The party in the first column of spaces and the bear `distance` spaces off."""
    ground = terrain or blank(12, 7)
    party = [_member(row, (0, row % ground.height)) for row in range(len(PARTY))]
    bear = Actor(id="bear", name="Grizzly B", side="foes", cell=(distance, 3), kind="Grizzly", sheet=BEAR)
    return Battle(
        ruleset="reduction",
        title="The grizzly",
        sides=(
            Side("party", "The party", Control.PLAYERS, ("foes",)),
            Side("foes", "The bear", Control.REFEREE, ("party",)),
        ),
        actors={actor.id: actor for actor in (*party, bear)},
        terrain=ground,
        options=ReductionOptions(),
    )


def _member(row: int, cell: Cell) -> Actor:
    name, ac, dice, bonus, at, to_hit, move, save, morale, weapon, hits, shield, missile = PARTY[row]
    page = ReductionSheet(
        ac=ac,
        hit_dice=dice,
        hit_bonus=bonus,
        attacks=(at,),
        to_hit=to_hit,
        move=move,
        save=save,
        morale=morale,
        role=name.partition("-")[0],
        shield=shield,
        weapon=weapon,
        weapon_hits=hits,
        missile_range=missile,
        reloads=weapon == "crossbow",
    )
    return Actor(id=name.lower().replace("-", ""), name=name, side="party", cell=cell, sheet=page)
