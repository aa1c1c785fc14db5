"""Where a body may be among other bodies."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.offers import Refusal
from engine.model.phrase import ActorRef, Cell, phrase
from engine.rulesets.ose import bodies
from engine.rulesets.ose.options import options
from engine.tactics.board import Board


def can_stand(board: Board, actor: Actor, cell: Cell, manner: str, ending: bool) -> tuple[Refusal, ...]:
    """Creatures in the way: friends may be passed, not stood upon; foes on their feet neither (A2 #7)."""
    found = []
    readings = options(board.battle)
    for other in board.others_at(actor, cell):
        if bodies.helpless(other):
            if readings.pass_helpless == "no" and not ending:
                found.append(Refusal(phrase("stand.helpless", "CARD-TOKEN-03", who=ActorRef(other.id))))
            continue
        if board.battle.hostile(other.side, actor.side):
            found.append(Refusal(phrase("stand.enemy", "CARD-TOKEN-03", who=ActorRef(other.id))))
        elif ending or readings.pass_friends == "no":
            found.append(Refusal(phrase("stand.friend", "CARD-TOKEN-03", who=ActorRef(other.id))))
    return tuple(found)
