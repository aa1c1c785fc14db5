"""Dice notation and the seeded software roller: the only random in the engine."""

from __future__ import annotations

import random
import re

from msgspec import Struct

from engine.errors import FivefootError
from engine.model.requests import APP, AskRoll, AskRolls, Batch, Faces

_NOTATION = re.compile(r"\s*(\d*)\s*[dD]\s*(\d+|%)\s*(?:([+\-\u2212])\s*(\d+))?\s*")


class Dice(Struct, frozen=True):
    """A handful of equal dice and a bonus: 2d6+1."""

    count: int
    sides: int
    bonus: int = 0

    @property
    def faces(self) -> tuple[int, ...]:
        """Sides of each die, as a question wants them."""
        return (self.sides,) * self.count


def parse_dice(text: str) -> Dice:
    """Read "2d6+1", "d20" or "d%". FivefootError says what is wrong with anything else."""
    match = _NOTATION.fullmatch(text)
    if match is None:
        raise FivefootError(f"'{text}' is not dice: write them like 2d6+1")
    count = int(match[1] or 1)
    sides = 100 if match[2] == "%" else int(match[2])
    if not 1 <= count <= 100 or not 2 <= sides <= 1000:
        raise FivefootError(f"'{text}' asks for dice nobody has: 1 to 100 dice of 2 to 1000 sides")
    bonus = int(match[4] or 0) * (-1 if match[3] in ("-", "\u2212") else 1)
    return Dice(count, sides, bonus)


class SoftwareDice:
    """Rolls for the program. Its position is not rewound by undo: a new roll is a new roll."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def roll(self, request: AskRoll) -> Faces:
        """Faces for one question."""
        return Faces(tuple(self._random.randint(1, sides) for sides in request.dice), APP)

    def answer(self, request: AskRoll | AskRolls) -> Faces | Batch:
        """Faces for a single roll or for a whole batch."""
        if isinstance(request, AskRolls):
            return Batch(tuple(self.roll(roll) for roll in request.rolls))
        return self.roll(request)
