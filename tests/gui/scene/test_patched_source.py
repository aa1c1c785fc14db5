"""Older pictures on the squares where players remember them."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from engine.model.terrain import Picture, blank
from engine.views.look import OlderPicture
from gui.scene.terrain_art import TerrainArt

INKS = {"old": "#304050", "new": "#806030"}
SQUARE = 20


def plain(blob: str) -> QImage:
    image = QImage(4 * SQUARE, 2 * SQUARE, QImage.Format.Format_RGB32)
    image.fill(INKS[blob])
    return image


def placed(blob: str) -> Picture:
    return Picture(blob, 0, 0, SQUARE, SQUARE)


def colour_at(image: QImage, x: int, y: int) -> str:
    return image.pixelColor(x * SQUARE + SQUARE // 2, y * SQUARE + SQUARE // 2).name().upper()


def painted(art: TerrainArt, *older: OlderPicture) -> QImage:
    source, _ = art.source(replace(blank(4, 2), picture=placed("new")), "dark", True, older)
    image = QImage(4 * SQUARE, 2 * SQUARE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    source.paint(painter, SQUARE, QRect(0, 0, 4, 2), grid=False)
    painter.end()
    return image


def test_each_square_shows_the_picture_that_is_remembered_there(qapp: QApplication) -> None:
    image = painted(TerrainArt(plain, for_gm=False), OlderPicture(placed("old"), frozenset({0, 5})))
    assert [colour_at(image, x, 0) for x in range(4)] == [INKS["old"], *[INKS["new"]] * 3]
    assert [colour_at(image, x, 1) for x in range(4)] == [INKS["new"], INKS["old"], *[INKS["new"]] * 2]


def test_where_there_was_none_the_drawing_is_remembered(qapp: QApplication) -> None:
    image = painted(TerrainArt(plain, for_gm=False), OlderPicture(None, frozenset({0})))
    assert colour_at(image, 0, 0) not in INKS.values()
    assert colour_at(image, 1, 0) == INKS["new"]


def test_all_is_painted_anew_when_less_is_remembered(qapp: QApplication) -> None:
    art = TerrainArt(plain, for_gm=False)
    terrain = replace(blank(4, 2), picture=placed("new"))
    older = OlderPicture(placed("old"), frozenset({0, 5}))
    art.source(terrain, "dark", True, (older,))
    assert art.source(terrain, "dark", True, (older,))[1] == []
    assert art.source(terrain, "dark", True, (replace(older, cells=frozenset({5})),))[1] is None
    assert art.source(terrain, "dark", True)[1] is None
