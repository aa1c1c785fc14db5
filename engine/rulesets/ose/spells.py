"""A spell between initiative and its effect: begun, delayed, completed, let go or cancelled."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import Declared, SheetSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.rulesets.common import soft
from engine.rulesets.ose import disruption, spell_effects
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import able, casting, plays, write_turn
from engine.rulesets.ose.citing import cited
from engine.rulesets.ose.declare import scroll_of
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import Casting, OseSheet, sheet
from engine.rulesets.ose.state import OseRound, Phase, Step, acting_side, state
from engine.rulesets.ose.things import give_up
from engine.tactics.draft import Draft, Procedure


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
        rule = cited(draft.battle, "OSE-SPELL-10")
        what = phrase("spell.begins", rule, who=ActorRef(actor_id), spell=spell)
        draft.emit(Declared(actor_id, what, hidden=True, rule=rule))
        sync_arms(draft, actor_id)


def why_not(battle: Battle, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """What speaks against completing, delaying, letting go or cancelling a spell now."""
    now = state(battle)
    if verb == "let_go" and sheet(actor).concentrating:
        return ()
    if not casting(sheet(actor)):
        return soft("why.not_casting", "OSE-DECL-01", who=ActorRef(actor.id))
    if verb == "cancel":
        return ()
    if verb == "delay" and options(battle).delay == "no":
        return soft("why.no_delay", "OSE-CAST-10")
    if verb == "delay" and (acting_side(now) != actor.side or now.step not in (Step.MAGIC, Step.TURN)):
        return soft("why.delay_in_magic", "OSE-CAST-10")
    return (
        ()
        if _magic_reached(now, actor)
        else soft("why.step_comes", "OSE-ORDER-07", step=phrase("step.magic"))
    )


def note(battle: Battle, actor: Actor, verb: str) -> Phrase:
    """What the row of such a verb promises as things stand."""
    return _cancel_note(battle, actor) if verb == "cancel" else phrase(f"menu.{verb}_note")


def _cancel_note(battle: Battle, actor: Actor) -> Phrase:
    """Cancelled, the rest of the turn is free again; steps that have passed stay past (OSE-CAST-09)."""
    now = state(battle)
    if now.phase is not Phase.ACTION or actor.side not in now.order:
        return phrase("menu.cancel_note", "OSE-CAST-09")
    own = now.order.index(actor.side)
    if now.turn > own:
        return phrase("menu.cancel_late_note", "OSE-CAST-09")
    open_again = now.turn < own or now.step in (Step.MOVE, Step.TURN)
    return phrase("menu.cancel_note" if open_again else "menu.cancel_moved_note", "OSE-CAST-09")


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
            let_go(draft, act.actor)
        case "let_go":
            disruption.stop_concentrating(draft, act.actor)
        case _:
            _end(draft, act.actor, Casting.CANCELLED, "spell.cancelled", "OSE-CAST-08")


def _complete(draft: Draft, act: Act) -> Procedure[None]:
    """Aim, take effect. What the spell does beyond that is the table's to say (OSE-ORDER-07)."""
    yield from spell_effects.choose_way(draft, act)
    spell = spell_effects.under_way(draft, act.actor)
    hit = yield from spell_effects.choose(draft, act, spell)
    if hit is None:
        let_go(draft, act.actor)
        return
    _end(draft, act.actor, Casting.DONE, "spell.completed", "OSE-ORDER-07")
    yield from spell_effects.take_effect(draft, act.actor, spell, hit)


def let_go(draft: Draft, actor_id: ActorId) -> None:
    """Complete without effect: the slot and the round are spent."""
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
