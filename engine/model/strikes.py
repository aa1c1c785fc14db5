"""Who would interrupt a step, with what, and how hard: shared by play, preview and odds."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.model.phrase import ActorId, Phrase, Tally


class When(StrEnum):
    """Before the step completes (an attack of opportunity) or on arrival (a braced weapon)."""

    LEAVING = "leaving"
    ENTERING = "entering"


class Fate(StrEnum):
    """What became of an attack on somebody's way."""

    AHEAD = "ahead"
    """Comes if the mover gets there."""
    NOW = "now"
    """It is what is asked about."""
    HIT = "hit"
    MISSED = "missed"


class Strike(Struct, frozen=True):
    """One attack that a step would provoke. `means` is the ruleset's key of the weapon or attack.

    `manner` is how the mover moves; it can change the numbers (a withdrawal's armour class).
    """

    attacker: ActorId
    mover: ActorId
    when: When
    means: str
    manner: str = ""
    rule: str = ""
    once: bool = False
    """Used up by making it: later steps of the same movement meet no second one from this attacker."""
    at_threshold: bool = False
    """Of those on arrival: resolved before the body enters, so that it is stopped on the square it left."""


class Branch(Struct, frozen=True):
    """One branch of a strike: whether it stops the step, the harm done, and its chance."""

    stops: bool
    harm: int
    chance: float


class StrikeLaw(Struct, frozen=True):
    """Joint law of (stops the step, harm); chances sum to 1. `assumes` says what it takes for granted,
    `tally` what the roll that decides it is made of."""

    branches: tuple[Branch, ...]
    assumes: tuple[Phrase, ...] = ()
    tally: Tally = Tally()

    @property
    def hit_chance(self) -> float:
        """Chance to stop the step."""
        return sum(branch.chance for branch in self.branches if branch.stops)

    @property
    def lands(self) -> float:
        """Chance to do anything at all: where a hit stops nobody it still harms."""
        return sum(branch.chance for branch in self.branches if branch.stops or branch.harm)

    @property
    def mean_harm(self) -> float:
        """Expected harm of this one strike."""
        return sum(branch.chance * branch.harm for branch in self.branches)


class Endurance(Struct, frozen=True):
    """Chance that the actor is out once it has taken that much harm in all, from now on.

    `out[k]` is the chance at a total of k; beyond the end the last value holds. `at_once` is False
    where the rules judge only at the end of the round.
    """

    out: tuple[float, ...]
    at_once: bool = True

    def chance_out(self, harm: int) -> float:
        """Chance to be out at this total of harm."""
        return self.out[min(harm, len(self.out) - 1)]
