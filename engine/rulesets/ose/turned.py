"""Undead that are turned: they get away, cower when cornered, are freed by an attack, and come back."""

from __future__ import annotations

from engine.grid.cells import gap
from engine.grid.metric import distance
from engine.grid.search import reachable, route
from engine.model.actor import Actor
from engine.model.events import Said
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Cell, CellRef, Phrase, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import set_condition, soft
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import TURNED
from engine.rulesets.ose.ground import ground_for, may_end
from engine.rulesets.ose.sheet import Turning, sheet
from engine.rulesets.ose.tallies import Manner, allowance, held_by
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask

INTENTS = ("return", "hunt", "other")
_EVERYWHERE = 10_000
"""More squares than any way on a map is long."""


# --- getting away (pure) ------------------------------------------------------------------------------


def escape_path(board: Board, actor: Actor) -> tuple[Cell, ...]:
    """The way to the square in reach that is farthest from whoever turned it; empty when it is cornered.

    Far means the length of the way there for a body like its own, then the distance as the crow flies; of
    equals the nearest (rulings A2 #129).
    """
    feared = _feared(board, actor)
    if actor.cell is None or feared is None:
        return ()
    left = allowance(board.battle, actor, Manner.TURNED).total - actor.stride.spent
    extent, metric, parity = board.extent, board.battle.metric, actor.stride.parity
    ground, start = ground_for(board, actor), extent.index(actor.cell)
    costs = reachable(ground, start, max(0, left), metric, parity)
    size, source = feared
    ways = reachable(ground, extent.index(source), _EVERYWHERE, metric)

    def far(cell: Cell) -> tuple[int, int]:
        way = ways.get(extent.index(cell), _EVERYWHERE)
        return way, distance(metric, *gap(source, size, cell, actor.size))

    stops = may_end(board, actor, map(extent.cell, costs), Manner.TURNED)
    better = [cell for cell in stops if far(cell) > far(actor.cell)]
    if not better:
        return ()
    goal = min(better, key=lambda cell: (_reversed(far(cell)), costs[extent.index(cell)], cell))
    found = route(ground, start, extent.index(goal), costs[extent.index(goal)], metric, parity)
    return tuple(map(extent.cell, found[1:])) if found else ()


def why_not_flee_from(board: Board, actor: Actor) -> tuple[Refusal, ...]:
    """What keeps a turned undead where it is."""
    if not actor.has(TURNED):
        return soft("why.not_turned", "OSE-TURN-03", who=ActorRef(actor.id))
    reason = held_by(board.battle, actor)
    if reason is not None:
        return (Refusal(reason),)
    if not escape_path(board, actor):
        return soft("why.cowers", "OSE-TURN-03", who=ActorRef(actor.id))
    return ()


def away_words(board: Board, actor: Actor) -> Phrase:
    """What getting away is called: from whom, by name."""
    turning = sheet(actor).turning
    if turning is None or turning.by not in board.battle.actors:
        return phrase("verb.flee_from", "OSE-TURN-03")
    return phrase("turned.away_from", "OSE-TURN-03", who=ActorRef(turning.by))


def _reversed(value: tuple[int, int]) -> tuple[int, int]:
    return -value[0], -value[1]


def _feared(board: Board, actor: Actor) -> tuple[int, Cell] | None:
    """Size and square of the one who turned it; the place where that happened once he is gone.

    Where the GM marked it as turned by hand, the nearest foe who could have done so, else the nearest one.
    """
    turning = sheet(actor).turning
    if turning is not None:
        priest = board.battle.actors.get(turning.by)
        if priest is None or priest.cell is None:
            return 1, turning.where
        return priest.size, priest.cell
    foes = sorted(
        bodies.enemies(board.battle, actor),
        key=lambda foe: (not sheet(foe).turns_undead, board.separation(actor, foe)),
    )
    return _place(board, foes[0].id) if foes else None


def _place(board: Board, actor_id: ActorId) -> tuple[int, Cell] | None:
    actor = board.actor(actor_id)
    return (actor.size, actor.cell) if actor.cell is not None else None


# --- the state ----------------------------------------------------------------------------------------


def turn_away(draft: Draft, actor_id: ActorId, by: ActorId, until: int) -> None:
    """Write down that it is turned from now on, until that round begins."""
    where = draft[by].cell or (0, 0)
    bodies.write_page(draft, actor_id, turning=Turning(by, until, where), intent="")
    set_condition(draft, actor_id, TURNED, rule="OSE-TURN-03")
    sync_arms(draft, actor_id)


def break_free(draft: Draft, actor_id: ActorId, rule: str) -> None:
    """An attack ends the turning of the one attacked, and of nobody else (OSE-TURN-07)."""
    if not bodies.plays(draft[actor_id]) or not draft[actor_id].has(TURNED):
        return
    _end(draft, actor_id)
    bodies.tell(draft, actor_id, "turned.broken", rule)


def run_out(draft: Draft, number: int) -> Procedure[None]:
    """End every turning that lasts until the round of that number; the referee says what they do now."""
    for actor_id in tuple(draft.battle.actors):
        actor = draft[actor_id]
        if not bodies.plays(actor) or not actor.has(TURNED):
            continue
        turning = sheet(actor).turning
        if turning is not None and turning.until <= number:
            _end(draft, actor_id)
            if bodies.able(draft[actor_id]):
                yield from _ask_intent(draft, actor_id, turning)


def _end(draft: Draft, actor_id: ActorId) -> None:
    bodies.write_page(draft, actor_id, turning=None)
    set_condition(draft, actor_id, TURNED, present=False)
    sync_arms(draft, actor_id)


def _ask_intent(draft: Draft, actor_id: ActorId, turning: Turning) -> Procedure[None]:
    """Back to the place, after the Warpriest, or something else: as its mind and orders are (OSE-TURN-12)."""
    note = draft[actor_id].note
    mind = phrase("turned.mind", "OSE-TURN-12", text=note) if note else phrase("turned.no_mind")
    answer = yield from ask(
        AskChoice(
            title=phrase("turned.ends", "OSE-TURN-10", who=ActorRef(actor_id), where=CellRef(*turning.where)),
            detail=(mind,),
            actor=actor_id,
            about=turning.by,
            secret=True,
            picks=tuple(Pick(intent, phrase(f"turned.{intent}", "OSE-TURN-11")) for intent in INTENTS),
        )
    )
    bodies.write_page(draft, actor_id, intent=answer.pick)
    what = phrase(f"turned.will_{answer.pick}", "OSE-TURN-11", who=ActorRef(actor_id))
    draft.emit(Said(what, gm_only=True, about=actor_id, rule="OSE-TURN-11"))
