"""Two friends side by side change places: each takes a step into the square of the other (rulings A2 #49)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.events import Moved, StrideSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Cell
from engine.rulesets.common import hard, soft
from engine.rulesets.ose import bodies, strikes, tallies
from engine.rulesets.ose.deeds import allies_beside
from engine.rulesets.ose.movement import STEPS
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.tallies import Manner
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.step import Outcome, look_around, stride_after, stride_lost

RULE = "OSE-ORDER-02"


# --- whether (pure) -----------------------------------------------------------------------------------


def targets(board: Board, actor: Actor) -> Mapping[ActorId, tuple[Refusal, ...]]:
    """Friends beside the actor, each with what speaks against changing places with it."""
    return {ally.id: why_not_swap(board, actor, ally) for ally in allies_beside(board, actor)}


def why_not_swap(board: Board, actor: Actor, ally: Actor) -> tuple[Refusal, ...]:
    """What speaks against it; the turn, and the body of the actor, are left out."""
    if actor.cell is None or ally.cell is None or not bodies.plays(ally) or ally.id == actor.id:
        return hard("melee.no_target")
    if ally.size != actor.size or not _both_can_step(board, actor, ally):
        return hard("swap.no_way", target=ActorRef(ally.id))
    found: list[Refusal] = []
    if options(board.battle).swap_places == "no":
        found.extend(soft("swap.not_played", RULE))
    if ally.side != actor.side or not bodies.able(ally):
        found.extend(soft("swap.unwilling", RULE, target=ActorRef(ally.id)))
    return (*found, *_why_no_step(board, actor, ally), *_why_no_step(board, ally, actor))


def _both_can_step(board: Board, actor: Actor, ally: Actor) -> bool:
    if actor.cell is None or ally.cell is None:
        return False
    can_step = board.barriers.can_step
    return can_step(actor.cell, ally.cell, actor.size) and can_step(ally.cell, actor.cell, ally.size)


def _why_no_step(board: Board, mover: Actor, other: Actor) -> tuple[Refusal, ...]:
    """That something holds the mover, or that its Move does not pay for the step (OSE-MOVE-01)."""
    reason = tallies.held_by(board.battle, mover)
    if reason is not None:
        return (Refusal(reason),)
    if sheet(mover).turn.manner in (Manner.WITHDRAW, Manner.CHARGE):  # the whole movement of the round
        return soft("swap.otherwise", "OSE-MOVE-01", who=ActorRef(mover.id))
    if mover.cell is None or other.cell is None:
        return ()
    cost, _ = board.step_cost(mover, mover.cell, other.cell, mover.stride.parity)
    left = tallies.allowance(board.battle, mover, Manner.MOVE).total - mover.stride.spent
    return () if cost <= left else soft("swap.spent", "OSE-MOVE-01", who=ActorRef(mover.id))


# --- play ---------------------------------------------------------------------------------------------


def play_swap(draft: Draft, act: Act) -> Procedure[None]:
    """Both leave their squares, and whoever threatens these strikes; if either is stopped, both stay.

    The movement of whoever had set out is lost then (OSE-AOO-11).
    """
    one, other = act.actor, act.targets[0]
    here, there = draft[one].cell, draft[other].cell
    if here is None or there is None:
        return
    ways = ((one, here, there), (other, there, here))
    for number, (mover, src, dst) in enumerate(ways, start=1):
        bodies.write_turn(draft, mover, manner=Manner.MOVE.value)
        first = draft[mover].stride.spent == 0
        outcome = yield from strikes.before_step(draft, mover, src, dst, Manner.MOVE, first)
        if outcome is not Outcome.GO:
            _lose_movement(draft, ways[:number])
            return
    for mover, src, dst in ways:
        draft.emit(Moved(mover, src, dst, stride_after(draft, mover, dst)))
    look_around(draft)
    bodies.tell(draft, one, "swap.done", RULE, target=ActorRef(other))


def _lose_movement(draft: Draft, ways: Sequence[tuple[ActorId, Cell, Cell]]) -> None:
    counts = STEPS.failed_diagonal_counts(draft.battle)
    for mover, src, dst in ways:
        if mover in draft and draft[mover].cell == src and bodies.able(draft[mover]):
            draft.emit(StrideSet(mover, stride_lost(draft, mover, dst, counts)))
