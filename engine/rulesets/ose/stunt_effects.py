"""What comes of a stunt: prone, disarmed, pushed, spared, moved, or as the referee says."""

from __future__ import annotations

from typing import NamedTuple

from engine.grid.cells import footprint, gap
from engine.grid.metric import distance
from engine.grid.sight import clear
from engine.model.actor import DOWN, PRONE, Actor, Condition
from engine.model.events import Placed
from engine.model.phrase import ActorId, ActorRef, Cell, CellRef, phrase
from engine.model.requests import AskCells, AskChoice, AskRuling, Pick
from engine.model.terrain import Ground
from engine.rulesets.common import put_condition, set_condition
from engine.rulesets.ose import bodies, disruption, things
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.sheet import held_shield, held_weapons, sheet
from engine.rulesets.ose.state import state
from engine.rulesets.ose.tallies import rate_squares
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import look_around

STOPPED = "stopped"
"""A stunt in place of a blow held the mover up: its step is spent and fails (rulings A2 #43)."""
FARTHEST_PUSH = 3
FARTHEST_FALL = 2
"""Squares a body is pushed, and a weapon flies, at most."""


class Stunt(NamedTuple):
    """What is tried. Ids and keys only: it outlives questions."""

    actor: ActorId
    target: ActorId
    """Empty where the surroundings oppose it."""
    kind: str
    how: str = ""
    instead: bool = False
    """In place of an attack of opportunity."""


def apply(draft: Draft, stunt: Stunt, outcome: str) -> Procedure[str]:
    """Carry the outcome out. Returns `STOPPED` if it holds up the step of the one it was tried on."""
    if outcome == "failure":
        return ""
    if outcome == "partial" or stunt.kind == "other" or (not stunt.target and stunt.kind != "tumble"):
        yield from _ruled(draft, stunt)
        return (yield from _ask_stopped(draft, stunt))
    match stunt.kind:
        case "trip":
            yield from _trip(draft, stunt.target)
            return STOPPED
        case "block":
            return STOPPED
        case "disarm":
            yield from _disarm(draft, stunt)
        case "push":
            yield from _push(draft, stunt)
        case "feint":
            yield from _feint(draft, stunt)
        case "tumble":
            yield from _tumble(draft, stunt.actor)
        case _:
            pass
    return ""


def _ruled(draft: Draft, stunt: Stunt) -> Procedure[None]:
    yield from ask(
        AskRuling(
            title=phrase("stunt.title", "OSE-STUNT-13", who=ActorRef(stunt.actor)),
            detail=(phrase("stunt.attempt", "OSE-STUNT-11", text=stunt.how),) if stunt.how else (),
            actor=stunt.actor,
            about=stunt.target,
        )
    )


def _ask_stopped(draft: Draft, stunt: Stunt) -> Procedure[str]:
    """Whether what was ruled holds the mover up. Asked only where a step waits and it is not plain to see."""
    if not stunt.instead or stunt.target not in draft or not draft[stunt.target].active:
        return ""
    answer = yield from ask(
        AskChoice(
            title=phrase("strike.stunt_stops", "OSE-AOO-08", target=ActorRef(stunt.target)),
            side=draft[stunt.actor].side,
            actor=stunt.actor,
            about=stunt.target,
            picks=(Pick("yes", phrase("strike.stopped")), Pick("no", phrase("strike.goes_on"))),
        )
    )
    return STOPPED if answer.pick == "yes" else ""


# --- one kind after the other ---------------------------------------------------------------------------


def _trip(draft: Draft, target: ActorId) -> Procedure[None]:
    set_condition(draft, target, PRONE, rule="OSE-STUNT-04")
    bodies.tell(draft, target, "stunt.tripped", "OSE-STUNT-04")
    sync_arms(draft, target)
    yield from disruption.check_disturbed(draft)


def _disarm(draft: Draft, stunt: Stunt) -> Procedure[None]:
    """What is in the main hand, a shield if it holds nothing else, lands on a square near by."""
    page = sheet(draft[stunt.target])
    shield = held_shield(page)
    keys = [item.key for item in held_weapons(page)] + ([shield.key] if shield is not None else [])
    if not keys:
        bodies.tell(draft, stunt.target, "stunt.empty_handed", "OSE-STUNT-03")
        return
    key, name = keys[0], things.name_of(page, keys[0])
    cell = yield from _ask_cell(
        draft, stunt.target, "stunt.ask_where_falls", "OSE-STUNT-03", _around(draft, stunt.target)
    )
    things.lay(draft, stunt.target, key, cell)
    bodies.tell(draft, stunt.target, "stunt.disarmed", "OSE-STUNT-03", item=name, cell=CellRef(*cell))
    sync_arms(draft, stunt.target)


def _push(draft: Draft, stunt: Stunt) -> Procedure[None]:
    """Farther from the one who pushes, as far as the referee says; nobody strikes at it (rulings A2 #30)."""
    allowed = _landings(draft.board, draft[stunt.actor], draft[stunt.target])
    if not allowed:
        bodies.tell(draft, stunt.target, "stunt.no_room", "OSE-STUNT-07")
        return
    cell = yield from _ask_cell(draft, stunt.target, "stunt.ask_push", "OSE-STUNT-07", allowed)
    draft.emit(Placed(stunt.target, cell, by_rule=True))
    look_around(draft)
    size = draft[stunt.target].size
    grounds = {draft.battle.terrain.at(covered) for covered in footprint(cell, size)}
    worst = "pit" if Ground.IMPASSABLE in grounds else "rough" if Ground.DIFFICULT in grounds else "open"
    bodies.tell(draft, stunt.target, f"stunt.pushed_{worst}", "OSE-STUNT-07", cell=CellRef(*cell))
    yield from disruption.shaken(draft, stunt.target)


def _feint(draft: Draft, stunt: Stunt) -> Procedure[None]:
    """No attack of opportunity from the one fooled, or a word that stands beside it for a while."""
    answer = yield from ask(
        AskChoice(
            title=phrase("stunt.ask_feint", "OSE-STUNT-05", target=ActorRef(stunt.target)),
            actor=stunt.actor,
            about=stunt.target,
            picks=(
                Pick("spared", phrase("stunt.spares", "OSE-AOO-20", who=ActorRef(stunt.actor))),
                Pick("round", phrase("stunt.mark_round", "OSE-STUNT-05")),
                Pick("next", phrase("stunt.mark_next", "OSE-STUNT-05")),
                Pick("lasting", phrase("stunt.mark_lasting", "OSE-STUNT-05")),
            ),
        )
    )
    if answer.pick == "spared":
        spared = sheet(draft[stunt.actor]).spared
        bodies.write_page(draft, stunt.actor, spared=(*spared, stunt.target))
        bodies.tell(draft, stunt.actor, "stunt.is_spared", "OSE-AOO-20", target=ActorRef(stunt.target))
        return
    now = state(draft.battle).number
    until = {"round": now, "next": now + 1, "lasting": None}[answer.pick]
    word = yield from ask(
        AskRuling(
            title=phrase("stunt.ask_mark", "OSE-STUNT-05", target=ActorRef(stunt.target)),
            actor=stunt.actor,
            about=stunt.target,
            in_words=True,
            wanted=phrase("stunt.wanted_mark"),
        )
    )
    if stunt.target in draft:
        put_condition(draft, stunt.target, Condition(word.text.strip(), until, "OSE-STUNT-05"))


def _tumble(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """Put down on a square of its choice within its rate; nobody strikes at it on the way."""
    board, actor = draft.board, draft[actor_id]
    allowed = tuple(
        cell
        for cell in _cells_within(board, actor, rate_squares(sheet(actor)))
        if _fits(board, actor, cell) and board.barriers.standable(actor.size) >> board.extent.index(cell) & 1
    )
    if not allowed:
        return
    cell = yield from _ask_cell(draft, actor_id, "stunt.ask_tumble", "OSE-STUNT-06", allowed)
    draft.emit(Placed(actor_id, cell, by_rule=True))
    look_around(draft)
    bodies.tell(draft, actor_id, "stunt.tumbles", "OSE-STUNT-06", cell=CellRef(*cell))


# --- squares --------------------------------------------------------------------------------------------


def _ask_cell(
    draft: Draft, actor_id: ActorId, title: str, rule: str, allowed: tuple[Cell, ...]
) -> Procedure[Cell]:
    answer = yield from ask(
        AskCells(
            title=phrase(title, rule, who=ActorRef(actor_id)),
            detail=(phrase("stunt.one_square", rule),),
            actor=actor_id,
            allowed=allowed,
            most=1,
        )
    )
    return answer.cells[0]


def _around(draft: Draft, actor_id: ActorId) -> tuple[Cell, ...]:
    """Open squares where something struck from the hand may land, the own ones first."""
    actor, board = draft[actor_id], draft.board
    near = _cells_within(board, actor, FARTHEST_FALL)
    own = footprint(actor.cell, actor.size) if actor.cell is not None else ()
    return (*own, *(cell for cell in near if cell not in own))


def _landings(board: Board, pusher: Actor, target: Actor) -> tuple[Cell, ...]:
    """Squares to which the target can be pushed: away, in a clear line, on nobody; a pit will do."""
    if pusher.cell is None or target.cell is None:
        return ()
    metric = board.battle.metric
    here = distance(metric, *gap(pusher.cell, pusher.size, target.cell, target.size))
    return tuple(
        cell
        for cell in _cells_within(board, target, FARTHEST_PUSH)
        if distance(metric, *gap(pusher.cell, pusher.size, cell, target.size)) > here
        and _fits(board, target, cell)
    )


def _cells_within(board: Board, actor: Actor, squares: int) -> tuple[Cell, ...]:
    """Squares on the map at most so far from the actor's own, in a clear line and not of rock."""
    if actor.cell is None:
        return ()
    x, y = actor.cell
    block = range(-squares, squares + 1)
    found = []
    for cell in ((x + i, y + j) for j in block for i in block):
        near = distance(board.battle.metric, cell[0] - x, cell[1] - y) <= squares
        if cell != actor.cell and near and board.extent.contains(cell) and _open_line(board, actor, cell):
            found.append(cell)
    return tuple(found)


def _open_line(board: Board, actor: Actor, cell: Cell) -> bool:
    if board.battle.terrain.at(cell) is Ground.SOLID or actor.cell is None:
        return False
    return clear(board.barriers, actor.cell, cell)


def _fits(board: Board, actor: Actor, cell: Cell) -> bool:
    """Whether the whole body lies on the map, off the rock and on nobody else."""
    inside = all(
        board.extent.contains(covered) and board.battle.terrain.at(covered) is not Ground.SOLID
        for covered in footprint(cell, actor.size)
    )
    return inside and not any(not other.has(DOWN) for other in board.others_at(actor, cell))
