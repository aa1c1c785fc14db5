"""What may be done on a count and why not, and the straight lanes of a charge. Read only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from msgspec.structs import replace

from engine.grid.areas import line
from engine.grid.cells import DIRECTIONS, gap
from engine.model.actor import PRONE, Actor
from engine.model.commands import Act
from engine.model.offers import Band, PickGroup, Reach, Refusal
from engine.model.phrase import ActorRef, Cell, phrase
from engine.rulesets.common import bad_pick, hard, impossible, soft
from engine.rulesets.openquest.sheet import (
    METRES_PER_SQUARE,
    OpenQuestSheet,
    Phase,
    What,
    current,
    held,
    sheet,
    squares,
    state,
    weapon,
)
from engine.tactics.board import Board
from engine.tactics.paths import known_board, path_refusals, straight
from engine.tactics.step import StepRules

VERBS = ("prepare", "move", "sprint", "charge", "attack", "set", "stand", "cast")
PATH_VERBS = ("move", "sprint", "charge")
LEAST_CHARGE = -(-5 // METRES_PER_SQUARE)
"""Five metres in squares, rounded up."""
LIMITS = {"move": "OQ-MOVE-04", "sprint": "OQ-MOVE-06", "charge": "OQ-CHARGE-02"}


def why_not(board: Board, rules: StepRules, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against an act."""
    found = impossible(board.battle, act, VERBS)
    if found:
        return found
    actor = board.actor(act.actor)
    found = bad_pick(act, (weapons(sheet(actor)),)) + slot_refusals(board, actor, act.verb)
    match act.verb:
        case "move" | "sprint":
            return found + path_refusals(board, rules, actor, act.path, act.verb, LIMITS[act.verb])
        case "charge":
            return found + _charge(board, rules, actor, act)
        case "attack":
            if len(act.targets) != 1:
                return found + hard("act.one_target")
            return found + against(board, actor, act.targets[0], weapon_key(board, actor, act))
        case _:
            return found


def weapon_key(board: Board, actor: Actor, act: Act) -> str:
    """The weapon of an attack: the picked one; on the count of the second weapon that one."""
    count = current(board.battle)
    second = count is not None and count.actor == actor.id and count.what is What.OFF_HAND
    return act.picks.get("weapon") or (sheet(actor).off_hand if second else held(sheet(actor))[0].key)


def weapons(page: OpenQuestSheet) -> PickGroup:
    """The choice of what to strike with."""
    choices = tuple((item.key, phrase("text.plain", "", text=item.name)) for item in held(page))
    return PickGroup("weapon", phrase("oq.pick.weapon"), choices)


def slot_refusals(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """Whether the verb belongs to the open slot and to somebody in the actor's state."""
    now, page = state(board.battle), sheet(actor)
    if now.phase is Phase.OVER:
        return soft("act.over", "OQ-SUM-10")
    if not actor.active:
        return soft("act.out", "OQ-DAMAGE-07")
    if (verb == "prepare") != (now.phase is Phase.DECLARE):
        return soft("oq.no.declare" if verb == "prepare" else "oq.no.count", "OQ-SUM-05")
    if verb == "prepare":
        return () if page.casts else hard("oq.no.caster")
    count = current(board.battle)
    if count is None or count.actor != actor.id:
        return soft("oq.no.turn", "OQ-SUM-06")
    if count.what is What.OFF_HAND:
        return _second_weapon(page, verb)
    return _action(actor, page, verb)


def _second_weapon(page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    if verb != "attack":
        return soft("oq.no.second", "OQ-TWOWEAPON-05")
    return soft("oq.no.acted", "OQ-TWOWEAPON-02") if page.turn.off_hand_used else ()


def _action(actor: Actor, page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    found: tuple[Refusal, ...] = ()
    if verb != "move" and page.turn.acted:
        found += soft("oq.no.acted", "OQ-BASIC-02")
    if verb in PATH_VERBS and actor.has(PRONE):
        found += soft("oq.no.prone", "OQ-MOVE-01")
    if verb == "stand" and not actor.has(PRONE):
        found += soft("oq.no.standing", "OQ-MOVE-01")
    if verb == "set" and not any(item.settable for item in held(page)):
        found += soft("oq.no.shaft", "OQ-SET-01")
    if verb == "cast" and not page.turn.spell:
        found += soft("oq.no.spell", "OQ-SUM-05")
    if verb not in ("cast", "move") and page.turn.spell:
        found += soft("oq.no.casting", "OQ-SUM-05")
    return found


def against(board: Board, actor: Actor, target_id: str, key: str) -> tuple[Refusal, ...]:
    """What speaks against a close combat attack on this target from where the actor stands."""
    target = board.actor(target_id)
    if not target.active or not board.battle.hostile(target.side, actor.side):
        return soft("oq.no.foe", "", target=ActorRef(target_id))
    item = weapon(sheet(actor), key)
    if not board.within_blow(actor, target, item.reach):
        return soft("oq.no.reach", "OQ-CCATK-01", target=ActorRef(target_id), metres=_metres(item.reach))
    return ()


def with_any_weapon(board: Board, actor: Actor, target_id: str) -> tuple[Refusal, ...]:
    """What speaks against attacking this target with the weapon that serves best."""
    items = held(sheet(actor))
    return min((against(board, actor, target_id, item.key) for item in items), key=len)


def _metres(count: int) -> int:
    return count * METRES_PER_SQUARE


# --- charge ------------------------------------------------------------------------------------------


def _charge(board: Board, rules: StepRules, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    if len(act.targets) != 1:
        return hard("act.one_target")
    found = path_refusals(board, rules, actor, act.path, "charge", LIMITS["charge"])
    if any(refusal.hard for refusal in found) or actor.cell is None:
        return found
    if not straight(actor.cell, act.path):
        found += soft("oq.no.straight", "OQ-CHARGE-03")
    if len(act.path) < LEAST_CHARGE:
        found += soft("oq.no.run_up", "OQ-CHARGE-01", metres=_metres(len(act.path)))
    target = board.actor(act.targets[0])
    if not board.battle.hostile(target.side, actor.side) or not target.active:
        found += soft("oq.no.foe", "", target=ActorRef(target.id))
    elif not board.within_blow(replace(actor, cell=act.path[-1]), target, 1):
        found += soft("oq.no.beside", "OQ-CHARGE-04", target=ActorRef(target.id))
    return found


def charge_reach(board: Board, rules: StepRules, actor: Actor) -> Reach:
    """The straight lanes of a charge; it may stop beside an enemy, five metres on or more.

    Lanes are the eight directions and the lines to each square beside a known enemy (ruling C2 #8).
    """
    known = known_board(board, actor.side)
    costs: dict[Cell, int] = {}
    stops: set[Cell] = set()
    for way in _ways(known, actor, squares(sheet(actor), 2)):
        for length, (cell, cost) in enumerate(_lane(known, rules, actor, way), start=1):
            costs[cell] = min(cost, costs.get(cell, cost))
            if length >= LEAST_CHARGE and _beside_foe(known, actor, cell):
                stops.add(cell)
    bands = (Band("charge", squares(sheet(actor), 2)),)
    return Reach(costs, frozenset(stops), bands, actor.stride.spent)


def _ways(known: Board, actor: Actor, longest: int) -> Iterator[tuple[Cell, ...]]:
    """Straight ways on the map, whatever stands on them."""
    if actor.cell is None:
        return
    x, y = actor.cell
    for dx, dy in DIRECTIONS:
        yield tuple((x + dx * n, y + dy * n) for n in range(1, longest + 1))
    for foe in known.battle.foes_of(actor):
        for end in _beside(foe, actor.size):
            if known.extent.contains(end):
                yield line(actor.cell, end)[1:]


def _beside(foe: Actor, size: int) -> Iterator[Cell]:
    """Anchors at which a body of that size stands beside the foe."""
    if foe.cell is None:
        return
    x, y = foe.cell
    for anchor in product(range(x - size, x + foe.size + 1), range(y - size, y + foe.size + 1)):
        if max(gap(anchor, size, foe.cell, foe.size)) == 1:
            yield anchor


def charge_targets(board: Board, rules: StepRules, actor: Actor) -> Mapping[str, tuple[Refusal, ...]]:
    """Known enemies, each with whether a lane ends beside it."""
    known = known_board(board, actor.side)
    stops = charge_reach(board, rules, actor).stops
    return {
        foe.id: ()
        if any(known.within_blow(replace(actor, cell=stop), foe, 1) for stop in stops)
        else soft("oq.no.lane", "OQ-CHARGE-03", target=ActorRef(foe.id))
        for foe in known.battle.foes_of(actor)
    }


def _lane(known: Board, rules: StepRules, actor: Actor, way: Iterable[Cell]) -> Iterator[tuple[Cell, int]]:
    """The squares of a way with the cost to get there, as far as it is free and can be afforded."""
    here, parity = actor.cell, actor.stride.parity
    left = rules.allowance(known.battle, actor, "charge").total - actor.stride.spent
    cost = 0
    for cell in way:
        if here is None or not known.barriers.can_step(here, cell, actor.size):
            return
        if rules.can_stand(known, actor, cell, "charge", ending=False):
            return
        step, parity = known.step_cost(actor, here, cell, parity)
        cost += step
        if cost > left:
            return
        yield cell, cost
        here = cell


def _beside_foe(known: Board, actor: Actor, cell: Cell) -> bool:
    body = replace(actor, cell=cell)
    return not known.others_at(actor, cell) and any(
        known.within_blow(body, foe, 1) for foe in known.battle.foes_of(actor)
    )
