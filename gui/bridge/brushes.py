"""What the terrain and fog panels put in the GM's hand, and what a stroke of it changes."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.model.commands import Edit, PaintGround, SetTerrain, ShowCells
from engine.model.phrase import Cell
from engine.model.terrain import Door, FinePoint, Ground, Terrain, Wall
from gui.bridge.table import Table


class BrushKind(StrEnum):
    """What a brush does to the squares or edges it goes over."""

    OPEN = "open"
    DIFFICULT = "difficult"
    IMPASSABLE = "impassable"
    SOLID = "solid"
    WALL = "wall"
    DOOR = "door"
    ERASE_WALLS = "erase_walls"
    REVEAL = "reveal"
    HIDE = "hide"
    ROOM = "room"
    """Reveals everything up to the walls around the square that is clicked."""


class BrushShape(StrEnum):
    """How a stroke is laid."""

    FREE = "free"
    LINE = "line"
    BOX = "box"


class Brush(Struct, frozen=True):
    """A brush in hand; `size` is its width in squares, 1 to 3."""

    kind: BrushKind
    size: int = 1
    shape: BrushShape = BrushShape.FREE

    @property
    def draws_edges(self) -> bool:
        """Whether it works on lines between squares and not on squares."""
        return self.kind in (BrushKind.WALL, BrushKind.DOOR, BrushKind.ERASE_WALLS)


_GROUND = {
    BrushKind.OPEN: Ground.OPEN,
    BrushKind.DIFFICULT: Ground.DIFFICULT,
    BrushKind.IMPASSABLE: Ground.IMPASSABLE,
    BrushKind.SOLID: Ground.SOLID,
}


def stroke_edit(table: Table, brush: Brush, cells: Iterable[Cell]) -> Edit | None:
    """The edit for a stroke over squares; None if it touches none of the map."""
    terrain = table.battle.terrain
    inside = tuple(sorted({cell for cell in cells if terrain.extent.contains(cell)}))
    if not inside:
        return None
    if brush.kind in _GROUND:
        return PaintGround(inside, _GROUND[brush.kind])
    if brush.kind is BrushKind.ROOM:
        return ShowCells(_room(table, inside[0]), True)
    return ShowCells(inside, brush.kind is BrushKind.REVEAL)


def line_edit(table: Table, brush: Brush, a: FinePoint, b: FinePoint) -> Edit | None:
    """The edit for a wall, a door or an eraser drawn from one fine point to another."""
    if a == b:
        return None
    terrain = table.battle.terrain
    if brush.kind is BrushKind.WALL:
        return SetTerrain(replace(terrain, walls=(*terrain.walls, Wall(a, b)), sight_limits=True))
    if brush.kind is BrushKind.DOOR:
        door = Door(_free_door_id(terrain), a, b)
        return SetTerrain(replace(terrain, doors=(*terrain.doors, door), sight_limits=True))
    kept = tuple(wall for wall in terrain.walls if not _near(wall.a, wall.b, a, b))
    doors = tuple(door for door in terrain.doors if not _near(door.a, door.b, a, b))
    if len(kept) == len(terrain.walls) and len(doors) == len(terrain.doors):
        return None
    return SetTerrain(replace(terrain, walls=kept, doors=doors))


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


def _near(a: FinePoint, b: FinePoint, c: FinePoint, d: FinePoint) -> bool:
    """Whether the middle of the wall from `a` to `b` lies within a third of a square of the stroke."""
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    length = (d[0] - c[0]) ** 2 + (d[1] - c[1]) ** 2
    along = ((middle[0] - c[0]) * (d[0] - c[0]) + (middle[1] - c[1]) * (d[1] - c[1])) / length
    along = max(0.0, min(1.0, along))
    nearest = c[0] + along * (d[0] - c[0]), c[1] + along * (d[1] - c[1])
    return (nearest[0] - middle[0]) ** 2 + (nearest[1] - middle[1]) ** 2 <= (FINE / 3) ** 2
