"""The outline of a set of squares as closed loops, and as a painter path with rounded corners."""

from collections.abc import Collection

from PySide6.QtGui import QPainterPath

from gui.scene.geometry import CELL, Cell

Corner = tuple[int, int]


def boundary(cells: Collection[Cell]) -> dict[Corner, list[Corner]]:
    """The sides between a square of the set and one outside, as start corner -> end corners.

    Each runs with the set on its right hand (y points down), so outer loops run clockwise.
    """
    inside = cells if isinstance(cells, (set, frozenset)) else frozenset(cells)
    sides: dict[Corner, list[Corner]] = {}
    for x, y in sorted(inside):
        if (x, y - 1) not in inside:
            sides.setdefault((x, y), []).append((x + 1, y))
        if (x + 1, y) not in inside:
            sides.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if (x, y + 1) not in inside:
            sides.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if (x - 1, y) not in inside:
            sides.setdefault((x, y + 1), []).append((x, y))
    return sides


def corner_loops(cells: Collection[Cell]) -> list[list[Corner]]:
    """The outline as closed loops of corners, straight pieces merged. Squares that only touch at a corner
    are kept apart, so that two rooms never look joined."""
    sides, loops = boundary(cells), []
    while sides:
        start = next(iter(sides))
        loop: list[Corner] = [start]
        before, here = None, start
        while True:
            ends = sides[here]
            after = _turn_right(before, here, ends)
            ends.remove(after)
            if not ends:
                del sides[here]
            before, here = here, after
            if here == start:
                break
            loop.append(here)
        loops.append(_without_straights(loop))
    return loops


def _turn_right(before: Corner | None, here: Corner, ends: list[Corner]) -> Corner:
    """Where two ways lead on (squares touching at a corner), the one that stays at the same square."""
    if len(ends) == 1 or before is None:
        return ends[0]
    dx, dy = here[0] - before[0], here[1] - before[1]
    right = (here[0] - dy, here[1] + dx)
    return right if right in ends else ends[0]


def _without_straights(loop: list[Corner]) -> list[Corner]:
    count = len(loop)
    return [
        corner
        for i, corner in enumerate(loop)
        if not (
            loop[i - 1][0] == corner[0] == loop[(i + 1) % count][0]
            or loop[i - 1][1] == corner[1] == loop[(i + 1) % count][1]
        )
    ]


def outline_path(cells: Collection[Cell], radius: float = 0.0, inset: float = 0.0) -> QPainterPath:
    """The outline in scene units, drawn `inset` units inside the squares, corners rounded by `radius`.

    The path is filled by the odd-even rule, so holes stay open.
    """
    path = QPainterPath()
    for loop in corner_loops(cells):
        _add_loop(path, loop, radius, inset)
    return path


def _add_loop(path: QPainterPath, loop: list[Corner], radius: float, inset: float) -> None:
    count = len(loop)
    for i, (x, y) in enumerate(loop):
        (px, py), (nx, ny) = loop[i - 1], loop[(i + 1) % count]
        ux, uy = _sign(x - px), _sign(y - py)  # the way in
        vx, vy = _sign(nx - x), _sign(ny - y)  # the way out
        cx = x * CELL - inset * (uy + vy)
        cy = y * CELL + inset * (ux + vx)
        if i:
            path.lineTo(cx - ux * radius, cy - uy * radius)
        else:
            path.moveTo(cx - ux * radius, cy - uy * radius)
        if radius:
            path.quadTo(cx, cy, cx + vx * radius, cy + vy * radius)
    path.closeSubpath()


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
