"""The map as the players last saw it: what the GM changes out of their sight waits for a look.

The battle keeps differences from the truth (`Battle.map_memory`): an edit writes them, looking around
clears them. What lies under fog is never remembered: whoever uncovers it finds it as it is. So it is with
ground, walls, doors, lamps and the picture. Darkness over the whole map (`Terrain.dark`) is no thing of one
place: like nightfall it is noticed wherever somebody stands, so it shows at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from engine.grid.barriers import FINE
from engine.grid.cells import DIRECTIONS, Extent
from engine.model.map_memory import NOTHING_MISSED, MapMemory, PictureSeen, SquareSeen, WallSeen
from engine.model.phrase import Cell
from engine.model.terrain import Door, FinePoint, Ground, Light, Picture, Terrain, Wall
from engine.tactics.board import Board
from engine.tactics.door_memory import beside, doors_known
from engine.tactics.perception import pack_cells, seen_cells, unpack_cells, watched_cells

_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def map_memory(board: Board) -> MapMemory:
    """What the players still remember otherwise than it is, from where they stand now."""
    memory = board.battle.map_memory
    if memory == NOTHING_MISSED:
        return memory
    return board.kept("map memory", lambda: _Eyes(board, known_cells(board)).still(memory))


def memory_after(before: Board, after: Board) -> MapMemory:
    """What they remember otherwise once an edit of the GM has led from one board to the other.

    Another size is another map, of which nobody remembers anything. Squares that the edit uncovers show as
    they are.
    """
    old, new = before.battle.terrain, after.battle.terrain
    if old.extent != new.extent:
        return NOTHING_MISSED
    if old is not new:
        memory = _changed(before, new)
        return memory if memory == NOTHING_MISSED else _Eyes(after, known_cells(before)).still(memory)
    memory = after.battle.map_memory
    if memory == NOTHING_MISSED:
        return memory
    uncovered = unpack_cells(after.battle.explored) - known_cells(before)
    squares = tuple(one for one in memory.squares if one.index not in uncovered)
    pictures = tuple(_without(one, uncovered) for one in memory.pictures)
    return _Eyes(after, known_cells(after)).still(replace(memory, squares=squares, pictures=pictures))


def as_remembered(terrain: Terrain, memory: MapMemory) -> Terrain:
    """The map as the players know it, were all its doors seen but those of `doors_new`, which it lacks."""
    if memory == NOTHING_MISSED:
        return terrain
    ground, decor = bytearray(terrain.ground), bytearray(terrain.decor)
    for square in memory.squares:
        ground[square.index] = int(square.ground)
        if square.index < len(decor):
            decor[square.index] = square.decor
    return replace(
        terrain,
        ground=bytes(ground),
        decor=bytes(decor),
        walls=tuple(_walls_remembered(terrain, memory)),
        doors=tuple(door for door in terrain.doors if door.id not in memory.doors_new),
        lights=(*(one for one in terrain.lights if one not in memory.lights_new), *memory.lights_gone),
    )


@lru_cache(maxsize=1 << 13)
def pieces(wall: Wall) -> tuple[Wall, ...]:
    """A wall cut where it goes from column to column (from row to row if steep): what is seen at a time."""
    (ax, ay), (bx, by) = wall.a, wall.b
    along = 0 if abs(bx - ax) >= abs(by - ay) else 1
    start, end = wall.a[along], wall.b[along]
    cuts = [
        cut for cut in range(min(start, end) // FINE * FINE, max(start, end), FINE) if cut > min(start, end)
    ]
    if start > end:
        cuts.reverse()
    points: list[FinePoint] = [wall.a]
    for cut in cuts:
        share = (cut - start) / (end - start)
        points.append((round(ax + (bx - ax) * share), round(ay + (by - ay) * share)))
    points.append(wall.b)
    return tuple(Wall(a, b, wall.kind) for a, b in pairwise(points))


class _Eyes:
    """What the players see of a board now; `known` are the squares they know of."""

    def __init__(self, board: Board, known: frozenset[int]) -> None:
        self._terrain, self._extent = board.battle.terrain, board.extent
        self._known, self._watched = known, watched_cells(board)
        self._in_sight = self._watched & seen_cells(board)

    def still(self, memory: MapMemory) -> MapMemory:
        """The memory without what they see, or what nobody will ever see, to be otherwise."""
        return MapMemory(
            squares=tuple(self._squares(memory.squares)),
            walls=tuple(self._walls(memory.walls)),
            doors_gone=tuple(door for door in memory.doors_gone if self._misses(door)),
            doors_new=tuple(
                key for key in memory.doors_new if (door := self._terrain.door(key)) and self._misses(door)
            ),
            lights_gone=tuple(one for one in memory.lights_gone if self._misses_at(lamp_square(one))),
            lights_new=tuple(
                one
                for one in memory.lights_new
                if one in self._terrain.lights and self._misses_at(lamp_square(one))
            ),
            pictures=tuple(self._pictures(memory.pictures)),
        )

    def _misses(self, line: Wall | Door) -> bool:
        """Whether a line beside squares they know is out of sight now."""
        cells = beside(self._terrain, line)
        return bool(cells & self._known) and not cells & self._in_sight

    def _misses_at(self, cell: Cell) -> bool:
        """Whether a square they know is out of sight now."""
        index = self._extent.index(cell) if self._extent.contains(cell) else None
        return index in self._known and index not in self._in_sight

    def _pictures(self, pictures: tuple[PictureSeen, ...]) -> Iterator[PictureSeen]:
        for one in pictures:
            missed = frozenset(filter(self._missed_picture, unpack_cells(one.squares)))
            if missed and _blob(one.picture) != _blob(self._terrain.picture):
                yield PictureSeen(one.picture, pack_cells(missed, self._extent.count))

    def _missed_picture(self, index: int) -> bool:
        """Whether they know the square, or as rock beside one, and it is out of sight in the same way."""
        around = [index]
        if self._rock(index):
            around += _neighbours(self._extent, index, DIRECTIONS)
        return any(one in self._known for one in around) and not any(one in self._in_sight for one in around)

    def _squares(self, squares: tuple[SquareSeen, ...]) -> Iterator[SquareSeen]:
        # Rock beside a known square shows as well, so the squares around are remembered like those within.
        missed = [one for one in squares if one.index not in self._watched and self._is_near(one.index)]
        buried = self._buried({one.index for one in missed})
        return (one for one in missed if one.index not in buried)

    def _is_near(self, index: int) -> bool:
        """Whether they know the square or one around it."""
        if index in self._known:
            return True
        return any(other in self._known for other in _neighbours(self._extent, index, DIRECTIONS))

    def _walls(self, walls: tuple[WallSeen, ...]) -> Iterator[WallSeen]:
        there = frozenset(self._terrain.walls) if walls else frozenset()
        for one in walls:
            shown = tuple(
                number
                for number, piece in enumerate(pieces(one.wall))
                if (number in one.pieces if self._misses(piece) else one.wall in there)
            )
            if shown != _all_or_none(one.wall, there):
                yield WallSeen(one.wall, shown)

    def _buried(self, missed: set[int]) -> set[int]:
        """Squares amid rock of which all that can be seen is known: nobody ever sees these themselves."""
        rock = {index for index in missed if self._rock(index)}
        found: set[int] = set()
        while rock:
            block, edge, closed = set[int](), [rock.pop()], True
            while edge:
                index = edge.pop()
                block.add(index)
                for beside_it in _neighbours(self._extent, index, _SIDES):
                    if beside_it in rock:
                        rock.discard(beside_it)
                        edge.append(beside_it)
                    elif beside_it not in block and beside_it not in edge:
                        closed = closed and beside_it not in missed and self._rock(beside_it)
            found |= block if closed else set()
        return found

    def _rock(self, index: int) -> bool:
        return self._terrain.ground[index] == Ground.SOLID


def _changed(before: Board, new: Terrain) -> MapMemory:
    """Everything that is otherwise on the new map than the players knew it, seen or not."""
    old, memory = before.battle.terrain, before.battle.map_memory
    gone, came = _doors_exchanged(before, new)
    return MapMemory(
        squares=tuple(_squares_changed(old, new, memory)),
        walls=tuple(_walls_changed(old, new, memory)),
        doors_gone=(*memory.doors_gone, *gone),
        doors_new=tuple(dict.fromkeys((*memory.doors_new, *came))),
        lights_gone=_lights_gone(old, new, memory),
        lights_new=tuple(
            one
            for one in new.lights
            if one in memory.lights_new or one not in (*old.lights, *memory.lights_gone)
        ),
        pictures=_pictures_changed(old, new, memory),
    )


def _lights_gone(old: Terrain, new: Terrain, memory: MapMemory) -> tuple[Light, ...]:
    known = (*memory.lights_gone, *(one for one in old.lights if one not in memory.lights_new))
    return tuple(one for one in known if one not in new.lights)


def _pictures_changed(old: Terrain, new: Terrain, memory: MapMemory) -> tuple[PictureSeen, ...]:
    """One picture in the place of another. The same one laid otherwise under the grid is a correction: no
    change of the place itself, so it shows at once.
    """
    if _blob(old.picture) == _blob(new.picture):
        return memory.pictures
    older = frozenset[int]().union(*(unpack_cells(one.squares) for one in memory.pictures))
    rest = frozenset(range(old.extent.count)) - older
    return (*memory.pictures, PictureSeen(old.picture, pack_cells(rest, old.extent.count)))


def _without(seen: PictureSeen, uncovered: frozenset[int]) -> PictureSeen:
    field = bytearray(seen.squares)
    for index in uncovered:
        field[index >> 3] &= ~(1 << (index & 7)) & 0xFF
    return PictureSeen(seen.picture, bytes(field))


def _blob(picture: Picture | None) -> str:
    return picture.blob if picture is not None else ""


def _squares_changed(old: Terrain, new: Terrain, memory: MapMemory) -> Iterator[SquareSeen]:
    """Squares that look otherwise in the new map than the players knew them."""
    seen = {one.index: one for one in memory.squares}
    if not seen and (old.ground, old.decor) == (new.ground, new.decor):
        return
    for index in range(len(new.ground)):
        was = seen.get(index) or SquareSeen(index, Ground(old.ground[index]), _decor(old, index))
        if was != SquareSeen(index, Ground(new.ground[index]), _decor(new, index)):
            yield was


def _walls_changed(old: Terrain, new: Terrain, memory: MapMemory) -> Iterator[WallSeen]:
    """Walls of which they knew otherwise than all or nothing, as the new map has it."""
    if not memory.walls and old.walls == new.walls:
        return
    before, after = frozenset(old.walls), frozenset(new.walls)
    seen = {one.wall: one.pieces for one in memory.walls}
    touched = (*seen, *(wall for wall in old.walls if wall not in after), *new.walls)
    for wall in dict.fromkeys(touched):
        shown = seen[wall] if wall in seen else _all_or_none(wall, before)
        if shown != _all_or_none(wall, after):
            yield WallSeen(wall, shown)


def _doors_exchanged(before: Board, new: Terrain) -> tuple[list[Door], list[str]]:
    """Doors that went, as the players knew them, and the ids of those that came."""
    old, unnoticed = before.battle.terrain, before.battle.map_memory.doors_new
    places = {(door.id, door.a, door.b) for door in old.doors}
    stay = {(door.id, door.a, door.b) for door in new.doors}
    went = [door for door in old.doors if (door.id, door.a, door.b) not in stay and door.id not in unnoticed]
    known = doors_known(before) if went else {}
    gone = [replace(door, state=known.get(door.id, door.state), secret=door.id not in known) for door in went]
    return gone, [door.id for door in new.doors if (door.id, door.a, door.b) not in places]


def _walls_remembered(terrain: Terrain, memory: MapMemory) -> Iterator[Wall]:
    seen = {one.wall: one for one in memory.walls}
    for wall in terrain.walls:
        if wall in seen:
            yield from runs(wall, seen[wall].pieces)
        else:
            yield wall
    there = frozenset(terrain.walls)
    for one in memory.walls:
        if one.wall not in there:
            yield from runs(one.wall, one.pieces)


def runs(wall: Wall, numbers: Collection[int]) -> Iterator[Wall]:
    """These `pieces` of a wall, those in a row as one wall."""
    parts = pieces(wall)
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    for first, last in zip(starts, ends, strict=True):
        yield Wall(parts[first].a, parts[last].b, wall.kind)


def _all_or_none(wall: Wall, there: Collection[Wall]) -> tuple[int, ...]:
    return tuple(range(len(pieces(wall)))) if wall in there else ()


def _decor(terrain: Terrain, index: int) -> int:
    return terrain.decor[index] if index < len(terrain.decor) else 0


def lamp_square(light: Light) -> Cell:
    """The square a lamp stands on."""
    return light.at[0] // FINE, light.at[1] // FINE


def known_cells(board: Board) -> frozenset[int]:
    """Squares the players know of: explored ones, and those in sight."""
    return board.kept("known cells", lambda: unpack_cells(board.battle.explored) | seen_cells(board))


def _neighbours(extent: Extent, index: int, ways: Iterable[Cell]) -> Iterator[int]:
    x, y = extent.cell(index)
    return (extent.index((x + dx, y + dy)) for dx, dy in ways if extent.contains((x + dx, y + dy)))
