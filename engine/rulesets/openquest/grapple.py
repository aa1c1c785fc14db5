"""Grappling: seizing somebody, and what the two do to each other while they are locked together."""

from __future__ import annotations

from engine.grid.cells import Cell
from engine.model.actor import PRONE, Actor
from engine.model.events import Placed, Said
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import set_condition
from engine.rulesets.openquest import harm, holding
from engine.rulesets.openquest.options import metres, options
from engine.rulesets.openquest.reactions import Blow, Hit, Through
from engine.rulesets.openquest.rolls import total_of
from engine.rulesets.openquest.sheet import sheet
from engine.rulesets.openquest.skills import opposed_unarmed
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask

HOLDS = ("pain", "immobilise", "throw")
_RULES = {"pain": "OQ-GRAPPLE-16", "immobilise": "OQ-GRAPPLE-14", "throw": "OQ-GRAPPLE-19"}


def seize(draft: Draft, blow: Blow, hit: Hit) -> Procedure[None]:
    """The grapple has hit: no damage; both roll Unarmed Combat, and the winner at once does as it likes."""
    # Rule: OQ-GRAPPLE-03, OQ-GRAPPLE-04, OQ-UNARM-02
    one, other = blow.attacker, blow.target
    if hit.through is Through.NOTHING:
        return
    won, _, _ = yield from opposed_unarmed(draft, one, other, "OQ-GRAPPLE-04")
    if one not in draft or other not in draft:
        return
    if not won:  # Rule: OQ-GRAPPLE-05
        slips = phrase("oq.slips", "OQ-GRAPPLE-05", who=ActorRef(other), attacker=ActorRef(one))
        draft.emit(Said(slips, about=other, rule="OQ-GRAPPLE-05"))
        return
    holding.lock(draft, one, other)
    seized = phrase("oq.seized", "OQ-GRAPPLE-06", who=ActorRef(one), other=ActorRef(other))
    draft.emit(Said(seized, about=other, rule="OQ-GRAPPLE-06"))
    yield from _at_once(draft, one, other, "OQ-GRAPPLE-06")


def work(draft: Draft, who: ActorId, verb: str) -> Procedure[None]:
    """On a later count: Inflict Pain, Immobilise or Throw the partner, if the opposed roll is won."""
    partner = sheet(draft[who]).grapples
    if partner not in draft:
        return
    won, _, _ = yield from opposed_unarmed(draft, who, partner, "OQ-GRAPPLE-10")
    if who in draft and partner in draft and won:
        yield from _hold(draft, who, partner, verb)


def break_free(draft: Draft, who: ActorId) -> Procedure[None]:
    """Both roll Unarmed Combat; one is free by succeeding while the other fails."""
    # Rule: OQ-GRAPPLE-11, OQ-GRAPPLE-12
    partner = sheet(draft[who]).grapples
    if partner not in draft:
        return
    _, mine, theirs = yield from opposed_unarmed(draft, who, partner, "OQ-GRAPPLE-11")
    if who not in draft or partner not in draft:
        return
    free = mine and not theirs
    if free:
        holding.release(draft, who)  # Rule: OQ-GRAPPLE-13
    key = "oq.breaks_free" if free else "oq.still_held"
    said = phrase(key, "OQ-GRAPPLE-12", who=ActorRef(who), other=ActorRef(partner))
    draft.emit(Said(said, about=who, rule="OQ-GRAPPLE-12"))


def counter(draft: Draft, who: ActorId) -> Procedure[None]:
    """The one in pain turns the tables: if it wins the opposed roll it does the holding from now on."""
    # Rule: OQ-GRAPPLE-18
    partner = sheet(draft[who]).grapples
    if partner not in draft:
        return
    won, _, _ = yield from opposed_unarmed(draft, who, partner, "OQ-GRAPPLE-18")
    if not won or who not in draft or partner not in draft:
        return
    holding.grip(draft, who, "")
    yield from _at_once(draft, who, partner, "OQ-GRAPPLE-18")


def _at_once(draft: Draft, who: ActorId, partner: ActorId, rule: str) -> Procedure[None]:
    """Who has won the hold chooses at once what to make of it (OQ-UNARM-03)."""
    title = phrase("oq.ask.hold", rule, who=ActorRef(who), other=ActorRef(partner))
    picks = tuple(Pick(key, phrase(f"verb.{key}"), phrase(f"oq.note.{key}", _RULES[key])) for key in HOLDS)
    request = AskChoice(title=title, side=draft[who].side, actor=who, about=partner, picks=picks)
    answer = yield from ask(request)
    if who in draft and partner in draft:
        yield from _hold(draft, who, partner, answer.pick)


def _hold(draft: Draft, who: ActorId, partner: ActorId, verb: str) -> Procedure[None]:
    said = phrase(f"oq.does.{verb}", _RULES[verb], who=ActorRef(who), other=ActorRef(partner))
    draft.emit(Said(said, about=partner, rule=_RULES[verb]))
    match verb:
        case "immobilise":
            holding.grip(draft, partner, "immobilised")
        case "pain":
            holding.grip(draft, partner, "pain")
            yield from _hurt(draft, who, partner, pain=True)
        case _:
            holding.release(draft, who)  # Rule: OQ-GRAPPLE-21
            _fling(draft, who, partner)
            yield from _hurt(draft, who, partner, pain=False)


def _hurt(draft: Draft, who: ActorId, partner: ActorId, pain: bool) -> Procedure[None]:
    """1D4, with the Damage Modifier only for pain; armour does not help."""
    rule = "OQ-GRAPPLE-16" if pain else "OQ-GRAPPLE-20"
    page = sheet(draft[who])
    extra = page.damage_modifier if pain else ()
    dice = (4,) if page.weakling else (4, *extra)
    whose = {"attacker": ActorRef(who), "target": ActorRef(partner)}
    title = phrase("oq.ask.hold_damage", rule, **whose)
    total = yield from total_of(draft, who, title, dice, rule, partner)
    if page.weakling and extra:
        title = phrase("oq.ask.weak", rule, **whose)
        total -= yield from total_of(draft, who, title, extra, rule, partner)
    if partner in draft:
        yield from harm.harm(draft, partner, max(1, total), who, rule)


def _fling(draft: Draft, who: ActorId, partner: ActorId) -> None:
    """Two metres away from the thrower, as far as there is room; down, unless the table plays otherwise."""
    # Rule: OQ-GRAPPLE-19
    for _ in range(max(1, 2 // metres(draft.battle))):
        cell = _behind(draft.board, draft[who], draft[partner])
        if cell is None:
            break
        draft.emit(Placed(partner, cell, by_rule=True))
    if options(draft.battle).thrown_down == "prone":
        set_condition(draft, partner, PRONE, rule="OQ-GRAPPLE-19")  # ruling C2 #21


def _behind(board: Board, one: Actor, other: Actor) -> Cell | None:
    """The next free square of `other` straight away from `one`; None where there is none."""
    if other.cell is None:
        return None
    dx, dy = apart(one, other)
    cell = (other.cell[0] + dx, other.cell[1] + dy)
    if not board.extent.contains(cell) or not board.barriers.can_step(other.cell, cell, other.size):
        return None
    return None if board.others_at(other, cell) else cell


def apart(one: Actor, other: Actor) -> Cell:
    """The direction from one body to the other, -1, 0 or 1 each way; (0, 0) if they share a square."""
    if one.cell is None or other.cell is None:
        return 0, 0
    return _side(one.cell[0], one.size, other.cell[0], other.size), _side(
        one.cell[1], one.size, other.cell[1], other.size
    )


def _side(one: int, size: int, other: int, other_size: int) -> int:
    return 1 if other >= one + size else -1 if other + other_size <= one else 0
