"""What a body can strike with: reach, threat, and who may strike at someone leaving a square."""

from __future__ import annotations

from collections.abc import Iterable

from engine.grid.cells import footprint, gap
from engine.model.actor import BLIND, GRAPPLED, PRONE, Actor, Arms
from engine.model.battle import Battle
from engine.model.events import ArmsSet, LightSet
from engine.model.phrase import ActorId, Cell
from engine.rulesets.ose import bodies
from engine.rulesets.ose.options import OseOptions, options
from engine.rulesets.ose.sheet import Casting, OseSheet, Quality, Weapon, sheet
from engine.rulesets.ose.stances import UNARMED, ready_weapons
from engine.rulesets.ose.state import OseRound
from engine.rulesets.ose.things import light_of
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.tactics.perception import perceives


def arms_of(actor: Actor, battle: Battle | None = None) -> Arms:
    """How far the body threatens, in squares: 0 while nothing on it or in its hands may strike.

    `battle` says how the table reads the rules; without it the defaults hold.
    """
    readings = options(battle) if battle is not None else OseOptions()
    weapons = threatening(actor, readings)
    if not weapons or not _may_threaten(actor, readings) or _surprised(battle, actor, readings):
        return Arms(0)
    return joined(arms_with(sheet(actor), weapon, readings) for weapon in weapons)


def sync_arms(draft: Draft, actor_id: ActorId) -> None:
    """Write down how far the actor threatens and lights up the dark, if that changed.

    Call after hands or conditions change.
    """
    actor = draft[actor_id]
    arms = arms_of(actor, draft.battle) if bodies.plays(actor) else Arms(0)
    if arms != actor.arms:
        draft.emit(ArmsSet(actor_id, arms))
    light = light_of(actor) if bodies.plays(actor) else 0
    if light != actor.light:
        draft.emit(LightSet(actor_id, light))


def sync_all(draft: Draft) -> None:
    """The same for everybody: after readings of the rules or the round changed."""
    for actor_id in tuple(draft.battle.actors):
        sync_arms(draft, actor_id)


def reach_of(page: OseSheet, weapon: Weapon) -> int:
    """Squares a blow with the weapon reaches (OSE-REACH-03, OSE-AOO-03)."""
    body = weapon.reach or page.body_reach
    return body + 1 if weapon.has(Quality.REACH) else body


def arms_with(page: OseSheet, weapon: Weapon, readings: OseOptions) -> Arms:
    """The squares that a blow with the weapon reaches, as the table reads them (rulings A2 #4, #5)."""
    reach = reach_of(page, weapon)
    hole = readings.reach_near == "beyond" and weapon.has(Quality.REACH)
    return Arms(reach, reach - 1 if hole else 0, reach > 1 and readings.reach_corners == "distance")


def joined(several: Iterable[Arms]) -> Arms:
    """What several weapons strike between them, from the nearest square of any to the farthest."""
    found = tuple(several)
    return Arms(
        max(arms.reach for arms in found),
        min(arms.within for arms in found),
        any(arms.rounded for arms in found),
    )


def arms_in_hand(battle: Battle, actor: Actor) -> Arms:
    """The squares it strikes with all it can strike a blow with now, whether it may threaten or not."""
    readings = options(battle)
    return joined(arms_with(sheet(actor), item, readings) for item in melee_weapons(actor))


def melee_weapons(actor: Actor) -> tuple[Weapon, ...]:
    """What the actor can strike a blow with now: held weapons, natural ones, else bare fists.

    Only melee weapons count, a spear or an axe held for throwing among them (rulings A2 #13, #14). Who is
    grappled has only natural and small ones (A2 #21).
    """
    page = sheet(actor)
    held = tuple(item for item in ready_weapons(page) if item.has(Quality.MELEE))
    natural = tuple(item for item in page.natural if item.has(Quality.MELEE))
    found = (*held, *natural)
    if actor.has(GRAPPLED):
        found = tuple(item for item in found if item.natural or item.has(Quality.SMALL))
    return found or (UNARMED,)


def threatening(actor: Actor, readings: OseOptions) -> tuple[Weapon, ...]:
    """The weapons whose reach is a threat; fists are none unless the table says so (rulings A2 #15)."""
    return tuple(
        item for item in melee_weapons(actor) if item.key != UNARMED.key or readings.aoo_unarmed == "yes"
    )


def may_strike_at_leaving(board: Board, attacker: Actor, mover: Actor) -> bool:
    """Whether the attacker may strike when the mover leaves a square it threatens (rulings A2 #13-28).

    Its reach is not looked at. The attacker must be hostile, able, allowed to by the readings in force,
    aware of the mover, and not fooled by a feint (OSE-AOO-20).
    """
    battle = board.battle
    readings = options(battle)
    return (
        bodies.able(attacker)
        and battle.hostile(attacker.side, mover.side)
        and _may_threaten(attacker, readings)
        and not _surprised(battle, attacker, readings)
        and not (bodies.plays(mover) and attacker.id in sheet(mover).spared)
        and perceives(board, attacker, mover)
    )


def blows(board: Board, attacker: Actor, target: Actor, at: Cell | None = None) -> tuple[Weapon, ...]:
    """Threatening weapons of the attacker that reach the target (as if it stood at `at`)."""
    page = sheet(attacker)
    where = target.cell if at is None else at
    if attacker.cell is None or where is None:
        return ()
    if max(gap(attacker.cell, attacker.size, where, target.size)) > _longest(page):
        return ()
    readings = options(board.battle)
    found = threatening(attacker, readings)
    return tuple(
        item for item in found if reaches(board, attacker, target, arms_with(page, item, readings), at)
    )


def _longest(page: OseSheet) -> int:
    """Squares that no weapon of the actor reaches beyond, drawn or not: a first, quick look."""
    return 1 + max(page.body_reach, *(item.reach for item in (*page.natural, *page.gear)), 0)


def reaches(board: Board, attacker: Actor, target: Actor, arms: Arms, at: Cell | None = None) -> bool:
    """Whether a blow with these arms lands on the target: no wall between (rulings G6), bodies or not."""
    where = target.cell if at is None else at
    if attacker.cell is None or where is None:
        return False
    if max(gap(attacker.cell, attacker.size, where, target.size)) > arms.reach:
        return False
    own = footprint(attacker.cell, attacker.size)
    area = (
        board.strike_area(attacker)
        if arms == attacker.arms
        else board.blows_from(attacker.cell, attacker.size, arms)
    )
    return any(
        (cell in own and not arms.within) or board.extent.index(cell) in area
        for cell in footprint(where, target.size)
        if board.extent.contains(cell)
    )


def best_blow(battle: Battle, weapons: tuple[Weapon, ...]) -> Weapon:
    """The weapon taken unless another is chosen: the one that hurts most, the first of equals."""
    variable = options(battle).variable_damage == "yes"

    def mean(weapon: Weapon) -> float:
        dice, sides = (weapon.variable if variable else None) or (weapon.dice, weapon.sides)
        return dice * (sides + 1) / 2 + weapon.bonus

    return max(weapons, key=mean)


def _may_threaten(actor: Actor, readings: OseOptions) -> bool:
    """The states in which no attack of opportunity is made (rulings A2 #17-25)."""
    if not bodies.able(actor) or actor.has(BLIND) or actor.has(bodies.TURNED):
        return False
    page = sheet(actor)
    bars = (
        (bodies.casting(page), readings.aoo_casting),
        (page.turn.casting in (Casting.DONE, Casting.LOST), readings.aoo_after_casting),
        (page.turn.braced, readings.aoo_braced),
        (bodies.defending(actor), readings.aoo_defending),
        (actor.has(PRONE), readings.aoo_prone),
        (actor.has(GRAPPLED), readings.aoo_grappled),
    )
    return not any(holds and reading == "no" for holds, reading in bars)


def _surprised(battle: Battle | None, actor: Actor, readings: OseOptions) -> bool:
    """Whether surprise keeps the actor from striking in this round (rulings A2 #20)."""
    if readings.aoo_surprised == "yes" or battle is None or not isinstance(battle.round, OseRound):
        return False
    return battle.round.surprise and any(
        side.side == actor.side and side.surprised for side in battle.round.sides
    )
