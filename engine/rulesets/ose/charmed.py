"""A charmed creature comes over to the caster's side if the referee says so, and goes back afterwards."""

from __future__ import annotations

from engine.model.events import SideSet
from engine.model.phrase import ActorId, ActorRef, SideId, SideRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose.arms import sync_all
from engine.rulesets.ose.bodies import CHARMED, plays, write_page
from engine.rulesets.ose.doses import EFFECT_RULE, Hit
from engine.rulesets.ose.sheet import Charm, sheet
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import look_around


def come_over(draft: Draft, caster: ActorId, taking: Hit) -> Procedure[None]:
    """Ask for each of them who is charmed whether it takes the caster's side."""
    for one in taking:
        if caster not in draft or one not in draft or not draft[one].has(CHARMED):
            continue
        if draft[one].side != draft[caster].side and (yield from _joins(draft, caster, one)):
            _change(draft, one, draft[caster].side)


def _joins(draft: Draft, caster: ActorId, one: ActorId) -> Procedure[bool]:
    """A friend need not fight for his friend: no row says, so the referee does."""
    side = SideRef(draft[caster].side)
    answer = yield from ask(
        AskChoice(
            title=phrase("charm.ask", EFFECT_RULE, who=ActorRef(one), side=side),
            detail=(phrase("charm.detail", EFFECT_RULE),),
            actor=caster,
            about=one,
            picks=(Pick("join", phrase("charm.join", "", side=side)), Pick("stay", phrase("charm.stay"))),
        )
    )
    return answer.pick == "join"


def _change(draft: Draft, one: ActorId, side: SideId) -> None:
    held = sheet(draft[one]).charm
    write_page(draft, one, charm=Charm(held.was if held else draft[one].side, side))
    draft.emit(SideSet(one, side))
    sync_all(draft)
    look_around(draft)


def go_back(draft: Draft) -> None:
    """Whoever is charmed no more is on its own side again, unless the GM has put it on another since."""
    there = {side.id for side in draft.battle.sides}
    for actor_id in tuple(draft.battle.actors):
        actor = draft[actor_id]
        charm = sheet(actor).charm if plays(actor) else None
        if charm is None or actor.has(CHARMED):
            continue
        write_page(draft, actor_id, charm=None)
        if actor.side == charm.now and charm.was in there:
            draft.emit(SideSet(actor_id, charm.was))
            sync_all(draft)
