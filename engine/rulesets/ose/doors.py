"""Doors within arm's length of a body: which they are, what keeps them shut or open, turning them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.events import TerrainSet
from engine.model.offers import Refusal
from engine.model.phrase import Cell
from engine.model.terrain import Door, DoorState
from engine.rulesets.common import hard, soft
from engine.tactics.board import Board
from engine.tactics.draft import Draft


def doors_beside(board: Board, actor: Actor) -> tuple[Door, ...]:
    """Doors whose middle is in the actor's squares or the ring around them; secret ones are not known."""
    return tuple(door for door in board.battle.terrain.doors if not door.secret and _beside(actor, door))


def chosen_door(board: Board, actor: Actor, cells: tuple[Cell, ...]) -> str:
    """The id of the only door beside the actor, or of the one on a named square; empty if that is none."""
    chosen = [door for door in doors_beside(board, actor) if not cells or _cell_of(door) in cells]
    return chosen[0].id if len(chosen) == 1 else ""


def why_not_door(board: Board, actor: Actor, door_id: str) -> tuple[Refusal, ...]:
    """What about the door speaks against opening or closing it (OSE-MANIP-05); hands are not looked at."""
    door = board.battle.terrain.door(door_id)
    if door is None or door.secret:
        return hard("why.no_door")
    if not _beside(actor, door):
        return soft("why.door_far", "OSE-MANIP-05")
    if door.state is DoorState.LOCKED:
        return soft("why.door_locked", "OSE-MANIP-05")
    if door.state is DoorState.OPEN and _in_the_way(board.battle, door):
        return soft("why.door_blocked", "OSE-MANIP-05")
    return ()


def turn_door(draft: Draft, door_id: str) -> None:
    """Open it if it is shut, else close it."""
    terrain = draft.battle.terrain
    door = terrain.door(door_id)
    if door is not None:
        state = DoorState.CLOSED if door.state is DoorState.OPEN else DoorState.OPEN
        draft.emit(TerrainSet(terrain.with_door(replace(door, state=state))))


def _middle(door: Door) -> tuple[float, float]:
    return (door.a[0] + door.b[0]) / 2 / FINE, (door.a[1] + door.b[1]) / 2 / FINE


def _cell_of(door: Door) -> Cell:
    x, y = _middle(door)
    return int(x), int(y)


def _beside(actor: Actor, door: Door) -> bool:
    if actor.cell is None:
        return False
    x, y = _middle(door)
    left, top = actor.cell
    return left - 1 <= x <= left + actor.size + 1 and top - 1 <= y <= top + actor.size + 1


def _in_the_way(battle: Battle, door: Door) -> bool:
    """Whether somebody, standing or lying, fills the square the leaf swings through the middle of."""
    x, y = _middle(door)
    return any(
        actor.cell is not None
        and actor.cell[0] < x < actor.cell[0] + actor.size
        and actor.cell[1] < y < actor.cell[1] + actor.size
        for actor in battle.actors.values()
    )
