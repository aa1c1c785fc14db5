"""Conditions that a spell puts on people: who gets them, for how long, and what that ends at once."""

from __future__ import annotations

from engine.model.actor import Condition
from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Names, Phrase, phrase
from engine.model.requests import AskChoice, AskRoll, Faces, Pick, Picked
from engine.rulesets.common import put_condition, tell_roll
from engine.rulesets.ose import bodies, charmed, conditions, disruption, grapple, morale
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.checks import level_of
from engine.rulesets.ose.doses import (
    APPLY,
    EFFECT_RULE,
    IN_WORDS,
    WITHOUT,
    Hit,
    alive,
    leave_out,
    without_picks,
)
from engine.rulesets.ose.sheet import OseSheet, sheet
from engine.rulesets.ose.spell_facts import Affliction, Span, Spell
from engine.rulesets.ose.state import state
from engine.tactics.draft import Draft, Procedure, ask


def put_on(draft: Draft, caster: ActorId, spell: Spell, hit: Hit, saved: Hit) -> Procedure[bool]:
    """Put the spell's condition on whoever did not save. False if the referee has to say what happens.

    One question: for how long, with the dice where it is rolled. There he may leave anybody out.
    """
    puts = spell.puts
    if puts is None or (hit and not alive(draft, hit)):
        return False
    taking = tuple(one for one in dict.fromkeys(alive(draft, hit)) if one not in saved)
    if not taking:
        bodies.tell(draft, caster, "puts.nobody", EFFECT_RULE, spell=spell.name)
    while taking and caster in draft:
        request = _question(draft, caster, spell, puts, taking)
        answer = yield from _put(request)
        match answer:
            case Faces() if isinstance(request, AskRoll):
                tell_roll(draft, request, answer, request.title.rule)
                yield from _apply(draft, caster, puts, request.total(answer), taking)
                return True
            case Picked(pick="apply"):
                yield from _apply(draft, caster, puts, _units(sheet(draft[caster]), puts.lasts), taking)
                return True
            case Picked(pick=pick) if pick.startswith(WITHOUT):
                taking = leave_out(draft, taking, pick.removeprefix(WITHOUT))
            case _:
                return False
    return True


def _put(request: AskRoll | AskChoice) -> Procedure[Faces | Picked]:
    if isinstance(request, AskRoll):
        return (yield from ask(request))
    return (yield from ask(request))


def _apply(draft: Draft, caster: ActorId, puts: Affliction, units: int, taking: Hit) -> Procedure[None]:
    for one in taking:
        _put_on(draft, one, puts, units)
        bodies.end_stances(draft, one)
        sync_arms(draft, one)
    grapple.end_lost_holds(draft)
    for side in dict.fromkeys(draft[one].side for one in taking):
        morale.note_half(draft, side)
    yield from disruption.check_disturbed(draft)
    if puts.condition == bodies.CHARMED:
        yield from charmed.come_over(draft, caster, taking)


def _put_on(draft: Draft, actor_id: ActorId, puts: Affliction, units: int) -> None:
    """With its last round; what lasts longer already stays as it is."""
    lasts = puts.lasts
    until = state(draft.battle).number + units * lasts.rounds - 1 if lasts else None
    held = draft[actor_id].conditions
    before = next((one for one in held if one.key == puts.condition), None)
    if before is None or (before.until is not None and (until is None or until > before.until)):
        put_condition(draft, actor_id, Condition(puts.condition, until, EFFECT_RULE))
    name = conditions.name(puts.condition)
    if lasts is None:
        said = phrase("puts.gets", EFFECT_RULE, who=ActorRef(actor_id), condition=name)
    else:
        span = span_words(lasts, units)
        said = phrase("puts.gets_for", EFFECT_RULE, who=ActorRef(actor_id), condition=name, span=span)
    draft.emit(Said(said, about=actor_id, rule=EFFECT_RULE))


# --- how long -------------------------------------------------------------------------------------------


def span_words(lasts: Span, units: int) -> Phrase:
    """So many Turns or rounds, in words."""
    return phrase("span.rounds" if lasts.rounds == 1 else "span.turns", "", n=units)


def _units(page: OseSheet, lasts: Span | None) -> int:
    """Rounds or Turns where no dice are rolled."""
    if lasts is None:
        return 0
    level = level_of(page)
    return lasts.count * (level if lasts.each_level else 1) + lasts.a_level * level


# --- the question ---------------------------------------------------------------------------------------


def _question(
    draft: Draft, caster: ActorId, spell: Spell, puts: Affliction, taking: Hit
) -> AskRoll | AskChoice:
    lasts = puts.lasts
    side = draft[caster].side
    about = taking[0] if len(taking) == 1 else ""
    who, name = ActorRef(caster), conditions.name(puts.condition)
    others = (*without_picks(taking), Pick(IN_WORDS, phrase("dose.in_words")))
    on_whom = phrase("spell.on", "", names=Names(taking))
    if lasts is not None and lasts.sides:
        unit = "rounds" if lasts.rounds == 1 else "turns"
        return AskRoll(
            title=phrase(
                f"puts.ask_{unit}",
                EFFECT_RULE,
                who=who,
                spell=spell.name,
                condition=name,
                dice=f"{lasts.count}d{lasts.sides}",
            ),
            detail=(on_whom, phrase("puts.turn")) if unit == "turns" else (on_whom,),
            side=side,
            actor=caster,
            about=about,
            dice=(lasts.sides,) * lasts.count,
            instead=others,
        )
    units = _units(sheet(draft[caster]), lasts)
    apply = phrase("puts.apply_for", "", condition=name, span=span_words(lasts, units)) if lasts else None
    return AskChoice(
        title=phrase("puts.ask", EFFECT_RULE, who=who, spell=spell.name, condition=name),
        detail=(on_whom,),
        side=side,
        actor=caster,
        about=about,
        picks=(Pick(APPLY, apply or phrase("puts.apply", "", condition=name)), *others),
    )
