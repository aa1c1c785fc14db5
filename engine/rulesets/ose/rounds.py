"""The course of a fight: its start, one slot after another, the end of a round and the start of the next."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Stride
from engine.model.battle import Control
from engine.model.events import ConditionsSet, RoundSet, Said, SideSet, StepBegan, StrideSet
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, SideId, SideRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose import (
    charmed,
    conditions,
    confusion,
    disruption,
    fire,
    grapple,
    initiative,
    morale,
    spells,
    splash,
    turned,
)
from engine.rulesets.ose.arms import sync_all
from engine.rulesets.ose.bodies import able, plays, write_page, write_turn
from engine.rulesets.ose.ending import propose_end
from engine.rulesets.ose.flanking import note_arrivals
from engine.rulesets.ose.going_on import wanted
from engine.rulesets.ose.harm import roll_due, settle_pending
from engine.rulesets.ose.options import opening_step, options
from engine.rulesets.ose.progress import slot_words, step_words
from engine.rulesets.ose.sheet import Turn, sheet
from engine.rulesets.ose.state import OseRound, Phase, SideRound, Step, state, steps_beside
from engine.rulesets.ose.surprise import ask_surprise
from engine.rulesets.ose.tallies import rate_squares
from engine.rulesets.ose.transitions import in_pursuit, settle_pursuit, tell_began
from engine.rulesets.ose.waiting import kept_from_shooting
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import known_to_players


def open_fight(draft: Draft, phase_before: str = "") -> Procedure[None]:
    """Sides, surprise, then the declarations of round 1 (OSE-PROC-01 to 03)."""
    tell_began(draft, phase_before)
    yield from _assign_sides(draft)
    strengths = tuple(
        SideRound(side.id, strength=sum(map(able, draft.battle.members(side.id))))
        for side in draft.battle.sides
    )
    draft.emit(RoundSet(OseRound(sides=strengths)))
    _renew(draft)
    note_arrivals(draft)
    yield from ask_surprise(draft)
    _announce(draft, phrase("step.declare"), "OSE-PROC-03")


def advance(draft: Draft) -> Procedure[None]:
    """Close the current slot and open the next one in which somebody can act."""
    match state(draft.battle).phase:
        case Phase.DECLARE | Phase.INITIATIVE:
            yield from _roll_initiative(draft)
        case Phase.ACTION:
            yield from _close_step(draft)
        case Phase.MORALE:
            _next_round(draft)
        case Phase.OVER if in_pursuit(draft.battle) and (yield from settle_pursuit(draft)):
            yield from open_fight(draft, "pursuit")
        case _:
            return


# --- from slot to slot --------------------------------------------------------------------------------


def _roll_initiative(draft: Draft) -> Procedure[None]:
    draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.INITIATIVE)))
    yield from initiative.settle_order(draft)
    spells.begin_all(draft)
    draft.emit(
        RoundSet(replace(state(draft.battle), phase=Phase.ACTION, turn=0, step=opening_step(draft.battle)))
    )
    yield from _open_step(draft)


def _close_step(draft: Draft) -> Procedure[None]:
    now = state(draft.battle)
    if now.step is Step.MOVE:
        _close_moves(draft, now.order[now.turn])
    yield from settle_pending(draft)
    grapple.end_lost_holds(draft)
    yield from propose_end(draft)
    if state(draft.battle).phase is Phase.ACTION:
        _turn_page(draft)
        yield from _open_step(draft)


def _turn_page(draft: Draft) -> None:
    """Point at the following step, or at the first one of the next side; nobody may act there."""
    now = state(draft.battle)
    steps = steps_beside(now.step)
    index = steps.index(now.step) + 1
    if index < len(steps):
        draft.emit(RoundSet(replace(now, step=steps[index])))
    else:
        draft.emit(RoundSet(replace(now, step=opening_step(draft.battle), turn=now.turn + 1)))


def _open_step(draft: Draft) -> Procedure[None]:
    """Open the step pointed at, passing over those in which nobody can act; after the last, end the round."""
    while state(draft.battle).turn < len(state(draft.battle).order):
        now = state(draft.battle)
        side = now.order[now.turn]
        if now.step in (Step.MOVE, Step.TURN):
            _begin_turn(draft, side)
            yield from confusion.ask_all(draft, side)
        if wanted(draft.battle, side, now.step):
            words = slot_words(side, now.step)
            _announce(draft, words, words.rule, side)
            return
        _say_empty(draft, side, now.step)
        _turn_page(draft)
    yield from _end_round(draft)


def _say_empty(draft: Draft, side: SideId, step: Step) -> None:
    if any(map(able, draft.battle.members(side))):
        secret = draft.battle.side(side).control is not Control.PLAYERS
        what = phrase("step.nobody", "OSE-ORDER-03", step=step_words(step))
        kept = kept_from_shooting(draft.battle, side) if step is Step.MISSILE else ()
        if kept:
            what = phrase("step.hemmed_in", "OSE-RANGED-07", step=step_words(step), names=Names(kept))
        draft.emit(Said(what, gm_only=secret, rule=what.rule))


def _announce(draft: Draft, slot: Phrase, rule: str, side: SideId = "") -> None:
    """Tell that a slot began; of a side the players know nothing of, only the GM is told."""
    members = draft.battle.members(side) if side else ()
    known = not side or any(known_to_players(draft.board, actor) for actor in members if actor.on_map)
    _tell_slot(draft, slot, rule, secret=not known)


def _tell_slot(draft: Draft, slot: Phrase, rule: str, secret: bool) -> None:
    number = state(draft.battle).number
    if secret:
        draft.emit(Said(phrase("log.step", rule, slot=slot, round=number), gm_only=True, rule=rule))
    else:
        draft.emit(StepBegan(slot, number, rule))


def _begin_turn(draft: Draft, side: SideId) -> None:
    """A Full Defence of the round before ends just before its actor acts again (OSE-DEFENSE-04)."""
    number = state(draft.battle).number
    for actor_id in _playing(draft, side):
        if 0 < sheet(draft[actor_id]).defending_until <= number:
            write_page(draft, actor_id, defending_until=0)
    sync_all(draft)


def _close_moves(draft: Draft, side: SideId) -> None:
    """The Move of whoever walked is over with the step; an untouched one may still go into a Manipulation."""
    for actor_id in _playing(draft, side):
        walked, page = draft[actor_id].stride.spent, sheet(draft[actor_id])
        if walked and not page.turn.move_closed:
            write_turn(draft, actor_id, move_closed=True, closed_at=min(walked, rate_squares(page)))


# --- from round to round ------------------------------------------------------------------------------


def _end_round(draft: Draft) -> Procedure[None]:
    draft.emit(RoundSet(replace(state(draft.battle), phase=Phase.MORALE)))
    yield from fire.burn_all(draft)
    yield from splash.drip_all(draft)
    yield from roll_due(draft)
    _announce_morale(draft)
    yield from morale.check_all(draft)
    grapple.end_lost_holds(draft)
    disruption.lose_unfinished(draft)
    yield from turned.run_out(draft, state(draft.battle).number + 1)
    yield from propose_end(draft, again=True)
    if state(draft.battle).phase is not Phase.OVER:
        _next_round(draft)


def _announce_morale(draft: Draft) -> None:
    """The players learn of a morale check only where it is their own."""
    due = [draft.battle.side(side).control for side in morale.due_sides(draft.battle)]
    if due:
        _tell_slot(draft, phrase("step.morale"), "OSE-PROC-07", secret=Control.PLAYERS not in due)


def _next_round(draft: Draft) -> None:
    now = state(draft.battle)
    sides = tuple(replace(part, surprised=False, initiative=0, again=()) for part in now.sides)
    draft.emit(
        RoundSet(
            replace(
                now,
                number=now.number + 1,
                phase=Phase.DECLARE,
                order=(),
                turn=0,
                step=Step.MOVE,
                sides=sides,
                surprise=False,
                kept_going=False,
            )
        )
    )
    _renew(draft)
    _announce(draft, phrase("step.declare"), "OSE-PROC-03")


def _renew(draft: Draft) -> None:
    """Everybody has a fresh turn; what lasts until a round's end is over (OSE-INIT-07)."""
    number = state(draft.battle).number
    goes_on = options(draft.battle).defence_lasts == "next_turn"  # rulings A2 #59
    for actor_id in tuple(draft.battle.actors):
        _expire(draft, actor_id, number - 1)
        if draft[actor_id].stride != Stride():
            draft.emit(StrideSet(actor_id, Stride()))
        if plays(draft[actor_id]):
            page = sheet(draft[actor_id])
            until = number if page.turn.defending and goes_on else page.defending_until
            write_page(draft, actor_id, turn=Turn(), defending_until=until if until >= number else 0)
    charmed.go_back(draft)
    sync_all(draft)


def _expire(draft: Draft, actor_id: ActorId, finished: int) -> None:
    held = draft[actor_id].conditions
    lasting = tuple(one for one in held if one.until is None or one.until > finished)
    if lasting == held:
        return
    draft.emit(ConditionsSet(actor_id, lasting))
    for condition in held:
        if condition not in lasting:
            name = conditions.name(condition.key)
            what = phrase("condition.ends", condition.rule, who=ActorRef(actor_id), condition=name)
            draft.emit(Said(what, about=actor_id, rule=condition.rule))


# --- sides --------------------------------------------------------------------------------------------


def _assign_sides(draft: Draft) -> Procedure[None]:
    """Nobody takes part without a side: ask for each who has none (OSE-PROC-01)."""
    sides = tuple(side.id for side in draft.battle.sides)
    for actor_id in tuple(draft.battle.actors):
        if draft[actor_id].side in sides or not draft[actor_id].on_map:
            continue
        answer = yield from ask(
            AskChoice(
                title=phrase("sides.whose", "OSE-PROC-01", who=ActorRef(actor_id)),
                picks=tuple(Pick(side, phrase("sides.one", "", side=SideRef(side))) for side in sides),
                actor=actor_id,
            )
        )
        draft.emit(SideSet(actor_id, answer.pick))


def _playing(draft: Draft, side: SideId) -> tuple[ActorId, ...]:
    return tuple(actor.id for actor in draft.battle.members(side) if plays(actor))
