"""Painted maps: from letters to pictures, the same every time, whole or in tiles."""

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView

from gui.scene import map_painter
from gui.scene.geometry import CELL
from gui.scene.map_art import Decor, Door, MapArt, art_from_rows, cells_of, noise, patches
from gui.scene.map_item import ArtSource, MapItem
from gui.scene.picture_source import PictureSource
from gui.theme.palette import MAPS

ROOM = ["######", "#.o,~#", "+.=c~#", "#.>AA#", "#..__#", '#vv"##', "######"]
PX = 24.0


def painted(art: MapArt, tone: str = "dark", px: float = PX, **more: bool) -> QImage:
    map_painter.render_map.cache_clear()
    return map_painter.render_map(art, tone, px, **more)


def lightness(image: QImage, x: float, y: float, px: float = PX) -> int:
    return image.pixelColor(round(x * px), round(y * px)).lightness()


def test_letters_become_codes() -> None:
    art = art_from_rows(ROOM)
    assert (art.width, art.height) == (6, 7)
    assert art.at(2, 1) == Decor.PILLAR
    assert art.at(0, 2) == Decor.FLOOR
    assert art.at(-1, 0) == art.at(0, 99) == Decor.ROCK
    assert cells_of(art, Decor.ALTAR) == {(3, 3), (4, 3)}
    assert art.underground


def test_a_door_lies_across_its_passage() -> None:
    assert art_from_rows(["#+#", "#.#"]).doors == (Door(1, 0.5, 2, 0.5),)
    assert art_from_rows(["##", "+.", "##"]).doors == (Door(0.5, 1, 0.5, 2),)
    double = art_from_rows(["##", "+.", "+.", "##"]).doors
    assert double == (Door(0.5, 1, 0.5, 2), Door(0.5, 2, 0.5, 3))


@pytest.mark.parametrize(("rows", "reason"), [(["..", "."], "unequal"), (["?"], "no such map letter")])
def test_bad_rows_are_refused(rows: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        art_from_rows(rows)


@pytest.mark.parametrize("decor", [b"\0" * 3, b"\0\0\0\x63"])
def test_bad_codes_are_refused(decor: bytes) -> None:
    with pytest.raises(ValueError, match="code"):
        MapArt(2, 2, decor)


def test_patches_hang_together_by_their_sides() -> None:
    art = art_from_rows(["~.~", "~~.", "..~"])
    assert sorted(len(patch) for patch in patches(art, Decor.POOL)) == [1, 1, 3]


def test_noise_is_fixed_and_spread() -> None:
    assert noise(3, 4, 1) == noise(3, 4, 1)
    values = [noise(x, y, 1) for x in range(30) for y in range(30)]
    assert 0 <= min(values) < 0.02 < 0.98 < max(values) < 1
    assert 0.45 < sum(values) / len(values) < 0.55
    assert len(set(values)) == 900


@pytest.mark.parametrize("tone", ["dark", "light"])
def test_the_same_map_is_the_same_picture(qapp: QApplication, tone: str) -> None:
    art = art_from_rows(ROOM)
    assert painted(art, tone) == painted(art_from_rows(ROOM), tone)


def test_rock_floor_and_things_differ(qapp: QApplication) -> None:
    image = painted(art_from_rows(ROOM))
    assert image.size().toTuple() == (144, 168)
    assert image.pixelColor(3, 3).name() == MAPS["dark"].rock.lower()
    floor, pillar, pool = lightness(image, 1.5, 4.5), lightness(image, 2.5, 1.5), image.pixelColor(105, 40)
    assert pillar > floor + 30
    assert pool.blue() > pool.red() + 15


def test_tones_differ_as_night_and_day(qapp: QApplication) -> None:
    art = art_from_rows(ROOM)
    dark, light = painted(art, "dark"), painted(art, "light")
    assert lightness(light, 1.5, 4.5) > lightness(dark, 1.5, 4.5) + 100


@pytest.mark.parametrize("letter", list('o,~=>Acv"_'))
def test_every_letter_shows_on_the_floor(qapp: QApplication, letter: str) -> None:
    plain, other = (
        painted(art_from_rows(["...", "...", "..."])),
        painted(art_from_rows(["...", f".{letter}.", "..."])),
    )
    middle = QRect(24, 24, 24, 24)
    assert plain.copy(middle) != other.copy(middle)


def test_a_region_is_painted_as_in_the_whole(qapp: QApplication) -> None:
    art = art_from_rows(ROOM)
    whole = painted(art)
    part = QImage(whole.size(), QImage.Format.Format_RGB32)
    part.fill(map_painter.backdrop(art, "dark"))
    painter = QPainter(part)
    map_painter.paint_map(painter, art, "dark", PX, squares=QRect(1, 1, 4, 4))
    painter.end()
    inner = QRect(2 * 24, 2 * 24, 48, 48)
    assert part.copy(inner) == whole.copy(inner)


def test_grid_can_be_left_out_and_fades_when_small(qapp: QApplication) -> None:
    art = art_from_rows(["....", "....", "....", "...."])
    assert painted(art) != painted(art, grid=False)
    assert painted(art, px=8.0) == painted(art, px=8.0, grid=False)


def test_an_open_field_has_no_wall_around(qapp: QApplication) -> None:
    field = painted(art_from_rows(['""""'] * 4))
    assert lightness(field, 0.05, 2) > 25  # the same edge is nearly black where it is a wall
    cave = painted(art_from_rows(['""""'] * 3 + ['"""#']))
    assert lightness(cave, 0.05, 2) < 25


BLANK = MapArt(6, 6, bytes(36))


@pytest.mark.parametrize("wall", [(1, 1, 5, 1), (1, 1, 1, 5), (1, 1, 5, 5), (0.7, 4.4, 5.2, 2.9)])
def test_walls_run_at_any_angle(qapp: QApplication, wall: tuple[float, float, float, float]) -> None:
    image = painted(MapArt(6, 6, bytes(36), walls=(wall,)), "light", grid=False)
    x, y = (wall[0] + wall[2]) / 2, (wall[1] + wall[3]) / 2
    assert min(lightness(image, x + d / 50, y + e / 50) for d in (-3, 0, 3) for e in (-3, 0, 3)) < 90
    assert lightness(painted(BLANK, "light", grid=False), x, y) > 180


def with_door(state: str, **more: bool) -> QImage:
    return painted(MapArt(6, 6, bytes(36), doors=(Door(2, 3, 3, 3, state),)), **more)


def test_each_state_of_a_door_looks_different(qapp: QApplication) -> None:
    pictures = [with_door(state) for state in ("closed", "open", "locked", "secret", "window")]
    for i, one in enumerate(pictures):
        assert all(one != other for other in pictures[i + 1 :])


def test_a_secret_door_is_a_wall_to_players(qapp: QApplication) -> None:
    wall = painted(MapArt(6, 6, bytes(36), walls=((2, 3, 3, 3),)), secrets=False)
    assert with_door("secret", secrets=False) == wall
    assert with_door("secret", secrets=True) != wall


def test_wide_doors_have_two_leaves(qapp: QApplication) -> None:
    one = painted(MapArt(6, 6, bytes(36), doors=(Door(1, 3, 2.4, 3, "open"),)))
    two = painted(MapArt(6, 6, bytes(36), doors=(Door(1, 3, 3, 3, "open"),)))
    blank = painted(BLANK)
    right_leaf = QRect(60, 75, 9, 18)
    assert one.copy(right_leaf) == blank.copy(right_leaf)
    assert two.copy(right_leaf) != blank.copy(right_leaf)


def test_the_shadow_fades_evenly() -> None:
    levels = map_painter.shadow_levels(4)
    assert len(levels) == 6
    assert all(level >= 0 for level in levels)
    assert 0.15 < sum(levels) < 0.30
    assert max(levels) < 0.09  # no visible step


# The item in a scene --------------------------------------------------------------------------------


def view_of(item: MapItem, zoom: float) -> QGraphicsView:
    scene = QGraphicsScene(0, 0, 6 * CELL, 7 * CELL)
    scene.addItem(item)
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.setFrameShape(QGraphicsView.Shape.NoFrame)
    view.setTransform(QTransform.fromScale(zoom, zoom))
    view.resize(round(6 * CELL * zoom), round(7 * CELL * zoom))
    return view


@pytest.mark.parametrize("zoom", [0.5, 1.0, 1.3])
def test_tiles_join_into_the_whole_map(qapp: QApplication, zoom: float) -> None:
    rows = ["." * 20] * 20  # more than two tiles each way
    art = art_from_rows(rows)
    scene = QGraphicsScene(0, 0, 20 * CELL, 20 * CELL)
    scene.addItem(MapItem(ArtSource(art, "light")))
    side = round(20 * CELL * zoom)
    tiled = QImage(side, side, QImage.Format.Format_RGB32)
    painter = QPainter(tiled)
    scene.render(painter, QRectF(0, 0, side, side), QRectF(0, 0, side / zoom, side / zoom))
    painter.end()
    whole = painted(art, "light", px=CELL * zoom)
    different = sum(
        abs(tiled.pixelColor(x, y).lightness() - whole.pixelColor(x, y).lightness()) > 12
        for x in range(0, min(side, whole.width()), 3)
        for y in range(0, min(side, whole.height()), 3)
    )
    assert different == 0


def test_a_budget_delays_tiles_but_never_loses_them(qapp: QApplication) -> None:
    art = art_from_rows(ROOM)
    patient = view_of(MapItem(ArtSource(art, "dark")), 1.0)
    hurried = view_of(MapItem(ArtSource(art, "dark"), budget=0.0), 1.0)
    for view in (patient, hurried):
        view.show()
    for _ in range(5):
        qapp.processEvents()
    first = hurried.grab().toImage()
    assert first != patient.grab().toImage()  # no time at all: only the backdrop
    item = hurried.scene().items()[0]
    assert isinstance(item, MapItem)
    item._budget = 10.0
    for _ in range(5):
        qapp.processEvents()
    assert hurried.grab().toImage() == patient.grab().toImage()


def test_hiding_the_grid_repaints(qapp: QApplication) -> None:
    item = MapItem(ArtSource(art_from_rows(ROOM), "dark"))
    view = view_of(item, 1.0)
    with_grid = view.grab().toImage()
    item.set_grid(False)
    assert view.grab().toImage() != with_grid
    item.set_grid(True)
    assert view.grab().toImage() == with_grid


def picture() -> QImage:
    image = QImage(120, 140, QImage.Format.Format_RGB32)
    image.fill(0xFF204060)
    for x in range(40, 60):
        for y in range(20, 40):
            image.setPixel(x, y, 0xFFFFFFFF)
    return image


@pytest.mark.parametrize("zoom", [0.25, 1.0])
def test_a_picture_lies_on_its_squares(qapp: QApplication, zoom: float) -> None:
    item = MapItem(PictureSource(picture(), square=20.0, tone="dark"))
    item.set_grid(False)
    image = view_of(item, zoom).grab().toImage()
    side = CELL * zoom
    assert image.pixelColor(round(2.5 * side), round(1.5 * side)).lightness() > 245
    assert image.pixelColor(round(1.5 * side), round(1.5 * side)).name() == "#204060"


def test_a_shifted_picture_moves_its_first_square(qapp: QApplication) -> None:
    source = PictureSource(picture(), square=20.0, tone="dark", shift=QPointF(20, 20))
    assert source.squares == QRect(-1, -1, 6, 7)
    item = MapItem(source)
    item.set_grid(False)
    image = view_of(item, 1.0).grab().toImage()
    assert image.pixelColor(round(1.5 * CELL), round(0.5 * CELL)).lightness() > 245


def test_a_picture_without_squares_is_refused(qapp: QApplication) -> None:
    with pytest.raises(ValueError, match="larger than 0"):
        PictureSource(picture(), square=0, tone="dark")


def test_old_tiles_are_forgotten(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gui.scene.map_item.CACHE_BYTES", 200_000)
    item = MapItem(ArtSource(art_from_rows(["." * 40] * 8), "dark"))
    for column in range(5):
        item._tile(30.0, column, 0, None)
    assert len(item._tiles) < 5
    assert item._bytes <= 240 * 240 * 4 * 2
