"""The ground: what a square is made of, walls, doors, lights and the picture underneath."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from math import ceil, cos, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from engine.grid.barriers import FINE, Segment
from engine.grid.cells import Cell, Extent

FinePoint = tuple[int, int]
"""A point in fine units (`FINE` to a square), origin at the map's top left corner."""


class Ground(IntEnum):
    """What a square does to a body, one byte a square in `Terrain.ground`."""

    OPEN = 0
    DIFFICULT = 1
    SOLID = 2
    """Rock or a pillar: stops steps, blows and sight."""
    IMPASSABLE = 3
    """A chasm or an altar: stops steps, neither blows nor sight."""


class WallKind(StrEnum):
    """What a line on the map stops."""

    WALL = "wall"
    WINDOW = "window"
    """Stops steps and blows, lets sight through."""
    CURTAIN = "curtain"
    """Stops sight only."""


class DoorState(StrEnum):
    """How a door stands; only an open one lets anything through."""

    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"


class Wall(Struct, frozen=True):
    """A straight piece of wall between two fine points."""

    a: FinePoint
    b: FinePoint
    kind: WallKind = WallKind.WALL


class Door(Struct, frozen=True):
    """A door leaf across the gap between two fine points. A secret one is a wall until found."""

    id: str
    a: FinePoint
    b: FinePoint
    state: DoorState = DoorState.CLOSED
    secret: bool = False
    see_through: bool = False
    """A portcullis or a window that opens: stops steps, not sight."""


class Light(Struct, frozen=True):
    """A light source at a fine point; the radius is in squares."""

    at: FinePoint
    radius: int
    colour: str = "ffd9a0"


class Picture(Struct, frozen=True):
    """The picture beneath the grid, stored once by its content id.

    `left` and `top` are the pixel position of the map's top left corner in the picture;
    `pixels_x` and `pixels_y` are pixels per square. The picture is turned by `turn` degrees clockwise about
    its middle before anything is measured in it: all pixels are those of the turned one (`turned_size`).
    """

    blob: str
    left: float
    top: float
    pixels_x: float
    pixels_y: float
    file_name: str = ""
    turn: float = 0.0


class Terrain(Struct, frozen=True):
    """A whole map of `width` x `height` squares. Byte strings are row-major, one byte a square."""

    width: int
    height: int
    ground: bytes
    decor: bytes = b""
    """What our own painter draws on a square (see `gui.scene.map_painter`); no rule reads it."""
    walls: tuple[Wall, ...] = ()
    doors: tuple[Door, ...] = ()
    lights: tuple[Light, ...] = ()
    picture: Picture | None = None
    sight_limits: bool = True
    """False on maps without any wall: then everything is in sight, or players would see nothing."""

    sight_reveals: bool = True
    """False where the GM lifts the fog by hand: then players know what was revealed, and no more."""

    dark: bool = False
    """Nothing is lit but by lamps and by what creatures carry."""

    @property
    def extent(self) -> Extent:
        """Width and height as the grid package wants them."""
        return Extent(self.width, self.height)

    def at(self, cell: Cell) -> Ground:
        """The ground of one square; outside the map everything is solid."""
        if not self.extent.contains(cell):
            return Ground.SOLID
        return Ground(self.ground[cell[1] * self.width + cell[0]])

    def cells_of(self, kind: Ground) -> tuple[Cell, ...]:
        """All squares of one kind in reading order."""
        wanted = int(kind)
        return tuple(
            (index % self.width, index // self.width)
            for index, value in enumerate(self.ground)
            if value == wanted
        )

    def door(self, door_id: str) -> Door | None:
        """The door with that id, if there is one."""
        return next((door for door in self.doors if door.id == door_id), None)

    def with_door(self, door: Door) -> Terrain:
        """The same map with one door replaced."""
        return replace(self, doors=tuple(door if old.id == door.id else old for old in self.doors))

    def segments(self) -> tuple[Segment, ...]:
        """Everything drawn as a line that stops something now, for `grid.barriers`."""
        walls = (_wall_segment(wall) for wall in self.walls)
        doors = (_door_segment(door) for door in self.doors if door.state is not DoorState.OPEN)
        return (*walls, *doors)


def turned_size(width: int, height: int, degrees: float) -> tuple[int, int]:
    """Width and height of the box that a picture turned about its middle fills."""
    across, along = abs(cos(radians(degrees))), abs(sin(radians(degrees)))
    # Less than a thousandth of a pixel is no pixel more: 90 degrees give whole numbers.
    return (
        ceil(width * across + height * along - 1e-3),
        ceil(width * along + height * across - 1e-3),
    )


def blank(width: int, height: int) -> Terrain:
    """An open map without walls, where everything is in sight."""
    return Terrain(width, height, bytes(width * height), sight_limits=False)


def _wall_segment(wall: Wall) -> Segment:
    body = wall.kind is not WallKind.CURTAIN
    return Segment(*wall.a, *wall.b, step=body, strike=body, sight=wall.kind is not WallKind.WINDOW)


def _door_segment(door: Door) -> Segment:
    return Segment(*door.a, *door.b, step=True, strike=True, sight=not door.see_through)


def fine(squares: float) -> int:
    """A length in squares as whole fine units."""
    return round(squares * FINE)
