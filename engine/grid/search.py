"""Where a mover can get to, and by which way. Knows steps and their cost, not why a step is open.

One flood serves every question: the cells reached at each cost are one mask (two where diagonals alternate,
one for each parity), and all of them take a step at once. Rows out of the budget are left out.

``parity`` is the mover's count of diagonals modulo 2, as in ``metric.step_cost``; under 5-5-5 it does not
matter. A *state* is a cell with the parity there: least costs belong to states. All answers are exact.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate, pairwise
from operator import or_
from typing import NamedTuple

from engine.grid.cells import Extent, bits, mask_of, shifted
from engine.grid.metric import Metric, step_cost

_State = tuple[int, int]


class Ground(NamedTuple):
    """What a mover walks on: for each of ``DIRECTIONS`` the anchors from which that step is open to it.

    Walls and bodies in the way are already taken out of ``steps``. ``slow`` are the anchors that cost double
    to enter.
    """

    extent: Extent
    steps: tuple[int, ...]
    slow: int = 0


class Layers(NamedTuple):
    """What a mover can reach for each cost: ``masks[c]`` has bit i where cell ``base + i`` is within cost c.

    The last mask holds for all higher costs too, up to the budget that was asked for.
    """

    base: int
    masks: tuple[int, ...]

    def within(self, cost: int) -> int:
        """Mask, on the whole map, of the cells within ``cost``: one band of an overlay."""
        return self.masks[min(cost, len(self.masks) - 1)] << self.base


def reachable(ground: Ground, start: int, budget: int, metric: Metric, parity: int = 0) -> dict[int, int]:
    """Every cell within ``budget`` squares of movement and its least cost, the start at 0."""
    base, masks = reachable_layers(ground, start, budget, metric, parity)
    return {
        base + i: cost
        for cost, (nearer, mask) in enumerate(pairwise((0, *masks)))
        for i in bits(nearer ^ mask)
    }


def reachable_layers(ground: Ground, start: int, budget: int, metric: Metric, parity: int = 0) -> Layers:
    """The answer of ``reachable`` without spelling out each cell, which takes longer than finding it."""
    if metric is Metric.SQUARE and not ground.slow:
        return _flood_uniform(ground, start, budget)
    band = _cut(ground, (start,), budget)
    settled = _flood(band, _seeds(1 << start - band.base, metric, parity), budget, metric)
    return Layers(band.base, tuple(accumulate((even | odd for even, odd in settled), or_)))


def costs_to(
    ground: Ground, goals: Collection[int], budget: int, metric: Metric, parity: int = 0
) -> dict[int, int]:
    """Least cost from each cell to the nearest goal, where it is within ``budget``; goals are at 0.

    ``parity`` is what the mover would have in the cell it sets out from.
    """
    if not goals:
        return {}
    band = _cut(ground, goals, budget)
    seed = mask_of([goal - band.base for goal in goals])
    costs: dict[int, int] = {}
    for cost, settled in enumerate(_flood(band, (seed, seed), budget, metric, back=True)):
        costs.update(dict.fromkeys(bits(settled[parity if metric.alternates else 0] << band.base), cost))
    return costs


def route(
    ground: Ground,
    start: int,
    goal: int,
    budget: int,
    metric: Metric,
    parity: int = 0,
    harm: Mapping[int, int] | None = None,
) -> tuple[int, ...] | None:
    """A cheapest way from start to goal, both included; then the least harmful, then the straightest.

    ``harm`` is what leaving a cell costs in attacks suffered. Straight means near the line from start to
    goal. ``None`` if the goal is not within ``budget``. The same question always gets the same way.
    """
    band = _cut(ground, (start, goal), budget)
    settled = _flood(band, _seeds(1 << start - band.base, metric, parity), budget, metric)
    cheapest = _cheapest_states(band, settled, goal - band.base, metric)
    taste = _Taste(band, start, goal, harm)
    ranks: dict[_State, tuple[int, int]] = dict.fromkeys(cheapest[0], (0, 0)) if cheapest else {}
    came: dict[_State, _State] = {}
    for cost, states in enumerate(cheapest[:-1]):
        for state in sorted(states):
            for after, step in _steps_from(band, state, metric):
                if cost + step < len(cheapest) and after in cheapest[cost + step]:
                    rank = taste.after(ranks[state], state[0], after[0])
                    if after not in ranks or rank < ranks[after]:
                        ranks[after], came[after] = rank, state
    if not cheapest:
        return None
    way = [min(cheapest[-1], key=lambda state: (ranks[state], state))]
    while way[-1] in came:
        way.append(came[way[-1]])
    return tuple(band.base + cell for cell, _ in reversed(way))


def safest_route(
    ground: Ground,
    start: int,
    goal: int,
    budget: int,
    metric: Metric,
    parity: int = 0,
    harm: Mapping[int, int] | None = None,
) -> tuple[int, ...] | None:
    """A least harmful way within ``budget``, both ends included; then the cheapest, then the straightest.

    Arguments as for ``route``. A way that is both cheapest and harmless is found as quickly as by ``route``.
    """
    direct = route(ground, start, goal, budget, metric, parity, harm)
    if direct is None or not harm or not any(harm.get(cell) for cell in direct[:-1]):
        return direct
    band = _cut(ground, (start, goal), budget)
    return _safest(band, start - band.base, goal - band.base, budget, metric, parity, harm)


class _Band(NamedTuple):
    """A ground without the rows north of those that matter; indices count from ``base``."""

    base: int
    width: int
    steps: tuple[int, ...]
    slow: int
    offsets: tuple[int, ...]


def _base(ground: Ground, first: int, budget: int) -> int:
    """Index of the first cell of the northernmost row that ``budget`` can lead to from a cell."""
    if budget < 0:
        raise ValueError("a budget of movement is not negative")
    width = ground.extent.width
    return max(first // width - budget, 0) * width


def _cut(ground: Ground, around: Collection[int], budget: int) -> _Band:
    """The rows within ``budget`` of the cells ``around``: what lies south of them costs no time anyway."""
    base = _base(ground, min(around), budget)
    steps = tuple(plane >> base for plane in ground.steps)
    return _Band(base, ground.extent.width, steps, ground.slow >> base, ground.extent.offsets())


def _seeds(seed: int, metric: Metric, parity: int) -> tuple[int, int]:
    return (0, seed) if metric.alternates and parity else (seed, 0)


def _moved(steps: tuple[int, ...], edge: int, width: int) -> tuple[int, int]:
    """Where the cells of ``edge`` get by one straight step, and by one diagonal step."""
    north, northeast, east, southeast, south, southwest, west, northwest = steps
    straight = (edge & north) >> width | (edge & east) << 1 | (edge & south) << width | (edge & west) >> 1
    up = (edge & northeast) << 1 | (edge & northwest) >> 1
    down = (edge & southeast) << 1 | (edge & southwest) >> 1
    return straight, up >> width | down << width


def _flood_uniform(ground: Ground, start: int, budget: int) -> Layers:
    """Reach where every step costs one square."""
    width, base = ground.extent.width, _base(ground, start, budget)
    north, south = ground.steps[0] >> base, ground.steps[4] >> base
    # Planes of steps with an east or west part are moved by that part: so ``seen`` is moved once for all
    # three of them and not after each. Shifts cost most here, and doubling is the cheapest of them.
    northeast, east, southeast = (shifted(ground.steps[d], 1 - base) for d in (1, 2, 3))
    southwest, west, northwest = (ground.steps[d] >> base + 1 for d in (5, 6, 7))
    seen = 1 << start - base
    masks = [seen]
    for _ in range(budget):
        right, left = seen + seen, seen >> 1
        grown = (
            seen
            | right & east
            | left & west
            | (seen & north | right & northeast | left & northwest) >> width
            | (seen & south | right & southeast | left & southwest) << width
        )
        if grown == seen:
            break
        masks.append(grown)
        seen = grown
    return Layers(base, tuple(masks))


def _flood(
    band: _Band, seeds: tuple[int, int], budget: int, metric: Metric, back: bool = False
) -> list[tuple[int, int]]:
    """The states of each parity settled at each cost; ``back`` walks the steps against their direction.

    Under 5-5-5 all states have parity 0.
    """
    steps = _reversed(band) if back else band.steps
    pending = [[0, 0] for _ in range(budget + 5)]  # the dearest step, a second diagonal on slow ground, is 4
    pending[0] = list(seeds) if metric.alternates else [seeds[0], 0]
    seen = [0, 0]
    settled: list[tuple[int, int]] = []
    for cost in range(budget + 1):
        layer = pending[cost][0] & ~seen[0], pending[cost][1] & ~seen[1]
        settled.append(layer)
        for parity, edge in enumerate(layer):
            seen[parity] |= edge
            turned = 1 - parity if metric.alternates else 0
            for factor, straight, diagonal in _moves(band, steps, edge, back):
                pending[cost + factor][parity] |= straight
                dear = step_cost(metric, True, turned if back else parity, factor)[0]
                pending[cost + dear][turned] |= diagonal
    return settled


def _moves(band: _Band, steps: tuple[int, ...], edge: int, back: bool) -> Iterator[tuple[int, int, int]]:
    """(factor, straight, diagonal): the cells next to ``edge``, split by what the cell *entered* costs."""
    if not edge:
        return
    if back:  # the cell entered is the one on the edge
        slow = edge & band.slow
        yield 1, *_moved(steps, edge ^ slow, band.width)
        if slow:
            yield 2, *_moved(steps, slow, band.width)
    else:
        straight, diagonal = _moved(steps, edge, band.width)
        yield 1, straight & ~band.slow, diagonal & ~band.slow
        if band.slow:
            yield 2, straight & band.slow, diagonal & band.slow


def _reversed(band: _Band) -> tuple[int, ...]:
    """For each direction the cells that can be entered from that side."""
    arrivals = [shifted(plane, offset) for plane, offset in zip(band.steps, band.offsets, strict=True)]
    return tuple(arrivals[4:] + arrivals[:4])


def _cheapest_states(
    band: _Band, settled: list[tuple[int, int]], goal: int, metric: Metric
) -> list[set[_State]]:
    """The states on any cheapest way to the goal, by cost; empty if the goal was not settled."""
    total = next((c for c, layer in enumerate(settled) if (layer[0] | layer[1]) >> goal & 1), None)
    if total is None:
        return []
    steps = _reversed(band)
    alive = [[0, 0] for _ in range(total + 1)]
    alive[total] = [layer & 1 << goal for layer in settled[total]]
    for cost in range(total, 0, -1):
        for parity, edge in enumerate(alive[cost]):
            turned = 1 - parity if metric.alternates else 0
            for factor, straight, diagonal in _moves(band, steps, edge, back=True):
                dear = step_cost(metric, True, turned, factor)[0]
                for step, cells, before in ((factor, straight, parity), (dear, diagonal, turned)):
                    if step <= cost:
                        alive[cost - step][before] |= cells & settled[cost - step][before]
    return [{(cell, p) for p in (0, 1) for cell in bits(layer[p])} for layer in alive]


def _steps_from(band: _Band, state: _State, metric: Metric) -> Iterator[tuple[_State, int]]:
    """The states one open step away and what the step costs."""
    cell, parity = state
    for direction, offset in enumerate(band.offsets):
        if band.steps[direction] >> cell & 1:
            after = cell + offset
            factor = 2 if band.slow >> after & 1 else 1
            cost, turned = step_cost(metric, direction % 2 == 1, parity, factor)
            yield (after, turned if metric.alternates else 0), cost


class _Taste:
    """Ranks ways of equal cost by (harm suffered, distance from the straight line)."""

    def __init__(self, band: _Band, start: int, goal: int, harm: Mapping[int, int] | None) -> None:
        self._base, self._width = band.base, band.width
        self._harm = harm or {}
        self._y, self._x = divmod(start, band.width)
        goal_y, goal_x = divmod(goal, band.width)
        self._dx, self._dy = goal_x - self._x, goal_y - self._y

    def after(self, rank: tuple[int, int], left: int, entered: int) -> tuple[int, int]:
        """The rank of a way one step longer; cells as the band counts them."""
        y, x = divmod(self._base + entered, self._width)
        off = abs((x - self._x) * self._dy - (y - self._y) * self._dx)
        return rank[0] + self._harm.get(self._base + left, 0), rank[1] + off


class _Label(NamedTuple):
    """A way to a state at a cost: its rank, and the label it goes on from."""

    rank: tuple[int, int]
    state: _State
    before: "_Label | None"


def _by_rank(label: _Label) -> tuple[tuple[int, int], _State]:
    return label.rank, label.state


def _safest(
    band: _Band, start: int, goal: int, budget: int, metric: Metric, parity: int, harm: Mapping[int, int]
) -> tuple[int, ...] | None:
    """Labels by rising cost. One is kept only if it is less harmful than every cheaper one of its state."""
    remaining = _remaining(band, goal, budget, metric)
    taste = _Taste(band, band.base + start, band.base + goal, harm)
    first = _Label((0, 0), (start, parity if metric.alternates else 0), None)
    pending: list[dict[_State, _Label]] = [{} for _ in range(budget + 1)]
    pending[0][first.state] = first
    least: dict[_State, int] = {}
    found: _Label | None = None
    for cost, labels in enumerate(pending):
        for label in sorted(labels.values(), key=_by_rank):
            state = label.state
            bound = min(least.get(state, label.rank[0] + 1), found.rank[0] if found else label.rank[0] + 1)
            if label.rank[0] >= bound:
                continue
            least[state] = label.rank[0]
            if state[0] == goal:
                found = label
                continue
            for after, step in _steps_from(band, state, metric):
                if cost + step + remaining.get(after, budget) > budget:
                    continue
                rank = taste.after(label.rank, state[0], after[0])
                rival = pending[cost + step].get(after)
                if rival is None or rank < rival.rank:
                    pending[cost + step][after] = _Label(rank, after, label)
    way: list[int] = []
    while found is not None:
        way.append(band.base + found.state[0])
        found = found.before
    return tuple(reversed(way)) or None


def _remaining(band: _Band, goal: int, budget: int, metric: Metric) -> dict[_State, int]:
    """Least cost from each state to the goal."""
    seed = 1 << goal
    return {
        (cell, parity): cost
        for cost, layer in enumerate(_flood(band, (seed, seed), budget, metric, back=True))
        for parity in (0, 1)
        for cell in bits(layer[parity])
    }
