"""Putting creatures from the library on the map, one or a cluster of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from msgspec.structs import replace

from engine.grid.cells import footprint
from engine.model.actor import Actor
from engine.model.commands import AddActor
from engine.model.phrase import Cell
from gui.bridge.table import Table
from gui.scene.map_view import Pointer
from gui.scene.marks import MapMarks
from gui.tools.context import Tool, ToolContext, stepped


def place_tool(
    context: ToolContext,
    actors: Sequence[Actor],
    start: Cell,
    placed: Callable[[Cell], None] = lambda cell: None,
) -> Tool:
    """The next click drops all of them, each on the free place nearest to the pointer.

    Or by keys: arrows move the square from `start` on, Enter drops them there. Esc puts them back.
    `placed` is told the square behind the last one.
    """
    table = context.table
    cursor = stepped(table, start, "")
    while True:
        places = free_places(table, cursor, [actor.size for actor in actors])
        covered = [
            cell
            for place, actor in zip(places, actors, strict=False)
            for cell in footprint(place, actor.size)
        ]
        context.show(MapMarks(template=frozenset(covered), cursor=cursor))
        event = yield
        if isinstance(event, Pointer):
            cursor = event.cell
            dropped = event.clicks
        elif event.action == "cancel":
            context.say("")  # how to place them is no longer asked
            return
        else:
            cursor = stepped(table, cursor, event.action)
            dropped = event.action == "accept"
        if not dropped:
            continue
        places = free_places(table, cursor, [actor.size for actor in actors])
        if len(places) < len(actors):
            context.say("There is not enough free floor near that square.")
            continue
        for actor, cell in zip(actors, places, strict=True):
            table.submit(AddActor(replace(actor, cell=cell)))
        placed(stepped(table, (places[-1][0] + actors[-1].size, places[-1][1]), ""))
        return


def free_places(table: Table, near: Cell, sizes: Sequence[int]) -> list[Cell]:
    """For each size a free place, from `near` to the right and down first; fewer where the floor runs out."""
    board = table.board
    extent = board.extent
    taken = {extent.cell(index) for index in board.occupants}
    found: list[Cell] = []
    for size in sizes:
        standable = board.barriers.standable(size)
        for ring in count():
            if ring > max(extent.width, extent.height) + 1:
                return found
            place = next(
                (
                    cell
                    for cell in _ring(near, ring)
                    if extent.contains(cell)
                    and standable >> extent.index(cell) & 1
                    and not taken.intersection(footprint(cell, size))
                ),
                None,
            )
            if place is not None:
                found.append(place)
                taken.update(footprint(place, size))
                break
    return found


def _ring(middle: Cell, radius: int) -> list[Cell]:
    """Squares to the right and below so many steps from the middle, then those elsewhere one step nearer.

    So a group stands in a block that begins at the middle, as long as there is floor.
    """
    x, y = middle
    onward = [(dx, dy) for dx, dy in _steps(radius) if dx >= 0 and dy >= 0]
    elsewhere = [(dx, dy) for dx, dy in _steps(radius - 1) if dx < 0 or dy < 0]
    return [(x + dx, y + dy) for dx, dy in (*onward, *elsewhere)]


def _steps(radius: int) -> list[Cell]:
    """Steps to the squares of a ring, in reading order; those above the middle come last."""
    reach = range(-radius, radius + 1)
    ring = [(dx, dy) for dy in reach for dx in reach if max(abs(dx), abs(dy)) == radius]
    return sorted(ring, key=lambda step: step[1] < 0)
