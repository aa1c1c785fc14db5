"""The shared picture in words: who is how far away, who is within a radius, how each side stands. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from engine.grid.cells import gap
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.offers import Card, CardFact
from engine.model.phrase import ActorId, ActorRef, Cell, Modifier, Phrase, SideId, Tally, modifier, phrase
from engine.rulesets.ose import card as shared
from engine.rulesets.ose.bodies import enemies, plays
from engine.rulesets.ose.citing import cited_tally
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, OseSheet, free_hands, sheet
from engine.rulesets.ose.sides import fighting
from engine.rulesets.ose.tallies import held_by, rate_squares
from engine.tactics.board import Board


def feet_between(board: Board, one: Actor, other: Actor) -> int:
    """How far apart two bodies on the map are."""
    return board.separation(one, other) * FEET_PER_SQUARE


def nearest_enemy(board: Board, actor: Actor) -> tuple[ActorId, int] | None:
    """The nearest enemy that still fights and its distance in feet; None if there is none on the map."""
    if not actor.on_map:
        return None
    found = [
        (feet_between(board, actor, foe), foe.id)
        for foe in enemies(board.battle, actor)
        if foe.on_map and not foe.hidden
    ]
    if not found:
        return None
    feet = min(feet for feet, _ in found)
    return next(foe for distance, foe in found if distance == feet), feet


def distances(board: Board, centre: Cell) -> tuple[tuple[ActorId, int], ...]:
    """Everybody on the map with the distance in feet from a square, nearest first."""
    point = Actor("", "", "", centre)
    others = (other for other in board.battle.actors.values() if other.on_map)
    found = ((other.id, feet_between(board, point, other)) for other in others)
    return tuple(sorted(found, key=lambda pair: pair[1]))


def within(board: Board, cells: Collection[Cell], margin_ft: int) -> tuple[tuple[ActorId, int], ...]:
    """Everybody in these squares or no further from them than that, with the distance in feet, 0 inside."""
    found = []
    for actor in board.battle.actors.values():
        near = _cells_near(actor, cells, margin_ft // FEET_PER_SQUARE)
        feet = min((feet_between(board, Actor("", "", "", cell), actor) for cell in near), default=None)
        if feet is not None and feet <= margin_ft:
            found.append((actor.id, feet))
    return tuple(sorted(found, key=lambda pair: pair[1]))


def _cells_near(actor: Actor, cells: Collection[Cell], squares: int) -> tuple[Cell, ...]:
    if actor.cell is None:
        return ()
    here, size = actor.cell, actor.size
    return tuple(cell for cell in cells if max(gap(cell, 1, here, size)) <= squares)


# --- sides --------------------------------------------------------------------------------------------


def side_notes(battle: Battle) -> tuple[tuple[SideId, Phrase], ...]:
    """How each side stands: still fighting, wounded, out of it, and how near the nearest enemies are."""
    board = Board(battle)
    sides = (side.id for side in battle.sides if any(battle.members(side.id)))
    return tuple((side, _standing(board, side)) for side in sides)


def _standing(board: Board, side: SideId) -> Phrase:
    members = [actor for actor in board.battle.members(side) if plays(actor)]
    up = [actor for actor in members if fighting(actor)]
    counts = {
        "standing": len(up),
        "wounded": sum(sheet(actor).hp < sheet(actor).max_hp for actor in up),
        "out": len(members) - len(up),
    }
    near = [found[1] for actor in up if (found := nearest_enemy(board, actor)) is not None]
    if not near:
        return phrase("picture.side", "OSL-CONS-01", **counts)
    return phrase("picture.side_near", "OSL-CONS-01", feet=min(near), **counts)


# --- one actor ----------------------------------------------------------------------------------------


def card(battle: Battle, actor: Actor) -> Card:
    """The card of Loose combat: numbers by its own list, hands, load and the nearest enemy in words."""
    shown = shared.card(battle, actor)
    if not plays(actor):
        return shown
    facts = tuple(_own_rows(battle, fact) for fact in shown.facts)
    return replace(shown, role=_role(battle, actor), facts=facts)


def _own_rows(battle: Battle, fact: CardFact) -> CardFact:
    return fact if fact.tally is None else replace(fact, tally=cited_tally(battle, fact.tally))


def _role(battle: Battle, actor: Actor) -> Phrase:
    said = shared.role_line(actor)
    for more in _more(battle, actor):
        said = phrase("picture.and", "", first=said, then=more)
    return said


def _more(battle: Battle, actor: Actor) -> Iterator[Phrase]:
    page = sheet(actor)
    if page.character:
        yield phrase("picture.hands", "OSL-MELEE-02", count=free_hands(page))
    load = load_words(actor)
    if load is not None:
        yield load
    near = nearest_enemy(Board(battle), actor)
    if near is not None:
        yield phrase("picture.nearest", "OSL-CONS-01", foe=ActorRef(near[0]), feet=near[1])


def load_words(actor: Actor) -> Phrase | None:
    """The state of load and what the other state would mean; None while load is not tracked."""
    page = sheet(actor)
    if not page.other_rate:
        return None
    rates = {"feet": page.rate, "other": page.other_rate}
    if page.encumbered:
        return phrase("picture.encumbered", "OSL-OTHER-03", **rates)
    return phrase("picture.unencumbered", "OSL-OTHER-05", **rates)


def with_load(page: OseSheet, encumbered: bool) -> OseSheet:
    """The page in the other state of load: the two rates change places (OSL-OTHER-03)."""
    if not page.other_rate or page.encumbered == encumbered:
        return page
    return replace(page, encumbered=encumbered, rate=page.other_rate, other_rate=page.rate)


# --- movement -----------------------------------------------------------------------------------------


def allowance(battle: Battle, actor: Actor) -> Tally:
    """The rate as a guide, and the rest of the map beyond it: nothing counts squares here (OSL-INTRO-01).

    Where something holds the body the parts are suppressed, and the last one says what.
    """
    guide = rate_squares(sheet(actor)) if plays(actor) else 0
    beyond = 2 * battle.terrain.width * battle.terrain.height
    parts = (
        modifier(guide, "move.rate", "OSL-OTHER-03"),
        modifier(beyond, "move.free", "OSL-INTRO-01"),
    )
    reason = held_by(battle, actor) if plays(actor) else None
    if reason is None:
        return Tally(parts)
    held = tuple(Modifier(part.label, part.value, suppressed=True) for part in parts)
    return Tally((*held, Modifier(reason, 0)))
