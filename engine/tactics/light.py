"""Light and darkness: which squares are lit, and how far a body sees without light.

Only a dark map (`Terrain.dark`) asks. Light falls where a clear line joins the square and its source.
Whoever the GM hides sheds no light, or it would give the hidden away.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.grid.barriers import FINE
from engine.grid.cells import Cell, footprint
from engine.model.actor import Actor
from engine.tactics.board import Board

ARMS_LENGTH = 1
"""Squares around a body that it knows by touch and hearing in the dark: who fights it there is no secret."""

Source = tuple[Cell, int, int]
"""Anchor and size of what sheds light, and how many squares around it."""


def lit_cells(board: Board) -> frozenset[int]:
    """Indices of all lit squares of a dark map, walls that face a light included."""
    return board.kept("lit", lambda: frozenset().union(*(board.glow(*source) for source in sources(board))))


def sources(board: Board) -> Iterator[Source]:
    """Every lamp, burning thing on the ground and bearer of a light."""
    battle = board.battle
    for lamp in battle.terrain.lights:
        yield (lamp.at[0] // FINE, lamp.at[1] // FINE), 1, lamp.radius
    for thing in battle.things:
        if thing.light:
            yield thing.cell, 1, thing.light
    for actor in battle.actors.values():
        if actor.light and actor.cell is not None and not actor.hidden:
            yield actor.cell, actor.size, actor.light


def unlit_cells(board: Board) -> frozenset[int]:
    """Indices of the squares of a dark map that no light reaches; none of any other map."""
    if not board.battle.terrain.dark:
        return frozenset()
    return board.kept("unlit", lambda: frozenset(range(board.extent.count)) - lit_cells(board))


def in_the_dark(board: Board, actor: Actor) -> bool:
    """Whether the actor stands in darkness through which it cannot see (OSE-FLEE-09)."""
    if not board.battle.terrain.dark or actor.cell is None or actor.dark_sight:
        return False
    lit = lit_cells(board)
    return not any(index in lit for index in _indices(board, actor))


def shows_itself(board: Board, observer: Actor, target: Actor) -> bool:
    """Whether the light, or the observer's sight in the dark, is enough to make the target out.

    Walls are not looked at: a clear line is needed besides.
    """
    if not board.battle.terrain.dark:
        return True
    if board.separation(observer, target) <= max(observer.dark_sight, ARMS_LENGTH):
        return True
    lit = lit_cells(board)
    return any(index in lit for index in _indices(board, target))


def _indices(board: Board, actor: Actor) -> Iterator[int]:
    assert actor.cell is not None
    return (
        board.extent.index(cell) for cell in footprint(actor.cell, actor.size) if board.extent.contains(cell)
    )
