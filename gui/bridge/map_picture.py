"""Another picture under the map on the desk: where it probably lies, and the one edit that lays it there.

Walls, doors, tokens and what the players remember stay where they are: only the picture moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtCore import QSize

from engine.grid.barriers import FINE
from engine.importers.picture import PictureInfo, terrain_for_picture
from engine.model.battle import Battle
from engine.model.commands import SetTerrain
from engine.model.terrain import Picture, Terrain, turned_size
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

    `before` is the picture it has now and that picture's size, turned as it lies, if it has one.
    """

    columns: int
    rows: int
    lines: tuple[tuple[float, float, float, float], ...] = ()
    before: tuple[Picture, QSize] | None = None

    @property
    def turn(self) -> float:
        """By how many degrees the picture it has now is turned."""
        return self.before[0].turn if self.before is not None else 0.0

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
    before = None
    if terrain.picture is not None and shown is not None:
        turned = turned_size(shown.width(), shown.height(), terrain.picture.turn)
        before = terrain.picture, QSize(*turned)
    ends = [(wall.a, wall.b) for wall in terrain.walls] + [(door.a, door.b) for door in terrain.doors]
    lines = tuple((a[0] / FINE, a[1] / FINE, b[0] / FINE, b[1] / FINE) for a, b in ends)
    return DeskMap(terrain.width, terrain.height, lines, before)


def lacks_picture(terrain: Terrain) -> bool:
    """Whether a map came with walls but without the picture they were drawn on."""
    return terrain.picture is None and not any(terrain.decor) and bool(terrain.walls or terrain.doors)


def lay_under(
    encounter: Encounter, picture: MapPicture, square: float, corner: tuple[float, float], turn: float = 0.0
) -> None:
    """Lay a picture under the map: one command, written together with the picture, taken back like any other.

    `corner` is the pixel where the map's first square begins, the picture being turned. `NotSavedError`
    where nothing can be written; OSError where the picture's file is gone.
    """
    data = picture.path.read_bytes()
    with encounter.file.together():
        blob = encounter.file.add_picture(data, picture.info.kind)
        encounter.keep_decoded(blob, picture.image)
        placed = Picture(blob, *corner, square, square, picture.info.name, turn)
        terrain = encounter.table.battle.terrain
        encounter.table.submit(SetTerrain(replace(terrain, picture=placed)))


def untouched(battle: Battle) -> bool:
    """Whether nothing was drawn on the map or set down on it: its grid may still be laid in any way."""
    terrain = battle.terrain
    drawn = terrain.walls or terrain.doors or terrain.lights or any(terrain.ground) or any(terrain.decor)
    return not drawn and not battle.actors and not battle.things


def picture_of_desk(encounter: Encounter) -> MapPicture | None:
    """The picture under the map, as if it had just been read; None where there is none to see."""
    placed = encounter.table.battle.terrain.picture
    image = encounter.picture_of(placed.blob) if placed is not None else None
    if placed is None or image is None:
        return None
    info = PictureInfo(placed.file_name or "Picture", "", image.width(), image.height())
    return MapPicture(encounter.path, image, info)


def lay_grid(
    encounter: Encounter, picture: MapPicture, square: float, corner: tuple[float, float], turn: float = 0.0
) -> None:
    """Lay the grid of the map's own picture anew: one command. Nothing that was drawn on the map is lost: the
    picture moves beneath it, and only an untouched map takes the size that the grid gives it."""
    battle = encounter.table.battle
    before = battle.terrain.picture
    if before is None:
        return
    placed = replace(before, left=corner[0], top=corner[1], pixels_x=square, pixels_y=square, turn=turn)
    terrain = replace(battle.terrain, picture=placed)
    if untouched(battle):
        sized = terrain_for_picture(picture.info, before.blob, square, corner, turn)
        terrain = replace(terrain, width=sized.width, height=sized.height, ground=sized.ground, decor=b"")
    if terrain != battle.terrain:
        encounter.table.submit(SetTerrain(terrain))


def _alike(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(one, other)
