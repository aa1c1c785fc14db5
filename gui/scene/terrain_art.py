"""From the model's terrain to what the map item paints: our own art, or a picture under a grid."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from engine.grid.barriers import FINE
from engine.model.terrain import DoorState, Ground, Terrain
from gui.scene.geometry import Cell
from gui.scene.map_art import Decor, Door, MapArt
from gui.scene.map_item import ArtSource, MapSource, PictureSource
from gui.theme.palette import Tone

PictureOf = Callable[[str], QImage | None]
"""Content id of a picture -> the decoded picture, None where it is missing."""

_DECOR_OF_GROUND = {
    Ground.OPEN: Decor.FLOOR,
    Ground.DIFFICULT: Decor.RUBBLE,
    Ground.SOLID: Decor.ROCK,
    Ground.IMPASSABLE: Decor.CHASM,
}


def map_source(terrain: Terrain, tone: Tone, picture_of: PictureOf) -> MapSource:
    """What to paint at the bottom of the scene."""
    if terrain.picture is not None:
        picture = picture_of(terrain.picture.blob)
        if picture is not None:
            placed = terrain.picture
            shift = QPointF(placed.left, placed.top)
            return PictureSource(
                _squared(picture, placed.pixels_x, placed.pixels_y), placed.pixels_x, tone, shift
            )
    return ArtSource(map_art(terrain), tone)


def map_art(terrain: Terrain) -> MapArt:
    """Our own drawing of a terrain: its decor where it has one, else what its ground suggests."""
    decor = bytes(
        _decor(terrain.decor[index] if index < len(terrain.decor) else 0, Ground(ground))
        for index, ground in enumerate(terrain.ground)
    )
    walls = tuple((*_squares(wall.a), *_squares(wall.b)) for wall in terrain.walls)
    doors = tuple(
        Door(*_squares(door.a), *_squares(door.b), "open" if door.state is DoorState.OPEN else "closed")
        for door in terrain.doors
    )
    return MapArt(terrain.width, terrain.height, decor, walls, doors)


def difficult_cells(terrain: Terrain) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Difficult and impassable squares, for the small marks."""
    return frozenset(terrain.cells_of(Ground.DIFFICULT)), frozenset(terrain.cells_of(Ground.IMPASSABLE))


def _decor(chosen: int, ground: Ground) -> int:
    """The drawn decor wins while it fits the ground; ground painted by hand shows itself."""
    fits = {
        Ground.OPEN: (Decor.FLOOR, Decor.STAIRS, Decor.GRASS, Decor.WOOD),
        Ground.DIFFICULT: (Decor.RUBBLE, Decor.POOL, Decor.PEW),
        Ground.SOLID: (Decor.ROCK, Decor.PILLAR, Decor.FONT),
        Ground.IMPASSABLE: (Decor.ALTAR, Decor.CHASM),
    }
    return chosen if chosen in fits[ground] else _DECOR_OF_GROUND[ground]


def _squares(point: tuple[int, int]) -> tuple[float, float]:
    return point[0] / FINE, point[1] / FINE


def _squared(picture: QImage, pixels_x: float, pixels_y: float) -> QImage:
    """The picture with square squares, where its two scales differ."""
    if abs(pixels_x - pixels_y) < 0.01 * pixels_x:
        return picture
    return picture.scaled(picture.width(), max(1, round(picture.height() * pixels_x / pixels_y)))
