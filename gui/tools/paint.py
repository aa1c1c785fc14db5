"""Painting ground, walls, doors and fog. Each stroke is one command, so each is taken back by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.grid.areas import line
from engine.model.phrase import Cell
from engine.model.terrain import FinePoint
from gui.bridge.brushes import PaintTool, StrokeShape, TerrainTool
from gui.bridge.strokes import line_edit, loose, snapped, stroke_edit
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.tools.context import Tool, ToolContext


def paint_tool(context: ToolContext, brush: PaintTool) -> Tool:
    """Paint until Esc. Squares are painted by dragging; walls snap to corners, Alt lays them freely."""
    if isinstance(brush, TerrainTool) and brush.brush.on_edges:
        yield from _lines(context, brush)
    else:
        yield from _squares(context, brush)


def _squares(context: ToolContext, brush: PaintTool) -> Tool:
    stroke: set[Cell] = set()
    start: Cell | None = None
    while True:
        event = yield
        if not isinstance(event, Pointer):
            if event.action == "cancel":
                return
            continue
        if event.clicks:
            start, stroke = event.cell, set(_dab(event.cell, brush.size))
        elif event.kind is PointerKind.DRAG and start is not None:
            stroke = _grown(stroke, start, event.cell, brush)
        elif event.kind is PointerKind.RELEASE and start is not None:
            edit = stroke_edit(context.table, brush, stroke)
            if edit is not None:
                context.table.submit(edit)
            start, stroke = None, set()
        shown = stroke or set(_dab(event.cell, brush.size))
        context.show(MapMarks(template=frozenset(shown)))


def _lines(context: ToolContext, brush: TerrainTool) -> Tool:
    """A wall goes on from corner to corner until a right click or Esc ends it."""
    last: FinePoint | None = None
    while True:
        event = yield
        if not isinstance(event, Pointer):
            if event.action == "cancel":
                if last is None:
                    return
                last = None
            continue
        place = loose(event.at) if event.alt else snapped(event.at)
        if event.kind is PointerKind.PRESS and event.button is Qt.MouseButton.RightButton:
            last = None
        elif event.clicks:
            if last is not None:
                edit = line_edit(context.table, brush, last, place)
                if edit is not None:
                    context.table.submit(edit)
            last = place
        context.show(MapMarks(cursor=event.cell))


def _grown(stroke: set[Cell], start: Cell, end: Cell, brush: PaintTool) -> set[Cell]:
    """The stroke after the pointer went on to `end`."""
    shape = brush.shape if isinstance(brush, TerrainTool) else StrokeShape.FREE
    if shape is StrokeShape.BOX:
        (x1, y1), (x2, y2) = start, end
        return {
            (x, y) for x in range(min(x1, x2), max(x1, x2) + 1) for y in range(min(y1, y2), max(y1, y2) + 1)
        }
    if shape is StrokeShape.LINE:
        return {cell for on in line(start, end) for cell in _dab(on, brush.size)}
    return stroke | set(_dab(end, brush.size))


def _dab(cell: Cell, size: int) -> list[Cell]:
    """The squares a brush covers at one place, the pointer in its middle."""
    x, y = cell
    low = (size - 1) // 2
    return [(x - low + dx, y - low + dy) for dy in range(size) for dx in range(size)]
