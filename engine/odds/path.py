"""The exact law of a drawn path: does the mover arrive, what does it take, does it go down on the way.

Follows `tactics.step.walk` step for step, over (step, movement spent, diagonal parity, harm), with the
same strikes and the same modifiers that play will use.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from engine.model.commands import OnHit
from engine.model.phrase import ActorId, Cell, Phrase
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.odds.laws import Volley
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board


class ThreatenedStep(Struct, frozen=True):
    """One step of the path with the strikes it provokes and the chance of each to hit."""

    index: int
    src: Cell
    dst: Cell
    strikes: tuple[Strike, ...]
    chances: tuple[float, ...]


class PathLaw(Struct, frozen=True):
    """Chances of the whole path. `arrives`, `drops` and `short` sum to 1; `harm` is expected damage."""

    arrives: float
    drops: float
    short: float
    harm: float
    stopped: float
    """Chance that a strike on entering a square (a braced weapon) ends the walk there."""
    steps: tuple[ThreatenedStep, ...]
    assumes: tuple[Phrase, ...]

    @property
    def attacks(self) -> int:
        """How many strikes the path provokes when nothing throws the mover back."""
        return sum(len(step.strikes) for step in self.steps)


class _State(NamedTuple):
    spent: int
    parity: int
    harm: int
    first: bool


class _Leg(NamedTuple):
    """What a step meets: laws on leaving (on the first try, on later ones), at the threshold and on entering.

    `barred`: something the step cannot pass stands there, known to the mover or not; the walk ends before it.
    """

    src: Cell
    dst: Cell
    opening: tuple[StrikeLaw, ...] = ()
    leaving: tuple[StrikeLaw, ...] = ()
    threshold: tuple[StrikeLaw, ...] = ()
    entering: tuple[StrikeLaw, ...] = ()
    barred: bool = False


def path_law(
    board: Board, ruleset: Ruleset, mover: ActorId, path: Sequence[Cell], manner: str, on_hit: OnHit
) -> PathLaw:
    """The law of walking `path` (the mover's own square left out) from where the mover stands."""
    return _Walk(board, ruleset, mover, path, manner, on_hit).law()


class _Walk:
    """One evaluation: probability mass flows from step to step."""

    def __init__(
        self, board: Board, ruleset: Ruleset, mover: ActorId, path: Sequence[Cell], manner: str, on_hit: OnHit
    ) -> None:
        actor = board.actor(mover)
        if actor.cell is None:
            raise ValueError("an actor off the map walks no path")
        self._board = board
        self._rules = ruleset
        self._actor = actor
        self._manner = manner
        self._retry = on_hit is OnHit.RETRY
        self._allowance = ruleset.allowance(board.battle, actor, manner).total
        self._endurance: Endurance = ruleset.endurance(board.battle, actor)
        self._stops_at_first = ruleset.stops_at_first(board.battle)
        self._laws: dict[Strike, StrikeLaw] = {}
        self._threatened: list[ThreatenedStep] = []
        self._first = actor.stride.spent == 0
        self._spent: set[ActorId] = set()
        """Attackers who have used up the one strike they have against this movement."""
        self._legs = self._read(actor.cell, path)
        self._arrived = self._fallen = self._short = self._stopped = self._dealt = 0.0

    def law(self) -> PathLaw:
        """Run the mass through all legs."""
        stride = self._actor.stride
        mass = {_State(stride.spent, stride.parity, 0, self._first): 1.0}
        at_end: dict[int, float] = {}
        for leg in self._legs:
            mass = self._through(leg, mass, at_end)
        for state, chance in mass.items():
            self._arrived += chance
            at_end[state.harm] = at_end.get(state.harm, 0.0) + chance
        late = 0.0
        if not self._endurance.at_once:
            late = sum(chance * self._endurance.chance_out(harm) for harm, chance in at_end.items())
        assumes: list[Phrase] = []
        for law in self._laws.values():
            assumes.extend(said for said in law.assumes if said not in assumes)
        return PathLaw(
            arrives=self._arrived,
            drops=self._fallen + late,
            short=self._short,
            harm=self._dealt,
            stopped=self._stopped,
            steps=tuple(self._threatened),
            assumes=tuple(assumes),
        )

    # --- reading the path ---------------------------------------------------------------------------

    def _read(self, start: Cell, path: Sequence[Cell]) -> list[_Leg]:
        legs, src = [], start
        for index, dst in enumerate(path):
            if self._is_barred(src, dst):
                legs.append(_Leg(src, dst, barred=True))
                break
            first = self._first and index == 0
            opening = self._strikes(src, dst, first)
            later = self._strikes(src, dst, False) if first else opening
            self._spent.update(strike.attacker for strike in opening if strike.once)
            legs.append(
                _Leg(
                    src,
                    dst,
                    self._laws_of(opening, When.LEAVING),
                    self._laws_of(later, When.LEAVING),
                    self._laws_of(opening, When.ENTERING, at_threshold=True),
                    self._laws_of(opening, When.ENTERING),
                )
            )
            if opening:
                chances = tuple(self._law(strike).hit_chance for strike in opening)
                self._threatened.append(ThreatenedStep(index, src, dst, opening, chances))
            src = dst
        return legs

    def _is_barred(self, src: Cell, dst: Cell) -> bool:
        if not self._board.barriers.can_step(src, dst, self._actor.size):
            return True
        return bool(self._rules.can_stand(self._board, self._actor, dst, self._manner, ending=False))

    def _strikes(self, src: Cell, dst: Cell, first: bool) -> tuple[Strike, ...]:
        found = self._rules.strikes(self._board, self._actor, src, dst, self._manner, first)
        return tuple(strike for strike in found if not (strike.once and strike.attacker in self._spent))

    def _law(self, strike: Strike) -> StrikeLaw:
        if strike not in self._laws:
            self._laws[strike] = self._rules.strike_law(self._board, strike)
        return self._laws[strike]

    def _laws_of(
        self, strikes: tuple[Strike, ...], when: When, at_threshold: bool = False
    ) -> tuple[StrikeLaw, ...]:
        return tuple(
            self._law(strike)
            for strike in strikes
            if strike.when is when and strike.at_threshold == at_threshold
        )

    # --- one leg --------------------------------------------------------------------------------------

    def _through(self, leg: _Leg, mass: dict[_State, float], at_end: dict[int, float]) -> dict[_State, float]:
        """Mass that completes the step. Mass thrown back tries again while movement remains."""
        after: dict[_State, float] = {}
        waiting = dict(mass)
        while waiting:
            state = min(waiting)
            chance = waiting.pop(state)
            cost, parity = self._board.step_cost(self._actor, leg.src, leg.dst, state.parity)
            spent = state.spent + cost
            if leg.barred or spent > self._allowance:
                self._ends_short(state.harm, chance, at_end)
                continue
            volley = self._volley(
                state.harm, leg.opening if state.first else leg.leaving, self._stops_at_first
            )
            self._take(volley, chance)
            for (harm, back), share in volley.survivors.items():
                if not back:
                    self._cross(leg, _State(spent, parity, harm, False), chance * share, after, at_end)
                elif self._retry:
                    again = _State(spent, parity, harm, False)
                    waiting[again] = waiting.get(again, 0.0) + chance * share
                else:
                    self._ends_short(harm, chance * share, at_end)
        return after

    def _cross(
        self, leg: _Leg, state: _State, chance: float, after: dict[_State, float], at_end: dict[int, float]
    ) -> None:
        """Meet what waits before the square, then what waits on it; either may end the walk."""
        threshold = self._volley(state.harm, leg.threshold)
        self._take(threshold, chance)
        for (harm, halted), share in threshold.survivors.items():
            here = chance * share
            if halted:
                self._stopped += here
                self._ends_short(harm, here, at_end)
                continue
            entering = self._volley(harm, leg.entering)
            self._take(entering, here)
            for (suffered, stopped), part in entering.survivors.items():
                self._stopped += here * part if stopped else 0.0
                if stopped and leg is not self._legs[-1]:
                    self._ends_short(suffered, here * part, at_end)
                else:
                    there = state._replace(harm=suffered)
                    after[there] = after.get(there, 0.0) + here * part

    def _volley(self, harm: int, laws: tuple[StrikeLaw, ...], stops_at_first: bool = False) -> Volley:
        return Volley(harm, laws, self._endurance, stops_at_first)

    def _take(self, volley: Volley, chance: float) -> None:
        self._dealt += chance * volley.dealt
        self._fallen += chance * sum(volley.fallen.values())

    def _ends_short(self, harm: int, chance: float, at_end: dict[int, float]) -> None:
        self._short += chance
        at_end[harm] = at_end.get(harm, 0.0) + chance
