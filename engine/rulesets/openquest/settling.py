"""After something was changed by hand: what hit points, conditions and places then imply."""

from __future__ import annotations

from engine.model.actor import DOWN, GRAPPLED, HELPLESS
from engine.model.phrase import ActorId
from engine.rulesets.common import drop, set_condition
from engine.rulesets.openquest import holding
from engine.rulesets.openquest.order import reach_squares
from engine.rulesets.openquest.sheet import sheet, write
from engine.tactics.draft import Draft, Procedure


def settle(draft: Draft) -> Procedure[None]:
    """Bring everybody's page into line with what was changed."""
    yield from ()
    for actor_id in tuple(draft.battle.actors):
        _hit_points(draft, actor_id)
        _hold(draft, actor_id)
        _wits(draft, actor_id)


def _hit_points(draft: Draft, who: ActorId) -> None:
    page = sheet(draft[who])
    if page.hp <= 0 and not page.dead:
        write(draft, who, dead=True)
        holding.release(draft, who)
        drop(draft, who, rule="OQ-DAMAGE-07")
    elif page.hp > 0 and page.dead:
        write(draft, who, dead=False)
        set_condition(draft, who, DOWN, present=False)
    if page.surrendered and not draft[who].has(DOWN):
        write(draft, who, surrendered=False)


def _hold(draft: Draft, who: ActorId) -> None:
    """A lock lasts while both are on the map, close to each other and on their feet."""
    partner = sheet(draft[who]).grapples
    if not partner:
        set_condition(draft, who, GRAPPLED, present=False)
        return
    other = draft.battle.actors.get(partner)
    near = reach_squares(draft.battle, 1)
    broken = (
        other is None
        or not draft[who].active
        or not other.active
        or sheet(other).grapples != who
        or not draft[who].has(GRAPPLED)
        or not draft.board.within_blow(draft[who], other, near)
    )
    if broken:
        holding.release(draft, who)


def _wits(draft: Draft, who: ActorId) -> None:
    """Who is on its feet again is no longer unconscious; what the GM says of somebody stays."""
    actor = draft[who]
    by_rule = any(held.key == HELPLESS and held.rule for held in actor.conditions)
    if by_rule and not actor.has(DOWN) and sheet(actor).hold != "immobilised":
        set_condition(draft, who, HELPLESS, present=False)
