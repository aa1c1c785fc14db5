"""The encounters that ship with the program, set up and ready to begin."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.model.actor import DOWN, Actor, Arms, Condition
from engine.model.battle import Battle, Side
from engine.model.phrase import ActorId, Cell, SideId
from engine.rulesets.ose.options import OseOptions
from engine.rulesets.ose.sheet import OseSheet
from engine.store.ascii_map import ascii_terrain
from engine.store.library import build, find_creature
from engine.store.reading import read_asset


class _Placed(msgspec.Struct, forbid_unknown_fields=True):
    creature: str
    side: SideId
    at: Cell
    name: str = ""
    label: str = ""
    hp: int | None = None
    max_hp: int | None = None
    hidden: bool = False


class _Encounter(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    ruleset: str
    map: str
    sides: tuple[Side, ...]
    actors: dict[ActorId, _Placed]
    options: dict[str, Any] = {}


def sunken_chapel() -> Battle:
    """The sample fight of the first start: five heroes, seven foes, of whom one is hidden and one is down."""
    return sample("sunken_chapel")


def sample(key: str) -> Battle:
    """A sample by the name of its file. It is a new battle each time: playing it changes no file."""
    encounter = read_asset(f"encounters/{key}.toml", _Encounter)
    terrain, _ = ascii_terrain(encounter.map.strip("\n").splitlines())
    return Battle(
        ruleset=encounter.ruleset,
        title=encounter.title,
        sides=encounter.sides,
        actors={actor_id: _actor(actor_id, placed) for actor_id, placed in encounter.actors.items()},
        terrain=terrain,
        options=msgspec.convert(encounter.options | {"type": "ose.options"}, OseOptions),
    )


def _actor(actor_id: ActorId, placed: _Placed) -> Actor:
    actor = build(find_creature(placed.creature), placed.side, placed.at)
    page = actor.sheet
    if not isinstance(page, OseSheet):
        return actor
    page = replace(
        page,
        hp=page.hp if placed.hp is None else placed.hp,
        max_hp=page.max_hp if placed.max_hp is None else placed.max_hp,
    )
    actor = replace(
        actor,
        id=actor_id,
        name=placed.name or actor.name,
        label=placed.label or actor.label,
        hidden=placed.hidden,
        sheet=page,
    )
    return actor if page.hp > 0 else _fallen(actor, page)


def _fallen(actor: Actor, page: OseSheet) -> Actor:
    """A monster that fell before the fight opens: it lies there and counts no more."""
    return replace(actor, arms=Arms(0), conditions=(Condition(DOWN),), sheet=replace(page, dead=True))
