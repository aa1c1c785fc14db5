"""Firing into a crowd: the cover bystanders give, and whom a shot hits that goes astray."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import signed
from engine.rulesets.openquest.options import options
from engine.rulesets.openquest.rolls import total_of
from engine.rulesets.openquest.tallies import COVER
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask


def bystanders(board: Board, attacker: ActorId, target: ActorId) -> tuple[Actor, ...]:
    """Everybody else on their feet beside the target, in roster order."""
    mark = board.actor(target)
    return tuple(
        actor
        for actor in board.battle.actors.values()
        if actor.active and actor.id not in (attacker, target) and board.within_blow(mark, actor, 1)
    )


def cover(draft: Draft, attacker: ActorId, target: ActorId) -> Procedure[int]:
    """How much cover the crowd about the target gives it, as the GM says."""
    # Rule: OQ-CROWD-01
    if not bystanders(draft.board, attacker, target):
        return 0
    title = phrase("oq.ask.crowd", "OQ-CROWD-01", target=ActorRef(target))
    none = Pick("none", phrase("oq.pick.no_cover"))
    covers = (
        Pick(key, phrase(f"oq.cover.{key}"), phrase("oq.note.percent", "", n=signed(less)))
        for key, less in COVER.items()
    )
    picks = (none, *covers)
    answer = yield from ask(AskChoice(title=title, actor=attacker, about=target, picks=picks))
    return COVER.get(answer.pick, 0)


def goes_astray(
    draft: Draft, attacker: ActorId, target: ActorId, face: int, percent: int
) -> Procedure[ActorId]:
    """Whom beside the target a miss strikes that the bare skill would have made a hit; "" for nobody."""
    # Rule: OQ-CROWD-03
    if face > percent or options(draft.battle).crowd == "off":
        return ""
    near = [actor.id for actor in bystanders(draft.board, attacker, target)]
    if not near:
        return ""
    victim = near[0] if len(near) == 1 else (yield from _who(draft, attacker, near))
    if victim not in draft or attacker not in draft:
        return ""
    said = phrase("oq.astray", "OQ-CROWD-03", target=ActorRef(target), who=ActorRef(victim))
    draft.emit(Said(said, about=victim, rule="OQ-CROWD-03"))
    return victim


def _who(draft: Draft, attacker: ActorId, near: list[ActorId]) -> Procedure[ActorId]:
    detail = tuple(
        phrase("oq.detail.drawn", "OQ-CROWD-03", n=number, who=ActorRef(who))
        for number, who in enumerate(near, start=1)
    )
    title = phrase("oq.ask.whom", "OQ-CROWD-03", who=ActorRef(attacker))
    face = yield from total_of(draft, attacker, title, (len(near),), "OQ-CROWD-03", detail=detail)
    return near[max(0, face - 1)]
