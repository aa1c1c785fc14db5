"""Where a round of Old-School Reduction stands: its step, and what is known of each side."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from engine.model.actor import Guest
from engine.model.battle import Battle
from engine.model.phrase import SideId


class Phase(StrEnum):
    """The steps of a round in order (OSR-PROC-01); the sixth, Repeat, is the next round."""

    MORALE = "morale"
    DECLARE = "declare"
    ATTACK = "attack"
    SPECIAL = "special"
    HIT_DICE = "hit_dice"
    OVER = "over"


class SideState(Struct, frozen=True):
    """One side's strength in this fight, the morale triggers it has met, and what it is up to."""

    side: SideId
    strength: int
    """How many have fought for it so far: those at the start, and whoever joined them."""
    met: tuple[str, ...] = ()
    due: bool = False
    """A morale check is due."""
    why: tuple[str, ...] = ()
    """Triggers it is due for: "first", "half", "called"."""
    called: bool = False
    """The referee called for a check at the start of the next round."""
    held: bool = False
    """Kept from acting in this round, as by an ambush."""
    absent: int = 0
    """Members who were out of action already when the fight began."""
    goal: str = ""
    """What its members want; empty for the usual."""


class ReductionRound(Guest, Struct, frozen=True, tag="reduction.round"):
    """Where the round stands."""

    number: int = 1
    phase: Phase = Phase.DECLARE
    dice_fell: bool = False
    """The first attack die was rolled: no declaration can be changed any more."""
    sides: tuple[SideState, ...] = ()


def state(battle: Battle) -> ReductionRound:
    """Where the round stands. TypeError before the fight has begun."""
    if not isinstance(battle.round, ReductionRound):
        raise TypeError("the fight has not begun")
    return battle.round


def side_state(now: ReductionRound, side: SideId) -> SideState:
    """What is known of a side; one that came later has nothing behind it."""
    return next((known for known in now.sides if known.side == side), SideState(side, 0))


def with_side(now: ReductionRound, changed: SideState) -> ReductionRound:
    """The round with another state of one side."""
    rest = tuple(known for known in now.sides if known.side != changed.side)
    if len(rest) == len(now.sides):
        return replace(now, sides=(*now.sides, changed))
    sides = tuple(changed if known.side == changed.side else known for known in now.sides)
    return replace(now, sides=sides)


def held(battle: Battle, side: SideId) -> bool:
    """Whether the side may not act in this round (OSR-INIT-02)."""
    return isinstance(battle.round, ReductionRound) and side_state(battle.round, side).held
