"""The round as the rail shows it."""

from __future__ import annotations

from engine.model.battle import Battle
from engine.model.offers import Progress, Slot, SlotState
from engine.model.phrase import ActorRef, Phrase, phrase
from engine.rulesets.common import roster, settled
from engine.rulesets.openquest.order import declares
from engine.rulesets.openquest.rounds import SECONDS, count_words, who_waits
from engine.rulesets.openquest.sheet import sheet
from engine.rulesets.openquest.state import Count, OpenQuestRound, Phase, What


def progress(battle: Battle) -> Progress:
    """The counts of the round; one actor may have several. Before the fight begins, none."""
    if not isinstance(battle.round, OpenQuestRound):
        return Progress(0, ())
    now = battle.round
    declaring = now.phase is Phase.DECLARE
    state = SlotState.CURRENT if declaring else SlotState.PAST
    declare = Slot("declare", phrase("oq.slot.declare"), state, note=phrase("oq.note.declare", "OQ-SUM-05"))
    present = ((index, count) for index, count in enumerate(now.order) if count.actor in battle.actors)
    counts = tuple(_slot(battle, now, index, count) for index, count in present)
    shown = declaring or any(declares(sheet(actor)) for actor in roster(battle))
    slots = ((declare,) if shown else ()) + counts
    over = (settled(battle) or phrase("act.over")) if now.phase is Phase.OVER else None
    return Progress(
        now.number,
        slots,
        who_waits(battle),
        None if over else _next_words(battle, now),
        side=next((slot.side for slot in slots if slot.state is SlotState.CURRENT), ""),
        over=over,
        seconds=(now.number - 1) * SECONDS,  # Rule: OQ-BASIC-01
    )


def _slot(battle: Battle, now: OpenQuestRound, index: int, count: Count) -> Slot:
    passed = index < now.at or now.phase is Phase.OVER
    place = SlotState.PAST if passed else SlotState.CURRENT if index == now.at else SlotState.FUTURE
    note = None if count.what is What.ACTION else phrase(f"oq.note.slot.{count.what.value}")
    actor = battle.actors[count.actor]
    name = phrase("oq.slot.who", "", who=ActorRef(actor.id))  # the rail writes the number beside it
    return Slot(count.key, name, place, actor.side, count.actor, note, number=count.count)


def _next_words(battle: Battle, now: OpenQuestRound) -> Phrase:
    if now.phase is Phase.DECLARE:
        return phrase("oq.next.order")
    for count in now.order[now.at + 1 :]:
        if count.actor in battle.actors and battle.actors[count.actor].active:
            return phrase("oq.next", "", slot=count_words(count))
    return phrase("oq.next.round")
