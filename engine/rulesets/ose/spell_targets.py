"""Whom a spell can take hold of: range, lines of sight and effect, and the squares of its area. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.grid import areas
from engine.grid.cells import footprint
from engine.model.actor import BLIND, Actor
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Cell
from engine.model.requests import Area, AreaKind
from engine.rulesets.common import soft
from engine.rulesets.ose import bodies
from engine.rulesets.ose.options import is_loose
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, sheet
from engine.rulesets.ose.spell_facts import Shape, Spell
from engine.tactics.area import covered, effect_passes
from engine.tactics.board import Board
from engine.tactics.perception import perceives

AREAS = (Shape.BURST, Shape.CONE, Shape.LINE)


def candidates(board: Board, caster: Actor, spell: Spell) -> tuple[ActorId, ...]:
    """The living it can be aimed at: for an attack only others than one's own, for a boon one's own first.

    Of each the nearest first; for an attack those who lie helpless already come last.
    """

    def order(other: Actor) -> tuple[bool, bool, int]:
        foe = board.battle.hostile(other.side, caster.side)
        settled = spell.hostile and bodies.helpless(other)
        return foe is not spell.hostile, settled, board.separation(caster, other)

    found = [
        other
        for other in board.battle.actors.values()
        if bodies.plays(other)
        and other.on_map
        and not sheet(other).dead
        and not (spell.hostile and other.side == caster.side)
        and not why_not_target(board, caster, other, spell)
    ]
    return tuple(other.id for other in sorted(found, key=order))


def why_not_target(board: Board, caster: Actor, target: Actor, spell: Spell) -> tuple[Refusal, ...]:
    """What speaks against aiming at somebody: its kind, range, sight, something in the way (A2 #107).

    In Loose combat it has only to be seen: no distance binds (OSL-CONS-02).
    """
    if target.id == caster.id:
        return ()
    if spell.spares and bodies.plays(target) and sheet(target).undead:
        return soft("spell.spares", "OSE-SPELL-06", target=ActorRef(target.id), spell=spell.name)
    if is_loose(board.battle):
        unseen = caster.has(BLIND) or not perceives(board, caster, target)
        return soft("spell.unseen", "OSE-SPELL-06", target=ActorRef(target.id)) if unseen else ()
    found: tuple[Refusal, ...] = ()
    most = max(spell.range_ft, FEET_PER_SQUARE)
    feet = board.separation(caster, target) * FEET_PER_SQUARE
    if feet > most:
        found = soft("spell.too_far", "OSE-SPELL-06", target=ActorRef(target.id), feet=feet, most=most)
    if caster.has(BLIND) or not perceives(board, caster, target):
        return (*found, *soft("spell.unseen", "OSE-SPELL-06", target=ActorRef(target.id)))
    if not _body_in_line(board, caster, target):
        return (*found, *soft("spell.no_effect_line", "OSE-SPELL-06", target=ActorRef(target.id)))
    return found


def aims(board: Board, caster: Actor, spell: Spell) -> tuple[Cell, ...]:
    """Squares at which an area can be aimed: the centre of a burst, or a square in its direction.

    A burst has its centre where the caster's effect comes to, not inside rock: it would reach both sides.
    """
    if caster.cell is None or caster.has(BLIND):
        return ()
    burst = spell.shape is Shape.BURST
    reach = spell.range_ft // FEET_PER_SQUARE if burst else _size(spell)
    own = [cell for cell in footprint(caster.cell, caster.size) if board.extent.contains(cell)]
    near = frozenset().union(*(areas.burst(cell, reach, board.battle.metric) for cell in own))
    found = [
        cell
        for cell in near
        if board.extent.contains(cell) and (_may_burst_at(board, own, cell) if burst else cell not in own)
    ]
    return tuple(sorted(found, key=lambda cell: (cell[1], cell[0])))


def _may_burst_at(board: Board, own: Sequence[Cell], cell: Cell) -> bool:
    if board.extent.index(cell) in board.barriers.solid_cells:
        return False
    return any(effect_passes(board, one, cell) for one in own)


def area(board: Board, caster: Actor, spell: Spell, aim: Cell) -> frozenset[Cell]:
    """The squares of the spell's area, cell by cell, those off the map or behind a wall left out."""
    shape = shape_of(caster, spell)
    return covered(board, shape, aim) if shape is not None else frozenset()


def shape_of(caster: Actor, spell: Spell) -> Area | None:
    """The area of a spell from where its caster stands; None off the map. ValueError for a spell without."""
    if caster.cell is None:
        return None
    return Area(AreaKind(spell.shape), _size(spell), caster.cell, caster.size)


def inside(board: Board, cells: frozenset[Cell]) -> tuple[ActorId, ...]:
    """The living with at least one square in the area, in roster order, those lying down included."""
    return tuple(
        actor.id
        for actor in board.battle.actors.values()
        if actor.cell is not None
        and bodies.plays(actor)
        and not sheet(actor).dead
        and not cells.isdisjoint(footprint(actor.cell, actor.size))
    )


def _body_in_line(board: Board, caster: Actor, target: Actor) -> bool:
    if caster.cell is None or target.cell is None:
        return False
    return any(
        effect_passes(board, one, other)
        for one in footprint(caster.cell, caster.size)
        for other in footprint(target.cell, target.size)
        if board.extent.contains(one) and board.extent.contains(other)
    )


def _size(spell: Spell) -> int:
    return spell.size_ft // FEET_PER_SQUARE
