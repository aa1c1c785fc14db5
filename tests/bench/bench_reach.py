"""Reach of a fast mover against scipy's Dijkstra on a graph of the same moves, built beforehand."""

import random
from collections.abc import Iterator

import numpy as np
from contest import Result, cost, faster
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from engine.grid.barriers import Barriers
from engine.grid.cells import Extent, bits
from engine.grid.metric import Metric
from engine.grid.search import Ground, reachable, reachable_layers

SIDE, BUDGET, WALLS, MOVERS = 100, 24, 0.2, 9


def bench() -> Iterator[Result]:
    """Reach of a 24-square mover on 100 x 100 squares, a fifth of them solid, with strict corners."""
    ground, starts = scene()
    graph = graph_of(ground)
    check(ground, graph, starts)

    def scipy() -> None:
        for start in starts:
            dijkstra(graph, indices=start, limit=BUDGET)

    def layers() -> None:
        for start in starts:
            reachable_layers(ground, start, BUDGET, Metric.SQUARE)

    def costs() -> None:
        for start in starts:
            reachable(ground, start, BUDGET, Metric.SQUARE)

    yield faster("reach of 24 squares / scipy dijkstra", layers, scipy, times=4)
    yield cost("the same as a dict of costs", costs, scipy, times=4)


def scene() -> tuple[Ground, list[int]]:
    """A map of scattered solid squares, and movers that get far on it: a pocket would be no test."""
    dice = random.Random(20)
    extent = Extent(SIDE, SIDE)
    cells = [extent.cell(i) for i in range(extent.count)]
    barriers = Barriers(extent, dice.sample(cells, round(WALLS * extent.count)))
    ground = Ground(extent, barriers.step_planes(1))
    free = list(bits(barriers.standable(1)))
    dice.shuffle(free)
    roomy = (cell for cell in free if len(reachable(ground, cell, BUDGET, Metric.SQUARE)) > 900)
    return ground, [next(roomy) for _ in range(MOVERS)]


def graph_of(ground: Ground) -> csr_array:
    """The same moves as a sparse matrix."""
    steps = zip(ground.steps, ground.extent.offsets(), strict=True)
    pairs = [(cell, cell + offset) for plane, offset in steps for cell in bits(plane)]
    rows, columns = np.array(pairs).T
    return csr_array((np.ones(len(pairs)), (rows, columns)), shape=(ground.extent.count,) * 2)


def check(ground: Ground, graph: csr_array, starts: list[int]) -> None:
    """Both contenders must give the same answer."""
    for start in starts:
        far = dijkstra(graph, indices=start, limit=BUDGET)
        expected = {int(cell): int(far[cell]) for cell in np.flatnonzero(np.isfinite(far))}
        if reachable(ground, start, BUDGET, Metric.SQUARE) != expected:
            raise AssertionError("the two searches disagree")
