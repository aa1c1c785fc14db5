"""What speaks against a command or a ruling, whoever has to say it: the rule book or the GM's own table."""

from __future__ import annotations

from engine.model.commands import Act, Advance, Begin, Command, OpenRoll
from engine.model.offers import Refusal
from engine.model.phrase import Phrase, phrase
from engine.model.requests import Answer, Ruling
from engine.rulesets.ruleset import Ruleset
from engine.session import edits, open_roll
from engine.tactics.board import Board


def why_not(ruleset: Ruleset, board: Board, command: Command) -> tuple[Refusal, ...]:
    """Every reason against the command on this board; none of them need be hard."""
    match command:
        case Act():
            return ruleset.why_not(board, command)
        case Begin():
            if ruleset.progress(board.battle).round > 0:
                return (Refusal(phrase("session.begun"), hard=True),)
            return ruleset.may_begin(board.battle)
        case Advance():
            return ruleset.may_advance(board.battle)
        case OpenRoll():
            return open_roll.why_not(command)
        case _:
            return edits.why_not(board, command, ruleset)


def why_not_ruled(ruleset: Ruleset, board: Board, answer: Answer) -> Phrase | None:
    """The reason against the first edit of a ruling that not even the GM can make; None for other answers."""
    for edit in answer.edits if isinstance(answer, Ruling) else ():
        for refusal in edits.why_not(board, edit, ruleset):
            if refusal.hard:
                return refusal.reason
    return None
