"""The GM's own hand: what each edit does to the battle, or the one sentence why it cannot."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from engine.grid.cells import footprint
from engine.model import commands as cmd
from engine.model import events as ev
from engine.model.actor import INVISIBLE, Actor, Guest
from engine.model.battle import Battle, Thing
from engine.model.offers import Refusal
from engine.model.phrase import ActorId, ActorRef, Arg, Cell, CellRef, phrase
from engine.model.terrain import Ground, Terrain
from engine.rulesets.ruleset import Ruleset
from engine.session import side_edits
from engine.tactics.board import Board
from engine.tactics.door_memory import still_known
from engine.tactics.draft import Draft, Procedure
from engine.tactics.map_memory import memory_after
from engine.tactics.naming import numbered_name, own_label
from engine.tactics.perception import pack_cells, unpack_cells
from engine.tactics.step import look_around

LARGEST = 6
"""Squares a side that a body fills at most."""


def why_not(  # noqa: C901 - one arm an edit
    board: Board, edit: cmd.Edit, ruleset: Ruleset
) -> tuple[Refusal, ...]:
    """What makes an edit impossible. The GM may break rules, not geometry: these are hard."""
    battle = board.battle
    actor_id = getattr(edit, "actor", None)
    if isinstance(actor_id, str) and actor_id not in battle.actors:
        return _hard("edit.no_actor", id=actor_id)
    match edit:
        case cmd.PlaceActor(actor=mover, cell=cell) if cell is not None:
            return _why_not_there(board, battle.actors[mover], cell, ruleset)
        case cmd.AddActor():
            return _why_not_added(board, edit, ruleset)
        case cmd.ResizeActor(actor=actor_id, size=size):
            actor = replace(battle.actors[actor_id], size=size)
            if not 1 <= size <= LARGEST:
                return _hard("edit.size_range")
            return _why_not_there(board, actor, actor.cell, ruleset) if actor.cell else ()
        case cmd.ReviseActor(actor=revised):
            return _why_not_revised(board, revised, ruleset)
        case cmd.ListActor(before=before) if before and before not in battle.actors:
            return _hard("edit.no_actor", id=before)
        case cmd.SetFact(actor=actor_id, fact=fact, value=value):
            known = ruleset.with_fact(battle, battle.actors[actor_id], fact, value)
            return () if known is not None else _hard("edit.no_fact", fact=fact)
        case cmd.SetSide(side=side) if side not in {known.id for known in battle.sides}:
            return _hard("edit.no_side", side=side)
        case cmd.AddSide() | cmd.ReviseSide() | cmd.RemoveSide():
            return side_edits.why_not(battle, edit, ruleset)
        case cmd.SetDoor(door=door) if battle.terrain.door(door) is None:
            return _hard("edit.no_door", door=door)
        case cmd.SetOption(key=key, value=value):
            return (
                ()
                if ruleset.with_option(battle, key, value) is not None
                else _hard("edit.no_option", key=key)
            )
        case cmd.LayThing(thing=thing):
            return _why_not_laid(board, thing)
        case cmd.TakeThing(thing=thing_id) if battle.thing(thing_id) is None:
            return _hard("edit.no_thing", thing=thing_id)
        case cmd.SetTerrain(terrain=new):
            outside = [cell for cell in _taken(battle) if not new.extent.contains(cell)]
            return _hard("edit.off_map", cell=CellRef(*outside[0])) if outside else ()
        case cmd.PaintGround(cells=cells) | cmd.ShowCells(cells=cells):
            outside = [cell for cell in cells if not battle.terrain.extent.contains(cell)]
            return _hard("edit.off_map", cell=CellRef(*outside[0])) if outside else ()
        case _:
            return ()


def carry_out(draft: Draft, edit: cmd.Edit, ruleset: Ruleset) -> Procedure[None]:
    """Emit what the edit changes, then let the ruleset settle what follows from it."""
    before = draft.board
    draft.emit(*_events(draft, edit, ruleset))
    memory = memory_after(before, draft.board)
    if memory != draft.battle.map_memory:
        draft.emit(ev.MapRemembered(memory))
    look_around(draft)
    yield from ruleset.settle(draft)


def _events(draft: Draft, edit: cmd.Edit, ruleset: Ruleset) -> tuple[ev.Event, ...]:  # noqa: C901 - one arm an edit
    battle = draft.battle
    terrain = battle.terrain
    match edit:
        case cmd.PlaceActor(actor=actor_id, cell=cell):
            return (ev.Placed(actor_id, cell),)
        case cmd.AddActor():
            return (ev.Joined(_introduced(draft, edit)),)
        case cmd.RemoveActor(actor=actor_id):
            return (ev.Removed(actor_id),)
        case cmd.SetFact(actor=actor_id, fact=fact, value=value):
            page = ruleset.with_fact(battle, battle.actors[actor_id], fact, value)
            return (ev.SheetSet(actor_id, page), *_fact_told(battle, edit, page, ruleset))
        case cmd.SetCondition(actor=actor_id, condition=condition, present=present):
            rest = tuple(one for one in battle.actors[actor_id].conditions if one.key != condition.key)
            held = ev.ConditionsSet(actor_id, (*rest, condition) if present else rest)
            return (held, _condition_told(actor_id, condition.key, present, ruleset))
        case cmd.SetSide(actor=actor_id, side=side):
            return (ev.SideSet(actor_id, side),)
        case cmd.AddSide() | cmd.ReviseSide() | cmd.RemoveSide():
            return side_edits.events(draft, edit)
        case cmd.HideActor(actor=actor_id, hidden=hidden):
            return (ev.HiddenSet(actor_id, hidden), *_no_longer_invisible(battle.actors[actor_id], hidden))
        case cmd.RenameActor(actor=actor_id, name=name, label=label, public_name=public_name):
            actor = battle.actors[actor_id]
            return (
                ev.Named(
                    actor_id, name or actor.name, label or actor.label, public_name or actor.public_name
                ),
            )
        case cmd.ResizeActor(actor=actor_id, size=size):
            return (ev.SizeSet(actor_id, size),)
        case cmd.ReviseActor(actor=revised):
            return (ev.Revised(_rewritten(battle, revised)),)
        case cmd.ListActor(actor=actor_id, before=before):
            return (ev.Listed(_order(battle, actor_id, before)),)
        case cmd.SetDoor(door=door_id, state=state, secret=secret):
            door = terrain.door(door_id)
            if door is None:
                return ()
            changed = replace(
                door,
                state=door.state if state is None else state,
                secret=door.secret if secret is None else secret,
            )
            return _map_changed(battle, terrain.with_door(changed))
        case cmd.PaintGround(cells=cells, ground=ground):
            return (ev.TerrainSet(replace(terrain, ground=_painted(battle, cells, ground))),)
        case cmd.SetTerrain(terrain=new):
            same_size = (new.width, new.height) == (terrain.width, terrain.height)
            return (*_map_changed(battle, new), *(() if same_size else (ev.Remembered(b""),)))
        case cmd.SetOption(key=key, value=value):
            return (ev.OptionsSet(ruleset.with_option(battle, key, value)),)
        case cmd.SetMetric(metric=metric):
            return (ev.MetricSet(metric),)
        case cmd.ShowCells(cells=cells, shown=shown):
            return (ev.Remembered(_remembered(battle, cells, shown)),)
        case cmd.SetDark(dark=dark):
            return (ev.TerrainSet(replace(terrain, dark=dark)),)
        case cmd.LayThing(thing=thing):
            return (ev.Laid(thing if thing.id else replace(thing, id=f"t{draft.next_number()}")),)
        case cmd.TakeThing(thing=thing_id):
            return (ev.Lifted(thing_id),)
        case _ as never:
            assert_never(never)


def _no_longer_invisible(actor: Actor, hidden: bool) -> tuple[ev.Event, ...]:
    """Whoever the GM shows is invisible no more."""
    if hidden or not actor.has(INVISIBLE):
        return ()
    return (ev.ConditionsSet(actor.id, tuple(one for one in actor.conditions if one.key != INVISIBLE)),)


def _order(battle: Battle, actor_id: ActorId, before: ActorId) -> tuple[ActorId, ...]:
    """The roster with the actor moved before another, or behind the last of its side."""
    order = [known for known in battle.actors if known != actor_id]
    if before in order:
        place = order.index(before)
    else:
        comrades = {actor.id for actor in battle.members(battle.actors[actor_id].side)}
        place = max((index + 1 for index, known in enumerate(order) if known in comrades), default=len(order))
    return (*order[:place], actor_id, *order[place:])


def _taken(battle: Battle) -> tuple[Cell, ...]:
    """The far corner of everybody on the map, and where things lie: a new map must have these squares."""
    corners = [
        (one.cell[0] + one.size - 1, one.cell[1] + one.size - 1) for one in battle.actors.values() if one.cell
    ]
    return (*corners, *(thing.cell for thing in battle.things))


def _map_changed(battle: Battle, terrain: Terrain) -> tuple[ev.Event, ...]:
    """The new map, and what the players still remember of its doors."""
    doors = still_known(battle, terrain)
    forgotten = () if doors == battle.doors_seen else (ev.DoorsSeen(doors),)
    return (ev.TerrainSet(terrain), *forgotten)


def _introduced(draft: Draft, edit: cmd.AddActor) -> Actor:
    """The new actor with an id of its own, and a numbered name if its kind is on the map already."""
    actor = edit.actor
    if not actor.id:
        actor = replace(actor, id=f"a{draft.next_number()}")
    if actor.kind and actor.name in ("", actor.kind) and actor.id not in draft.battle.actors:
        name, label = numbered_name(draft.battle, actor.kind)
        actor = replace(actor, name=name, label=label)
    elif not actor.kind and not actor.label:
        actor = replace(actor, label=own_label(draft.battle, actor))
    return actor


def _rewritten(battle: Battle, revised: Actor) -> Actor:
    """What the GM made of an actor; with another name and no letters of its own it gets such as are free."""
    actor = battle.actors[revised.id]
    label = revised.label
    if not label and revised.name != actor.name:
        others = {key: one for key, one in battle.actors.items() if key != revised.id}
        label = own_label(replace(battle, actors=others), replace(actor, name=revised.name, label=""))
    return replace(
        actor,
        name=revised.name,
        label=label,
        kind=revised.kind,
        size=revised.size,
        dark_sight=revised.dark_sight,
        note=revised.note,
        whereabouts=revised.whereabouts,
        sheet=revised.sheet,
    )


def _painted(battle: Battle, cells: tuple[Cell, ...], ground: Ground) -> bytes:
    field = bytearray(battle.terrain.ground)
    for cell in cells:
        field[battle.terrain.extent.index(cell)] = int(ground)
    return bytes(field)


def _remembered(battle: Battle, cells: tuple[Cell, ...], shown: bool) -> bytes:
    extent = battle.terrain.extent
    chosen = frozenset(extent.index(cell) for cell in cells)
    known = unpack_cells(battle.explored)
    return pack_cells(known | chosen if shown else known - chosen, extent.count)


def _fact_told(
    battle: Battle, edit: cmd.SetFact, page: Guest | None, ruleset: Ruleset
) -> tuple[ev.Event, ...]:
    """A line for the GM's log, before what follows; nothing for facts that only the card shows."""
    who = ActorRef(edit.actor)
    if edit.fact in ("dead", "stable"):
        what = phrase(f"log.{edit.fact}_{'set' if edit.value else 'ended'}", who=who)
        return (ev.Said(what, gm_only=True, about=edit.actor),)
    health = ruleset.card(battle, replace(battle.actors[edit.actor], sheet=page)).health
    if edit.fact != "hp" or health is None:
        return ()
    what = phrase("log.hp_set", who=who, value=health.now)
    return (ev.Said(what, gm_only=True, about=edit.actor),)


def _condition_told(actor_id: ActorId, key: str, present: bool, ruleset: Ruleset) -> ev.Event:
    """A line for the GM's log, in the book's word for the condition if it has one."""
    known = f"condition.{key}" in ruleset.about.glossary
    name: Arg = phrase(f"condition.{key}") if known else key.replace("_", " ")
    told = "log.condition_set" if present else "log.condition_ended"
    what = phrase(told, who=ActorRef(actor_id), condition=name)
    return ev.Said(what, gm_only=True, about=actor_id)


def _why_not_added(board: Board, edit: cmd.AddActor, ruleset: Ruleset) -> tuple[Refusal, ...]:
    actor = edit.actor
    if actor.id and actor.id in board.battle.actors:
        return _hard("edit.id_taken", id=actor.id)
    if actor.side not in {side.id for side in board.battle.sides}:
        return _hard("edit.no_side", side=actor.side)
    if not 1 <= actor.size <= LARGEST:
        return _hard("edit.size_range")
    return _why_not_there(board, actor, actor.cell, ruleset) if actor.cell else ()


def _why_not_revised(board: Board, revised: Actor, ruleset: Ruleset) -> tuple[Refusal, ...]:
    actor = board.battle.actors.get(revised.id)
    if actor is None:
        return _hard("edit.no_actor", id=revised.id)
    if not 1 <= revised.size <= LARGEST:
        return _hard("edit.size_range")
    if not isinstance(revised.sheet, ruleset.about.guests):
        return _hard("edit.other_rules", who=revised.name)
    grown = actor.cell if revised.size != actor.size else None
    return _why_not_there(board, revised, grown, ruleset) if grown is not None else ()


def _why_not_laid(board: Board, thing: Thing) -> tuple[Refusal, ...]:
    if thing.id and board.battle.thing(thing.id) is not None:
        return _hard("edit.id_taken", id=thing.id)
    return () if board.extent.contains(thing.cell) else _hard("edit.off_map", cell=CellRef(*thing.cell))


def _why_not_there(board: Board, actor: Actor, cell: Cell, ruleset: Ruleset) -> tuple[Refusal, ...]:
    """Off the map is impossible; on top of somebody is up to the rule book, and the GM may insist."""
    for covered in footprint(cell, actor.size):
        if not board.extent.contains(covered):
            return _hard("edit.off_map", cell=CellRef(*covered))
    return ruleset.can_stand(board, actor, cell, "", ending=True)


def _hard(key: str, /, **args: str | CellRef) -> tuple[Refusal, ...]:
    return (Refusal(phrase(key, "", **args), hard=True),)
