"""Moving, withdrawing, charging and fleeing, on the shared step."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.model.actor import DOWN, PRONE, Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import Moved, StrideSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Cell, Tally
from engine.model.strikes import Strike
from engine.rulesets.common import set_condition
from engine.rulesets.ose import bodies, crowding, grapple, strikes, tallies
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.economy import MANNERS
from engine.rulesets.ose.flanking import note_arrivals
from engine.rulesets.ose.melee import charge_attack
from engine.rulesets.ose.options import options
from engine.rulesets.ose.plans import charge_path, threateners
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Turn, sheet
from engine.rulesets.ose.tallies import Manner
from engine.rulesets.ose.turned import escape_path
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.step import Outcome, walk


class OseSteps:
    """How bodies step under these rules: `tactics.step.StepRules` by delegation."""

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """See `crowding.can_stand`."""
        return crowding.can_stand(board, actor, cell, manner, ending)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """See `tallies.allowance`."""
        return tallies.allowance(battle, actor, manner)

    def strikes(
        self, board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool
    ) -> tuple[Strike, ...]:
        """See `strikes.strikes`."""
        return strikes.strikes(board, mover, src, dst, manner, first)

    def failed_diagonal_counts(self, battle: Battle) -> bool:
        """Whether it does where every second diagonal costs 10 ft (rulings G4)."""
        return options(battle).failed_diagonal == "counts"

    def before_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """See `strikes.before_step`."""
        return strikes.before_step(draft, mover, src, dst, manner, first)

    def after_step(
        self, draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
    ) -> Procedure[Outcome]:
        """Whoever walks off lets go (rulings A2 #125); then see `strikes.after_step`."""
        note_arrivals(draft)
        if sheet(draft[mover]).grappling:
            grapple.end_lost_holds(draft)
        return strikes.after_step(draft, mover, src, dst, manner, first)


STEPS = OseSteps()


def play_move(draft: Draft, act: Act) -> Procedure[None]:
    """Walk the path; whatever went beyond the Move action has taken the Main action (OSE-MOVE-02)."""
    bodies.write_turn(draft, act.actor, manner=Manner.MOVE.value)
    yield from _walk(draft, act, act.path, MANNERS[act.verb], "log.moves", "OSE-MOVE-01")
    spend_main_on_movement(draft, act.actor)


def play_withdraw(draft: Draft, act: Act) -> Procedure[None]:
    """Spend Main; the Move is a withdrawal, and what threatens its start is remembered (A2 #85, G10)."""
    if sheet(draft[act.actor]).turn.manner != Manner.WITHDRAW:
        start = tuple(foe.id for foe in threateners(draft.board, draft[act.actor]))
        bodies.write_turn(draft, act.actor, manner=Manner.WITHDRAW.value, main_spent=True, retreat_from=start)
    yield from _walk(draft, act, act.path, Manner.WITHDRAW, "log.withdraws", "OSE-WITHDRAW-02")


def setting_out(actor: Actor, act: Act) -> Actor:
    """The actor as its first step finds it: a charger has named its target (OSE-CHARGE-07)."""
    if act.verb != "charge" or not act.targets or not bodies.plays(actor):
        return actor
    page = sheet(actor)
    return replace(actor, sheet=replace(page, turn=_charging(page.turn, act.targets[0])))


def play_charge(draft: Draft, act: Act) -> Procedure[None]:
    """Run at the named enemy by the path given, or by the cheapest; the attack waits for the Melee step."""
    target = act.targets[0]
    path = act.path or charge_path(draft.board, draft[act.actor], target)
    bodies.write_page(draft, act.actor, turn=_charging(sheet(draft[act.actor]).turn, target))
    bodies.tell(draft, act.actor, "log.charges_at", "OSE-CHARGE-01", target=ActorRef(target))
    yield from _walk(draft, act, path, Manner.CHARGE, "log.charges", "OSE-CHARGE-02")
    if options(draft.battle).charge_attack == "at_once":
        yield from charge_attack(draft, act.actor)


def _charging(turn: Turn, target: ActorId) -> Turn:
    return replace(turn, manner=Manner.CHARGE.value, main_spent=True, move_closed=True, charge_target=target)


def play_flee_from(draft: Draft, act: Act) -> Procedure[None]:
    """A turned undead gets as far from the Warpriest as it can, Move and Main (rulings A2 #129)."""
    bodies.write_turn(draft, act.actor, manner=Manner.MOVE.value)
    path = escape_path(draft.board, draft[act.actor])
    yield from _walk(draft, act, path, Manner.TURNED, "log.runs_from", "OSE-TURN-03")
    if act.actor in draft:
        spend_main_on_movement(draft, act.actor)


def play_stand(draft: Draft, act: Act) -> Procedure[None]:
    """Get up: the Move action (rulings A1.7, proposed), and nothing provokes (OSE-AOO-01)."""
    set_condition(draft, act.actor, PRONE, present=False)
    bodies.write_turn(draft, act.actor, move_closed=True, closed_at=draft[act.actor].stride.spent)
    sync_arms(draft, act.actor)
    bodies.tell(draft, act.actor, "log.stands_up", "OSE-ACT-04")
    yield from ()


def spend_main_on_movement(draft: Draft, actor_id: ActorId) -> None:
    """Take the Main action for walking that the Move action does not cover."""
    actor = draft[actor_id]
    if actor.stride.spent > tallies.move_squares(sheet(actor)):
        bodies.write_turn(draft, actor_id, main_spent=True, main_moved=True)


def _walk(
    draft: Draft, act: Act, path: Sequence[Cell], manner: Manner, key: str, rule: str
) -> Procedure[None]:
    before, told = draft[act.actor].stride.spent, len(draft.events)
    yield from walk(draft, STEPS, act.actor, path, manner, act.on_hit)
    if act.actor not in draft:
        return
    feet = _covered(draft, act.actor, before, told) * FEET_PER_SQUARE
    if feet and not draft[act.actor].has(DOWN):
        bodies.tell(draft, act.actor, key, rule, feet=feet)
    if draft[act.actor].stride.spent > before and sheet(draft[act.actor]).spared:
        bodies.write_page(draft, act.actor, spared=())


def _covered(draft: Draft, actor_id: ActorId, before: int, since: int) -> int:
    """Squares of movement that led somewhere: an attempt thrown back is spent as well, but not walked."""
    covered, spent = 0, before
    for event in draft.events[since:]:
        if isinstance(event, Moved | StrideSet) and event.actor == actor_id:
            covered += event.stride.spent - spent if isinstance(event, Moved) else 0
            spent = event.stride.spent
    return covered
