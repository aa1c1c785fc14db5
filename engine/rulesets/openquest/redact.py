"""What other sides may know of OpenQuest pages and of the list of counts."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.phrase import ActorId, SideId
from engine.rulesets.common import PUBLIC_POINTS, public_points, spoken_for_with
from engine.rulesets.openquest.sheet import OpenQuestSheet, sheet
from engine.rulesets.openquest.state import OpenQuestRound


def redact(battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
    """Other sides' pages but for what shows, and entries of the list for those not seen."""
    ours = spoken_for_with(battle, side)
    known = {actor.id for actor in battle.actors.values()} & seen
    pages = {
        key: sheet(actor) if actor.side in ours else _public(sheet(actor))
        for key, actor in battle.actors.items()
    }
    actors = {key: replace(actor, sheet=_known(pages[key], seen)) for key, actor in battle.actors.items()}
    if not isinstance(battle.round, OpenQuestRound):
        return replace(battle, actors=actors)
    now = battle.round
    order = tuple(count for count in now.order if count.actor in known)
    at = sum(1 for count in now.order[: now.at] if count.actor in known)
    lots = tuple(lot for lot in now.lots if lot.actor in known)
    return replace(battle, actors=actors, round=replace(now, order=order, at=at, lots=lots))


def _public(page: OpenQuestSheet) -> OpenQuestSheet:
    """Health in five steps and what everybody can see; nothing of a declared spell or split."""
    return OpenQuestSheet(
        hp=public_points(page.hp, page.max_hp),
        max_hp=PUBLIC_POINTS,
        weapons=page.weapons,
        set_weapon=page.set_weapon,
        dead=page.dead,
        cover=page.cover,
        mounted=page.mounted,
        tall=page.tall,
        grapples=page.grapples,
        hold=page.hold,
        fleeing=page.fleeing,
        surrendered=page.surrendered,
    )


def _known(page: OpenQuestSheet, seen: frozenset[ActorId]) -> OpenQuestSheet:
    """No name of somebody who is not seen."""
    turn = page.turn
    if turn.waits_for and turn.waits_for not in seen:
        turn = replace(turn, waits_for="*")
    aim = page.aim if page.aim is None or page.aim.target in seen else None
    grapples = page.grapples if page.grapples in seen else ""
    return replace(page, turn=turn, aim=aim, grapples=grapples)
