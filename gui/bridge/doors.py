"""Doors under the pointer: which one it is, and opening, closing or locking it."""

from __future__ import annotations

from engine.grid.barriers import FINE
from engine.model.commands import Act, SetDoor
from engine.model.terrain import Door, DoorState
from engine.session.results import Refused
from gui.bridge.moving import option_for
from gui.bridge.table import Table

TOUCH = 0.3
"""How near to a door leaf, in squares, a click counts."""


def door_at(table: Table, point: tuple[float, float]) -> Door | None:
    """The door nearest to a point in squares, within touch."""
    near = [(_distance(door, point), door) for door in table.battle.terrain.doors]
    near = [pair for pair in near if pair[0] <= TOUCH]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def use_door(table: Table, door: Door, lock: bool = False) -> str:
    """Open or close a door: by the selected actor's rules in a fight, else by the GM's hand.

    Returns why it was not done, empty if it was.
    """
    actor = table.actor(table.selected)
    option = option_for(table, actor, "door") if actor and table.progress.round and not lock else None
    if actor is not None and option is not None and option.legal:
        result = table.submit(Act(actor.id, option.verb, picks={"door": door.id}))
        return table.say(result.refusals[0].reason) if isinstance(result, Refused) else ""
    state = _next_state(door, lock)
    table.submit(SetDoor(door.id, state))
    return ""


def _next_state(door: Door, lock: bool) -> DoorState:
    if lock:
        return DoorState.CLOSED if door.state is DoorState.LOCKED else DoorState.LOCKED
    return DoorState.CLOSED if door.state is DoorState.OPEN else DoorState.OPEN


def _distance(door: Door, point: tuple[float, float]) -> float:
    """From a point to the door's leaf, in squares."""
    ax, ay = door.a[0] / FINE, door.a[1] / FINE
    bx, by = door.b[0] / FINE, door.b[1] / FINE
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = 0.0 if length == 0 else ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length
    along = max(0.0, min(1.0, along))
    nearest = ax + along * (bx - ax), ay + along * (by - ay)
    return float(((nearest[0] - point[0]) ** 2 + (nearest[1] - point[1]) ** 2) ** 0.5)
