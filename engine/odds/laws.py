"""Laws of harm as linear maps: what a run of strikes does to a body, whatever it has suffered before.

A row of each matrix stands for the harm before, a column for the harm after. Harm beyond the end of the
endurance's list counts as its end, where nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.model.strikes import Endurance, StrikeLaw

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


class Volley(NamedTuple):
    """What strikes at one attempt do. For each harm before, `clear`, `hit` and `fallen` sum to 1."""

    clear: Matrix
    """Still in the fight and not thrown back."""
    hit: Matrix
    """Still in the fight, thrown back."""
    fallen: Vector
    dealt: Vector
    """Expected harm of these strikes."""


class Attempt(NamedTuple):
    """What comes of one attempt at a step, for each harm before."""

    moves: Matrix
    """On the left the chances to get on to the next step, on the right to be thrown back and try again."""
    ends: Matrix
    """The walk is over short of its end."""
    sums: Matrix
    """Three columns: chance to fall, expected harm, and the chance that a strike on arrival ends the walk."""


def volley(laws: Sequence[StrikeLaw], endurance: Endurance, stops_at_first: bool = False) -> Volley:
    """Strikes one after the other, until the body is out or, with `stops_at_first`, until one has hit."""
    size = len(endurance.out)
    clear, hit = np.eye(size), np.zeros((size, size))
    fallen, dealt = np.zeros(size), np.zeros(size)
    for law in laws:
        misses, hits, falls = _strike(law, endurance)
        struck = clear if stops_at_first else clear + hit
        fallen = fallen + struck @ falls
        dealt = dealt + struck.sum(axis=1) * law.mean_harm
        hit = clear @ hits + (hit if stops_at_first else hit @ (misses + hits))
        clear = clear @ misses
    return Volley(clear, hit, fallen, dealt)


def attempt(
    leaving: Volley, threshold: Volley, entering: Volley, is_last: bool, tries_again: bool
) -> Attempt:
    """One attempt at a step: strikes at leaving, then before the square is entered, then on it.

    A body that is stopped on the last square of its path has arrived.
    """
    nowhere = np.zeros_like(leaving.hit)
    again, ends = (leaving.hit, nowhere) if tries_again else (nowhere, leaving.hit)
    halted = leaving.clear @ threshold.hit
    across = leaving.clear @ threshold.clear
    stopped = across @ entering.hit
    there = across @ entering.clear
    fallen = leaving.fallen + leaving.clear @ threshold.fallen + across @ entering.fallen
    dealt = leaving.dealt + leaving.clear @ threshold.dealt + across @ entering.dealt
    return Attempt(
        moves=np.hstack((there + stopped if is_last else there, again)),
        ends=ends + halted if is_last else ends + halted + stopped,
        sums=np.column_stack((fallen, dealt, (halted + stopped).sum(axis=1))),
    )


def _strike(law: StrikeLaw, endurance: Endurance) -> tuple[Matrix, Matrix, Vector]:
    """Transitions of one strike that misses and that hits, and the chance to fall of it."""
    size = len(endurance.out)
    before = np.arange(size)
    misses, hits, fallen = np.zeros((size, size)), np.zeros((size, size)), np.zeros(size)
    for branch in law.branches:
        after = np.minimum(before + branch.harm, size - 1)
        out = _falls(endurance, before, after) if branch.harm else np.zeros(size)
        fallen += branch.chance * out
        (hits if branch.stops else misses)[before, after] += branch.chance * (1 - out)
    return misses, hits, fallen


def _falls(endurance: Endurance, before: NDArray[np.int_], after: NDArray[np.int_]) -> Vector:
    """Chance that a body standing at one total of harm is out at a higher one, if judged at once."""
    if not endurance.at_once:
        return np.zeros(len(before))
    out = np.array(endurance.out)
    was, now = out[before], out[after]
    standing = np.where(was < 1, 1 - was, 1)
    return np.where(was < 1, np.maximum(0, now - was) / standing, 1.0)
