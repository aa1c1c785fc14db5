"""Cells, footprints and masks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.grid.cells import DIRECTIONS, Extent, bits, footprint, gap, mask_of, neighbours, shifted

cells = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
sizes = st.integers(1, 6)


def test_directions_turn_clockwise_from_north_and_face_each_other() -> None:
    assert DIRECTIONS[0] == (0, -1)
    assert DIRECTIONS[2] == (1, 0)
    for d, (dx, dy) in enumerate(DIRECTIONS):
        assert DIRECTIONS[(d + 4) % 8] == (-dx, -dy)
        assert (d % 2 == 1) == (dx != 0 and dy != 0)


def test_extent_maps_cells_to_indices_and_back() -> None:
    extent = Extent(7, 3)
    assert extent.count == 21
    assert [extent.index(extent.cell(i)) for i in range(21)] == list(range(21))
    assert extent.cell(8) == (1, 1)
    assert extent.offsets() == (-7, -6, 1, 8, 7, 6, -1, -8)


@pytest.mark.parametrize("cell", [(-1, 0), (7, 0), (0, 3), (0, -1)])
def test_extent_refuses_cells_off_the_map(cell: tuple[int, int]) -> None:
    extent = Extent(7, 3)
    assert not extent.contains(cell)
    with pytest.raises(IndexError, match="off the map"):
        extent.index(cell)


@pytest.mark.parametrize("index", [-1, 21])
def test_extent_refuses_indices_without_a_cell(index: int) -> None:
    with pytest.raises(IndexError, match="no cell"):
        Extent(7, 3).cell(index)


@pytest.mark.parametrize("size", range(1, 7))
def test_footprint_is_a_block_below_and_right_of_its_anchor(size: int) -> None:
    block = footprint((3, 4), size)
    assert len(block) == len(set(block)) == size * size
    assert block[0] == (3, 4)
    assert max(block) == (2 + size, 3 + size)


@given(cells, sizes, cells, sizes)
def test_gap_is_the_least_over_all_pairs_of_cells(
    a: tuple[int, int], size_a: int, b: tuple[int, int], size_b: int
) -> None:
    pairs = [(p, q) for p in footprint(a, size_a) for q in footprint(b, size_b)]
    dx = min(abs(p[0] - q[0]) for p, q in pairs)
    dy = min(abs(p[1] - q[1]) for p, q in pairs)
    assert gap(a, size_a, b, size_b) == (dx, dy) == gap(b, size_b, a, size_a)


def test_neighbours_follow_the_directions() -> None:
    assert neighbours((5, 5)) == ((5, 4), (6, 4), (6, 5), (6, 6), (5, 6), (4, 6), (4, 5), (4, 4))


@given(st.sets(st.integers(0, 3000)))
def test_masks_keep_their_members(members: set[int]) -> None:
    mask = mask_of(members)
    assert list(bits(mask)) == sorted(members)
    assert mask_of(iter(sorted(members))) == mask == sum(1 << i for i in members)


def test_a_mask_has_no_negative_member() -> None:
    with pytest.raises(ValueError, match="negative"):
        mask_of([3, -1])


def test_shifted_moves_both_ways() -> None:
    assert shifted(0b1100, 2) == 0b110000
    assert shifted(0b1101, -2) == 0b11
