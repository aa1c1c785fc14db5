"""Manipulations: drawing, stowing, dropping and picking up, doors, shields.

The first Manipulation of a round is free, the second takes the Move, the third the Main (rulings A2 #118).
A shield always takes the Move and is none of the three; dropping something is always free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.grid.cells import footprint
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.events import Said, TerrainSet
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Phrase, phrase
from engine.model.requests import AskChoice, Pick
from engine.model.terrain import Door, DoorState
from engine.rulesets.common import hard, soft
from engine.rulesets.ose.arms import sync_arms
from engine.rulesets.ose.bodies import write_page, write_turn
from engine.rulesets.ose.economy import Cost, can_pay, manipulation_cost
from engine.rulesets.ose.sheet import Hands, OseSheet, Quality, free_hands, sheet, weapon
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.step import look_around

ITEM_VERBS = ("draw", "stow", "drop", "pick_up", "door")
"""Deeds that can be named as a verb of their own, or as `Act("item", picks={"do": "draw:dagger"})`."""


class Deed(NamedTuple):
    """What is done with which thing: a gear key, or a door's id."""

    kind: str
    key: str


def deed_of(act: Act) -> Deed:
    """Read an act of this module. The thing is the pick `item` (or `door`) when the verb says the rest."""
    if act.verb == "item":
        kind, _, key = act.picks.get("do", "").partition(":")
        return Deed(kind, key)
    return Deed(act.verb, act.picks.get("door" if act.verb == "door" else "item", ""))


def deeds(board: Board, actor: Actor) -> tuple[tuple[Deed, Phrase], ...]:
    """Everything the actor could do with its things and the doors beside it, in words, allowed or not."""
    return tuple((deed, _words(actor, deed)) for deed in _deeds(board, actor))


def price(actor: Actor, deed: Deed) -> Cost | None:
    """What the deed takes of the round; None when no Manipulation is left."""
    page = sheet(actor)
    if deed.kind == "drop":
        return Cost.FREE  # Rule: OSE-ACT-07
    if _is_shield(page, deed.key):
        return Cost.MOVE  # Rule: OSE-MANIP-14
    return manipulation_cost(page)


def why_not_handled(board: Board, act: Act) -> tuple[Refusal, ...]:
    """What speaks against the deed an act means."""
    return why_not_done(board, board.actor(act.actor), _resolved(board, act))


def why_not_done(board: Board, actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    """What speaks against a deed: hands, the thing itself, what is left of the round."""
    match deed.kind:
        case "draw":
            found = _why_not_drawn(sheet(actor), deed.key)
        case "stow" | "drop":
            held = deed.key in _in_hand(sheet(actor))
            found = () if held else hard("why.not_in_hand", item=_name(sheet(actor), deed.key))
        case "pick_up":
            found = _why_not_picked_up(actor, deed.key)
        case "door":
            found = _why_not_door(board, actor, deed.key)
        case _:
            return hard("why.handle_what")
    return (*found, *_why_not_paid(actor, deed))


def play_item(draft: Draft, act: Act) -> Procedure[None]:
    """Do it, pay for it, and bring what the body can strike with up to date."""
    actor_id, deed = act.actor, _resolved(draft.board, act)
    if _loosens_grip(draft[actor_id], deed):
        if not (yield from _forgoes_weapon(draft, actor_id)):
            return
        write_turn(draft, actor_id, forgone=True)  # Rule: OSE-TWOHAND-05
    said = _said(draft[actor_id], deed)
    _pay(draft, actor_id, deed)
    if deed.kind == "door":
        _turn_door(draft, deed.key)
    else:
        _handle(draft, actor_id, deed)
    draft.emit(Said(said, about=actor_id, rule=said.rule))
    sync_arms(draft, actor_id)
    if deed.kind == "door":
        look_around(draft)


def spend(draft: Draft, actor_id: ActorId, cost: Cost) -> None:
    """A Move that goes into something else keeps what was walked of it and no more (OSE-GEN-02)."""
    if cost is Cost.MOVE and not sheet(draft[actor_id]).turn.move_closed:
        write_turn(draft, actor_id, move_closed=True, closed_at=draft[actor_id].stride.spent)
    if cost is Cost.MAIN:
        write_turn(draft, actor_id, main_spent=True)


def doors_beside(board: Board, actor: Actor) -> tuple[Door, ...]:
    """Doors whose middle is in the actor's squares or the ring around them; secret ones are not known."""
    return tuple(door for door in board.battle.terrain.doors if not door.secret and _beside(actor, door))


# --- what can be done ---------------------------------------------------------------------------------


def _deeds(board: Board, actor: Actor) -> Iterator[Deed]:
    page = sheet(actor)
    lying = {key for key, _, _ in page.dropped}
    things = [item.key for item in page.gear] + [shield.key for shield in page.shields]
    for key in things:
        if key not in _in_hand(page) and key not in lying:
            yield Deed("draw", key)
    for kind in ("stow", "drop"):
        for key in _in_hand(page):
            yield Deed(kind, key)
    for key in lying:
        yield Deed("pick_up", key)
    for door in doors_beside(board, actor):
        yield Deed("door", door.id)


def _resolved(board: Board, act: Act) -> Deed:
    """The deed with its door found: by id, by a square of the act, else the only door beside the actor."""
    deed = deed_of(act)
    if deed.kind != "door" or deed.key:
        return deed
    near = doors_beside(board, board.actor(act.actor))
    chosen = [door for door in near if not act.cells or _cell_of(door) in act.cells]
    return Deed("door", chosen[0].id if len(chosen) == 1 else "")


def _in_hand(page: OseSheet) -> tuple[str, ...]:
    return tuple(key for key in (page.hands.main, page.hands.off) if key)


def _is_shield(page: OseSheet, key: str) -> bool:
    return any(shield.key == key for shield in page.shields)


def _name(page: OseSheet, key: str) -> str:
    item = weapon(page, key)
    if item is not None:
        return item.name
    return next((shield.name for shield in page.shields if shield.key == key), key)


def _hands_needed(page: OseSheet, key: str) -> int:
    """Hands that must be free to take the thing up; a bow or sling is carried in one (rulings G12)."""
    item = weapon(page, key)
    if item is None or item.has(Quality.BOW) or item.has(Quality.SLING):
        return 1
    return max(1, item.hands)


def _why_not_drawn(page: OseSheet, key: str) -> tuple[Refusal, ...]:
    carried = weapon(page, key) is not None or _is_shield(page, key)
    if not carried or key in _in_hand(page) or any(key == lying for lying, _, _ in page.dropped):
        return hard("why.not_carried", item=_name(page, key))
    return _why_no_hand(page, _hands_needed(page, key), drawing=True)


def _why_no_hand(page: OseSheet, needed: int, drawing: bool = False) -> tuple[Refusal, ...]:
    """A free hand is needed (OSE-MANIP-09). A weapon for two hands may be held in one for the rest of the
    round, as long as it has not struck and nothing else is to be held (OSE-TWOHAND-05, OSE-TWOHAND-06)."""
    if free_hands(page) >= needed:
        return ()
    grips_one_thing = bool(page.hands.main) and not page.hands.off
    if grips_one_thing and not drawing:
        struck = page.turn.attacked or page.turn.used
        return soft("why.both_hands_used", "OSE-TWOHAND-06") if struck else ()
    if any(shield.key in _in_hand(page) for shield in page.shields) and needed == 1:
        return soft("why.shield_hand", "OSE-SHIELD-04")
    return soft("why.no_free_hand" if needed == 1 else "why.two_free_hands", "OSE-MANIP-09")


def _loosens_grip(actor: Actor, deed: Deed) -> bool:
    page = sheet(actor)
    return deed.kind in ("door", "pick_up") and free_hands(page) == 0 and not page.hands.off


def _forgoes_weapon(draft: Draft, actor_id: ActorId) -> Procedure[bool]:
    """A hand comes off a weapon for two only at the price of its use this round (rulings A2 #112)."""
    page = sheet(draft[actor_id])
    answer = yield from ask(
        AskChoice(
            title=phrase(
                "item.forgo", "OSE-TWOHAND-05", who=ActorRef(actor_id), item=_name(page, page.hands.main)
            ),
            picks=(
                Pick("forgo", phrase("item.forgo_yes", "OSE-TWOHAND-05")),
                Pick("keep", phrase("item.forgo_no", "OSE-TWOHAND-06")),
            ),
            side=draft[actor_id].side,
            actor=actor_id,
        )
    )
    return answer.pick == "forgo"


def _why_not_picked_up(actor: Actor, key: str) -> tuple[Refusal, ...]:
    page = sheet(actor)
    here = footprint(actor.cell, actor.size) if actor.cell is not None else ()
    if not any(key == lying and (x, y) in here for lying, x, y in page.dropped):
        return hard("why.not_lying_here", item=_name(page, key))
    return _why_no_hand(page, _hands_needed(page, key), drawing=True)


def _why_not_door(board: Board, actor: Actor, door_id: str) -> tuple[Refusal, ...]:
    door = board.battle.terrain.door(door_id)
    if door is None or door.secret:
        return hard("why.no_door")
    if not _beside(actor, door):
        return soft("why.door_far", "OSE-MANIP-05")
    if door.state is DoorState.LOCKED:
        return soft("why.door_locked", "OSE-MANIP-05")
    if door.state is DoorState.OPEN and _in_the_way(board.battle, door):
        return soft("why.door_blocked", "OSE-MANIP-05")
    return _why_no_hand(sheet(actor), 1)


def _why_not_paid(actor: Actor, deed: Deed) -> tuple[Refusal, ...]:
    cost = price(actor, deed)
    if cost is None:
        return soft("why.no_manipulation", "OSE-MANIP-13")
    if can_pay(actor, cost):
        return ()
    shield = _is_shield(sheet(actor), deed.key)
    if cost is Cost.MOVE:
        return (
            soft("why.shield_needs_move", "OSE-MANIP-15")
            if shield
            else soft("why.second_item", "OSE-MANIP-12")
        )
    return soft("why.third_item", "OSE-MANIP-13")


# --- doing it -----------------------------------------------------------------------------------------


def _pay(draft: Draft, actor_id: ActorId, deed: Deed) -> None:
    cost = price(draft[actor_id], deed) or Cost.FREE
    counts = deed.kind != "drop" and not _is_shield(sheet(draft[actor_id]), deed.key)
    if counts:
        write_turn(draft, actor_id, manipulations=sheet(draft[actor_id]).turn.manipulations + 1)
    spend(draft, actor_id, cost)


def _handle(draft: Draft, actor_id: ActorId, deed: Deed) -> None:
    page = sheet(draft[actor_id])
    hands = page.hands
    match deed.kind:
        case "draw":
            write_page(draft, actor_id, hands=_taken(page, deed.key))
        case "pick_up":
            rest = tuple(one for one in page.dropped if one[0] != deed.key)
            write_page(draft, actor_id, hands=_taken(page, deed.key), dropped=rest)
        case "stow":
            write_page(draft, actor_id, hands=_without(hands, deed.key))
        case _:
            x, y = draft[actor_id].cell or (0, 0)
            lying = (*page.dropped, (deed.key, x, y))
            write_page(draft, actor_id, hands=_without(hands, deed.key), dropped=lying)


def _taken(page: OseSheet, key: str) -> Hands:
    """A shield goes to the off hand and leaves the main hand to a weapon."""
    hands = page.hands
    wants_off = bool(hands.main) or (_is_shield(page, key) and not hands.off)
    return replace(hands, off=key) if wants_off else replace(hands, main=key)


def _without(hands: Hands, key: str) -> Hands:
    return replace(hands, main="") if hands.main == key else replace(hands, off="")


def _turn_door(draft: Draft, door_id: str) -> None:
    terrain = draft.battle.terrain
    door = terrain.door(door_id)
    if door is not None:
        state = DoorState.CLOSED if door.state is DoorState.OPEN else DoorState.OPEN
        draft.emit(TerrainSet(terrain.with_door(replace(door, state=state))))


# --- words --------------------------------------------------------------------------------------------

_RULES = {
    "draw": "OSE-MANIP-02",
    "stow": "OSE-MANIP-03",
    "drop": "OSE-ACT-07",
    "pick_up": "OSE-MANIP-04",
    "door": "OSE-MANIP-05",
}


def _words(actor: Actor, deed: Deed) -> Phrase:
    rule = _RULES.get(deed.kind, "OSE-MANIP-01")
    return phrase(f"item.{deed.kind}", rule, item=_name(sheet(actor), deed.key))


def _said(actor: Actor, deed: Deed) -> Phrase:
    page = sheet(actor)
    rule = _RULES[deed.kind]
    if _is_shield(page, deed.key) and deed.kind in ("draw", "stow"):
        rule = "OSE-MANIP-14" if deed.kind == "draw" else "OSE-MANIP-15"
    return phrase(f"item.{deed.kind}s", rule, who=ActorRef(actor.id), item=_name(page, deed.key))


# --- where doors are ----------------------------------------------------------------------------------


def _middle(door: Door) -> tuple[float, float]:
    return (door.a[0] + door.b[0]) / 2 / FINE, (door.a[1] + door.b[1]) / 2 / FINE


def _cell_of(door: Door) -> tuple[int, int]:
    x, y = _middle(door)
    return int(x), int(y)


def _beside(actor: Actor, door: Door) -> bool:
    if actor.cell is None:
        return False
    x, y = _middle(door)
    left, top = actor.cell
    return left - 1 <= x <= left + actor.size + 1 and top - 1 <= y <= top + actor.size + 1


def _in_the_way(battle: Battle, door: Door) -> bool:
    """Whether somebody, standing or lying, fills the square the leaf swings through the middle of."""
    x, y = _middle(door)
    return any(
        actor.cell is not None
        and actor.cell[0] < x < actor.cell[0] + actor.size
        and actor.cell[1] < y < actor.cell[1] + actor.size
        for actor in battle.actors.values()
    )
