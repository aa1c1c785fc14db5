"""Tables of creatures: CSV with any separator, as spreadsheets, word processors and people write them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.importers.creature_columns import LeftOut, Record, creature, field_of, is_mark, lacks
from engine.importers.creature_row import shortened

_SEPARATORS = ",;\t|"
_LOOKED_AT = 10
"""Rows in which the headings are looked for."""
_MOST_LINES = 60
"""Lines that one cell in quotation marks may have; beyond them the mark was never closed."""
_FEW_COLUMNS = 2
"""So many separators may well stand in prose."""
_SHOWN = 60


class _Row(NamedTuple):
    line: int
    cells: list[str]
    end: int
    """How many lines of the file are read with it."""
    torn: bool = False
    """A quotation mark in it was never closed."""

    @property
    def text(self) -> str:
        """What stands in it, in one line."""
        return shortened(", ".join(cell.strip() for cell in self.cells if cell.strip()), _SHOWN)


def from_table(text: str) -> Iterator[Record | LeftOut]:
    """The creatures of a table in order, and every row that is none. Lines count from 1."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    sign = _separator(lines)
    first = [row for _, row in zip(range(_LOOKED_AT), _rows(lines, sign), strict=False)]
    at = _headings(first)
    if at is None:
        return
    for row in first[:at]:
        if not row.text.lower().startswith("sep="):
            yield LeftOut(f"Row {row.line}", "place below the headings", row.text)
    headings = _told_apart(first[at].cells)
    for row in _rows(lines, sign, first[at].end, len(headings)):
        if not _is_rule(row):
            yield _read(headings, row)


def _read(headings: Sequence[str], row: _Row) -> Record | LeftOut:
    place = f"Row {row.line}"
    cells = {key: cell for key, cell in zip(headings, row.cells, strict=False) if key}
    stray = [cell.strip() for key, cell in zip(headings, row.cells, strict=False) if not key]
    surplus = tuple(cell for cell in (*stray, *(cell.strip() for cell in row.cells[len(headings) :])) if cell)
    found = creature(cells, "", surplus)
    if found is None:
        return LeftOut(place, lacks(cells), row.text)
    doubts = ("a quotation mark is never closed, so its line was read without it",) if row.torn else ()
    return replace(found, place=place, doubts=doubts)


def _told_apart(headings: Sequence[str]) -> list[str]:
    """The headings; one that is there again gets a number, so that neither column is lost."""
    told: list[str] = []
    for heading in (heading.strip() for heading in headings):
        again = sum(one == heading or one.startswith(f"{heading} (again") for one in told)
        told.append(f"{heading} (again{f' {again}' if again > 1 else ''})" if heading and again else heading)
    return told


def _separator(lines: Sequence[str]) -> str:
    """The separator that gives the first lines most columns we know."""
    first = [line for line in lines if line.strip()][:_LOOKED_AT]

    def columns(sign: str) -> tuple[int, int]:
        known = max((_known(row.cells) for row in _rows(first, sign)), default=0)
        return known, first[0].count(sign) if first else 0

    return max(_SEPARATORS, key=columns)


def _headings(rows: Sequence[_Row]) -> int | None:
    """Which row has the headings: the first that names columns of a creature."""
    for at, row in enumerate(rows[:_LOOKED_AT]):
        if "name" in map(field_of, row.cells) and any(map(is_mark, row.cells)):
            return at
    return 0 if rows else None


def _known(cells: Sequence[str]) -> int:
    return len({field_of(cell) for cell in cells} - {None})


def _is_rule(row: _Row) -> bool:
    """Whether a row only draws a line: "|---|:--:|" below the headings of a table in Markdown."""
    text = "".join(row.cells).strip()
    return "-" in text and not text.strip("-: =+")


# --- rows -----------------------------------------------------------------------------------------------


class _Lines:
    """Hands lines to the CSV reader and knows whether it asked for more than there are."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = iter(lines)
        self.ran_out = False

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines, None)
        if line is None:
            self.ran_out = True
            raise StopIteration
        return f"{line}\n"


def _rows(lines: Sequence[str], sign: str, at: int = 0, width: int = 0) -> Iterator[_Row]:
    """The rows from a line on that hold anything; quotation marks may span lines, but must be closed.

    `width` is how many headings there are, if that is known.
    """
    while at < len(lines):
        cells, count = _row(lines[at : at + _MOST_LINES], sign)
        cells = _without_frame(cells, lines[at], sign)
        torn = not count or (count > 1 and width > 0 and _swallowed(cells, lines[at : at + 2], sign, width))
        if torn:
            cells, count = [cell.strip(' "') for cell in lines[at].split(sign)], 1
            cells = _without_frame(cells, lines[at], sign)
        at += count
        if any(cell.strip() for cell in cells):
            yield _Row(at - count + 1, cells, at, torn)


def _swallowed(cells: Sequence[str], lines: Sequence[str], sign: str, width: int) -> bool:
    """Whether a row of several lines has taken in its neighbours, as a quotation mark was not closed."""
    as_rows = all(line.count(sign) == width - 1 for line in lines)
    return len(cells) != width or (width > _FEW_COLUMNS and as_rows)


def _without_frame(cells: list[str], line: str, sign: str) -> list[str]:
    """The cells of "| Orc | 13 |" without the empty ones before and behind."""
    if sign != "|" or not line.lstrip().startswith("|"):
        return cells
    return cells[1:-1] if len(cells) > 1 and not cells[-1].strip() else cells[1:]


def _row(lines: Sequence[str], sign: str) -> tuple[list[str], int]:
    """The cells of the first row and how many lines it has; none where a quotation mark is never closed."""
    source = _Lines(lines)
    reader = csv.reader(source, delimiter=sign, skipinitialspace=True)
    try:
        cells = next(reader, [])
    except csv.Error:
        return [], 0
    return (cells, reader.line_num) if not source.ran_out else ([], 0)
