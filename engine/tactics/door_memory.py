"""Doors as the players know them: each as somebody of the party last saw it, secret ones not until found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from engine.grid.barriers import FINE
from engine.model.battle import Battle
from engine.model.terrain import Door, DoorState, Terrain, Wall
from engine.tactics.board import Board
from engine.tactics.perception import seen_cells, watched_cells

Doors = Mapping[str, DoorState]
"""Door id -> how it stands, or last stood, in the players' eyes; ids in the order of the map."""


def doors_known(board: Board) -> Doors:
    """Every door the players know of. Others are wall to them, or lie where they have not been.

    One in sight shows as it stands, one they remember as it stood. One beside squares they know without
    having been there (the GM lifted the fog) is learnt as it stands then; one that came out of their sight
    (`Battle.map_memory`) is not.
    """
    return board.kept("doors", lambda: {key: state for key, state in _known(board) if state is not None})


def _known(board: Board) -> Iterator[tuple[str, DoorState | None]]:
    battle = board.battle
    if not battle.terrain.doors:
        return
    seen, watched = seen_cells(board), watched_cells(board)
    for door in battle.terrain.doors:
        cells = beside(board.battle.terrain, door)
        if any(index in seen and index in watched for index in cells):
            yield door.id, _found(battle, door)
        elif door.id in battle.map_memory.doors_new:
            continue
        elif any(index in seen or _explored(battle, index) for index in cells):
            yield door.id, battle.doors_seen.get(door.id, None if door.secret else shown_state(door))


def _found(battle: Battle, door: Door) -> DoorState | None:
    """A door in sight: a secret one that is shut is no door to those who never saw it open."""
    if door.secret and door.state is not DoorState.OPEN and door.id not in battle.doors_seen:
        return None
    return shown_state(door)


def shown_state(door: Door) -> DoorState:
    """How it looks: nobody sees from afar that it is locked."""
    return DoorState.OPEN if door.state is DoorState.OPEN else DoorState.CLOSED


def still_known(battle: Battle, terrain: Terrain) -> Doors:
    """What the players remember once the GM has changed the map to `terrain`.

    A door drawn anew somewhere else, or made secret, is another door to them.
    """
    return {
        key: state
        for key, state in battle.doors_seen.items()
        if (was := battle.terrain.door(key)) is not None
        and (now := terrain.door(key)) is not None
        and (was.a, was.b) == (now.a, now.b)
        and (was.secret or not now.secret)
    }


def beside(terrain: Terrain, line: Door | Wall) -> frozenset[int]:
    """Indices of the squares on both sides of a door leaf or a wall."""
    (ax, ay), (bx, by) = line.a, line.b
    length = hypot(bx - ax, by - ay)
    if not length:
        return frozenset()
    across = (by - ay) / length * FINE / 2, (ax - bx) / length * FINE / 2
    parts = max(1, round(length / FINE))
    extent, found = terrain.extent, set()
    for part in range(parts):
        share = (part + 0.5) / parts
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        for side in (1, -1):
            cell = int((x + side * across[0]) // FINE), int((y + side * across[1]) // FINE)
            if extent.contains(cell):
                found.add(extent.index(cell))
    return frozenset(found)


def _explored(battle: Battle, index: int) -> bool:
    return index >> 3 < len(battle.explored) and bool(battle.explored[index >> 3] >> (index & 7) & 1)
