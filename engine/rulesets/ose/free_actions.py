"""Free actions: as many as one likes, until the referee says that it is enough (OSE-ACT-07, OSE-ACT-08)."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import soft
from engine.rulesets.ose.bodies import tell, write_turn
from engine.rulesets.ose.sheet import sheet
from engine.tactics.draft import Draft, Procedure, ask

ASKED_EVERY = 3
"""After so many free actions of one actor in a round the referee is asked, and after as many again."""


def why_not(actor: Actor) -> tuple[Refusal, ...]:
    """Whether the referee has drawn the line for this round."""
    limited = sheet(actor).turn.free_limited
    return soft("why.free_limited", "OSE-ACT-08", who=ActorRef(actor.id)) if limited else ()


def take(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """Count one more, and ask now and then whether there may be others. Manipulations are not counted."""
    count = sheet(draft[actor_id]).turn.free_actions + 1
    write_turn(draft, actor_id, free_actions=count)
    if count % ASKED_EVERY or draft.overrule:
        return
    answer = yield from ask(
        AskChoice(
            title=phrase("free.ask", "OSE-ACT-08", who=ActorRef(actor_id), count=count),
            picks=(Pick("go_on", phrase("free.go_on")), Pick("limit", phrase("free.limit", "OSE-ACT-08"))),
            actor=actor_id,
        )
    )
    if answer.pick == "limit":
        write_turn(draft, actor_id, free_limited=True)
        tell(draft, actor_id, "free.limited", "OSE-ACT-08")
