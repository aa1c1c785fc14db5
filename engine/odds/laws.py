"""Laws of harm: several strikes at one body, one after the other, until it is out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.strikes import Endurance, StrikeLaw

Survivors = dict[tuple[int, bool], float]
"""(harm so far, thrown back) -> chance, for a body that is still in the fight."""


class Volley:
    """What a run of strikes against one attempt does to a body that has taken `harm` already.

    `survivors` and `fallen` (harm at the moment it fell -> chance) together sum to 1; `dealt` is the
    expected harm of these strikes.
    """

    def __init__(
        self, harm: int, laws: Sequence[StrikeLaw], endurance: Endurance, stops_at_first: bool
    ) -> None:
        self.survivors: Survivors = {(harm, False): 1.0}
        self.fallen: dict[int, float] = {}
        self.dealt = 0.0
        for law in laws:
            self._strike(law, endurance, stops_at_first)

    def _strike(self, law: StrikeLaw, endurance: Endurance, stops_at_first: bool) -> None:
        after: Survivors = {}
        for (harm, back), chance in self.survivors.items():
            if back and stops_at_first:
                add(after, (harm, back), chance)
                continue
            for branch in law.branches:
                share = chance * branch.chance
                total = harm + branch.harm
                self.dealt += share * branch.harm
                out = falls(endurance, harm, total)
                if out > 0:
                    self.fallen[total] = self.fallen.get(total, 0.0) + share * out
                if out < 1:
                    add(after, (total, back or branch.stops), share * (1 - out))
        self.survivors = after


def falls(endurance: Endurance, before: int, after: int) -> float:
    """Chance that a body standing at one total of harm is out at a higher one, if judged at once."""
    if not endurance.at_once or after == before:
        return 0.0
    was, now = endurance.chance_out(before), endurance.chance_out(after)
    return 1.0 if was >= 1 else max(0.0, (now - was) / (1 - was))


def add(law: dict[tuple[int, bool], float], key: tuple[int, bool], chance: float) -> None:
    """Add a chance to one outcome."""
    law[key] = law.get(key, 0.0) + chance
