"""What the map painter draws: a plain picture of a place, one code a square, and free lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from typing import Literal, NamedTuple

from gui.scene.geometry import Cell

Line = tuple[float, float, float, float]  # x1, y1, x2, y2 in squares
DoorState = Literal["closed", "open", "locked", "secret", "window", "curtain"]


class Decor(IntEnum):
    """What stands or lies on a square."""

    FLOOR = 0
    ROCK = 1  # solid, outside of the rooms
    PILLAR = 2
    RUBBLE = 3
    POOL = 4
    PEW = 5
    STAIRS = 6
    ALTAR = 7
    FONT = 8
    CHASM = 9
    GRASS = 10
    WOOD = 11


class Door(NamedTuple):
    """A door, or what stands in a wall like one, along a line in squares; hinged at its first point."""

    x1: float
    y1: float
    x2: float
    y2: float
    state: DoorState = "closed"


@dataclass(frozen=True, slots=True)
class MapArt:
    """A drawn map of `width` x `height` squares; `decor` holds one `Decor` code a square, row by row.

    Raises ValueError if `decor` does not fit the size or holds an unknown code.
    """

    width: int
    height: int
    decor: bytes
    walls: tuple[Line, ...] = ()
    doors: tuple[Door, ...] = field(default=())

    def __post_init__(self) -> None:
        if len(self.decor) != self.width * self.height:
            raise ValueError(f"{len(self.decor)} codes for {self.width} x {self.height} squares")
        if self.decor and max(self.decor) > max(Decor):
            raise ValueError(f"unknown code {max(self.decor)}")

    def at(self, x: int, y: int) -> int:
        """The code at a square; outside of the map there is rock."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.decor[y * self.width + x]
        return Decor.ROCK

    @property
    def underground(self) -> bool:
        """Whether rooms are cut from rock. Then the map's border is a wall, else only an edge."""
        return Decor.ROCK in self.decor


_LETTERS = {
    ".": Decor.FLOOR,
    "+": Decor.FLOOR,
    "#": Decor.ROCK,
    "o": Decor.PILLAR,
    ",": Decor.RUBBLE,
    "~": Decor.POOL,
    "=": Decor.PEW,
    ">": Decor.STAIRS,
    "A": Decor.ALTAR,
    "c": Decor.FONT,
    "v": Decor.CHASM,
    '"': Decor.GRASS,
    "_": Decor.WOOD,
}


def art_from_rows(rows: Sequence[str]) -> MapArt:
    """A map from rows of letters; `+` is a closed door across its square, from wall to wall.

    Letters: . floor, # rock, o pillar, comma rubble, ~ pool, = pew, > stairs, A altar, c font, v chasm,
    " grass, _ wooden floor. Raises ValueError for another letter or rows of unequal length.
    """
    width = len(rows[0]) if rows else 0
    if any(len(row) != width for row in rows):
        raise ValueError("rows of unequal length")
    try:
        decor = bytes(_LETTERS[letter] for row in rows for letter in row)
    except KeyError as unknown:
        raise ValueError(f"no such map letter: {unknown}") from None
    return MapArt(width, len(rows), decor, doors=tuple(_doors(rows)))


def _doors(rows: Sequence[str]) -> Iterator[Door]:
    def solid(x: int, y: int) -> bool:
        return not (0 <= y < len(rows) and 0 <= x < len(rows[0])) or rows[y][x] == "#"

    def post(x: int, y: int) -> bool:  # what a door may end at: rock or the next leaf
        return solid(x, y) or rows[y][x] == "+"

    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != "+":
                continue
            if post(x, y - 1) and post(x, y + 1):
                yield Door(x + 0.5, y, x + 0.5, y + 1)
            else:
                yield Door(x, y + 0.5, x + 1, y + 0.5)


@lru_cache(maxsize=16)
def cells_of(art: MapArt, code: Decor) -> frozenset[Cell]:
    """The squares with `code`."""
    width = art.width
    return frozenset((i % width, i // width) for i, value in enumerate(art.decor) if value == code)


@lru_cache(maxsize=16)
def patches(art: MapArt, code: Decor) -> tuple[frozenset[Cell], ...]:
    """The squares with `code` in patches that hang together by their sides, top left patch first."""
    left, found = set(cells_of(art, code)), []
    for cell in sorted(left, key=lambda c: (c[1], c[0])):
        if cell not in left:
            continue
        patch, edge = {cell}, [cell]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left - patch
            patch |= near
            edge.extend(near)
        left -= patch
        found.append(frozenset(patch))
    return tuple(found)


def noise(x: int, y: int, n: int) -> float:
    """A number from 0 to 1 that always belongs to this square and `n`: drawings repeat exactly."""
    value = (x * 0x27D4EB2D ^ y * 0x165667B1 ^ n * 0x9E3779B1) & 0xFFFFFFFF
    value = ((value ^ value >> 15) * 0x85EBCA6B) & 0xFFFFFFFF
    value = ((value ^ value >> 13) * 0xC2B2AE35) & 0xFFFFFFFF
    return (value ^ value >> 16) / 0x100000000
