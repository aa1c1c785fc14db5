"""Hides what an audience may not know. The result is again a `Battle`, so reach and threat run on it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec.structs import replace

from engine.model.actor import BLIND, DOWN, GRAPPLED, HELPLESS, PINNED, PRONE, Actor, Condition, Stride
from engine.model.battle import Battle, Control, Side
from engine.model.map_memory import MapMemory
from engine.model.phrase import ActorId, SideId
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board
from engine.tactics.naming import numbered_kind, players_label
from engine.tactics.perception import known_to_players, players_sides, seen_things, sides_met
from engine.views.known_map import pictures_known, terrain_known

_SEEN_ON_ANYBODY = (DOWN, PRONE, HELPLESS, BLIND, GRAPPLED, PINNED)


class Audience(StrEnum):
    """Who reads a screen or a log."""

    GM = "gm"
    PLAYERS = "players"


def known(board: Board, ruleset: Ruleset, audience: Audience) -> Battle:
    """The board's battle as the audience may know it.

    For players: only creatures they are aware of, under their public names and in the order of those
    names; only sides of which they ever saw somebody, not those to which somebody went over unseen; the map
    as they last saw it and no more of it (`known_map`); no notes, counters or title; the ruleset's own
    secrets removed by its `redact`.
    """
    battle = board.battle
    if audience is Audience.GM:
        return battle
    seen, met = players_know(board), sides_met(board)
    ours = players_sides(battle)
    shown = sorted((battle.actors[actor_id] for actor_id in seen), key=lambda actor: _sort_key(actor, ours))
    terrain = terrain_known(board)
    public = replace(
        battle,
        title="",
        sides=_known_sides(battle, met),
        sides_met=met,
        actors={actor.id: _public(battle, actor, seen, ruleset) for actor in shown},
        terrain=terrain,
        doors_seen={door.id: door.state for door in terrain.doors},
        map_memory=MapMemory(pictures=pictures_known(board)),
        counter=0,
        things=tuple(replace(thing, item=None) for thing in seen_things(board)),
    )
    for side in ours[:1]:
        public = ruleset.redact(public, side, seen)
    return public


def players_know(board: Board) -> frozenset[ActorId]:
    """Actors that the players are aware of: their own, and the foes they see or saw lying."""
    return frozenset(
        actor.id for actor in board.battle.actors.values() if actor.on_map and known_to_players(board, actor)
    )


def _known_sides(battle: Battle, met: tuple[SideId, ...]) -> tuple[Side, ...]:
    """The sides the players have met; others leave no trace."""
    return tuple(
        replace(side, hostile_to=tuple(other for other in side.hostile_to if other in met))
        for side in battle.sides
        if side.id in met
    )


def _sort_key(actor: Actor, ours: tuple[str, ...]) -> tuple[bool, str, str]:
    return actor.side not in ours, actor.public_name or actor.name, actor.id


def _public(battle: Battle, actor: Actor, seen: frozenset[ActorId], ruleset: Ruleset) -> Actor:
    """Under the name and letters that the players know, without what is the GM's; foes as they look."""
    carrier = actor.carried_by if actor.carried_by in seen else None
    name = actor.public_name or actor.name
    label = players_label(battle, actor)
    shown = replace(actor, name=name, label=label, note="", whereabouts="", hidden=False, carried_by=carrier)
    if battle.control_of(actor.id) is Control.PLAYERS:
        return shown
    return replace(
        shown,
        kind=numbered_kind(name),
        stride=Stride(),
        dark_sight=0,
        conditions=tuple(_as_it_looks(actor.conditions, ruleset)),
    )


def _as_it_looks(held: tuple[Condition, ...], ruleset: Ruleset) -> Iterator[Condition]:
    """Conditions the rules have a name for, not how long they last. The GM's own may be meant for nobody."""
    for one in held:
        if one.key in _SEEN_ON_ANYBODY or f"condition.{one.key}" in ruleset.about.glossary:
            yield replace(one, until=None)
