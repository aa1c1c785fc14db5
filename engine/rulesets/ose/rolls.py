"""Asking for dice where nothing else may be picked, and writing the roll down."""

from __future__ import annotations

from engine.errors import BugError
from engine.model.requests import AskRoll, Faces
from engine.rulesets.common import tell_roll
from engine.tactics.draft import Draft, Procedure, ask


def roll(draft: Draft, request: AskRoll, rule: str) -> Procedure[Faces]:
    """Ask for the dice of a question without alternatives and log them under the rule."""
    answer = yield from ask(request)
    if not isinstance(answer, Faces):
        raise BugError(f"the roll {request.title.key} was answered by a pick")
    tell_roll(draft, request, answer, rule)
    return answer
