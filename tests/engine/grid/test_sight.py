"""Line of sight: the walk along a line against fractions, and the shadows against the walk."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.grid.barriers import FINE, Barriers, Segment
from engine.grid.cells import Cell, Extent, bits, footprint
from engine.grid.sight import clear, sees, visible, visible_with_walls

Number = int | Fraction
Point = tuple[Number, Number]


def wall(ax: float, ay: float, bx: float, by: float) -> Segment:
    """A segment given in squares."""
    return Segment(round(ax * FINE), round(ay * FINE), round(bx * FINE), round(by * FINE))


def cross(o: Point, a: Point, b: Point) -> Number:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def centre(cell: Cell) -> tuple[int, int]:
    return cell[0] * FINE + FINE // 2, cell[1] * FINE + FINE // 2


class Oracle:
    """The documented rules in fractions, for the line from ``a`` at place 0 to ``c`` at place 1."""

    def __init__(self, b: Barriers, a: Cell, c: Cell) -> None:
        self.b, self.ends = b, (a, c)
        self.start, self.end = centre(a), centre(c)
        self.contacts: dict[Fraction, set[bool]] = {}

    def is_clear(self) -> bool:
        if self.start == self.end:
            return True
        walls = [(s[:2], s[2:4]) for s in self.b.segments if s.sight]
        squares = [cell for cell in map(self.b.extent.cell, bits(self.b.solid)) if cell not in self.ends]
        if any(self.meets_wall(*w) for w in walls) or any(self.enters(*cell) for cell in squares):
            return False
        return all(len(sides) < 2 for t, sides in self.contacts.items() if 0 < t < 1)

    def place(self, p: Point) -> Fraction:
        ux, uy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        along = (p[0] - self.start[0]) * ux + (p[1] - self.start[1]) * uy
        return Fraction(along) / (ux * ux + uy * uy)

    def side(self, p: Point) -> Number:
        return cross(self.start, self.end, p)

    def meets_wall(self, p: Point, q: Point) -> bool:
        sp, sq = self.side(p), self.side(q)
        if sp == sq == 0:
            return min(self.place(p), self.place(q)) < 1 and max(self.place(p), self.place(q)) > 0
        if sp == 0 or sq == 0:
            self.contacts.setdefault(self.place(p if sp == 0 else q), set()).add(sp + sq > 0)
            return False
        if (sp > 0) == (sq > 0):
            return False
        share = Fraction(sp) / (sp - sq)
        crossing = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
        return 0 < self.place(crossing) < 1

    def enters(self, x: int, y: int) -> bool:
        """Shrunk a little, a square is met only by lines that enter its inside; its corners are touched."""
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        middle = centre((x, y))
        for i, j in corners:
            corner = (i * FINE, j * FINE)
            if self.side(corner) == 0:
                self.contacts.setdefault(self.place(corner), set()).add(self.side(middle) > 0)
        less = 1 - Fraction(1, 10**6)
        inner = [
            (middle[0] + (i * FINE - middle[0]) * less, middle[1] + (j * FINE - middle[1]) * less)
            for i, j in corners
        ]
        sides = [self.side(p) for p in inner]
        return min(sides) < 0 < max(sides) and 0 < self.place(middle) < 1


@st.composite
def maps(draw: st.DrawFn, side: int = 6) -> Barriers:
    extent = Extent(draw(st.integers(1, side)), draw(st.integers(1, side)))
    cell = st.tuples(st.integers(0, extent.width - 1), st.integers(0, extent.height - 1))
    # Corners, edge middles and centres come up often, so that touching and passing through is tried.
    place = st.one_of(
        st.integers(-1, 2 * side + 1).map(lambda v: v * FINE // 2),
        st.integers(-FINE, (side + 1) * FINE),
    )
    piece = st.builds(Segment, place, place, place, place, sight=st.sampled_from([True, True, True, False]))
    return Barriers(extent, draw(st.sets(cell, max_size=12)), (), draw(st.lists(piece, max_size=5)))


def every_cell(extent: Extent) -> list[Cell]:
    return [extent.cell(i) for i in range(extent.count)]


@given(maps(), st.data())
@settings(max_examples=100, deadline=None)
def test_clear_equals_the_rules_in_fractions(b: Barriers, data: st.DataObject) -> None:
    a = data.draw(st.sampled_from(every_cell(b.extent)))
    for c in every_cell(b.extent):
        assert clear(b, a, c) == Oracle(b, a, c).is_clear(), (a, c)


@given(maps())
@settings(max_examples=50, deadline=None)
def test_sight_is_symmetric_and_shadows_equal_lines_on_every_pair(b: Barriers) -> None:
    cells = every_cell(b.extent)
    lines = {a: {b.extent.index(c) for c in cells if clear(b, a, c)} for a in cells}
    for a in cells:
        assert visible(b, [a]) == lines[a], a
        assert all(b.extent.index(a) in lines[b.extent.cell(i)] for i in lines[a])


@given(maps(), st.data(), st.integers(0, 8))
@settings(max_examples=50, deadline=None)
def test_a_radius_cuts_the_view_to_a_block(b: Barriers, data: st.DataObject, radius: int) -> None:
    (x, y) = data.draw(st.sampled_from(every_cell(b.extent)))
    block = {b.extent.index(c) for c in every_cell(b.extent) if max(abs(c[0] - x), abs(c[1] - y)) <= radius}
    near = visible(b, [(x, y)], radius)
    assert near == visible(b, [(x, y)]) & block
    assert visible(b, [(x, y)], radius) == near  # now from memory


@given(maps(), st.data(), st.integers(1, 3), st.integers(1, 3))
@settings(max_examples=50, deadline=None)
def test_bodies_see_each_other_by_any_pair_of_cells(
    b: Barriers, data: st.DataObject, size_a: int, size_b: int
) -> None:
    a, c = (data.draw(st.sampled_from(every_cell(b.extent))) for _ in range(2))
    pairs = [(p, q) for p in footprint(a, size_a) for q in footprint(c, size_b)]
    on_map = [(p, q) for p, q in pairs if b.extent.contains(p) and b.extent.contains(q)]
    expected = any(clear(b, p, q) for p, q in on_map)
    assert sees(b, a, size_a, c, size_b) == sees(b, c, size_b, a, size_a) == expected
    visible(b, [a])
    assert sees(b, a, size_a, c, size_b) == expected


def drawn(text: str, segments: tuple[Segment, ...] = ()) -> Barriers:
    rows = text.split()
    solid = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    return Barriers(Extent(len(rows[0]), len(rows)), solid, (), segments)


def picture(b: Barriers, cells: frozenset[int]) -> str:
    marks = ["+" if i in cells else "." for i in range(b.extent.count)]
    width = b.extent.width
    return " ".join("".join(marks[y * width : (y + 1) * width]) for y in range(b.extent.height))


def test_one_corner_is_grazed_and_two_that_meet_are_not_seen_between() -> None:
    assert clear(drawn(".# .."), (0, 0), (1, 1))
    assert not clear(drawn(".# #."), (0, 0), (1, 1))


def test_the_joint_of_two_walls_is_closed_and_the_end_of_one_is_not() -> None:
    upper, lower = wall(1, 0, 1, 1), wall(1, 1, 1, 2)
    assert clear(drawn(".. ..", (upper,)), (0, 0), (1, 1))
    assert clear(drawn(".. ..", (lower,)), (0, 0), (1, 1))
    assert not clear(drawn(".. ..", (upper, lower)), (0, 0), (1, 1))
    assert not clear(drawn(".# ..", (lower,)), (0, 0), (1, 1))
    assert clear(drawn(".# ..", (upper,)), (0, 0), (1, 1))


def test_a_wall_through_a_centre_hides_what_is_behind_and_not_the_square() -> None:
    b = drawn("...", (wall(1.5, 0, 1.5, 1),))
    assert clear(b, (0, 0), (1, 0))
    assert clear(b, (2, 0), (1, 0))
    assert not clear(b, (0, 0), (2, 0))


def test_a_wall_lying_along_the_line_hides_its_squares() -> None:
    b = drawn(".....", (wall(1.2, 0.5, 3.8, 0.5),))
    assert not clear(b, (0, 0), (1, 0))
    assert not clear(b, (0, 0), (4, 0))
    assert visible(b, [(2, 0)]) == {2}


def test_a_square_does_not_hide_itself_nor_stop_the_one_on_it() -> None:
    b = drawn("..#..")
    assert clear(b, (0, 0), (2, 0))
    assert not clear(b, (0, 0), (3, 0))
    assert visible(b, [(2, 0)]) == {0, 1, 2, 3, 4}


def test_a_room_shows_with_its_walls_and_inner_corners() -> None:
    b = drawn("####### #.....# #.....# #..#### #######")
    # The squares of the notch stand to both sides of its corner; behind the walls nothing shows.
    assert picture(b, visible_with_walls(b, [(1, 1)])) == "+++++++ +++++++ +++++++ +++++++ ++++..."


def test_a_wall_whose_only_open_side_is_turned_away_is_not_shown() -> None:
    b = drawn("..... ..##. .....")
    shown = visible_with_walls(b, [(0, 1)])
    assert b.extent.index((2, 1)) in shown
    assert b.extent.index((3, 1)) not in visible(b, [(0, 1)])
    assert b.extent.index((4, 1)) not in shown


def test_a_closed_door_hides_the_wall_behind_it() -> None:
    door = wall(2, 0, 2, 1)
    assert picture(drawn("..#"), visible_with_walls(drawn("..#"), [(0, 0)])) == "+++"
    closed = drawn("..#", (door,))
    assert picture(closed, visible_with_walls(closed, [(0, 0)])) == "++."


def test_cells_off_the_map_are_an_error() -> None:
    with pytest.raises(IndexError, match="off the map"):
        clear(drawn(".."), (0, 0), (2, 0))
    with pytest.raises(IndexError, match="off the map"):
        visible(drawn(".."), [(0, 1)])
