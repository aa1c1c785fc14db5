"""Painting ground, walls, doors and fog. Each stroke is one command, so each is taken back by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.grid.areas import line
from engine.grid.barriers import FINE
from engine.model.phrase import Cell
from engine.model.terrain import FinePoint
from gui.bridge.brushes import PaintTool, StrokeShape, TerrainBrush, TerrainTool
from gui.bridge.strokes import line_edit, loose, snapped, stroke_edit
from gui.bridge.table import Table
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.scene.overlay_marks import Chip
from gui.tools.context import STEPS, Tool, ToolContext, stepped

PAINTS = frozenset(("accept", "waypoint"))
"""Keys that do what a click does."""


def paint_tool(context: ToolContext, brush: PaintTool, start: Cell = (0, 0)) -> Tool:
    """Paint until Esc; the brush stays in hand after a stroke.

    Squares are painted by dragging; walls snap to corners, Alt lays them freely. By keys: arrows move the
    square or corner from `start` on, Enter or Space paints; a line or box is begun and ended by them.
    """
    context.lasting = True
    if isinstance(brush, TerrainTool) and brush.brush.on_edges:
        yield from _lines(context, brush, start)
    else:
        yield from _squares(context, brush, start)


class _Stroke:
    """The squares between the beginning of a stroke and its end, which submits them."""

    def __init__(self, context: ToolContext, brush: PaintTool) -> None:
        self._context, self._brush = context, brush
        self._start: Cell | None = None
        self.cells: set[Cell] = set()

    @property
    def begun(self) -> bool:
        return self._start is not None

    def begin(self, cell: Cell) -> None:
        self._start, self.cells = cell, set(_dab(cell, self._brush.size))
        self._context.drawing = True

    def grow(self, cell: Cell) -> None:
        if self._start is not None:
            self.cells = _grown(self.cells, self._start, cell, self._brush)

    def drop(self) -> None:
        self._start, self.cells = None, set()
        self._context.drawing = False

    def finish(self) -> None:
        cells = self.cells
        self.drop()
        edit = stroke_edit(self._context.table, self._brush, cells)
        if edit is not None:
            self._context.table.submit(edit)


def _squares(context: ToolContext, brush: PaintTool, cursor: Cell) -> Tool:
    stroke = _Stroke(context, brush)
    cursor = stepped(context.table, cursor, "")
    by_keys = True
    while True:
        shown = frozenset(stroke.cells or _dab(cursor, brush.size))
        context.show(MapMarks(template=shown, cursor=cursor if by_keys else None))
        event = yield
        if not isinstance(event, Pointer):
            if event.action == "cancel" and not stroke.begun:
                return
            cursor, by_keys = stepped(context.table, cursor, event.action), True
            _key(stroke, event.action, cursor, _in_two(brush))
            continue
        if event.kind is PointerKind.LEAVE:
            continue
        cursor, by_keys = event.cell, False
        if event.clicks:
            stroke.begin(cursor)
        elif event.kind is PointerKind.DRAG:
            stroke.grow(cursor)
        elif event.kind is PointerKind.RELEASE and stroke.begun:
            stroke.finish()


def _key(stroke: _Stroke, action: str, cursor: Cell, in_two: bool) -> None:
    """What a key does to a stroke, the cursor being where it leads already."""
    if action == "cancel":
        stroke.drop()
    elif action in STEPS:
        stroke.grow(cursor)
    elif action in PAINTS and stroke.begun:
        stroke.finish()
    elif action in PAINTS:
        stroke.begin(cursor)
        if not in_two:
            stroke.finish()


def _in_two(brush: PaintTool) -> bool:
    """Whether a stroke by keys needs a beginning and an end."""
    return isinstance(brush, TerrainTool) and brush.shape is not StrokeShape.FREE


def _lines(context: ToolContext, brush: TerrainTool, start: Cell) -> Tool:
    """A wall goes on from corner to corner until a right click or Esc ends it."""
    last: FinePoint | None = None
    corner = stepped(context.table, start, "")
    context.show(_corners(corner, last))
    while True:
        event = yield
        if isinstance(event, Pointer):
            if event.kind is PointerKind.LEAVE:
                continue
            place = loose(event.at) if event.alt else snapped(event.at)
            corner = _kept_on(context.table, (round(event.at[0]), round(event.at[1])))
            if event.kind is PointerKind.PRESS and event.button is Qt.MouseButton.RightButton:
                last = None
            elif event.clicks:
                last = _laid(context, brush, last, place)
            context.show(MapMarks(cursor=event.cell))
            continue
        if event.action == "cancel":
            if last is None:
                return
            last = None
        elif event.action in STEPS:
            dx, dy = STEPS[event.action]
            corner = _kept_on(context.table, (corner[0] + dx, corner[1] + dy))
        elif event.action in PAINTS:
            last = _laid(context, brush, last, (corner[0] * FINE, corner[1] * FINE))
        context.drawing = last is not None
        context.show(_corners(corner, last))


def _laid(context: ToolContext, brush: TerrainTool, last: FinePoint | None, place: FinePoint) -> FinePoint:
    """Lay what the brush draws from the last point, if there is one, and go on from the new one."""
    edit = line_edit(context.table, brush, last, place) if last is not None else None
    if edit is not None:
        context.table.submit(edit)
    return place


def _corners(corner: Cell, last: FinePoint | None) -> MapMarks:
    """The corner the keys are at, and the one a wall goes on from."""
    chips = [Chip(corner[0], corner[1], "+", "strong")]
    if last is not None and last != (corner[0] * FINE, corner[1] * FINE):
        chips.append(Chip(last[0] / FINE, last[1] / FINE, "from", "strong"))
    return MapMarks(chips=tuple(chips))


def _kept_on(table: Table, corner: Cell) -> Cell:
    extent = table.board.extent
    return max(0, min(extent.width, corner[0])), max(0, min(extent.height, corner[1]))


def _grown(stroke: set[Cell], start: Cell, end: Cell, brush: PaintTool) -> set[Cell]:
    """The stroke after the pointer went on to `end`."""
    shape = brush.shape if isinstance(brush, TerrainTool) else StrokeShape.FREE
    if shape is StrokeShape.BOX:
        (x1, y1), (x2, y2) = start, end
        return {
            (x, y) for x in range(min(x1, x2), max(x1, x2) + 1) for y in range(min(y1, y2), max(y1, y2) + 1)
        }
    if isinstance(brush, TerrainTool) and brush.brush is TerrainBrush.LIGHT:
        return {end}
    if shape is StrokeShape.LINE:
        return {cell for on in line(start, end) for cell in _dab(on, brush.size)}
    return stroke | set(_dab(end, brush.size))


def _dab(cell: Cell, size: int) -> list[Cell]:
    """The squares a brush covers at one place, the pointer in its middle."""
    x, y = cell
    low = (size - 1) // 2
    return [(x - low + dx, y - low + dy) for dy in range(size) for dx in range(size)]
