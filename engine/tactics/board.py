"""Derived data with one owner: barriers, who stands where, who can strike which square.

A `Board` belongs to one battle. Given the board before it, it reuses every part whose actor or
terrain *is* the same object as before, so a step costs microseconds and not a rebuild.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

from engine.grid.areas import burst
from engine.grid.barriers import Barriers
from engine.grid.cells import DIRECTIONS, Extent, footprint, gap, mask_of
from engine.grid.metric import Metric, distance, step_cost
from engine.grid.search import Ground as SearchGround
from engine.grid.sight import sees, visible_with_walls
from engine.model.actor import Actor, Arms
from engine.model.battle import Battle, MapReadings
from engine.model.phrase import ActorId, Cell, SideId
from engine.model.terrain import Ground, Terrain

T = TypeVar("T")
Sightline = tuple[Cell, int, Cell, int]
"""Two bodies as a line of sight sees them: anchor and size, twice."""
Glow = tuple[Cell, int, int, Metric]
"""A body's anchor and size, squares around it, and how they are counted."""
Corners = tuple[bool, bool]
"""How corners between diagonal squares are read: whether steps cut them, whether blows may not."""
MOST_GLOWS = 500
MOST_DRAWN_ANEW = 4
MOST_SIGHTLINES = 100_000
"""Remembered at a time, about 20 MB; a fight of 60 on one map asks for some thousands."""

StandTest = Callable[[Actor, Cell], bool]
"""Whether a body may be on an anchor square, as far as other creatures are concerned."""


class Board:
    """What follows from a battle. Cells are pairs outside, indices inside."""

    def __init__(self, battle: Battle, previous: Board | None = None) -> None:
        self.battle = battle
        self.extent: Extent = battle.terrain.extent
        self._map: _MapParts = previous._map.of(battle.terrain) if previous else _MapParts(battle.terrain)
        same_map = (
            previous is not None
            and previous._map is self._map
            and _corners(previous.battle) == _corners(battle)
            and previous.battle.metric is battle.metric
        )
        self._strike_areas: dict[ActorId, tuple[Actor, frozenset[int]]] = (
            dict(previous._strike_areas) if previous and same_map else {}
        )
        self._kept: dict[Hashable, Any] = {}

    @cached_property
    def barriers(self) -> Barriers:
        """Walls, doors and solid squares of the terrain, with corners as the encounter reads them."""
        return self._map.barriers(_corners(self.battle))

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` derives from this board, made once and kept with it under the key.

        For what several callers ask of one and the same battle, such as what a side knows.
        """
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])

    def drawn_anew(self, key: Hashable, draw: Callable[[Terrain], Terrain]) -> Terrain:
        """The map with something drawn otherwise, made once for the map and the key.

        A board of a battle with that map, begun from this one, finds what follows from it ready as well.
        """
        return self._map.drawn_anew(key, draw)

    def actor(self, actor_id: ActorId) -> Actor:
        """The actor as it stands now; KeyError if there is none."""
        return self.battle.actors[actor_id]

    # --- who stands where -------------------------------------------------------------------------

    @cached_property
    def occupants(self) -> Mapping[int, tuple[ActorId, ...]]:
        """Cell index -> active actors whose footprint covers it."""
        found: dict[int, tuple[ActorId, ...]] = {}
        for actor in self.battle.actors.values():
            if actor.active and actor.cell is not None:
                for cell in footprint(actor.cell, actor.size):
                    if self.extent.contains(cell):
                        index = self.extent.index(cell)
                        found[index] = (*found.get(index, ()), actor.id)
        return found

    def others_at(self, mover: Actor, anchor: Cell) -> tuple[Actor, ...]:
        """Active actors other than the mover whose footprint meets the mover's at `anchor`."""
        found: dict[ActorId, Actor] = {}
        for cell in footprint(anchor, mover.size):
            if self.extent.contains(cell):
                for actor_id in self.occupants.get(self.extent.index(cell), ()):
                    if actor_id != mover.id:
                        found[actor_id] = self.battle.actors[actor_id]
        return tuple(found.values())

    # --- blows ------------------------------------------------------------------------------------

    def strike_area(self, actor: Actor) -> frozenset[int]:
        """Cell indices the actor can strike with what it holds, its own squares left out."""
        if actor.cell is None or actor.arms.reach <= 0 or not actor.active:
            return frozenset()
        kept = self._strike_areas.get(actor.id)
        if kept is not None and (kept[0] is actor or _same_blows(kept[0], actor)):
            return kept[1]
        area = self.blows_from(actor.cell, actor.size, actor.arms)
        self._strike_areas[actor.id] = (actor, area)
        return area

    def blows_from(self, anchor: Cell, size: int, arms: Arms) -> frozenset[int]:
        """Cell indices that a body with these arms could strike from there, its own squares left out."""
        area = self.barriers.strike_area(anchor, size, arms.reach)
        if arms.plain:
            return area
        return frozenset(index for index in area if self._in_shape(anchor, size, arms, index))

    def _in_shape(self, anchor: Cell, size: int, arms: Arms, index: int) -> bool:
        dx, dy = gap(anchor, size, self.extent.cell(index), 1)
        far = arms.rounded and distance(self.battle.metric, dx, dy) > arms.reach
        return max(dx, dy) > arms.within and not far

    def can_strike(self, attacker: Actor, target: Actor, at: Cell | None = None) -> bool:
        """Whether a blow reaches any square of the target (standing at `at` instead, if given)."""
        where = target.cell if at is None else at
        if where is None:
            return False
        area = self.strike_area(attacker)
        return any(
            self.extent.index(cell) in area
            for cell in footprint(where, target.size)
            if self.extent.contains(cell)
        )

    def within_blow(self, one: Actor, other: Actor, reach: int) -> bool:
        """Whether `other` is within `reach` squares of `one` with no wall between (ruling G6)."""
        if one.cell is None or other.cell is None:
            return False
        if max(gap(one.cell, one.size, other.cell, other.size)) > reach:
            return False
        area = self.barriers.strike_area(one.cell, one.size, reach)
        own = footprint(one.cell, one.size)
        return any(
            self.extent.index(cell) in area or cell in own for cell in footprint(other.cell, other.size)
        )

    def separation(
        self, one: Actor, other: Actor, at: Cell | None = None, metric: Metric | None = None
    ) -> int:
        """Squares between two bodies, footprint to footprint (`at`: if `one` stood there)."""
        here = one.cell if at is None else at
        if here is None or other.cell is None:
            raise ValueError("an actor off the map has no distance")
        return distance(metric or self.battle.metric, *gap(here, one.size, other.cell, other.size))

    # --- sight ------------------------------------------------------------------------------------

    def line_of_sight(self, one: Actor, other: Actor) -> bool:
        """Whether a clear line joins any squares of the two bodies; False for one off the map."""
        if one.cell is None or other.cell is None:
            return False
        return self._map.sees((one.cell, one.size, other.cell, other.size))

    def glow(self, cell: Cell, size: int, radius: int) -> frozenset[int]:
        """Indices of squares that a body of that size lights up, or sees, within so many squares of it."""
        return self._map.glow((cell, size, radius, self.battle.metric))

    # --- steps ------------------------------------------------------------------------------------

    def entry_factor(self, size: int, anchor: Cell) -> int:
        """2 if any square of the footprint is difficult, else 1 (rulings A2 #12, G5)."""
        return 2 if self._slow_plane(size) >> self.extent.index(anchor) & 1 else 1

    def step_cost(self, mover: Actor, src: Cell, dst: Cell, parity: int) -> tuple[int, int]:
        """Squares spent by one step and the parity of diagonals after it."""
        diagonal = src[0] != dst[0] and src[1] != dst[1]
        return step_cost(self.battle.metric, diagonal, parity, self.entry_factor(mover.size, dst))

    def path_cost(self, mover: Actor, path: Iterable[Cell]) -> int:
        """Squares spent by a whole path from where the mover stands (the path excludes that square)."""
        here, parity, total = mover.cell, mover.stride.parity, 0
        for cell in path:
            if here is None:
                break
            cost, parity = self.step_cost(mover, here, cell, parity)
            total += cost
            here = cell
        return total

    def ground(
        self, mover: Actor, may_pass: StandTest, unseen: frozenset[ActorId] = frozenset()
    ) -> SearchGround:
        """The mover's map for a search: geometry and occupancy, leaving out actors its side does not know.

        `may_pass` says whether the mover may be on a square that meets another creature.
        """
        shut = 0
        for index in self.meeting_anchors(mover, unseen):
            cell = self.extent.cell(index)
            if not may_pass(mover, cell):
                shut |= 1 << index
        planes = self.barriers.step_planes(mover.size)
        if shut:
            planes = tuple(plane & ~self._shifted(shut, direction) for direction, plane in enumerate(planes))
        return SearchGround(self.extent, planes, self._slow_plane(mover.size))

    def meeting_anchors(self, mover: Actor, unseen: frozenset[ActorId] = frozenset()) -> set[int]:
        """Anchors (cell indices) where the mover's footprint would meet an active actor not in `unseen`."""
        found: set[int] = set()
        for other in self.battle.actors.values():
            if other.id == mover.id or other.id in unseen or not other.active or other.cell is None:
                continue
            for y in range(other.cell[1] - mover.size + 1, other.cell[1] + other.size):
                for x in range(other.cell[0] - mover.size + 1, other.cell[0] + other.size):
                    if self.extent.contains((x, y)):
                        found.add(self.extent.index((x, y)))
        return found

    def _shifted(self, targets: int, direction: int) -> int:
        """Anchors from which a step in the direction would land on one of `targets`."""
        dx, dy = DIRECTIONS[direction]
        offset = dy * self.extent.width + dx
        return targets >> offset if offset >= 0 else targets << -offset

    def _slow_plane(self, size: int) -> int:
        return self._map.slow_plane(size)

    # --- threat -----------------------------------------------------------------------------------

    def threat_counts(self, threateners: Iterable[Actor]) -> dict[int, tuple[ActorId, ...]]:
        """Cell index -> who of them can strike it, in the given order."""
        found: dict[int, tuple[ActorId, ...]] = {}
        for actor in threateners:
            for index in self.strike_area(actor):
                found[index] = (*found.get(index, ()), actor.id)
        return found

    def foes_in_reach(self, actor: Actor) -> tuple[Actor, ...]:
        """Active enemies the actor can strike from where it stands."""
        return tuple(foe for foe in self.battle.foes_of(actor) if self.can_strike(actor, foe))

    def sides_hostile_to(self, side: SideId) -> frozenset[SideId]:
        """Sides whose members are enemies of the side."""
        return frozenset(other.id for other in self.battle.sides if self.battle.hostile(other.id, side))


class _MapParts:
    """What follows from the terrain alone, shared by all boards of one map."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self._slow: dict[int, int] = {}
        self._barriers: dict[Corners, Barriers] = {}
        self._sights: dict[Sightline, bool] = {}
        self._glows: dict[Glow, frozenset[int]] = {}
        self._drawn_anew: dict[Hashable, _MapParts] = {}

    def of(self, terrain: Terrain) -> _MapParts:
        """The parts of a map: these, those of this map drawn anew, or new ones."""
        if terrain is self.terrain:
            return self
        return next((kin for kin in self._drawn_anew.values() if kin.terrain is terrain), None) or _MapParts(
            terrain
        )

    def drawn_anew(self, key: Hashable, draw: Callable[[Terrain], Terrain]) -> Terrain:
        if key not in self._drawn_anew:
            if len(self._drawn_anew) >= MOST_DRAWN_ANEW:
                self._drawn_anew.clear()
            drawn = draw(self.terrain)
            self._drawn_anew[key] = self if drawn is self.terrain else _MapParts(drawn)
        return self._drawn_anew[key].terrain

    def barriers(self, corners: Corners = (False, False)) -> Barriers:
        if corners not in self._barriers:
            self._barriers[corners] = build_barriers(self.terrain, corners)
        return self._barriers[corners]

    def slow_plane(self, size: int) -> int:
        if size not in self._slow:
            self._slow[size] = _slow_plane(self.terrain, size)
        return self._slow[size]

    def sees(self, line: Sightline) -> bool:
        if line not in self._sights:
            if len(self._sights) >= MOST_SIGHTLINES:
                self._sights.clear()
            self._sights[line] = sees(self.barriers(), *line)
        return self._sights[line]

    def glow(self, source: Glow) -> frozenset[int]:
        if source not in self._glows:
            if len(self._glows) >= MOST_GLOWS:
                self._glows.clear()
            self._glows[source] = _glow(self.barriers(), *source)
        return self._glows[source]


def _glow(barriers: Barriers, cell: Cell, size: int, radius: int, metric: Metric) -> frozenset[int]:
    """Squares in a clear line from any square of the body, and the walls that face it."""
    extent = barriers.extent
    origins = [one for one in footprint(cell, size) if extent.contains(one)]
    shown = visible_with_walls(barriers, origins, radius)
    near = (one for origin in origins for one in burst(origin, radius, metric) if extent.contains(one))
    return shown.intersection(map(extent.index, near))


def build_barriers(terrain: Terrain, corners: Corners = (False, False)) -> Barriers:
    """The grid's barriers for a map."""
    cutting, strict = corners
    return Barriers(
        terrain.extent,
        solid=terrain.cells_of(Ground.SOLID),
        impassable=terrain.cells_of(Ground.IMPASSABLE),
        segments=terrain.segments(),
        corner_cutting=cutting,
        strict_blows=strict,
    )


def _corners(battle: Battle) -> Corners:
    readings = battle.options
    return (
        (readings.corner_cutting, readings.strict_blows)
        if isinstance(readings, MapReadings)
        else (False, False)
    )


def _same_blows(one: Actor, other: Actor) -> bool:
    return one.cell == other.cell and one.size == other.size and one.arms == other.arms


def _slow_plane(terrain: Terrain, size: int) -> int:
    """Anchors whose footprint covers a difficult square."""
    extent = terrain.extent
    plane = 0
    for x, y in terrain.cells_of(Ground.DIFFICULT):
        anchors = (
            (x - dx, y - dy) for dy in range(size) for dx in range(size) if extent.contains((x - dx, y - dy))
        )
        plane |= mask_of(extent.index(anchor) for anchor in anchors)
    return plane
