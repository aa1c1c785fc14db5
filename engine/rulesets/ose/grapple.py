"""Grapple: the opposed check to hold or get free, the hold, and when it ends (rulings A2 #120-125)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.model.actor import GRAPPLED, PINNED, Actor, Arms
from engine.model.battle import Battle
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, Tally, modifier, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import hard, set_condition, soft
from engine.rulesets.ose import bodies, disruption, turned
from engine.rulesets.ose.arms import reaches, sync_arms
from engine.rulesets.ose.checks import better, opposed, score
from engine.rulesets.ose.options import options
from engine.rulesets.ose.sheet import OseSheet, free_hands, sheet
from engine.rulesets.ose.sides import ROUTED
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away
from engine.tactics.perception import perceives

PINS_AT = 3
"""Successful checks against one target that pin it (OSE-GRAPPLE-09)."""
ARMS_LENGTH = 1
"""Squares within which a body can be seized."""


# --- whether (pure) -----------------------------------------------------------------------------------


def targets(board: Board, actor: Actor) -> Mapping[ActorId, tuple[Refusal, ...]]:
    """Living enemies the actor is aware of, the nearest first, each with what speaks against seizing it."""
    known = (foe for foe in bodies.foes_on_map(board.battle, actor) if perceives(board, actor, foe))
    return {foe.id: why_not_grapple(board, actor, foe) for foe in bodies.nearest_first(board, actor, known)}


def why_not_grapple(board: Board, actor: Actor, target: Actor) -> tuple[Refusal, ...]:
    """What speaks against seizing the target: distance, hands, darkness. The turn is left out."""
    if not target.on_map or not bodies.plays(target) or target.id == actor.id:
        return hard("melee.no_target")
    found: list[Refusal] = []
    if not perceives(board, actor, target):
        found.extend(soft("melee.unseen", "OSE-GRAPPLE-01", target=ActorRef(target.id)))
    if not reaches(board, actor, target, Arms(ARMS_LENGTH)):
        found.extend(soft("grapple.too_far", "OSE-GRAPPLE-01", target=ActorRef(target.id)))
    needed = 2 if target.size > actor.size else 1
    if options(board.battle).grapple_hands == "not_needed":
        needed = 0
    if target.id not in sheet(actor).grappling and free_hands(sheet(actor)) < needed:
        key = "why.no_free_hand" if needed == 1 else "grapple.two_hands"
        found.extend(soft(key, "OSE-GRAPPLE-01"))
    return tuple(found)


def hands_full(battle: Battle, actor: Actor) -> bool:
    """Whether no hand is free to seize anybody with, and there is nobody held to be held more firmly."""
    if options(battle).grapple_hands == "not_needed":
        return False
    return not sheet(actor).grappling and free_hands(sheet(actor)) < 1


def why_not_seize(board: Board, actor: Actor, target: Actor | None) -> tuple[Refusal, ...]:
    """What speaks against seizing the target or, where none is named yet, the nearest of those there are."""
    if target is not None:
        return why_not_grapple(board, actor, target)
    speaking = tuple(targets(board, actor).values())
    if not speaking:
        return soft("stunt.nobody", "OSE-GRAPPLE-01", who=ActorRef(actor.id))
    return speaking[0] if all(speaking) else ()


def why_not_escape(actor: Actor) -> tuple[Refusal, ...]:
    """Only who is held can get free."""
    if actor.has(GRAPPLED):
        return ()
    return soft("grapple.not_held", "OSE-GRAPPLE-04", who=ActorRef(actor.id))


def may_struggle(battle: Battle, actor: Actor) -> bool:
    """Whether a pinned creature, which can do nothing else, may try to get free (rulings A2 #124).

    The count of successes starts anew with an escape, so that the third one cannot be the end of it.
    """
    return options(battle).pinned_escape == "main" and bodies.only_pinned(actor)


def why_not_release(actor: Actor) -> tuple[Refusal, ...]:
    """Only who holds somebody can let go."""
    if sheet(actor).grappling:
        return ()
    return soft("grapple.holds_nobody", "OSE-GRAPPLE-03", who=ActorRef(actor.id))


def attacker_score(page: OseSheet) -> Tally:
    """Physique, and what makes a creature good at it (rulings A2 #121)."""
    return _with(score(page, "phys"), page.grapple, "grapple.bonus", "OSE-GRAPPLE-07")


def defender_score(battle: Battle, page: OseSheet) -> Tally:
    """The better of physique and dexterity, and what makes a creature hard to hold or hard to shake off.

    Physique alone where the table reads it so (rulings A2 #121).
    """
    abilities = ("phys",) if options(battle).grapple_defence == "phys" else ("phys", "dex")
    known = _with(better(page, abilities), page.grapple, "grapple.bonus", "OSE-GRAPPLE-07")
    return _with(known, page.grapple_resistance, "grapple.resistance", "OSE-GRAPPLE-08")


def _with(tally: Tally, value: int, key: str, rule: str) -> Tally:
    return tally.plus(modifier(value, key, rule)) if value else tally


# --- play -----------------------------------------------------------------------------------------------


def play_grapple(draft: Draft, actor_id: ActorId, target: ActorId) -> Procedure[None]:
    """A Main action spent on seizing somebody, or on a firmer hold of somebody seized."""
    bodies.write_turn(draft, actor_id, main_spent=True, attacked=True)
    yield from seize(draft, actor_id, target)


def play_escape(draft: Draft, actor_id: ActorId) -> Procedure[None]:
    """A Main action spent on getting free, against the strongest of those who hold (rulings A2 #124)."""
    bodies.write_turn(draft, actor_id, main_spent=True)
    holders = [one for one in sheet(draft[actor_id]).grappled_by if one in draft]
    if not holders:  # held by nobody on the map: the GM marked it so
        _free(draft, actor_id, "grapple.escapes", "OSE-GRAPPLE-04")
        return
    one_by_one = options(draft.battle).grapple_escape == "one"
    holder = (yield from _ask_holder(draft, actor_id, holders)) if one_by_one else _strongest(draft, holders)
    scores = (attacker_score(sheet(draft[actor_id])), defender_score(draft.battle, sheet(draft[holder])))
    title = phrase("grapple.ask_escape", "OSE-GRAPPLE-04", who=ActorRef(actor_id), target=ActorRef(holder))
    frees = "upshot.shakes_off" if one_by_one and len(holders) > 1 else "upshot.free"
    who, of = ActorRef(actor_id), ActorRef(holder)
    decides = (
        phrase(frees, "OSE-GRAPPLE-04", who=who, target=of),
        phrase("upshot.still_held", "OSE-GRAPPLE-05", who=who),
    )
    if not (yield from opposed(draft, actor_id, holder, scores, title, decides=decides)):
        bodies.tell(draft, actor_id, "grapple.still_held", "OSE-GRAPPLE-05")
    elif one_by_one and len(holders) > 1:
        _lose(draft, actor_id, (holder,), "grapple.shakes_off")
    else:
        _free(draft, actor_id, "grapple.escapes", "OSE-GRAPPLE-04")


def _strongest(draft: Draft, holders: Sequence[ActorId]) -> ActorId:
    return max(holders, key=lambda one: defender_score(draft.battle, sheet(draft[one])).total)


def _ask_holder(draft: Draft, actor_id: ActorId, holders: Sequence[ActorId]) -> Procedure[ActorId]:
    """From whom it would get free, where it is from one at a time; asked only if several hold it."""
    if len(holders) == 1:
        return holders[0]
    answer = yield from ask(
        AskChoice(
            title=phrase("grapple.ask_holder", "OSE-GRAPPLE-04", who=ActorRef(actor_id)),
            side=draft[actor_id].side,
            actor=actor_id,
            picks=tuple(Pick(one, phrase("melee.pick", "", who=ActorRef(one))) for one in holders),
            default=_strongest(draft, holders),
        )
    )
    return answer.pick


def _pinned(draft: Draft, actor_id: ActorId) -> bool:
    """Three successes of those who hold it pin it, or three of one and the same (OSE-GRAPPLE-09)."""
    return any(_successes(draft, actor_id, one) >= PINS_AT for one in sheet(draft[actor_id]).grappled_by)


def _successes(draft: Draft, held: ActorId, by: ActorId) -> int:
    """Those that count for a pin with this grappler: everybody's, or only his own (rulings A2 #124)."""
    page = sheet(draft[held])
    return page.holds if options(draft.battle).grapple_count == "target" else page.holds_by.count(by)


def play_release(draft: Draft, actor_id: ActorId) -> None:
    """Let go of everybody held; others may hold on. It costs nothing."""
    for held in sheet(draft[actor_id]).grappling:
        if held not in draft:
            continue
        if sheet(draft[held]).grappled_by == (actor_id,):
            _free(draft, held, "grapple.released", "OSE-GRAPPLE-03")
        else:
            _lose(draft, held, (actor_id,), "grapple.fewer")
    bodies.write_page(draft, actor_id, grappling=())


def seize(draft: Draft, actor_id: ActorId, target: ActorId) -> Procedure[bool]:
    """The opposed check and, if it is won, the hold. True if it was won."""
    turned.break_free(draft, target, "OSE-TURN-04")
    give_away(draft, actor_id, target)
    scores = (attacker_score(sheet(draft[actor_id])), defender_score(draft.battle, sheet(draft[target])))
    title = phrase("grapple.ask", "OSE-GRAPPLE-02", who=ActorRef(actor_id), target=ActorRef(target))
    if not (
        yield from opposed(draft, actor_id, target, scores, title, decides=_at_stake(draft, actor_id, target))
    ):
        key = "grapple.fails" if actor_id in sheet(draft[target]).grappled_by else "grapple.no_hold"
        bodies.tell(draft, actor_id, key, "OSE-GRAPPLE-05", target=ActorRef(target))
        return False
    yield from hold(draft, actor_id, target)
    return True


def _at_stake(draft: Draft, actor_id: ActorId, target: ActorId) -> tuple[Phrase, ...]:
    """What a check to seize or to hold more firmly decides."""
    who, held = ActorRef(actor_id), ActorRef(target)
    holds = actor_id in sheet(draft[target]).grappled_by
    before = _successes(draft, target, actor_id)
    if before + 1 >= PINS_AT:
        won = phrase("upshot.pins", "OSE-GRAPPLE-09", who=who, target=held)
    elif holds:
        count = {"count": before + 1, "pins": PINS_AT}
        won = phrase("upshot.holds_firmer", "OSE-GRAPPLE-09", who=who, target=held, **count)
    else:
        won = phrase("upshot.seizes", "OSE-GRAPPLE-03", who=who, target=held)
    lost = "upshot.no_firmer" if holds else "upshot.no_hold"
    return won, phrase(lost, "OSE-GRAPPLE-05", who=who, target=held)


def hold(draft: Draft, actor_id: ActorId, target: ActorId) -> Procedure[None]:
    """The target is held from now on, more firmly with each success: the third one pins it."""
    page = sheet(draft[target])
    held_by = page.grappled_by if actor_id in page.grappled_by else (*page.grappled_by, actor_id)
    won = (*page.holds_by, actor_id)
    bodies.write_page(draft, target, grappled_by=held_by, holds=page.holds + 1, holds_by=won)
    holding = sheet(draft[actor_id]).grappling
    if target not in holding:
        bodies.write_page(draft, actor_id, grappling=(*holding, target))
    set_condition(draft, target, GRAPPLED, rule="OSE-GRAPPLE-06")
    if _pinned(draft, target):
        set_condition(draft, target, PINNED, rule="OSE-GRAPPLE-09")
    _tell_hold(draft, actor_id, target)
    sync_arms(draft, target)
    yield from disruption.check_disturbed(draft)


def _tell_hold(draft: Draft, actor_id: ActorId, target: ActorId) -> None:
    """Seized, then held more firmly, with how many successes there are of those that pin; then pinned."""
    holds, held = _successes(draft, target, actor_id), ActorRef(target)
    if holds >= PINS_AT:
        bodies.tell(draft, target, "grapple.pinned", "OSE-GRAPPLE-09")
    elif holds > 1:
        counts = {"count": holds, "pins": PINS_AT}
        bodies.tell(draft, actor_id, "grapple.holds_firmer", "OSE-GRAPPLE-09", target=held, **counts)
    else:
        bodies.tell(draft, actor_id, "grapple.holds", "OSE-GRAPPLE-03", target=held)


def end_lost_holds(draft: Draft) -> None:
    """End at once the holds of whoever can hold no longer or is out of arm's length, those the GM took away,
    and those on the dead."""
    for actor_id in tuple(draft.battle.actors):
        if not bodies.plays(draft[actor_id]):
            continue
        page = sheet(draft[actor_id])
        if page.grappled_by:
            _check_hold(draft, actor_id, page.grappled_by)
    for actor_id in tuple(draft.battle.actors):
        if bodies.plays(draft[actor_id]) and sheet(draft[actor_id]).grappling:
            _forget_lost(draft, actor_id)


def _check_hold(draft: Draft, actor_id: ActorId, holders: tuple[ActorId, ...]) -> None:
    kept = tuple(one for one in holders if _still_holds(draft, one, actor_id))
    if not kept or not draft[actor_id].has(GRAPPLED):
        told = "" if sheet(draft[actor_id]).dead else "grapple.free"
        _free(draft, actor_id, told, "OSE-GRAPPLE-04")
    elif kept != holders:
        _lose(draft, actor_id, [one for one in holders if one not in kept], "grapple.fewer")


def _lose(draft: Draft, actor_id: ActorId, lost: Sequence[ActorId], key: str) -> None:
    """Some of several hold it no longer, each with words under the key.

    Their successes end with their hold, as all do when it gets free of everybody (rulings A2 #124): those who
    still hold may have too few to pin it.
    """
    page = sheet(draft[actor_id])
    kept = tuple(one for one in page.grappled_by if one not in lost)
    won = tuple(one for one in page.holds_by if one not in lost)
    bodies.write_page(draft, actor_id, grappled_by=kept, holds=len(won), holds_by=won)
    if not _pinned(draft, actor_id):
        set_condition(draft, actor_id, PINNED, present=False)
    sync_arms(draft, actor_id)
    for one in lost:
        if one in draft:
            bodies.tell(draft, actor_id, key, "OSE-GRAPPLE-04", target=ActorRef(one))
            _forget_lost(draft, one)


def _still_holds(draft: Draft, holder: ActorId, held: ActorId) -> bool:
    if holder not in draft or not _can_hold(draft[holder]):
        return False
    if not draft[held].on_map or sheet(draft[held]).dead:
        return False
    return reaches(draft.board, draft[holder], draft[held], Arms(ARMS_LENGTH))


def _can_hold(holder: Actor) -> bool:
    """Whoever only gets away, turned or in a rout, holds nobody (OSE-TURN-03, OSE-PROC-07)."""
    return bodies.able(holder) and not holder.has(bodies.TURNED) and not holder.has(ROUTED)


def _free(draft: Draft, actor_id: ActorId, key: str, rule: str) -> None:
    """Nobody holds the actor any more; an empty key says nothing about it."""
    holders = sheet(draft[actor_id]).grappled_by
    bodies.write_page(draft, actor_id, grappled_by=(), holds=0, holds_by=())
    for condition in (PINNED, GRAPPLED):
        set_condition(draft, actor_id, condition, present=False)
    sync_arms(draft, actor_id)
    if key:
        bodies.tell(draft, actor_id, key, rule)
    for holder in holders:
        if holder in draft:
            _forget_lost(draft, holder)


def _forget_lost(draft: Draft, holder: ActorId) -> None:
    """Whom the holder no longer holds by the held one's own page."""
    holding = sheet(draft[holder]).grappling
    kept = tuple(one for one in holding if one in draft and holder in sheet(draft[one]).grappled_by)
    if kept != holding:
        bodies.write_page(draft, holder, grappling=kept)
