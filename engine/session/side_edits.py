"""Sides made, changed and taken away by the GM's own hand. Who is hostile to whom always counts both ways."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.model import commands as cmd
from engine.model import events as ev
from engine.model.battle import Battle, Control, Side
from engine.model.offers import Refusal, SlotState
from engine.model.phrase import ActorRef, Arg, SideId, SideRef, phrase
from engine.rulesets.ruleset import Ruleset
from engine.tactics.draft import Draft

SideEdit = cmd.AddSide | cmd.ReviseSide | cmd.RemoveSide
Sides = tuple[Side, ...]


def why_not(battle: Battle, edit: SideEdit, ruleset: Ruleset) -> tuple[Refusal, ...]:
    """What makes the edit impossible, or what the rule book has against it."""
    match edit:
        case cmd.AddSide(side=side):
            if side.id and _find(battle, side.id) is not None:
                return _hard("edit.id_taken", id=side.id)
            return _unfit(battle, side)
        case cmd.ReviseSide(side=side):
            return _why_not_revised(battle, side, ruleset)
        case cmd.RemoveSide(side=side_id):
            known = _find(battle, side_id)
            if known is None:
                return _hard("edit.no_side", side=side_id)
            return _why_not_removed(battle, known, ruleset)


def events(draft: Draft, edit: SideEdit) -> tuple[ev.Event, ...]:
    """The sides as they are after the edit, and lines of the GM's log: a side may be a secret."""
    before = draft.battle
    told: tuple[ev.Event, ...]
    match edit:
        case cmd.AddSide(side=side):
            after = _with(before.sides, replace(side, id=side.id or _free_id(draft), name=side.name.strip()))
            told = (_told("log.side_added", side=SideRef(after[-1].id)),)
        case cmd.ReviseSide(side=side):
            after = _with(before.sides, replace(side, name=side.name.strip()))
            told = (*_renamed(before.side(side.id), after),)
        case cmd.RemoveSide(side=side_id):
            after = _without(before.sides, side_id)
            return (ev.SidesSet(after), _told("log.side_removed", side=before.side(side_id).name))
    return (ev.SidesSet(after), *told, *_hostility_told(before.sides, after))


# --- refusals -----------------------------------------------------------------------------------------


def _why_not_revised(battle: Battle, side: Side, ruleset: Ruleset) -> tuple[Refusal, ...]:
    known = _find(battle, side.id)
    if known is None:
        return _hard("edit.no_side", side=side.id)
    unfit = _unfit(battle, side)
    if unfit:
        return unfit
    if side.control is not Control.PLAYERS and _alone_with_players(battle, known):
        return _hard("edit.side_of_players", side=SideRef(side.id))
    if set(known.hostile_to) <= set(side.hostile_to):
        return ()
    return ruleset.may_ally(replace(battle, sides=_with(battle.sides, side)))


def _why_not_removed(battle: Battle, side: Side, ruleset: Ruleset) -> tuple[Refusal, ...]:
    named = SideRef(side.id)
    members = list(battle.members(side.id))
    if members:
        key = "edit.side_of_one" if len(members) == 1 else "edit.side_of_more"
        return _hard(key, who=ActorRef(members[0].id), rest=len(members) - 1, side=named)
    if _alone_with_players(battle, side):
        return _hard("edit.side_of_players", side=named)
    slots = ruleset.progress(battle).slots
    if any(slot.side == side.id and slot.state is SlotState.CURRENT for slot in slots):
        return _hard("edit.side_acting", side=named)
    if not side.hostile_to:
        return ()
    return ruleset.may_ally(replace(battle, sides=_without(battle.sides, side.id)))


def _unfit(battle: Battle, side: Side) -> tuple[Refusal, ...]:
    """What is wrong with a side's name, or with those it is said to be hostile to."""
    name = side.name.strip()
    if not name:
        return _hard("edit.side_nameless")
    if any(other.id != side.id and other.name.casefold() == name.casefold() for other in battle.sides):
        return _hard("edit.side_taken", name=name)
    unknown = next((foe for foe in side.hostile_to if _find(battle, foe) is None), None)
    return _hard("edit.no_side", side=unknown) if unknown is not None else ()


def _alone_with_players(battle: Battle, side: Side) -> bool:
    """Whether the players would speak for nobody without this side."""
    return [one.id for one in battle.sides if one.control is Control.PLAYERS] == [side.id]


def _hard(key: str, /, **args: Arg) -> tuple[Refusal, ...]:
    return (Refusal(phrase(key, "", **args), hard=True),)


# --- changes ------------------------------------------------------------------------------------------


def _with(sides: Sides, changed: Side) -> Sides:
    """The sides with one replaced or added; those it names are hostile to it, and no others."""
    foes = tuple(side.id for side in sides if side.id in changed.hostile_to and side.id != changed.id)
    changed = replace(changed, hostile_to=foes)
    if all(side.id != changed.id for side in sides):
        sides = (*sides, changed)
    return tuple(changed if side.id == changed.id else _facing(side, changed) for side in sides)


def _facing(side: Side, changed: Side) -> Side:
    """The side as hostile to the changed one as that is to it."""
    hostile = side.id in changed.hostile_to
    if hostile == (changed.id in side.hostile_to):
        return side
    rest = tuple(foe for foe in side.hostile_to if foe != changed.id)
    return replace(side, hostile_to=(*rest, changed.id) if hostile else rest)


def _without(sides: Sides, gone: SideId) -> Sides:
    nobody = Side(gone, "")
    return tuple(_facing(side, nobody) for side in sides if side.id != gone)


def _free_id(draft: Draft) -> SideId:
    """An id no side has; a side of a file may be called so already."""
    while True:
        found = f"s{draft.next_number()}"
        if _find(draft.battle, found) is None:
            return found


def _find(battle: Battle, side_id: SideId) -> Side | None:
    return next((side for side in battle.sides if side.id == side_id), None)


# --- the GM's log ---------------------------------------------------------------------------------------


def _renamed(before: Side, sides: Sides) -> Iterator[ev.Event]:
    """Lines for another name and another speaker."""
    after = next(side for side in sides if side.id == before.id)
    if after.name != before.name:
        yield _told("log.side_renamed", was=before.name, side=SideRef(after.id))
    if after.control is not before.control:
        yield _told(f"log.side_{after.control.value}", side=SideRef(after.id))


def _hostility_told(before: Sides, after: Sides) -> Iterator[ev.Event]:
    """A line for each two sides that became enemies, or no longer are."""
    were, are = _enemies(before), _enemies(after)
    for pair in sorted(were ^ are):
        key = "log.side_enemies" if pair in are else "log.side_peace"
        yield _told(key, side=SideRef(pair[0]), other=SideRef(pair[1]))


def _enemies(sides: Sides) -> set[tuple[SideId, SideId]]:
    """Each two sides that are enemies, once."""
    return {(min(side.id, foe), max(side.id, foe)) for side in sides for foe in side.hostile_to}


def _told(key: str, /, **args: Arg) -> ev.Event:
    return ev.Said(phrase(key, "", **args), gm_only=True)
