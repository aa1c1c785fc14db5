"""What an import brought in and what it had to leave out: counted, never dropped in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

_LAY_ONE = "'Picture of the map...' in the map's menu lays one under the walls."


class Remark(StrEnum):
    """Something the GM should know of an imported map, what was left out first.

    The value is the sentence, "one | many" with {n} for the count.
    """

    WALL_OUTSIDE = (
        "1 piece of wall lies outside of the picture and was left out."
        " | {n} pieces of wall lie outside of the picture and were left out."
    )
    DOOR_OUTSIDE = (
        "1 door or window lies outside of the picture and was left out."
        " | {n} doors and windows lie outside of the picture and were left out."
    )
    LIGHT_OUTSIDE = (
        "1 light lies outside of the picture and was left out."
        " | {n} lights lie outside of the picture and were left out."
    )
    BAD_POINT = (
        "1 point of a wall made no sense and was left out."
        " | {n} points of walls made no sense and were left out."
    )
    BAD_LINE = "1 wall made no sense and was left out. | {n} walls made no sense and were left out."
    EMPTY_LINE = "1 wall had no length and was left out. | {n} walls had no length and were left out."
    BAD_DOOR = "1 door had no two ends and was left out. | {n} doors had no two ends and were left out."
    BAD_LIGHT = "1 light made no sense and was left out. | {n} lights made no sense and were left out."
    BAD_LIST = (
        "1 list in the file made no sense and was left out. | {n} lists made no sense and were left out."
    )
    SAME_DOOR = "1 door was there twice. | {n} doors were there twice."
    SAME_LIGHT = "1 light was there twice. | {n} lights were there twice."
    TOO_MANY_LIGHTS = (
        "1 light more than Fivefoot keeps was left out. | {n} lights more than Fivefoot keeps were left out."
    )
    WALL_CUT = "1 wall was cut at the picture's edge. | {n} walls were cut at the picture's edge."
    WALL_IN_DOORWAY = (
        "1 wall ran through a doorway and was opened there."
        " | {n} walls ran through doorways and were opened there."
    )
    OBJECT = (
        "1 outline of a pillar or other object counts as wall."
        " | {n} outlines of pillars and other objects count as walls."
    )
    WINDOW = (
        "1 opening was taken for a window: it stops steps, not sight."
        " | {n} openings were taken for windows: they stop steps, not sight."
    )
    NO_WALLS = "The file has no walls, so everything on the map is in sight."
    NO_PICTURE = f"The file has no picture. {_LAY_ONE}"
    PICTURE_ELSEWHERE = f"The file only refers to its picture. {_LAY_ONE}"
    PICTURE_BESIDE = "The file only refers to its picture, which was found beside it."
    PICTURE_UNREADABLE = f"The file's picture cannot be read. {_LAY_ONE}"
    PICTURE_TOO_LARGE = f"The file's picture is too large to open; a smaller copy may do. {_LAY_ONE}"
    PICTURE_SIZE = (
        "The picture does not agree with the file's grid; the squares were measured from the picture."
    )
    BAKED_LIGHT = "Light and shadow are painted into the picture already."
    PART_SQUARES = "The map was cut in mid-square; squares at its edge show only in part."

    def sentence(self, count: int) -> str:
        """The remark as a sentence for this count."""
        one, _, many = self.value.partition(" | ")
        return many.format(n=count) if count != 1 and many else one


class ImportReport(Struct, frozen=True):
    """How much was imported, and each remark with its count."""

    walls: int
    doors: int
    windows: int
    lights: int
    remarks: Mapping[Remark, int]

    def count(self, remark: Remark) -> int:
        """How often a remark applies; 0 if it does not."""
        return self.remarks.get(remark, 0)

    @property
    def summary(self) -> str:
        """What came in, in a line."""
        return ", ".join(
            f"{count:,} {one if count == 1 else many}"
            for count, one, many in (
                (self.walls, "piece of wall", "pieces of wall"),
                (self.doors, "door", "doors"),
                (self.windows, "window", "windows"),
                (self.lights, "light", "lights"),
            )
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """The summary and every remark, for a panel or the terminal."""
        return (self.summary + ".", *(remark.sentence(count) for remark, count in self.remarks.items()))


def in_order(counts: Counter[Remark]) -> dict[Remark, int]:
    """The remarks that apply, in the order they are listed above."""
    return {remark: counts[remark] for remark in Remark if counts[remark]}
