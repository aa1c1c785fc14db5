"""Squares for an open question: where a spell bursts, where somebody lands; by pointer or by keys."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.phrase import Cell
from engine.model.requests import AreaKind, AskCells, Chosen
from gui.bridge.table import Table
from gui.bridge.templates import best_aim, caught_in, nearest_enemy, squares_at
from gui.scene.map_view import Pointer
from gui.scene.marks import MapMarks
from gui.tools.context import STEPS, Tool, ToolContext, stepped
from gui.tools.marking import dead_of


def squares_tool(context: ToolContext, request: AskCells) -> Tool:
    """Mark squares and answer with them; where one is wanted the first click or Enter is the answer.

    Arrow keys walk the cursor, Space marks the square under it, Enter takes the marked squares.
    """
    table = context.table
    allowed = frozenset(request.allowed)
    cursor = _start(table, request)
    marked: list[Cell] = []
    while True:
        context.show(_marks(table, request, cursor, marked))
        if request.area is not None:
            context.aimed(request, None if allowed and cursor not in allowed else cursor)
        event = yield
        clicked = False
        if isinstance(event, Pointer):
            cursor = event.cell
            clicked = event.clicks
        elif event.action in STEPS:
            cursor = stepped(table, cursor, event.action)
        taken = not isinstance(event, Pointer) and event.action == "accept"
        if not clicked and not taken and getattr(event, "action", "") != "waypoint":
            continue
        if allowed and cursor not in allowed and not (taken and marked):
            context.say("Out of reach." if request.area is not None else "Not one of the marked squares.")
            continue
        if request.most == 1 or (taken and not marked):
            marked = [cursor]
        elif not taken:
            marked = [cell for cell in marked if cell != cursor] if cursor in marked else [*marked, cursor]
        if taken or request.most == 1:
            table.answer(Chosen(tuple(marked)))
            return


def _marks(table: Table, request: AskCells, cursor: Cell, marked: Sequence[Cell]) -> MapMarks:
    """The squares to choose from; of an area, what it would take in at the cursor."""
    allowed = frozenset(request.allowed)
    if request.area is None:
        return MapMarks(weapon=allowed, template=frozenset(marked), cursor=cursor, choosing=True)
    if allowed and cursor not in allowed:
        return MapMarks(cursor=cursor, within_reach=_reach(request))
    cells = squares_at(table.board, request.area, cursor)
    return MapMarks(
        template=cells,
        targets=caught_in(table.board, cells) - dead_of(table),
        cursor=cursor,
        within_reach=_reach(request),
    )


def _reach(request: AskCells) -> frozenset[Cell]:
    """Where the centre of a burst may be; a cone and a line only take their direction from the square."""
    burst = request.area is not None and request.area.kind is AreaKind.BURST
    return frozenset(request.allowed) if burst else frozenset()


def _start(table: Table, request: AskCells) -> Cell:
    """Where an area hits most enemies and none of one's own, else the nearest enemy. With no area the
    allowed square nearest to whom the question is about, or the middle of the map.
    """
    if request.area is not None:
        allowed = frozenset(request.allowed)
        best = best_aim(table.board, request.area, request.actor, allowed, dead_of(table))
        if best is not None:
            return best
        enemy = nearest_enemy(table.board, request.actor, allowed)
        if enemy is not None:
            return enemy
    actor = table.actor(request.about) or table.actor(request.actor)
    extent = table.board.extent
    here = (
        actor.cell
        if actor is not None and actor.cell is not None
        else (extent.width // 2, extent.height // 2)
    )
    if not request.allowed:
        return here
    return min(request.allowed, key=lambda cell: max(abs(cell[0] - here[0]), abs(cell[1] - here[1])))
