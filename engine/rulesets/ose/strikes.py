"""Who interrupts a step and what comes of it: attacks of opportunity and braced weapons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from engine.grid.cells import footprint
from engine.model.actor import DOWN, GRAPPLED, HELPLESS, PINNED, Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId, Cell, Phrase, phrase
from engine.model.strikes import Strike, When
from engine.rulesets.ose import bodies, disruption, stunts
from engine.rulesets.ose.arms import arms_with, best_blow, blows, may_strike_at_leaving, reaches
from engine.rulesets.ose.attacks import NONE, STUNT, WITH, attack
from engine.rulesets.ose.figures import Kind
from engine.rulesets.ose.onward import of_strike
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import Quality, Weapon, sheet
from engine.rulesets.ose.stances import ready_weapons
from engine.rulesets.ose.stunt_effects import STOPPED
from engine.rulesets.ose.tallies import Manner, allowance, held_by
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.perception import perceives
from engine.tactics.step import Outcome

LEAVING_RULE, ENTERING_RULE = "OSE-MOVE-03", "OSE-BRACE-05"


class Toll(NamedTuple):
    """What a row of strikes did to the mover."""

    hit: bool = False
    """It was hit, or a stunt held it up."""
    dropped: bool = False
    """It went down, was taken off the map, or is gone."""
    shifted: bool = False
    """A ruling put it on another square."""
    held: bool = False
    """A stunt trips, holds or blocks it: then it does not flee either."""


# --- who strikes (pure) -------------------------------------------------------------------------------


def strikes(board: Board, mover: Actor, src: Cell, dst: Cell, manner: str, first: bool) -> tuple[Strike, ...]:
    """Everybody who would strike at this step, with the weapon taken by default, in order (rulings A2 #34).

    Nearer attackers come first, then the order of the roster, unless the table keeps to that alone. All
    is judged with the mover on `src`.
    """
    mover = _standing(mover, src)
    if manner == Manner.FLEE:
        return ()
    if manner == Manner.CHARGE:
        return (*_leaving_a_charge(board, mover, src, dst), *_entering(board, mover, src, dst))
    if manner == Manner.WITHDRAW and first:
        return ()  # Rule: OSE-WITHDRAW-03
    return leaving(board, mover, src, dst, manner)


def leaving(board: Board, mover: Actor, src: Cell, dst: Cell | None, manner: str) -> tuple[Strike, ...]:
    """Attacks of opportunity for leaving `src`; with no `dst` the mover leaves the map (rulings A2 #29)."""
    found = []
    for attacker in _by_distance(board, mover, src):
        weapons = blows(board, attacker, mover, src)
        if not weapons or not may_strike_at_leaving(board, attacker, mover):
            continue
        if _provokes(board, attacker, mover, dst) and _leaves_a_threat(board, attacker, mover, src, dst):
            means = best_blow(board.battle, weapons).key
            found.append(Strike(attacker.id, mover.id, When.LEAVING, means, manner, LEAVING_RULE))
    return tuple(found)


def stops_at_first(battle: Battle, when: When) -> bool:
    """Whether strikes left over are skipped once one has hit (rulings A2 #33, #80)."""
    readings = options(battle)
    return (readings.brace_several if when is When.ENTERING else readings.aoo_resolution) == "first_hit"


def brace_weapons(actor: Actor) -> tuple[Weapon, ...]:
    """Weapons the actor has braced and still holds ready (rulings A2 #75, #84)."""
    if not bodies.able(actor) or not sheet(actor).turn.braced or actor.has(GRAPPLED):
        return ()
    return tuple(item for item in ready_weapons(sheet(actor)) if item.has(Quality.BRACE))


def _provokes(board: Board, attacker: Actor, mover: Actor, dst: Cell | None) -> bool:
    if options(board.battle).aoo_trigger == "leaving" or dst is None:
        return True
    return not blows(board, attacker, mover, dst)


def _leaves_a_threat(board: Board, attacker: Actor, mover: Actor, src: Cell, dst: Cell | None) -> bool:
    """Whether a square counts that the step gives up, or any at all of a large mover's (rulings A2 #10)."""
    if dst in (None, src) or mover.size == 1 or options(board.battle).large_mover == "any":
        return True
    given_up = set(footprint(src, mover.size)) - set(footprint(dst, mover.size))
    alone = replace(mover, size=1)
    return any(blows(board, attacker, alone, cell) for cell in given_up)


def _leaving_a_charge(board: Board, mover: Actor, src: Cell, dst: Cell) -> tuple[Strike, ...]:
    """A charger is struck at only by braced enemies (rulings A2 #67, #68)."""
    reading = options(board.battle).charge_braced_enemies
    if reading == "brace_only":
        return ()
    found = leaving(board, mover, src, dst, Manner.CHARGE)
    if reading == "all" and _immunity_lost(board, mover, (src, dst)):
        return found
    return tuple(strike for strike in found if brace_weapons(board.actor(strike.attacker)))


def _immunity_lost(board: Board, mover: Actor, route: Sequence[Cell]) -> bool:
    """Whether the charge's target or an enemy along these squares has braced (OSE-CHARGE-07, -08)."""
    target = sheet(mover).turn.charge_target if bodies.plays(mover) else ""
    return any(
        foe.id == target or any(_braced_blow(board, foe, mover, cell) for cell in route)
        for foe in bodies.enemies(board.battle, mover)
        if brace_weapons(foe)
    )


def _entering(board: Board, mover: Actor, src: Cell, dst: Cell) -> tuple[Strike, ...]:
    """Braced weapons whose threat the charger comes into with this step (OSE-BRACE-05, rulings G8)."""
    found = []
    readings = options(board.battle)
    early, within = readings.brace_trigger == "before_entry", readings.brace_within == "yes"
    for foe in _by_distance(board, mover, dst):
        weapon = _braced_blow(board, foe, mover, dst)
        if weapon is None or (not within and _braced_blow(board, foe, mover, src) is not None):
            continue
        if _brace_left(board.battle, foe, mover) and perceives(board, foe, _standing(mover, dst)):
            found.append(
                Strike(
                    foe.id,
                    mover.id,
                    When.ENTERING,
                    weapon.key,
                    Manner.CHARGE,
                    ENTERING_RULE,
                    once=True,
                    at_threshold=early,
                )
            )
    return tuple(found)


def _braced_blow(board: Board, foe: Actor, mover: Actor, at: Cell) -> Weapon | None:
    readings = options(board.battle)
    for weapon in brace_weapons(foe):
        if reaches(board, foe, mover, arms_with(sheet(foe), weapon, readings), at):
            return weapon
    return None


def _brace_left(battle: Battle, foe: Actor, mover: Actor) -> bool:
    """One attack on each charger, or one a round where the table plays it so (rulings A2 #79)."""
    done = sheet(foe).turn.braced_against
    return not done if options(battle).brace_limit == "one" else mover.id not in done


def _standing(mover: Actor, at: Cell) -> Actor:
    return mover if mover.cell == at else replace(mover, cell=at)


def _by_distance(board: Board, mover: Actor, at: Cell) -> tuple[Actor, ...]:
    foes = [foe for foe in bodies.enemies(board.battle, mover) if foe.cell is not None]
    if options(board.battle).aoo_order == "roster":
        return tuple(foes)
    return tuple(sorted(foes, key=lambda foe: board.separation(mover, foe, at)))


# --- hooks of a step ----------------------------------------------------------------------------------


def before_step(
    draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
) -> Procedure[Outcome]:
    """Attacks of opportunity while the mover still stands on `src`: a hit keeps it there (OSE-AOO-10)."""
    planned = strikes(draft.board, draft[mover], src, dst, manner, first)
    was_free = held_by(draft.battle, draft[mover]) is None
    held_up = yield from resolve(draft, [one for one in planned if one.when is When.LEAVING], dst)
    if held_up.dropped:  # whoever wakes at once was hit all the same: the step's movement is lost
        return Outcome.CAUGHT if _awake(draft, mover) else Outcome.GONE
    if held_up.shifted or (manner == Manner.TURNED and not draft[mover].has(bodies.TURNED)):
        return Outcome.STOP  # an attack broke the turning, and with it the reason to run
    if held_up.hit:
        bodies.tell(draft, mover, "log.sent_back", "OSE-AOO-10")
        caught = was_free and held_by(draft.battle, draft[mover]) is not None
        return Outcome.CAUGHT if caught else Outcome.STAY
    return (yield from _meet(draft, mover, [one for one in planned if one.at_threshold], dst))


def after_step(
    draft: Draft, mover: ActorId, src: Cell, dst: Cell, manner: str, first: bool
) -> Procedure[Outcome]:
    """Braced weapons, once the charger stands on `dst` (rulings A2 #76): a hit ends the charge there."""
    if manner != Manner.CHARGE:
        return Outcome.GO
    planned = _entering(draft.board, draft[mover], src, dst)
    return (yield from _meet(draft, mover, [one for one in planned if not one.at_threshold], dst))


def _meet(draft: Draft, mover: ActorId, planned: Sequence[Strike], dst: Cell) -> Procedure[Outcome]:
    met = yield from resolve(draft, planned, dst)
    if met.dropped and not _awake(draft, mover):
        return Outcome.GONE
    if met.hit:
        bodies.write_turn(draft, mover, charge_stopped=True)
        bodies.tell(draft, mover, "log.charge_stopped", "OSE-BRACE-09")
        return Outcome.STOP
    return Outcome.STOP if met.shifted else Outcome.GO


def resolve(draft: Draft, planned: Sequence[Strike], dst: Cell | None = None) -> Procedure[Toll]:
    """Play strikes one after the other, each one question; all of them, unless the readings stop earlier.

    `dst` is where the step leads; None: off the map.
    """
    toll = Toll()
    for number, strike in enumerate(planned, start=1):
        if toll.hit and stops_at_first(draft.battle, strike.when):
            break
        if toll.dropped and (_gone(draft, strike.mover) or options(draft.battle).aoo_after_drop == "skip"):
            break
        if not bodies.able(draft[strike.attacker]):
            continue
        toll = _sum(toll, (yield from _strike(draft, strike, planned[number:], dst, toll.hit)))
    return toll


def _sum(one: Toll, other: Toll) -> Toll:
    return Toll(*(a or b for a, b in zip(one, other, strict=True)))


def _gone(draft: Draft, mover: ActorId) -> bool:
    return mover not in draft or not draft[mover].on_map


def _awake(draft: Draft, mover: ActorId) -> bool:
    return not _gone(draft, mover) and bodies.able(draft[mover])


def _strike(
    draft: Draft, strike: Strike, rest: Sequence[Strike], dst: Cell | None, hit_before: bool
) -> Procedure[Toll]:
    where = draft[strike.mover].cell
    left = [one for one in rest if bodies.able(draft[one.attacker])]
    kicker = _kicker(draft, strike, len(left) + _ahead(draft, strike, rest, dst))
    spared = stops_at_first(draft.battle, strike.when)
    onward = of_strike(draft, strike, dst, left[0].attacker if left else "", spared, hit_before)
    way = draft.on_way
    draft.on_way = way._replace(interrupted=(*way.interrupted, strike.when))
    result = yield from attack(
        draft,
        strike.attacker,
        strike.mover,
        strike.means,
        kind=Kind.OPPORTUNITY if strike.when is When.LEAVING else Kind.BRACE,
        manner=strike.manner,
        kicker=kicker,
        instead=_instead(draft, strike),
        onward=onward,
    )
    if strike.when is When.ENTERING and not result.declined:
        done = sheet(draft[strike.attacker]).turn.braced_against
        bodies.write_turn(draft, strike.attacker, braced_against=(*done, strike.mover))
    if not result.declined:
        disruption.distracted(draft, strike.attacker, "attack")
    if not result.stunt:
        return Toll(hit=result.hit, dropped=result.dropped)
    return (yield from _stunt(draft, strike, where))


def _ahead(draft: Draft, strike: Strike, rest: Sequence[Strike], dst: Cell | None) -> int:
    """Strikes of the same kind that the rest of the way provokes, as far as the movement left goes."""
    mover, board = draft[strike.mover], draft.board
    if dst is None or mover.cell is None:
        return 0
    way = (dst, *draft.on_way.ahead)
    most = allowance(draft.battle, mover, strike.manner).total
    spent, parity, found = mover.stride.spent, mover.stride.parity, list[Strike]()
    if mover.cell != dst:  # the step that is struck at is still to be paid for
        cost, parity = board.step_cost(mover, mover.cell, dst, parity)
        spent += cost
    for src, to in pairwise(way):
        cost, parity = board.step_cost(mover, src, to, parity)
        spent += cost
        if spent > most and not draft.overrule:
            break
        found += strikes(board, mover, src, to, strike.manner, first=False)
    known = {strike.attacker, *(one.attacker for one in rest)}
    alike = [one for one in found if one.when is strike.when]
    return len({one.attacker for one in alike} - known) if strike.once else len(alike)


def _kicker(draft: Draft, strike: Strike, left: int) -> Phrase:
    """Which one it is of all on the way, those that have been made and those to come included."""
    number = draft.on_way.interrupted.count(strike.when) + 1
    of = number + left
    if strike.when is When.ENTERING:
        return phrase("strike.kicker_brace", "OSE-BRACE-05", n=number, of=of)
    return phrase("strike.kicker_opportunity", "OSE-AOO-14", n=number, of=of)


def _instead(draft: Draft, strike: Strike) -> tuple[str, ...]:
    """The attack may be declined; an opportunity also serves for a stunt or another weapon in reach."""
    if strike.when is When.ENTERING:
        return (NONE,)  # Rule: OSE-BRACE-07
    others = blows(draft.board, draft[strike.attacker], draft[strike.mover])
    stunt = (STUNT,) if options(draft.battle).aoo_stunt == "yes" else ()
    return (NONE, *stunt, *(WITH + item.key for item in others if item.key != strike.means))


def _stunt(draft: Draft, strike: Strike, where: Cell | None) -> Procedure[Toll]:
    """A stunt in place of the blow: one that trips, holds or blocks the mover fails its step (A2 #43)."""
    came = yield from stunts.instead_of_blow(draft, strike.attacker, strike.mover)
    if _gone(draft, strike.mover) or draft[strike.mover].has(DOWN):
        return Toll(dropped=True)
    if draft[strike.mover].cell != where:
        return Toll(shifted=True)
    held = came == STOPPED or any(draft[strike.mover].has(key) for key in (HELPLESS, PINNED, GRAPPLED))
    return Toll(hit=held, held=held)
