"""Printed grids are found to a fraction of a pixel, and none is proposed where there is none."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from gui.bridge import grid_finder
from gui.bridge.grid_finder import SURE, FoundGrid, find_grid
from gui.bridge.grid_proof import closed_share

SAMPLES = Path(__file__).parents[4] / "shared" / "samples" / "uvtt"


def canvas(width: int, height: int, noise: int = 0, seed: int = 1) -> QImage:
    """A blotchy floor with soft edges; `noise` is how far its pixels stray."""
    values = np.random.default_rng(seed)
    rough = np.fft.rfft2(values.normal(size=(height, width)))
    down, right = np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None, :]
    floor = np.fft.irfft2(rough * np.exp(-((down**2 + right**2) * 45.0**2)), (height, width))
    grey = 130 + 25 * floor / floor.std() + values.integers(-noise, noise + 1, (height, width))
    pixels = np.clip(grey, 0, 255).astype(np.uint8)
    image = QImage(pixels.tobytes(), width, height, width, QImage.Format.Format_Grayscale8)
    return image.convertToFormat(QImage.Format.Format_RGB32)


def lines(size: float, first: float, square: float) -> Iterator[float]:
    while first < size:
        yield first
        first += square


def grid(
    image: QImage,
    square: float,
    offset: tuple[float, float],
    ink: str = "#000000",
    alpha: float = 0.5,
    width: float = 1.5,
    box: QRectF | None = None,
) -> QImage:
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    tint = QColor(ink)
    tint.setAlphaF(alpha)
    painter.setPen(QPen(tint, width))
    painter.setClipRect(box or QRectF(image.rect()))
    for x in lines(image.width(), offset[0], square):
        painter.drawLine(QLineF(x, 0, x, image.height()))
    for y in lines(image.height(), offset[1], square):
        painter.drawLine(QLineF(0, y, image.width(), y))
    painter.end()
    return image


def near(found: FoundGrid | None, square: float, offset: tuple[float, float]) -> bool:
    """Whether the grid lies on the printed one everywhere: within a pixel and a half across 15 squares."""
    assert found is not None
    shifts = [abs((found.offset[i] - offset[i] + square / 2) % square - square / 2) for i in (0, 1)]
    return abs(found.square - square) < 0.1 and max(shifts) < 1.5


@pytest.mark.parametrize(
    ("square", "offset"),
    [
        (70.0, (0.0, 0.0)),
        (70.0, (23.0, 51.0)),
        (47.3, (12.0, 40.0)),
        (24.0, (7.0, 3.0)),
        (140.0, (80.0, 10.0)),
    ],
)
@pytest.mark.parametrize("noise", [0, 25])
def test_a_printed_grid_is_found(square: float, offset: tuple[float, float], noise: int) -> None:
    image = grid(canvas(840, 630, noise), square, offset)
    assert near(find_grid(image), square, offset)


@pytest.mark.parametrize(("ink", "alpha", "width"), [("#ffffff", 0.35, 1.0), ("#000000", 0.25, 3.0)])
def test_light_lines_and_faint_ones_are_found(ink: str, alpha: float, width: float) -> None:
    image = grid(canvas(1200, 900, 12), 60.0, (30.0, 15.0), ink, alpha, width)
    assert near(find_grid(image), 60.0, (30.0, 15.0))


@pytest.mark.parametrize("ink", ["#ffffff", "#000000"])
@pytest.mark.parametrize(
    ("width", "square"), [(4.0, 60.0), (6.0, 70.0), (7.0, 60.0), (8.0, 140.0), (9.0, 70.0), (9.0, 60.0)]
)
def test_a_grid_of_thick_lines_lies_in_their_middle(width: float, square: float, ink: str) -> None:
    found = find_grid(grid(canvas(1200, 900, 8), square, (30.0, 15.0), ink, 0.5, width))
    assert found is not None
    assert found.square == square
    assert max(abs(found.offset[0] - 30.0), abs(found.offset[1] - 15.0)) <= 0.6


def test_lines_on_part_of_the_picture_are_enough() -> None:
    """Many maps print the grid in their rooms only."""
    image = grid(canvas(840, 630, 8), 70.0, (0.0, 0.0), box=QRectF(140, 140, 490, 350))
    found = find_grid(image)
    assert near(found, 70.0, (0.0, 0.0))
    assert found is not None
    assert found.agreeing < found.lines
    assert found.share == found.agreeing / found.lines


def test_every_line_inside_the_picture_is_counted() -> None:
    found = find_grid(grid(canvas(1000, 800), 100.0, (50.0, 50.0)))
    assert found is not None
    assert (found.agreeing, found.lines) == (18, 18)


def test_half_tiles_are_not_taken_for_squares() -> None:
    image = grid(canvas(840, 630, 6), 70.0, (0.0, 0.0), width=2.0, alpha=0.6)
    tiles = QRectF(140, 140, 350, 210)
    assert near(find_grid(grid(image, 35.0, (0.0, 0.0), alpha=0.5, box=tiles)), 70.0, (0.0, 0.0))


@pytest.mark.parametrize("noise", [0, 30])
def test_nothing_is_proposed_without_a_grid(noise: int) -> None:
    assert find_grid(canvas(840, 630, noise)) is None


def test_nothing_is_proposed_on_a_drawing() -> None:
    image = canvas(900, 700, 10)
    painter = QPainter(image)
    painter.setPen(QPen(Qt.GlobalColor.black, 4))
    for box in (QRectF(80, 60, 333, 218), QRectF(470, 90, 187, 405), QRectF(120, 390, 290, 161)):
        painter.drawRect(box)
    painter.end()
    assert find_grid(image) is None


def test_planks_one_way_are_no_grid() -> None:
    image = canvas(1000, 800, 8)
    painter = QPainter(image)
    painter.setPen(QPen(Qt.GlobalColor.black, 1.5))
    for x in lines(1000, 0, 32):
        painter.drawLine(QLineF(x, 0, x, 800))
    painter.end()
    assert find_grid(image) is None


def bricks(width: float, height: float, stray: float = 0.0) -> QImage:
    """Courses of bricks, each half a brick further; `stray` is how far joints are off."""
    image, values = canvas(840, 630, 6), np.random.default_rng(3)
    painter = QPainter(image)
    painter.setPen(QPen(QColor(30, 20, 10, 160), 2.0))
    for course, y in enumerate(lines(630, 0, height)):
        painter.drawLine(QLineF(0, y, 840, y))
        for x in lines(900, (course % 2) * width / 2, width):
            joint = x + values.normal() * stray
            painter.drawLine(QLineF(joint, y, joint, y + height))
    painter.end()
    return image


def plan(seed: int) -> QImage:
    """Rooms whose walls keep to whole squares, without a grid."""
    image, values = canvas(900, 700, 8), np.random.default_rng(seed)
    painter = QPainter(image)
    painter.setPen(QPen(QColor("#101010"), 4))
    for _ in range(12):
        (x, y), (w, h) = values.integers(0, 12, 2) * 60, values.integers(1, 5, 2) * 60
        painter.drawRect(QRectF(x + 7, y + 9, w, h))
    painter.end()
    return image


@pytest.mark.parametrize(
    ("width", "height", "stray"), [(60, 30, 0), (48, 24, 2), (40, 20, 0), (64, 32, 4), (70, 70, 0)]
)
def test_a_floor_of_bricks_is_no_grid(width: float, height: float, stray: float) -> None:
    assert find_grid(bricks(width, height, stray)) is None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rooms_of_whole_squares_are_no_grid(seed: int) -> None:
    assert find_grid(plan(seed)) is None


def test_a_grid_printed_on_bricks_is_closed_where_the_bricks_are_not() -> None:
    floor = grid(bricks(30, 15), 60.0, (0.0, 0.0), alpha=0.8, width=2.5)
    assert closed_share(floor, 60.0, (0.0, 0.0)) > 0.85
    assert closed_share(floor, 15.0, (0.0, 0.0)) < 0.5


def test_a_grid_is_sure_where_all_its_squares_are_closed() -> None:
    whole = find_grid(grid(canvas(840, 630, 8), 70.0, (10.0, 20.0)))
    rooms = find_grid(grid(canvas(840, 630, 8), 70.0, (0.0, 0.0), box=QRectF(140, 140, 490, 350)))
    assert whole is not None
    assert rooms is not None
    assert rooms.confidence < SURE < whole.confidence


@pytest.mark.parametrize(("width", "height"), [(1, 1), (20, 3000), (40, 40)])
def test_tiny_pictures_have_no_grid(width: int, height: int) -> None:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0)
    assert find_grid(image) is None


def test_the_picture_is_read_in_strips_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    image = grid(canvas(800, 600, 4), 50.0, (20.0, 5.0))
    whole = find_grid(image)
    monkeypatch.setattr(grid_finder, "_STRIP_PIXELS", 800 * 100)
    assert find_grid(image) == whole
    assert near(whole, 50.0, (20.0, 5.0))


def test_of_a_large_picture_every_other_line_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid_finder, "_ENOUGH_PIXELS", 800 * 600 // 4)
    assert near(find_grid(grid(canvas(800, 600, 4), 50.0, (20.0, 5.0))), 50.0, (20.0, 5.0))


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the folder of sample maps is not there")
@pytest.mark.parametrize(
    "name", ["azheim-meeting", "Chamber-of-Echoing-Grief", "headmasters-quarters", "oganm_test"]
)
def test_grids_of_real_maps(name: str) -> None:
    (path,) = SAMPLES.glob(f"*{name}*")
    value = json.loads(path.read_bytes())
    image = QImage.fromData(base64.b64decode(value["image"]))
    assert near(find_grid(image), value["resolution"]["pixels_per_grid"], (0.0, 0.0))
