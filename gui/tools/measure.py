"""Measuring: from the chosen token or any square to the pointer, by the metric of the rules."""

from __future__ import annotations

from engine.grid.metric import distance
from engine.model.phrase import Cell
from gui.bridge.table import Table
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.scene.overlay_marks import Chip
from gui.tools.context import STEPS, Tool, ToolContext, stepped

ENDS = frozenset(("cancel", "accept", "measure"))


def measure_tool(context: ToolContext) -> Tool:
    """Draw a line with its length until Esc, Enter or the key again.

    It starts at the selected actor, or where the pointer is pressed; the pointer or the arrow keys lead the
    other end.
    """
    table = context.table
    actor = table.actor(table.selected)
    start = actor.cell if actor is not None else None
    end = start
    while True:
        context.show(_marks(table, start, end))
        event = yield
        if isinstance(event, Pointer):
            inside = table.board.extent.contains(event.cell)
            if event.clicks and inside:
                start = end = event.cell
            elif event.kind in (PointerKind.DRAG, PointerKind.HOVER) and inside:
                end = event.cell
                start = start or end
        elif event.action in STEPS:
            end = _middle(table) if end is None else stepped(table, end, event.action)
            start = start or end
        elif event.action in ENDS:
            return


def _middle(table: Table) -> Cell:
    extent = table.board.extent
    return extent.width // 2, extent.height // 2


def _marks(table: Table, start: Cell | None, end: Cell | None) -> MapMarks:
    if start is None or end is None:
        return MapMarks(cursor=end)
    squares = distance(table.battle.metric, end[0] - start[0], end[1] - start[1])
    return MapMarks(
        path=(start, end) if start != end else (),
        cursor=end,
        chips=(Chip(end[0] + 0.5, end[1] - 0.3, table.feet(squares), "strong"),),
    )
