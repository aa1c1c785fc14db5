"""Losing consciousness, and the Resilience that keeps it."""

from __future__ import annotations

from engine.model.actor import HELPLESS
from engine.model.phrase import ActorId, Phrase, Tally
from engine.model.requests import AskRoll, Faces
from engine.rulesets.common import drop, set_condition, tell_roll
from engine.rulesets.openquest import holding
from engine.tactics.draft import Draft, Procedure, ask


def knock_out(draft: Draft, target: ActorId, by: ActorId, rule: str) -> None:
    """Unconscious where it stands."""
    holding.release(draft, target)
    set_condition(draft, target, HELPLESS, rule=rule)
    drop(draft, target, by, rule)


def resists(draft: Draft, who: ActorId, title: Phrase, tally: Tally, rule: str) -> Procedure[bool]:
    """Roll Resilience against the tally."""
    request = AskRoll(
        title=title,
        dice=(100,),
        tally=tally,
        beats=tally.total,
        at_or_under=True,
        side=draft[who].side,
        actor=who,
    )
    faces = yield from ask(request)
    if not isinstance(faces, Faces):
        return False
    tell_roll(draft, request, faces, rule)
    return request.succeeds(faces)
