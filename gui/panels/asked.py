"""Whom an open question is for, said in the Sides tab and on the card in the same words."""

from __future__ import annotations

from typing import Any

from engine.model.phrase import ActorId
from engine.model.requests import AskRoll, AskRolls, Request


def asked_words(question: Request[Any] | None, actor_id: ActorId) -> str:
    """ "rolls now" or "decides now" of whom the question is for; empty for anybody else."""
    match question:
        case None:
            return ""
        case AskRolls(rolls=rolls):
            return "rolls now" if any(roll.actor == actor_id for roll in rolls) else ""
        case _ if question.actor != actor_id:
            return ""
        case AskRoll():
            return "rolls now"
        case _:
            return "decides now"
