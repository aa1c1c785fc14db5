"""Everybody moves at once, one space a tick; enemies who meet stop where they meet (ruling B2 #4)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from msgspec.structs import replace

from engine.model.events import Said, SheetSet
from engine.model.phrase import ActorId, ActorRef, Cell, phrase
from engine.model.requests import AskRoll, Picked
from engine.rulesets.common import tell_roll
from engine.rulesets.reduction.ground import engaged_with
from engine.rulesets.reduction.options import options
from engine.rulesets.reduction.sheet import planned, sheet
from engine.rulesets.reduction.verbs import MOVES
from engine.tactics.draft import Draft, Procedure, ask
from engine.tactics.hiding import give_away
from engine.tactics.step import Outcome, StepRules, step

_Paths = Mapping[ActorId, tuple[Cell, ...]]


def move_everybody(draft: Draft, rules: StepRules) -> Procedure[None]:
    """Carry out all declared movement."""
    # Rule: OSR-INIT-06
    paths = _declared(draft)
    if options(draft.battle).movement == "together":
        yield from _move(draft, rules, paths)
        return
    faster_first = sorted(paths, key=lambda mover: -sheet(draft[mover]).move)
    for mover in faster_first:
        yield from _move(draft, rules, {mover: paths[mover]})


def remember_space(draft: Draft, mover: ActorId, src: Cell) -> None:
    """Note where a mover came from: nobody falls back past the enemy who came from there."""
    draft.emit(SheetSet(mover, replace(sheet(draft[mover]), came_from=src)))


def _move(draft: Draft, rules: StepRules, paths: _Paths) -> Procedure[None]:
    """Move these at once. What is left of a move after contact is lost (ruling G14)."""
    behind = {mover: _foes(draft, mover) for mover in paths}
    first = True
    while paths:
        waiting = yield from _give_way(draft, paths)
        left: dict[ActorId, tuple[Cell, ...]] = {}
        for mover, path in paths.items():
            if mover in waiting:
                left[mover] = path
                continue
            outcome = yield from step(draft, rules, mover, path[0], _verb(draft, mover), first)
            if outcome is Outcome.GO and len(path) > 1:
                left[mover] = path[1:]
        for mover in paths:
            _come_into_the_open(draft, mover, _foes(draft, mover) - behind[mover])
        met = _met(draft, left, behind)
        for mover in met:
            draft.emit(Said(phrase("osr.contact", "OSR-INIT-06", who=ActorRef(mover)), about=mover))
        paths = {mover: path for mover, path in left.items() if mover not in met}
        first = False


def _met(draft: Draft, left: _Paths, behind: Mapping[ActorId, frozenset[ActorId]]) -> tuple[ActorId, ...]:
    """Who is stopped by an enemy it was not in melee with when everybody set out."""
    if options(draft.battle).contact == "passes":
        return ()
    return tuple(mover for mover in left if _foes(draft, mover) - behind[mover])


def _come_into_the_open(draft: Draft, mover: ActorId, foes: frozenset[ActorId]) -> None:
    """Who lay hidden where enemies meet is seen."""
    for foe in sorted(foes):
        give_away(draft, foe, mover)
        give_away(draft, mover, foe)


def _foes(draft: Draft, mover: ActorId) -> frozenset[ActorId]:
    return frozenset(foe.id for foe in engaged_with(draft.battle, draft[mover]))


def _declared(draft: Draft) -> _Paths:
    found: dict[ActorId, tuple[Cell, ...]] = {}
    for actor in draft.battle.actors.values():
        plan = planned(sheet(actor), *MOVES)
        if actor.active and plan is not None and plan.path:
            found[actor.id] = plan.path
    return found


def _verb(draft: Draft, mover: ActorId) -> str:
    plan = planned(sheet(draft[mover]), *MOVES)
    return plan.verb if plan else "move"


def _give_way(draft: Draft, paths: _Paths) -> Procedure[frozenset[ActorId]]:
    """Of two enemies about to change places, the slower waits for the faster; equals roll for it."""
    waiting: set[ActorId] = set()
    for one, other in combinations(paths, 2):
        if waiting & {one, other} or not _change_places(draft, paths, one, other):
            continue
        faster = sheet(draft[one]).move - sheet(draft[other]).move
        if faster == 0:
            faster = yield from _toss(draft, one, other)
        waiting.add(other if faster > 0 else one)
    return frozenset(waiting)


def _change_places(draft: Draft, paths: _Paths, one: ActorId, other: ActorId) -> bool:
    hostile = draft.battle.hostile(draft[one].side, draft[other].side)
    return hostile and paths[one][0] == draft[other].cell and paths[other][0] == draft[one].cell


def _toss(draft: Draft, one: ActorId, other: ActorId) -> Procedure[int]:
    """1 if `one` steps into the other's space, -1 if the other does."""
    request = AskRoll(
        title=phrase("osr.toss", "OSR-INIT-06", one=ActorRef(one), other=ActorRef(other)),
        dice=(6,),
        beats=4,
        side=draft[one].side,
        actor=one,
        about=other,
    )
    faces = yield from ask(request)
    if isinstance(faces, Picked):
        return 1
    tell_roll(draft, request, faces, "OSR-INIT-06")
    return 1 if request.succeeds(faces) else -1
