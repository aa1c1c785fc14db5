"""The preview card keeps off tokens and the path, and inside the window."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF

from gui.scene.card_place import card_place
from gui.scene.geometry import CELL, cell_rect

SIZE = QSizeF(6 * CELL, 2.5 * CELL)
SHOWN = QRectF(0, 0, 20 * CELL, 20 * CELL)


def box(ghost: tuple[int, int], tokens: list[tuple[tuple[int, int], int]]) -> QRectF:
    return QRectF(card_place(ghost, SIZE, tokens, [[ghost]], SHOWN), SIZE)


def test_it_goes_to_the_right_where_there_is_room() -> None:
    assert box((5, 10), []).left() > 5 * CELL


def test_it_makes_way_for_a_token() -> None:
    token = ((8, 10), 1)
    assert not box((5, 10), [token]).intersects(cell_rect(*token))


def test_it_stays_in_the_window() -> None:
    for ghost in ((19, 19), (0, 0), (19, 0), (0, 19)):
        assert SHOWN.contains(box(ghost, []))


def test_it_keeps_off_a_label_where_another_place_is_as_good() -> None:
    first = QRectF(card_place((5, 10), SIZE, [], [[(5, 10)]], SHOWN), SIZE)
    label = QRectF(first.center(), QSizeF(2 * CELL, CELL / 2))
    moved = QRectF(card_place((5, 10), SIZE, [], [[(5, 10)]], SHOWN, [label]), SIZE)
    assert not moved.intersects(label)
    assert SHOWN.contains(moved)
