"""Whether a drawn path can be walked and where a mover can get to, as far as its side knows the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from engine.grid.areas import line
from engine.grid.search import reachable
from engine.model.actor import Actor
from engine.model.offers import Band, Reach, Refusal
from engine.model.phrase import Cell, CellRef, Phrase, SideId, phrase
from engine.tactics.board import Board
from engine.tactics.perception import unknown_to
from engine.tactics.step import StepRules

WORDS: Mapping[str, str] = {
    "path.off_map": "{cell} is off the map",
    "path.none": "No path was drawn",
    "path.gap": "The path jumps to {cell}",
    "path.wall": "A wall or solid ground is in the way to {cell}",
    "path.too_far": "Needs {needed:square|squares}, {left} left",
}
"""Words for the refusals of this module; a ruleset that uses it adds them to its glossary."""


def known_board(board: Board, side: SideId) -> Board:
    """The board without the creatures that the side is not aware of."""
    return board.kept(("known", side), lambda: _known_board(board, side))


def _known_board(board: Board, side: SideId) -> Board:
    unseen = unknown_to(board, side)
    if not unseen:
        return board
    actors = {key: actor for key, actor in board.battle.actors.items() if key not in unseen}
    return Board(replace(board.battle, actors=actors), board)


def path_refusals(
    board: Board, rules: StepRules, actor: Actor, path: Sequence[Cell], manner: str, rule: str = ""
) -> tuple[Refusal, ...]:
    """What speaks against a path that starts beside the actor: gaps, walls, creatures, its cost.

    `rule` is the ledger id of the limit on movement. Paths that leave the map or jump are hard refusals.
    """
    if actor.cell is None or not path:
        return (Refusal(phrase("path.none"), hard=True),)
    broken = _broken(board, (actor.cell, *path))
    if broken is not None:
        return (Refusal(broken, hard=True),)
    known = known_board(board, actor.side)
    found = [
        Refusal(phrase("path.wall", "", cell=CellRef(*dst)))
        for src, dst in pairwise((actor.cell, *path))
        if not board.barriers.can_step(src, dst, actor.size)
    ]
    for number, cell in enumerate(path, start=1):
        found.extend(rules.can_stand(known, actor, cell, manner, ending=number == len(path)))
    needed = board.path_cost(actor, path)
    left = max(0, rules.allowance(board.battle, actor, manner).total - actor.stride.spent)
    if needed > left:
        found.append(Refusal(phrase("path.too_far", rule, needed=needed, left=left)))
    return tuple(refusal for index, refusal in enumerate(found) if refusal not in found[:index])


def reach_of(board: Board, rules: StepRules, actor: Actor, manner: str) -> Reach:
    """Where the actor can get to in this manner with what is left of its allowance, which is its one band."""
    spent = actor.stride.spent
    if actor.cell is None:
        return Reach({}, frozenset(), (), spent)
    known = known_board(board, actor.side)
    left = max(0, rules.allowance(board.battle, actor, manner).total - spent)

    def may_be(body: Actor, cell: Cell, ending: bool = False) -> bool:
        return not rules.can_stand(known, body, cell, manner, ending)

    ground = known.ground(actor, may_be)
    found = reachable(ground, board.extent.index(actor.cell), left, board.battle.metric, actor.stride.parity)
    costs = {board.extent.cell(index): cost for index, cost in found.items()}
    stops = frozenset(cell for cell in costs if cell != actor.cell and may_be(actor, cell, ending=True))
    return Reach(costs, stops, (Band(manner, left),), spent)


def straight(src: Cell, path: Sequence[Cell]) -> bool:
    """Whether the path is the straight line to its end: one of the eight directions, or between them."""
    return not path or tuple(path) == line(src, path[-1])[1:]


def _broken(board: Board, cells: Sequence[Cell]) -> Phrase | None:
    for (ax, ay), (bx, by) in pairwise(cells):
        if not board.extent.contains((bx, by)):
            return phrase("path.off_map", "", cell=CellRef(bx, by))
        if max(abs(bx - ax), abs(by - ay)) != 1:
            return phrase("path.gap", "", cell=CellRef(bx, by))
    return None
