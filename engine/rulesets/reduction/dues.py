"""Which attack rolls there are to make: worked out from what was declared and who met whom."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import Said, SheetSet
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.rulesets.reduction.ground import engaged_with
from engine.rulesets.reduction.options import options, squares
from engine.rulesets.reduction.sheet import Due, Plan, ReductionSheet, hits, planned, plans, sheet
from engine.rulesets.reduction.state import held
from engine.tactics.board import Board
from engine.tactics.draft import Draft
from engine.tactics.perception import in_sight

FLEEING_BONUS = 2
_IDLE = ("pass", "ready", "reload")
"""Who does no more than this has both hands free for whoever comes."""


def strike_at_fleers(draft: Draft) -> None:
    """Give every enemy engaged with a fleer its extra attack; called before anybody moves."""
    # Rule: OSR-DECL-05
    for actor in tuple(draft.battle.actors.values()):
        if actor.active and planned(sheet(actor), "flee"):
            for foe in engaged_with(draft.battle, actor):
                page = sheet(draft[foe.id])
                extra = dues_on_fleer(draft.battle, foe, actor)
                if extra:
                    draft.emit(SheetSet(foe.id, replace(page, due=(*page.due, *extra))))


def dues_on_fleer(battle: Battle, foe: Actor, fleer: Actor) -> tuple[Due, ...]:
    """The attacks one enemy has on somebody who flees from it (rulings B2 #7, G14).

    One, with the attack that delivers most: all hit equally well, and another can be picked at the roll.
    """
    page, reading = sheet(foe), options(battle).fleeing
    if not page.attacks:
        return ()
    if reading == "instead":
        declared = planned(page, "attack")
        if declared is not None and declared.target != fleer.id:
            return ()
    best = max(range(len(page.attacks)), key=lambda index: (page.attacks[index], -index))
    chosen = (best,) if reading == "extra" else range(len(page.attacks))
    return tuple(
        Due(hits(battle, page, page.attacks[index]), fleer.id, FLEEING_BONUS, fleeing=True, attack=index)
        for index in chosen
    )


def open_attacks(draft: Draft) -> None:
    """Work out the attack rolls of the round."""
    for actor in tuple(draft.battle.actors.values()):
        if actor.active:
            give_attacks(draft, actor.id)


def give_attacks(draft: Draft, actor_id: ActorId) -> None:
    """Add the attacks that the actor's own declarations allow to those it has already."""
    declared = plans(sheet(draft[actor_id]))
    due: list[Due] = []
    for plan in declared:
        due.extend(_of_plan(draft, actor_id, plan))
    if not due and _answers(draft.battle, draft[actor_id]):
        due.extend(_blows(draft.battle, sheet(draft[actor_id]), ""))
    if due:
        page = sheet(draft[actor_id])
        draft.emit(SheetSet(actor_id, replace(page, due=(*page.due, *due))))


def _blows(battle: Battle, page: ReductionSheet, target: ActorId) -> tuple[Due, ...]:
    """Each listed attack is a roll of its own (ruling B2 #19)."""
    return tuple(
        Due(hits(battle, page, most), target, attack=index) for index, most in enumerate(page.attacks)
    )


def due_of(actor: Actor, act: Act) -> Due | None:
    """The attack that a `resolve` carries out: the picked one, else the first.

    Of a blow at a fleer `with` picks the attack it is made with.
    """
    due = sheet(actor).due
    index = int(act.picks.get("attack") or 0)
    return due[index] if index < len(due) else None


def made_with(battle: Battle, actor: Actor, due: Due, act: Act) -> Due:
    """The attack as it is made: at a fleer the attacker chooses which of its attacks (ruling G14)."""
    page, chosen = sheet(actor), act.picks.get("with", "")
    if not due.fleeing or not chosen or int(chosen) >= len(page.attacks):
        return due
    index = int(chosen)
    return replace(due, hits=hits(battle, page, page.attacks[index]), attack=index)


def target_of(battle: Battle, act: Act) -> ActorId:
    """Whom a `resolve` strikes: the named target, the declared one, or the only enemy in the melee.

    A shot and a blow at a fleer have their target.
    """
    due = due_of(battle.actors[act.actor], act)
    if due is None:
        return ""
    if act.targets and not due.fleeing and not due.shot:
        return act.targets[0]
    if due.target:
        return due.target
    foes = engaged_with(battle, battle.actors[act.actor])
    return foes[0].id if len(foes) == 1 else ""


def _missile_refused(board: Board, actor: Actor, target: Actor) -> bool:
    """Whether a declared shot cannot be made any more: out of range or out of sight."""
    if not target.on_map or not actor.on_map:
        return True
    most = squares(board.battle, 3 * sheet(actor).missile_range)
    return board.separation(actor, target) > most or not in_sight(board, actor, target)


def _of_plan(draft: Draft, actor_id: ActorId, plan: Plan) -> tuple[Due, ...]:
    actor, battle = draft[actor_id], draft.battle
    page, foes = sheet(actor), engaged_with(battle, actor)
    match plan.verb:
        case "shoot" if plan.target in draft and not _missile_refused(draft.board, actor, draft[plan.target]):
            most = page.attacks[0] if page.attacks else 0
            return (Due(hits(battle, page, most, shot=True), plan.target, shot=True),)
        case "attack" if plan.target in {foe.id for foe in foes}:
            return _blows(battle, page, plan.target)
        case "attack" if foes and options(battle).lost_attack == "other":
            return _blows(battle, page, "")
        case "move" if foes:  # Rule: OSR-DECL-11
            return _blows(battle, page, "")
        case "attack" | "shoot":  # ruling G14
            draft.emit(Said(phrase("osr.attack_lost", "OSR-DECL-02", who=ActorRef(actor_id)), about=actor_id))
            return ()
        case _:
            return ()


def _answers(battle: Battle, actor: Actor) -> bool:
    """Whether somebody who was met strikes back without having declared it (ruling B2 #6)."""
    if options(battle).met != "always" or held(battle, actor.side) or not engaged_with(battle, actor):
        return False
    return all(plan.verb in _IDLE for plan in plans(sheet(actor)))
