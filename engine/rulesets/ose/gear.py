"""Manipulations and the use of items: what speaks against them, doing them, paying for them.

The first Manipulation of a round is free, the second takes the Move, the third the Main (rulings A2 #118).
A shield always takes the Move and is none of the three; dropping something is always free.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.actor import BLIND, Actor
from engine.model.commands import Act
from engine.model.events import Lifted, Said, SheetSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, phrase
from engine.model.requests import AskChoice, Pick
from engine.rulesets.common import hard, soft
from engine.rulesets.ose import free_actions
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import write_page, write_turn
from engine.rulesets.ose.deeds import (
    ITEM_VERBS,
    Deed,
    allies_beside,
    deed_of,
    deeds,
    is_manipulation,
    moves_shield,
    price,
    said,
)
from engine.rulesets.ose.doors import turn_door, why_not_door
from engine.rulesets.ose.economy import Cost, can_pay
from engine.rulesets.ose.item_use import play_drink, play_use, why_not_used
from engine.rulesets.ose.items import ItemKind
from engine.rulesets.ose.sheet import OseSheet, free_hands, sheet
from engine.rulesets.ose.things import (
    carried,
    gear_of,
    give_up,
    hands_for,
    has_hands_for,
    in_hand,
    is_shield,
    lay,
    light_feet,
    lying_near,
    name_of,
    parcel,
    receive,
    taken,
    without,
)
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import look_around

__all__ = ["ITEM_VERBS", "deeds", "play_item", "spend", "why_not_done", "why_not_handled"]


def why_not_handled(board: Board, act: Act) -> tuple[Refusal, ...]:
    """What speaks against the deed an act means."""
    return why_not_done(board, board.actor(act.actor), deed_of(board, act))


def why_not_done(board: Board, actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    """What speaks against a deed: hands, the thing itself, what is left of the round."""
    found = _why_not_itself(board, actor, deed)
    if any(refusal.hard for refusal in found):
        return found
    return (*found, *_why_not_paid(board, actor, deed))


def play_item(draft: Draft, act: Act) -> Procedure[None]:
    """Do it, pay for it, and bring what the body can strike with and lights up up to date."""
    actor_id, deed = act.actor, deed_of(draft.board, act)
    if deed.kind == "use":
        yield from play_use(draft, actor_id, deed, spend)
    else:
        yield from _play_deed(draft, actor_id, deed)
    if actor_id in draft:
        sync_arms(draft, actor_id)
    look_around(draft)


def spend(draft: Draft, actor_id: ActorId, cost: Cost) -> None:
    """A Move that goes into something else keeps what was walked of it and no more (OSE-GEN-02)."""
    if cost is Cost.MOVE and not sheet(draft[actor_id]).turn.move_closed:
        write_turn(draft, actor_id, move_closed=True, closed_at=draft[actor_id].stride.spent)
    if cost is Cost.MAIN:
        write_turn(draft, actor_id, main_spent=True)


def spend_manipulation(draft: Draft, actor_id: ActorId, cost: Cost) -> None:
    """One Manipulation more, and the action it takes."""
    write_turn(draft, actor_id, manipulations=sheet(draft[actor_id]).turn.manipulations + 1)
    spend(draft, actor_id, cost)


# --- hands ----------------------------------------------------------------------------------------------


def why_no_hand(page: OseSheet, needed: int, drawing: bool = False) -> tuple[Refusal, ...]:
    """A free hand is needed (OSE-MANIP-09). A weapon for two hands may be held in one for the rest of the
    round, as long as it has not struck and nothing else is to be held (OSE-TWOHAND-05, OSE-TWOHAND-06)."""
    if free_hands(page) >= needed:
        return ()
    grips_one_thing = bool(page.hands.main) and not page.hands.off
    if grips_one_thing and not drawing and needed == 1:
        struck = page.turn.attacked or page.turn.used
        return soft("why.both_hands_used", "OSE-TWOHAND-06") if struck else ()
    if any(is_shield(page, key) for key in in_hand(page)) and needed == 1:
        return soft("why.shield_hand", "OSE-SHIELD-04")
    if needed == 1:
        return soft("why.no_free_hand", "OSE-MANIP-09")
    return soft("why.two_free_hands", "OSE-MANIP-10" if not drawing else "OSE-MANIP-09")


def loosens_grip(page: OseSheet) -> bool:
    """Whether a free hand must first come off a weapon for two."""
    return free_hands(page) == 0 and bool(page.hands.main) and not page.hands.off


def forgoes_weapon(draft: Draft, actor_id: ActorId) -> Procedure[bool]:
    """A hand comes off a weapon for two only at the price of its use this round (rulings A2 #112)."""
    page = sheet(draft[actor_id])
    answer = yield from ask(
        AskChoice(
            title=phrase(
                "item.forgo",
                "OSE-TWOHAND-05",
                who=ActorRef(actor_id),
                item=name_of(page, page.hands.main),
            ),
            picks=(
                Pick("forgo", phrase("item.forgo_yes", "OSE-TWOHAND-05")),
                Pick("keep", phrase("item.forgo_no", "OSE-TWOHAND-06")),
            ),
            side=draft[actor_id].side,
            actor=actor_id,
        )
    )
    if answer.pick != "forgo":
        return False
    write_turn(draft, actor_id, forgone=True)  # Rule: OSE-TWOHAND-05
    sync_arms(draft, actor_id)
    return True


# --- what speaks against it -----------------------------------------------------------------------------


def _why_not_itself(board: Board, actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    page = sheet(actor)
    match deed.kind:
        case "draw":
            return _why_not_drawn(page, deed.key)
        case "stow" | "drop" | "douse" | "drink" | "light" | "give" | "shift":
            if deed.key not in in_hand(page):
                return hard("why.not_in_hand", item=name_of(page, deed.key))
            return _why_not_with_held(board, actor, deed)
        case "pick_up":
            return _why_not_picked_up(board, actor, deed.key)
        case "door":
            found = why_not_door(board, actor, deed.key)
            return found or why_no_hand(page, 1)
        case "open":
            return _why_not_opened(page, deed.key)
        case "use":
            return why_not_used(board.battle, actor, deed)
        case _:
            return hard("why.handle_what")


def _why_not_drawn(page: OseSheet, key: str) -> tuple[Refusal, ...]:
    found = carried(page, key)
    if found is None or key in in_hand(page):
        return hard("why.not_carried", item=name_of(page, key))
    if _is_backpack(page, key):
        return soft("why.backpack", "OSE-MANIP-16")
    packed = soft("why.packed", "OSE-MANIP-17", item=found.name) if key in page.packed else ()
    return (*packed, *why_no_hand(page, hands_for(found), drawing=True))


def _why_not_with_held(board: Board, actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    page = sheet(actor)
    match deed.kind:
        case "light":
            return _why_not_lit(board, actor, deed.key)
        case "douse":
            return () if deed.key in page.lit else hard("why.not_lit", item=name_of(page, deed.key))
        case "give":
            return _why_not_given(board, actor, deed)
        case "shift":
            return _why_not_shifted(page, deed.key)
        case "drink":
            potion = any(one.key == deed.key and one.kind is ItemKind.POTION for one in page.items)
            return () if potion else hard("why.no_potion", item=name_of(page, deed.key))
        case _:
            return ()


def _why_not_lit(board: Board, actor: Actor, key: str) -> tuple[Refusal, ...]:
    """A free hand and the means: a tinder box at the belt, or a flame within reach (OSE-MANIP-06)."""
    page = sheet(actor)
    if not light_feet(page, key) or key in page.lit:
        return hard("why.no_light", item=name_of(page, key))
    tinder = any(one.kind is ItemKind.TINDER and one.key not in page.packed for one in page.items)
    flame = (
        any(lit in in_hand(page) for lit in page.lit)
        or any(ally.light for ally in allies_beside(board, actor))
        or any(thing.light for thing in lying_near(board, actor))
    )
    means = () if tinder or flame else soft("why.no_flame", "OSE-MANIP-06")
    return (*means, *why_no_hand(page, 1))


def _why_not_given(board: Board, actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    """To an ally within arm's length with hands free for it (OSE-MANIP-07); a blind one finds nobody."""
    if deed.to not in board.battle.actors:
        return hard("why.give_to_whom")
    if actor.has(BLIND):
        return soft("why.give_blind", "OSE-MANIP-07", who=ActorRef(actor.id))
    if deed.to not in {ally.id for ally in allies_beside(board, actor)}:
        return soft("why.give_far", "OSE-MANIP-07", to=ActorRef(deed.to))
    if has_hands_for(sheet(board.actor(deed.to)), parcel(sheet(actor), deed.key)):
        return ()
    return soft("why.give_hands", "OSE-MANIP-07", to=ActorRef(deed.to))


def _why_not_shifted(page: OseSheet, key: str) -> tuple[Refusal, ...]:
    """The other hand must be empty; that of a shield never is (OSE-SHIELD-03)."""
    other = next((held for held in in_hand(page) if held != key), "")
    if not other:
        return ()
    return soft("why.shield_hand", "OSE-SHIELD-03" if is_shield(page, other) else "OSE-MANIP-09")


def _why_not_picked_up(board: Board, actor: Actor, thing_id: str) -> tuple[Refusal, ...]:
    thing = board.battle.thing(thing_id)
    if thing is None or thing not in lying_near(board, actor):
        return hard("why.not_lying_here", item=thing.name if thing else thing_id)
    found = gear_of(thing)
    needed = hands_for(found.weapon or found.shield or found.item)
    return why_no_hand(sheet(actor), needed, drawing=True)


def _why_not_opened(page: OseSheet, key: str) -> tuple[Refusal, ...]:
    if not _is_backpack(page, key):
        return hard("why.not_carried", item=name_of(page, key))
    return soft("why.backpack", "OSE-MANIP-16")


def _is_backpack(page: OseSheet, key: str) -> bool:
    return any(one.key == key and one.kind is ItemKind.BACKPACK for one in page.items)


def _why_not_paid(board: Board, actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    cost = price(board, actor, deed)
    if cost is None:
        return soft("why.no_manipulation", "OSE-MANIP-13")
    if deed.kind == "drop":
        return free_actions.why_not(actor)
    if can_pay(actor, cost):
        return ()
    if deed.kind == "use" and not is_manipulation(board, actor, deed):
        return soft("why.main_spent" if cost is Cost.MAIN else "why.move_spent", "OSE-ACT-02")
    if cost is Cost.MAIN:
        return soft("why.third_item", "OSE-MANIP-13")
    if moves_shield(board, actor, deed):
        return soft("why.shield_needs_move", "OSE-MANIP-15")
    return soft("why.second_item", "OSE-MANIP-12")


# --- doing it -------------------------------------------------------------------------------------------


def _play_deed(draft: Draft, actor_id: ActorId, deed: Deed) -> Procedure[None]:
    needs_hand = deed.kind in ("door", "light") and loosens_grip(sheet(draft[actor_id]))
    if needs_hand and not (yield from forgoes_weapon(draft, actor_id)):
        return
    line = said(draft.board, draft[actor_id], deed)
    counts = is_manipulation(draft.board, draft[actor_id], deed)
    cost = price(draft.board, draft[actor_id], deed) or Cost.FREE
    if counts:
        spend_manipulation(draft, actor_id, cost)
    else:
        spend(draft, actor_id, cost)
    draft.emit(Said(line, about=actor_id, rule=line.rule))
    _handle(draft, actor_id, deed)
    if deed.kind == "drop":
        yield from free_actions.take(draft, actor_id)
    if deed.kind == "drink":
        yield from play_drink(draft, actor_id, deed.key)


def _handle(draft: Draft, actor_id: ActorId, deed: Deed) -> None:
    page = sheet(draft[actor_id])
    match deed.kind:
        case "draw":
            unpacked = tuple(key for key in page.packed if key != deed.key)
            write_page(draft, actor_id, hands=taken(page, deed.key), packed=unpacked)
        case "stow":
            write_page(draft, actor_id, hands=without(page.hands, deed.key), lit=_doused(page, deed.key))
        case "drop":
            lay(draft, actor_id, deed.key, draft[actor_id].cell or (0, 0))
        case "pick_up":
            _pick_up(draft, actor_id, deed.key)
        case "give":
            gear = parcel(page, deed.key)
            draft.emit(SheetSet(actor_id, give_up(page, deed.key)))
            draft.emit(SheetSet(deed.to, receive(sheet(draft[deed.to]), gear)))
            sync_arms(draft, deed.to)
        case "light":
            write_page(draft, actor_id, lit=(*page.lit, deed.key))
        case "douse":
            write_page(draft, actor_id, lit=_doused(page, deed.key))
        case "shift":
            write_page(draft, actor_id, hands=replace(page.hands, main=page.hands.off, off=page.hands.main))
        case "open":
            write_page(draft, actor_id, packed=())
        case "door":
            turn_door(draft, deed.key)
        case _:
            return


def _pick_up(draft: Draft, actor_id: ActorId, thing_id: str) -> None:
    thing = draft.battle.thing(thing_id)
    if thing is not None:
        draft.emit(Lifted(thing_id))
        draft.emit(SheetSet(actor_id, receive(sheet(draft[actor_id]), gear_of(thing))))


def _doused(page: OseSheet, key: str) -> tuple[str, ...]:
    return tuple(one for one in page.lit if one != key)
