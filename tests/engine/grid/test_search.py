"""Reach and routes against textbook searches over (cell, parity)."""

import heapq
from collections.abc import Iterator
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.grid.barriers import Barriers
from engine.grid.cells import DIRECTIONS, Extent, bits, mask_of
from engine.grid.metric import Metric, path_cost, step_cost
from engine.grid.search import Ground, costs_to, reachable, reachable_layers, route, safest_route

metrics = st.sampled_from(list(Metric))
parities = st.integers(0, 1)
budgets = st.integers(0, 9)


@st.composite
def grounds(draw: st.DrawFn, side: int = 7) -> Ground:
    """Any set of steps on the map, one-way ones included: bodies make steps one-way."""
    extent = Extent(draw(st.integers(1, side)), draw(st.integers(1, side)))
    full = (1 << extent.count) - 1
    mask = st.integers(0, full)
    steps = []
    for dx, dy in DIRECTIONS:
        on_map = mask_of(
            [
                i
                for i in range(extent.count)
                if extent.contains((i % extent.width + dx, i // extent.width + dy))
            ]
        )
        steps.append(on_map & (draw(mask) | draw(mask)))
    slow = draw(st.one_of(st.just(0), mask))
    return Ground(extent, tuple(steps), slow)


def steps_from(ground: Ground, cell: int, parity: int, metric: Metric) -> Iterator[tuple[int, int, int]]:
    for d, offset in enumerate(ground.extent.offsets()):
        if ground.steps[d] >> cell & 1:
            factor = 1 + (ground.slow >> (cell + offset) & 1)
            cost, after = step_cost(metric, d % 2 == 1, parity, factor)
            yield cell + offset, after, cost


def dijkstra(ground: Ground, start: int, budget: int, metric: Metric, parity: int) -> dict[int, int]:
    best: dict[tuple[int, int], int] = {}
    queue = [(0, start, parity)]
    while queue:
        cost, cell, p = heapq.heappop(queue)
        if cost > budget or best.get((cell, p), budget + 1) <= cost:
            continue
        best[cell, p] = cost
        for after, turned, step in steps_from(ground, cell, p, metric):
            heapq.heappush(queue, (cost + step, after, turned))
    costs: dict[int, int] = {}
    for (cell, _), cost in best.items():
        costs[cell] = min(cost, costs.get(cell, cost))
    return costs


def outcomes(
    ground: Ground, start: int, goal: int, budget: int, metric: Metric, parity: int, harm: dict[int, int]
) -> set[tuple[int, int]]:
    """Every (cost, least harm at that cost) of a way to the goal within budget, by a table of costs."""
    table: list[dict[tuple[int, int], int]] = [{} for _ in range(budget + 1)]
    table[0][start, parity] = 0
    for cost, row in enumerate(table):
        for (cell, p), suffered in row.items():
            for after, turned, step in steps_from(ground, cell, p, metric):
                if cost + step <= budget:
                    total = suffered + harm.get(cell, 0)
                    known = table[cost + step].get((after, turned), total)
                    table[cost + step][after, turned] = min(known, total)
    return {
        (cost, suffered) for cost, row in enumerate(table) for (c, _), suffered in row.items() if c == goal
    }


def walk_of(ground: Ground, way: tuple[int, ...], metric: Metric, parity: int) -> int:
    """Cost of a way, after checking that each of its steps is open."""
    for a, b in pairwise(way):
        assert any(
            ground.extent.offsets()[d] == b - a and ground.steps[d] >> a & 1 for d in range(len(DIRECTIONS))
        )
    slow = {ground.extent.cell(i): 2 for i in bits(ground.slow)}
    return path_cost(metric, [ground.extent.cell(i) for i in way], parity, slow)[0]


@given(grounds(), st.data(), budgets, metrics, parities)
@settings(max_examples=100, deadline=None)
def test_reach_equals_dijkstra(
    ground: Ground, data: st.DataObject, budget: int, metric: Metric, parity: int
) -> None:
    start = data.draw(st.integers(0, ground.extent.count - 1))
    expected = dijkstra(ground, start, budget, metric, parity)
    assert reachable(ground, start, budget, metric, parity) == expected
    layers = reachable_layers(ground, start, budget, metric, parity)
    for cost in range(budget + 1):
        assert set(bits(layers.within(cost))) == {cell for cell, least in expected.items() if least <= cost}


@given(grounds(), st.data(), budgets, metrics, parities)
@settings(max_examples=50, deadline=None)
def test_costs_to_goals_equal_dijkstra_from_each_cell(
    ground: Ground, data: st.DataObject, budget: int, metric: Metric, parity: int
) -> None:
    cells = st.integers(0, ground.extent.count - 1)
    goals = data.draw(st.sets(cells, max_size=3))
    expected = {}
    for cell in range(ground.extent.count):
        found = dijkstra(ground, cell, budget, metric, parity)
        if goals & found.keys():
            expected[cell] = min(found[goal] for goal in goals & found.keys())
    assert costs_to(ground, goals, budget, metric, parity) == expected


@given(grounds(), st.data(), budgets, metrics, parities)
@settings(max_examples=100, deadline=None)
def test_route_is_cheapest_then_least_harmful(
    ground: Ground, data: st.DataObject, budget: int, metric: Metric, parity: int
) -> None:
    cells = st.integers(0, ground.extent.count - 1)
    start, goal = data.draw(cells), data.draw(cells)
    harm = data.draw(st.dictionaries(cells, st.integers(0, 3)))
    way = route(ground, start, goal, budget, metric, parity, harm)
    expected = outcomes(ground, start, goal, budget, metric, parity, harm)
    if way is None:
        assert not expected
        return
    assert (way[0], way[-1]) == (start, goal)
    suffered = sum(harm.get(cell, 0) for cell in way[:-1])
    assert (walk_of(ground, way, metric, parity), suffered) == min(expected)


@given(grounds(), st.data(), budgets, metrics, parities)
@settings(max_examples=100, deadline=None)
def test_safest_route_is_least_harmful_then_cheapest(
    ground: Ground, data: st.DataObject, budget: int, metric: Metric, parity: int
) -> None:
    cells = st.integers(0, ground.extent.count - 1)
    start, goal = data.draw(cells), data.draw(cells)
    harm = data.draw(st.dictionaries(cells, st.integers(0, 3)))
    way = safest_route(ground, start, goal, budget, metric, parity, harm)
    expected = outcomes(ground, start, goal, budget, metric, parity, harm)
    if way is None:
        assert not expected
        return
    assert (way[0], way[-1]) == (start, goal)
    suffered = sum(harm.get(cell, 0) for cell in way[:-1])
    cost = walk_of(ground, way, metric, parity)
    assert (suffered, cost) == min((h, c) for c, h in expected)


def drawn(text: str, size: int = 1) -> tuple[Ground, dict[str, int]]:
    """A ground from a drawing: # solid, ~ slow; letters name cells."""
    rows = text.split()
    extent = Extent(len(rows[0]), len(rows))
    marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    barriers = Barriers(extent, [c for c, mark in marks.items() if mark == "#"])
    slow = mask_of([extent.index(c) for c, mark in marks.items() if mark == "~"])
    named = {mark: extent.index(c) for c, mark in marks.items() if mark.isalpha()}
    return Ground(extent, barriers.step_planes(size), slow), named


HALL = """
    .........
    .a.......
    .........
    .......b.
    .........
"""
PILLARS = """
    ..........
    .a.#..#...
    ......#.b.
    ..#....#..
    ..........
"""
MARSH = """
    a~~~~~b
    .######
    .......
"""


# Counted by hand on the drawings.
@pytest.mark.parametrize(
    ("text", "size", "metric", "counts"),
    [
        (HALL, 1, Metric.SQUARE, [1, 8, 7, 9, 5, 5, 5, 5]),
        (HALL, 1, Metric.ALTERNATING, [1, 8, 6, 7, 6, 5, 5, 5, 2]),
        (HALL, 2, Metric.SQUARE, [1, 8, 7, 4, 4, 4, 4]),
        (PILLARS, 1, Metric.SQUARE, [1, 8, 4, 6, 9, 3, 2, 4, 8]),
        (PILLARS, 2, Metric.SQUARE, [1, 3, 1, 1]),
        (MARSH, 1, Metric.SQUARE, [1, 1, 2, 1, 2, 1, 2, 1, 2, 0, 1, 1]),
    ],
)
def test_cells_by_cost(text: str, size: int, metric: Metric, counts: list[int]) -> None:
    ground, at = drawn(text, size)
    layers = reachable_layers(ground, at["a"], 30, metric)
    assert [layers.within(cost).bit_count() for cost in range(len(counts))] == list(accumulate(counts))
    assert layers.within(30) == layers.within(len(counts) - 1)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        # Depth 1 in the open: 4 corners of 3 steps, 10 sides of 5 each way round, the rest 8.
        ("... ... ...", [9, 40, 200]),
        # Round one pillar no diagonal is open: two ways from each of the eight squares.
        ("... .#. ...", [8, 16, 32]),
        ("..#.. .....", [9, 28, 90]),
    ],
)
def test_number_of_walks_to_each_depth(text: str, counts: list[int]) -> None:
    ground, _ = drawn(text)
    walks = {cell: 1 for cell, mark in enumerate(text.replace(" ", "")) if mark != "#"}
    for count in counts:
        assert sum(walks.values()) == count
        onward: dict[int, int] = {}
        for cell, ways in walks.items():
            for after, _, _ in steps_from(ground, cell, 0, Metric.SQUARE):
                onward[after] = onward.get(after, 0) + ways
        walks = onward


def test_slow_ground_decides_between_long_and_short_way() -> None:
    ground, at = drawn(MARSH)
    assert reachable(ground, at["a"], 30, Metric.SQUARE)[at["b"]] == 11
    assert at["b"] not in reachable(ground, at["a"], 10, Metric.SQUARE)


def test_a_wide_body_needs_a_wide_gap() -> None:
    text = ".....  .....  ##.##  .....  ....."
    narrow = drawn(text, 2)[0]
    assert len(reachable(narrow, 0, 30, Metric.SQUARE)) == 4
    wide = drawn(text.replace("##.##", "##..#"), 2)[0]
    assert len(reachable(wide, 0, 30, Metric.SQUARE)) == 10


@given(st.integers(0, 14), st.integers(0, 14), st.integers(0, 14), st.integers(0, 14))
@settings(max_examples=50, deadline=None)
def test_a_way_in_the_open_keeps_to_the_straight_line(ax: int, ay: int, bx: int, by: int) -> None:
    extent = Extent(15, 15)
    ground = Ground(extent, Barriers(extent).step_planes(1))
    way = route(ground, extent.index((ax, ay)), extent.index((bx, by)), 20, Metric.SQUARE)
    assert way is not None
    longer = max(abs(bx - ax), abs(by - ay))
    assert len(way) == longer + 1
    for x, y in map(extent.cell, way):
        off = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax))  # half a square off is off == longer / 2
        assert 2 * off <= longer


def test_a_cheapest_way_avoids_harm_and_a_safest_way_goes_round() -> None:
    ground, at = drawn(HALL)
    goal = ground.extent.index((7, 1))
    row = {ground.extent.index((x, y)): 1 for x in (3, 4) for y in (0, 1, 2, 3)}
    cheapest = route(ground, at["a"], goal, 20, Metric.SQUARE, harm=row)
    assert cheapest is not None
    assert (len(cheapest) - 1, sum(row.get(c, 0) for c in cheapest)) == (6, 1)
    safest = safest_route(ground, at["a"], goal, 20, Metric.SQUARE, harm=row)
    assert safest is not None
    assert (len(safest) - 1, sum(row.get(c, 0) for c in safest)) == (7, 0)
    assert safest_route(ground, at["a"], goal, 6, Metric.SQUARE, harm=row) == cheapest


def test_a_goal_out_of_budget_or_walled_off_has_no_way() -> None:
    ground, at = drawn("a#b .#. .#.")
    assert route(ground, at["a"], at["b"], 30, Metric.SQUARE) is None
    assert safest_route(ground, at["a"], at["b"], 30, Metric.SQUARE, harm={0: 1}) is None
    hall, at = drawn(HALL)
    assert route(hall, at["a"], at["b"], 5, Metric.SQUARE) is None
    assert route(hall, at["a"], at["a"], 0, Metric.SQUARE) == (at["a"],)


def test_a_negative_budget_is_a_bug() -> None:
    ground, at = drawn(HALL)
    with pytest.raises(ValueError, match="not negative"):
        reachable(ground, at["a"], -1, Metric.SQUARE)
