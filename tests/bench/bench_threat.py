"""Threat after one of 50 enemies has moved, against working it out anew on the same map."""

import random
from collections.abc import Iterator

from contest import Result, faster
from msgspec.structs import replace

from engine.grid.barriers import Barriers
from engine.grid.cells import Extent, bits
from engine.model.actor import Actor, Arms
from engine.model.battle import Battle, Side
from engine.model.events import Placed
from engine.model.fold import apply
from engine.model.phrase import ActorId
from engine.model.terrain import Ground, blank
from engine.tactics.board import Board

SIDE, ENEMIES, WALLS = 100, 50, 0.2
SIZES, REACHES = (1, 1, 1, 2), (1, 1, 1, 2)

Threat = dict[int, tuple[ActorId, ...]]


def bench() -> Iterator[Result]:
    """50 enemies of one or two squares, some with reach, on 100 x 100 squares, a fifth of them solid."""
    battle, free = scene()
    board = Board(battle)
    counts(board)
    mover = "e7"
    moved = apply(battle, Placed(mover, free))
    keeps_walls = Board(battle, board)

    def update() -> Threat:
        return counts(Board(moved, board))

    def rebuild() -> Threat:
        return anew(moved, keeps_walls.barriers)

    if update() != rebuild():
        raise AssertionError("the two ways disagree")
    yield faster("threat of 50 enemies after one move / rebuild", update, rebuild, times=5)


def counts(board: Board) -> Threat:
    """Who threatens which cell."""
    return board.threat_counts(board.battle.actors.values())


def anew(battle: Battle, barriers: Barriers) -> Threat:
    """The same from nothing but the walls, which both ways have ready."""
    found: Threat = {}
    for actor in battle.actors.values():
        if actor.cell is not None:
            for index in barriers.strike_area(actor.cell, actor.size, actor.arms.reach):
                found[index] = (*found.get(index, ()), actor.id)
    return found


def scene() -> tuple[Battle, tuple[int, int]]:
    """The enemies in places drawn by lot, and a free square for one of them to go to."""
    dice = random.Random(7)
    extent = Extent(SIDE, SIDE)
    ground = bytearray(extent.count)
    for index in dice.sample(range(extent.count), round(WALLS * extent.count)):
        ground[index] = Ground.SOLID
    terrain = replace(blank(SIDE, SIDE), ground=bytes(ground))
    standable = Barriers(extent, terrain.cells_of(Ground.SOLID)).standable(2)
    *places, free = (extent.cell(index) for index in dice.sample(list(bits(standable)), ENEMIES + 1))
    actors = {
        f"e{number}": Actor(
            f"e{number}", "Enemy", "foes", cell, size=SIZES[number % 4], arms=Arms(REACHES[number % 3])
        )
        for number, cell in enumerate(places)
    }
    return Battle("ose.detailed", "Bench", (Side("foes", "Foes"),), actors, terrain), free
