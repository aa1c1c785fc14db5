"""The map as the players know it: what they have seen, as they last saw it, and nothing of the rest.

Squares they know nothing of are open floor: where a way leads through them nobody can tell. So no path made
on this map bends round a wall that they have not seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.grid.cells import DIRECTIONS, Extent
from engine.model.map_memory import MapMemory, PictureSeen
from engine.model.terrain import FinePoint, Ground, Light, Picture, Terrain, Wall
from engine.tactics.board import Board
from engine.tactics.door_memory import Doors, beside, doors_known
from engine.tactics.map_memory import as_remembered, known_cells, lamp_square, map_memory, pieces, runs
from engine.tactics.perception import unpack_cells

_SOLID = int(Ground.SOLID)


def terrain_known(board: Board) -> Terrain:
    """The map as the players last saw it. One and the same value while nothing changes."""
    doors, memory, cells = doors_known(board), map_memory(board), known_cells(board)

    def draw(terrain: Terrain) -> Terrain:
        whole = _with_doors(as_remembered(terrain, memory), doors, memory)
        return _in_order(_as_far_as_known(whole, _base_picture(board, cells, memory), cells))

    return board.drawn_anew((tuple(doors.items()), memory, cells), draw)


def pictures_known(board: Board) -> tuple[PictureSeen, ...]:
    """The older pictures that lie over parts of the one of `terrain_known`."""
    memory = map_memory(board)
    base = _base_picture(board, known_cells(board), memory)
    return tuple(one for one in memory.pictures if one.picture != base)


def unknown_as_rock(terrain: Terrain, cells: frozenset[int]) -> Terrain:
    """A known map as it is drawn: where the players know of rock, it goes on into what they do not know.

    Else the rock they see would end one square deep, as if a room lay behind it.
    """
    extent = terrain.extent
    if len(cells) == extent.count or _SOLID not in terrain.ground:
        return terrain
    shown = cells | frozenset(_rim(extent, terrain.ground, cells))
    ground = bytearray(terrain.ground)
    for index in range(extent.count):
        if index not in shown:
            ground[index] = _SOLID
    return replace(terrain, ground=bytes(ground))


# --- doors ----------------------------------------------------------------------------------------------


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


# --- what they have not seen ----------------------------------------------------------------------------


def _as_far_as_known(terrain: Terrain, picture: Picture | None, cells: frozenset[int]) -> Terrain:
    """The map without all that lies beside no square they know, beyond its edge too.

    Rock beside floor is seen with it.
    """
    if terrain.picture != picture:
        terrain = replace(terrain, picture=picture)
    extent = terrain.extent
    if len(cells) < extent.count:
        terrain = _ground_known(terrain, cells)
    return replace(
        terrain,
        walls=tuple(_walls_beside(terrain.walls, extent, cells)),
        doors=tuple(door for door in terrain.doors if not cells.isdisjoint(beside(terrain, door))),
        lights=tuple(light for light in terrain.lights if _stands_in(light, extent, cells)),
    )


def _ground_known(terrain: Terrain, cells: frozenset[int]) -> Terrain:
    extent = terrain.extent
    ground, decor = bytearray(extent.count), bytearray(len(terrain.decor))
    rock = (index for index in _rim(extent, terrain.ground, cells) if terrain.ground[index] == _SOLID)
    for index in (*cells, *rock):
        ground[index] = terrain.ground[index]
        if index < len(decor):
            decor[index] = terrain.decor[index]
    return replace(terrain, ground=bytes(ground), decor=bytes(decor) if any(decor) else b"")


def _rim(extent: Extent, ground: bytes, cells: frozenset[int]) -> Iterator[int]:
    """Squares beside or cornering on floor they know that are not known themselves.

    Beside rock there is nothing to be seen: how thick it is would tell of what lies behind.
    """
    for index in cells:
        if ground[index] == _SOLID:
            continue
        x, y = extent.cell(index)
        for dx, dy in DIRECTIONS:
            if extent.contains((x + dx, y + dy)) and (other := extent.index((x + dx, y + dy))) not in cells:
                yield other


def _walls_beside(walls: Iterable[Wall], extent: Extent, cells: frozenset[int]) -> Iterator[Wall]:
    for wall in walls:
        shown = [not cells.isdisjoint(around) for around in _around_pieces(wall, extent)]
        if all(shown):
            yield wall
        elif any(shown):
            yield from runs(wall, tuple(number for number, one in enumerate(shown) if one))


@lru_cache(maxsize=1 << 14)
def _around_pieces(wall: Wall, extent: Extent) -> tuple[frozenset[int], ...]:
    """The squares on both sides of each piece of a wall."""
    blank = Terrain(extent.width, extent.height, b"")
    return tuple(beside(blank, piece) for piece in pieces(wall))


def _in_order(terrain: Terrain) -> Terrain:
    """In what order the GM drew lines and lamps, or changed them, tells nothing here."""
    sorted_so = replace(
        terrain,
        walls=tuple(sorted(terrain.walls, key=lambda wall: (wall.a, wall.b, wall.kind.value))),
        doors=tuple(sorted(terrain.doors, key=lambda door: (door.a, door.b, door.id))),
        lights=tuple(sorted(terrain.lights, key=lambda light: (light.at, light.radius, light.colour))),
    )
    return terrain if sorted_so == terrain else sorted_so


def _stands_in(light: Light, extent: Extent, cells: frozenset[int]) -> bool:
    square = lamp_square(light)
    return extent.contains(square) and extent.index(square) in cells


# --- pictures -------------------------------------------------------------------------------------------


def _base_picture(board: Board, cells: frozenset[int], memory: MapMemory) -> Picture | None:
    """The picture there is, or the latest they remember where they have seen nothing of it yet."""
    older = frozenset[int]().union(*(unpack_cells(one.squares) for one in memory.pictures))
    if memory.pictures and cells <= older:
        return memory.pictures[-1].picture
    return board.battle.terrain.picture
