"""Another picture under the map on the desk: where it probably lies, and the one edit that lays it there.

Walls, doors, tokens and what the players remember stay where they are: only the picture moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtCore import QSize

from engine.grid.barriers import FINE
from engine.model.commands import SetTerrain
from engine.model.terrain import Picture, Terrain
from gui.bridge.encounters import Encounter
from gui.bridge.grid_finder import FoundGrid
from gui.bridge.incoming import MapPicture

Place = tuple[float, tuple[float, float]]
"""Pixels a square, and the pixel where the map's first square begins."""

_SAME = 0.01
"""Share by which two lengths may differ and still be meant to be one."""


@dataclass(frozen=True, slots=True)
class DeskMap:
    """The map on the desk as a picture is fitted to it. `lines` are its walls and doors, in squares.

    `before` is the picture it has now and that picture's size, if it has one.
    """

    columns: int
    rows: int
    lines: tuple[tuple[float, float, float, float], ...] = ()
    before: tuple[Picture, QSize] | None = None

    def as_before(self, size: QSize) -> Place | None:
        """Where a picture of this size lies if it shows what the one before showed; None if it cannot."""
        if self.before is None:
            return None
        picture, old = self.before
        across, down = size.width() / old.width(), size.height() / old.height()
        if not _alike(across, down) or not _alike(picture.pixels_x, picture.pixels_y):
            return None
        return picture.pixels_x * across, (picture.left * across, picture.top * down)

    def filling(self, size: QSize) -> Place | None:
        """Where a picture of this size lies if it shows the map and nothing around it; None if it cannot."""
        across, down = size.width() / self.columns, size.height() / self.rows
        return ((across + down) / 2, (0.0, 0.0)) if _alike(across, down) else None

    def on_lines(self, found: FoundGrid, size: QSize) -> Place:
        """Where the map lies on printed squares: as near to the picture's middle as they allow."""
        right, down = (
            offset + round(((length - count * found.square) / 2 - offset) / found.square) * found.square
            for offset, length, count in zip(
                found.offset, (size.width(), size.height()), (self.columns, self.rows), strict=True
            )
        )
        return found.square, (right, down)


def desk_map(encounter: Encounter) -> DeskMap:
    """The map of an encounter that is open."""
    terrain = encounter.table.battle.terrain
    shown = encounter.picture_of(terrain.picture.blob) if terrain.picture is not None else None
    before = (terrain.picture, shown.size()) if terrain.picture is not None and shown is not None else None
    ends = [(wall.a, wall.b) for wall in terrain.walls] + [(door.a, door.b) for door in terrain.doors]
    lines = tuple((a[0] / FINE, a[1] / FINE, b[0] / FINE, b[1] / FINE) for a, b in ends)
    return DeskMap(terrain.width, terrain.height, lines, before)


def lacks_picture(terrain: Terrain) -> bool:
    """Whether a map came with walls but without the picture they were drawn on."""
    return terrain.picture is None and not any(terrain.decor) and bool(terrain.walls or terrain.doors)


def lay_under(encounter: Encounter, picture: MapPicture, square: float, corner: tuple[float, float]) -> None:
    """Lay a picture under the map: one command, written together with the picture, taken back like any other.

    `corner` is the pixel where the map's first square begins. `NotSavedError` where nothing can be written;
    OSError where the picture's file is gone.
    """
    data = picture.path.read_bytes()
    with encounter.file.together():
        blob = encounter.file.add_picture(data, picture.info.kind)
        encounter.keep_decoded(blob, picture.image)
        placed = Picture(blob, *corner, square, square, picture.info.name)
        terrain = encounter.table.battle.terrain
        encounter.table.submit(SetTerrain(replace(terrain, picture=placed)))


def _alike(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(one, other)
