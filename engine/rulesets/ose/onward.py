"""What a blow at a step means for the walk: who strikes next, whether the mover gets on, what it has left."""

from __future__ import annotations

from engine.model.phrase import ActorId, ActorRef, Cell, Phrase, phrase
from engine.model.strikes import Strike, When
from engine.rulesets.ose import tallies
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE
from engine.rulesets.ose.tallies import Manner
from engine.rulesets.ose.upshots import Onward
from engine.tactics.draft import Draft
from engine.tactics.step import stride_lost


def of_strike(
    draft: Draft, strike: Strike, to: Cell | None, following: ActorId, spared: bool, hit_before: bool
) -> Onward:
    """Sentences for a hit and for a miss.

    `to` is the square the step leads to, None off the map; `following` strikes next, if anybody; `spared`
    says that a hit keeps the others from striking, `hit_before` that one at this step has hit already.
    """
    after = (phrase("upshot.next", "OSE-AOO-14", who=ActorRef(following)),) if following else ()
    if strike.when is When.ENTERING:
        return _braced(draft, strike, after, spared, hit_before)
    if strike.manner == Manner.FLEE:
        flees = phrase("upshot.flees", "OSE-FLEE-02", who=ActorRef(strike.mover))
        if_able = phrase("upshot.flees_if_able", "OSE-FLEE-02", who=ActorRef(strike.mover))
        return Onward(after or (if_able,), after or (flees,))
    if strike.manner == Manner.TURNED:  # the blow ends the turning, and the reason to run with it
        return Onward(after, after)
    thrown_back = _thrown_back(draft, strike, to)
    if hit_before:
        return Onward(after, after or (phrase("upshot.stays_anyway", "OSE-AOO-10", who=_mover(strike)),))
    missed = after or (_goes_on(draft, strike),)
    return Onward((*thrown_back, *(() if spared else after)), missed)


def _mover(strike: Strike) -> ActorRef:
    return ActorRef(strike.mover)


def _goes_on(draft: Draft, strike: Strike) -> Phrase:
    key = "upshot.moves_on" if draft.on_way.ahead else "upshot.arrives"
    return phrase(key, "OSE-AOO-05", who=_mover(strike))


def _thrown_back(draft: Draft, strike: Strike, to: Cell | None) -> tuple[Phrase, ...]:
    """Kept on its square, the movement for the attempt lost, and what is left for another one."""
    mover = draft[strike.mover]
    stays = phrase("upshot.stays", "OSE-AOO-10", who=_mover(strike))
    if to is None or mover.cell is None:
        return (stays,)
    lost = stride_lost(draft, strike.mover, to, options(draft.battle).failed_diagonal == "counts")
    cost = lost.spent - mover.stride.spent
    again, _ = draft.board.step_cost(mover, mover.cell, to, lost.parity)
    left = tallies.allowance(draft.battle, mover, strike.manner).total - lost.spent
    if left < again:
        further = phrase("upshot.no_try", "OSE-AOO-12")
    else:
        key = "upshot.tries_again" if draft.on_way.retries else "upshot.may_try"
        further = phrase(key, "OSE-AOO-12", who=_mover(strike), feet=left * FEET_PER_SQUARE)
    return stays, phrase("upshot.lost", "OSE-AOO-11", feet=cost * FEET_PER_SQUARE), further


def _braced(
    draft: Draft, strike: Strike, after: tuple[Phrase, ...], spared: bool, hit_before: bool
) -> Onward:
    stopped = phrase("upshot.charge_stopped", "OSE-BRACE-09", who=_mover(strike))
    if hit_before:
        return Onward(after, after or (stopped,))
    onward = "upshot.charges_on" if draft.on_way.ahead or strike.at_threshold else "upshot.charge_arrives"
    goes_on = phrase(onward, "OSE-BRACE-05", who=_mover(strike))
    return Onward((stopped, *(() if spared else after)), after or (goes_on,))
