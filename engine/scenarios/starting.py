"""From the placed battle to the slot where a scenario begins, with as few dice as can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import FivefootError
from engine.model import events as ev
from engine.model import requests as rq
from engine.model.commands import Advance, Begin, Command
from engine.scenarios.answers import AnswerSheet, question_words
from engine.scenarios.scenario import Start
from engine.session.results import Asked, Finished, Refused, Result
from engine.session.session import Session
from engine.views.audience import Audience
from engine.views.narrate import Narrator

Order = tuple[str, ...]
_MOST_STEPS = 60
"""More slots than this before the wanted one: it never comes."""


def go_to(session: Session, start: Start, read_act: Callable[[str], Command]) -> list[ev.Event]:
    """Begin, make the declarations, go on slot by slot; returns everything that happened.

    Written answers come first. Where they run out a choice takes its default and a batch of rolls, one a
    side, is given the faces that put the sides in the wanted order. FivefootError if the slot never comes.
    """
    sheet = AnswerSheet(start.answers)
    order = start.order or (start.at.partition(":")[0],)
    events = _carry_out(session, Begin(), sheet, order)
    for line in start.declare:
        events += _carry_out(session, read_act(line), sheet, order)
    seen: list[str] = []
    while True:
        slot = session.ruleset.progress(session.battle).current
        seen.append(slot.key if slot else "the end")
        if slot is not None and slot.key == start.at:
            break
        if slot is None or len(seen) > _MOST_STEPS:
            went = ", ".join(dict.fromkeys(seen))
            raise FivefootError(f"the fight never came to '{start.at}'; it went {went}")
        events += _carry_out(session, Advance(overrule=True), sheet, order)
    if sheet.left:
        raise FivefootError(f"answers of the start left over: {list(sheet.left)}")
    return events


def _carry_out(session: Session, command: Command, sheet: AnswerSheet, order: Order) -> list[ev.Event]:
    events: list[ev.Event] = []
    result: Result = session.submit(command)
    while isinstance(result, Asked):
        events += result.events
        asked = question_words(session, result.request)
        answer = sheet.answer(result.request, asked) if sheet.left else _default(result.request, order)
        result = session.answer(answer if answer is not None else sheet.answer(result.request, asked))
    if isinstance(result, Refused):
        say = Narrator(session.shown, session.ruleset.about.glossary, Audience.GM).say
        reasons = "; ".join(say(refusal.reason) for refusal in result.refusals)
        raise FivefootError(f"the start was refused: {reasons}")
    if isinstance(result, Finished):
        events += result.events
    return events


def _default(request: rq.Request[Any], order: Order) -> rq.Answer | None:
    match request:
        case rq.AskChoice(picks=picks, default=default):
            return rq.Picked(default or picks[0].key)
        case rq.AskNumber(default=number):
            return rq.Number(number)
        case rq.AskRolls(rolls=rolls) if all(roll.side and not roll.actor for roll in rolls):
            ranked = sorted(range(len(rolls)), key=lambda index: _rank(rolls[index], order))
            faces = {index: place for place, index in enumerate(ranked)}
            return rq.Batch(tuple(_high(roll, faces[index]) for index, roll in enumerate(rolls)))
        case _:
            return None


def _rank(roll: rq.AskRoll, order: Order) -> int:
    return order.index(roll.side) if roll.side in order else len(order)


def _high(roll: rq.AskRoll, place: int) -> rq.Faces:
    """The highest faces for the first place, one less for each place after it."""
    return rq.Faces(tuple(max(1, sides - place) for sides in roll.dice))
