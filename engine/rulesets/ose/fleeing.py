"""Flee: what it means is said before it is done, everybody near strikes, and the referee takes over."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.events import Placed, Said
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose import bodies, grapple, strikes
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.pursuit_facts import Facts, facts
from engine.rulesets.ose.sides import ROUTED, decided, fighting
from engine.rulesets.ose.tallies import Manner, held_by
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import perceives

FLEE, STAY, NOBODY = "flee", "stay", "nobody"
MOST_PURSUERS = 8
"""More than this many to choose from would be a list nobody reads; the nearest are offered."""


def play_flee(draft: Draft, act: Act) -> Procedure[None]:
    """Everybody who threatens the square strikes once; whoever survives leaves the map (rulings A2 #87).

    A hit holds nobody back; a stunt in place of the blow does, if it trips, holds or blocks (A2 #43).
    """
    if not (yield from _confirmed(draft, act.actor)):
        return
    start = draft[act.actor].cell
    if start is None:
        return
    bodies.write_turn(draft, act.actor, manner=Manner.FLEE.value, main_spent=True, move_closed=True)
    planned = strikes.leaving(draft.board, draft[act.actor], start, None, Manner.FLEE)
    toll = yield from strikes.resolve(draft, planned)
    if act.actor not in draft or not bodies.able(draft[act.actor]):  # a blow may also have paralysed it
        return
    if toll.held:
        bodies.tell(draft, act.actor, "log.held_up", "OSE-AOO-08")
        return
    grapple.play_release(draft, act.actor)  # whom it held is free, and may go after it
    at_hand = facts(draft.board, draft[act.actor], _who_saw_it_go(draft.board, act.actor))
    _leave(draft, act.actor)
    if not decided(draft.battle):  # the end of the fight brings up the pursuit by itself (OSE-PROC-11)
        yield from _ask_pursuers(draft, act.actor, at_hand)


def attacks_on(board: Board, actor_id: ActorId, manner: str) -> int:
    """How many enemies would strike at the first step away in this manner."""
    actor = board.actor(actor_id)
    if actor.cell is None or manner == Manner.WITHDRAW:
        return 0  # Rule: OSE-WITHDRAW-03
    return len(strikes.leaving(board, actor, actor.cell, None, manner))


# --- before -------------------------------------------------------------------------------------------


def _confirmed(draft: Draft, actor_id: ActorId) -> Procedure[bool]:
    """What it serves and costs, and what else could be done. Nobody whose morale broke is asked."""
    if draft[actor_id].has(ROUTED):
        return True
    count = attacks_on(draft.board, actor_id, Manner.FLEE)
    answer = yield from ask(
        AskChoice(
            title=phrase("flee.confirm", "OSE-FLEE-01", who=ActorRef(actor_id)),
            detail=(phrase("flee.means", "OSE-FLEE-01", count=count), _alternatives(draft.board, actor_id)),
            side=draft[actor_id].side,
            actor=actor_id,
            picks=(
                Pick(FLEE, phrase("flee.do", "OSE-FLEE-01")),
                Pick(STAY, phrase("flee.stay", "OSE-FLEE-04")),
            ),
        )
    )
    if answer.pick == FLEE:
        return True
    bodies.tell(draft, actor_id, "log.stays", "OSE-FLEE-04")
    return False


def _alternatives(board: Board, actor_id: ActorId) -> Phrase:
    """A more orderly retreat: Withdraw or Move, with who would strike at its first step (OSE-FLEE-04)."""
    return phrase(
        "flee.instead",
        "OSE-FLEE-04",
        withdraw=attacks_on(board, actor_id, Manner.WITHDRAW),
        move=attacks_on(board, actor_id, Manner.MOVE),
    )


# --- after --------------------------------------------------------------------------------------------


def _leave(draft: Draft, actor_id: ActorId) -> None:
    bodies.write_page(draft, actor_id, fled=True)
    sync_arms(draft, actor_id)
    bodies.tell_leaving(draft, actor_id, "log.flees", "OSE-FLEE-02")
    draft.emit(Placed(actor_id, None, by_rule=True))


def _who_saw_it_go(board: Board, actor_id: ActorId) -> tuple[Actor, ...]:
    """Active enemies that see the actor go and can go themselves, the nearest first."""
    actor = board.actor(actor_id)
    able = [
        foe
        for foe in bodies.foes_on_map(board.battle, actor)
        if fighting(foe) and _can_run(board, foe) and perceives(board, foe, actor)
    ]
    able.sort(key=lambda foe: board.separation(actor, foe))
    return tuple(able[:MOST_PURSUERS])


def _can_run(board: Board, foe: Actor) -> bool:
    """Whether nothing holds the body or the nerve: who is grappled, webbed or prone goes after nobody."""
    free = bodies.able(foe) and held_by(board.battle, foe) is None  # Rule: OSE-MOVE-09
    return free and not foe.has(ROUTED) and not foe.has(bodies.TURNED)


def _ask_pursuers(draft: Draft, actor_id: ActorId, at_hand: Facts) -> Procedure[None]:
    """The referee says who goes after the fleer; they leave the tactical map as well (OSE-FLEE-06)."""
    left = list(at_hand.able)
    if at_hand.blind and not left:
        _tell_dark(draft, actor_id)
    while left and not decided(draft.battle):
        first = len(left) == len(at_hand.able)
        answer = yield from ask(
            AskChoice(
                title=phrase(
                    "flee.pursue" if first else "flee.pursue_too", "OSE-FLEE-06", who=ActorRef(actor_id)
                ),
                detail=at_hand.lines,
                actor=actor_id,
                picks=(
                    Pick(NOBODY, phrase("flee.nobody" if first else "flee.nobody_else", "OSE-FLEE-06")),
                    *(
                        Pick(foe, phrase("melee.pick", "", who=ActorRef(foe)), at_hand.notes[foe])
                        for foe in left
                    ),
                ),
            )
        )
        if answer.pick == NOBODY:
            _tell_let_run(draft, actor_id, first)
            return
        left.remove(answer.pick)
        _set_off(draft, answer.pick, actor_id)


def _tell_let_run(draft: Draft, actor_id: ActorId, first: bool) -> None:
    """Who goes after nobody shows it by staying; the GM's log keeps that it was decided."""
    if first:
        what = phrase("flee.not_pursued", "OSE-FLEE-06", who=ActorRef(actor_id))
        draft.emit(Said(what, gm_only=True, about=actor_id, rule="OSE-FLEE-06"))


def _tell_dark(draft: Draft, actor_id: ActorId) -> None:
    """Nobody is asked for: the GM's log says why."""
    what = phrase("pursuit.nobody_sees", "OSE-FLEE-09", who=ActorRef(actor_id))
    draft.emit(Said(what, gm_only=True, about=actor_id, rule="OSE-FLEE-09"))


def _set_off(draft: Draft, pursuer: ActorId, fleer: ActorId) -> None:
    """Pursuit is no tactical movement: who takes it up is off the map until the referee says otherwise."""
    bodies.write_page(draft, pursuer, pursues=fleer)
    bodies.write_turn(draft, pursuer, main_spent=True, move_closed=True)
    sync_arms(draft, pursuer)
    bodies.tell_leaving(draft, pursuer, "log.pursues", "OSE-FLEE-06", target=ActorRef(fleer))
    draft.emit(Placed(pursuer, None, by_rule=True))
