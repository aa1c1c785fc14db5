"""Dice rolled before everybody's eyes, outside the rules: asked for like any roll, changing nothing."""

from __future__ import annotations

from engine.model.commands import OpenRoll
from engine.model.events import Rolled
from engine.model.offers import Refusal
from engine.model.phrase import Tally, modifier, phrase
from engine.model.requests import AskRoll, Faces
from engine.tactics.draft import Draft, Procedure, ask

MOST_DICE, MOST_SIDES = 100, 1_000


def why_not(command: OpenRoll) -> tuple[Refusal, ...]:
    """Dice that nobody has."""
    fits = 1 <= command.count <= MOST_DICE and 2 <= command.sides <= MOST_SIDES
    return () if fits else (Refusal(phrase("roll.no_dice", dice=command.words), hard=True),)


def carry_out(draft: Draft, command: OpenRoll) -> Procedure[None]:
    """Ask for the dice and tell what they came to."""
    purpose = phrase("roll.open", dice=command.words)
    tally = Tally((modifier(command.bonus, "roll.bonus"),)) if command.bonus else Tally()
    request = AskRoll(title=purpose, detail=(phrase("roll.open_note"),), dice=command.dice, tally=tally)
    answer = yield from ask(request)
    if isinstance(answer, Faces):
        total = request.total(answer)
        draft.emit(
            Rolled(
                purpose,
                command.dice,
                answer.faces,
                total,
                tally=tally,
                source=answer.source,
                shown_to_all=True,
                as_total=answer.as_total,
            )
        )
