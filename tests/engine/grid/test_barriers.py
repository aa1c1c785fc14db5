"""Steps and blows against walls: bit planes against plain geometry, one pair of cells at a time."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.grid.barriers import FINE, Barriers, Segment
from engine.grid.cells import DIRECTIONS, Cell, Extent, bits, footprint
from engine.grid.segments import FREE_END, by_cell, without_free_ends

Point = tuple[int, int]


def wall(ax: float, ay: float, bx: float, by: float, **what: bool) -> Segment:
    """A segment given in squares."""
    return Segment(round(ax * FINE), round(ay * FINE), round(bx * FINE), round(by * FINE), **what)


def cross(o: Point, a: Point, b: Point) -> int:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the closed segments ab and cd have a point in common."""
    boxes = all(
        max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i])) for i in (0, 1)
    )
    return boxes and cross(a, b, c) * cross(a, b, d) <= 0 and cross(c, d, a) * cross(c, d, b) <= 0


def centre(cell: Cell) -> Point:
    return cell[0] * FINE + FINE // 2, cell[1] * FINE + FINE // 2


class Geometry:
    """The documented rules, read literally off the drawing."""

    def __init__(self, b: Barriers) -> None:
        self.b = b
        self.walls = {
            kind: without_free_ends(b.extent, [s for s in b.segments if getattr(s, kind)])
            for kind in ("step", "strike")
        }
        self.solid = {b.extent.cell(i) for i in bits(b.solid)}
        self.impassable = {b.extent.cell(i) for i in bits(b.impassable)}

    def met(self, a: Cell, b: Cell, kind: str) -> bool:
        ends = centre(a), centre(b)
        return any(touch(*ends, s[:2], s[2:4]) for s in self.walls[kind])

    def edge(self, a: Cell, b: Cell, kind: str) -> bool:
        on_map = self.b.extent.contains(a) and self.b.extent.contains(b)
        return on_map and not {a, b} & self.solid and not self.met(a, b, kind)

    def way(self, a: Cell, b: Cell, kind: str, strict: bool) -> bool:
        if a[0] == b[0] or a[1] == b[1]:
            return self.edge(a, b, kind)
        corners = [(a[0], b[1]), (b[0], a[1])]
        around = [self.edge(a, c, kind) and self.edge(c, b, kind) for c in corners]
        return all(around) and not self.met(a, b, kind) if strict else any(around)

    def stands(self, anchor: Cell, size: int) -> bool:
        body = footprint(anchor, size)
        if not all(self.b.extent.contains(c) and c not in self.solid | self.impassable for c in body):
            return False
        return not any(
            max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1 and self.met(p, q, "step")
            for p, q in product(body, body)
        )

    def steps(self, src: Cell, dst: Cell, size: int) -> bool:
        strict = not self.b.corner_cutting
        pairs = zip(footprint(src, size), footprint(dst, size), strict=True)
        return all(self.way(p, q, "step", strict) for p, q in pairs) and self.stands(dst, size)


@st.composite
def maps(draw: st.DrawFn, side: int = 5) -> Barriers:
    extent = Extent(draw(st.integers(1, side)), draw(st.integers(1, side)))
    cell = st.tuples(st.integers(0, extent.width - 1), st.integers(0, extent.height - 1))
    # Corners, edge middles and centres come up often, so that touching and passing through is tried.
    place = st.one_of(
        st.integers(-1, 2 * side + 1).map(lambda v: v * FINE // 2),
        st.integers(-FINE, (side + 1) * FINE),
    )
    flag = st.booleans()
    piece = st.builds(Segment, place, place, place, place, flag, flag, flag)
    return Barriers(
        extent,
        draw(st.sets(cell, max_size=4)),
        draw(st.sets(cell, max_size=3)),
        draw(st.lists(piece, max_size=6)),
        corner_cutting=draw(flag),
        strict_blows=draw(flag),
    )


def every_cell(extent: Extent) -> list[Cell]:
    return [extent.cell(i) for i in range(extent.count)]


@given(maps(), st.integers(1, 6))
@settings(max_examples=50, deadline=None)
def test_planes_and_can_step_equal_plain_geometry(b: Barriers, size: int) -> None:
    geometry, planes = Geometry(b), b.step_planes(size)
    for src in every_cell(b.extent):
        assert bool(b.standable(size) >> b.extent.index(src) & 1) == geometry.stands(src, size)
        for plane, (dx, dy) in zip(planes, DIRECTIONS, strict=True):
            dst = (src[0] + dx, src[1] + dy)
            expected = geometry.steps(src, dst, size)
            assert b.can_step(src, dst, size) == expected
            assert bool(plane >> b.extent.index(src) & 1) == expected


@given(maps())
@settings(max_examples=50, deadline=None)
def test_hop_equals_plain_geometry_and_is_symmetric(b: Barriers) -> None:
    geometry = Geometry(b)
    for a in every_cell(b.extent):
        for dx, dy in DIRECTIONS:
            c = (a[0] + dx, a[1] + dy)
            assert b.hop(a, c) == geometry.way(a, c, "strike", strict=b.strict_blows)
            if b.extent.contains(c):
                assert b.hop(c, a) == b.hop(a, c)


@given(maps(), st.data(), st.integers(1, 3), st.integers(0, 3))
@settings(max_examples=50, deadline=None)
def test_strike_area_is_the_chains_of_hops(b: Barriers, data: st.DataObject, size: int, reach: int) -> None:
    anchor = data.draw(st.sampled_from(every_cell(b.extent)))
    body = set(footprint(anchor, size))
    found = set(body)
    for _ in range(reach):
        found |= {
            (x + dx, y + dy) for x, y in found for dx, dy in DIRECTIONS if b.hop((x, y), (x + dx, y + dy))
        }
    assert b.strike_area(anchor, size, reach) == {b.extent.index(c) for c in found - body}


@given(maps())
@settings(max_examples=50, deadline=None)
def test_segments_by_cell_equal_plain_geometry(b: Barriers) -> None:
    for s in b.segments:
        touched = by_cell(b.extent, [s])
        for x, y in every_cell(b.extent):
            left, top, right, bottom = x * FINE, y * FINE, (x + 1) * FINE, (y + 1) * FINE
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            sides = zip(corners, corners[1:] + corners[:1], strict=True)
            inside = left <= s.ax <= right and top <= s.ay <= bottom
            expected = inside or any(touch(p, q, s[:2], s[2:4]) for p, q in sides)
            assert (b.extent.index((x, y)) in touched) == expected


SYMMETRIES = [
    (flip, down, turn) for flip in (False, True) for down in (False, True) for turn in (False, True)
]


def transformed(b: Barriers, flip: bool, down: bool, turn: bool) -> Barriers:
    """The same map mirrored left to right, top to bottom, and with columns and rows exchanged."""
    w, h = b.extent.width, b.extent.height

    def point(x: int, y: int, right: int, bottom: int) -> Point:
        x, y = (right - x if flip else x), (bottom - y if down else y)
        return (y, x) if turn else (x, y)

    def cell(c: Cell) -> Cell:
        return point(*c, w - 1, h - 1)

    def piece(s: Segment) -> Segment:
        ends = point(s.ax, s.ay, w * FINE, h * FINE) + point(s.bx, s.by, w * FINE, h * FINE)
        return Segment(*ends, *s[4:])

    return Barriers(
        Extent(h, w) if turn else b.extent,
        [cell(b.extent.cell(i)) for i in bits(b.solid)],
        [cell(b.extent.cell(i)) for i in bits(b.impassable)],
        [piece(s) for s in b.segments],
        corner_cutting=b.corner_cutting,
        strict_blows=b.strict_blows,
    )


@given(maps(), st.sampled_from(SYMMETRIES), st.integers(1, 3))
@settings(max_examples=50, deadline=None)
def test_a_mirrored_or_turned_map_allows_as_many_steps_and_blows(
    b: Barriers, symmetry: tuple[bool, bool, bool], size: int
) -> None:
    other = transformed(b, *symmetry)
    assert sum(p.bit_count() for p in b.step_planes(size)) == sum(
        p.bit_count() for p in other.step_planes(size)
    )
    assert sum(p.bit_count() for p in b.hop_planes) == sum(p.bit_count() for p in other.hop_planes)


runs = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 4), st.booleans())
offsets = st.integers(-FINE // 2 + FREE_END + 1, FINE // 2 - FREE_END - 1)


@given(st.lists(runs, min_size=1, max_size=4), offsets, offsets, st.booleans(), st.integers(1, 3))
@settings(max_examples=50, deadline=None)
def test_a_wall_a_little_off_the_grid_acts_as_one_on_it(
    walls: list[tuple[int, int, int, bool]], dx: int, dy: int, cutting: bool, size: int
) -> None:
    pieces = [wall(x, y, x + n * level, y + n * (not level)) for x, y, n, level in walls]
    moved = [Segment(s.ax + dx, s.ay + dy, s.bx + dx, s.by + dy) for s in pieces]
    on, off = (Barriers(Extent(7, 7), segments=s, corner_cutting=cutting) for s in (pieces, moved))
    assert on.step_planes(size) == off.step_planes(size)
    assert on.hop_planes == off.hop_planes


points = st.tuples(st.integers(0, 8 * FINE), st.integers(0, 8 * FINE))


@given(points, points, points, st.booleans())
@settings(max_examples=50, deadline=None)
def test_nobody_steps_or_strikes_out_of_a_closed_triangle(
    p: Point, q: Point, r: Point, cutting: bool
) -> None:
    extent = Extent(8, 8)
    sides = [Segment(*p, *q), Segment(*q, *r), Segment(*r, *p)]
    b = Barriers(extent, segments=sides, corner_cutting=cutting)

    def inside(cell: Cell) -> bool:
        turns = [cross(s, e, centre(cell)) for s, e in ((p, q), (q, r), (r, p))]
        return all(t > 0 for t in turns) or all(t < 0 for t in turns)

    for src in every_cell(extent):
        for dx, dy in DIRECTIONS:
            dst = (src[0] + dx, src[1] + dy)
            if b.can_step(src, dst) or b.hop(src, dst):
                assert inside(src) == inside(dst)


# Readable cases. Rulings A2 #6, #9, #11 and G6.


def test_a_wall_end_in_a_corner_forbids_the_diagonal_step_and_leaves_the_blow() -> None:
    for end in (1.6, 1.8, 2.0, 2.2, 2.4):
        b = Barriers(Extent(4, 4), segments=[wall(0, 2, end, 2)])
        assert not b.can_step((1, 1), (2, 2))
        assert not b.can_step((2, 1), (1, 2))
        assert b.hop((1, 1), (2, 2))
        assert not b.hop((1, 1), (1, 2))
        assert b.can_step((2, 1), (2, 2))
        loose = Barriers(Extent(4, 4), segments=b.segments, corner_cutting=True)
        assert loose.can_step((1, 1), (2, 2))
        strict = Barriers(Extent(4, 4), segments=b.segments, strict_blows=True)
        assert not strict.hop((1, 1), (2, 2))
        assert strict.hop((2, 1), (2, 2))


def test_a_solid_corner_square_forbids_the_diagonal_step() -> None:
    b = Barriers(Extent(3, 3), solid=[(1, 0)])
    assert not b.can_step((0, 0), (1, 1))
    assert b.hop((0, 0), (1, 1))
    both = Barriers(Extent(3, 3), solid=[(1, 0), (0, 1)], corner_cutting=True)
    assert not both.can_step((0, 0), (1, 1))
    assert not both.hop((0, 0), (1, 1))


def test_a_chasm_beside_the_corner_does_not_forbid_it() -> None:
    b = Barriers(Extent(2, 2), impassable=[(1, 0), (0, 1)])
    assert b.can_step((0, 0), (1, 1))
    assert not b.can_step((0, 0), (1, 0))
    assert b.hop((0, 0), (1, 0))


def test_a_doorway_is_passed_straight_and_a_closed_door_not_at_all() -> None:
    frame = [wall(0, 2, 1, 2), wall(2, 2, 4, 2)]
    open_door = Barriers(Extent(4, 4), segments=frame)
    assert open_door.can_step((1, 1), (1, 2))
    assert not open_door.can_step((0, 1), (1, 2))
    closed = Barriers(Extent(4, 4), segments=[*frame, wall(1, 2, 2, 2)])
    assert not closed.can_step((1, 1), (1, 2))
    assert not closed.hop((1, 1), (1, 2))
    assert not closed.hop((0, 1), (1, 2))


@pytest.mark.parametrize("left", [0.5, 0.6, 1.0, 1.3, 1.5])
def test_an_opening_of_a_square_lets_somebody_through_wherever_it_lies(left: float) -> None:
    frame = [wall(0, 2, left, 2), wall(left + 1, 2, 4, 2)]
    open_door = Barriers(Extent(4, 4), segments=frame)
    assert any(open_door.can_step((x, 1), (x, 2)) for x in range(4))
    assert any(open_door.hop((x, 1), (x, 2)) for x in range(4))
    for slack in (0, 0.05):  # a door that almost reaches its frame is shut all the same
        door = wall(left + slack, 2, left + 1 - slack, 2)
        closed = Barriers(Extent(4, 4), segments=[*frame, door])
        crossing = [((x, 1), (x + dx, 2)) for x in range(4) for dx in (-1, 0, 1)]
        assert not any(closed.can_step(*step) or closed.hop(*step) for step in crossing)


def test_only_ends_in_the_open_are_cut() -> None:
    corner = [wall(0, 1, 2, 1), wall(2, 1, 2, 3)]
    stem = wall(1, 2, 2.05, 2)  # ends just beyond the second wall
    cut = FREE_END / FINE
    assert without_free_ends(Extent(4, 4), [*corner, stem]) == [
        wall(cut, 1, 2, 1),
        wall(2, 1, 2, 3 - cut),
        wall(1 + cut, 2, 2.05, 2),
    ]
    stub = wall(3, 3, 3.1, 3)
    assert without_free_ends(Extent(4, 4), [stub]) == [stub]


def test_an_arrow_slit_stops_steps_and_not_blows() -> None:
    b = Barriers(Extent(2, 1), segments=[wall(1, 0, 1, 1, strike=False, sight=False)])
    assert not b.can_step((0, 0), (1, 0))
    assert b.hop((0, 0), (1, 0))


def test_a_wall_through_the_centre_closes_the_square() -> None:
    b = Barriers(Extent(3, 3), segments=[wall(1, 1, 2, 2)])
    assert not any(b.can_step((1, 1), (1 + dx, 1 + dy)) for dx, dy in DIRECTIONS)
    assert not any(b.can_step((1 + dx, 1 + dy), (1, 1)) for dx, dy in DIRECTIONS)


def test_a_slanted_wall_leaves_the_squares_on_either_side_to_their_side() -> None:
    b = Barriers(Extent(3, 3), segments=[wall(0, 0.2, 3, 3.2)])
    assert b.can_step((1, 1), (1, 0))
    assert b.can_step((1, 1), (2, 1))
    assert not b.can_step((1, 1), (0, 1))
    assert not b.can_step((1, 1), (1, 2))


def test_a_small_pillar_on_a_corner_stops_the_diagonal_step_only() -> None:
    ring = [(1.8, 1.8), (2.2, 1.8), (2.2, 2.2), (1.8, 2.2)]
    pillar = [wall(*p, *q) for p, q in zip(ring, ring[1:] + ring[:1], strict=True)]
    b = Barriers(Extent(4, 4), segments=pillar)
    assert not b.can_step((1, 1), (2, 2))
    assert b.hop((1, 1), (2, 2))
    assert b.can_step((1, 1), (2, 1))
    assert not b.standable(2) >> b.extent.index((1, 1)) & 1


def test_a_big_body_does_not_stand_astride_a_wall_but_can_walk_off_it() -> None:
    b = Barriers(Extent(4, 4), segments=[wall(2, 0, 2, 2)])
    assert not b.standable(2) >> b.extent.index((1, 1)) & 1
    assert not b.can_step((1, 2), (1, 1), 2)
    assert b.can_step((1, 1), (1, 2), 2)


@pytest.mark.rule("OSE-AOO-02")
def test_an_ogre_threatens_the_twelve_squares_around_it_unless_behind_a_wall() -> None:
    open_floor = Barriers(Extent(6, 6))
    assert len(open_floor.strike_area((2, 2), 2, 1)) == 12
    b = Barriers(Extent(6, 6), segments=[wall(4, 0, 4, 6)])
    assert len(b.strike_area((2, 2), 2, 1)) == 8


@pytest.mark.rule("OSE-REACH-03")
def test_a_pole_arm_covers_the_whole_block_and_goes_round_a_corner() -> None:
    b = Barriers(Extent(5, 5))
    assert len(b.strike_area((2, 2), 1, 2)) == 24
    assert b.strike_area((2, 2), 1, 0) == frozenset()
    pillar = Barriers(Extent(5, 5), solid=[(3, 2)])
    area = pillar.strike_area((2, 2), 1, 2)
    assert pillar.extent.index((4, 2)) in area
    assert pillar.extent.index((3, 2)) not in area


def test_creatures_off_the_map_and_jumps_are_refused() -> None:
    b = Barriers(Extent(3, 3))
    assert not b.can_step((0, 0), (2, 0))
    assert not b.can_step((0, 0), (0, 0))
    assert not b.can_step((-1, 0), (0, 0))
    assert not b.can_step((2, 0), (3, 0))
    assert not b.can_step((1, 1), (2, 1), 2)
    assert not b.hop((2, 2), (3, 2))
    assert b.standable(4) == 0


def test_bad_input_is_refused_and_points_are_dropped() -> None:
    with pytest.raises(IndexError, match="off the map"):
        Barriers(Extent(3, 3), solid=[(3, 0)])
    assert Barriers(Extent(3, 3), segments=[wall(1.5, 1.5, 1.5, 1.5)]).segments == ()
