"""A spell between initiative and its effect: begun, disrupted, delayed, completed, let go or cancelled."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import GRAPPLED, PINNED, PRONE, Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import Declared, Said, SheetSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import soft
from engine.rulesets.ose import spell_effects
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import able, casting, helpless, plays, write_page, write_turn
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.declare import SILENCED, scroll_of
from engine.rulesets.ose.sheet import Casting, OseSheet, sheet
from engine.rulesets.ose.state import OseRound, Phase, Step, acting_side, state
from engine.rulesets.ose.things import give_up
from engine.tactics.draft import Draft, Procedure, ask

_DISTURBING = (GRAPPLED, PINNED, PRONE, SILENCED)
"""Conditions that may cost a caster the spell, if the referee says so (OSE-SPELL-08, rulings A2 #105)."""


def begin_all(draft: Draft) -> None:
    """Declared spells begin and their slots are spent, whoever won initiative (OSE-SPELL-10 and 11)."""
    declared = [
        actor.id
        for actor in draft.battle.actors.values()
        if plays(actor) and sheet(actor).turn.casting is Casting.DECLARED
    ]
    for actor_id in declared:
        spell = sheet(draft[actor_id]).turn.spell
        if not able(draft[actor_id]):
            write_turn(draft, actor_id, casting=Casting.NONE, spell="")
            continue
        draft.emit(SheetSet(actor_id, _expended(sheet(draft[actor_id]), spell)))
        write_turn(draft, actor_id, casting=Casting.CASTING)
        what = phrase("spell.begins", "OSE-SPELL-10", who=ActorRef(actor_id), spell=spell)
        draft.emit(Declared(actor_id, what, hidden=True, rule="OSE-SPELL-10"))
        sync_arms(draft, actor_id)


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


def stop_concentrating(draft: Draft, actor_id: ActorId) -> None:
    """The spell kept up, if there is one, ends (OSE-CAST-04)."""
    if not plays(draft[actor_id]) or not sheet(draft[actor_id]).concentrating:
        return
    spell = sheet(draft[actor_id]).concentrating
    write_page(draft, actor_id, concentrating="")
    rule = cited(draft.battle, "OSE-CAST-04")
    what = phrase("spell.no_longer", rule, who=ActorRef(actor_id), spell=spell)
    draft.emit(Said(what, about=actor_id, rule=rule))


def shaken(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """Violent motion: the referee is asked about a spell under way, and concentration ends (A2 #105)."""
    if not plays(draft[actor_id]):
        return
    stop_concentrating(draft, actor_id)
    if casting(sheet(draft[actor_id])):
        yield from _ask_disturbed(draft, actor_id, "")


def lose_unfinished(draft: Draft) -> None:
    """At the end of the round a spell neither completed nor let go is gone (rulings A2 #58)."""
    for actor_id in tuple(draft.battle.actors):
        disrupt(draft, actor_id, "OSE-CAST-12")


def check_disturbed(draft: Draft) -> Procedure[None]:
    """Ask about casters whose condition may have cost them the spell; a helpless one has lost it."""
    for actor_id in tuple(draft.battle.actors):
        if not plays(draft[actor_id]):
            continue
        if helpless(draft[actor_id]) or any(draft[actor_id].has(key) for key in _DISTURBING):
            stop_concentrating(draft, actor_id)
        if not casting(sheet(draft[actor_id])):
            continue
        if helpless(draft[actor_id]):
            disrupt(draft, actor_id, "OSE-CAST-03")
            continue
        new = _new_disturbance(draft[actor_id])
        if new:
            yield from _ask_disturbed(draft, actor_id, new)


def why_not(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """What speaks against completing, delaying, letting go or cancelling a spell now."""
    now = state(battle)
    if verb == "let_go" and sheet(actor).concentrating:
        return ()
    if not casting(sheet(actor)):
        return soft("why.not_casting", "OSE-DECL-01", who=ActorRef(actor.id))
    if verb == "cancel":
        return ()
    if verb == "delay" and (acting_side(now) != actor.side or now.step not in (Step.MAGIC, Step.TURN)):
        return soft("why.delay_in_magic", "OSE-CAST-10")
    return (
        ()
        if _magic_reached(now, actor)
        else soft("why.step_comes", "OSE-ORDER-07", step=phrase("step.magic"))
    )


def play(draft: Draft, act: Act) -> Procedure[None]:
    """Complete, delay, let go or cancel the actor's spell."""
    match act.verb:
        case "complete":
            yield from _complete(draft, act)
        case "delay":
            passed = sheet(draft[act.actor]).turn.passed
            write_turn(draft, act.actor, passed=(*passed, state(draft.battle).step.value))
            _say(draft, act.actor, "spell.delayed", "OSE-CAST-10")
        case "let_go" if casting(sheet(draft[act.actor])):
            _let_go(draft, act.actor)
        case "let_go":
            stop_concentrating(draft, act.actor)
        case _:
            _end(draft, act.actor, Casting.CANCELLED, "spell.cancelled", "OSE-CAST-08")


def _complete(draft: Draft, act: Act) -> Procedure[None]:
    """Aim, take effect. What the spell does beyond that is the table's to say (OSE-ORDER-07)."""
    hit = yield from spell_effects.choose(draft, act)
    if hit is None:
        _let_go(draft, act.actor)
        return
    spell = sheet(draft[act.actor]).turn.spell
    _end(draft, act.actor, Casting.DONE, "spell.completed", "OSE-ORDER-07")
    yield from spell_effects.take_effect(draft, act.actor, spell, hit)


def _let_go(draft: Draft, actor_id: ActorId) -> None:
    _end(draft, actor_id, Casting.DONE, "spell.let_go", "OSE-SPELL-14")


def _end(draft: Draft, actor_id: ActorId, casting_now: Casting, key: str, rule: str) -> None:
    _say(draft, actor_id, key, rule)
    write_turn(draft, actor_id, casting=casting_now)
    sync_arms(draft, actor_id)


def _say(draft: Draft, actor_id: ActorId, key: str, rule: str) -> None:
    spell = sheet(draft[actor_id]).turn.spell
    what = phrase(key, rule, who=ActorRef(actor_id), spell=spell)
    draft.emit(Declared(actor_id, what, hidden=key != "spell.completed", rule=rule))


def _magic_reached(now: OseRound, actor: Actor) -> bool:
    """Whether the actor's own Magic step is here or behind: a delayed spell may end any time after it."""
    if now.phase is not Phase.ACTION or actor.side not in now.order:
        return False
    own = now.order.index(actor.side)
    reached = now.step in (Step.TURN, Step.MAGIC, Step.MELEE)
    return now.turn > own or (now.turn == own and reached)


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


def _expended(page: OseSheet, name: str) -> OseSheet:
    """Without the scroll it is read from, else without one of the memorised ones."""
    scroll = scroll_of(page, name)
    if scroll:
        return give_up(page, scroll)
    spells = tuple(
        replace(spell, left=spell.left - 1) if spell.name == name and spell.left > 0 else spell
        for spell in page.spells
    )
    return replace(page, spells=spells)
