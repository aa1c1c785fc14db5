"""What is painted on the map by hand: the ground and walls, and what the players remember."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class TerrainBrush(StrEnum):
    """What a stroke leaves behind."""

    WALL = "wall"
    DOOR = "door"
    DIFFICULT = "difficult"
    IMPASSABLE = "impassable"
    SOLID = "solid"
    LIGHT = "light"
    """One lamp where the pointer was let go."""
    ERASE = "erase"

    @property
    def on_edges(self) -> bool:
        """Drawn along the edges of squares, not on the squares themselves."""
        return self in (TerrainBrush.WALL, TerrainBrush.DOOR)


class StrokeShape(StrEnum):
    """What the pointer draws between press and release."""

    FREE = "free"
    LINE = "line"
    BOX = "box"


class TerrainTool(Struct, frozen=True):
    """A brush `size` x `size` squares large (walls and doors have no width); of a light `size` is 1."""

    brush: TerrainBrush
    size: int = 1
    shape: StrokeShape = StrokeShape.FREE
    radius: int = 4
    """Squares that a light reaches."""


class FogBrush(StrEnum):
    """What a stroke does to what the players see of the map."""

    REVEAL = "reveal"
    HIDE = "hide"
    ROOM = "room"
    """One click reveals everything up to the walls."""


class FogTool(Struct, frozen=True):
    """A fog brush `size` x `size` squares large."""

    brush: FogBrush
    size: int = 1


PaintTool = TerrainTool | FogTool
