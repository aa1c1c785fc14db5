"""Whether a stored battle hangs together: what no type can say, and a hand in the file can undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from engine.errors import BrokenFileError
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.offers import OptionChoice
from engine.model.terrain import Terrain


def checked_battle(battle: Battle, readings: Iterable[OptionChoice]) -> Battle:
    """The battle. `BrokenFileError` names the first thing in it that refers to nothing.

    `readings` are those that its rule book leaves to the table.
    """
    trouble = next(chain(_troubles(battle), _unknown_readings(battle, readings)), "")
    if trouble:
        raise BrokenFileError(f"a stored battle makes no sense: {trouble}")
    return battle


def checked_terrain(terrain: Terrain) -> Terrain:
    """The map. `BrokenFileError` if its ground does not cover its squares."""
    squares = max(0, terrain.width) * max(0, terrain.height)
    if not squares or len(terrain.ground) != squares:
        size = f"{terrain.width} \u00d7 {terrain.height}"
        raise BrokenFileError(
            f"a stored map makes no sense: it is {size} squares and has ground for {len(terrain.ground)}"
        )
    return terrain


def _troubles(battle: Battle) -> Iterator[str]:
    sides = [side.id for side in battle.sides]
    if len(set(sides)) != len(sides):
        yield "two sides are one"
    for key, actor in battle.actors.items():
        if actor.id != key:
            yield f"'{actor.name}' is kept as '{key}' and called '{actor.id}'"
        if actor.side not in sides:
            yield f"'{actor.name}' is of a side that is not there ('{actor.side}')"
        if not _on_map(actor, battle.terrain):
            yield f"'{actor.name}' stands off the map"
    for thing in battle.things:
        if not _inside(thing.cell, battle.terrain):
            yield f"'{thing.name}' lies off the map"


def _unknown_readings(battle: Battle, readings: Iterable[OptionChoice]) -> Iterator[str]:
    for reading in readings:
        values = [value for value, _ in reading.values]
        chosen = getattr(battle.options, reading.key, reading.default)
        if chosen not in values:
            yield f"the reading '{reading.key}' is '{chosen}', not one of {', '.join(values)}"


def _on_map(actor: Actor, terrain: Terrain) -> bool:
    if actor.cell is None:
        return True
    column, row = actor.cell
    last = (column + actor.size - 1, row + actor.size - 1)
    return actor.size >= 1 and _inside(actor.cell, terrain) and _inside(last, terrain)


def _inside(cell: tuple[int, int], terrain: Terrain) -> bool:
    return 0 <= cell[0] < terrain.width and 0 <= cell[1] < terrain.height
