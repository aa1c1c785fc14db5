"""What an actor takes along to the next encounter, and what ends with this one."""

from __future__ import annotations

from msgspec.structs import fields, replace

from engine.model.actor import BLIND, Actor
from engine.rulesets import common
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.conditions import RULES
from engine.rulesets.ose.sheet import OseSheet, sheet

OF_THE_FIGHT = frozenset(
    (
        "turn",
        "shots",
        "splintered",
        "defending_until",
        "fled",
        "surrendered",
        "spared",
        "grappled_by",
        "grappling",
        "holds",
        "holds_by",
        "turning",
        "unturnable",
        "charm",
        "intent",
        "concentrating",
        "reloading",
        "pursues",
        "death_due",
    )
)
"""Parts of the sheet that speak of one fight alone: its rounds, who held whom, what was shot."""


def rested(actor: Actor) -> Actor:
    """Hit points, spells left, gear and lasting states stay; the rest begins anew."""
    if not plays(actor):
        return actor
    page = sheet(actor)
    anew = {field.name: field.default for field in fields(OseSheet) if field.name in OF_THE_FIGHT}
    passing = tuple(key for key in RULES if key != BLIND)
    return common.rested(actor, replace(page, **anew), page.hp <= 0 or page.dead, passing)
