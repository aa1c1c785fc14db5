"""Hides what an audience may not know. The result is again a `Battle`, so reach and threat run on it."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.phrase import ActorId
from engine.model.terrain import Door, DoorState, Terrain, Wall
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board
from engine.tactics.perception import known_to_players, players_sides, seen_things


class Audience(StrEnum):
    """Who reads a screen or a log."""

    GM = "gm"
    PLAYERS = "players"


def known(board: Board, ruleset: Ruleset, audience: Audience) -> Battle:
    """The board's battle as the audience may know it.

    For players: only creatures they are aware of, under their public names and in the order of those
    names; no secret doors, notes or counters; the ruleset's own secrets removed by its `redact`.
    """
    battle = board.battle
    if audience is Audience.GM:
        return battle
    seen = players_know(board)
    ours = players_sides(battle)
    shown = sorted((battle.actors[actor_id] for actor_id in seen), key=lambda actor: _sort_key(actor, ours))
    public = replace(
        battle,
        actors={actor.id: _public(actor, seen) for actor in shown},
        terrain=_without_secrets(battle.terrain),
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


def _sort_key(actor: Actor, ours: tuple[str, ...]) -> tuple[bool, str, str]:
    return actor.side not in ours, actor.public_name or actor.name, actor.id


def _public(actor: Actor, seen: frozenset[ActorId]) -> Actor:
    carrier = actor.carried_by if actor.carried_by in seen else None
    name = actor.public_name or actor.name
    return replace(actor, name=name, note="", hidden=False, carried_by=carrier)


def _without_secrets(terrain: Terrain) -> Terrain:
    """Secret doors are plain wall to the players until found."""
    secret = tuple(door for door in terrain.doors if door.secret)
    if not secret:
        return terrain
    shut = tuple(_as_wall(door) for door in secret if door.state is not DoorState.OPEN)
    return replace(
        terrain,
        walls=terrain.walls + shut,
        doors=tuple(door for door in terrain.doors if not door.secret or door.state is DoorState.OPEN),
    )


def _as_wall(door: Door) -> Wall:
    return Wall(door.a, door.b)
