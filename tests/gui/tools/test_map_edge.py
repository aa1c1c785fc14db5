"""A path drawn with the arrow keys ends where the map ends."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from engine.model.commands import PlaceActor


def test_the_arrow_keys_do_not_lead_off_the_map(gm: Any) -> None:
    gm.table.submit(PlaceActor("ysol", (1, 8)))
    gm.table.select("ysol")
    gm.desk.map.setFocus()
    gm.key(Qt.Key.Key_M)
    for _ in range(3):
        gm.key(Qt.Key.Key_Left)
    assert "map ends" in gm.desk.strip.body.problem.text()
    assert "move 5 ft" in gm.strip
