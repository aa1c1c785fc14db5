"""A roll that the referee may modify before the dice fall."""

from __future__ import annotations

from collections.abc import Callable

from engine.model.phrase import Phrase, Tally, modifier, phrase
from engine.model.requests import AskNumber, AskRoll, Faces, Pick, Picked
from engine.tactics.draft import Procedure, ask

_MODIFY = "modifier"
_MOST = 10
"""The farthest modifier either way, where the rules set no limit."""


def modify_pick(rule: str) -> Pick:
    """The button beside the dice."""
    return Pick(_MODIFY, phrase("osr.pick.modifier", rule))


def referee(tally: Tally, value: int, rule: str) -> Tally:
    """The tally with the referee's modifier, where there is one."""
    return tally.plus(modifier(value, "osr.mod.ref", rule)) if value else tally


def roll_modified(
    make: Callable[[int], AskRoll], title: Phrase, most: int = _MOST
) -> Procedure[tuple[AskRoll, Faces | Picked]]:
    """Ask for the roll that `make` gives for a modifier, until dice or another pick than that come.

    `title` is the question for the modifier. Returns the roll as it was asked last, and its answer.
    """
    value = 0
    while True:
        request = make(value)
        answer = yield from ask(request)
        if isinstance(answer, Faces) or answer.pick != _MODIFY:
            return request, answer
        number = yield from ask(
            AskNumber(
                title=title, low=-most, high=most, default=value, side=request.side, actor=request.actor
            )
        )
        value = number.value
