"""What costs a caster a spell: damage, violent motion, being held or helpless, the end of the round."""

from __future__ import annotations

from engine.model.actor import GRAPPLED, PINNED, PRONE, Actor
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import casting, helpless, plays, write_page, write_turn
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.declare import SILENCED
from engine.rulesets.ose.options import is_loose, options
from engine.rulesets.ose.sheet import Casting, sheet
from engine.tactics.draft import Draft, Procedure, ask

_DISTURBING = (GRAPPLED, PINNED, PRONE, SILENCED)
"""Conditions that may cost a caster the spell, if the referee says so (OSE-SPELL-08, rulings A2 #105)."""


_TAKES_ATTENTION = frozenset(
    (
        *("move", "double", "withdraw", "charge", "flee", "stand", "shoot", "attack", "stunt", "grapple"),
        *("escape", "turn", "cast", "brace", "defend", "use"),
    )
)
"""Verbs of deeds that leave no mind for a spell."""


def disrupt(draft: Draft, actor_id: ActorId, rule: str = "OSE-SPELL-07") -> None:
    """The spell under way, if there is one, is lost with its slot (rulings A2 #104)."""
    if not plays(draft[actor_id]) or not casting(sheet(draft[actor_id])):
        return
    rule = cited(draft.battle, rule)
    spell = sheet(draft[actor_id]).turn.spell
    write_turn(draft, actor_id, casting=Casting.LOST)
    what = phrase("spell.lost", rule, who=ActorRef(actor_id), spell=spell)
    draft.emit(Said(what, about=actor_id, rule=rule))
    sync_arms(draft, actor_id)


def hurt(draft: Draft, actor_id: ActorId) -> None:
    """Damage ends a spell under way, and one that is kept up by concentration (OSE-CAST-04)."""
    disrupt(draft, actor_id)
    stop_concentrating(draft, actor_id)


def check_hurt_by_hand(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """Hit points that the GM took in the middle of a spell: as damage they cost it (OSE-SPELL-07), so ask."""
    if not plays(draft[actor_id]) or not sheet(draft[actor_id]).turn.hurt_by_hand:
        return
    write_turn(draft, actor_id, hurt_by_hand=False)
    page = sheet(draft[actor_id])
    if not casting(page) and not page.concentrating:
        return
    spell = page.turn.spell if casting(page) else page.concentrating
    rule = cited(draft.battle, "OSE-SPELL-07")
    answer = yield from ask(
        AskChoice(
            title=phrase("spell.hurt_by_hand", rule, who=ActorRef(actor_id), spell=spell),
            picks=(Pick("yes", phrase("spell.hurt_yes", rule)), Pick("no", phrase("spell.hurt_no", rule))),
            actor=actor_id,
        )
    )
    if answer.pick == "yes":
        hurt(draft, actor_id)


def stop_concentrating(draft: Draft, actor_id: ActorId) -> None:
    """The spell kept up, if there is one, ends (OSE-CAST-04)."""
    if not plays(draft[actor_id]) or not sheet(draft[actor_id]).concentrating:
        return
    spell = sheet(draft[actor_id]).concentrating
    write_page(draft, actor_id, concentrating="")
    rule = cited(draft.battle, "OSE-CAST-04")
    what = phrase("spell.no_longer", rule, who=ActorRef(actor_id), spell=spell)
    draft.emit(Said(what, about=actor_id, rule=rule))


def distracted(draft: Draft, actor_id: ActorId, verb: str) -> None:
    """It does something else: that ends concentration where this has to be undivided (rulings A2 #105)."""
    if verb in _TAKES_ATTENTION and options(draft.battle).concentration == "undivided":
        stop_concentrating(draft, actor_id)


def shaken(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """Violent motion: the referee is asked about a spell under way, and concentration ends (A2 #105)."""
    if not plays(draft[actor_id]):
        return
    if options(draft.battle).concentration != "damage":
        stop_concentrating(draft, actor_id)
    if casting(sheet(draft[actor_id])):
        yield from _ask_disturbed(draft, actor_id, "")


def lose_unfinished(draft: Draft) -> None:
    """At the end of the round a spell neither completed nor let go is gone (rulings A2 #58)."""
    for actor_id in tuple(draft.battle.actors):
        disrupt(draft, actor_id, "OSE-CAST-12")


def check_disturbed(draft: Draft) -> Procedure[None]:
    """Ask about casters whose condition may have cost them the spell; a helpless one has lost it."""
    if is_loose(draft.battle):
        _silence(draft)
    for actor_id in tuple(draft.battle.actors):
        if not plays(draft[actor_id]):
            continue
        held = any(draft[actor_id].has(key) for key in _DISTURBING)
        if helpless(draft[actor_id]) or (held and options(draft.battle).concentration != "damage"):
            stop_concentrating(draft, actor_id)
        if not casting(sheet(draft[actor_id])):
            continue
        if helpless(draft[actor_id]):
            disrupt(draft, actor_id, "OSE-CAST-03")
            continue
        new = _new_disturbance(draft[actor_id])
        if new:
            yield from _ask_disturbed(draft, actor_id, new)


def _silence(draft: Draft) -> None:
    """In Loose combat silence costs the spell without a ruling (OSL-SPELL-05)."""
    for actor_id in tuple(draft.battle.actors):
        if draft[actor_id].has(SILENCED):
            disrupt(draft, actor_id, "OSL-SPELL-05")


def _new_disturbance(actor: Actor) -> str:
    accepted = sheet(actor).turn.undisturbed
    return next((key for key in _DISTURBING if actor.has(key) and key not in accepted), "")


def _ask_disturbed(draft: Draft, actor_id: ActorId, condition: str) -> Procedure[None]:
    spell = sheet(draft[actor_id]).turn.spell
    answer = yield from ask(
        AskChoice(
            title=phrase("spell.disturbed", "OSE-SPELL-08", who=ActorRef(actor_id), spell=spell),
            picks=(
                Pick("yes", phrase("spell.disturbed_yes", "OSE-SPELL-08")),
                Pick("no", phrase("spell.disturbed_no", "OSE-SPELL-08")),
            ),
            actor=actor_id,
        )
    )
    if answer.pick == "yes":
        disrupt(draft, actor_id, "OSE-SPELL-08")
    elif condition:
        accepted = sheet(draft[actor_id]).turn.undisturbed
        write_turn(draft, actor_id, undisturbed=(*accepted, condition))
