"""Spells in Loose combat: as everywhere, but who stands in an area is settled in words."""

from __future__ import annotations

from engine.model.commands import Act
from engine.model.events import Declared, Said
from engine.model.phrase import ActorId, ActorRef, Cell, Names, Phrase, phrase
from engine.model.requests import AskCells, AskChoice, AskNumber, AskRuling, Pick
from engine.rulesets.ose import disruption, spells
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import casting, plays, tell, write_page, write_turn
from engine.rulesets.ose.declare import SILENCED
from engine.rulesets.ose.loose import picture
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Casting, OseSheet, Shape, sheet
from engine.rulesets.ose.spell_effects import spell_of
from engine.tactics.draft import Draft, Procedure, ask

USUAL_RADIUS, MOST_RADIUS = 20, 120
_AREAS = (Shape.BURST, Shape.CONE, Shape.LINE)
NEARBY_FT = 10
"""How far outside of an area somebody is still asked about: "just outside" is a matter of words."""


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
    name = sheet(draft[actor_id]).turn.spell
    done = phrase("spell.completed", "OSL-SPELL-01", who=ActorRef(actor_id), spell=name)
    draft.emit(Declared(actor_id, done, rule="OSL-SPELL-01"))
    write_turn(draft, actor_id, casting=Casting.DONE)
    sync_arms(draft, actor_id)
    inside: tuple[ActorId, ...] = ()
    if (yield from _fills_an_area(draft, actor_id, name)):
        inside = yield from _who_is_inside(draft, actor_id, name)
    yield from ask(
        AskRuling(
            title=phrase("spell.effect", "OSL-SPELL-01", who=ActorRef(actor_id), spell=name),
            detail=(_listed(inside),) if inside else (),
            side=draft[actor_id].side,
            actor=actor_id,
        )
    )
    if actor_id in draft and _keeps_up(sheet(draft[actor_id]), name):
        write_page(draft, actor_id, concentrating=name)
        tell(draft, actor_id, "spell.keeps_up", "OSL-SPELL-07", spell=name)


def _keeps_up(page: OseSheet, name: str) -> bool:
    return any(spell.name == name and spell.concentration for spell in page.spells)


def _fills_an_area(draft: Draft, actor_id: ActorId, name: str) -> Procedure[bool]:
    spell = spell_of(sheet(draft[actor_id]), name)
    if spell.shape is not Shape.RULING:  # written down: nothing to ask
        return spell.shape in _AREAS and spell.size_ft > 0
    answer = yield from ask(
        AskChoice(
            title=phrase("blast.ask", "OSL-CONS-02", who=ActorRef(actor_id), spell=name),
            actor=actor_id,
            picks=(Pick("no", phrase("blast.no")), Pick("yes", phrase("blast.yes"))),
            default="yes" if spell.size_ft else "no",
        )
    )
    return answer.pick == "yes"


def _who_is_inside(draft: Draft, actor_id: ActorId, name: str) -> Procedure[tuple[ActorId, ...]]:
    centre = yield from ask(AskCells(title=phrase("blast.centre", "OSL-CONS-02", spell=name), actor=actor_id))
    radius = yield from _radius(draft, actor_id, name)
    inside = yield from _sorted_out(draft, actor_id, centre.cells[0], radius)
    what = phrase("blast.inside", "OSL-CONS-02", names=Names(inside)) if inside else phrase("blast.nobody")
    draft.emit(Said(what, gm_only=True, about=actor_id, rule="OSL-CONS-02"))
    return inside


def _radius(draft: Draft, actor_id: ActorId, name: str) -> Procedure[int]:
    """How far it reaches from its middle: as written for a burst, else as the referee says."""
    spell = spell_of(sheet(draft[actor_id]), name)
    if spell.shape is Shape.BURST:
        return spell.size_ft
    answer = yield from ask(
        AskNumber(
            title=phrase("blast.radius", "OSL-CONS-02", spell=name),
            actor=actor_id,
            low=FEET_PER_SQUARE,
            high=MOST_RADIUS,
            default=spell.size_ft or USUAL_RADIUS,
        )
    )
    return answer.value


def _sorted_out(draft: Draft, actor_id: ActorId, centre: Cell, radius: int) -> Procedure[tuple[ActorId, ...]]:
    """Ask about everybody near the area, nearest first: in or out. No distance decides it."""
    inside: list[ActorId] = []
    for near, feet in picture.within(draft.board, centre, radius + NEARBY_FT):
        answer = yield from ask(
            AskChoice(
                title=phrase("blast.in_or_out", "OSL-CONS-02", who=ActorRef(near)),
                detail=(phrase("blast.distance", "OSL-CONS-02", feet=feet, radius=radius),),
                actor=actor_id,
                about=near,
                picks=(Pick("in", phrase("blast.in")), Pick("out", phrase("blast.out"))),
                default="in" if feet <= radius else "out",
            )
        )
        if answer.pick == "in":
            inside.append(near)
    return tuple(inside)


def _listed(inside: tuple[ActorId, ...]) -> Phrase:
    return phrase("blast.inside", "OSL-CONS-02", names=Names(inside))
