"""Moving tokens on the shared picture: free walking, a charge by the referee's word, leaving the field."""

from __future__ import annotations

from msgspec.structs import replace

from engine.grid.search import reachable, route
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act, OnHit
from engine.model.events import Placed
from engine.model.offers import GUIDE, Band, Reach, Refusal
from engine.model.phrase import ActorId, ActorRef, Cell, Tally, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose import bodies, crowding, plans
from engine.rulesets.ose.arms import arms_in_hand, arms_with, best_blow, melee_weapons, reaches, sync_arms
from engine.rulesets.ose.attacks import RULING, attack
from engine.rulesets.ose.figures import Kind
from engine.rulesets.ose.ground import ground_for, may_end
from engine.rulesets.ose.loose import picture
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Quality, Weapon, sheet
from engine.rulesets.ose.stances import ready_weapons
from engine.rulesets.ose.tallies import Manner, rate_squares
from engine.rulesets.ose.turned import escape_path
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.lanes import stops_against
from engine.tactics.perception import perceives
from engine.tactics.step import UninterruptedSteps, walk


class LooseSteps(UninterruptedSteps):
    """How bodies step in Loose combat (OSL-INTRO-01); see `first_strikes` for where a charge ends."""

    def can_stand(
        self, board: Board, actor: Actor, cell: Cell, manner: str, ending: bool
    ) -> tuple[Refusal, ...]:
        """See `crowding.can_stand`."""
        return crowding.can_stand(board, actor, cell, manner, ending)

    def allowance(self, battle: Battle, actor: Actor, manner: str) -> Tally:
        """See `picture.allowance`."""
        return picture.allowance(battle, actor)


STEPS = LooseSteps()


# --- reading ------------------------------------------------------------------------------------------


def reach(board: Board, actor: Actor, verb: str) -> Reach:
    """Everywhere the walls allow, with the rate as a guide in front. Costs are squares from now."""
    spent = actor.stride.spent
    left = max(0, picture.allowance(board.battle, actor).total - spent)
    if actor.cell is None or verb != "move":
        return Reach({}, frozenset(), (), spent)
    shunned = plans.fled_from(board, actor)
    ground = plans.away_from(board, actor, shunned, ground_for(board, actor), left)
    start = board.extent.index(actor.cell)
    found = reachable(ground, start, left, board.battle.metric, actor.stride.parity)
    costs = {board.extent.cell(index): cost for index, cost in found.items()}
    guide = min(left, max(0, rate_squares(sheet(actor)) - spent))
    bands = (Band(GUIDE, guide), Band("move", max(costs.values(), default=0)))
    stops = may_end(board, actor, costs.keys() - {actor.cell}, Manner.MOVE)
    return Reach(costs, stops, bands, spent, ground if shunned else None)


def way_to(board: Board, actor: Actor, target: Actor) -> tuple[Cell, ...]:
    """A cheapest way to within a blow of the target; empty where none leads or none is needed."""
    if actor.cell is None or target.cell is None:
        return ()
    found = reach(board, actor, "move")
    index = board.extent.index
    costs = {index(cell): cost for cell, cost in found.costs.items()}
    stops = {index(cell) for cell in found.stops} | {index(actor.cell)}
    ends = stops_against(board, actor, target, costs, stops, arms_in_hand(board.battle, actor))
    if not ends:
        return ()
    goal = min(ends, key=lambda end: (ends[end], end))
    way = route(
        ground_for(board, actor),
        index(actor.cell),
        goal,
        ends[goal],
        board.battle.metric,
        actor.stride.parity,
    )
    return tuple(map(board.extent.cell, way[1:])) if way else ()


# --- playing ------------------------------------------------------------------------------------------


def play_move(draft: Draft, act: Act) -> Procedure[None]:
    """Walk the path, then ask about long weapons that the mover closed with."""
    if act.overrule and sheet(draft[act.actor]).reloading:
        bodies.write_page(draft, act.actor, reloading="")  # somebody else loads. Rule: OSL-RANGED-08
    yield from _walk(draft, act.actor, act.path)


def play_charge(draft: Draft, act: Act) -> Procedure[None]:
    """The referee says whether the charger gets there; then it strikes, or has run its rate (OSL-CONS-03)."""
    target = act.targets[0]
    way = way_to(draft.board, draft[act.actor], draft[target])
    answer = yield from ask(
        AskChoice(
            title=phrase(
                "charge.ask_reaches", "OSL-CONS-03", who=ActorRef(act.actor), target=ActorRef(target)
            ),
            detail=(
                phrase(
                    "charge.distance",
                    "OSL-CONS-03",
                    feet=picture.feet_between(draft.board, draft[act.actor], draft[target]),
                    rate=sheet(draft[act.actor]).rate,
                ),
            ),
            actor=act.actor,
            about=target,
            picks=(Pick("reaches", phrase("charge.reaches")), Pick("short", phrase("charge.short"))),
        )
    )
    bodies.write_turn(draft, act.actor, main_spent=True)
    if answer.pick == "short":
        bodies.tell(draft, act.actor, "charge.falls_short", "OSL-CONS-03", target=ActorRef(target))
        yield from _walk(draft, act.actor, _as_far_as_the_rate(draft.board, draft[act.actor], way))
        return
    bodies.tell(draft, act.actor, "log.charges_at", "OSL-CONS-03", target=ActorRef(target))
    yield from _walk(draft, act.actor, way)
    yield from _strike_home(draft, act.actor, target)


def play_flee_from(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """A turned undead gets as far from the Warpriest as it can (OSE-TURN-03)."""
    bodies.write_turn(draft, actor_id, main_spent=True)
    yield from _walk(draft, actor_id, escape_path(draft.board, draft[actor_id]))


def play_flee(draft: Draft, act: Act) -> Procedure[None]:
    """Leave the field; a pursuit is the referee's."""
    bodies.write_turn(draft, act.actor, main_spent=True)
    bodies.write_page(draft, act.actor, fled=True)
    sync_arms(draft, act.actor)
    bodies.tell_leaving(draft, act.actor, "log.flees", "OSL-INTRO-01")
    draft.emit(Placed(act.actor, None, by_rule=True))
    yield from ()


def _as_far_as_the_rate(board: Board, actor: Actor, way: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The part of the way that the rate covers and where one can stop."""
    open_ends = may_end(board, actor, way, Manner.MOVE)
    limit = rate_squares(sheet(actor))
    ends = [
        number
        for number, cell in enumerate(way, start=1)
        if cell in open_ends and board.path_cost(actor, way[:number]) <= limit
    ]
    return way[: max(ends, default=0)]


def _walk(draft: Draft, actor_id: ActorId, path: tuple[Cell, ...]) -> Procedure[None]:
    before, start = draft[actor_id].stride.spent, draft[actor_id].cell
    yield from walk(draft, STEPS, actor_id, path, Manner.MOVE, OnHit.STOP)
    feet = (draft[actor_id].stride.spent - before) * FEET_PER_SQUARE
    if feet:
        bodies.tell(draft, actor_id, "log.moves", "OSL-INTRO-01", feet=feet)
    if start is not None and draft[actor_id].cell != start:
        yield from first_strikes(draft, actor_id, start)


def _strike_home(draft: Draft, actor_id: ActorId, target: ActorId) -> Procedure[None]:
    """The blow of a charge that got there."""
    if target not in draft or not bodies.able(draft[actor_id]):
        return
    weapons = melee_weapons(draft[actor_id])
    bodies.write_turn(draft, actor_id, attacked=True)
    yield from attack(
        draft, actor_id, target, best_blow(draft.battle, weapons).key, kind=Kind.CHARGE, instead=(RULING,)
    )


# --- long weapons -------------------------------------------------------------------------------------


def first_strikes(draft: Draft, mover: ActorId, start: Cell) -> Procedure[None]:
    """Where the mover ends within reach of a long weapon, the referee says if that strikes first.

    It is the wielder's attack of the round, so one that has struck is not asked for (OSL-MELEE-07).
    """
    for foe_id, key in _closed_with(draft.board, draft[mover], start):
        if not bodies.able(draft[mover]) or not bodies.able(draft[foe_id]):
            continue
        answer = yield from ask(
            AskChoice(
                title=phrase("reach.first", "OSL-MELEE-07", who=ActorRef(foe_id), target=ActorRef(mover)),
                actor=foe_id,
                about=mover,
                picks=(Pick("no", phrase("reach.no")), Pick("yes", phrase("reach.yes"))),
            )
        )
        if answer.pick == "yes":
            bodies.write_turn(draft, foe_id, main_spent=True, attacked=True)
            yield from attack(draft, foe_id, mover, key, kind=Kind.MELEE, instead=(RULING,))


def _closed_with(board: Board, mover: Actor, start: Cell) -> tuple[tuple[ActorId, str], ...]:
    """Enemies with a long weapon ready whose reach the mover has come into, with the weapon's key."""
    before = replace(mover, cell=start)
    found = []
    for foe in bodies.enemies(board.battle, mover):
        if not foe.on_map or not bodies.able(foe) or sheet(foe).turn.attacked:
            continue
        for weapon in _long_weapons(foe):
            far = arms_with(sheet(foe), weapon, options(board.battle))
            came = reaches(board, foe, mover, far) and not reaches(board, foe, before, far)
            if came and perceives(board, foe, mover):
                found.append((foe.id, weapon.key))
                break
    return tuple(found)


def _long_weapons(actor: Actor) -> tuple[Weapon, ...]:
    return tuple(item for item in ready_weapons(sheet(actor)) if item.has(Quality.REACH))
