"""Lets chance flow along a path: from attempt to attempt, square of movement by square of movement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.odds.laws import Attempt, Vector

Chances = NDArray[np.float64]
"""Chance for each step of the path (and, last, its end), parity of diagonals, and harm suffered."""


class Node(NamedTuple):
    """An attempt at one step of the path; `costs` are (squares, parity after) for each parity before."""

    attempt: Attempt
    costs: tuple[tuple[int, int], ...]


class Flow(NamedTuple):
    """Where chance ended up. `at_end` is the chance for each harm of a body that was not seen to fall."""

    arrives: float
    fallen: float
    short: float
    stopped: float
    dealt: float
    at_end: Vector


def flow(
    nodes: Sequence[Node],
    spent: int,
    parity: int,
    allowance: int,
    opening: Attempt | None = None,
    failed_counts: bool = True,
) -> Flow:
    """Begin at the first step unhurt, with `spent` squares used of the `allowance`.

    `opening` is the very first attempt, where it is not like those that repeat it. `failed_counts`: whether
    an attempt thrown back changes the parity of diagonals as well.
    """
    return _Flow(nodes, allowance, opening, failed_counts).run(spent, parity)


class _Way(NamedTuple):
    """The attempts of one cost that change the parity, or do not. `of` is 1 for each; None means all.

    `turns_back`: whether one that is thrown back changes it too.
    """

    cost: int
    turns: bool
    turns_back: bool
    of: Chances | None

    def follow(self, moved: Chances, after: Chances) -> None:
        """Add what gets on to the next step, and what is thrown back to the same."""
        harms = after.shape[-1]
        part = moved if self.of is None else moved * self.of
        there = after[:, ::-1] if self.turns else after
        back = there if self.turns_back else after
        there[1:] += part[..., :harms]
        back[:-1] += part[..., harms:]


class _Flow:
    """Follows chance from one square of movement spent to the next."""

    def __init__(
        self, nodes: Sequence[Node], allowance: int, opening: Attempt | None, failed_counts: bool
    ) -> None:
        self._nodes, self._allowance, self._opening = nodes, allowance, opening
        self._failed_counts = failed_counts
        self._moves = np.array([node.attempt.moves for node in nodes])
        self._costs = np.array([[cost for cost, _ in node.costs] for node in nodes])
        self._dearest = int(self._costs.max())
        turns = [[after != before for before, (_, after) in enumerate(node.costs)] for node in nodes]
        kinds = {
            (cost, turn)
            for node, row in zip(nodes, turns, strict=True)
            for (cost, _), turn in zip(node.costs, row, strict=True)
        }
        self._ways = [self._way(cost, turn, np.array(turns)) for cost, turn in sorted(kinds)]

    def _way(self, cost: int, turns: bool, turning: NDArray[np.bool_]) -> _Way:
        of = (self._costs == cost) & (turning == turns)
        return _Way(
            cost,
            turns,
            turns and self._failed_counts,
            None if of.all() else of[..., np.newaxis].astype(float),
        )

    def run(self, spent: int, parity: int) -> Flow:
        """Attempts in the order of the movement spent: each is met when all of its chance is there."""
        count, parities, harms = *self._costs.shape, len(self._nodes[0].attempt.sums)
        mass = np.zeros((max(self._allowance, spent) + 1, count + 1, parities, harms))
        mass[spent, 0, parity, 0] = 1.0
        tried = np.zeros((count, parities, harms))
        short = np.zeros(harms)
        done = [(self._opening, self._open(mass, spent, parity))] if self._opening else []
        for now in range(spent, len(mass)):
            here = mass[now, :count]
            left = self._allowance - now
            if left < self._dearest:
                too_dear = self._costs > left
                short += here[too_dear].sum(axis=0)
                here[too_dear] = 0.0
            tried += here
            moved = here @ self._moves
            for way in self._ways:
                if way.cost <= left:
                    way.follow(moved, mass[now + way.cost])
        done += [(node.attempt, chance) for node, chance in zip(self._nodes, tried.sum(axis=1), strict=True)]
        return _ended(done, short, mass[:, count].sum(axis=(0, 1)))

    def _open(self, mass: Chances, spent: int, parity: int) -> Vector:
        """Make the very first attempt; the chance of each harm with which it was made."""
        cost, after = self._nodes[0].costs[parity]
        made: Vector = mass[spent, 0, parity].copy()
        if self._opening is None or spent + cost > self._allowance:
            return np.zeros_like(made)
        mass[spent, 0, parity] = 0.0
        moved = made @ self._opening.moves
        mass[spent + cost, 1, after] += moved[: len(made)]
        mass[spent + cost, 0, after if self._failed_counts else parity] += moved[len(made) :]
        return made


def _ended(done: Sequence[tuple[Attempt, Vector]], short: Vector, arrived: Vector) -> Flow:
    """Add up what came of all attempts."""
    sums = np.zeros(3)
    for attempt, chance in done:
        sums += chance @ attempt.sums
        short = short + chance @ attempt.ends
    fallen, dealt, stopped = sums.tolist()
    return Flow(float(arrived.sum()), fallen, float(short.sum()), stopped, dealt, short + arrived)
