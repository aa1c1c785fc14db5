"""Coming out of hiding by an attack: the same in every rule book, as none of them says otherwise."""

from __future__ import annotations

from engine.model.actor import INVISIBLE
from engine.model.battle import Control
from engine.model.events import HiddenSet
from engine.model.phrase import ActorId
from engine.tactics.draft import Draft
from engine.tactics.perception import known_to_players
from engine.tactics.step import look_around


def give_away(draft: Draft, attacker: ActorId, target: ActorId) -> None:
    """A hidden attacker is known from its attack on, when those it hides from see whom it strikes.

    Walls and darkness hide it as before. One marked invisible stays hidden until the GM shows it.
    """
    actor = draft[attacker]
    if not actor.hidden or actor.has(INVISIBLE) or draft[target].side == actor.side:
        return
    ours = draft.battle.control_of(attacker) is Control.PLAYERS
    if ours or known_to_players(draft.board, draft[target]):
        draft.emit(HiddenSet(attacker, False))
        look_around(draft)
