"""Bursts, cones and lines."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.grid.areas import burst, cone, line
from engine.grid.cells import DIRECTIONS, Cell
from engine.grid.metric import Metric, distance

cells = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
lengths = st.integers(0, 6)
metrics = st.sampled_from(list(Metric))


def picture(area: frozenset[Cell], size: int) -> list[str]:
    block = range(-size, size + 1)
    return ["".join("#" if (x, y) in area else "." for x in block) for y in block]


def test_bursts_under_the_three_metrics() -> None:
    assert picture(burst((0, 0), 2), 2) == ["#####"] * 5
    assert picture(burst((0, 0), 3, Metric.ALTERNATING), 3) == [
        "..###..",
        ".#####.",
        "#######",
        "#######",
        "#######",
        ".#####.",
        "..###..",
    ]
    assert picture(burst((0, 0), 4, Metric.EUCLID), 4)[0] == "..#####.."
    assert burst((3, 4), 0) == {(3, 4)}


@given(cells, lengths, metrics)
def test_a_burst_is_all_cells_within_its_radius(centre: Cell, radius: int, metric: Metric) -> None:
    area = burst(centre, radius, metric)
    x, y = centre
    around = [(x + i, y + j) for i in range(-8, 9) for j in range(-8, 9)]
    assert area == {c for c in around if distance(metric, c[0] - x, c[1] - y) <= radius}


def test_a_cone_along_an_axis_widens_by_one_on_each_side() -> None:
    assert picture(cone((0, 0), (1, 0), 3), 3) == [
        "......#",
        ".....##",
        "....###",
        "....###",
        "....###",
        ".....##",
        "......#",
    ]


def test_a_diagonal_cone_is_a_quarter_of_the_block() -> None:
    assert cone((0, 0), (1, 1), 3) == burst((0, 0), 3) & {
        (x, y) for x in range(4) for y in range(4) if (x, y) != (0, 0)
    }


@given(cells, st.integers(1, 6), metrics)
def test_the_four_cones_along_the_axes_cover_the_burst(origin: Cell, length: int, metric: Metric) -> None:
    straight = [cone(origin, d, length, metric) for d in DIRECTIONS[::2]]
    slanted = [cone(origin, d, length, metric) for d in DIRECTIONS[1::2]]
    assert frozenset().union(*straight) == frozenset().union(*slanted)
    assert frozenset().union(*straight) == burst(origin, length, metric) - {origin}
    assert len({len(area) for area in straight}) == len({len(area) for area in slanted}) == 1


@given(cells, cells, st.integers(1, 5))
def test_a_longer_pointer_is_the_same_direction(origin: Cell, direction: Cell, factor: int) -> None:
    if direction == (0, 0):
        with pytest.raises(ValueError, match="direction"):
            cone(origin, direction, 3)
        return
    longer = direction[0] * factor, direction[1] * factor
    assert cone(origin, direction, 5) == cone(origin, longer, 5)


@given(cells, cells)
def test_a_line_goes_from_neighbour_to_neighbour_and_is_the_same_back(a: Cell, b: Cell) -> None:
    way = line(a, b)
    assert (way[0], way[-1]) == (a, b)
    assert len(way) == distance(Metric.SQUARE, b[0] - a[0], b[1] - a[1]) + 1
    assert all(distance(Metric.SQUARE, q[0] - p[0], q[1] - p[1]) == 1 for p, q in pairwise(way))
    assert line(b, a) == way[::-1]
    steps = len(way) - 1
    for x, y in way:  # never more than half a square from the straight line, along the shorter axis
        off = abs((x - a[0]) * (b[1] - a[1]) - (y - a[1]) * (b[0] - a[0]))
        assert 2 * off <= steps


def test_a_line_between_two_cells_takes_the_upper_one() -> None:
    assert line((0, 0), (2, 1)) == ((0, 0), (1, 0), (2, 1))
    assert line((2, 1), (0, 0)) == ((2, 1), (1, 0), (0, 0))
