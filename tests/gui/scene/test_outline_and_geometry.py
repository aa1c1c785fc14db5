"""Outlines and row runs say the same as the set of squares they were made from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from gui.scene import geometry, overlay_shapes
from gui.scene.geometry import CELL, Cell, row_runs
from gui.scene.outline import corner_loops, outline_path

CELLS = st.frozensets(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), max_size=40)


@given(CELLS)
def test_row_runs_cover_each_square_once_in_the_fewest_pieces(cells: frozenset[Cell]) -> None:
    runs = row_runs(cells)
    covered = [(x, y) for y, x0, x1 in runs for x in range(x0, x1)]
    assert sorted(covered) == sorted(cells)
    assert len(runs) == sum((x - 1, y) not in cells for x, y in cells)


@given(CELLS)
def test_outline_encloses_exactly_the_squares(cells: frozenset[Cell]) -> None:
    path = outline_path(cells)
    for x in range(-7, 8):
        for y in range(-7, 8):
            assert path.contains(geometry.centre((x, y))) == ((x, y) in cells)


@given(CELLS)
def test_outline_has_the_right_length(cells: frozenset[Cell]) -> None:
    sides = sum(
        neighbour not in cells
        for x, y in cells
        for neighbour in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    )
    length = 0
    for loop in corner_loops(cells):
        length += sum(
            abs(ax - bx) + abs(ay - by) for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True)
        )
    assert length == sides


def test_squares_touching_at_a_corner_are_two_loops() -> None:
    assert len(corner_loops({(0, 0), (1, 1)})) == 2
    assert len(corner_loops({(0, 1), (1, 0)})) == 2


def test_a_hole_is_a_loop_of_its_own() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(len(loop) for loop in corner_loops(ring)) == [4, 4]


def test_inset_draws_within_the_squares_and_in_holes_around_them() -> None:
    inner = outline_path({(0, 0), (1, 0)}, radius=6, inset=2).boundingRect()
    assert inner == QRectF(2, 2, 2 * CELL - 4, CELL - 4)
    ring = outline_path({(x, y) for x in range(3) for y in range(3)} - {(1, 1)}, inset=2)
    assert ring.contains(QPointF(CELL - 3, CELL * 1.5))
    assert not ring.contains(QPointF(CELL - 1, CELL * 1.5))


@pytest.mark.parametrize(("zoom", "pixels"), [(0.1, 2.0), (1.0, 3.0), (2.25, 4.5), (9.0, 6.0)])
def test_a_three_pixel_stroke_stays_between_two_and_six(zoom: float, pixels: float) -> None:
    assert geometry.stroke_factor(zoom) * 3 == pytest.approx(pixels)


def test_points_along_keep_their_distance_round_corners() -> None:
    line = [QPointF(0, 0), QPointF(10, 0), QPointF(10, 10)]
    points = overlay_shapes.points_along(line, 4)
    assert [point.toTuple() for point in points] == [(0, 0), (4, 0), (8, 0), (10, 2), (10, 6), (10, 10)]
    with pytest.raises(ValueError, match="spacing"):
        overlay_shapes.points_along(line, 0)


def test_shortened_lines_never_turn_round() -> None:
    start, end = overlay_shapes.shortened(QPointF(0, 0), QPointF(10, 0), 2, 3)
    assert (start.x(), end.x()) == (2, 7)
    start, end = overlay_shapes.shortened(QPointF(0, 0), QPointF(4, 0), 3, 3)
    assert start == end == QPointF(2, 0)


def test_cells_bounds_of_nothing_is_null() -> None:
    assert geometry.cells_bounds(()).isNull()
    assert geometry.cells_bounds({(1, 2), (3, 2)}) == QRectF(CELL, 2 * CELL, 3 * CELL, CELL)
