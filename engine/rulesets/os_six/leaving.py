"""Free attacks on who leaves melee, where the table plays them: who makes one, and how they are made."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.phrase import ActorId, Cell, phrase
from engine.model.strikes import Strike, When
from engine.rulesets.os_six.attacks import play_attack
from engine.rulesets.os_six.bodies import STUNNED
from engine.rulesets.os_six.holds import melee_key
from engine.rulesets.os_six.options import options
from engine.rulesets.os_six.sheet import sheet, weapon
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.step import Outcome

_FREE = phrase("six.kind.free", "SIX-MOVE-06")
"""Stands over such an attack."""


def strikes(board: Board, mover: Actor, src: Cell, dst: Cell, manner: str) -> tuple[Strike, ...]:
    """Enemies whose reach the step leaves, each once; nobody unless the reading says so (D2 #15)."""
    if options(board.battle).leaving_melee == "free":
        return ()
    before, after = replace(mover, cell=src), replace(mover, cell=dst)
    return tuple(
        Strike(foe.id, mover.id, When.LEAVING, key, manner, "SIX-MOVE-06")
        for foe, key in _armed(board, mover)
        if _touches(board, foe, before, key) and not _touches(board, foe, after, key)
    )


def _armed(board: Board, mover: Actor) -> tuple[tuple[Actor, str], ...]:
    """Enemies who can strike, and with what."""
    able = (foe for foe in board.battle.foes_of(mover) if not (sheet(foe).dazed or foe.has(STUNNED)))
    return tuple((foe, melee_key(sheet(foe))) for foe in able)


def _touches(board: Board, foe: Actor, mover: Actor, key: str) -> bool:
    return board.within_blow(foe, mover, weapon(sheet(foe), key).reach)


def resolve(draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str) -> Procedure[Outcome]:
    """Make the attacks one after the other; whoever drops goes no further."""
    for strike in strikes(draft.board, draft[mover], src, dst, manner):
        if strike.attacker in draft and draft[strike.attacker].active:
            yield from play_attack(draft, strike.attacker, mover, strike.means, _FREE)
        if mover not in draft or not draft[mover].active:
            return Outcome.GONE
    return Outcome.GO
