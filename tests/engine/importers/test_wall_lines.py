"""Thinning, clipping and opening of wall lines."""

from math import cos, hypot, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.importers.lines import (
    TOLERANCE,
    Box,
    Doorways,
    clipped,
    opened,
    pieces,
    thinned,
    without_repeats,
)

BOX = Box(0, 0, 10, 8)
coordinate = st.integers(-40, 120).map(lambda n: n / 8)
point = st.tuples(coordinate, coordinate)


def away(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0 if square == 0 else max(0, min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def test_repeated_points_are_dropped_but_a_closed_line_stays_closed():
    assert without_repeats([(0, 0), (0, 0), (1, 0), (0, 0)]) == [(0, 0), (1, 0), (0, 0)]


def test_a_straight_run_keeps_its_ends_only():
    assert thinned([(x / 10, 0.0) for x in range(101)]) == [(0, 0), (10, 0)]


def test_corners_stay_corners():
    corner = [(0, 0), (5, 0), (5, 5), (0, 5), (0, 0)]
    assert thinned(corner) == corner


def test_a_round_cave_gets_few_points_all_its_own():
    cave = [(5 + 4 * cos(a * pi / 180), 5 + 4 * sin(a * pi / 180)) for a in range(361)]
    thin = thinned(cave)
    assert len(thin) < 40
    assert set(thin) <= set(cave)


@given(st.lists(point, min_size=2, max_size=30))
def test_no_point_is_farther_from_the_thinned_line_than_allowed(line):
    thin = thinned(line)
    assert thin[0] == line[0]
    assert thin[-1] == line[-1]
    assert all(min(away(p, *piece) for piece in pieces(thin)) <= TOLERANCE + 1e-9 for p in line)


@pytest.mark.parametrize(
    ("piece", "part"),
    [
        (((1, 1), (9, 7)), ((1, 1), (9, 7))),
        (((-5, 4), (5, 4)), ((0, 4), (5, 4))),
        (((5, 4), (-5, 4)), ((5, 4), (0, 4))),
        (((-5, 4), (15, 4)), ((0, 4), (10, 4))),
        (((-2, -2), (4, 4)), ((0, 0), (4, 4))),
        (((-5, 4), (-1, 4)), None),
        (((0, 9), (10, 9)), None),
        (((-1, 1), (1, -1)), None),  # touches the corner only
        (((0, 0), (10, 0)), ((0, 0), (10, 0))),
    ],
)
def test_a_piece_is_clipped_to_the_map(piece, part):
    assert clipped(piece, BOX) == part


@given(st.tuples(point, point))
def test_what_is_clipped_lies_in_the_box_and_on_the_piece(piece):
    part = clipped(piece, BOX)
    if part is not None:
        near = Box(BOX.left - 1e-9, BOX.top - 1e-9, BOX.right + 1e-9, BOX.bottom + 1e-9)
        assert all(near.contains(end) and away(end, *piece) < 1e-9 for end in part)


GAP = ((4, 0), (5, 0))


@pytest.mark.parametrize(
    ("wall", "left"),
    [
        (((0, 0), (10, 0)), [((0, 0), (4, 0)), ((5, 0), (10, 0))]),
        (((10, 0), (0, 0)), [((10, 0), (5, 0)), ((4, 0), (0, 0))]),
        (((0, 0.08), (10, 0.08)), [((0, 0.08), (4, 0.08)), ((5, 0.08), (10, 0.08))]),
        (((4, 0), (5, 0)), []),
        (((4.2, 0), (4.7, 0)), []),
        (((4.5, 0), (9, 0)), [((5, 0), (9, 0))]),
        (((0, 0), (4, 0)), None),  # ends where the door begins
        (((5, 0), (10, 0)), None),
        (((0, 0.3), (10, 0.3)), None),  # the next wall
        (((4.5, -2), (4.5, 2)), None),  # across the door
        (((0, -4), (9, 5)), None),
    ],
)
def test_a_wall_along_a_door_is_opened(wall, left):
    assert opened(wall, GAP) == left


def test_a_long_wall_that_is_not_quite_parallel_is_judged_at_the_door():
    assert opened(((0, 0), (40, 0.6)), GAP) is not None  # 0.07 off at the door
    assert opened(((0, 0), (40, 3)), GAP) is None


def test_the_doorways_of_a_map_cut_a_wall_as_they_would_one_by_one():
    gaps = [((x, 4), (x + 1, 4)) for x in (1, 6)] + [((3, 0), (3, 1)), ((6, 5), (7, 5))]
    assert Doorways(gaps).cut(((0, 4), (10, 4))) == (
        [((0, 4), (1, 4)), ((2, 4), (6, 4)), ((7, 4), (10, 4))],
        2,
    )
    assert Doorways(gaps).cut(((3, 8), (3, -8))) == ([((3, 8), (3, 1)), ((3, 0), (3, -8))], 1)
    assert Doorways(gaps).cut(((0, 3), (10, 3))) == ([((0, 3), (10, 3))], 0)
    assert Doorways([]).cut(((0, 3), (10, 3))) == ([((0, 3), (10, 3))], 0)


def test_a_very_long_line_is_thinned_in_stretches():
    noisy = [(x / 50, (x * 7919 % 13) / 40) for x in range(20_000)]
    thin = thinned(noisy)
    assert thin[0] == noisy[0]
    assert thin[-1] == noisy[-1]
    straight = thinned([(x / 50, 0.0) for x in range(20_000)])
    assert 2 <= len(straight) <= 101
