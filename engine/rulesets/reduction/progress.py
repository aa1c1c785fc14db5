"""Where the round stands, for the rail and the roster; and whether there is anybody to fight."""

from __future__ import annotations

from collections.abc import Iterator

from engine.model.battle import Battle
from engine.model.offers import Progress, Refusal, Slot, SlotState
from engine.model.phrase import Phrase, SideId, phrase
from engine.rulesets.common import settled, soft
from engine.rulesets.reduction.rounds import RULES, SECONDS, after, waiting
from engine.rulesets.reduction.state import Phase, ReductionRound, SideState, state

_REPEAT = "repeat"
_ORDER = tuple(phase for phase in Phase if phase is not Phase.OVER)


def progress(battle: Battle) -> Progress:
    """The six steps; before the fight begins, none."""
    if not isinstance(battle.round, ReductionRound):
        return Progress(0, ())
    now = state(battle)
    place = len(_ORDER) if now.phase is Phase.OVER else _ORDER.index(now.phase)
    over = settled(battle) or phrase("act.over") if now.phase is Phase.OVER else None
    gone = now.number if now.phase is Phase.OVER else now.number - 1  # the fight's last round counts as well
    seconds = gone * SECONDS
    return Progress(
        now.number,
        (*_steps(place), Slot(_REPEAT, phrase("osr.phase.repeat", "OSR-REPEAT-01"), SlotState.FUTURE)),
        waiting(battle),
        None if over else _next_words(battle),
        over=over,
        seconds=seconds,
        clock=phrase("osr.clock", "OSR-FRAME-01", seconds=seconds),  # Rule: OSR-FRAME-01
        side_notes=tuple((side.side, note) for side in now.sides for note in _notes(side)),
    )


def may_begin(battle: Battle) -> tuple[Refusal, ...]:
    """Two sides must have somebody in them, and two of those must be enemies of each other."""
    # Rule: OSR-ASSUME-01, OSR-ASSUME-05
    present = [side.id for side in battle.sides if any(actor.active for actor in battle.members(side.id))]
    if len(present) < 2:
        return soft("osr.no.second_side", "OSR-ASSUME-01")
    return () if _enemies(battle, present) else soft("osr.no.enemies", "OSR-ASSUME-05")


def may_ally(battle: Battle) -> tuple[Refusal, ...]:
    """Sides may be allied only while another is their enemy, whether anybody is on it yet or not."""
    # Rule: OSR-ASSUME-05
    enemies = _enemies(battle, [side.id for side in battle.sides])
    return () if enemies else soft("osr.no.alliance", "OSR-ASSUME-05")


def _enemies(battle: Battle, present: list[SideId]) -> bool:
    return any(battle.hostile(one, other) for one in present for other in present)


def _steps(place: int) -> Iterator[Slot]:
    for index, phase in enumerate(_ORDER):
        known = SlotState.CURRENT if index == place else SlotState.PAST if index < place else SlotState.FUTURE
        yield Slot(phase.value, phrase(f"osr.phase.{phase.value}", RULES[phase]), known)


def _next_words(battle: Battle) -> Phrase:
    phase = state(battle).phase
    if phase is Phase.DECLARE:
        return phrase("osr.next.moves")
    if phase in (Phase.MORALE, Phase.HIT_DICE):
        return phrase(f"osr.next.roll_{phase.value}")
    following = after(battle, phase)
    if following is None:
        return phrase("osr.next.round")
    return phrase("osr.next", "", step=phrase(f"osr.phase.{following.value}"))


def _notes(side: SideState) -> Iterator[Phrase]:
    """What its members want, and first what matters more in this round."""
    if side.held:
        yield phrase("osr.side.held", "OSR-INIT-02")
    elif side.due or side.called:
        yield phrase("osr.side.due", "OSR-MORALE-01")
    elif side.goal:
        yield phrase("osr.side.goal", "OSR-ASSUME-04", goal=side.goal)
    else:
        yield phrase("osr.side.usual_goal", "OSR-ASSUME-04")
