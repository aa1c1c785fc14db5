"""Plans a move while it is drawn: the path, what it provokes, its odds, and a safer way.

A `Planner` lives for one drag or one run of arrow keys: the search ground and the danger of each square
are worked out once, each new goal costs a search and the law of one path.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from engine.grid.areas import line
from engine.grid.search import Ground, route, safest_route
from engine.model.actor import Actor, Arms
from engine.model.commands import Act, OnHit
from engine.model.offers import Reach, Refusal
from engine.model.phrase import ActorId, Cell
from engine.model.strikes import When
from engine.odds.path import PathLaw, path_law
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board
from engine.tactics.lanes import stops_against
from engine.tactics.perception import unknown_to


class Intent(Struct, frozen=True):
    """What somebody is to do with a movement, whatever comes of it: where to, or square by square."""

    actor: ActorId
    verb: str
    goal: Cell | None = None
    waypoints: tuple[Cell, ...] = ()
    walked: tuple[Cell, ...] = ()
    """Drawn square by square; empty where a way to the goal is looked for."""
    target: ActorId = ""
    picks: Mapping[str, str] = {}
    on_hit: OnHit = OnHit.RETRY


class Plan(Struct, frozen=True):
    """A drawn path, its own square left out, with everything the map and the card say about it.

    `beyond` is what lies past the allowance and will not be walked. `cost` and `limit` are squares from now.
    """

    actor: ActorId
    verb: str
    path: tuple[Cell, ...]
    beyond: tuple[Cell, ...]
    waypoints: tuple[Cell, ...]
    cost: int
    limit: int
    refusals: tuple[Refusal, ...]
    law: PathLaw
    target: ActorId = ""
    safer: tuple[Cell, ...] = ()
    safer_cost: int = 0
    safer_attacks: int = 0
    picks: Mapping[str, str] = {}
    """What was chosen beforehand: the weapon of a charge."""
    on_hit: OnHit = OnHit.RETRY
    """What the mover is taken to do when a hit throws it back."""
    by_hand: bool = False
    """Drawn square by square, not found by a search."""

    @property
    def intent(self) -> Intent:
        """What it was made for."""
        whole = (*self.path, *self.beyond)
        goal = whole[-1] if whole and not self.by_hand else None
        walked = whole if self.by_hand else ()
        return Intent(
            self.actor, self.verb, goal, self.waypoints, walked, self.target, self.picks, self.on_hit
        )

    def act(self, on_hit: OnHit, safer: bool = False) -> Act:
        """The command that walks it."""
        path = self.safer if safer and self.safer else self.path
        targets = (self.target,) if self.target else ()
        return Act(self.actor, self.verb, path=path, targets=targets, picks=self.picks, on_hit=on_hit)


class Planner:
    """Everything about one actor's next movement with one verb."""

    def __init__(
        self, board: Board, ruleset: Ruleset, actor: Actor, verb: str, picks: Mapping[str, str] | None = None
    ) -> None:
        if actor.cell is None:
            raise ValueError("an actor off the map plans no path")
        self._board = board
        self._rules = ruleset
        self._actor = actor
        self._start: Cell = actor.cell
        self.verb = verb
        self._picks = dict(picks or {})
        self._manner = ruleset.manner(verb)
        self.reach: Reach = ruleset.reach(board, actor, verb)
        self._ground = self.reach.ground or self._search_ground()
        self._danger: dict[ActorId, dict[int, int]] = {}
        self._left = self.reach.limit(verb)

    @property
    def actor_id(self) -> ActorId:
        """Whose movement this is."""
        return self._actor.id

    def plan(self, goal: Cell, waypoints: Sequence[Cell] = (), on_hit: OnHit = OnHit.RETRY) -> Plan | None:
        """The path over the waypoints to a goal; None where no way leads."""
        whole = self._through((*waypoints, goal))
        if whole is None:
            return None
        path, beyond = self._cut(whole)
        return self._described(path, beyond, tuple(waypoints), on_hit)

    def along(self, path: Sequence[Cell], on_hit: OnHit = OnHit.RETRY) -> Plan:
        """A path drawn square by square with the keys."""
        walked, beyond = self._cut(tuple(path))
        return replace(self._described(walked, beyond, (), on_hit), by_hand=True)

    def against(self, target: ActorId, on_hit: OnHit = OnHit.RETRY) -> Plan | None:
        """The cheapest path that brings a target within reach (a charge), with a better end square
        where one avoids a weapon on the way; None if none is near enough.

        Where the rules let it end beside another only, the plan carries what they say against it.
        """
        extent = self._board.extent
        stops = self._stops(target) or self._near(target)
        if not stops:
            return None
        least = min(stops.values())
        near = sorted((cost, index) for index, cost in stops.items() if cost <= least + 1)
        plans = [
            self._described(path, (), (), on_hit, target)
            for _, index in near
            for path in self._ways_to(extent.cell(index), target)
        ]
        legal = [plan for plan in plans if not plan.refusals] or plans
        if not legal:
            return None
        chosen = min(legal, key=lambda plan: (plan.cost, self._bends(plan.path)))
        better = min(legal, key=lambda plan: (plan.law.attacks, plan.cost, self._bends(plan.path)))
        if better.law.attacks < chosen.law.attacks:
            chosen = replace(
                chosen, safer=better.path, safer_cost=better.cost, safer_attacks=better.law.attacks
            )
        return chosen

    def cost_against(self, target: ActorId) -> int | None:
        """The least cost to bring a target within reach; None if it is too far."""
        return min(self._stops(target).values(), default=None)

    def way_to(self, target: ActorId) -> int | None:
        """The least cost to bring a target within reach, also where the rules let the verb not end there;
        None if it is too far."""
        return min(self._near(target).values(), default=None)

    # --- inner workings -----------------------------------------------------------------------------

    def _ways_to(self, stop: Cell, target: ActorId) -> list[tuple[Cell, ...]]:
        """The cheapest way to a square, and the straight one where it is another: some rules want that."""
        cheapest = self._through((stop,), target)
        ways = [cheapest] if cheapest else []
        straight = line(self._start, stop)
        barriers = self._board.barriers
        open_all_along = all(barriers.can_step(*step, self._actor.size) for step in pairwise(straight))
        return [*ways, straight[1:]] if open_all_along and straight[1:] not in ways else ways

    def _bends(self, path: Sequence[Cell]) -> int:
        """How often a way changes its direction."""
        cells = (self._start, *path)
        steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(cells)]
        return sum(before != after for before, after in pairwise(steps))

    def _stops(self, target: ActorId) -> dict[int, int]:
        """Squares within reach of the target where the mover may end, with their costs."""
        may_end = {self._board.extent.index(cell) for cell in self.reach.stops}
        return {index: cost for index, cost in self._near(target).items() if index in may_end}

    def _near(self, target: ActorId) -> dict[int, int]:
        """Squares within reach of the target that nobody stands on, with their costs."""
        extent = self._board.extent
        costs = {extent.index(cell): cost for cell, cost in self.reach.costs.items()}
        foe = self._board.actor(target)
        arms = self._actor.arms if self._actor.arms.reach else Arms(1)
        return stops_against(self._board, self._actor, foe, costs, self._free, arms)

    @cached_property
    def _free(self) -> frozenset[int]:
        """Squares in reach where the actor could remain, whatever else the rules ask of the end of a way."""
        return frozenset(
            self._board.extent.index(cell)
            for cell in self.reach.costs
            if cell in self.reach.stops
            or not self._rules.can_stand(self._board, self._actor, cell, self._manner, ending=True)
        )

    def _search_ground(self) -> Ground:
        """The map as the actor's side knows it."""
        unseen = unknown_to(self._board, self._actor.side)

        def may_pass(actor: Actor, cell: Cell) -> bool:
            return not self._rules.can_stand(self._board, actor, cell, self._manner, ending=False)

        return self._board.ground(self._actor, may_pass, unseen)

    def _through(self, goals: Sequence[Cell], target: ActorId = "") -> tuple[Cell, ...] | None:
        """The way over all goals, least cost first, then fewest strikes."""
        extent = self._board.extent
        path: list[Cell] = []
        here, parity = self._start, self._actor.stride.parity
        for goal in goals:
            if goal == here:
                continue
            if not extent.contains(goal):
                return None
            found = self._route(self._ground, here, goal, parity, target)
            if found is None and self.reach.ground is not None:  # against its rules: for the GM to insist on
                found = self._route(self._search_ground(), here, goal, parity, target)
            if found is None:
                return None
            for index in found[1:]:
                cell = extent.cell(index)
                _, parity = self._board.step_cost(self._actor, here, cell, parity)
                path.append(cell)
                here = cell
        return tuple(path) if path else None

    def _route(
        self, ground: Ground, here: Cell, goal: Cell, parity: int, target: ActorId
    ) -> tuple[int, ...] | None:
        extent = self._board.extent
        return route(
            ground,
            extent.index(here),
            extent.index(goal),
            4 * self._left + 40,
            self._board.battle.metric,
            parity,
            self._harm(target),
        )

    def _harm(self, target: ActorId = "") -> dict[int, int]:
        """Strikes suffered for leaving each square within reach on the way to a target, worked out once."""
        if target not in self._danger:
            self._danger[target] = self._counted(target)
        return self._danger[target]

    def _counted(self, target: ActorId) -> dict[int, int]:
        extent, found = self._board.extent, {}
        mover = self._rules.setting_out(self._actor, self._act((), target))
        for cell in self.reach.costs:
            strikes = self._rules.strikes(self._board, mover, cell, cell, self._manner, False)
            count = sum(strike.when is When.LEAVING for strike in strikes)
            if count:
                found[extent.index(cell)] = count
        return found

    def _act(self, path: tuple[Cell, ...], target: ActorId, on_hit: OnHit = OnHit.RETRY) -> Act:
        targets = (target,) if target else ()
        return Act(self._actor.id, self.verb, path=path, targets=targets, picks=self._picks, on_hit=on_hit)

    def _cut(self, whole: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Split a path where the allowance ends."""
        spent, parity, here = 0, self._actor.stride.parity, self._start
        for index, cell in enumerate(whole):
            cost, parity = self._board.step_cost(self._actor, here, cell, parity)
            spent += cost
            if spent > self._left:
                return whole[:index], whole[index:]
            here = cell
        return whole, ()

    def _described(
        self,
        path: tuple[Cell, ...],
        beyond: tuple[Cell, ...],
        waypoints: tuple[Cell, ...],
        on_hit: OnHit,
        target: ActorId = "",
    ) -> Plan:
        act = self._act(path, target, on_hit)
        law = path_law(self._board, self._rules, act)
        safer = self._safer(path, law, waypoints) if path and not target else ()
        return Plan(
            actor=self._actor.id,
            verb=self.verb,
            path=path,
            beyond=beyond,
            waypoints=waypoints,
            cost=self._board.path_cost(self._actor, path),
            limit=self._left,
            refusals=self._rules.why_not(self._board, act) if path else (),
            law=law,
            target=target,
            safer=safer,
            safer_cost=self._board.path_cost(self._actor, safer) if safer else 0,
            safer_attacks=self._attacks(safer) if safer else 0,
            picks=self._picks,
            on_hit=on_hit,
        )

    def _safer(self, path: tuple[Cell, ...], law: PathLaw, waypoints: Sequence[Cell]) -> tuple[Cell, ...]:
        """A way to the same square with fewer strikes within the same allowance, if there is one."""
        if law.attacks == 0 or waypoints:
            return ()
        extent = self._board.extent
        found = safest_route(
            self._ground,
            extent.index(self._start),
            extent.index(path[-1]),
            self._left,
            self._board.battle.metric,
            self._actor.stride.parity,
            self._harm(),
        )
        if found is None:
            return ()
        safer = tuple(extent.cell(index) for index in found[1:])
        return safer if self._attacks(safer) < law.attacks else ()

    def _attacks(self, path: Sequence[Cell]) -> int:
        here, count = self._start, 0
        first = self._actor.stride.spent == 0
        for cell in path:
            count += len(self._rules.strikes(self._board, self._actor, here, cell, self._manner, first))
            here, first = cell, False
        return count
