"""Spells in Loose combat: as everywhere, but who stands in an area is settled in words."""

from __future__ import annotations

from engine.model.commands import Act
from engine.model.events import Declared, Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskRuling
from engine.rulesets.ose import disruption, spells
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import casting, plays, tell, write_page, write_turn
from engine.rulesets.ose.declare import SILENCED
from engine.rulesets.ose.loose import areas
from engine.rulesets.ose.sheet import Casting, sheet
from engine.rulesets.ose.spell_effects import effect_lines, spell_of
from engine.tactics.draft import Draft, Procedure, ask


def play(draft: Draft, act: Act) -> Procedure[None]:
    """Complete, hold back, let go, cancel or disrupt the actor's spell."""
    if act.verb == "complete":
        yield from _complete(draft, act.actor)
    elif act.verb == "disrupt":
        _disrupt(draft, act.actor, act.picks.get("text", ""))
    else:
        yield from spells.play(draft, act)


def silence(draft: Draft) -> None:
    """Whoever was silenced while casting has lost the spell (OSL-SPELL-05)."""
    for actor_id in tuple(draft.battle.actors):
        if draft[actor_id].has(SILENCED) and plays(draft[actor_id]) and casting(sheet(draft[actor_id])):
            disruption.disrupt(draft, actor_id, "OSL-SPELL-05")


def _disrupt(draft: Draft, actor_id: ActorId, text: str) -> None:
    """Any other influence, in the referee's words (OSL-SPELL-06)."""
    if text:
        what = phrase("disrupt.reason", "OSL-SPELL-06", text=text)
        draft.emit(Said(what, about=actor_id, rule="OSL-SPELL-06"))
    disruption.disrupt(draft, actor_id, "OSL-SPELL-06")


# --- completion ---------------------------------------------------------------------------------------


def _complete(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """Its effect is the table's: who is in it, what it does (OSL-CONS-02)."""
    spell = spell_of(sheet(draft[actor_id]), sheet(draft[actor_id]).turn.spell)
    inside = yield from areas.who_is_inside(draft, actor_id, spell)
    if inside is None:
        spells.let_go(draft, actor_id)
        return
    done = phrase("spell.completed", "OSL-SPELL-01", who=ActorRef(actor_id), spell=spell.name)
    draft.emit(Declared(actor_id, done, rule="OSL-SPELL-01"))
    write_turn(draft, actor_id, casting=Casting.DONE)
    sync_arms(draft, actor_id)
    yield from ask(
        AskRuling(
            title=phrase("spell.effect", "OSL-SPELL-01", who=ActorRef(actor_id), spell=spell.name),
            detail=(*effect_lines(spell), *((areas.inside_words(inside),) if inside else ())),
            side=draft[actor_id].side,
            actor=actor_id,
        )
    )
    if actor_id in draft and spell.concentration:
        write_page(draft, actor_id, concentrating=spell.name)
        tell(draft, actor_id, "spell.keeps_up", "OSL-SPELL-07", spell=spell.name)
