"""Out of action: by the dice, by giving in, by leaving."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.events import Said, SheetSet
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.rulesets.common import drop
from engine.rulesets.reduction.sheet import sheet
from engine.tactics.draft import Draft


def fell(draft: Draft, actor_id: ActorId, rule: str) -> None:
    """The dice took it out of action: it does not rise again in this fight."""
    draft.emit(SheetSet(actor_id, replace(sheet(draft[actor_id]), dead=True)))
    drop(draft, actor_id, rule=rule)


def give_in(draft: Draft, actor_id: ActorId) -> None:
    """A surrender, in effect out of action (OSR-MORALE-06)."""
    draft.emit(SheetSet(actor_id, replace(sheet(draft[actor_id]), surrendered=True)))
    draft.emit(Said(phrase("osr.surrenders", "OSR-MORALE-06", who=ActorRef(actor_id)), about=actor_id))
    drop(draft, actor_id, rule="OSR-MORALE-06")
