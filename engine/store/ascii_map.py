"""Maps written as letters, one a square: for samples, scenarios and tests."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.phrase import Cell
from engine.model.terrain import Door, DoorState, Ground, Terrain, fine

GROUND_OF = {
    ".": (Ground.OPEN, 0),
    "#": (Ground.SOLID, 1),
    "o": (Ground.SOLID, 2),
    ",": (Ground.DIFFICULT, 3),
    "~": (Ground.DIFFICULT, 4),
    "=": (Ground.DIFFICULT, 5),
    ">": (Ground.OPEN, 6),
    "A": (Ground.IMPASSABLE, 7),
    "c": (Ground.SOLID, 8),
    "_": (Ground.IMPASSABLE, 9),
}
"""Letter -> rule of the square and what our painter draws on it."""

DOORS = {"+": DoorState.CLOSED, "/": DoorState.OPEN}


def ascii_terrain(rows: Sequence[str]) -> tuple[Terrain, dict[str, Cell]]:
    """Read a map of letters. Any letter not in `GROUND_OF` is an actor's mark standing on open floor.

    "+" is a closed door and "/" an open one across the middle of that square, whichever way one walks
    through it. Short rows end in rock. Returns the terrain and the top left square of every mark.
    """
    width = max((len(row) for row in rows), default=0)
    full = [row.ljust(width, "#") for row in rows]
    ground, decor = bytearray(), bytearray()
    marks: dict[str, Cell] = {}
    doors: list[Door] = []
    for y, row in enumerate(full):
        for x, letter in enumerate(row):
            kind, look = GROUND_OF.get(letter, (Ground.OPEN, 0))
            ground.append(kind)
            decor.append(look)
            if letter in DOORS:
                doors.append(_door(full, x, y, f"d{len(doors) + 1}"))
            elif letter not in GROUND_OF:
                marks.setdefault(letter, (x, y))
    return Terrain(width, len(rows), bytes(ground), bytes(decor), doors=tuple(doors)), marks


def _door(rows: Sequence[str], x: int, y: int, door_id: str) -> Door:
    """Upright where the way through runs east and west, at the rim of the map too; else level."""
    sideways = _is_floor(rows, x - 1, y) + _is_floor(rows, x + 1, y)
    if sideways and sideways >= _is_floor(rows, x, y - 1) + _is_floor(rows, x, y + 1):
        a, b = (fine(x + 0.5), fine(y)), (fine(x + 0.5), fine(y + 1))
    else:
        a, b = (fine(x), fine(y + 0.5)), (fine(x + 1), fine(y + 0.5))
    return Door(door_id, a, b, DOORS[rows[y][x]])


def _is_floor(rows: Sequence[str], x: int, y: int) -> bool:
    if not (0 <= y < len(rows) and 0 <= x < len(rows[y])) or rows[y][x] in DOORS:
        return False
    return GROUND_OF.get(rows[y][x], (Ground.OPEN, 0))[0] is not Ground.SOLID
