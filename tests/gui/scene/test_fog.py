"""Fog hides what is unknown to the last pixel, dims what is remembered, and shows walls whole."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsScene

from gui.scene.fog import DETAIL, REMEMBERED, FogItem, fog_image
from gui.scene.geometry import CELL, Cell

SIZE = (7, 5)
EVERY = frozenset((x, y) for x in range(SIZE[0]) for y in range(SIZE[1]))
NONE: frozenset[Cell] = frozenset()


def alpha(image: QImage, cell: Cell, across: int, down: int) -> int:
    return image.pixelColor((cell[0] + 1) * DETAIL + across, (cell[1] + 1) * DETAIL + down).alpha()


def every_alpha(image: QImage, cell: Cell) -> set[int]:
    return {alpha(image, cell, i, j) for i in range(DETAIL) for j in range(DETAIL)}


def middle(image: QImage, cell: Cell) -> int:
    return max(alpha(image, cell, DETAIL // 2 - i, DETAIL // 2 - j) for i in (0, 1) for j in (0, 1))


def test_unknown_squares_are_black_to_their_last_pixel() -> None:
    seen = frozenset({(2, 2), (3, 2), (4, 2), (3, 3)})
    image = fog_image(SIZE, seen, NONE, NONE, black=1.0, dim=0.64)
    for cell in EVERY - seen:
        assert every_alpha(image, cell) == {255}, cell
    # and the last pixel within a seen square, so that stretching to the screen leaks nothing either
    assert {alpha(image, (2, 2), 0, j) for j in range(DETAIL)} == {255}


def test_seen_squares_among_seen_ones_are_clear() -> None:
    seen = frozenset((x, y) for x in range(1, 6) for y in range(1, 4))
    image = fog_image(SIZE, seen, NONE, NONE, black=1.0, dim=0.64)
    assert every_alpha(image, (3, 2)) == {0}


def test_remembered_squares_are_dimmed() -> None:
    image = fog_image(SIZE, NONE, EVERY, NONE, black=1.0, dim=1 - REMEMBERED)
    assert middle(image, (3, 2)) == pytest.approx(255 * 0.64, abs=2)


def test_walls_beside_seen_squares_are_shown() -> None:
    seen = frozenset((x, y) for x in range(1, 4) for y in range(1, 4))
    rock = EVERY - seen
    with_walls = fog_image(SIZE, seen, NONE, rock, black=1.0, dim=0.64)
    assert every_alpha(with_walls, (1, 1)) == {0}  # the floor reaches the wall undimmed
    assert alpha(with_walls, (0, 2), DETAIL - 1, 1) < 60
    assert every_alpha(with_walls, (5, 2)) == {255}  # rock farther off stays black


def test_border_of_the_map_counts_as_wall() -> None:
    seen = frozenset((x, y) for x in range(3) for y in range(5))
    image = fog_image(SIZE, seen, NONE, NONE, black=1.0, dim=0.64)
    assert every_alpha(image, (0, 0)) == {0}


def shown(fog: FogItem, scale: float = 1.0) -> QImage:
    scene = QGraphicsScene()
    scene.addItem(fog)
    image = QImage(round(SIZE[0] * CELL * scale), round(SIZE[1] * CELL * scale), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), QRectF(0, 0, SIZE[0] * CELL, SIZE[1] * CELL))
    painter.end()
    return image


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.7])
def test_players_never_see_a_pixel_of_an_unknown_square(qapp: QApplication, scale: float) -> None:
    fog = FogItem("players")
    seen = frozenset({(1, 1), (2, 1), (2, 2)})
    fog.set_data(SIZE, seen, frozenset({(3, 3)}))
    image = shown(fog, scale)
    side = CELL * scale
    for x, y in EVERY - seen - {(3, 3)}:
        for px in range(round(x * side) + 1, round((x + 1) * side) - 1):
            for py in range(round(y * side) + 1, round((y + 1) * side) - 1):
                assert image.pixelColor(px, py).lightness() < 12, (x, y)


def test_gm_sees_through_his_fog(qapp: QApplication) -> None:
    fog = FogItem("gm")
    fog.set_data(SIZE, {(1, 1)}, (), rock={(5, 4)})
    image = shown(fog)
    assert 90 < image.pixelColor(round(3.5 * CELL), round(2.5 * CELL)).lightness() < 170


def test_same_data_draws_nothing_new(qapp: QApplication) -> None:
    fog = FogItem("players")
    fog.set_data(SIZE, {(1, 1)}, ())
    first = fog._fog
    fog.set_data(SIZE, {(1, 1)}, ())
    assert fog._fog is first
    fog.set_data(SIZE, {(1, 1), (2, 1)}, ())
    assert fog._fog is not first


def test_without_data_there_is_no_fog(qapp: QApplication) -> None:
    assert FogItem("players").boundingRect().isEmpty()
