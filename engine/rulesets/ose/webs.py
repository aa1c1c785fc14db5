"""Fire in a web: it burns away in two rounds, and whoever is caught in it burns as long."""

from __future__ import annotations

from engine.model.actor import Condition
from engine.model.phrase import ActorId, Names, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import put_condition, set_condition
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import sync_all
from engine.rulesets.ose.bodies import WEBBED
from engine.rulesets.ose.conditions import FIRE_RULE, ON_FIRE, burn_web
from engine.rulesets.ose.doses import EFFECT_RULE, Hit, alive
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.ose.state import state
from engine.tactics.draft import Draft, Procedure, ask


def catch_fire(draft: Draft, caster: ActorId, spell: Spell, hit: Hit) -> Procedure[None]:
    """Ask what a spell of fire does to the webs of those it has reached."""
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
    for one in caught if answer.pick != "hold" else ():
        if answer.pick == "burn":
            _burn(draft, one)
        else:
            set_condition(draft, one, WEBBED, present=False)
            bodies.tell(draft, one, "web.is_free", EFFECT_RULE)
    sync_all(draft)


def _burn(draft: Draft, one: ActorId) -> None:
    if not draft[one].has(ON_FIRE):
        put_condition(draft, one, Condition(ON_FIRE, state(draft.battle).number + 1, FIRE_RULE))
    burn_web(draft, one)
