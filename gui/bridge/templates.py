"""What an area would take in where it is aimed now: by the engine's own squares, so they cannot differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.grid.areas import burst
from engine.grid.cells import footprint
from engine.model.phrase import ActorId, Cell
from engine.model.requests import Area, AreaKind
from engine.tactics.area import covered, effect_passes
from engine.tactics.board import Board
from engine.tactics.perception import side_knows


def squares_at(board: Board, area: Area, aim: Cell) -> frozenset[Cell]:
    """The squares taken in."""
    return covered(board, area, aim)


def caught_in(board: Board, cells: frozenset[Cell]) -> frozenset[ActorId]:
    """Everybody with at least one square inside."""
    return frozenset(
        actor.id
        for actor in board.battle.actors.values()
        if actor.on_map and actor.cell is not None and not cells.isdisjoint(footprint(actor.cell, actor.size))
    )


def best_aim(
    board: Board, area: Area, actor_id: ActorId, allowed: frozenset[Cell], dead: frozenset[ActorId]
) -> Cell | None:
    """The allowed square where the area takes in most of the enemies the actor's side knows of, and nobody
    of its own who lives; of equals the one nearest to an enemy. None if there is no such square.
    """
    actor = board.battle.actors.get(actor_id)
    if actor is None:
        return None
    here = [other for other in board.battle.actors.values() if other.on_map and other.id not in dead]
    known = [other for other in here if side_knows(board, actor.side, other)]
    foes = [other for other in known if other.active and board.battle.hostile(other.side, actor.side)]
    friends = frozenset(
        cell
        for other in known
        if other.cell is not None and not board.battle.hostile(other.side, actor.side)
        for cell in footprint(other.cell, other.size)
    )
    bodies = {
        other.id: frozenset(footprint(other.cell, other.size)) for other in foes if other.cell is not None
    }
    taken = _taken(board, area)
    best: tuple[tuple[int, int], Cell] | None = None
    for aim in _aims(board, area, allowed, frozenset().union(*bodies.values())):
        hit = sum(taken(aim, body) for body in bodies.values())
        if not hit or taken(aim, friends):
            continue
        off = min(max(abs(aim[0] - x), abs(aim[1] - y)) for body in bodies.values() for x, y in body)
        if best is None or (-hit, off) < best[0]:
            best = (-hit, off), aim
    return best[1] if best is not None else None


def _taken(board: Board, area: Area) -> Callable[[Cell, frozenset[Cell]], bool]:
    """Whether the area aimed at a square takes in one of some squares. A burst is not laid out for it: that
    would take too long for all the places it could go to.
    """
    if area.kind is not AreaKind.BURST:
        return lambda aim, cells: not squares_at(board, area, aim).isdisjoint(cells)
    around = burst((0, 0), area.length, board.battle.metric)

    def taken(aim: Cell, cells: frozenset[Cell]) -> bool:
        near = (cell for cell in cells if (cell[0] - aim[0], cell[1] - aim[1]) in around)
        return any(effect_passes(board, aim, cell) for cell in near)

    return taken


def _aims(board: Board, area: Area, allowed: frozenset[Cell], foes: frozenset[Cell]) -> Iterator[Cell]:
    """Squares worth a try, in order: for a burst all from which it reaches a foe, else the foes' own."""
    reach = area.length if area.kind is AreaKind.BURST else 0
    near = {
        (x + dx, y + dy)
        for x, y in foes
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
    }
    yield from sorted(
        cell for cell in near if board.extent.contains(cell) and (not allowed or cell in allowed)
    )


def nearest_enemy(board: Board, actor_id: ActorId, allowed: frozenset[Cell]) -> Cell | None:
    """The allowed square of the nearest active enemy the actor's side knows of; None if there is none."""
    actor = board.battle.actors.get(actor_id)
    if actor is None or actor.cell is None:
        return None
    enemies = [
        other
        for other in board.battle.actors.values()
        if other.active
        and other.cell is not None
        and (not allowed or other.cell in allowed)
        and board.battle.hostile(other.side, actor.side)
        and side_knows(board, actor.side, other)
    ]
    nearest = min(enemies, key=lambda other: board.separation(actor, other), default=None)
    return nearest.cell if nearest is not None else None
