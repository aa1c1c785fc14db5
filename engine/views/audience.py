"""Hides what an audience may not know. The result is again a `Battle`, so reach and threat run on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Side
from engine.model.map_memory import NOTHING_MISSED, MapMemory
from engine.model.phrase import ActorId, SideId
from engine.model.terrain import FinePoint, Terrain, Wall
from engine.rulesets.ruleset import Ruleset
from engine.tactics.board import Board
from engine.tactics.door_memory import Doors, doors_known
from engine.tactics.map_memory import as_remembered, map_memory
from engine.tactics.naming import players_label
from engine.tactics.perception import known_to_players, players_sides, seen_things, sides_met


class Audience(StrEnum):
    """Who reads a screen or a log."""

    GM = "gm"
    PLAYERS = "players"


def known(board: Board, ruleset: Ruleset, audience: Audience) -> Battle:
    """The board's battle as the audience may know it.

    For players: only creatures they are aware of, under their public names and in the order of those
    names; only sides of which they ever saw somebody, not those to which somebody went over unseen; ground,
    walls and doors as they last saw them and no others; no notes or counters; the ruleset's own secrets
    removed by its `redact`.
    """
    battle = board.battle
    if audience is Audience.GM:
        return battle
    seen, met = players_know(board), sides_met(board)
    ours = players_sides(battle)
    shown = sorted((battle.actors[actor_id] for actor_id in seen), key=lambda actor: _sort_key(actor, ours))
    terrain = _terrain_known(board)
    public = replace(
        battle,
        sides=_known_sides(battle, met),
        sides_met=met,
        actors={actor.id: _public(battle, actor, seen) for actor in shown},
        terrain=terrain,
        doors_seen={door.id: door.state for door in terrain.doors},
        map_memory=NOTHING_MISSED,
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


def _public(battle: Battle, actor: Actor, seen: frozenset[ActorId]) -> Actor:
    carrier = actor.carried_by if actor.carried_by in seen else None
    name = actor.public_name or actor.name
    label = players_label(battle, actor)
    return replace(actor, name=name, label=label, note="", whereabouts="", hidden=False, carried_by=carrier)


def _terrain_known(board: Board) -> Terrain:
    """The map as the players last saw it. One and the same value while nothing changes."""
    doors, memory = doors_known(board), map_memory(board)

    def draw(terrain: Terrain) -> Terrain:
        return _with_doors(as_remembered(terrain, memory), doors, memory)

    return board.drawn_anew((tuple(doors.items()), memory), draw)


def _with_doors(terrain: Terrain, known: Doors, memory: MapMemory) -> Terrain:
    """Doors nobody of the party knows of are plain wall; those that went unseen are still there."""
    there = [replace(door, state=known[door.id], secret=False) for door in terrain.doors if door.id in known]
    doors = (*there, *(door for door in memory.doors_gone if not door.secret))
    taken_for_wall = [door for door in terrain.doors if door.id not in known]
    taken_for_wall += [door for door in memory.doors_gone if door.secret]
    unknown = [Wall(door.a, door.b) for door in taken_for_wall]
    if not unknown and doors == terrain.doors:
        return terrain
    return replace(terrain, doors=doors, walls=_closed_up(terrain.walls, unknown))


def _closed_up(walls: tuple[Wall, ...], pieces: Sequence[Wall]) -> tuple[Wall, ...]:
    """The walls with more pieces, each grown together with those it continues: a seam would give it away."""
    ends: dict[FinePoint, list[Wall]] = defaultdict(list)
    for wall in walls:
        ends[wall.a].append(wall)
        ends[wall.b].append(wall)
    swallowed: set[int] = set()
    grown: list[Wall] = []
    for piece in pieces:
        while (found := _continued(piece, ends, swallowed)) is not None:
            swallowed.add(id(found[0]))
            piece = found[1]
        ends[piece.a].append(piece)
        ends[piece.b].append(piece)
        grown.append(piece)
    return tuple(wall for wall in (*walls, *grown) if id(wall) not in swallowed)


def _continued(
    piece: Wall, ends: Mapping[FinePoint, Sequence[Wall]], swallowed: set[int]
) -> tuple[Wall, Wall] | None:
    """A wall that goes on from an end of the piece, and the two as one; None if there is no such wall."""
    for end in (piece.a, piece.b):
        for wall in ends.get(end, ()):
            whole = _joined(wall, piece) if id(wall) not in swallowed else None
            if whole is not None:
                return wall, whole
    return None


def _joined(one: Wall, other: Wall) -> Wall | None:
    """Two pieces in one line that share an end, as one; None if they do not."""
    if one.kind is not other.kind:
        return None
    for a, joint in ((one.a, one.b), (one.b, one.a)):
        for meeting, b in ((other.a, other.b), (other.b, other.a)):
            if joint == meeting and _straight(a, joint, b):
                return Wall(min(a, b), max(a, b), one.kind)
    return None


def _straight(a: FinePoint, middle: FinePoint, b: FinePoint) -> bool:
    """Whether the way from `a` over `middle` to `b` goes straight on."""
    ux, uy = middle[0] - a[0], middle[1] - a[1]
    vx, vy = b[0] - middle[0], b[1] - middle[1]
    return ux * vy == uy * vx and ux * vx + uy * vy > 0
