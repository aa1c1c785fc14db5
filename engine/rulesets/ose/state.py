"""What the OSE rules remember about the round: where it stands, who surprised whom, what was rolled."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Guest
from engine.model.battle import Battle


class Phase(StrEnum):
    """The parts of a round in order."""

    DECLARE = "declare"
    INITIATIVE = "initiative"
    ACTION = "action"
    MORALE = "morale"
    OVER = "over"


class Step(StrEnum):
    """The parts of one side's turn: four in their fixed order (OSE-ORDER-01), or the whole turn in one."""

    MOVE = "move"
    MISSILE = "missile"
    MAGIC = "magic"
    MELEE = "melee"
    TURN = "turn"
    """The whole turn, where the table keeps no order within it (rulings G17)."""


STEPS = (Step.MOVE, Step.MISSILE, Step.MAGIC, Step.MELEE)


class SideRound(Struct, frozen=True):
    """One side's part of the round state."""

    side: str
    initiative: int = 0
    again: tuple[int, ...] = ()
    """What it rolled after ties, in order, where its first roll still stands against the other sides."""
    surprised: bool = False
    strength: int = 0
    """Members when the fight began, for morale."""
    lost_first: bool = False
    """The check for the first loss was made."""
    lost_half: bool = False
    passed: tuple[tuple[int, int], ...] = ()
    """Morale score -> checks passed with it in this fight; after two there are no more (rulings A1.10)."""
    morale_due: tuple[str, ...] = ()
    """Triggers not yet rolled for: first, half."""


class OseRound(Guest, Struct, frozen=True, tag="ose.round"):
    """The state of the round."""

    number: int = 1
    phase: Phase = Phase.DECLARE
    order: tuple[str, ...] = ()
    """Sides in the order they act; empty until initiative."""
    turn: int = 0
    """Index into `order` of the acting side."""
    step: Step = Step.MOVE
    sides: tuple[SideRound, ...] = ()
    surprise: bool = False
    """This is a round with surprise: no initiative dice (OSE-SURP-04)."""
    pending: tuple[tuple[str, int, str], ...] = ()
    """Damage waiting for the end of a simultaneous step: (actor, amount, by)."""
    ended: str = ""
    """How the fight ended: a phrase key, empty while it runs."""
    victor: str = ""
    kept_going: bool = False
    """The referee was offered the end of the fight this round and went on."""


def state(battle: Battle) -> OseRound:
    """The round state. TypeError before the fight has begun."""
    if not isinstance(battle.round, OseRound):
        raise TypeError("the fight has not begun")
    return battle.round


def steps_beside(step: Step) -> tuple[Step, ...]:
    """All parts of a turn that has this part, in order."""
    return (Step.TURN,) if step is Step.TURN else STEPS


def acting_side(now: OseRound) -> str:
    """The side whose turn it is; empty outside the action phase."""
    return now.order[now.turn] if now.phase is Phase.ACTION and now.turn < len(now.order) else ""


def side_round(now: OseRound, side: str) -> SideRound:
    """A side's part of the round state; a fresh one for a side that came later."""
    return next((part for part in now.sides if part.side == side), SideRound(side))


def with_side(now: OseRound, changed: SideRound) -> OseRound:
    """The same round with one side's part replaced or added."""
    rest = tuple(part for part in now.sides if part.side != changed.side)
    if len(rest) == len(now.sides):
        return replace(now, sides=(*now.sides, changed))
    return replace(now, sides=tuple(changed if part.side == changed.side else part for part in now.sides))
