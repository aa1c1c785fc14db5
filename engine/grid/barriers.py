"""What walls, doors and solid squares do to a step or a blow between two cells.

How a wall that is not on the grid is read
    Every question is about the *centre line* between two cells, the straight line from centre to centre. An
    edge between two squares is **walled** when a segment has any point in common with that line. So a wall
    drawn up to half a square off an edge acts exactly like one on it, and a wall on less than half of an edge
    does not close it. A wall through the very centre of a square closes that square on all sides: whoever
    stands there is on neither side of it.

    The last sixteenth of a square of a wall that ends in the open does not count (``without_free_ends``). So
    a doorway a square wide lets somebody through even if it lies half-way between two columns.

Diagonals, with a wall (or nothing) ending anywhere near the corner
    A step (rulings A2 #6) needs all four edges that meet in the corner unwalled, neither of the two squares
    beside it solid, and no segment on its own centre line, which catches a pillar drawn on the corner. It
    does not matter whether a wall ends short of the corner or beyond it. A blow needs one of the two ways
    round the corner (rulings G6). With ``corner_cutting`` a step needs no more than a blow, and with
    ``strict_blows`` a blow needs all that a step needs.

No step passes through a wall: it follows centre lines that no wall meets, free ends aside.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.grid.cells import DIRECTIONS, Cell, Extent, bits, footprint, mask_of, repeated, shifted
from engine.grid.segments import FINE, Crossings, Segment, by_cell, crossings, without_free_ends

__all__ = ["FINE", "Barriers", "Segment"]

_DIRECTION_OF = {step: d for d, step in enumerate(DIRECTIONS)}


class Barriers:
    """The immovable part of a map. Immutable; what follows from it is worked out on first use and kept.

    ``solid`` cells stop steps, blows and sight; ``impassable`` ones (a chasm, an altar) only steps onto
    them. Cells are pairs, and ``IndexError`` if off the map; segments may lie anywhere, and those of no
    length are dropped.
    """

    def __init__(
        self,
        extent: Extent,
        solid: Iterable[Cell] = (),
        impassable: Iterable[Cell] = (),
        segments: Iterable[Segment] = (),
        *,
        corner_cutting: bool = False,
        strict_blows: bool = False,
    ) -> None:
        self.extent = extent
        self.solid = mask_of({extent.index(cell) for cell in solid})
        self.impassable = mask_of({extent.index(cell) for cell in impassable})
        self.segments = tuple(s for s in segments if s[:2] != s[2:4])
        self.corner_cutting = corner_cutting
        self.strict_blows = strict_blows
        self.seen_memo: dict[int, int] = {}  # of ``shadows.seen_from``: by origin, as far as the eye reaches
        self._standable: dict[int, int] = {}
        self._step_planes: dict[int, tuple[int, ...]] = {}

    def __repr__(self) -> str:
        cells = [[self.extent.cell(i) for i in bits(mask)] for mask in (self.solid, self.impassable)]
        cutting = ", corner_cutting=True" if self.corner_cutting else ""
        strict = ", strict_blows=True" if self.strict_blows else ""
        return f"Barriers({self.extent}, {cells[0]}, {cells[1]}, {list(self.segments)}{cutting}{strict})"

    def standable(self, size: int) -> int:
        """Mask of the anchors where a body of ``size`` x ``size`` squares can stand.

        Its whole footprint is on the map, neither solid nor impassable, and no wall that stops steps comes
        between two neighbouring squares of it: nobody stands astride a wall or around a pillar.
        """
        if size not in self._standable:
            ground = self._free & ~self.impassable
            inside = _eroded(ground, size, size, self.extent.width) & self._fits(size)
            self._standable[size] = inside & self._unsplit(size)
        return self._standable[size]

    def can_step(self, src: Cell, dst: Cell, size: int = 1) -> bool:
        """Whether the map lets a body anchored at ``src`` go to the neighbouring anchor ``dst``.

        Every cell of the footprint must make its step, and the body must be able to stand at the end. Where
        it stands now is not judged beyond that, so one that was set down astride a wall can walk off it.
        """
        direction = _DIRECTION_OF.get((dst[0] - src[0], dst[1] - src[1]))
        if direction is None or not self.extent.contains(src):
            return False
        return bool(self.step_planes(size)[direction] >> self.extent.index(src) & 1)

    def step_planes(self, size: int) -> tuple[int, ...]:
        """For each of ``DIRECTIONS`` the mask of anchors from which ``can_step`` allows that step."""
        if size not in self._step_planes:
            target, start = self.standable(size), self._fits(size)
            self._step_planes[size] = tuple(
                _eroded(plane, size, size, self.extent.width) & start & shifted(target, -offset)
                for plane, offset in zip(self._step_ways, self.extent.offsets(), strict=True)
            )
        return self._step_planes[size]

    def hop(self, a: Cell, b: Cell) -> bool:
        """Whether a blow passes between two neighbouring squares (rulings G6); the same both ways.

        To an orthogonal neighbour unless the edge is walled; to a diagonal one if either way round the
        corner is open, or as a step goes with ``strict_blows``. Never into or out of a solid square.
        """
        direction = _DIRECTION_OF.get((b[0] - a[0], b[1] - a[1]))
        if direction is None or not self.extent.contains(a):
            return False
        return bool(self.hop_planes[direction] >> self.extent.index(a) & 1)

    def strike_area(self, anchor: Cell, size: int, reach: int) -> frozenset[int]:
        """Indices of the cells that a body can strike, its own footprint excluded.

        Those at the end of a chain of at most ``reach`` open hops from any of its cells (rulings G6): a pole
        arm covers the whole block around its wielder, corners included (A2 #4, #5, #9). Creatures are not
        looked at.
        """
        width, count = self.extent.width, self.extent.count
        base = max(anchor[1] - reach, 0) * width
        window = (1 << max(min((anchor[1] + size + reach) * width, count) - base, 0)) - 1
        planes = [plane >> base & window for plane in self.hop_planes]
        body = mask_of(
            [self.extent.index(c) - base for c in footprint(anchor, size) if self.extent.contains(c)]
        )
        area = edge = body
        for _ in range(reach):
            reached = 0
            for plane, offset in zip(planes, self.extent.offsets(), strict=True):
                reached |= shifted(edge & plane, offset)
            edge = reached & ~area
            area |= reached
        return frozenset(base + i for i in bits(area & ~body))

    @cached_property
    def hop_planes(self) -> tuple[int, ...]:
        """For each of ``DIRECTIONS`` the mask of cells from which ``hop`` allows a blow that way."""
        return self._ways(self._crossed_by_blows, strict=self.strict_blows)

    @cached_property
    def surface(self) -> int:
        """Mask of the solid cells with an open square beside them: the only ones that can stop anything."""
        width, free = self.extent.width, self._free
        inner = repeated((1 << (width - 1)) - 1, width, self.extent.height)  # all but the last column
        beside = free << width | free >> width | (free & inner) << 1 | free >> 1 & inner
        return self.solid & beside

    @cached_property
    def solid_cells(self) -> frozenset[int]:
        """Indices of the solid cells."""
        return frozenset(bits(self.solid))

    @cached_property
    def sight_index(self) -> Mapping[int, Sequence[Segment]]:
        """The segments that stop sight, by each cell they touch."""
        return by_cell(self.extent, [s for s in self.segments if s.sight])

    @cached_property
    def sight_crossings(self) -> Crossings:
        """The ways between neighbouring cells that a segment hides from each other."""
        return crossings(self.extent, [s for s in self.segments if s.sight])

    @cached_property
    def _free(self) -> int:
        return ((1 << self.extent.count) - 1) & ~self.solid

    @cached_property
    def _crossed_by_steps(self) -> Crossings:
        walls = [s for s in self.segments if s.step]
        return crossings(self.extent, without_free_ends(self.extent, walls))

    @cached_property
    def _crossed_by_blows(self) -> Crossings:
        walls = [s for s in self.segments if s.strike]
        if walls == [s for s in self.segments if s.step]:  # most maps
            return self._crossed_by_steps
        return crossings(self.extent, without_free_ends(self.extent, walls))

    @cached_property
    def _step_ways(self) -> tuple[int, ...]:
        return self._ways(self._crossed_by_steps, strict=not self.corner_cutting)

    def _fits(self, size: int) -> int:
        """Anchors whose footprint is on the map."""
        width, height = self.extent.width, self.extent.height
        if size < 1 or size > min(width, height):
            return 0
        row = (1 << (width - size + 1)) - 1
        return repeated(row, width, height - size + 1)

    def _unsplit(self, size: int) -> int:
        """Anchors with no wall between two neighbouring cells of the footprint."""
        width, full = self.extent.width, (1 << self.extent.count) - 1
        crossed = self._crossed_by_steps
        return (
            _eroded(full & ~crossed.east, size - 1, size, width)
            & _eroded(full & ~crossed.south, size, size - 1, width)
            & _eroded(full & ~crossed.southeast, size - 1, size - 1, width)
            & _eroded((full & ~crossed.northeast) >> width, size - 1, size - 1, width)
        )

    def _ways(self, crossed: Crossings, strict: bool) -> tuple[int, ...]:
        """For each direction the cells that are open that way, for one square and not looking at the floor.

        ``strict`` asks for both ways round a corner and an unmet centre line, otherwise one way is enough.
        """
        width, free = self.extent.width, self._free
        east = free & free >> 1 & ~crossed.east & repeated((1 << (width - 1)) - 1, width, self.extent.height)
        south = free & free >> width & ~crossed.south
        # Each corner seen from its north-west cell (going south-east) or south-west cell (going north-east).
        east_south, south_east = east & south >> 1, south & east >> width
        east_north, north_east = east & (south << width) >> 1, south << width & east << width
        if strict:
            southeast = east_south & south_east & ~crossed.southeast
            northeast = east_north & north_east & ~crossed.northeast
        else:
            southeast, northeast = east_south | south_east, east_north | north_east
        return (
            south << width,
            northeast,
            east,
            southeast,
            south,
            northeast >> (width - 1),
            east << 1,
            southeast << (width + 1),
        )


def _eroded(mask: int, columns: int, rows: int, width: int) -> int:
    """The cells from which the block of ``columns`` x ``rows`` down and right lies in the mask.

    A block of no cells is no demand. Blocks that run past the right edge are the caller's to exclude.
    """
    if columns < 1 or rows < 1:
        return -1
    line = mask
    for i in range(1, columns):
        line &= mask >> i
    block = line
    for j in range(1, rows):
        block &= line >> j * width
    return block
