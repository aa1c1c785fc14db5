"""Charges: which enemy is nearest, from where it can be struck, and by which way. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from engine.grid.cells import Cell
from engine.grid.search import Ground, costs_to, reachable, route
from engine.model.actor import GRAPPLED, PRONE, Actor
from engine.model.offers import Band, Reach, Refusal
from engine.model.phrase import ActorId, ActorRef, Names, phrase
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import arms_in_hand
from engine.rulesets.ose.ground import ground_for, known, may_end
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Quality, sheet
from engine.rulesets.ose.stances import ready_weapons
from engine.rulesets.ose.tallies import Manner, held_by, rate_squares
from engine.tactics.board import Board
from engine.tactics.lanes import least_costs, stops_against

LEAST_CHARGE = 3
"""Squares: a charge is at least 15 feet (OSE-CHARGE-03)."""


class ChargePlan(Struct, frozen=True):
    """What an actor could charge at. Costs are squares from where it stands."""

    limit: int
    costs: Mapping[ActorId, int]
    """Least cost to have an enemy in reach: of all within the limit, or if there is none, of those beyond."""
    nearest: tuple[ActorId, ...] = ()
    """Enemies that may be charged: several where their costs tie (rulings A2 #62)."""
    stops: Mapping[ActorId, tuple[Cell, ...]] = {}
    """For each of the nearest, the squares a charge at it may end on, cheapest first."""
    refusals: tuple[Refusal, ...] = ()


class _Field(Struct, frozen=True):
    """The charger's map: what it costs to get anywhere, and where it may remain."""

    ground: Ground
    costs: Mapping[int, int]
    may_end: frozenset[int]


def charge_plan(board: Board, actor: Actor) -> ChargePlan:
    """The nearest enemies by the movement to have them in reach, or why there is no charge (A2 #61-66)."""
    limit = 2 * rate_squares(sheet(actor))
    unfit = _unfit(board, actor)
    if actor.cell is None:
        return ChargePlan(limit, {}, refusals=unfit)
    field = _field(board, actor, limit)
    costs = _costs_of_foes(board, actor, field)
    if not costs:
        return ChargePlan(limit, {}, refusals=(*unfit, *_nobody(board, actor)))
    near_enough = _candidates(board, costs)
    if not near_enough or min(near_enough.values()) > limit:
        return ChargePlan(limit, costs, refusals=(*unfit, *_out_of_range(costs, near_enough, limit)))
    least = min(near_enough.values())
    nearest = tuple(foe for foe, cost in near_enough.items() if cost == least)
    stops = {foe: _stops(board, actor, foe, field, limit) for foe in nearest}
    return ChargePlan(limit, costs, nearest, stops, unfit)


def why_not_charge(board: Board, actor: Actor, target: ActorId, path: Sequence[Cell]) -> tuple[Refusal, ...]:
    """What speaks against charging this enemy by this path; without a path the cheapest is meant."""
    plan = charge_plan(board, actor)
    if plan.refusals:
        return tuple(_said_of(target, refusal, plan) for refusal in plan.refusals)
    if target not in plan.nearest:
        return _not_nearest(board, actor, plan, target)
    if not path:
        return ()
    found: list[Refusal] = []
    cost = board.path_cost(actor, path)
    if cost < LEAST_CHARGE:
        found.append(Refusal(phrase("charge.path_short", "OSE-CHARGE-03", feet=cost * FEET_PER_SQUARE)))
    if path[-1] not in plan.stops[target]:
        found.append(Refusal(phrase("charge.out_of_reach", "OSE-CHARGE-01", target=ActorRef(target))))
    found.extend(_shape(board, actor, target, path, plan))
    return tuple(found)


def charge_path(board: Board, actor: Actor, target: ActorId) -> tuple[Cell, ...]:
    """A cheapest way to have the target in reach, the start left out; empty if there is none."""
    if actor.cell is None or target not in board.battle.actors:
        return ()
    limit = 2 * rate_squares(sheet(actor))
    field = _field(board, actor, limit)
    stops = _stops(board, actor, target, field, limit)
    return _way(board, actor, field, stops[0], limit) if stops else ()


def charge_reach(board: Board, actor: Actor) -> Reach:
    """Where a charge can lead: any square within twice the rate, ending with a nearest enemy in reach."""
    plan = charge_plan(board, actor)
    field = _field(board, actor, plan.limit)
    costs = {board.extent.cell(index): cost for index, cost in field.costs.items() if cost <= plan.limit}
    if plan.nearest and not plan.refusals:
        stops = frozenset(cell for cells in plan.stops.values() for cell in cells)
    else:  # none is allowed: the referee who insists may end it on any square but the charger's own
        ends = (board.extent.cell(index) for index in field.may_end)
        stops = frozenset(cell for cell in ends if costs.get(cell, 0) > 0)
    return Reach(costs, stops, (Band("least", LEAST_CHARGE), Band("charge", plan.limit)), actor.stride.spent)


# --- the pieces ---------------------------------------------------------------------------------------


def _unfit(board: Board, actor: Actor) -> tuple[Refusal, ...]:
    """No charge without a melee weapon, from prone, or while held (rulings A2 #74)."""
    found = []
    reason = held_by(board.battle, actor)
    if actor.has(PRONE):
        found.append(Refusal(phrase("charge.prone", "OSE-CHARGE-01", who=ActorRef(actor.id))))
    elif actor.has(GRAPPLED):
        found.append(Refusal(phrase("charge.grappled", "OSE-CHARGE-01", who=ActorRef(actor.id))))
    elif reason is not None:
        found.append(Refusal(reason))
    page = sheet(actor)
    only_flying = ready_weapons(page) and not any(item.has(Quality.MELEE) for item in ready_weapons(page))
    if only_flying and not page.natural:
        found.append(Refusal(phrase("charge.no_melee", "OSE-CHARGE-09", who=ActorRef(actor.id))))
    if actor.stride.spent:
        found.append(Refusal(phrase("charge.has_moved", "OSE-CHARGE-12", who=ActorRef(actor.id))))
    return tuple(found)


def _field(board: Board, actor: Actor, limit: int) -> _Field:
    """Costs up to the limit; over the whole map if no enemy is within it, to say how far the nearest is."""
    ground = ground_for(board, actor)
    field = _field_within(board, actor, ground, limit)
    if _costs_of_foes(board, actor, field) or actor.cell is None:
        return field
    return _field_within(board, actor, ground, _whole(board))


def _whole(board: Board) -> int:
    """A budget that leads nearly anywhere on the map, mazes apart."""
    return 2 * (board.extent.width + board.extent.height)


def _field_within(board: Board, actor: Actor, ground: Ground, budget: int) -> _Field:
    if actor.cell is None:
        return _Field(ground, {}, frozenset())
    costs = reachable(
        ground, board.extent.index(actor.cell), budget, board.battle.metric, actor.stride.parity
    )
    cells = may_end(board, actor, map(board.extent.cell, costs), Manner.CHARGE)
    return _Field(ground, costs, frozenset(map(board.extent.index, cells)))


def _costs_of_foes(board: Board, actor: Actor, field: _Field) -> dict[ActorId, int]:
    """Least cost to have each enemy in reach; those unseen do not count (rulings A2 #63)."""
    seen = known(board, actor)
    foes = _worth_charging(seen, actor)
    found = least_costs(seen, actor, foes, field.costs, field.may_end, arms_in_hand(board.battle, actor))
    return {foe: cost for foe, (cost, _) in found.items()}


def _worth_charging(seen: Board, actor: Actor) -> list[Actor]:
    """Known enemies, without the helpless where the table passes them over (rulings A2 #63)."""
    counted = options(seen.battle).charge_helpless == "counted"
    return [foe for foe in bodies.enemies(seen.battle, actor) if counted or not bodies.helpless(foe)]


def _candidates(board: Board, costs: Mapping[ActorId, int]) -> dict[ActorId, int]:
    """Enemies that may be the nearest: any, or those from 15 ft on where detours are played (A2 #65, G1)."""
    if options(board.battle).charge_too_close == "detour":
        return {foe: cost for foe, cost in costs.items() if cost >= LEAST_CHARGE}
    return dict(costs) if min(costs.values()) >= LEAST_CHARGE else {}


def _stops(board: Board, actor: Actor, target: ActorId, field: _Field, limit: int) -> tuple[Cell, ...]:
    """Squares within the limit from which the target is in reach, cheapest first."""
    foe = board.battle.actors[target]
    within = {index: cost for index, cost in field.costs.items() if cost <= limit}
    found = stops_against(board, actor, foe, within, field.may_end, arms_in_hand(board.battle, actor))
    allowed = [index for index, cost in found.items() if cost >= LEAST_CHARGE]
    return tuple(
        board.extent.cell(index) for index in sorted(allowed, key=lambda index: (found[index], index))
    )


def _way(board: Board, actor: Actor, field: _Field, stop: Cell, limit: int) -> tuple[Cell, ...]:
    if actor.cell is None:
        return ()
    start, goal = board.extent.index(actor.cell), board.extent.index(stop)
    way = route(field.ground, start, goal, limit, board.battle.metric, actor.stride.parity)
    return tuple(board.extent.cell(index) for index in way[1:]) if way else ()


def _nobody(board: Board, actor: Actor) -> tuple[Refusal, ...]:
    seen = known(board, actor)
    if _worth_charging(seen, actor):
        return (Refusal(phrase("charge.no_way", "OSE-CHARGE-05")),)
    return (Refusal(phrase("charge.nobody", "OSE-CHARGE-01")),)


def _out_of_range(
    costs: Mapping[ActorId, int], near_enough: Mapping[ActorId, int], limit: int
) -> tuple[Refusal, ...]:
    if near_enough:
        least = min(near_enough.values()) * FEET_PER_SQUARE
        return (
            Refusal(phrase("charge.too_far", "OSE-CHARGE-02", feet=least, limit=limit * FEET_PER_SQUARE)),
        )
    near, feet = _too_near(costs), LEAST_CHARGE * FEET_PER_SQUARE
    if len(near) > 1:
        return (Refusal(phrase("charge.too_near_many", "OSE-CHARGE-03", targets=Names(near), feet=feet)),)
    return (Refusal(phrase("charge.too_near", "OSE-CHARGE-03", targets=ActorRef(near[0]), feet=feet)),)


def _too_near(costs: Mapping[ActorId, int]) -> tuple[ActorId, ...]:
    """Enemies that take less than 15 ft to reach, the nearest first: each of them forbids a charge."""
    return tuple(foe for foe in sorted(costs, key=lambda foe: costs[foe]) if costs[foe] < LEAST_CHARGE)


def _said_of(target: ActorId, refusal: Refusal, plan: ChargePlan) -> Refusal:
    """The same refusal as it is told of one enemy: that it is too near, or who is nearer and forbids it."""
    if not refusal.reason.key.startswith("charge.too_near"):
        return refusal
    near = _too_near(plan.costs)
    if target in near:
        feet = LEAST_CHARGE * FEET_PER_SQUARE
        return Refusal(phrase("charge.too_near", "OSE-CHARGE-03", targets=ActorRef(target), feet=feet))
    key = "charge.blocked" if len(near) == 1 else "charge.blocked_many"
    return Refusal(phrase(key, "OSE-CHARGE-03", nearer=Names(near), target=ActorRef(target)))


def _not_nearest(board: Board, actor: Actor, plan: ChargePlan, target: ActorId) -> tuple[Refusal, ...]:
    """Somebody is nearer: told with both costs, this one's even if it is beyond the limit."""
    if _passed_over(board, target):
        return (Refusal(phrase("charge.helpless", "OSE-CHARGE-01", target=ActorRef(target))),)
    whole_map = _field_within(board, actor, ground_for(board, actor), _whole(board))
    costs = _costs_of_foes(board, actor, whole_map)
    if target not in costs:
        return (Refusal(phrase("charge.cannot_reach", "OSE-CHARGE-01", target=ActorRef(target))),)
    nearer = plan.nearest[0]
    return (
        Refusal(
            phrase(
                "charge.nearer",
                "OSE-CHARGE-01",
                nearer=ActorRef(nearer),
                near_feet=plan.costs[nearer] * FEET_PER_SQUARE,
                target=ActorRef(target),
                feet=costs[target] * FEET_PER_SQUARE,
            )
        ),
    )


def _passed_over(board: Board, target: ActorId) -> bool:
    """Whether it lies helpless, and the table does not count such as enemies to charge (rulings A2 #63)."""
    ignored = options(board.battle).charge_helpless == "passed_over"
    return ignored and bodies.helpless(board.actor(target))


def _shape(
    board: Board, actor: Actor, target: ActorId, path: Sequence[Cell], plan: ChargePlan
) -> tuple[Refusal, ...]:
    """Bends are allowed, turning away is not, unless the table plays it otherwise (rulings A2 #66)."""
    reading = options(board.battle).charge_path
    if reading == "free" or actor.cell is None:
        return ()
    if reading == "shortest":
        too_long = board.path_cost(actor, path) > plan.costs[target]
        return (Refusal(phrase("charge.not_shortest", "OSE-CHARGE-01")),) if too_long else ()
    goals = [board.extent.index(cell) for cell in plan.stops[target]]
    left = costs_to(ground_for(board, actor), goals, plan.limit, board.battle.metric)
    cells = [board.extent.index(cell) for cell in (actor.cell, *path)]
    far = plan.limit + 1
    if any(left.get(after, far) > left.get(before, far) for before, after in pairwise(cells)):
        return (Refusal(phrase("charge.turns_away", "OSE-CHARGE-01", target=ActorRef(target))),)
    return ()
