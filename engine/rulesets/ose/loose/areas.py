"""Areas of spells in Loose combat: drawn on the map to see who is near, settled in words who is inside."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.model.events import Said
from engine.model.phrase import ActorId, ActorRef, Cell, CellRef, Names, Phrase, phrase
from engine.model.requests import Area, AreaKind, AskCells, AskChoice, AskNumber, Pick
from engine.rulesets.ose.bodies import plays
from engine.rulesets.ose.loose import picture
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, sheet
from engine.rulesets.ose.spell_effects import AIM_AGAIN, LET_GO, RELEASE, aim_details
from engine.rulesets.ose.spell_facts import Shape, Spell
from engine.rulesets.ose.spell_targets import AREAS, shape_of
from engine.tactics.area import covered, source
from engine.tactics.draft import Draft, Procedure, ask

USUAL_FT = {AreaKind.BURST: 20, AreaKind.CONE: 30, AreaKind.LINE: 60}
MOST_FT = 120
NEARBY_FT = 10
"""How far outside of an area somebody is still asked about: "just outside" is a matter of words."""
NO_AREA = "no"


class _Near(Struct, frozen=True):
    """Somebody in an area as drawn (0 ft outside) or near it."""

    actor: ActorId
    outside_ft: int
    centre_ft: int
    """From the middle of a burst, else from the caster."""


def who_is_inside(draft: Draft, caster: ActorId, spell: Spell) -> Procedure[tuple[ActorId, ...] | None]:
    """Those the table puts into the area of a spell, nobody for one without; None: it is let go after all."""
    kind = yield from _kind(draft, caster, spell)
    if kind is None:
        return ()
    size_ft = yield from _size_ft(caster, spell, kind)
    sized = Spell(spell.name, range_ft=spell.range_ft, shape=Shape(kind), size_ft=size_ft)
    while True:
        aim = yield from _aim(draft, caster, sized)
        pick = yield from _confirm(draft, caster, sized, aim)
        if pick == LET_GO:
            return None
        if pick == RELEASE:
            return (yield from _settled(draft, caster, sized, aim))


def _kind(draft: Draft, caster: ActorId, spell: Spell) -> Procedure[AreaKind | None]:
    """The form of the area: as written down, else as the referee says."""
    if spell.shape in AREAS:
        return AreaKind(spell.shape)
    if spell.shape is not Shape.RULING:  # written down as well: it fills none
        return None
    kinds = tuple(Pick(kind.value, phrase(f"blast.{kind.value}")) for kind in AreaKind)
    answer = yield from ask(
        AskChoice(
            title=phrase("blast.ask", "OSL-CONS-02", who=ActorRef(caster), spell=spell.name),
            actor=caster,
            picks=(Pick(NO_AREA, phrase("blast.no")), *kinds),
            default=AreaKind.BURST if spell.size_ft else NO_AREA,
        )
    )
    return None if answer.pick == NO_AREA else AreaKind(answer.pick)


def _size_ft(caster: ActorId, spell: Spell, kind: AreaKind) -> Procedure[int]:
    """How far it reaches: asked before it is aimed, so that the map can draw it."""
    if spell.size_ft:
        return spell.size_ft
    answer = yield from ask(
        AskNumber(
            title=phrase(f"blast.size_{kind}", "OSL-CONS-02", spell=spell.name),
            actor=caster,
            low=FEET_PER_SQUARE,
            high=MOST_FT,
            default=USUAL_FT[kind],
        )
    )
    return answer.value


def _aim(draft: Draft, caster: ActorId, spell: Spell) -> Procedure[Cell]:
    """Where its middle is, or which way it goes. No range binds it here; it is said beside it."""
    answer = yield from ask(
        AskCells(
            title=phrase(f"spell.aim_{spell.shape}", "OSL-CONS-02", who=ActorRef(caster), spell=spell.name),
            detail=aim_details(spell, "OSL-CONS-02"),
            actor=caster,
            most=1,
            area=_area(draft, caster, spell),
        )
    )
    return answer.cells[0]


def _area(draft: Draft, caster: ActorId, spell: Spell) -> Area | None:
    return shape_of(draft[caster], spell)


def _confirm(draft: Draft, caster: ActorId, spell: Spell, aim: Cell) -> Procedure[str]:
    """Who is inside as drawn and who is near, before it is released."""
    near, area = _around(draft, caster, spell, aim), _area(draft, caster, spell)
    answer = yield from ask(
        AskChoice(
            title=phrase("spell.confirm", "OSE-SPELL-13", spell=spell.name, cell=CellRef(*aim)),
            detail=_drawn(near),
            actor=caster,
            picks=tuple(
                Pick(pick, phrase(f"spell.pick_{pick}", "OSE-SPELL-13"))
                for pick in (RELEASE, AIM_AGAIN, LET_GO)
            ),
            cells=tuple(sorted(covered(draft.board, area, aim))) if area is not None else (),
        )
    )
    return answer.pick


def _drawn(near: tuple[_Near, ...]) -> tuple[Phrase, ...]:
    caught = tuple(one.actor for one in near if not one.outside_ft)
    beside = tuple(one.actor for one in near if one.outside_ft)
    first = phrase("spell.caught", "", names=Names(caught)) if caught else phrase("spell.caught_nobody")
    return (first, phrase("blast.beside", "", names=Names(beside))) if beside else (first,)


def _settled(draft: Draft, caster: ActorId, spell: Spell, aim: Cell) -> Procedure[tuple[ActorId, ...]]:
    """Ask about everybody near, nearest first: in or out. No distance decides it (OSL-CONS-02)."""
    caught: list[ActorId] = []
    for near in _around(draft, caster, spell, aim):
        answer = yield from ask(
            AskChoice(
                title=phrase("blast.in_or_out", "OSL-CONS-02", who=ActorRef(near.actor)),
                detail=tuple(_place(near, spell)),
                actor=caster,
                about=near.actor,
                picks=(Pick("in", phrase("blast.in")), Pick("out", phrase("blast.out"))),
                default="out" if near.outside_ft else "in",
            )
        )
        if answer.pick == "in":
            caught.append(near.actor)
    inside = tuple(caught)
    draft.emit(Said(inside_words(inside), gm_only=True, about=caster, rule="OSL-CONS-02"))
    return inside


def inside_words(inside: tuple[ActorId, ...]) -> Phrase:
    """Who was settled to be in the area."""
    return phrase("blast.inside", "OSL-CONS-02", names=Names(inside)) if inside else phrase("blast.nobody")


def _place(near: _Near, spell: Spell) -> Iterator[Phrase]:
    if near.outside_ft:
        yield phrase("blast.drawn_out", "OSL-CONS-02", feet=near.outside_ft)
    else:
        yield phrase("blast.drawn_in", "OSL-CONS-02")
    if spell.shape is Shape.BURST:
        yield phrase("blast.distance", "OSL-CONS-02", feet=near.centre_ft, radius=spell.size_ft)


def _around(draft: Draft, caster: ActorId, spell: Spell, aim: Cell) -> tuple[_Near, ...]:
    """The living in the area as drawn or near it; the caster is not in his own cone or line."""
    board, area = draft.board, _area(draft, caster, spell)
    if area is None:
        return ()
    cells = covered(board, area, aim)
    burst = area.kind is AreaKind.BURST
    from_centre = dict(picture.distances(board, aim if burst else source(area, aim)))
    found = (
        _Near(actor, outside, from_centre[actor])
        for actor, outside in picture.within(board, cells, NEARBY_FT)
        if (burst or actor != caster) and not (plays(draft[actor]) and sheet(draft[actor]).dead)
    )
    return tuple(sorted(found, key=lambda one: (one.centre_ft, one.outside_ft)))
