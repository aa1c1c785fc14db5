"""What a roll decides, in words for the GM: either it succeeds or it fails, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from engine.model.phrase import Phrase, phrase
from engine.model.requests import AskRoll, Grade

HITS, MISSES = phrase("upshot.hits"), phrase("upshot.misses")
SUCCEEDS, FAILS = phrase("upshot.succeeds"), phrase("upshot.fails")


class Upshot(NamedTuple):
    """One of the ways in which a roll may come out, and the sentences that follow from it."""

    words: Phrase
    then: tuple[Phrase, ...] = ()


PLAIN = Upshot(SUCCEEDS), Upshot(FAILS)
"""Success and failure of a roll whose meaning nobody but the referee knows."""


def decided(request: AskRoll, good: Upshot, bad: Upshot) -> AskRoll:
    """The same question with what success and failure mean; as it is where nothing is to be reached."""
    needed = request.needed
    if needed is None:
        return request
    if request.at_or_under:
        return replace(request, grades=(_grade(1, good), _grade(needed + 1, bad)))
    return replace(request, grades=(_grade(1, bad), _grade(needed, good)))


def by_face(least: int, most: int, upshot_of: Callable[[int], Upshot]) -> tuple[Grade, ...]:
    """A grade for each row of faces from `least` to `most` that mean the same."""
    grades: list[Grade] = []
    for face in range(least, most + 1):
        upshot = upshot_of(face)
        if not grades or (grades[-1].words, grades[-1].then) != upshot:
            grades.append(_grade(face, upshot))
    return tuple(grades)


def _grade(least: int, upshot: Upshot) -> Grade:
    return Grade(least, upshot.words, then=upshot.then)
