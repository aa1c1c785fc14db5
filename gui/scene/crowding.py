"""Tokens that share squares: each drawn smaller in a part of its own, so that none hides another.

Pure geometry. A mover sent back may stand among allies, bodies block nobody (rulings G3), and by some rules
opponents share a space.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple

from engine.views.look import TokenView
from gui.scene.geometry import CELL, centre

UNDER_LARGER = 0.6
"""Share of its size for a token on the squares of a larger one."""

OVER_FALLEN = 0.86
"""Share of its size for the only one that stands among fallen; a fighter, not a crowd."""

BESIDE_STANDING = 0.4
"""Share of its size for the fallen in the corner of somebody's squares."""


class Spot(NamedTuple):
    """Where a token is drawn on its squares: a share of its size, moved by scene units from the middle."""

    share: float = 1.0
    dx: float = 0.0
    dy: float = 0.0


ALONE = Spot()


def spots(tokens: Sequence[TokenView]) -> dict[str, Spot]:
    """The spot of each token that shares a square so that it would be hidden or hide; others are left out."""
    found: dict[str, Spot] = {}
    by_place: dict[tuple[int, int, int], list[TokenView]] = {}
    for token in tokens:
        by_place.setdefault((*token.cell, token.size), []).append(token)
    for group in by_place.values():
        if len(group) > 1:
            found.update(_shared(sorted(group, key=lambda token: (token.down, token.id))))
    for token in tokens:
        larger = next((other for other in tokens if _covers(other, token)), None)
        if token.id not in found and larger is not None:
            found[token.id] = _outwards(token, larger)
    return found


def _shared(group: Sequence[TokenView]) -> dict[str, Spot]:
    """The spots of tokens of one size on the same squares, who stand before who lie."""
    fallen = [token for token in group if token.down]
    if len(group) - len(fallen) != 1:
        return {token.id: _part(place, len(group), token.size) for place, token in enumerate(group)}
    half = group[0].size * CELL / 2
    shift = -half * (1 - OVER_FALLEN)
    lying = {token.id: _corner(place, len(fallen), half) for place, token in enumerate(fallen)}
    return {group[0].id: Spot(OVER_FALLEN, shift, shift)} | lying


def _corner(place: int, count: int, half: float) -> Spot:
    """One of `count` in a row along the lower edge, from the right; more than fit overlap."""
    rim = half * (1 - BESIDE_STANDING)
    step = min(2 * half * BESIDE_STANDING, 2 * rim / max(count - 1, 1))
    return Spot(BESIDE_STANDING, rim - place * step, rim)


def _part(place: int, count: int, size: int) -> Spot:
    """One of `count` places: two across a diagonal, more in a square of rows."""
    half = size * CELL / 2
    if count == 2:
        share = 0.62
        shift = half * (1 - share) * (1 if place else -1)
        return Spot(share, shift, shift)
    rows = ceil(sqrt(count))
    row, column = divmod(place, rows)
    step = 2 * half / rows
    return Spot(1 / rows, (column + 0.5) * step - half, (row + 0.5) * step - half)


def _covers(other: TokenView, token: TokenView) -> bool:
    """Whether a larger token stands on all squares of this one."""
    if other.size <= token.size:
        return False
    dx, dy = token.cell[0] - other.cell[0], token.cell[1] - other.cell[1]
    room = other.size - token.size
    return 0 <= dx <= room and 0 <= dy <= room


def _outwards(token: TokenView, larger: TokenView) -> Spot:
    """Towards the rim of the larger token, whose letters stay readable."""
    here, there = centre(token.cell, token.size), centre(larger.cell, larger.size)
    shift = token.size * CELL / 2 * (1 - UNDER_LARGER)
    return Spot(UNDER_LARGER, _sign(here.x() - there.x()) * shift, _sign(here.y() - there.y()) * shift)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
