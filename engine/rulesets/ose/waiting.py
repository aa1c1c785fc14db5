"""Who can still act in the slot being played. Reads flags and positions only, so it is cheap to ask often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.grid.cells import gap
from engine.grid.metric import distance
from engine.model.actor import GRAPPLED, Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId, Cell
from engine.model.terrain import Door, Terrain, Wall
from engine.rulesets.ose import grapple
from engine.rulesets.ose.arms import melee_weapons, reach_of
from engine.rulesets.ose.bodies import TURNED, WEBBED, able, casting, helpless, out, plays
from engine.rulesets.ose.declare import brace_weapon, declared, spells_left, why_not_declared
from engine.rulesets.ose.deeds import use_of, uses
from engine.rulesets.ose.economy import charge_pending, main_left, spent_by_a_full_round
from engine.rulesets.ose.figures import harmless
from engine.rulesets.ose.items import Use
from engine.rulesets.ose.missiles import missile_weapons, why_not_with
from engine.rulesets.ose.options import is_loose, options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Muddled, Weapon, sheet
from engine.rulesets.ose.sides import ROUTED
from engine.rulesets.ose.state import OseRound, Phase, Step, acting_side, side_round, state
from engine.rulesets.ose.tallies import range_band, rate_squares
from engine.rulesets.ose.turned import why_not_flee_from
from engine.rulesets.ose.turning import could_turn_more
from engine.tactics.board import Board
from engine.tactics.perception import perceives


def waiting(battle: Battle) -> tuple[ActorId, ...]:
    """Actors who can still act in the current slot, in roster order."""
    if not isinstance(battle.round, OseRound):
        return ()
    now = state(battle)
    if now.phase is Phase.DECLARE:
        return tuple(actor.id for actor in battle.actors.values() if may_declare(battle, actor))
    if now.phase is not Phase.ACTION:
        return ()
    return waiting_in(battle, acting_side(now), now.step)


def waiting_in(battle: Battle, side: str, step: Step) -> tuple[ActorId, ...]:
    """Members of a side who could act in that step as things stand."""
    return tuple(actor.id for actor in battle.members(side) if can_act(battle, actor, step))


def may_declare(battle: Battle, actor: Actor) -> bool:
    """Whether the actor can cast a spell or brace a weapon and has said nothing yet.

    Full Defence is open to everybody, so its absence holds nobody up.
    """
    if not able(actor) or actor.has(ROUTED) or actor.has(TURNED):
        return False
    if side_round(state(battle), actor.side).surprised:
        return False
    page = sheet(actor)
    if declared(page) or "declare" in page.turn.passed:
        return False
    return could_cast(actor) or (could_brace(battle, actor) and _may_be_charged(battle, actor))


def could_cast(actor: Actor) -> bool:
    """Whether some spell could be declared: remembered or written, with a hand and a voice for it."""
    return any(not why_not_declared(actor, "cast", spell) for spell in spells_left(sheet(actor)))


def could_brace(battle: Battle, actor: Actor) -> bool:
    """Whether a weapon could be braced; Loose combat knows no such declaration."""
    return not is_loose(battle) and not why_not_declared(actor, "brace", "")


def _may_be_charged(battle: Battle, actor: Actor) -> bool:
    """Whether some enemy could charge this round into the reach of the weapon that would be braced.

    Only a charge triggers a brace (OSE-BRACE-14), whoever it is at (OSE-BRACE-11). Walls are not looked at.
    """
    page = sheet(actor)
    weapon = brace_weapon(page)
    if weapon is None or actor.cell is None:
        return False
    reach = reach_of(page, weapon)
    for foe in battle.foes_of(actor):
        if foe.cell is None or foe.hidden or not able(foe) or foe.has(ROUTED) or foe.has(TURNED):
            continue
        off = max(gap(actor.cell, actor.size, foe.cell, foe.size))
        if reach < off <= 2 * rate_squares(sheet(foe)) + reach and not foe.has(GRAPPLED):
            return True
    return False


def can_act(battle: Battle, actor: Actor, step: Step) -> bool:
    """Whether the actor has something to do in the step that it has not done or passed."""
    struggling = grapple.may_struggle(battle, actor) and not out(actor)
    turn = sheet(actor).turn if able(actor) or struggling else None
    if turn is None or step.value in turn.passed or turn.muddled is Muddled.NOTHING:
        return False
    if struggling:  # its one action fits any step; it is waited for where the grappling is
        return step in (Step.MELEE, Step.TURN) and main_left(sheet(actor))
    match step:
        case Step.MOVE:
            return _can_move(actor) and not _cowers(battle, actor)
        case Step.MISSILE:
            return _can_shoot(battle, actor)
        case Step.MAGIC:
            return casting(sheet(actor)) or _can_turn(battle, actor) or _can_use(actor)
        case Step.MELEE:
            return _can_strike(battle, actor)
        case Step.TURN:
            return _can_do_something(actor) and not _cowers(battle, actor)


def _cowers(battle: Battle, actor: Actor) -> bool:
    """Whether it is turned and has nowhere to run: that is all it could do (OSE-TURN-03)."""
    return actor.has(TURNED) and bool(why_not_flee_from(Board(battle), actor))


def _can_move(actor: Actor) -> bool:
    page = sheet(actor)
    held = spent_by_a_full_round(page) or page.turn.move_closed or actor.has(WEBBED)
    return not held and actor.stride.spent == 0 and page.rate > 0


def _can_do_something(actor: Actor) -> bool:
    """Where the turn has no steps: whoever has neither acted nor spent the round on a spell."""
    page = sheet(actor)
    return casting(page) or (main_left(page) and not page.turn.attacked)


def _can_turn(battle: Battle, actor: Actor) -> bool:
    page = sheet(actor)
    return page.turns_undead and main_left(page) and not actor.has(ROUTED) and could_turn_more(battle, actor)


def _can_use(actor: Actor) -> bool:
    """Whether it has a magic item whose use takes the main action, and so comes in this step (A2 #53)."""
    page = sheet(actor)
    if not main_left(page) or actor.has(ROUTED) or actor.has(TURNED):
        return False
    return any(use_of(page, deed) is Use.MAIN for deed in uses(actor))


def kept_from_shooting(battle: Battle, side: str) -> tuple[ActorId, ...]:
    """Members of a side who could shoot but for an enemy within 5 ft (OSE-RANGED-07), in roster order."""
    return tuple(
        actor.id
        for actor in battle.members(side)
        if able(actor)
        and Step.MISSILE.value not in sheet(actor).turn.passed
        and _would_shoot(battle, actor)
        and _hemmed_in(battle, actor)
    )


def _can_shoot(battle: Battle, actor: Actor) -> bool:
    return _would_shoot(battle, actor) and not _hemmed_in(battle, actor)


def _would_shoot(battle: Battle, actor: Actor) -> bool:
    """Whether it has a missile at hand that can still be made ready, the action for it and somebody to
    shoot at."""
    page = sheet(actor)
    if not main_left(page) or actor.has(ROUTED) or actor.has(TURNED):
        return False
    return any(
        _has_mark(battle, actor, item)
        for item in missile_weapons(page)
        if not why_not_with(battle, actor, item)
    )


def _has_mark(battle: Battle, actor: Actor, item: Weapon) -> bool:
    """Whether an enemy who is not hidden stands within the range of a missile; walls are not looked at."""
    if actor.cell is None:
        return False
    for foe in battle.foes_of(actor):
        if foe.cell is None or foe.hidden or not plays(foe) or harmless(item, foe):
            continue
        squares = distance(battle.metric, *gap(actor.cell, actor.size, foe.cell, foe.size))
        if range_band(item, squares * FEET_PER_SQUARE) is not None:
            return True
    return False


def _can_strike(battle: Battle, actor: Actor) -> bool:
    page = sheet(actor)
    if not (main_left(page) or charge_pending(page)) or actor.has(ROUTED) or actor.has(TURNED):
        return False
    return _enemy_within(battle, actor, max(reach_of(page, item) for item in melee_weapons(actor)))


def _enemy_within(battle: Battle, actor: Actor, squares: int) -> bool:
    """Whether somebody to strike at who is not hidden stands so near; walls are not looked at."""
    own = sheet(actor).turn.muddled is Muddled.OWN
    return any(_near(actor, battle.members(actor.side) if own else battle.foes_of(actor), squares))


def _near(actor: Actor, others: Iterable[Actor], squares: int) -> Iterator[Actor]:
    for other in others:
        if actor.cell is None or other.cell is None or other.hidden or not plays(other) or out(other):
            continue
        if other.id != actor.id and max(gap(actor.cell, actor.size, other.cell, other.size)) <= squares:
            yield other


def _hemmed_in(battle: Battle, actor: Actor) -> bool:
    """Whether an enemy within 5 ft forbids every shot (OSE-RANGED-07), so that nobody waits for the actor.

    Loose combat has no such ban (OSL-RANGED-11), and one that the shooter is not aware of is met at the shot.
    """
    if is_loose(battle):
        return False
    readings = options(battle)
    near = [
        foe
        for foe in _near(actor, battle.foes_of(actor), 1)
        if readings.ranged_ban_helpless == "yes" or not helpless(foe)
    ]
    if not near or actor.cell is None:
        return False
    board = Board(replace(battle, terrain=_around(battle.terrain, actor.cell, actor.size)))
    return any(perceives(board, actor, foe) and board.within_blow(actor, foe, 1) for foe in near)


def _around(terrain: Terrain, cell: Cell, size: int) -> Terrain:
    """The terrain with only those walls and doors that could stand between a body and its neighbours."""
    low = [(place - 1) * FINE for place in cell]
    high = [(place + size + 1) * FINE for place in cell]

    def close(line: Wall | Door) -> bool:
        return all(
            min(line.a[axis], line.b[axis]) <= high[axis] and max(line.a[axis], line.b[axis]) >= low[axis]
            for axis in (0, 1)
        )

    return replace(
        terrain, walls=tuple(filter(close, terrain.walls)), doors=tuple(filter(close, terrain.doors))
    )
