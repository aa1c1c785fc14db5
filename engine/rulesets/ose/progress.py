"""Where the round stands, for the rail: Declare, Initiative, four steps a side, Morale."""

from __future__ import annotations

from functools import partial
from itertools import takewhile

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.offers import Progress, Slot, SlotState
from engine.model.phrase import ActorId, Names, Phrase, SideId, SideRef, phrase
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.declare import declared
from engine.rulesets.ose.going_on import wanted
from engine.rulesets.ose.morale import due_sides, side_scores
from engine.rulesets.ose.options import opening_step, options
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.sides import fighting, taking_part
from engine.rulesets.ose.state import (
    OseRound,
    Phase,
    SideRound,
    Step,
    acting_side,
    side_round,
    state,
    steps_beside,
)
from engine.rulesets.ose.transitions import in_pursuit
from engine.rulesets.ose.waiting import kept_from_shooting, waiting, waiting_in

ROUND_SECONDS = 10
PHASES = tuple(Phase)


def progress(battle: Battle) -> Progress:
    """The round's slots in the order they are played. Before the fight there is none and the round is 0."""
    if not isinstance(battle.round, OseRound):
        return Progress(0, (), next=phrase("next.begin", "OSE-OVER-02"))
    now = state(battle)
    left = waiting(battle)
    over = ended(now) if now.phase is Phase.OVER else None
    return Progress(
        now.number,
        tuple(_slots(battle, now, left)),
        waiting=left,
        next=None if over else _next(battle, now),
        passed_over=_passed_over(battle, now),
        side=acting_side(now),
        over=over,
        seconds=(now.number - 1) * ROUND_SECONDS,  # Rule: OSE-OVER-01
        side_notes=_side_notes(battle),
    )


def ended(now: OseRound) -> Phrase:
    """How the fight ended, in words."""
    if now.victor:
        return phrase(now.ended, "OSE-PROC-08", side=SideRef(now.victor))
    return phrase(now.ended or "over.stopped", "OSE-PROC-08")


def step_words(step: Step) -> Phrase:
    """The name of a step, under the row that orders it; a turn without steps is Loose combat's own."""
    return phrase(f"step.{step.value}", "OSL-PROC-02" if step is Step.TURN else "OSE-ORDER-01")


def slot_words(side: SideId, step: Step) -> Phrase:
    """A step and whose it is, as the log tells that it begins."""
    named = step_words(step)
    if step is Step.TURN:
        return phrase("step.turn_of_side", named.rule, side=SideRef(side))
    return phrase("step.of_side", named.rule, side=SideRef(side), step=named)


def _slots(battle: Battle, now: OseRound, left: tuple[ActorId, ...]) -> list[Slot]:
    slots = [
        Slot("declare", phrase("step.declare"), _of_phase(now, Phase.DECLARE), note=_declared(battle, now)),
        Slot(
            "initiative", phrase("step.initiative"), _of_phase(now, Phase.INITIATIVE), note=_initiative(now)
        ),
    ]
    for side in now.order or _expected(battle):
        slots.extend(_side_slot(battle, now, side, step, left) for step in _steps(battle, now))
    morale = Slot("morale", phrase("step.morale"), _of_phase(now, Phase.MORALE), note=_morale(battle))
    return [*slots, morale]


def _steps(battle: Battle, now: OseRound) -> tuple[Step, ...]:
    """The parts of a side's turn as this round plays them."""
    return steps_beside(now.step if now.phase is Phase.ACTION else opening_step(battle))


def _expected(battle: Battle) -> tuple[SideId, ...]:
    """Sides that will act this round, in no order yet."""
    return taking_part(battle)


def _of_phase(now: OseRound, phase: Phase) -> SlotState:
    if now.phase is phase:
        return SlotState.CURRENT
    return SlotState.PAST if PHASES.index(now.phase) > PHASES.index(phase) else SlotState.FUTURE


def _side_slot(battle: Battle, now: OseRound, side: SideId, step: Step, left: tuple[ActorId, ...]) -> Slot:
    where = _of_step(now, side, step)
    note = _left_note(battle, side, left) if where is SlotState.CURRENT else None
    part = side_round(now, side)
    number = part.initiative if now.order and part.initiative else None
    slot = Slot(f"{side}:{step.value}", step_words(step), where, side, note=note, number=number)
    return replace(slot, again=part.again) if now.order else slot


def _of_step(now: OseRound, side: SideId, step: Step) -> SlotState:
    if now.phase is not Phase.ACTION:
        return _of_phase(now, Phase.ACTION)
    steps = steps_beside(now.step)
    here = (now.order.index(side), steps.index(step))
    current = (now.turn, steps.index(now.step))
    if here == current:
        return SlotState.CURRENT
    return SlotState.PAST if here < current else SlotState.FUTURE


def _left_note(battle: Battle, side: SideId, left: tuple[ActorId, ...]) -> Phrase:
    count = sum(map(fighting, battle.members(side)))
    return phrase("step.left", "", left=len(left), all=count)


def _declared(battle: Battle, now: OseRound) -> Phrase | None:
    """Who declared something, once anybody did; the question itself while declarations are open."""
    names = tuple(actor.id for actor in battle.actors.values() if plays(actor) and declared(sheet(actor)))
    if names:
        return phrase("declare.names", "", names=Names(names))
    return None if now.phase is Phase.DECLARE else phrase("declare.nobody")


def _initiative(now: OseRound) -> Phrase | None:
    """ "9 against 4", after a tie of two out of three "9 (then 7) against 9 (then 2) against 4", or who
    surprises."""
    if now.surprise:
        alert = tuple(part.side for part in now.sides if not part.surprised)
        if not alert:  # to those who have not seen who it is
            return phrase("initiative.surprised", "OSE-SURP-03")
        return phrase("initiative.surprise", "OSE-SURP-03", sides=_listed(alert))
    rolled = [side_round(now, side) for side in now.order]
    return _against(rolled) if any(part.initiative for part in rolled) else None


def _against(parts: list[SideRound]) -> Phrase:
    first, *rest = parts
    if not rest:
        return _rolled(first)
    return phrase("initiative.against", "", first=_rolled(first), rest=_against(rest))


def _rolled(part: SideRound) -> Phrase:
    if not part.again:
        return phrase("initiative.value", "", value=part.initiative)
    again = ", ".join(map(str, part.again))
    return phrase("initiative.again", "OSE-INIT-04", value=part.initiative, again=again)


def _listed(sides: tuple[SideId, ...]) -> Phrase:
    if len(sides) == 1:
        return phrase("sides.one", "", side=SideRef(sides[0]))
    return phrase("sides.more", "", side=SideRef(sides[0]), rest=_listed(sides[1:]))


def _morale(battle: Battle) -> Phrase:
    due = due_sides(battle)
    return phrase("morale.due", "OSE-PROC-07", sides=_listed(due)) if due else phrase("morale.end_of_round")


def _side_notes(battle: Battle) -> tuple[tuple[SideId, Phrase], ...]:
    """The morale of each side that ever checks. A foe's is not on the sheets that players may read."""
    if options(battle).morale == "off":
        return ()
    scores = ((side.id, ", ".join(map(str, side_scores(battle, side.id)))) for side in battle.sides)
    return tuple((side, phrase("side.morale", "OSE-PROC-07", value=value)) for side, value in scores if value)


def _next(battle: Battle, now: OseRound) -> Phrase:
    match now.phase:
        case Phase.DECLARE | Phase.INITIATIVE:
            return phrase("next.action" if now.surprise else "next.initiative")
        case Phase.ACTION:
            return _next_in_action(battle, now)
        case Phase.OVER if in_pursuit(battle):
            return phrase("next.pursuit", "OSE-TRANS-04")
        case _:
            return phrase("next.round", "", round=now.number + 1)


def _next_in_action(battle: Battle, now: OseRound) -> Phrase:
    """The next step of this side that will not be passed over as things stand, else the next side."""
    step = next(filter(partial(_stops_at, battle, acting_side(now)), _later_steps(now)), None)
    if step is not None:
        return phrase("next.step", "", step=step_words(step))
    steps = steps_beside(opening_step(battle))
    following = next(
        (side for side in now.order[now.turn + 1 :] if any(wanted(battle, side, step) for step in steps)),
        None,  # a side whose last one fell has no turn left
    )
    if following is not None:
        return phrase("next.side", "", side=SideRef(following))
    return phrase("next.end_of_round")


def _later_steps(now: OseRound) -> tuple[Step, ...]:
    """The steps of the acting side that are still to come."""
    steps = steps_beside(now.step)
    return steps[steps.index(now.step) + 1 :]


def _stops_at(battle: Battle, side: SideId, step: Step) -> bool:
    return options(battle).skip_empty_steps == "no" or bool(waiting_in(battle, side, step))


def _passed_over(battle: Battle, now: OseRound) -> Phrase | None:
    """Why N would pass over steps: to leave this side's turn, for nobody could act there (OSE-ORDER-03), or
    past the missiles of those who have an enemy within 5 ft (OSE-RANGED-07)."""
    later = _later_steps(now) if now.phase is Phase.ACTION else ()
    side = acting_side(now)
    skipped = tuple(takewhile(lambda step: not _stops_at(battle, side, step), later))
    kept = kept_from_shooting(battle, side) if Step.MISSILE in skipped else ()
    if not skipped or skipped != later:
        return phrase("next.hemmed_in", "OSE-RANGED-07", names=Names(kept)) if kept else None
    steps = _steps_listed(later)
    if kept:
        return phrase("next.passed_over_hemmed", "OSE-ORDER-03", steps=steps, names=Names(kept))
    return phrase("next.passed_over", "OSE-ORDER-03", steps=steps)


def _steps_listed(steps: tuple[Step, ...]) -> Phrase:
    first, *rest = steps
    if not rest:
        return step_words(first)
    key = "steps.two" if len(rest) == 1 else "steps.more"
    return phrase(key, "", step=step_words(first), rest=_steps_listed(tuple(rest)))
