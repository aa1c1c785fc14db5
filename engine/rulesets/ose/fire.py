"""Fire: whoever burns takes its damage round by round, and a web burns away with whoever is caught in it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Condition
from engine.model.phrase import ActorId, ActorRef, Names, phrase
from engine.model.requests import AskChoice, AskRoll, Pick
from engine.rulesets.common import put_condition, set_condition
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import sync_all
from engine.rulesets.ose.bodies import WEBBED
from engine.rulesets.ose.conditions import ON_FIRE, RULES
from engine.rulesets.ose.doses import EFFECT_RULE, Hit, alive
from engine.rulesets.ose.harm import harm
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import sheet
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.ose.state import state
from engine.rulesets.ose.upshots import of_harm
from engine.tactics.draft import Draft, Procedure, ask

FIRE_DIE, FIRE_RULE = 6, "OSE-OVER-06"
"""Damage of fire in a round: 1d6 while it burns (rulings A1.7)."""
EVERYBODY, NOBODY = "everybody", "nobody"
WEB_ACROSS = 2
"""Squares apart at which two caught in one web can be: it fills a space ten feet wide."""


def catch_fire(draft: Draft, caster: ActorId, spell: Spell, hit: Hit) -> Procedure[None]:
    """Ask what a spell of fire does to the webs of those it has reached, and who else is in them."""
    caught = tuple(one for one in alive(draft, tuple(dict.fromkeys(hit))) if draft[one].has(WEBBED))
    if not spell.fire or not caught or caster not in draft:
        return
    answer = yield from ask(
        AskChoice(
            title=phrase("web.ask", EFFECT_RULE, spell=spell.name, names=Names(caught)),
            detail=(phrase("web.detail", EFFECT_RULE),),
            actor=caster,
            about=caught[0] if len(caught) == 1 else "",
            picks=tuple(Pick(pick, phrase(f"web.{pick}")) for pick in ("burn", "free", "hold")),
        )
    )
    if answer.pick == "hold":
        return
    for one in (*caught, *(yield from _ask_others(draft, caught))):
        if answer.pick == "burn":
            _burn(draft, one)
        else:
            set_condition(draft, one, WEBBED, present=False)
            bodies.tell(draft, one, "web.is_free", EFFECT_RULE)
    sync_all(draft)


def burn_all(draft: Draft) -> Procedure[None]:
    """Everybody on fire takes its damage of the round, and sets alight the web it is caught in."""
    burning = [
        actor.id for actor in draft.battle.actors.values() if bodies.plays(actor) and actor.has(ON_FIRE)
    ]
    for actor_id in burning:
        if actor_id not in draft or sheet(draft[actor_id]).dead:
            continue
        faces = yield from roll(
            draft,
            AskRoll(
                title=phrase("fire.ask", FIRE_RULE, who=ActorRef(actor_id)),
                detail=(phrase("fire.detail"),),
                side=draft[actor_id].side,
                actor=actor_id,
                dice=(FIRE_DIE,),
                grades=of_harm(draft.battle, actor_id, (1, FIRE_DIE), int, at_once=True),
            ),
            FIRE_RULE,
        )
        if draft[actor_id].has(WEBBED) and not _burns_away(draft, actor_id):
            _burn_web(draft, actor_id)
            for one in (yield from _ask_others(draft, (actor_id,))):
                _burn(draft, one)
        yield from harm(draft, actor_id, faces.faces[0], "", FIRE_RULE)


# --- who is in it -------------------------------------------------------------------------------------


def _ask_others(draft: Draft, caught: Hit) -> Procedure[Hit]:
    """Who else is in the web that burns: no web is drawn on the map, so the referee says it."""
    found: Hit = ()
    while True:
        left = _others(draft, (*caught, *found))
        if not left:
            return found
        answer = yield from ask(
            AskChoice(
                title=phrase("web.ask_others", EFFECT_RULE, names=Names((*caught, *found))),
                detail=(phrase("web.others_detail", EFFECT_RULE),),
                actor=caught[0],
                picks=(
                    *(
                        (Pick(EVERYBODY, phrase("web.everybody", "", names=Names(left))),)
                        if len(left) > 1
                        else ()
                    ),
                    *(Pick(one, phrase("melee.pick", "", who=ActorRef(one))) for one in left),
                    Pick(NOBODY, phrase("web.nobody_else" if found else "web.nobody")),
                ),
                default=_likely(draft, (*caught, *found), left),
            )
        )
        if answer.pick == NOBODY:
            return found
        if answer.pick == EVERYBODY:
            return (*found, *left)
        found = (*found, answer.pick)


def _others(draft: Draft, caught: Hit) -> Hit:
    """Everybody else on the map who is caught in a web that does not burn yet, the nearest first."""
    others = [
        actor
        for actor in draft.battle.actors.values()
        if actor.id not in caught and actor.on_map and bodies.plays(actor) and actor.has(WEBBED)
    ]
    others.sort(key=lambda actor: _apart(draft, actor.id, caught))
    return tuple(actor.id for actor in others if not _burns_away(draft, actor.id))


def _likely(draft: Draft, caught: Hit, left: Hit) -> str:
    """The nearest where one web can hold them both, else nobody."""
    return left[0] if _apart(draft, left[0], caught) <= WEB_ACROSS else NOBODY


def _apart(draft: Draft, one: ActorId, caught: Hit) -> int:
    placed = [draft[other] for other in caught if draft[other].on_map]
    return min((draft.board.separation(draft[one], other) for other in placed), default=0)


# --- burning ------------------------------------------------------------------------------------------


def _burn(draft: Draft, one: ActorId) -> None:
    if not draft[one].has(ON_FIRE):
        put_condition(draft, one, Condition(ON_FIRE, state(draft.battle).number + 1, FIRE_RULE))
    _burn_web(draft, one)


def _burn_web(draft: Draft, actor_id: ActorId) -> None:
    """Fire burns a web in two rounds: this one and the next, unless it ends sooner anyway."""
    if _burns_away(draft, actor_id):
        return
    last = state(draft.battle).number + 1
    held = next(held for held in draft[actor_id].conditions if held.key == WEBBED)
    put_condition(draft, actor_id, replace(held, until=last))
    bodies.tell(draft, actor_id, "web.burns", RULES[ON_FIRE], round=last)


def _burns_away(draft: Draft, actor_id: ActorId) -> bool:
    """Whether its web is gone by the end of the next round as things stand."""
    last = state(draft.battle).number + 1
    held = next(held for held in draft[actor_id].conditions if held.key == WEBBED)
    return held.until is not None and held.until <= last
