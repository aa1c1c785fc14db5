"""The arithmetic of laying a grid: corners, counts, squares and where the map begins."""

import pytest

from gui.windows.grid_fit import SMALLEST, Corner, GridFit, first_fit


def fit(
    columns: int = 10, rows: int = 8, square: float = 50.0, right: float = 100.0, down: float = 60.0
) -> GridFit:
    return GridFit((right, down), (right + columns * square, down + rows * square), columns, rows)


def test_a_frame_says_how_large_a_square_is() -> None:
    assert fit().square == 50
    assert fit().offset == (0, 10)
    assert fit().map_size(1000, 800) == (20, 16)


@pytest.mark.parametrize(("down", "offset"), [(25.0, 25.0), (26.0, -24.0), (49.0, -1.0), (50.0, 0.0)])
def test_a_first_square_mostly_on_the_picture_belongs_to_the_map(down: float, offset: float) -> None:
    assert fit(down=down).offset[1] == offset


@pytest.mark.parametrize(("width", "columns"), [(1000, 20), (1024, 20), (1026, 21), (20, 0)])
def test_the_map_has_the_squares_that_are_half_on_the_picture(width: int, columns: int) -> None:
    assert fit().map_size(width, 800)[0] == columns


def test_dragging_a_corner_a_little_changes_the_square() -> None:
    before = fit()
    after = before.dragged(Corner.FAR, (620.0, 476.0), before).settled()
    assert (after.columns, after.rows) == (10, 8)
    assert after.square == pytest.approx(52)
    assert after.first == before.first


def test_dragging_a_corner_by_squares_counts_more_of_them() -> None:
    before = fit()
    after = before.dragged(Corner.FAR, (750.0, 410.0), before)
    assert (after.columns, after.rows) == (13, 7)
    assert after.square == 50


def test_dragging_the_first_corner_keeps_the_far_one() -> None:
    before = fit()
    after = before.dragged(Corner.FIRST, (50.0, 60.0), before)
    assert (after.columns, after.rows, after.far) == (11, 8, before.far)


@pytest.mark.parametrize("corner", Corner)
def test_corners_never_meet(corner: Corner) -> None:
    before = fit()
    other = before.corner(Corner.FAR if corner is Corner.FIRST else Corner.FIRST)
    after = before.dragged(corner, (before.far if corner is Corner.FIRST else before.first), before)
    assert (after.columns, after.rows) == (1, 1)
    assert after.square == SMALLEST
    assert other in (after.first, after.far)


def test_a_nudge_keeps_the_count() -> None:
    after = fit(columns=2, rows=2).nudged(Corner.FAR, 40.0, 40.0)
    assert (after.columns, after.rows) == (2, 2)
    assert after.square == 70


def test_a_typed_count_keeps_the_frame() -> None:
    after = fit().with_counts(20, 16)
    assert after.square == 25
    assert (after.first, after.far) == (fit().first, fit().far)
    assert fit().with_counts(900, 0).square >= SMALLEST


def test_fields_move_the_whole_frame() -> None:
    moved = fit().with_offset(3.0, -4.0)
    assert moved.offset == pytest.approx((3, -4))
    assert moved.square == 50
    assert fit().with_square(40.0).far == (500, 380)


@pytest.mark.parametrize("square", [10.0, 64.0, 140.0, 5000.0])
@pytest.mark.parametrize("offset", [(0.0, 0.0), (13.5, 40.0)])
def test_the_first_frame_lies_on_the_grid(square: float, offset: tuple[float, float]) -> None:
    start = first_fit(1280, 960, square, offset)
    assert start.square == pytest.approx(square)
    for begin, wanted in zip(start.offset, offset, strict=True):
        assert (begin - wanted) % square == pytest.approx(0, abs=1e-6) or (
            begin - wanted
        ) % square == pytest.approx(square)
    if square <= 140:
        assert 0 <= start.first[0] < start.far[0] <= 1280
