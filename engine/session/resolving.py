"""How a command is carried out: the rule book's procedure, and what the GM rules on the way."""

from __future__ import annotations

from engine.model import events as ev
from engine.model.commands import Act, Advance, Begin, Command, OpenRoll
from engine.model.phrase import phrase
from engine.model.requests import Answer, Ruling
from engine.rulesets.ruleset import Ruleset
from engine.session import edits, open_roll
from engine.tactics.draft import Draft, Procedure
from engine.tactics.step import look_around


def resolve(draft: Draft, command: Command, ruleset: Ruleset) -> Procedure[None]:
    """The command's own procedure; what the GM rules in it is carried out before it goes on."""
    procedure = _own_procedure(draft, command, ruleset)
    answer: Answer | None = None
    while True:
        try:
            request = next(procedure) if answer is None else procedure.send(answer)
        except StopIteration:
            look_around(draft)  # whatever it was, it may have opened a view or shut one
            return
        answer = yield request
        if isinstance(answer, Ruling):
            draft.emit(ev.Ruled(answer.text))
            for edit in answer.edits:
                yield from edits.carry_out(draft, edit, ruleset)


def _own_procedure(draft: Draft, command: Command, ruleset: Ruleset) -> Procedure[None]:
    match command:
        case Act():
            yield from ruleset.play(draft, command)
        case Begin(reason=reason):
            if reason:
                draft.emit(ev.Said(phrase("session.begins_for", "", reason=reason)))
            look_around(draft)
            yield from ruleset.open(draft)
        case Advance():
            yield from ruleset.advance(draft)
        case OpenRoll():
            yield from open_roll.carry_out(draft, command)
        case _:
            yield from edits.carry_out(draft, command, ruleset)
