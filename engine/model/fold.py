"""The only writer of the battle. Total and dumb: it consults no rules and asks nobody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from engine.model import events as ev
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId


def apply(battle: Battle, event: ev.Event) -> Battle:  # noqa: C901 - one arm an event
    """The battle after one event. Facts leave it as it is, and so do changes to actors that are not there."""
    if isinstance(event, ev.Fact):
        return battle  # before all arms are tried: most events are facts
    match event:
        case (
            ev.SheetSet()
            | ev.Moved()
            | ev.StrideSet()
            | ev.Placed()
            | ev.ArmsSet()
            | ev.LightSet()
            | ev.ConditionsSet()
            | ev.SideSet()
            | ev.HiddenSet()
            | ev.Named()
            | ev.SizeSet()
        ):
            before = battle.actors.get(event.actor)
            if before is None:
                return battle
            return _with(battle, _apply_to_actor(before, event))
        case ev.Joined(actor=actor):
            return _with(battle, actor)
        case ev.Revised(actor=actor):
            return battle if actor.id not in battle.actors else _with(battle, actor)
        case ev.Removed(actor=actor_id):
            rest = {key: actor for key, actor in battle.actors.items() if key != actor_id}
            return replace(battle, actors=rest)
        case ev.Listed(order=order):
            return replace(battle, actors=_listed(battle, order))
        case ev.SidesSet(sides=sides):
            return replace(battle, sides=sides)
        case ev.RoundSet(round=value):
            return replace(battle, round=value)
        case ev.OptionsSet(options=options):
            return replace(battle, options=options)
        case ev.TerrainSet(terrain=terrain):
            return replace(battle, terrain=terrain)
        case ev.MetricSet(metric=metric):
            return replace(battle, metric=metric)
        case ev.Remembered(explored=explored):
            return replace(battle, explored=explored)
        case ev.DoorsSeen(doors=doors):
            return replace(battle, doors_seen=doors)
        case ev.MapRemembered(memory=memory):
            return replace(battle, map_memory=memory)
        case ev.SidesMet(sides=met):
            return replace(battle, sides_met=met)
        case ev.CounterSet(counter=counter):
            return replace(battle, counter=counter)
        case ev.Laid(thing=thing):
            return replace(battle, things=(*battle.things, thing))
        case ev.Lifted(thing=thing_id):
            return replace(battle, things=tuple(one for one in battle.things if one.id != thing_id))
        case _ as never:
            assert_never(never)


def _listed(battle: Battle, order: tuple[ActorId, ...]) -> dict[ActorId, Actor]:
    """The actors in that order, then whoever it does not name."""
    known = [actor_id for actor_id in order if actor_id in battle.actors]
    return {actor_id: battle.actors[actor_id] for actor_id in (*known, *battle.actors)}


def _with(battle: Battle, actor: Actor) -> Battle:
    return replace(battle, actors={**battle.actors, actor.id: actor})


_ActorChange = (
    ev.Moved
    | ev.Placed
    | ev.StrideSet
    | ev.SheetSet
    | ev.ArmsSet
    | ev.LightSet
    | ev.ConditionsSet
    | ev.SideSet
    | ev.HiddenSet
    | ev.Named
    | ev.SizeSet
)


def _apply_to_actor(actor: Actor, event: _ActorChange) -> Actor:
    match event:
        case ev.SheetSet(sheet=sheet):
            return replace(actor, sheet=sheet)
        case ev.Moved(dst=dst, stride=stride):
            return replace(actor, cell=dst, stride=stride)
        case ev.Placed(cell=cell):
            return replace(actor, cell=cell)
        case ev.StrideSet(stride=stride):
            return replace(actor, stride=stride)
        case ev.ArmsSet(arms=arms):
            return replace(actor, arms=arms)
        case ev.LightSet(light=light):
            return replace(actor, light=light)
        case ev.ConditionsSet(conditions=conditions):
            return replace(actor, conditions=conditions)
        case ev.SideSet(side=side):
            return replace(actor, side=side)
        case ev.HiddenSet(hidden=hidden):
            return replace(actor, hidden=hidden)
        case ev.Named(name=name, label=label, public_name=public_name):
            return replace(actor, name=name, label=label, public_name=public_name)
        case ev.SizeSet(size=size):
            return replace(actor, size=size)
        case _ as never:
            assert_never(never)


def apply_all(battle: Battle, events: Iterable[ev.Event]) -> Battle:
    """The battle after a run of events."""
    for event in events:
        battle = apply(battle, event)
    return battle
