"""The names of the range bands stay on the map."""

from __future__ import annotations

from gui.scene.geometry import CELL
from gui.scene.overlay_areas import RangeRingsItem


def test_the_name_of_a_band_that_touches_the_edge_of_the_map_stands_inside_of_it() -> None:
    item = RangeRingsItem()
    item.set_data([("edge", {(x, y) for x in range(3) for y in range(4)}), ("inner", {(1, 2), (1, 3)})])
    (edge, _), (inner, _) = item._labels()
    assert (edge.x(), edge.y()) == (1.5 * CELL, 0.5 * CELL)
    assert inner.y() == 2 * CELL
