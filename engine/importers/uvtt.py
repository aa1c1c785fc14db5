"""Universal VTT maps (.dd2vtt, .uvtt, .df2vtt): picture, walls, doors, windows and lights in one JSON file.

The format's quirks, each met in real files, are settled here: points count from the uncropped map, so the
origin is taken off all of them; cropping leaves walls outside of the picture; any list may be missing.
Whatever is left out is counted in the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, floor, hypot, isfinite
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from engine.errors import BrokenFileError
from engine.importers.image_header import ImageHeader
from engine.importers.lines import Box, Doorways, Piece, Point, clipped, pieces, thinned, without_repeats
from engine.importers.picture import MAX_SQUARES, picture_id, shown_scale
from engine.importers.report import ImportReport, Remark, in_order
from engine.importers.uvtt_file import FoundPicture, file_bytes, find_picture, map_object
from engine.model.terrain import Door, DoorState, FinePoint, Light, Picture, Terrain, Wall, fine

MAX_PIECES = 20_000
MAX_LIGHTS = 2_000

_MARGIN = 0.35  # squares; real maps draw walls up to 0.3 off their edge
_DOOR_WIDTH = 0.9  # squares; narrower openings that let light through are windows
_ABSURD = 1e7  # squares a side; such numbers are not worth repeating
_NEAR = 1e-3  # squares; closer than this to a whole number is one


class Imported(Struct, frozen=True):
    """A map read from a foreign file.

    The picture's bytes are to be kept under `terrain.picture.blob`, as they came.
    `wanted` names a picture that the file refers to instead of holding it; `picture` is None if it was not
    found beside the file.
    """

    name: str
    terrain: Terrain
    picture: bytes | None
    picture_kind: str
    report: ImportReport
    wanted: str = ""


class _Frame(NamedTuple):
    """Where the map lies in the file's coordinates, in squares. The picture shows `width` x `height` from
    `left`, `top` of the map, which are more than 0 where it was cropped in mid-square."""

    origin: Point
    left: float
    top: float
    width: float
    height: float

    @property
    def columns(self) -> int:
        return max(1, ceil(self.left + self.width - _NEAR))

    @property
    def rows(self) -> int:
        return max(1, ceil(self.top + self.height - _NEAR))

    @property
    def box(self) -> Box:
        right, bottom = self.left + self.width, self.top + self.height
        return Box(self.left - _MARGIN, self.top - _MARGIN, right + _MARGIN, bottom + _MARGIN)


class _Opening(NamedTuple):
    """A door or window between two points."""

    ends: Piece
    state: DoorState
    window: bool


def read_uvtt(source: Path | bytes, name: str = "") -> Imported:
    """Read a map from a file, or from its bytes with a name for messages.

    `BrokenFileError` is one sentence: why nothing can be made of it, and what to do. A file that refers to a
    picture lying beside it gets that picture.
    """
    data = file_bytes(source) if isinstance(source, Path) else source
    name = name or (source.name if isinstance(source, Path) else "map")
    value = map_object(data, name)
    remarks: Counter[Remark] = Counter()
    found = find_picture(value.get("image"), source.parent if isinstance(source, Path) else None, remarks)
    frame = _frame(value, found.header, name)
    openings = _openings(value, frame, remarks)
    walls = _walls(value, frame, openings, remarks)
    if len(walls) > MAX_PIECES:
        raise BrokenFileError(
            f"'{name}' has {len(walls):,} pieces of wall on its picture; {MAX_PIECES:,} is the most. "
            "Export a smaller part of the map."
        )
    lights = _lights(value, frame, remarks)
    terrain = Terrain(
        frame.columns,
        frame.rows,
        bytes(frame.columns * frame.rows),
        walls=tuple(walls),
        doors=tuple(_door(opening, number) for number, opening in enumerate(openings, 1)),
        lights=tuple(lights),
        picture=_picture(value, frame, found, name, remarks),
        sight_limits=bool(walls),
    )
    if not walls:
        remarks[Remark.NO_WALLS] = 1
    if _mapping(value.get("environment")).get("baked_lighting") is True and found.data is not None:
        remarks[Remark.BAKED_LIGHT] = 1
    return Imported(name, terrain, found.data, found.kind, _report(terrain, remarks), found.wanted)


def _report(terrain: Terrain, remarks: Counter[Remark]) -> ImportReport:
    windows = sum(door.see_through for door in terrain.doors)
    remarks[Remark.WINDOW] = windows
    doors = len(terrain.doors) - windows
    return ImportReport(len(terrain.walls), doors, windows, len(terrain.lights), in_order(remarks))


# --- size and picture --------------------------------------------------------------------------------


def _frame(value: Mapping[str, Any], header: ImageHeader | None, name: str) -> _Frame:
    resolution = _mapping(value.get("resolution"))
    size = _point(resolution.get("map_size"))
    pixels = _number(resolution.get("pixels_per_grid"))
    if (size is None or min(size) <= 0) and header is not None and pixels is not None and pixels > 0:
        size = header.width / pixels, header.height / pixels
    if size is None or min(size) <= 0:
        raise BrokenFileError(
            f"'{name}' does not say how many squares its map has. Export it again as Universal VTT, "
            "or open its picture and lay a grid on it."
        )
    x, y = _point(resolution.get("map_origin")) or (0.0, 0.0)
    left, top = x - floor(x + _NEAR), y - floor(y + _NEAR)
    left, top = max(left, 0.0) if left > _NEAR else 0.0, max(top, 0.0) if top > _NEAR else 0.0
    frame = _Frame((x - left, y - top), left, top, *size)
    if not frame.columns * frame.rows <= MAX_SQUARES:
        raise BrokenFileError(
            f"'{name}' says it is {_many(size[0])} \u00d7 {_many(size[1])} squares; "
            f"{MAX_SQUARES:,} in all is the most. Export a smaller part of the map."
        )
    return frame


def _many(squares: float) -> str:
    return f"{squares:,.0f}" if squares < _ABSURD else "millions of"


def _picture(
    value: Mapping[str, Any], frame: _Frame, found: FoundPicture, name: str, remarks: Counter[Remark]
) -> Picture | None:
    if found.data is None or found.header is None:
        return None
    across, down = found.header.width / frame.width, found.header.height / frame.height
    stated = _number(_mapping(value.get("resolution")).get("pixels_per_grid"))
    if stated is None or max(abs(across - stated), abs(down - stated)) > 0.005 * stated:
        remarks[Remark.PICTURE_SIZE] = 1
    if frame.left or frame.top:
        remarks[Remark.PART_SQUARES] = 1
    scale = shown_scale(found.header.width, found.header.height)
    across, down = across * scale, down * scale
    left, top = 0.0 - frame.left * across, 0.0 - frame.top * down
    return Picture(picture_id(found.data), left, top, across, down, found.wanted or name)


# --- walls -------------------------------------------------------------------------------------------


def _walls(
    value: Mapping[str, Any], frame: _Frame, openings: Sequence[_Opening], remarks: Counter[Remark]
) -> list[Wall]:
    objects = _listed(value, "objects_line_of_sight", remarks)
    remarks[Remark.OBJECT] = len(objects)
    doorways = Doorways(opening.ends for opening in openings)
    walls: dict[frozenset[FinePoint], Wall] = {}
    for line in (*_listed(value, "line_of_sight", remarks), *objects):
        for piece in pieces(_line(line, frame, remarks)):
            for part in _fitted(piece, frame.box, doorways, remarks):
                a, b = _fine(part[0]), _fine(part[1])
                if a != b:
                    walls.setdefault(frozenset((a, b)), Wall(a, b))
    return list(walls.values())


def _line(value: Any, frame: _Frame, remarks: Counter[Remark]) -> list[Point]:
    """The points of one polyline on the map, thinned. Damaged points are skipped, the rest joined."""
    if not isinstance(value, list):
        remarks[Remark.BAD_LINE] += 1
        return []
    points = []
    for entry in value:
        point = _placed(entry, frame)
        if point is None:
            remarks[Remark.BAD_POINT] += 1
        else:
            points.append(point)
    line = without_repeats(points)
    if len(line) == 1:
        remarks[Remark.EMPTY_LINE] += 1
    return thinned(line)


def _fitted(piece: Piece, box: Box, doorways: Doorways, remarks: Counter[Remark]) -> list[Piece]:
    """What of a wall lies on the map and in no doorway."""
    inside = clipped(piece, box)
    if inside is None:
        remarks[Remark.WALL_OUTSIDE] += 1
        return []
    remarks[Remark.WALL_CUT] += inside != piece
    parts, count = doorways.cut(inside)
    remarks[Remark.WALL_IN_DOORWAY] += count
    return parts


# --- doors and lights --------------------------------------------------------------------------------


def _openings(value: Mapping[str, Any], frame: _Frame, remarks: Counter[Remark]) -> list[_Opening]:
    found: dict[frozenset[FinePoint], _Opening] = {}
    for portal in _listed(value, "portals", remarks):
        ends = [_placed(point, frame) for point in _list(_mapping(portal).get("bounds"))]
        if len(ends) != 2 or ends[0] is None or ends[1] is None or _fine(ends[0]) == _fine(ends[1]):
            remarks[Remark.BAD_DOOR] += 1
            continue
        piece = clipped((ends[0], ends[1]), frame.box)
        if piece is None:
            remarks[Remark.DOOR_OUTSIDE] += 1
            continue
        key = frozenset((_fine(piece[0]), _fine(piece[1])))
        remarks[Remark.SAME_DOOR] += key in found
        found.setdefault(key, _opening(piece, portal))
    return list(found.values())


def _opening(ends: Piece, portal: Mapping[str, Any]) -> _Opening:
    """Not closed means "lets light through": a window if narrow, else an open door."""
    lets_light = portal.get("closed", True) is False
    (ax, ay), (bx, by) = ends
    window = lets_light and hypot(bx - ax, by - ay) < _DOOR_WIDTH
    return _Opening(ends, DoorState.OPEN if lets_light and not window else DoorState.CLOSED, window)


def _door(opening: _Opening, number: int) -> Door:
    a, b = opening.ends
    return Door(f"d{number}", _fine(a), _fine(b), opening.state, see_through=opening.window)


def _lights(value: Mapping[str, Any], frame: _Frame, remarks: Counter[Remark]) -> list[Light]:
    found: dict[Light, None] = {}
    for entry in _listed(value, "lights", remarks):
        light = _mapping(entry)
        at, radius = _placed(light.get("position"), frame), _number(light.get("range"))
        if at is None or radius is None or radius <= 0:
            remarks[Remark.BAD_LIGHT] += 1
            continue
        lamp = Light(_fine(at), max(1, floor(radius + 0.5)), _colour(light.get("color")))
        if not frame.box.contains(at):
            remarks[Remark.LIGHT_OUTSIDE] += 1
        elif lamp in found:
            remarks[Remark.SAME_LIGHT] += 1
        elif len(found) == MAX_LIGHTS:
            remarks[Remark.TOO_MANY_LIGHTS] += 1
        else:
            found[lamp] = None
    return list(found)


def _colour(value: Any) -> str:
    """RRGGBB of a colour written AARRGGBB or RRGGBB, with or without "#"; the default for anything else."""
    digits = value.removeprefix("#").lower() if isinstance(value, str) else ""
    if len(digits) in (6, 8) and all(digit in "0123456789abcdef" for digit in digits):
        return digits[-6:]
    return Light((0, 0), 1).colour


# --- forgiving reading -------------------------------------------------------------------------------


def _placed(value: Any, frame: _Frame) -> Point | None:
    """A point of the file on the map, None if it is no usable point."""
    point = _point(value)
    if point is None:
        return None
    x, y = point[0] - frame.origin[0], point[1] - frame.origin[1]
    return (x, y) if max(abs(x), abs(y)) < 1e6 else None


def _fine(point: Point) -> FinePoint:
    return fine(point[0]), fine(point[1])


def _point(value: Any) -> Point | None:
    x, y = _number(_mapping(value).get("x")), _number(_mapping(value).get("y"))
    return None if x is None or y is None else (x, y)


def _number(value: Any) -> float | None:
    """A finite number; some converters write them as text."""
    if isinstance(value, bool):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _listed(value: Mapping[str, Any], key: str, remarks: Counter[Remark]) -> list[Any]:
    """One of the file's lists; it may be missing or null, and anything else is counted."""
    found = value.get(key)
    remarks[Remark.BAD_LIST] += found is not None and not isinstance(found, list)
    return _list(found)
