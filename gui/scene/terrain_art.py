"""From the model's terrain to what the map item paints: our own art, or a picture under a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage

from engine.grid.barriers import FINE
from engine.model.terrain import Door as TerrainDoor
from engine.model.terrain import DoorState, FinePoint, Ground, Light, Picture, Terrain, Wall, WallKind
from engine.views.look import OlderPicture
from gui.scene.floor_changes import floor_changes
from gui.scene.geometry import Cell
from gui.scene.map_art import Decor, Door, Line, MapArt
from gui.scene.map_art import DoorState as DoorLook
from gui.scene.map_item import ArtSource, MapSource
from gui.scene.map_lines import Lamp, MapLines
from gui.scene.patched_source import Patch, PatchedSource
from gui.scene.picture_source import PictureSource, turned
from gui.theme.palette import FOG_BLACK, THEMES, Tone, colour

PictureOf = Callable[[str], QImage | None]
"""Content id of a picture -> the decoded picture, None where it is missing."""

LIGHT_FROM = 0.18
"""Mean luminance from which a picture counts as light."""
_SAMPLES = 48  # a side: enough to tell a dark picture from a light one

_DECOR_OF_GROUND = {
    Ground.OPEN: Decor.FLOOR,
    Ground.DIFFICULT: Decor.RUBBLE,
    Ground.SOLID: Decor.ROCK,
    Ground.IMPASSABLE: Decor.CHASM,
}
_FITTING = {
    Ground.OPEN: (Decor.FLOOR, Decor.STAIRS, Decor.GRASS, Decor.WOOD),
    Ground.DIFFICULT: (Decor.RUBBLE, Decor.POOL, Decor.PEW),
    Ground.SOLID: (Decor.ROCK, Decor.PILLAR, Decor.FONT),
    Ground.IMPASSABLE: (Decor.ALTAR, Decor.CHASM),
}


class _Wish(NamedTuple):
    terrain: Terrain
    tone: Tone
    fixed: bool

    def same_picture(self, other: _Wish) -> bool:
        """Whether both show one picture in one way."""
        mine, theirs = self.terrain, other.terrain
        return self[1:] == other[1:] and (mine.picture, mine.width, mine.height) == (
            theirs.picture,
            theirs.width,
            theirs.height,
        )


class TerrainArt:
    """Makes the map's source for one audience, the next one out of the last where little has changed.

    So a picture is fetched and scaled once, not again for each door that opens.
    """

    def __init__(self, picture_of: PictureOf, for_gm: bool) -> None:
        self._picture_of = picture_of
        self._for_gm = for_gm
        self._wish: _Wish | None = None
        self._source: ArtSource | PictureSource | None = None
        self._older: dict[Picture, PictureSource] = {}
        self._pictures: tuple[OlderPicture, ...] = ()
        self._tone: Tone = "dark"

    @property
    def tone(self) -> Tone:
        """The tone of the last source: the wished one, or the picture's own."""
        return self._tone

    def source(
        self, terrain: Terrain, tone: Tone, fixed: bool = False, pictures: Sequence[OlderPicture] = ()
    ) -> tuple[MapSource, list[QRect] | None]:
        """What to paint, and the squares where it differs from the last (None: anywhere).

        Over a picture the tone is measured, unless it is `fixed`. `pictures` are older ones that lie over
        parts of the map.
        """
        wish = _Wish(terrain, tone, fixed)
        base, changed = self._base(wish)
        self._wish, self._source = wish, base
        before, self._pictures = self._pictures, tuple(pictures)
        if self._pictures != before:
            changed = None
        if not self._pictures:
            self._older.clear()
            return base, changed
        patches = (self._patch(wish, one) for one in self._pictures)
        return PatchedSource(base, patches), changed

    def _base(self, wish: _Wish) -> tuple[ArtSource | PictureSource, list[QRect] | None]:
        """The map without older pictures, and where it differs from the last."""
        before, old = self._wish, self._source
        if before is not None and isinstance(old, PictureSource) and wish.same_picture(before):
            lines = map_lines(wish.terrain, self._for_gm)
            return old.with_lines(lines), list(_changed(before.terrain, wish.terrain))
        placed = self._picture_source(wish)
        if placed is not None:
            self._tone = placed.tone
            return placed, None
        self._tone = wish.tone
        drawn = self._drawn(wish)
        if before is None or not isinstance(old, ArtSource) or not wish.same_picture(before):
            return drawn, None
        floor = floor_changes(old.art, drawn.art)
        return drawn, None if floor is None else [*_changed(before.terrain, wish.terrain), *floor]

    def _patch(self, wish: _Wish, seen: OlderPicture) -> Patch:
        """An older picture, or the drawing that was there without one."""
        then = wish._replace(terrain=replace(wish.terrain, picture=seen.picture))
        cells = frozenset(map(wish.terrain.extent.cell, seen.cells))
        if seen.picture is None:
            return Patch(self._drawn(then), cells)
        source = self._older.get(seen.picture) or self._picture_source(then)
        if source is None:
            return Patch(self._drawn(then), cells)
        self._older[seen.picture] = source
        return Patch(source.with_lines(map_lines(wish.terrain, self._for_gm)), cells)

    def _drawn(self, wish: _Wish) -> ArtSource:
        around = None if self._for_gm else colour(FOG_BLACK)
        lamps = MapLines(lamps=_lamps(wish.terrain)) if self._for_gm else MapLines()
        return ArtSource(map_art(wish.terrain), wish.tone, self._for_gm, around, lamps)

    def _picture_source(self, wish: _Wish) -> PictureSource | None:
        placed = wish.terrain.picture
        picture = self._picture_of(placed.blob) if placed is not None else None
        if placed is None or picture is None:
            return None
        return PictureSource(
            _squared(turned(picture, placed.turn), placed),
            placed.pixels_x,
            wish.tone if wish.fixed else tone_of(picture),
            QPointF(placed.left, placed.top * placed.pixels_x / placed.pixels_y),
            QSize(wish.terrain.width, wish.terrain.height),
            map_lines(wish.terrain, self._for_gm),
            colour(THEMES[wish.tone].bg if self._for_gm else FOG_BLACK),
        )


def tone_of(picture: QImage) -> Tone:
    """Whether overlays on the picture must be those for dark or for light maps, by its mean luminance."""
    small = picture.scaled(_SAMPLES, _SAMPLES).convertToFormat(QImage.Format.Format_RGB32)
    total = 0.0
    for y in range(_SAMPLES):
        for x in range(_SAMPLES):
            ink = small.pixelColor(x, y)
            shares = (ink.redF(), ink.greenF(), ink.blueF())
            total += sum(
                weight * share**2.2 for weight, share in zip((0.2126, 0.7152, 0.0722), shares, strict=True)
            )
    return "light" if total / _SAMPLES**2 > LIGHT_FROM else "dark"


def map_art(terrain: Terrain) -> MapArt:
    """Our own drawing of a terrain: its decor where it has one, else what its ground suggests."""
    decor = bytes(
        _decor(terrain.decor[index] if index < len(terrain.decor) else 0, Ground(ground))
        for index, ground in enumerate(terrain.ground)
    )
    walls = tuple(_line(wall) for wall in terrain.walls if wall.kind is WallKind.WALL)
    return MapArt(terrain.width, terrain.height, decor, walls, tuple(_doors(terrain)))


def map_lines(terrain: Terrain, for_gm: bool) -> MapLines:
    """What is laid over a picture. Players get the doors alone: the picture shows them the rest."""
    if not for_gm:
        return MapLines(doors=tuple(_door(door) for door in terrain.doors))
    return MapLines(
        walls=tuple(_line(wall) for wall in terrain.walls if wall.kind is WallKind.WALL),
        doors=tuple(_doors(terrain)),
        lamps=_lamps(terrain),
    )


def _lamps(terrain: Terrain) -> tuple[Lamp, ...]:
    return tuple(Lamp(*_squares(light.at), light.radius, _named_colour(light)) for light in terrain.lights)


def difficult_cells(terrain: Terrain) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Difficult and impassable squares, for the small marks."""
    return frozenset(terrain.cells_of(Ground.DIFFICULT)), frozenset(terrain.cells_of(Ground.IMPASSABLE))


def _decor(chosen: int, ground: Ground) -> int:
    """The drawn decor wins while it fits the ground; ground painted by hand shows itself."""
    return chosen if chosen in _FITTING[ground] else _DECOR_OF_GROUND[ground]


def _doors(terrain: Terrain) -> Iterator[Door]:
    """Doors, and the walls that are drawn like one: windows and curtains."""
    for wall in terrain.walls:
        match wall.kind:
            case WallKind.WINDOW:
                yield Door(*_line(wall), "window")
            case WallKind.CURTAIN:
                yield Door(*_line(wall), "curtain")
            case WallKind.WALL:
                pass
    for door in terrain.doors:
        yield _door(door)


def _door(door: TerrainDoor) -> Door:
    return Door(*_line(door), _look(door))


def _look(door: TerrainDoor) -> DoorLook:
    """Open beats secret: an open secret door is seen by everybody."""
    if door.state is DoorState.OPEN:
        return "open"
    if door.secret:
        return "secret"
    if door.see_through:
        return "window"
    return "locked" if door.state is DoorState.LOCKED else "closed"


def _changed(before: Terrain, after: Terrain) -> Iterator[QRect]:
    """The squares around every wall, door and light that came, went or changed."""
    lines = set(before.walls) ^ set(after.walls) | set(before.doors) ^ set(after.doors)
    for line in lines:
        x1, y1, x2, y2 = _line(line)
        # An open leaf swings out by the door's own length.
        reach = max(abs(x2 - x1), abs(y2 - y1)) if isinstance(line, TerrainDoor) else 0.0
        yield _rect(min(x1, x2) - reach, min(y1, y2) - reach, max(x1, x2) + reach, max(y1, y2) + reach)
    for light in set(before.lights) ^ set(after.lights):
        x, y = _squares(light.at)
        yield _rect(x - light.radius, y - light.radius, x + light.radius, y + light.radius)


def _rect(left: float, top: float, right: float, bottom: float) -> QRect:
    x, y = floor(left), floor(top)
    return QRect(x, y, ceil(right) - x + 1, ceil(bottom) - y + 1)


def _line(line: Wall | TerrainDoor) -> Line:
    return *_squares(line.a), *_squares(line.b)


def _squares(point: FinePoint) -> tuple[float, float]:
    return point[0] / FINE, point[1] / FINE


def _named_colour(light: Light) -> str:
    return light.colour if QColor(f"#{light.colour}").isValid() else Light((0, 0), 1).colour


def _squared(picture: QImage, placed: Picture) -> QImage:
    """The picture with square squares, where its two scales differ."""
    if abs(placed.pixels_x - placed.pixels_y) < 1e-6 * placed.pixels_x:
        return picture
    height = max(1, round(picture.height() * placed.pixels_x / placed.pixels_y))
    return picture.scaled(
        picture.width(),
        height,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
