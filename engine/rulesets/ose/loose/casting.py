"""Spells in Loose combat: as everywhere, but who stands in an area is settled in words."""

from __future__ import annotations

from engine.model.commands import Act
from engine.model.events import Declared, Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.rulesets.ose import disruption, spell_effects, spells
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import write_turn
from engine.rulesets.ose.loose import areas
from engine.rulesets.ose.sheet import Casting
from engine.rulesets.ose.spell_facts import Shape, Spell
from engine.tactics.draft import Draft, Procedure


def play(draft: Draft, act: Act) -> Procedure[None]:
    """Complete, hold back, let go, cancel or disrupt the actor's spell."""
    if act.verb == "complete":
        yield from _complete(draft, act)
    elif act.verb == "disrupt":
        _disrupt(draft, act.actor, act.picks.get("text", ""))
    else:
        yield from spells.play(draft, act)


def _disrupt(draft: Draft, actor_id: ActorId, text: str) -> None:
    """Any other influence, in the referee's words (OSL-SPELL-06)."""
    if text:
        what = phrase("disrupt.reason", "OSL-SPELL-06", text=text)
        draft.emit(Said(what, about=actor_id, rule="OSL-SPELL-06"))
    disruption.disrupt(draft, actor_id, "OSL-SPELL-06")


# --- completion ---------------------------------------------------------------------------------------


def _complete(draft: Draft, act: Act) -> Procedure[None]:
    """The table says who is in it (OSL-CONS-02); then saves and dice, and in words what is left open."""
    actor_id = act.actor
    yield from spell_effects.choose_way(draft, act)
    spell = spell_effects.under_way(draft, actor_id)
    hit = yield from _on_whom(draft, act, spell)
    if hit is None:
        spells.let_go(draft, actor_id)
        return
    done = phrase("spell.completed", "OSL-SPELL-01", who=ActorRef(actor_id), spell=spell.name)
    draft.emit(Declared(actor_id, done, rule="OSL-SPELL-01"))
    write_turn(draft, actor_id, casting=Casting.DONE)
    sync_arms(draft, actor_id)
    yield from spell_effects.take_effect(draft, actor_id, spell, hit)


def _on_whom(draft: Draft, act: Act, spell: Spell) -> Procedure[spell_effects.Hit | None]:
    """Targets are asked for where something is done to them; else the words at the end name them."""
    applied = spell.dose is not None or spell.puts is not None
    if applied and spell.shape in (Shape.SELF, Shape.ONE, Shape.SOME):
        return (yield from spell_effects.choose(draft, act, spell))
    return (yield from areas.who_is_inside(draft, act.actor, spell))
