"""A plan as the players may see it: made on the map as they know it, so nothing in it tells of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.grid.cells import footprint
from engine.model.actor import Actor
from engine.model.phrase import Cell
from engine.tactics.board import Board
from engine.tactics.map_memory import known_cells
from gui.bridge.planner import Intent, Plan, Planner
from gui.bridge.table import Table


def players_plan(table: Table, intent: Intent) -> Plan | None:
    """What would come of an intent if the map were as the players know it.

    The truth has no part in it: no wall, lamp or foe they do not know of bends the way, ends it, or lets it
    vanish. It is shown up to the edge of what they know, and a way drawn by hand up to the first step they
    take for barred. None if they do not know the mover.
    """
    known = table.known_board
    mover = known.battle.actors.get(intent.actor)
    if mover is None or mover.cell is None:
        return None
    planner = _planner(table, known, mover, intent)
    if intent.target:
        there = intent.target in known.battle.actors
        plan = planner.against(intent.target, intent.on_hit) if there else None
    elif intent.goal is not None:
        plan = planner.plan(intent.goal, intent.waypoints, intent.on_hit)
    else:
        plan = planner.along(intent.walked, intent.on_hit)
    whole = (*plan.path, *plan.beyond) if plan is not None else ()
    shown = _as_far_as_known(table, known, mover, whole)
    return plan if plan is not None and shown == whole else planner.along(shown, intent.on_hit)


def _planner(table: Table, known: Board, mover: Actor, intent: Intent) -> Planner:
    """Made once for one look of the map: each move of the pointer asks."""
    key = ("players' planner", mover.id, intent.verb, tuple(sorted(intent.picks.items())))
    return known.kept(key, lambda: Planner(known, table.ruleset, mover, intent.verb, intent.picks))


def _as_far_as_known(table: Table, known: Board, mover: Actor, way: Sequence[Cell]) -> tuple[Cell, ...]:
    """The way up to the first square they do not know, or the first step they take for barred."""
    assert mover.cell is not None
    cells, walked = known_cells(table.board), list[Cell]()
    for src, dst in pairwise((mover.cell, *way)):
        covered = [
            known.extent.index(cell) for cell in footprint(dst, mover.size) if known.extent.contains(cell)
        ]
        if not cells.issuperset(covered) or not known.barriers.can_step(src, dst, mover.size):
            break
        walked.append(dst)
    return tuple(walked)
