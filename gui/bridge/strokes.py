"""What a stroke with the brush in the GM's hand changes: one edit, taken back by itself."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.model.commands import Edit, PaintGround, SetTerrain, ShowCells
from engine.model.phrase import Cell
from engine.model.terrain import Door, FinePoint, Ground, Light, Terrain, Wall
from gui.bridge.brushes import FogBrush, FogTool, PaintTool, TerrainBrush, TerrainTool
from gui.bridge.table import Table

_GROUND = {
    TerrainBrush.DIFFICULT: Ground.DIFFICULT,
    TerrainBrush.IMPASSABLE: Ground.IMPASSABLE,
    TerrainBrush.SOLID: Ground.SOLID,
}


def stroke_edit(table: Table, tool: PaintTool, cells: Iterable[Cell]) -> Edit | None:
    """The edit for a stroke over squares; None if it changes nothing of the map."""
    terrain = table.battle.terrain
    inside = tuple(sorted({cell for cell in cells if terrain.extent.contains(cell)}))
    if not inside:
        return None
    if isinstance(tool, FogTool):
        if tool.brush is FogBrush.ROOM:
            return ShowCells(_room(table, inside[0]), True)
        return ShowCells(inside, tool.brush is FogBrush.REVEAL)
    if tool.brush is TerrainBrush.LIGHT:
        return SetTerrain(_lit(terrain, inside[0], tool.radius))
    if tool.brush is TerrainBrush.ERASE:
        return SetTerrain(_erased(terrain, frozenset(inside)))
    return PaintGround(inside, _GROUND[tool.brush])


def line_edit(table: Table, tool: TerrainTool, a: FinePoint, b: FinePoint) -> Edit | None:
    """The edit for a wall or a door drawn from one fine point to another; None for no length."""
    if a == b:
        return None
    terrain = table.battle.terrain
    if tool.brush is TerrainBrush.DOOR:
        door = Door(_free_door_id(terrain), a, b)
        return SetTerrain(replace(terrain, doors=(*terrain.doors, door), sight_limits=True))
    return SetTerrain(replace(terrain, walls=(*terrain.walls, Wall(a, b)), sight_limits=True))


def snapped(point: tuple[float, float]) -> FinePoint:
    """The nearest corner of the grid to a point in squares."""
    return round(point[0]) * FINE, round(point[1]) * FINE


def loose(point: tuple[float, float]) -> FinePoint:
    """The point itself, off the grid."""
    return round(point[0] * FINE), round(point[1] * FINE)


def _room(table: Table, start: Cell) -> tuple[Cell, ...]:
    """Squares that can be walked to from a square without opening a door, and the walls around them."""
    barriers, extent = table.board.barriers, table.board.extent
    found, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for step in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if extent.contains(step) and step not in found and barriers.hop((x, y), step):
                found.add(step)
                edge.append(step)
    rim = {
        (x + dx, y + dy)
        for x, y in found
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if extent.contains((x + dx, y + dy)) and table.battle.terrain.at((x + dx, y + dy)) is Ground.SOLID
    }
    return tuple(sorted(found | rim))


def _free_door_id(terrain: Terrain) -> str:
    taken = {door.id for door in terrain.doors}
    number = 1
    while f"d{number}" in taken:
        number += 1
    return f"d{number}"


def _lit(terrain: Terrain, cell: Cell, radius: int) -> Terrain:
    """A lamp in the middle of a square, in the place of the one that is there."""
    middle = cell[0] * FINE + FINE // 2, cell[1] * FINE + FINE // 2
    others = tuple(light for light in terrain.lights if not _lies_in(light.at, frozenset((cell,))))
    return replace(terrain, lights=(*others, Light(middle, radius)))


def _erased(terrain: Terrain, cells: frozenset[Cell]) -> Terrain:
    """Open floor on the squares, without the lamps, walls and doors whose middle lies on them."""
    ground = bytearray(terrain.ground)
    for cell in cells:
        ground[terrain.extent.index(cell)] = int(Ground.OPEN)
    return replace(
        terrain,
        ground=bytes(ground),
        walls=tuple(wall for wall in terrain.walls if not _touches(wall.a, wall.b, cells)),
        doors=tuple(door for door in terrain.doors if not _touches(door.a, door.b, cells)),
        lights=tuple(light for light in terrain.lights if not _lies_in(light.at, cells)),
    )


def _lies_in(at: FinePoint, cells: frozenset[Cell]) -> bool:
    return (at[0] // FINE, at[1] // FINE) in cells


def _touches(a: FinePoint, b: FinePoint, cells: frozenset[Cell]) -> bool:
    """Whether the middle of a line lies in, or on the edge of, one of the squares."""
    x, y = (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
    return any(
        left * FINE <= x <= (left + 1) * FINE and top * FINE <= y <= (top + 1) * FINE for left, top in cells
    )
