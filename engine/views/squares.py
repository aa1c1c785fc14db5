"""How squares are called."""

from __future__ import annotations

from engine.model.phrase import Cell


def square_name(cell: Cell) -> str:
    """A square as on a chess board: column letters and row number, counted from the top left (C4)."""
    letters, column = "", cell[0] + 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{cell[1] + 1}"
