"""The lock between two grapplers, as a state: begun, let go, and what it is called on the map."""

from __future__ import annotations

from engine.model.actor import DOWN, GRAPPLED, HELPLESS
from engine.model.phrase import ActorId
from engine.rulesets.common import set_condition
from engine.rulesets.openquest.sheet import sheet, write
from engine.tactics.draft import Draft


def lock(draft: Draft, one: ActorId, other: ActorId) -> None:
    """The two are grappling (OQ-GRAPPLE-06)."""
    for who in (one, other):
        release(draft, who)
    for who, partner in ((one, other), (other, one)):
        write(draft, who, grapples=partner, hold="", set_weapon=False, aim=None)
        set_condition(draft, who, GRAPPLED, rule="OQ-GRAPPLE-06")


def grip(draft: Draft, who: ActorId, hold: str) -> None:
    """What the partner does to it from now on."""
    write(draft, who, hold=hold)
    set_condition(draft, who, HELPLESS, present=hold == "immobilised", rule="OQ-GRAPPLE-14")


def release(draft: Draft, who: ActorId) -> None:
    """Nobody holds it any more, nor does it hold anybody."""
    partner = sheet(draft[who]).grapples
    if not partner:
        return
    for one in (who, partner):
        if one not in draft:
            continue
        if sheet(draft[one]).hold == "immobilised" and not draft[one].has(DOWN):
            set_condition(draft, one, HELPLESS, present=False)
        write(draft, one, grapples="", hold="")
        set_condition(draft, one, GRAPPLED, present=False)
