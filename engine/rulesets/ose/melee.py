"""Blows on one's own turn: a weapon, the whole set of a monster's attacks, or the one attack of a charge."""

from __future__ import annotations

from collections.abc import Mapping

from engine.grid.metric import Metric
from engine.model.actor import BLIND, Actor
from engine.model.commands import Act
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.ose import bodies
from engine.rulesets.ose.arms import arms_with, best_blow, melee_weapons, reach_of, reaches
from engine.rulesets.ose.attacks import NONE, WITH, attack
from engine.rulesets.ose.economy import charge_pending
from engine.rulesets.ose.figures import Kind, weapon_of
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import FEET_PER_SQUARE, Weapon, sheet, weapon_name
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.perception import perceives

Routine = tuple[str, ...]
"""Weapon keys of the attacks made in one Melee step, in order."""


def routines(actor: Actor) -> tuple[Routine, ...]:
    """The sets of attacks the actor can choose from (rulings A1.11).

    Those of its page that it can make now; else one blow with each weapon in hand, and all natural
    attacks one after the other.
    """
    ready = {item.key for item in melee_weapons(actor)}
    listed = tuple(routine for routine in sheet(actor).routines if ready.issuperset(routine))
    if listed:
        return listed
    held = tuple((item.key,) for item in melee_weapons(actor) if not item.natural)
    natural = tuple(item.key for item in melee_weapons(actor) if item.natural)
    return (*held, natural) if natural else held


def routine_of(actor: Actor, act: Act) -> Routine | None:
    """The set of attacks meant by the act's weapon pick, else the first one. None: no such weapon."""
    wanted = act.picks.get("weapon", "")
    found = routines(actor)
    if not wanted:
        return found[0]
    named = next((routine for routine in found if wanted in routine), None)
    if named is None or sheet(actor).character or len(named) == 1:
        return next(((item.key,) for item in melee_weapons(actor) if item.key == wanted), None)
    return named


def in_reach(board: Board, actor: Actor, target: Actor, weapon: Weapon) -> bool:
    """Whether a blow with the weapon lands on the target now; allies do not hinder it (A2 #113)."""
    return reaches(board, actor, target, arms_with(sheet(actor), weapon, options(board.battle)))


def targets(
    board: Board, actor: Actor, weapon: Weapon | None = None
) -> Mapping[ActorId, tuple[Refusal, ...]]:
    """Enemies the actor perceives, each with what speaks against a blow with this weapon, or with any."""
    weapons = melee_weapons(actor) if weapon is None else (weapon,)
    return {
        foe.id: _why_not_target(board, actor, foe, weapons)
        for foe in bodies.to_be_attacked(board.battle, actor)
        if perceives(board, actor, foe)
    }


def why_not_melee(board: Board, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against this blow, the turn and the Main action left out."""
    actor = board.actor(act.actor)
    routine = routine_of(actor, act)
    if routine is None:
        return (Refusal(phrase("melee.not_ready", "OSE-STANCE-01", who=ActorRef(actor.id)), hard=True),)
    unknown = [target for target in act.targets if target not in board.battle.actors]
    if not act.targets or unknown:
        return (Refusal(phrase("melee.no_target", "OSE-ORDER-08"), hard=True),)
    found = list(_why_not_after_charge(board, actor, act.targets))
    if actor.has(BLIND):
        found.append(Refusal(phrase("melee.blind", "OSE-ORDER-08", who=ActorRef(actor.id))))
    weapons = tuple(weapon_of(actor, key) for key in routine)
    for target in dict.fromkeys(act.targets):
        found.extend(_why_not_target(board, actor, board.actor(target), weapons))
    return tuple(found)


def _why_not_target(
    board: Board, actor: Actor, target: Actor, weapons: tuple[Weapon, ...]
) -> tuple[Refusal, ...]:
    if not target.on_map or not bodies.plays(target):
        return (Refusal(phrase("melee.no_target", "OSE-FLEE-11"), hard=True),)
    found = []
    if not perceives(board, actor, target):
        found.append(Refusal(phrase("melee.unseen", "OSE-ORDER-08", target=ActorRef(target.id))))
    if not any(in_reach(board, actor, target, item) for item in weapons):
        found.append(_out_of_reach(board, actor, target, weapons))
    return tuple(found)


def _out_of_reach(board: Board, actor: Actor, target: Actor, weapons: tuple[Weapon, ...]) -> Refusal:
    """Too far off, behind a wall, or too near for a long weapon as the table plays it (rulings A2 #5)."""
    longest = max(weapons, key=lambda item: reach_of(sheet(actor), item))
    arms = arms_with(sheet(actor), longest, options(board.battle))
    who, means = ActorRef(target.id), weapon_name(longest)
    if arms.within and board.separation(actor, target, metric=Metric.SQUARE) <= arms.within:
        return Refusal(phrase("melee.too_near", "OSE-REACH-03", target=who, means=means))
    feet = arms.reach * FEET_PER_SQUARE
    away = board.separation(actor, target) * FEET_PER_SQUARE if actor.on_map else 0
    if actor.on_map and away <= feet:
        return Refusal(phrase("melee.barred", "OSE-ORDER-08", target=who, means=means))
    return Refusal(
        phrase("melee.out_of_reach", "OSE-ORDER-08", target=who, means=means, feet=feet, away=away)
    )


def _why_not_after_charge(board: Board, actor: Actor, wanted: tuple[ActorId, ...]) -> tuple[Refusal, ...]:
    """After a charge only its target may be attacked (OSE-CHARGE-10); see also `stopped`."""
    if not charge_pending(sheet(actor)):
        return ()
    target = sheet(actor).turn.charge_target
    found = list(stopped(board, actor))
    if set(wanted) != {target}:
        found.append(Refusal(phrase("melee.charge_target", "OSE-CHARGE-10", target=ActorRef(target))))
    return tuple(found)


def stopped(board: Board, actor: Actor) -> tuple[Refusal, ...]:
    """The reading by which a charger stopped by a braced weapon has no attack left (rulings A2 #72)."""
    if sheet(actor).turn.charge_stopped and options(board.battle).stopped_charge_attacks == "no":
        return (Refusal(phrase("melee.charge_stopped", "OSE-BRACE-10", who=ActorRef(actor.id))),)
    return ()


# --- play -----------------------------------------------------------------------------------------------


def play_melee(draft: Draft, act: Act, instead: tuple[str, ...] = ()) -> Procedure[None]:
    """One attack, or each of a monster's set; every one may name its own target.

    `instead` are picks on each roll to hit.
    """
    routine = routine_of(draft[act.actor], act)
    if routine is None:
        return
    if (
        charge_pending(sheet(draft[act.actor]))
        and act.targets[0] == sheet(draft[act.actor]).turn.charge_target
    ):
        yield from charge_attack(draft, act.actor, act.picks.get("weapon", ""))
        return
    bodies.write_turn(draft, act.actor, main_spent=True, attacked=True)
    target = act.targets[0]
    for number, key in enumerate(routine):
        target = act.targets[min(number, len(act.targets) - 1)] if number < len(act.targets) else target
        if not bodies.able(draft[act.actor]):
            return
        if number and _finished(draft, act.actor, target, key):
            chosen = yield from _next_target(draft, act.actor, key)
            if chosen is None:
                continue
            target = chosen
        kicker = None if len(routine) == 1 else phrase("melee.kicker", "", n=number + 1, of=len(routine))
        yield from attack(draft, act.actor, target, key, kind=Kind.MELEE, kicker=kicker, instead=instead)


def charge_attack(draft: Draft, actor_id: ActorId, weapon_key: str = "") -> Procedure[None]:
    """The one attack of a charge on the enemy it named, if that is in reach where it ended (A2 #70, #71)."""
    actor = draft[actor_id]
    target_id = sheet(actor).turn.charge_target
    if target_id not in draft or not bodies.able(actor):
        return
    weapons = charge_weapons(draft.board, actor, draft[target_id])
    if draft.overrule:  # out of reach or stopped, but the GM insists
        weapons = weapons or melee_weapons(actor)
    elif stopped(draft.board, actor):
        return
    if not weapons:
        return
    named = next((item.key for item in weapons if item.key == weapon_key), "")
    default = named or best_blow(draft.battle, weapons).key
    others = () if named else tuple(WITH + item.key for item in weapons if item.key != default)
    bodies.write_turn(draft, actor_id, attacked=True)
    yield from attack(draft, actor_id, target_id, default, kind=Kind.CHARGE, instead=others)


def charge_weapons(board: Board, actor: Actor, target: Actor) -> tuple[Weapon, ...]:
    """Weapons that reach the target of a charge from where it ended."""
    if not target.on_map:
        return ()
    return tuple(item for item in melee_weapons(actor) if in_reach(board, actor, target, item))


def _finished(draft: Draft, actor_id: ActorId, target_id: ActorId, key: str) -> bool:
    """Whether the target needs no further blow, or cannot be struck with the next weapon."""
    if target_id not in draft or not draft[target_id].active:
        return True
    weapon = weapon_of(draft[actor_id], key)
    return not in_reach(draft.board, draft[actor_id], draft[target_id], weapon)


def _next_target(draft: Draft, actor_id: ActorId, key: str) -> Procedure[ActorId | None]:
    """Another enemy for the rest of the set, or none. Asks nothing where nobody is in reach."""
    weapon = weapon_of(draft[actor_id], key)
    board, actor = draft.board, draft[actor_id]
    near = (
        foe
        for foe in bodies.enemies(draft.battle, actor)
        if perceives(board, actor, foe) and in_reach(board, actor, foe, weapon)
    )
    found = [foe.id for foe in bodies.nearest_first(board, actor, near)]
    if not found:
        return None
    answer = yield from ask(
        AskChoice(
            title=phrase("melee.ask_next", "OSE-ORDER-08", who=ActorRef(actor_id), means=weapon_name(weapon)),
            side=draft[actor_id].side,
            actor=actor_id,
            picks=(
                *(Pick(foe_id, phrase("melee.pick", "", who=ActorRef(foe_id))) for foe_id in found),
                Pick(NONE, phrase("attack.none", "OSE-ORDER-08")),
            ),
        )
    )
    return None if answer.pick == NONE else answer.pick
