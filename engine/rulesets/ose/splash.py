"""Splash weapons: the flask breaks, and what was in it harms whoever it hit in the next round as well."""

from __future__ import annotations

from engine.model.actor import Condition
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskRoll
from engine.rulesets.common import put_condition
from engine.rulesets.ose.bodies import plays, tell, write_page
from engine.rulesets.ose.conditions import SOAKED
from engine.rulesets.ose.harm import harm
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.sheet import Quality, Soaked, Weapon, sheet
from engine.rulesets.ose.state import state
from engine.rulesets.ose.tallies import damage_dice
from engine.rulesets.ose.things import give_up
from engine.rulesets.ose.upshots import of_harm
from engine.tactics.draft import Draft, Procedure

SPLASH_RULE = "OSE-BASE-05"


def soak(draft: Draft, by: ActorId, target: ActorId, weapon: Weapon) -> None:
    """A hit with a flask: its damage comes once more, at the end of the next round (rulings A1.5)."""
    # Rule: OSE-BASE-05
    if not weapon.has(Quality.SPLASH) or target not in draft or sheet(draft[target]).dead:
        return
    until = state(draft.battle).number + 1
    dice = damage_dice(draft.battle, draft[by], weapon, thrown=True)
    again = Soaked(weapon.name, dice, by, until)
    write_page(draft, target, soaked=(*sheet(draft[target]).soaked, again))
    put_condition(draft, target, Condition(SOAKED, until, SPLASH_RULE))


def break_flask(draft: Draft, actor_id: ActorId, weapon: Weapon) -> None:
    """Thrown, it is gone, hit or miss."""
    page = give_up(sheet(draft[actor_id]), weapon.key)
    write_page(draft, actor_id, gear=page.gear, hands=page.hands)
    tell(draft, actor_id, "splash.breaks", SPLASH_RULE, means=weapon.name)


def drip_all(draft: Draft) -> Procedure[None]:
    """The second round of everybody who was hit with a flask in the last one; wiped off is over."""
    now = state(draft.battle).number
    for actor_id in [actor.id for actor in draft.battle.actors.values() if plays(actor)]:
        for due in sheet(draft[actor_id]).soaked if actor_id in draft else ():
            if due.until <= now and actor_id in draft:
                yield from _drip(draft, actor_id, due)


def _drip(draft: Draft, actor_id: ActorId, due: Soaked) -> Procedure[None]:
    left = tuple(one for one in sheet(draft[actor_id]).soaked if one != due)
    write_page(draft, actor_id, soaked=left)
    if not draft[actor_id].has(SOAKED) or sheet(draft[actor_id]).dead:
        return
    asked = AskRoll(
        title=phrase("splash.ask", SPLASH_RULE, who=ActorRef(actor_id), means=due.name),
        detail=(phrase("splash.detail"),),
        side=draft[actor_id].side,
        actor=actor_id,
        dice=due.dice,
        grades=of_harm(draft.battle, actor_id, (len(due.dice), sum(due.dice)), int, at_once=True),
    )
    faces = yield from roll(draft, asked, SPLASH_RULE)
    yield from harm(draft, actor_id, sum(faces.faces), due.by, SPLASH_RULE)
