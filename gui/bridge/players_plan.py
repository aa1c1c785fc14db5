"""A plan as the players may see it: on the map as they know it, a path gives nothing away by its bends."""

from __future__ import annotations

from itertools import pairwise

from gui.bridge.planner import Plan, Planner
from gui.bridge.table import Table


def players_plan(table: Table, plan: Plan) -> Plan | None:
    """The plan itself where the map lets its mover go as the players think it does, else one of their own.

    That leads to the same square as far as they know a way, or follows the path up to the first step they
    take for barred. None if they do not know the mover.
    """
    known, board = table.known_board, table.board
    mover = known.battle.actors.get(plan.actor)
    if mover is None or mover.cell is None:
        return None
    planes = known.barriers.step_planes(mover.size)
    if planes == board.barriers.step_planes(mover.size) and (
        known.battle.terrain.ground == board.battle.terrain.ground
    ):
        return plan
    planner = Planner(known, table.ruleset, mover, plan.verb, plan.picks)
    whole = (*plan.path, *plan.beyond)
    if whole and not plan.by_hand:
        routed = planner.plan(whole[-1], plan.waypoints, plan.on_hit)
        if routed is not None:
            return routed
    walked = 0
    for src, dst in pairwise((mover.cell, *plan.path)):
        if not known.barriers.can_step(src, dst, mover.size):
            break
        walked += 1
    return planner.along(plan.path[:walked], plan.on_hit)
