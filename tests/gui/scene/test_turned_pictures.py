"""A picture that was turned before its grid was laid, and the lamps of a drawn map."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from engine.grid.barriers import FINE
from engine.importers.picture import PictureInfo, terrain_for_picture
from engine.model.terrain import Light, Picture, Terrain, blank, turned_size
from gui.scene.picture_source import turned
from gui.scene.terrain_art import TerrainArt


def halves(width: int, height: int) -> QImage:
    """Red at the left, blue at the right."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill("red")
    painter = QPainter(image)
    painter.fillRect(width // 2, 0, width - width // 2, height, QColor("blue"))
    painter.end()
    return image


def painted(terrain: Terrain, for_gm: bool, picture: QImage | None = None) -> QImage:
    """A terrain on squares of 20 pixels."""
    source, _ = TerrainArt(lambda blob: picture, for_gm).source(terrain, "dark")
    image = QImage(terrain.width * 20, terrain.height * 20, QImage.Format.Format_RGB32)
    image.fill("black")
    painter = QPainter(image)
    source.paint(painter, 20, QRect(0, 0, terrain.width, terrain.height), False)
    painter.end()
    return image


@pytest.mark.parametrize(
    ("degrees", "size"), [(0, (40, 20)), (90, (20, 40)), (-90, (20, 40)), (180, (40, 20)), (30, (45, 38))]
)
def test_the_box_of_a_turned_picture(degrees: float, size: tuple[int, int]) -> None:
    assert turned_size(40, 20, degrees) == size
    image = turned(halves(40, 20), degrees)
    assert (image.width(), image.height()) == size


def test_a_picture_is_turned_clockwise_about_its_middle() -> None:
    image = turned(halves(40, 20), 90)
    assert image.pixelColor(10, 5) == QColor("red")  # what was left is above
    assert image.pixelColor(10, 35) == QColor("blue")


@pytest.mark.parametrize("for_gm", [True, False])
def test_both_screens_show_the_picture_as_it_was_turned(for_gm: bool) -> None:
    placed = Picture("p", 0, 0, 10, 10, turn=90)
    image = painted(replace(blank(2, 4), picture=placed), for_gm, halves(40, 20))
    assert image.pixelColor(20, 10) == QColor("red")
    assert image.pixelColor(20, 70) == QColor("blue")


def test_the_map_is_as_large_as_the_turned_picture() -> None:
    terrain = terrain_for_picture(PictureInfo("hall.png", "png", 400, 200), "p", 20, turn=90)
    assert (terrain.width, terrain.height) == (10, 20)
    assert terrain.picture is not None
    assert terrain.picture.turn == 90


def test_the_gm_alone_sees_the_lamps_of_a_drawn_map() -> None:
    plain = blank(9, 9)
    lit = replace(plain, lights=(Light((4 * FINE + FINE // 2, 4 * FINE + FINE // 2), 3),))
    assert painted(lit, for_gm=True) != painted(plain, for_gm=True)
    assert painted(lit, for_gm=False) == painted(plain, for_gm=False)
