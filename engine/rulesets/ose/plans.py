"""Where a body can go as its side knows the map, and what speaks against a drawn path. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.grid.cells import DIRECTIONS
from engine.grid.search import Ground, reachable
from engine.model.actor import GRAPPLED, PRONE, Actor
from engine.model.offers import Band, Reach, Refusal
from engine.model.phrase import ActorRef, Cell, CellRef, phrase
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import blows, may_strike_at_leaving
from engine.rulesets.ose.charges import charge_path, charge_plan, charge_reach
from engine.rulesets.ose.crowding import can_stand
from engine.rulesets.ose.ground import ground_for, known, may_end
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, sheet
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.ose.tallies import Manner, allowance, held_by
from engine.tactics.board import Board
from engine.tactics.lanes import comes_nearer
from engine.tactics.light import in_the_dark

__all__ = [
    "charge_path",
    "charge_plan",
    "ground_for",
    "reach",
    "threateners",
    "why_broken",
    "why_crowded",
    "why_not_flee",
    "why_not_path",
    "why_not_stand",
    "why_rallied",
    "withdraw_refusals",
]


# --- paths --------------------------------------------------------------------------------------------


def why_not_path(board: Board, actor: Actor, path: Sequence[Cell], manner: str) -> tuple[Refusal, ...]:
    """What speaks against walking this path (without the square the actor stands on) in this manner.

    Judged on what the actor's side knows: creatures it is not aware of are met when the step is tried.
    """
    broken = why_broken(board, actor, path)
    if broken:
        return broken
    return (
        *_wrong_manner(actor, manner),
        *why_rallied(board, actor, path),
        *why_crowded(board, actor, path, manner),
        *_too_far(board, actor, path, manner),
    )


def why_broken(board: Board, actor: Actor, path: Sequence[Cell]) -> tuple[Refusal, ...]:
    """What makes this path impossible whatever the GM says; empty for one that can be walked."""
    if actor.cell is None or not path:
        return (Refusal(phrase("path.none", "OSE-MOVE-01"), hard=True),)
    return _broken(board, actor, (actor.cell, *path))


def _broken(board: Board, actor: Actor, cells: Sequence[Cell]) -> tuple[Refusal, ...]:
    """Steps that not even the GM's word makes possible: off the map, jumps, through walls."""
    for src, dst in pairwise(cells):
        if not board.extent.contains(dst):
            return (Refusal(phrase("path.off_map", "OSE-MOVE-07", cell=CellRef(*dst)), hard=True),)
        if max(abs(dst[0] - src[0]), abs(dst[1] - src[1])) != 1:
            return (Refusal(phrase("path.gap", "OSE-MOVE-01", cell=CellRef(*dst)), hard=True),)
        if not board.barriers.can_step(src, dst, actor.size):
            return (Refusal(phrase("path.wall", "OSE-MOVE-07", cell=CellRef(*dst)), hard=True),)
    return ()


def _wrong_manner(actor: Actor, manner: str) -> tuple[Refusal, ...]:
    """A withdrawal or a charge is the whole movement of the round (OSE-CHARGE-12, rulings A2 #85)."""
    begun = sheet(actor).turn.manner
    if manner in (Manner.MOVE, Manner.DOUBLE) and begun == Manner.WITHDRAW:
        return (Refusal(phrase("move.is_withdrawing", "OSE-WITHDRAW-02", who=ActorRef(actor.id))),)
    if begun == Manner.CHARGE:
        return (Refusal(phrase("move.has_charged", "OSE-CHARGE-12", who=ActorRef(actor.id))),)
    return ()


def why_crowded(board: Board, actor: Actor, path: Sequence[Cell], manner: str) -> tuple[Refusal, ...]:
    """Creatures that the actor's side knows of in the way, or where the path ends."""
    seen = known(board, actor)
    found: list[Refusal] = []
    for number, cell in enumerate(path, start=1):
        found.extend(can_stand(seen, actor, cell, manner, ending=number == len(path)))
    return tuple(found)


def _too_far(board: Board, actor: Actor, path: Sequence[Cell], manner: str) -> tuple[Refusal, ...]:
    reason = held_by(board.battle, actor)
    if reason is not None:
        return (Refusal(reason),)
    needed = board.path_cost(actor, path)
    left = max(0, allowance(board.battle, actor, manner).total - actor.stride.spent)
    if needed <= left:
        return ()
    rule = "OSE-CHARGE-02" if manner == Manner.CHARGE else "OSE-MOVE-01"
    feet = {"needed": needed * FEET_PER_SQUARE, "left": left * FEET_PER_SQUARE}
    return (Refusal(phrase("move.too_far", rule, **feet)),)


# --- running away -------------------------------------------------------------------------------------


def why_rallied(board: Board, actor: Actor, path: Sequence[Cell]) -> tuple[Refusal, ...]:
    """Whoever has lost heart only gets away: no step nearer to an enemy it knows of (rulings A1.10). Soft."""
    foes = fled_from(board, actor)
    if not foes or actor.cell is None:
        return ()
    nearer = {
        foe.id: Refusal(phrase("rout.nearer", "OSE-PROC-07", who=ActorRef(actor.id), foe=ActorRef(foe.id)))
        for src, dst in pairwise((actor.cell, *path))
        for foe in foes
        if comes_nearer(board, actor, foe, src, dst)
    }
    return tuple(nearer.values())


def fled_from(board: Board, actor: Actor) -> tuple[Actor, ...]:
    """Known enemies that can still fight, for a body whose morale broke; nobody for any other."""
    if not actor.has(ROUTED):
        return ()
    foes = bodies.enemies(known(board, actor).battle, actor)
    return tuple(foe for foe in foes if bodies.able(foe) and not foe.has(ROUTED))


# --- withdrawing --------------------------------------------------------------------------------------


def threateners(board: Board, actor: Actor) -> tuple[Actor, ...]:
    """Enemies that threaten the square the actor stands on, in roster order."""
    return tuple(
        foe
        for foe in bodies.enemies(board.battle, actor)
        if blows(board, foe, actor) and may_strike_at_leaving(board, foe, actor)
    )


def withdraw_refusals(board: Board, actor: Actor, path: Sequence[Cell]) -> tuple[Refusal, ...]:
    """What makes a retreat no retreat (rulings A2 #86, G10): all soft, the referee judges the spirit."""
    turn = sheet(actor).turn
    found: list[Refusal] = []
    if actor.stride.spent and turn.manner != Manner.WITHDRAW:
        found.append(Refusal(phrase("withdraw.has_moved", "OSE-WITHDRAW-02", who=ActorRef(actor.id))))
    if actor.cell is None or options(board.battle).withdraw_policy == "off":
        return tuple(found)
    seen = known(board, actor)
    pressing = _pressing(seen, actor)
    strict = options(board.battle).withdraw_policy == "strict"
    for src, dst in pairwise((actor.cell, *path)):
        found.extend(
            Refusal(phrase("withdraw.nearer", "OSE-WITHDRAW-06", who=ActorRef(foe.id)))
            for foe in pressing
            if comes_nearer(seen, actor, foe, src, dst)
        )
        if strict:
            found.extend(_into_danger(seen, actor, src, dst))
    return tuple(found)


def _pressing(seen: Board, actor: Actor) -> tuple[Actor, ...]:
    """Known enemies that threatened the square where the withdrawal began."""
    turn = sheet(actor).turn
    if turn.manner != Manner.WITHDRAW:
        return threateners(seen, actor)
    return tuple(foe for foe in bodies.enemies(seen.battle, actor) if foe.id in turn.retreat_from)


def _into_danger(seen: Board, actor: Actor, src: Cell, dst: Cell) -> Iterator[Refusal]:
    """A threatened square although an unthreatened one costs no more: looks at this one step (G10)."""
    threats = _threats_at(seen, actor, dst)
    if not threats:
        return
    price = seen.step_cost(actor, src, dst, actor.stride.parity)[0]
    for dx, dy in DIRECTIONS:
        other = (src[0] + dx, src[1] + dy)
        if other == dst or not seen.barriers.can_step(src, other, actor.size):
            continue
        if can_stand(seen, actor, other, Manner.WITHDRAW, ending=True):
            continue
        if seen.step_cost(actor, src, other, actor.stride.parity)[0] > price:
            continue
        if any(comes_nearer(seen, actor, foe, src, other) for foe in _pressing(seen, actor)):
            continue
        if not _threats_at(seen, actor, other):
            yield Refusal(phrase("withdraw.into_threat", "OSE-WITHDRAW-05", who=ActorRef(threats[0].id)))
            return


def _threats_at(seen: Board, actor: Actor, cell: Cell) -> tuple[Actor, ...]:
    return tuple(
        foe
        for foe in bodies.enemies(seen.battle, actor)
        if blows(seen, foe, actor, cell) and may_strike_at_leaving(seen, foe, actor)
    )


# --- fleeing and standing up --------------------------------------------------------------------------


def why_not_flee(board: Board, actor: Actor) -> tuple[Refusal, ...]:
    """Fleeing takes the whole turn and a free square to run to (rulings A2 #87)."""
    reason = held_by(board.battle, actor)
    found = [] if reason is None else [Refusal(reason)]
    if in_the_dark(board, actor):
        found.append(Refusal(phrase("flee.dark", "OSE-FLEE-09", who=ActorRef(actor.id))))
    if actor.stride.spent:
        found.append(Refusal(phrase("flee.has_moved", "OSE-FLEE-14", who=ActorRef(actor.id))))
    needs_square = options(board.battle).flee_square == "needed"
    if (
        needs_square
        and actor.cell is not None
        and not any(plane >> board.extent.index(actor.cell) & 1 for plane in ground_for(board, actor).steps)
    ):
        found.append(Refusal(phrase("flee.shut_in", "OSE-FLEE-14", who=ActorRef(actor.id))))
    return tuple(found)


def why_not_stand(actor: Actor) -> tuple[Refusal, ...]:
    """Standing up wants somebody prone who is not held down."""
    if not actor.has(PRONE):
        return (Refusal(phrase("stand.not_prone", "OSE-ACT-04", who=ActorRef(actor.id))),)
    if actor.has(GRAPPLED) or bodies.helpless(actor):
        return (Refusal(phrase("stand.held", "OSE-ACT-04", who=ActorRef(actor.id))),)
    return ()


# --- reach --------------------------------------------------------------------------------------------


def reach(board: Board, actor: Actor, verb: str) -> Reach:
    """Where a path verb can take the actor. Costs and band limits are squares from now."""
    spent = actor.stride.spent
    if actor.cell is None or verb == Manner.FLEE:
        return Reach({}, frozenset(), (), spent)
    if verb == Manner.CHARGE:
        return charge_reach(board, actor)
    manner = Manner.WITHDRAW if verb == Manner.WITHDRAW else Manner.DOUBLE  # both bands, for either verb
    left = max(0, allowance(board.battle, actor, manner).total - spent)
    open_to_all = ground_for(board, actor)
    shunned = fled_from(board, actor)
    if manner is Manner.WITHDRAW and options(board.battle).withdraw_policy != "off":
        shunned = (*shunned, *_pressing(known(board, actor), actor))
    ground = away_from(board, actor, shunned, open_to_all, left)
    found = reachable(ground, board.extent.index(actor.cell), left, board.battle.metric, actor.stride.parity)
    costs = {board.extent.cell(index): cost for index, cost in found.items()}
    stops = may_end(board, actor, costs.keys() - {actor.cell}, manner)
    return Reach(costs, stops, _bands(board, actor, manner, left), spent, ground if shunned else None)


def _bands(board: Board, actor: Actor, manner: Manner, left: int) -> tuple[Band, ...]:
    if manner is Manner.WITHDRAW:
        return (Band("withdraw", left),)
    single = max(0, allowance(board.battle, actor, Manner.MOVE).total - actor.stride.spent)
    return (Band("move", single), Band("double", left))


def away_from(board: Board, actor: Actor, foes: Sequence[Actor], ground: Ground, left: int) -> Ground:
    """The ground without the steps that come nearer to one of these (rulings G10, A1.10)."""
    if actor.cell is None or not foes:
        return ground
    cells = tuple(_around(board, actor.cell, left))
    barred = [0] * len(DIRECTIONS)
    for foe in foes:
        far = {cell: board.separation(actor, foe, at=cell) for cell in cells}
        for (x, y), here in far.items():
            for number, (dx, dy) in enumerate(DIRECTIONS):
                if far.get((x + dx, y + dy), here) < here:
                    barred[number] |= 1 << board.extent.index((x, y))
    steps = tuple(plane & ~bar for plane, bar in zip(ground.steps, barred, strict=True))
    return Ground(ground.extent, steps, ground.slow)


def _around(board: Board, centre: Cell, radius: int) -> Iterator[Cell]:
    for y in range(max(0, centre[1] - radius), min(board.extent.height, centre[1] + radius + 1)):
        for x in range(max(0, centre[0] - radius), min(board.extent.width, centre[0] + radius + 1)):
            yield (x, y)
