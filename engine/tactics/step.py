"""One interruptible step, and the walk that repeats it. The same for every ruleset.

`manner` is the ruleset's own value (walk, charge, withdraw, flee); it is passed on and never read here.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from engine.model.actor import Actor, Stride
from engine.model.battle import Battle, Control
from engine.model.commands import OnHit
from engine.model.events import (
    Blocked,
    DoorsSeen,
    HiddenSet,
    MapRemembered,
    Moved,
    Named,
    Remembered,
    SidesMet,
    StrideSet,
)
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, Cell, Tally
from engine.model.strikes import Strike
from engine.tactics.board import Board
from engine.tactics.door_memory import doors_known
from engine.tactics.draft import Draft, OnWay, Procedure
from engine.tactics.map_memory import map_memory
from engine.tactics.naming import one_language, players_name
from engine.tactics.perception import known_to_players, sides_met, with_explored

BARRED = "CARD-GRID-04"
"""The rule of walls and closed doors, behind a step that met one."""


class Outcome(Enum):
    """How a hook or a step ended."""

    GO = "go"
    """Goes on as planned."""
    STAY = "stay"
    """The cost is spent, the body did not move."""
    CAUGHT = "caught"
    """The cost is spent, the body did not move and cannot try again: tripped, held. Ends the walk."""
    STOP = "stop"
    """The walk is over where the body is now."""
    GONE = "gone"
    """The mover dropped or left the map."""


class StepRules(Protocol):
    """What a ruleset must say so that bodies can step."""

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """Why the actor may not be on the square because of other creatures (`ending`: to remain there)."""
        ...

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """Squares the actor may spend this round in this manner, what is already spent included."""
        ...

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """Who would interrupt this step, with what, in order. Pure. `first`: it opens the movement.

        The mover is taken to stand on `src`, wherever it is now: paths are looked at before they are walked.
        """
        ...

    def failed_diagonal_counts(self, battle: Battle) -> bool:
        """Whether a diagonal step that was thrown back counts among every second one that costs double."""
        ...

    def before_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Resolve what interrupts leaving `src` (ask, strike); the mover still stands there."""
        ...

    def after_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Resolve what meets the mover on `dst`; it stands there already."""
        ...


class UninterruptedSteps:
    """The hooks of rules by which nobody strikes at a step and nothing meets the mover on its way."""

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """Nobody strikes at a step."""
        return ()

    def failed_diagonal_counts(self, battle: Battle) -> bool:
        """No step is thrown back."""
        return True

    def before_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Nothing holds a step up."""
        yield from ()
        return Outcome.GO

    def after_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Nothing meets the mover."""
        yield from ()
        return Outcome.GO


def step(
    draft: Draft, rules: StepRules, mover: ActorId, to: Cell, manner: str, first: bool
) -> Procedure[Outcome]:
    """Take one step on the truth: geometry, occupancy, what interrupts it, the move, what it meets."""
    src = draft[mover].cell
    if src is None:
        return Outcome.GONE
    if not draft.board.barriers.can_step(src, to, draft[mover].size):
        draft.emit(Blocked(mover, to, rule=BARRED))
        return Outcome.STOP
    refusals = rules.can_stand(draft.board, draft[mover], to, manner, ending=False)
    if refusals and not draft.overrule:
        _bump(draft, mover, to, refusals[0].reason.rule)
        return Outcome.STOP
    outcome = yield from rules.before_step(draft, mover, src, to, manner, first)
    if outcome in (Outcome.STAY, Outcome.CAUGHT):
        counts = rules.failed_diagonal_counts(draft.battle)
        draft.emit(StrideSet(mover, stride_lost(draft, mover, to, counts)))
    if outcome is not Outcome.GO:
        return outcome
    draft.emit(Moved(mover, src, to, stride_after(draft, mover, to)))
    look_around(draft)
    return (yield from rules.after_step(draft, mover, src, to, manner, first))


def walk(
    draft: Draft, rules: StepRules, mover: ActorId, path: Sequence[Cell], manner: str, on_hit: OnHit
) -> Procedure[Outcome]:
    """Step along a path until it ends, the allowance is spent, or something stops it.

    A step that was thrown back is tried again under `OnHit.RETRY` while movement remains.
    """
    before = draft.on_way  # of the walk that this one interrupts, if it does
    draft.on_way = OnWay(retries=on_hit is OnHit.RETRY)
    outcome = yield from _all_steps(draft, rules, mover, path, manner, on_hit)
    draft.on_way = before
    return outcome


def _all_steps(
    draft: Draft, rules: StepRules, mover: ActorId, path: Sequence[Cell], manner: str, on_hit: OnHit
) -> Procedure[Outcome]:
    index = 0
    first = draft[mover].stride.spent == 0
    while index < len(path):
        draft.on_way = draft.on_way._replace(ahead=tuple(path[index + 1 :]))
        if not can_afford(draft, rules, mover, path[index], manner) and not draft.overrule:
            return Outcome.STOP
        outcome = yield from step(draft, rules, mover, path[index], manner, first)
        if outcome is Outcome.STAY and on_hit is OnHit.STOP:
            return Outcome.STOP
        if outcome in (Outcome.STOP, Outcome.GONE, Outcome.CAUGHT):
            return outcome
        if outcome is Outcome.GO:
            index += 1
        first = False
    return Outcome.GO


def can_afford(draft: Draft, rules: StepRules, mover: ActorId, to: Cell, manner: str) -> bool:
    """Whether the next step fits in what is left of the allowance."""
    actor = draft[mover]
    return stride_after(draft, mover, to).spent <= rules.allowance(draft.battle, actor, manner).total


def stride_after(draft: Draft, mover: ActorId, to: Cell) -> Stride:
    """The mover's stride once the step to a neighbouring square is paid for."""
    actor = draft[mover]
    if actor.cell is None:
        return actor.stride
    cost, parity = draft.board.step_cost(actor, actor.cell, to, actor.stride.parity)
    return Stride(actor.stride.spent + cost, parity)


def stride_lost(draft: Draft, mover: ActorId, to: Cell, counts: bool) -> Stride:
    """The mover's stride once an attempt at the step was thrown back: paid for all the same.

    `counts`: whether it is one of the diagonals of which every second costs double.
    """
    lost = stride_after(draft, mover, to)
    return Stride(lost.spent, lost.parity if counts else draft[mover].stride.parity)


def look_around(draft: Draft) -> None:
    """Write down what the players see now: new squares, doors, sides, and names for creatures seen first."""
    explored = with_explored(draft.board, draft.battle.explored)
    if explored != draft.battle.explored:
        draft.emit(Remembered(explored))
    doors = doors_known(draft.board)
    if doors != draft.battle.doors_seen:
        draft.emit(DoorsSeen(doors))
    memory = map_memory(draft.board)
    if memory != draft.battle.map_memory:
        draft.emit(MapRemembered(memory))
    met = sides_met(draft.board)
    if met != draft.battle.sides_met:
        draft.emit(SidesMet(met))
    newcomers = [
        actor.id
        for actor in draft.battle.actors.values()
        if not actor.public_name and known_to_players(draft.board, actor)
    ]
    for actor_id in newcomers:
        actor = draft[actor_id]
        draft.emit(Named(actor_id, actor.name, actor.label, players_name(draft.battle, actor)))
    if newcomers:
        for actor_id, (name, label) in one_language(draft.battle).items():
            draft.emit(Named(actor_id, name, label, draft[actor_id].public_name))


def _bump(draft: Draft, mover: ActorId, to: Cell, rule: str) -> None:
    """Somebody the mover's side did not know stands there: it shows itself."""
    for other in draft.board.others_at(draft[mover], to):
        draft.emit(Blocked(mover, to, other.id, rule))
        if other.hidden and draft.battle.control_of(mover) is Control.PLAYERS:
            draft.emit(HiddenSet(other.id, False))
    look_around(draft)
