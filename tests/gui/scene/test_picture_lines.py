"""Walls, doors, windows and lights over a picture: what the GM sees of them and what the players do."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from engine.grid.barriers import FINE
from engine.model.terrain import Door, DoorState, Light, Picture, Terrain, Wall, WallKind, blank
from gui.scene.geometry import CELL
from gui.scene.map_item import ArtSource, MapItem
from gui.scene.map_lines import MapLines
from gui.scene.picture_source import PictureSource
from gui.scene.terrain_art import TerrainArt, map_art, map_lines, tone_of
from gui.theme.palette import FOG_BLACK

PX = 40.0
WALL = Wall((2 * FINE, 4 * FINE), (8 * FINE, 4 * FINE))


def plain(ink: str, side: int = 200) -> QImage:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(ink)
    return image


def terrain(**more: object) -> Terrain:
    placed = Picture("p", 0.0, 0.0, 20.0, 20.0)
    return replace(blank(10, 10), picture=placed, **more)


def painted(found: Terrain, for_gm: bool = True, ink: str = "#20242A") -> QImage:
    source, _ = TerrainArt(lambda _: plain(ink), for_gm).source(found, "dark")
    image = QImage(round(10 * PX), round(10 * PX), QImage.Format.Format_RGB32)
    image.fill(source.backdrop)
    painter = QPainter(image)
    source.paint(painter, PX, QRect(0, 0, 10, 10), False)
    painter.end()
    return image


def lightness(image: QImage, x: float, y: float) -> int:
    return image.pixelColor(round(x * PX), round(y * PX)).lightness()


def test_a_wall_is_a_thin_line_to_the_gm(qapp: QApplication) -> None:
    image = painted(terrain(walls=(WALL,)))
    column = [image.pixelColor(200, y).lightness() for y in range(150, 170)]
    assert max(column) > 150
    assert sum(value > 100 for value in column) <= 4
    assert lightness(image, 5, 3) == lightness(painted(terrain()), 5, 3)


def test_a_wall_shows_on_light_pictures_too(qapp: QApplication) -> None:
    image = painted(terrain(walls=(WALL,)), ink="#F0E8D8")
    assert min(image.pixelColor(200, y).lightness() for y in range(150, 170)) < 110


def test_players_see_doors_over_a_picture_but_no_walls(qapp: QApplication) -> None:
    door = Door("d1", (2 * FINE, 4 * FINE), (3 * FINE, 4 * FINE))
    bare = painted(terrain(), for_gm=False)
    assert painted(terrain(walls=(WALL,)), for_gm=False) == bare
    closed = painted(terrain(doors=(door,)), for_gm=False)
    opened = painted(terrain(doors=(replace(door, state=DoorState.OPEN),)), for_gm=False)
    assert closed != bare
    assert opened != closed


@pytest.mark.parametrize("light", [Light((5 * FINE, 5 * FINE), 3, "ffd9a0"), Light((0, 0), 3, "no colour")])
def test_a_light_is_a_ring_to_the_gm_alone(qapp: QApplication, light: Light) -> None:
    assert painted(terrain(lights=(light,))) != painted(terrain())
    assert painted(terrain(lights=(light,)), for_gm=False) == painted(terrain(), for_gm=False)


@pytest.mark.parametrize(
    ("door", "look"),
    [
        (Door("d", (0, 0), (FINE, 0)), "closed"),
        (Door("d", (0, 0), (FINE, 0), DoorState.OPEN), "open"),
        (Door("d", (0, 0), (FINE, 0), DoorState.LOCKED), "locked"),
        (Door("d", (0, 0), (FINE, 0), secret=True), "secret"),
        (Door("d", (0, 0), (FINE, 0), DoorState.OPEN, secret=True), "open"),
        (Door("d", (0, 0), (FINE, 0), see_through=True), "window"),
    ],
)
def test_each_door_is_drawn_as_what_it_is(door: Door, look: str) -> None:
    for drawn in (
        map_art(replace(blank(4, 4), doors=(door,))).doors,
        map_lines(terrain(doors=(door,)), True).doors,
    ):
        assert [part.state for part in drawn] == [look]


@pytest.mark.parametrize("kind", [WallKind.WINDOW, WallKind.CURTAIN])
def test_windows_and_curtains_are_no_plain_walls(kind: WallKind) -> None:
    art = map_art(replace(blank(4, 4), walls=(Wall((0, FINE), (FINE, FINE), kind),)))
    assert art.walls == ()
    assert [(door[:4], door.state) for door in art.doors] == [((0, 1, 1, 1), kind.value)]


def test_walls_end_with_the_map(qapp: QApplication) -> None:
    beyond = Wall((-FINE, 5 * FINE), (5 * FINE, 5 * FINE))
    source, _ = TerrainArt(lambda _: plain("#20242A"), True).source(terrain(walls=(beyond,)), "dark")
    image = QImage(160, 80, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(80, 40 - 5 * PX)
    source.paint(painter, PX, QRect(-2, 4, 4, 2), False)
    painter.end()
    assert max(image.pixelColor(60, y).lightness() for y in range(80)) == 0
    assert max(image.pixelColor(120, y).lightness() for y in range(80)) > 150


def test_the_grid_ends_with_the_map(qapp: QApplication) -> None:
    source = PictureSource(plain("#000000"), 20.0, "dark", QPointF(5, 5), QSize(9, 9))
    image = QImage(80, 80, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(40, 40)
    source.paint(painter, 40.0, QRect(-1, -1, 2, 2), True)
    painter.end()
    assert image.pixelColor(20, 40).lightness() == 0
    assert image.pixelColor(60, 40).lightness() > 0


# One source out of the last -------------------------------------------------------------------------


def test_a_door_that_opens_costs_no_picture_and_few_squares(qapp: QApplication) -> None:
    fetched: list[str] = []

    def picture_of(blob: str) -> QImage:
        fetched.append(blob)
        return plain("#20242A")

    art = TerrainArt(picture_of, for_gm=True)
    door = Door("d1", (2 * FINE, 4 * FINE), (3 * FINE, 4 * FINE))
    _, changed = art.source(terrain(doors=(door,)), "dark")
    assert changed is None
    source, changed = art.source(terrain(doors=(replace(door, state=DoorState.OPEN),)), "dark")
    assert fetched == ["p"]
    assert changed is not None
    assert all(QRect(0, 2, 6, 5).contains(squares) for squares in changed)
    assert isinstance(source, PictureSource)


def test_other_ground_is_a_new_drawing(qapp: QApplication) -> None:
    art = TerrainArt(lambda _: None, for_gm=True)
    first = replace(blank(4, 4), walls=(WALL,))
    assert art.source(first, "dark")[1] is None
    assert art.source(first, "dark")[1] == []
    assert art.source(replace(first, ground=bytes([1] * 16)), "dark")[1] is None
    assert art.source(replace(first, ground=bytes([1] * 16)), "light")[1] is None


def test_a_missing_picture_leaves_our_own_drawing(qapp: QApplication) -> None:
    source, _ = TerrainArt(lambda _: None, for_gm=True).source(terrain(walls=(WALL,)), "dark")
    assert isinstance(source, ArtSource)


def test_players_see_nothing_around_the_map(qapp: QApplication) -> None:
    for found in (terrain(), blank(3, 3)):
        source, _ = TerrainArt(lambda _: plain("#FFFFFF"), for_gm=False).source(found, "dark")
        assert source.backdrop.name().upper() == FOG_BLACK


@pytest.mark.parametrize(("ink", "tone"), [("#FFFFFF", "light"), ("#C8B48C", "light"), ("#404850", "dark")])
def test_the_tone_over_a_picture_is_measured(qapp: QApplication, ink: str, tone: str) -> None:
    assert tone_of(plain(ink)) == tone
    art = TerrainArt(lambda _: plain(ink), for_gm=True)
    art.source(terrain(), "dark")
    assert art.tone == tone
    art.source(terrain(), "dark", fixed=True)
    assert art.tone == "dark"


def test_two_scales_of_a_picture_are_evened_out(qapp: QApplication) -> None:
    tall = QImage(100, 200, QImage.Format.Format_RGB32)
    tall.fill(0)
    tall.setPixelColor(5, 45, "white")
    for x, y in ((dx, dy) for dx in range(10, 20) for dy in range(40, 60)):
        tall.setPixelColor(x, y, "white")
    found = replace(blank(10, 9), picture=Picture("p", 0.0, 20.0, 10.0, 20.0))
    source, _ = TerrainArt(lambda _: tall, for_gm=True).source(found, "dark")
    assert source.squares == QRect(0, -1, 10, 10)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    source.paint(painter, 20.0, QRect(0, 0, 10, 9), False)
    painter.end()
    assert image.pixelColor(30, 30).lightness() > 240
    assert image.pixelColor(30, 50).lightness() == image.pixelColor(10, 30).lightness() == 0


def test_only_changed_tiles_are_painted_again(qapp: QApplication) -> None:
    item = MapItem(PictureSource(plain("#20242A", 600), 20.0, "dark", lines=MapLines()), budget=1.0)
    for column in range(3):
        item._tile(20.0, column, 0, None)
    before = dict(item._tiles)
    item.set_source(item._source, [QRect(17, 3, 2, 2)])
    assert set(before) - set(item._tiles) == {(20.0, 2, 0)}
    item.set_source(item._source)
    assert not item._tiles
    assert item._outdated.keys() == before.keys()
    assert item.boundingRect().contains(QRectF(0, 0, 100, 100))


def test_old_tiles_stand_in_until_new_ones_are_painted(qapp: QApplication) -> None:
    """A door that opens must not make the map flicker where painting takes longer than a frame."""
    item = MapItem(PictureSource(plain("#C04020"), 20.0, "dark"), budget=0.0)
    item.set_grid(False)
    scene = QGraphicsScene(0, 0, 10 * CELL, 10 * CELL)
    scene.addItem(item)

    def shown() -> str:
        image = QImage(88, 88, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        scene.render(painter, QRectF(image.rect()), QRectF(image.rect()))
        painter.end()
        return image.pixelColor(40, 40).name()

    item._budget = None
    assert shown() == "#c04020"
    item._budget = 0.0
    item.set_source(PictureSource(plain("#2040C0"), 20.0, "dark"))
    assert shown() == "#c04020"
    item._budget = None
    assert shown() == "#2040c0"
    assert not item._outdated
