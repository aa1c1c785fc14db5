"""After something was changed by hand: what hit points, strain, conditions and places then imply."""

from __future__ import annotations

from engine.model.actor import DOWN, GRAPPLED, HELPLESS, PRONE, Actor
from engine.model.phrase import ActorId
from engine.rulesets.common import set_condition
from engine.rulesets.os_six.bodies import (
    AILMENTS,
    BLEEDING_OUT,
    TERRIFIED,
    break_free,
    get_up,
    go_down,
    release,
)
from engine.rulesets.os_six.nerve import add_strain, first_sights, give_in
from engine.rulesets.os_six.sheet import MOST_STRAIN, in_combat, sheet, state, write
from engine.tactics.draft import Draft, Procedure


def settle(draft: Draft) -> Procedure[None]:
    """Bring everybody's page into line with what was changed."""
    for actor_id in tuple(draft.battle.actors):
        _hit_points(draft, actor_id)
        _strain(draft, actor_id)
        _conditions(draft, actor_id)
        _holds(draft, actor_id)
    if in_combat(draft.battle):
        yield from first_sights(draft)


def _hit_points(draft: Draft, who: ActorId) -> None:
    page = sheet(draft[who])
    if page.max_hp == 0:
        return  # still to be rolled
    if page.hp <= 0 and not page.fallen:
        write(draft, who, fallen=True)
        go_down(draft, who, "", "SIX-DAMAGE-02")
    elif page.hp > 0 and page.fallen:
        write(draft, who, dead=False)
        get_up(draft, who)


def _strain(draft: Draft, who: ActorId) -> None:
    page = sheet(draft[who])
    if page.strain == MOST_STRAIN:
        give_in(draft, who)
    elif page.hp > 0 and _felled_by_strain(draft[who]):
        get_up(draft, who)


def _felled_by_strain(actor: Actor) -> bool:
    return any(held.key == HELPLESS and held.rule == "SIX-STRAIN-02" for held in actor.conditions)


def _conditions(draft: Draft, who: ActorId) -> None:
    page, actor = sheet(draft[who]), draft[who]
    if actor.has(TERRIFIED) != page.terrified:
        write(draft, who, terrified=actor.has(TERRIFIED))
        if actor.has(TERRIFIED):
            add_strain(draft, who, 1, "SIX-STRAIN-05")  # Rule: SIX-STRAIN-05
    _clock(draft, who, "since", any(actor.has(key) for key in AILMENTS))
    _clock(draft, who, "bleeds_since", actor.has(BLEEDING_OUT))
    if page.rammed_by and not actor.has(PRONE):
        write(draft, who, rammed_by="")


def _clock(draft: Draft, who: ActorId, field: str, runs: bool) -> None:
    """Note the round in which something began, as soon as there are rounds; or that it is over."""
    if runs == bool(getattr(sheet(draft[who]), field)):
        return
    if not runs:
        write(draft, who, **{field: 0})
    elif in_combat(draft.battle):
        write(draft, who, **{field: state(draft.battle).number})


def _holds(draft: Draft, who: ActorId) -> None:
    """A hold lasts while both are on the map, beside each other, and the holder on its feet."""
    page = sheet(draft[who])
    if page.holding:
        target = draft.battle.actors.get(page.holding)
        apart = target is None or not draft.board.within_blow(draft[who], target, 1)
        if apart or draft[who].has(DOWN):
            release(draft, who)
            write(draft, who, holding="")
    if page.held_by and (page.held_by not in draft or sheet(draft[page.held_by]).holding != who):
        break_free(draft, who)
    if page.held_by and not draft[who].has(GRAPPLED):
        break_free(draft, who)
    if not sheet(draft[who]).held_by:
        set_condition(draft, who, GRAPPLED, present=False)
