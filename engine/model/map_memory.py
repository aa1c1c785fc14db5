"""Where the map differs from what the players last saw of it. Differences only: most battles have none."""

from __future__ import annotations

from msgspec import Struct

from engine.model.terrain import Door, Ground, Light, Picture, Wall


class SquareSeen(Struct, frozen=True, array_like=True):
    """A square, by its index, that looked otherwise when the players last saw it."""

    index: int
    ground: Ground
    decor: int = 0


class WallSeen(Struct, frozen=True, array_like=True):
    """A wall of which the players see these pieces (see `tactics.map_memory.pieces`), whatever is true.

    It may have come or gone since; of a wall that came, pieces not listed are unknown to them.
    """

    wall: Wall
    pieces: tuple[int, ...] = ()


class PictureSeen(Struct, frozen=True, array_like=True):
    """A picture beneath the map (None: our own drawing) that the players still see on these squares.

    `squares` is a bit field, one bit a square in reading order, lowest bit first.
    """

    picture: Picture | None
    squares: bytes


class MapMemory(Struct, frozen=True, omit_defaults=True):
    """What the players have not noticed of the GM's changes. All else they know as it is."""

    squares: tuple[SquareSeen, ...] = ()
    walls: tuple[WallSeen, ...] = ()
    doors_gone: tuple[Door, ...] = ()
    """Doors that are no more, as last seen; a secret one stands for the wall they took it for."""
    doors_new: tuple[str, ...] = ()
    """Ids of doors that came since."""
    lights_gone: tuple[Light, ...] = ()
    """Lamps that are no more."""
    lights_new: tuple[Light, ...] = ()
    """Lamps that came since."""
    pictures: tuple[PictureSeen, ...] = ()
    """Pictures that lay there before, the oldest first; no square is in two of them."""


NOTHING_MISSED = MapMemory()
