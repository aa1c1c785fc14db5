"""Enemies on two opposite sides of somebody, against whom a shield cannot be turned (rulings A2 #117)."""

from __future__ import annotations

from engine.grid.cells import gap
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import Cell
from engine.rulesets.ose import bodies
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import sheet
from engine.tactics.draft import Draft


def flanked(battle: Battle, target: Actor, attacker: Actor, moving: bool = False) -> bool:
    """Whether the attacker and an able enemy of the target beside it stand on its opposite sides.

    False unless the table plays it. By one reading a shield is turned to nobody in particular, so neither of
    such a pair is the one in front; by the other it is turned to the one who came first, and only who came
    last gets past it. Whoever is `moving` turns to all in turn: then no order counts. From beyond 5 ft nobody
    is behind a body, and somebody hidden is no enemy that it turns from.
    """
    reading = options(battle).back_attack
    if reading == "off" or not _beside(attacker, target) or (reading == "last" and moving):
        return False
    way = _direction(target, attacker)
    return any(
        other.id != attacker.id
        and not other.hidden
        and _beside(other, target)
        and bodies.able(other)
        and _opposite(way, target, other)
        and (reading == "opposite" or _came_later(target, attacker, other))
        for other in bodies.enemies(battle, target)
    )


def note_arrivals(draft: Draft) -> None:
    """Keep for everybody in which order enemies came beside it; those who came at once in roster order."""
    # Rule: OSE-SHIELD-06
    if options(draft.battle).back_attack != "last":
        return
    for actor_id in tuple(draft.battle.actors):
        actor = draft[actor_id]
        if not bodies.plays(actor):
            continue
        near = [foe.id for foe in bodies.enemies(draft.battle, actor) if _beside(foe, actor)]
        kept = [one for one in sheet(actor).beside if one in near]
        bodies.write_page(draft, actor_id, beside=(*kept, *(one for one in near if one not in kept)))


def _came_later(target: Actor, attacker: Actor, other: Actor) -> bool:
    order = sheet(target).beside
    if attacker.id not in order or other.id not in order:
        return False
    return order.index(attacker.id) > order.index(other.id)


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
