"""Enemies on two opposite sides of somebody, against whom a shield cannot be turned (rulings A2 #117)."""

from __future__ import annotations

from engine.grid.cells import gap
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import Cell
from engine.rulesets.ose import bodies
from engine.rulesets.ose.options import options


def flanked(battle: Battle, target: Actor, attacker: Actor) -> bool:
    """Whether the attacker and an able enemy of the target beside it stand on its opposite sides.

    False unless the table plays it. A shield is turned to nobody in particular, so neither of such a pair is
    the one in front: which of them came last does not count. From beyond 5 ft nobody is behind a body.
    """
    if options(battle).back_attack == "off" or not _beside(attacker, target):
        return False
    way = _direction(target, attacker)
    return any(
        other.id != attacker.id
        and _beside(other, target)
        and bodies.able(other)
        and _opposite(way, target, other)
        for other in bodies.enemies(battle, target)
    )


def _beside(one: Actor, target: Actor) -> bool:
    if one.cell is None or target.cell is None:
        return False
    return max(gap(one.cell, one.size, target.cell, target.size)) == 1


def _opposite(way: Cell, target: Actor, other: Actor) -> bool:
    x, y = _direction(target, other)
    return (x, y) == (-way[0], -way[1])


def _direction(target: Actor, other: Actor) -> Cell:
    """On which side of the target the other one stands: -1, 0 or 1 along each axis."""
    if target.cell is None or other.cell is None:
        return (0, 0)
    return (
        _side(target.cell[0], target.size, other.cell[0], other.size),
        _side(target.cell[1], target.size, other.cell[1], other.size),
    )


def _side(at: int, size: int, other: int, other_size: int) -> int:
    if other + other_size <= at:
        return -1
    return 1 if other >= at + size else 0
