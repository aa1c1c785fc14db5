"""A spell that harms by a touch: its caster has to hit first, with an empty hand."""

from __future__ import annotations

from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskRoll
from engine.rulesets.ose import bodies
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.figures import Attack, Kind, figures
from engine.rulesets.ose.rolls import roll
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.ose.stances import UNARMED
from engine.rulesets.upshots import HITS, MISSES, Upshot, decided
from engine.tactics.draft import Draft, Procedure


def touches(draft: Draft, caster: ActorId, spell: Spell, target: ActorId) -> Procedure[bool]:
    """Whether the touch lands, by the numbers of an unarmed blow. A miss has cast the spell for nothing."""
    if target not in draft or not bodies.plays(draft[target]):
        return True
    numbers = figures(draft.battle, Attack(caster, target, UNARMED.key, Kind.MELEE))
    if numbers.sure:
        return True
    rule = cited(draft.battle, "OSE-SPELL-06")
    request = AskRoll(
        title=phrase("touch.ask", rule, who=ActorRef(caster), target=ActorRef(target), spell=spell.name),
        detail=(phrase("touch.facts", rule, ac=numbers.armour.total),),
        side=draft[caster].side,
        actor=caster,
        about=target,
        dice=numbers.dice,
        keep="low" if len(numbers.dice) > 1 else "sum",
        tally=numbers.to_hit,
        beats=numbers.armour.total,
        naturals=True,
    )
    works = phrase("upshot.spell_works", rule, spell=spell.name, target=ActorRef(target))
    wasted = phrase("upshot.spell_wasted", rule, spell=spell.name)
    request = decided(request, Upshot(HITS, (works,)), Upshot(MISSES, (wasted,)))
    faces = yield from roll(draft, request, rule)
    if numbers.hits(faces.faces):
        return True
    bodies.tell(draft, caster, "touch.misses", rule, target=ActorRef(target), spell=spell.name)
    return False
