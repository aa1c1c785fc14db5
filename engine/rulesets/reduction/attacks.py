"""The Attack step: who has attack rolls to make, and each roll. Nobody falls before the hit dice."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import Harmed, Missed, RoundSet, Said, SheetSet, Struck
from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, modifier, phrase
from engine.model.requests import AskRoll, Faces, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.reduction.sheet import Due, ReductionSheet, engaged_with, hits, sheet, state
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away

FLEEING_BONUS = 2
ALWAYS, NEVER = 20, 1


def strike_at_fleers(draft: Draft) -> None:
    """Give every enemy engaged with a fleer its extra attack; called before anybody moves."""
    # Rule: OSR-DECL-05
    for actor in tuple(draft.battle.actors.values()):
        plan = sheet(actor).plan
        if actor.active and plan is not None and plan.verb == "flee":
            for foe in engaged_with(draft.battle, actor):
                page = sheet(draft[foe.id])
                # All its attacks hit equally well, so the best one is what it would choose (ruling G14).
                extra = Due(
                    hits(draft.battle, page, max(page.attacks)), actor.id, FLEEING_BONUS, fleeing=True
                )
                draft.emit(SheetSet(foe.id, replace(page, due=(*page.due, extra))))


def open_attacks(draft: Draft) -> None:
    """Work out the attack rolls of the round from what was declared and who met whom."""
    for actor in tuple(draft.battle.actors.values()):
        if actor.active:
            give_attacks(draft, actor.id)


def give_attacks(draft: Draft, actor_id: ActorId) -> None:
    """Add the attacks that the actor's own plan allows to those it has already."""
    actor = draft[actor_id]
    page = sheet(actor)
    foes = engaged_with(draft.battle, actor)
    plan = page.plan
    if plan is None:
        return
    due: tuple[Due, ...]
    if plan.verb == "shoot":
        due = (Due(hits(draft.battle, page, page.attacks[0]), plan.target),)
    elif plan.verb == "attack" and plan.target in {foe.id for foe in foes}:
        due = _blows(draft.battle, page, plan.target)
    elif plan.verb == "move" and foes:  # Rule: OSR-DECL-11
        due = _blows(draft.battle, page, "")
    else:
        if plan.verb == "attack":  # ruling G14
            draft.emit(Said(phrase("osr.attack_lost", "", who=ActorRef(actor_id)), about=actor_id))
        return
    draft.emit(SheetSet(actor_id, replace(page, due=(*page.due, *due))))


def target_of(battle: Battle, act: Act) -> ActorId:
    """Whom a `resolve` strikes: the declared target, the named one, or the only enemy in the space."""
    due = due_of(battle.actors[act.actor], act)
    if due is None or due.target:
        return due.target if due else ""
    if act.targets:
        return act.targets[0]
    foes = engaged_with(battle, battle.actors[act.actor])
    return foes[0].id if len(foes) == 1 else ""


def due_of(actor: Actor, act: Act) -> Due | None:
    """The attack that a `resolve` carries out: the picked one, else the first."""
    due = sheet(actor).due
    index = int(act.picks.get("attack") or 0)
    return due[index] if index < len(due) else None


def play_attack(draft: Draft, act: Act) -> Procedure[None]:
    """Roll one attack."""
    attacker, target = act.actor, target_of(draft.battle, act)
    due = due_of(draft[attacker], act)
    if due is None:
        return
    tally = attack_tally(draft.board, attacker, target, due).plus(
        modifier(int(act.picks.get("modifier") or 0), "osr.mod.ref", "OSR-ATTACK-05")
    )
    request = AskRoll(
        title=phrase("osr.ask.attack", "OSR-ATTACK-02", attacker=ActorRef(attacker), target=ActorRef(target)),
        dice=(20,),
        tally=tally,
        beats=sheet(draft[attacker]).to_hit,
        side=draft[attacker].side,
        actor=attacker,
        about=target,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return
    _spend(draft, attacker, due)
    give_away(draft, attacker, target)
    tell_roll(draft, request, faces, "OSR-ATTACK-06")
    if is_hit(request, faces):
        draft.emit(Struck(attacker, target, means(draft[attacker], due), "OSR-ATTACK-06"))
        _harm(draft, target, due.hits, attacker)
    else:
        draft.emit(Missed(attacker, target, means(draft[attacker], due), "OSR-FRAME-02"))


def is_hit(request: AskRoll, faces: Faces) -> bool:
    """Whether the roll hits: 20 always, 1 never, else against the attacker's TH."""
    face = faces.faces[0]
    return face == ALWAYS or (face != NEVER and request.succeeds(faces))  # Rule: OSR-ATTACK-02, OSR-ATTACK-03


def attack_tally(board: Board, attacker: ActorId, target: ActorId, due: Due) -> Tally:
    """What is added to the die: the defender's armour class and the modifiers of rulings B1."""
    page = sheet(board.actor(target))
    parts = [modifier(page.ac, "osr.mod.ac", "OSR-ATTACK-04")]
    if due.fleeing:
        parts.append(modifier(due.modifier, "osr.mod.fleeing", "OSR-DECL-05"))
        parts.append(modifier(page.shield, "osr.mod.no_shield", "OSR-DECL-05"))
    elif is_shot(board, attacker, due):
        parts.append(modifier(_range_modifier(board, attacker, target), "osr.mod.range", "OSR-ATTACK-05"))
    return Tally(tuple(part for part in parts if part.value or part.label.key == "osr.mod.ac"))


def is_shot(board: Board, attacker: ActorId, due: Due) -> bool:
    """Whether the attack is made with a missile weapon."""
    plan = sheet(board.actor(attacker)).plan
    return plan is not None and plan.verb == "shoot" and not due.fleeing


def means(actor: Actor, due: Due) -> Phrase:
    """What it strikes with, for the log."""
    weapon = sheet(actor).weapon
    return phrase("text.plain", "", text=weapon) if weapon else phrase("osr.natural", "", hits=due.hits)


def _range_modifier(board: Board, attacker: ActorId, target: ActorId) -> int:
    short = sheet(board.actor(attacker)).missile_range
    spaces = board.separation(board.actor(attacker), board.actor(target))
    return 1 if spaces <= short else 0 if spaces <= 2 * short else -1


def _blows(battle: Battle, page: ReductionSheet, target: ActorId) -> tuple[Due, ...]:
    return tuple(Due(hits(battle, page, most), target) for most in page.attacks)


def _spend(draft: Draft, attacker: ActorId, due: Due) -> None:
    left = list(sheet(draft[attacker]).due)
    left.remove(due)
    draft.emit(SheetSet(attacker, replace(sheet(draft[attacker]), due=tuple(left))))
    if not state(draft.battle).dice_fell:
        draft.emit(RoundSet(replace(state(draft.battle), dice_fell=True)))  # Rule: OSR-INIT-04


def _harm(draft: Draft, target: ActorId, amount: int, by: ActorId) -> None:
    """Add to the running total; the creature fights on until the hit dice (OSR-INIT-05)."""
    page = sheet(draft[target])
    interrupted = page.plan is not None and page.plan.verb == "special"
    page = replace(page, taken=page.taken + amount, hurt=True, plan=None if interrupted else page.plan)
    draft.emit(SheetSet(target, page), Harmed(target, amount, by, "OSR-HITDICE-02"))
    if interrupted:
        draft.emit(Said(phrase("osr.interrupted", "OSR-DECL-16", who=ActorRef(target)), about=target))
