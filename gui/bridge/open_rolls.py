"""Rolls made before the players' eyes: dice the GM names, or the roll that is asked for."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.errors import FivefootError
from engine.model.commands import OpenRoll
from engine.model.events import Rolled
from engine.model.requests import AskRoll, AskRolls, Batch, Faces
from engine.rulesets.common import rolled
from engine.session.dice import parse_dice
from engine.views.audience import Audience
from gui.bridge.table import Change, Table


class OpenRolls(QObject):
    """Only what the players' narrator says of a roll leaves here for their screen."""

    shown = Signal(tuple)
    """What the players read: a line a roll, those of one attack together."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._open = False
        self._lines: tuple[str, ...] = ()
        table.changed.connect(self._look_for_named_dice)
        table.answered.connect(self._look_at_answer)

    def begin(self, text: str) -> str:
        """Ask for dice written like "2d6+1". Returns what is wrong with the text, empty if nothing."""
        try:
            dice = parse_dice(text)
        except FivefootError as problem:
            return f"{problem}."
        self._table.submit(OpenRoll(dice.count, dice.sides, dice.bonus))
        return ""

    def roll_question(self) -> bool:
        """Let the program roll the rest of the open check, shown to the players. False if they may not
        see it, or nothing is to be rolled; then nothing is."""
        question = self._table.question
        narrator = self._table.narrator(Audience.PLAYERS)
        rolls = question.rolls if isinstance(question, AskRolls) else (question,)
        seen = [
            narrator.may_see(roll.actor, roll.side, roll.secret)
            for roll in rolls
            if isinstance(roll, AskRoll)
        ]
        if not any(seen):
            return False
        self._open, self._lines = True, ()
        try:
            self._table.roll()
        finally:
            self._open = False
        return True

    def _look_at_answer(self, question: object, answer: object) -> None:
        if not self._open:
            return
        match question, answer:
            case AskRoll(), Faces():
                self._add(rolled(question, answer))
            case AskRolls(rolls=rolls), Batch() as batch:
                self._add(*map(rolled, rolls, batch.rolls))
            case _:
                pass  # a choice on the way

    def _look_for_named_dice(self, change: Change) -> None:
        named = [event for event in change.events if isinstance(event, Rolled) and event.shown_to_all]
        if named:
            self._lines = ()
            self._add(*named)

    def _add(self, *rolls: Rolled) -> None:
        narrator = self._table.narrator(Audience.PLAYERS)
        self._lines += tuple(filter(None, map(narrator.seen_roll, rolls)))
        if self._lines:
            self.shown.emit(self._lines)
