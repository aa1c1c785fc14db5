"""Costs and distances under each of the metrics."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.grid.cells import DIRECTIONS, Cell
from engine.grid.metric import Metric, distance, path_cost, step_cost

metrics = st.sampled_from(list(Metric))
walks = st.lists(st.integers(0, 7), max_size=30)
symmetries = [
    (a, b, c, d)
    for a, b, c, d in [(x, 0, 0, y) for x in (1, -1) for y in (1, -1)]
    + [(0, x, y, 0) for x in (1, -1) for y in (1, -1)]
]


def walk(directions: list[int]) -> list[Cell]:
    path = [(0, 0)]
    for d in directions:
        path.append((path[-1][0] + DIRECTIONS[d][0], path[-1][1] + DIRECTIONS[d][1]))
    return path


def test_every_second_diagonal_costs_two_squares() -> None:
    assert step_cost(Metric.ALTERNATING, True, 0) == (1, 1)
    assert step_cost(Metric.ALTERNATING, True, 1) == (2, 0)
    assert step_cost(Metric.EUCLID, True, 1) == (2, 0)
    assert step_cost(Metric.SQUARE, True, 1) == (1, 0)
    assert step_cost(Metric.ALTERNATING, False, 1) == (1, 1)


def test_every_diagonal_may_cost_two_squares() -> None:
    assert [step_cost(Metric.DOUBLE, True, parity)[0] for parity in (0, 1)] == [2, 2]
    assert step_cost(Metric.DOUBLE, True, 0, 2)[0] == 4
    assert step_cost(Metric.DOUBLE, False, 1) == (1, 1)


def test_difficult_ground_multiplies_the_cost_of_the_step() -> None:
    assert step_cost(Metric.SQUARE, False, 0, 2) == (2, 0)
    assert step_cost(Metric.ALTERNATING, True, 1, 2) == (4, 0)


def test_path_cost_adds_up_and_carries_parity() -> None:
    staircase = [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert path_cost(Metric.SQUARE, staircase) == (3, 1)
    assert path_cost(Metric.ALTERNATING, staircase) == (4, 1)
    assert path_cost(Metric.ALTERNATING, staircase, parity=1) == (5, 0)
    assert path_cost(Metric.ALTERNATING, staircase, factors={(2, 2): 2}) == (6, 1)
    assert path_cost(Metric.SQUARE, [(4, 4)]) == (0, 0)


def test_path_cost_refuses_a_jump() -> None:
    with pytest.raises(ValueError, match="not neighbours"):
        path_cost(Metric.SQUARE, [(0, 0), (2, 0)])
    with pytest.raises(ValueError, match="not neighbours"):
        path_cost(Metric.SQUARE, [(0, 0), (0, 0)])


@given(metrics, walks, walks, st.integers(0, 1))
def test_cost_of_two_walks_is_cost_of_the_whole(
    metric: Metric, first: list[int], then: list[int], parity: int
) -> None:
    path = walk(first + then)
    cost_a, carried = path_cost(metric, path[: len(first) + 1], parity)
    cost_b, end = path_cost(metric, path[len(first) :], carried)
    assert path_cost(metric, path, parity) == (cost_a + cost_b, end)


@given(metrics, walks, st.integers(0, 1))
def test_path_cost_is_the_same_under_all_eight_symmetries(
    metric: Metric, directions: list[int], parity: int
) -> None:
    path = walk(directions)
    costs = {
        path_cost(metric, [(a * x + b * y, c * x + d * y) for x, y in path], parity)
        for a, b, c, d in symmetries
    }
    assert len(costs) == 1


@pytest.mark.parametrize("metric", list(Metric))
def test_a_diagonal_neighbour_is_at_distance_one(metric: Metric) -> None:
    assert distance(metric, 1, 1) == distance(metric, -1, 1) == distance(metric, 0, 1) == 1
    assert distance(metric, 0, 0) == 0


def test_distances() -> None:
    assert [distance(m, 3, -4) for m in Metric] == [4, 5, 5, 7]
    assert [distance(m, 6, 6) for m in Metric] == [6, 9, 8, 12]


@given(st.integers(-300, 300), st.integers(-300, 300))
def test_euclid_is_the_nearest_whole_square(dx: int, dy: int) -> None:
    assert distance(Metric.EUCLID, dx, dy) == round(math.hypot(dx, dy))


@given(st.integers(0, 40), st.integers(0, 40), st.sampled_from([Metric.SQUARE, Metric.ALTERNATING]))
def test_distance_is_the_cost_of_the_shortest_walk_in_the_open(dx: int, dy: int, metric: Metric) -> None:
    diagonals = min(dx, dy)
    path = walk([3] * diagonals + [2] * (dx - diagonals) + [4] * (dy - diagonals))
    assert path_cost(metric, path)[0] == distance(metric, dx, dy)
