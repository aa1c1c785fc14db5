"""Who rolls the dice: the program, the people at the table, or each side for itself."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from engine.model.battle import Control, Side
from engine.model.requests import AskRoll, AskRolls, Request


class DiceMode(StrEnum):
    """Who rolls what (ux 1.4). In every mode each single prompt accepts both ways."""

    APP = "app"
    """The program rolls all after a short pause."""
    PLAYERS = "players"
    """Players roll for their side; for the others Enter on an empty field rolls."""
    TYPED = "typed"
    """Everything comes from real dice."""


def rolls_itself(mode: DiceMode, question: Request[Any], sides: Iterable[Side]) -> bool:
    """Whether Enter on an empty field lets the program roll this question."""
    if mode is DiceMode.TYPED or not isinstance(question, AskRoll | AskRolls):
        return False
    if mode is DiceMode.APP:
        return True
    side = next((known for known in sides if known.id == question.side), None)
    return side is None or side.control is not Control.PLAYERS
