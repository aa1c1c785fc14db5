"""Who perceives whom, and what a side knows. Sits under the rules, since charges and shots need it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.grid.cells import footprint
from engine.grid.sight import visible_with_walls
from engine.model.actor import BLIND, Actor
from engine.model.battle import Battle, Control, Side, Thing
from engine.model.phrase import ActorId, SideId
from engine.tactics.board import Board
from engine.tactics.light import ARMS_LENGTH, lit_cells, shows_itself


def in_sight(board: Board, observer: Actor, target: Actor) -> bool:
    """Whether a line of sight joins the two bodies, the observer is not blind, and it is not too dark."""
    if observer.cell is None or target.cell is None or observer.has(BLIND):
        return False
    if not shows_itself(board, observer, target):
        return False
    if not board.battle.terrain.sight_limits:
        return True
    return board.line_of_sight(observer, target)


def perceives(board: Board, observer: Actor, target: Actor) -> bool:
    """Whether the observer itself is aware of the target: not hidden from its side, and in sight."""
    if observer.side == target.side:
        return True
    return not target.hidden and in_sight(board, observer, target)


def side_knows(board: Board, side: SideId, target: Actor) -> bool:
    """Whether any standing member of the side perceives the target."""
    if target.side == side:
        return True
    if target.hidden or target.cell is None:
        return False
    return any(in_sight(board, member, target) for member in board.battle.members(side) if member.active)


def unknown_to(board: Board, side: SideId) -> frozenset[ActorId]:
    """Actors on the map that the side is not aware of."""
    return board.kept(("unknown", side), lambda: _unknown_to(board, side))


def _unknown_to(board: Board, side: SideId) -> frozenset[ActorId]:
    return frozenset(
        actor.id
        for actor in board.battle.actors.values()
        if actor.on_map and not side_knows(board, side, actor)
    )


def players_sides(battle: Battle) -> tuple[SideId, ...]:
    """Sides that the players speak for."""
    return tuple(side.id for side in battle.sides if side.control is Control.PLAYERS)


def known_to_players(board: Board, target: Actor) -> bool:
    """Whether any of the players' sides is aware of the target; never under fog the GM has not lifted."""
    ours = players_sides(board.battle)
    if target.side not in ours and not board.battle.terrain.sight_reveals and _fogged(board, target):
        return False
    return any(side_knows(board, side, target) for side in ours)


def sides_met(board: Board) -> tuple[SideId, ...]:
    """The players' sides and those of which they know somebody now or ever did, in the battle's order.

    Where somebody they once met stands now, out of their sight, tells them nothing.
    """
    sides = board.battle.sides
    return board.kept("met", lambda: tuple(side.id for side in sides if _is_met(board, side)))


def _is_met(board: Board, side: Side) -> bool:
    if side.control is Control.PLAYERS or side.id in board.battle.sides_met:
        return True
    return any(one.on_map and known_to_players(board, one) for one in board.battle.members(side.id))


def _fogged(board: Board, target: Actor) -> bool:
    """Whether every square the target stands on is under fog that only the GM lifts."""
    if target.cell is None:
        return True
    lifted = unpack_cells(board.battle.explored)
    cells = footprint(target.cell, target.size)
    return not any(board.extent.index(cell) in lifted for cell in cells if board.extent.contains(cell))


def seen_cells(board: Board) -> frozenset[int]:
    """Cell indices the players see now: in sight, or lifted where the GM lifts the fog by hand."""
    if not board.battle.terrain.sight_reveals:
        return board.kept("lifted", lambda: unpack_cells(board.battle.explored))
    return watched_cells(board)


def watched_cells(board: Board) -> frozenset[int]:
    """Cell indices in sight of the players' sides now, walls they face included, whatever the fog."""
    return board.kept("watched", lambda: _watched_cells(board))


def _watched_cells(board: Board) -> frozenset[int]:
    extent = board.extent
    watchers = [actor for actor in board.battle.actors.values() if _watches(board.battle, actor)]
    within = frozenset(range(extent.count))
    if board.battle.terrain.sight_limits:
        origins = [cell for actor in watchers for cell in footprint(actor.cell or (0, 0), actor.size)]
        within = visible_with_walls(board.barriers, origins)
    return within & _bright(board, watchers) if board.battle.terrain.dark else within


def _watches(battle: Battle, actor: Actor) -> bool:
    """Whether the players see with this actor's eyes."""
    return actor.side in players_sides(battle) and actor.active and not actor.has(BLIND)


def _bright(board: Board, watchers: Sequence[Actor]) -> frozenset[int]:
    """Squares of a dark map that are lit, or near enough to a watcher that sees in the dark."""
    own = (
        board.glow(actor.cell, actor.size, max(actor.dark_sight, ARMS_LENGTH))
        for actor in watchers
        if actor.cell is not None
    )
    return lit_cells(board).union(*own)


def seen_things(board: Board) -> tuple[Thing, ...]:
    """What the players see lying about now; where the GM lifts the fog, one of theirs must see it as well."""
    if not board.battle.things:
        return ()
    seen = seen_cells(board) & watched_cells(board)
    return tuple(thing for thing in board.battle.things if board.extent.index(thing.cell) in seen)


def with_explored(board: Board, explored: bytes) -> bytes:
    """The players' memory after looking around from where they stand now."""
    return pack_cells(seen_cells(board), board.extent.count, explored)


def pack_cells(cells: frozenset[int], count: int, start: bytes = b"") -> bytes:
    """A bit field with one bit a cell, lowest bit first, added to an older one."""
    field = bytearray(start) + bytearray((count + 7) // 8 - len(start))
    for index in cells:
        field[index >> 3] |= 1 << (index & 7)
    return bytes(field)


def unpack_cells(field: bytes) -> frozenset[int]:
    """The cell indices set in a bit field."""
    mask = int.from_bytes(field, "little")
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return frozenset(found)
