"""The exact law of a drawn path: does the mover arrive, what does it take, does it go down on the way.

Follows `tactics.step.walk` step for step, with the same strikes and the same modifiers that play will use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from engine.model.commands import Act, OnHit
from engine.model.phrase import ActorId, Cell, Phrase, Tally
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board

if TYPE_CHECKING:
    from engine.odds.flow import Node
    from engine.odds.laws import Attempt


class ThreatenedStep(Struct, frozen=True):
    """One step of the path with the strikes it provokes and the chance of each to hit."""

    index: int
    src: Cell
    dst: Cell
    strikes: tuple[Strike, ...]
    chances: tuple[float, ...]
    tallies: tuple[Tally, ...]
    """What the roll of each is made of."""


class PathLaw(Struct, frozen=True):
    """Chances of the whole path; `harm` is expected damage.

    `arrives`, `drops` and `short` sum to 1, but where the rules judge only at the end of the round: there
    whoever drops has arrived or stopped short before.
    """

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


class _Step(NamedTuple):
    """One step as it is drawn: who strikes at the first attempt and at later ones, and what it costs.

    `costs` are (squares, parity after) for each parity before. `barred`: something the step cannot pass is
    in the way, known to the mover or not; the walk ends before it.
    """

    src: Cell
    dst: Cell
    costs: tuple[tuple[int, int], ...]
    opening: tuple[Strike, ...] = ()
    later: tuple[Strike, ...] = ()
    barred: bool = False


def path_law(board: Board, ruleset: Ruleset, act: Act) -> PathLaw:
    """The law of walking the act's path (the mover's own square left out) from where the mover stands.

    Harm counts up to the drop. What is found out about a step is kept with the board, so that dragging to
    and fro costs little.
    """
    return _Walk(board, ruleset, act).law()


def threatened_steps(board: Board, ruleset: Ruleset, act: Act) -> tuple[ThreatenedStep, ...]:
    """The steps of the act's path that provoke strikes, as far as the movement that is left leads without a
    hit: what `path_law` reckons with, without its arithmetic."""
    return _Walk(board, ruleset, act).within_reach()


class _Walk:
    """One path: read step by step, then handed to `engine.odds.flow` if anybody strikes on it."""

    def __init__(self, board: Board, ruleset: Ruleset, act: Act) -> None:
        actor = board.actor(act.actor)
        if actor.cell is None:
            raise ValueError("an actor off the map walks no path")
        self._board = board
        self._rules = ruleset
        self._actor = ruleset.setting_out(actor, act)
        self._targets = act.targets
        self._manner = ruleset.manner(act.verb)
        self._tries_again = act.on_hit is OnHit.RETRY
        self._allowance = ruleset.allowance(board.battle, actor, self._manner).total
        self._parities = (0, 1) if board.battle.metric.alternates else (0,)
        self._parity = actor.stride.parity if actor.stride.parity in self._parities else 0
        self._steps = self._read(actor.cell, act.path)

    def law(self) -> PathLaw:
        """The chances; without a strike there is nothing to be computed."""
        threatened = tuple(self._threatened())
        if not threatened:
            arrives = float(self._fits())
            return PathLaw(arrives, 0.0, 1.0 - arrives, 0.0, 0.0, (), ())
        return self._flow(threatened)

    def within_reach(self) -> tuple[ThreatenedStep, ...]:
        """The steps with strikes that can be paid for."""
        paid = self._paid()
        return tuple(step for step in self._threatened() if step.index < paid)

    # --- reading the path ---------------------------------------------------------------------------

    def _read(self, start: Cell, path: Sequence[Cell]) -> list[_Step]:
        steps: list[_Step] = []
        spent: set[ActorId] = set()
        src, first = start, self._actor.stride.spent == 0
        for dst in path:
            key = ("odds step", self._actor.id, self._targets, src, dst, self._manner, first)
            step = self._board.kept(key, partial(self._look, src, dst, first))
            if spent:
                step = step._replace(opening=_left(step.opening, spent), later=_left(step.later, spent))
            spent.update(strike.attacker for strike in step.opening if strike.once)
            steps.append(step)
            if step.barred:
                break
            src, first = dst, False
        return steps

    def _look(self, src: Cell, dst: Cell, first: bool) -> _Step:
        """What there is to know of one step."""
        board, actor = self._board, self._actor
        costs = tuple(self._cost(src, dst, parity) for parity in self._parities)
        if not board.barriers.can_step(src, dst, actor.size):
            return _Step(src, dst, costs, barred=True)
        if self._rules.can_stand(board, actor, dst, self._manner, ending=False):
            return _Step(src, dst, costs, barred=True)
        opening = self._rules.strikes(board, actor, src, dst, self._manner, first)
        later = self._rules.strikes(board, actor, src, dst, self._manner, False) if first else opening
        return _Step(src, dst, costs, opening, later)

    def _cost(self, src: Cell, dst: Cell, parity: int) -> tuple[int, int]:
        squares, after = self._board.step_cost(self._actor, src, dst, parity)
        return squares, after if after in self._parities else 0

    def _threatened(self) -> Iterator[ThreatenedStep]:
        for index, step in enumerate(self._steps):
            if step.opening:
                laws = [self._law(strike) for strike in step.opening]
                chances, tallies = tuple(law.lands for law in laws), tuple(law.tally for law in laws)
                yield ThreatenedStep(index, step.src, step.dst, step.opening, chances, tallies)

    def _law(self, strike: Strike) -> StrikeLaw:
        return self._board.kept(("odds strike", strike), lambda: self._rules.strike_law(self._board, strike))

    def _fits(self) -> bool:
        """Whether the movement that is left suffices when nobody strikes."""
        return self._paid() == len(self._steps) and not any(step.barred for step in self._steps)

    def _paid(self) -> int:
        """How many steps the movement that is left pays for."""
        spent, parity = self._actor.stride.spent, self._parity
        for index, step in enumerate(self._steps):
            cost, parity = step.costs[parity]
            spent += cost
            if spent > self._allowance:
                return index
        return len(self._steps)

    # --- handing it on ------------------------------------------------------------------------------

    def _flow(self, threatened: tuple[ThreatenedStep, ...]) -> PathLaw:
        # numpy takes long to load, and most paths meet nobody.
        from engine.odds.flow import flow

        endurance = self._rules.endurance(self._board.battle, self._actor)
        nodes = self._nodes(endurance)
        opening = self._steps[0].opening
        first = None
        if opening != self._steps[0].later:
            first = self._attempt(opening, len(nodes) == 1, endurance)
        counts = self._rules.failed_diagonal_counts(self._board.battle)
        found = flow(nodes, self._actor.stride.spent, self._parity, self._allowance, first, counts)
        late = 0.0 if endurance.at_once else float(found.at_end @ endurance.out)
        assumes: list[Phrase] = []
        for step in threatened:
            for strike in step.strikes:
                assumes.extend(said for said in self._law(strike).assumes if said not in assumes)
        return PathLaw(
            arrives=found.arrives,
            drops=found.fallen + late,
            short=found.short,
            harm=found.dealt,
            stopped=found.stopped,
            steps=threatened,
            assumes=tuple(assumes),
        )

    def _nodes(self, endurance: Endurance) -> list[Node]:
        from engine.odds.flow import Node

        beyond = ((self._allowance + 1, 0),) * len(self._parities)
        last = len(self._steps) - 1
        return [
            Node(
                self._attempt(step.later, index == last, endurance),
                beyond if step.barred else step.costs,
            )
            for index, step in enumerate(self._steps)
        ]

    def _attempt(self, strikes: tuple[Strike, ...], is_last: bool, endurance: Endurance) -> Attempt:
        key = ("odds attempt", self._actor.id, strikes, is_last, self._tries_again)
        return self._board.kept(key, partial(self._worked_out, strikes, is_last, endurance))

    def _stops_at_first(self, when: When) -> bool:
        return self._rules.stops_at_first(self._board.battle, when)

    def _worked_out(self, strikes: tuple[Strike, ...], is_last: bool, endurance: Endurance) -> Attempt:
        from engine.odds.laws import attempt, volley

        leaving = [self._law(strike) for strike in strikes if strike.when is When.LEAVING]
        threshold = [self._law(strike) for strike in strikes if strike.at_threshold]
        entering = [
            self._law(strike)
            for strike in strikes
            if strike.when is When.ENTERING and not strike.at_threshold
        ]
        return attempt(
            volley(leaving, endurance, self._stops_at_first(When.LEAVING)),
            volley(threshold, endurance, self._stops_at_first(When.ENTERING)),
            volley(entering, endurance, self._stops_at_first(When.ENTERING)),
            is_last,
            self._tries_again,
        )


def _left(strikes: tuple[Strike, ...], spent: Collection[ActorId]) -> tuple[Strike, ...]:
    """The strikes without those that their attackers have used up."""
    return tuple(strike for strike in strikes if not (strike.once and strike.attacker in spent))
