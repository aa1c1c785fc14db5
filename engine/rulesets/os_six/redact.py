"""What other sides may know of OS-SIX pages and of the order of combat."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.phrase import ActorId, SideId
from engine.rulesets.common import PUBLIC_POINTS, public_points, spoken_for_with
from engine.rulesets.os_six.sheet import SixRound, SixSheet, sheet


def redact(battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
    """Other sides' pages but for the health word, and turns of those not seen."""
    ours = spoken_for_with(battle, side)
    pages = {
        key: sheet(actor) if actor.side in ours else _public(sheet(actor))
        for key, actor in battle.actors.items()
    }
    actors = {key: replace(actor, sheet=_known(pages[key], seen)) for key, actor in battle.actors.items()}
    if not isinstance(battle.round, SixRound):
        return replace(battle, actors=actors)
    now = battle.round
    order = tuple(who for who in now.order if who in seen)
    at = sum(1 for who in now.order[: max(0, now.at)] if who in seen)
    return replace(battle, actors=actors, round=replace(now, order=order, at=at, going_on=False))


def _public(page: SixSheet) -> SixSheet:
    """Health in five steps and what everybody can see in the hands."""
    return SixSheet(
        hp=public_points(page.hp, page.max_hp),
        max_hp=PUBLIC_POINTS,
        weapons=page.weapons,
        useless=page.useless,
        fallen=page.fallen,
        dead=page.dead,
    )


def _known(page: SixSheet, seen: frozenset[ActorId]) -> SixSheet:
    """No name of somebody who is not seen, and none of the horrors faced so far."""
    kept = {
        name: getattr(page, name) if getattr(page, name) in seen else ""
        for name in ("holding", "held_by", "rammed_by")
    }
    return replace(page, horrors=(), **kept)
