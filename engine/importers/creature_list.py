"""Reads creature lists made elsewhere, CSV and JSON, and says of each creature what it did not understand.

Lists differ in names, order and care; a reader that insists helps nobody. What is read are the few numbers
the table needs. The original text of every field is kept, and nothing is dropped in silence.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.importers import creature_fields as fields
from engine.importers.creature_row import ARMED_WITH, ReadCreature, Record, read_record, shortened

MOST_BYTES = 20_000_000
_SYNONYMS = {
    "name": ("name", "title", "monster", "creature"),
    "aac": ("aac", "acascending", "ascendingac", "ascendingarmorclass", "ascendingarmourclass"),
    "dac": ("dac", "acdescending", "descendingac", "descendingarmorclass", "acdesc"),
    "ac": ("ac", "armorclass", "armourclass", "armor", "armour"),
    "hd": ("hd", "hitdice", "hitdie", "level"),
    "hp": ("hp", "hitpoints", "health"),
    "ab": ("ab", "attackbonus", "tohit", "hitbonus", "bab"),
    "thac0": ("thac0", "thaco"),
    "mv": ("mv", "move", "movement", "speed", "rate", "movementrate"),
    "ml": ("ml", "morale"),
    "attacks": ("attacks", "attack", "noattacks", "noofattacks", "numberofattacks", "att"),
    "damage": ("damage", "dmg", "dam"),
    "size": ("size", "sz"),
    "tags": ("tags", "type", "kind", "labels"),
    "note": ("note", "notes", "special", "specials"),
}
_FIELD_OF = {word: field for field, words in _SYNONYMS.items() for word in words}
_BLOCKS = ("statblock", "stats", "statistics", "data", "system", "attributes", "details")
"""Fields that hold further fields of the same creature."""
_MARKS = ("ac", "aac", "dac", "hd", "hp")
"""Something with a name and one of these is a creature."""

_SHOWN = 60
"""Letters of a row that had to be left out that the report repeats."""


class CreatureList(Struct, frozen=True):
    """What a file held. `remarks` are about the list as a whole."""

    creatures: tuple[ReadCreature, ...]
    remarks: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The report: how many, what was assumed, then every cell that was not understood."""
        count = len(self.creatures)
        whole = sum(not one.unread for one in self.creatures)
        return (
            f"{count} {'creature' if count == 1 else 'creatures'}, {whole} of them whole.",
            *self.remarks,
            *(line for one in self.creatures for line in one.lines),
        )


def read_creature_list(path: Path) -> CreatureList:
    """Read a file. FivefootError if it is no list of creatures."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise FivefootError(f"{path.name} cannot be read: {problem.strerror}.") from problem
    return parse_creature_list(data, path.name)


def parse_creature_list(data: bytes, name: str) -> CreatureList:
    """Read the bytes of a CSV or JSON file; which it is shows in its first sign."""
    if len(data) > MOST_BYTES:
        raise FivefootError(f"{name} is larger than any list of creatures should be.")
    text = _decoded(data)
    left_out: list[str] = []
    if text.lstrip()[:1] in ("[", "{"):
        found = [replace(one, place=f"Entry {at}") for at, one in enumerate(_from_json(text, name), 1)]
    else:
        found = list(_from_table(text, left_out))
    if not found:
        raise FivefootError(
            f"{name}: no creature was found. Each needs a name and an armour class, hit dice or hit points."
        )
    return _read(found, left_out)


# --- files --------------------------------------------------------------------------------------------


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _from_table(text: str, left_out: list[str]) -> Iterator[Record]:
    """The creatures of a table; `left_out` gets a line for every row that is none. Row 1 has the headings."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        return
    delimiter = max(",;\t|", key=lambda sign: lines[0][1].count(sign))
    rows = csv.DictReader((line for _, line in lines), delimiter=delimiter, skipinitialspace=True)
    rows.fieldnames  # noqa: B018 - reads the headings, so that line_num is where the next row starts
    read = rows.line_num
    for row in rows:
        place = f"Row {lines[read][0]}"
        read = rows.line_num
        surplus = tuple(cell for cell in row.get(None) or () if cell.strip())
        cells = {key: value for key, value in row.items() if key and isinstance(value, str)}
        creature = _creature(cells, "", surplus)
        if creature is not None:
            yield replace(creature, place=place)
        elif any(cell.strip() for cell in (*cells.values(), *surplus)):
            written = ", ".join(cell for cell in (*cells.values(), *surplus) if cell.strip())
            written = shortened(written, _SHOWN)
            left_out.append(f"{place} was left out, as it has no {_lacks(cells)}: '{written}'.")


def _from_json(text: str, name: str) -> Iterator[Record]:
    try:
        value = json.loads(_without_trailing_commas(text))
    except json.JSONDecodeError as problem:
        raise FivefootError(f"{name} is broken at line {problem.lineno}: {problem.msg}.") from problem
    yield from _within(value, "")


def _without_trailing_commas(text: str) -> str:
    """Commas before a closing bracket are taken out; text in quotation marks stays as it is."""
    pieces = re.split(r'("(?:\\.|[^"\\])*")', text)
    kept = "".join(piece if index % 2 else piece.replace("\ufeff", "") for index, piece in enumerate(pieces))
    pieces = re.split(r'("(?:\\.|[^"\\])*")', kept)
    return "".join(
        piece if index % 2 else re.sub(r",(\s*[}\]])", r"\1", piece) for index, piece in enumerate(pieces)
    )


def _within(value: object, called: str) -> Iterator[Record]:
    """Every creature at any depth; groups and wrappers around them do not matter."""
    if isinstance(value, list):
        for item in value:
            yield from _within(item, "")
    elif isinstance(value, dict):
        creature = _creature(_flat(value), called)
        if creature is not None:
            yield _with_odd_values(creature, value)
            return
        for key, item in value.items():
            yield from _within(item, str(key))


def _with_odd_values(creature: Record, value: Mapping[str, Any]) -> Record:
    """With the fields whose value is no text and no number, as written, so that they can be reported."""
    cells, headings = dict(creature.cells), dict(creature.headings)
    for key, item in value.items():
        field = _FIELD_OF.get(_word(key))
        block = isinstance(item, dict) and _word(key) in _BLOCKS
        if field is not None and field not in cells and not block and item not in (None, "", [], {}):
            cells[field], headings[field] = json.dumps(item, ensure_ascii=False), key
    return replace(creature, cells=cells, headings=headings)


def _flat(value: Mapping[str, Any]) -> dict[str, str]:
    """Fields of the creature and of a stat block within it, as text; a block written as text is read too."""
    cells: dict[str, str] = {}
    for key, item in value.items():
        if isinstance(item, dict) and _word(key) in _BLOCKS:
            cells.update({inner: text for inner, text in _flat(item).items() if inner not in cells})
        elif isinstance(item, str):
            cells.update(_stat_block(item) or {key: item})
        elif isinstance(item, list) and all(isinstance(one, str) for one in item):
            cells[key] = ", ".join(item)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            cells[key] = f"{item:g}"
    return cells


def _stat_block(text: str) -> dict[str, str]:
    """A block of "- Armor Class: 6 [13]" lines with its title; nothing if the text is no such block."""
    lines = re.findall(
        r"^\s*(?:[-*]\s*)?\**([A-Za-z][A-Za-z0-9 ]*?)\**:\**[ \t]*(\S.*?)[ \t]*$", text, re.MULTILINE
    )
    cells: dict[str, str] = {}
    for key, value in lines:
        cells.setdefault(key, value)
    known = {_FIELD_OF.get(_word(key), "") for key in cells}
    return cells if known.intersection(_MARKS) else {}


def _creature(cells: Mapping[str, str], called: str, surplus: tuple[str, ...] = ()) -> Record | None:
    """The fields by our names, if they are a creature's."""
    found: dict[str, str] = {}
    headings: dict[str, str] = {}
    for key, value in cells.items():
        field = _FIELD_OF.get(_word(key))
        if field is not None and value.strip() and field not in found:
            found[field], headings[field] = value.strip(), key.strip()
    if called:
        found.setdefault("name", called)
    if "name" not in found or not any(mark in found for mark in _MARKS):
        return None
    return Record(found, headings, surplus=surplus)


def _lacks(cells: Mapping[str, str]) -> str:
    """What a row would need to be a creature."""
    fields_there = {_FIELD_OF.get(_word(key)) for key, value in cells.items() if value.strip()}
    return "armour class, hit dice or hit points" if "name" in fields_there else "name"


def _word(key: str) -> str:
    return re.sub(r"[^a-z0-9]", "", key.lower())


# --- creatures ----------------------------------------------------------------------------------------


def _read(found: list[Record], left_out: list[str]) -> CreatureList:
    plain = [one.cells["ac"] for one in found if "ac" in one.cells]
    ascending = fields.looks_ascending(plain)
    per_turn = fields.looks_per_turn([one.cells["mv"] for one in found if "mv" in one.cells])
    creatures = tuple(read_record(one, ascending, per_turn) for one in found)
    remarks = _remarks(found, plain, ascending, per_turn, creatures)
    return CreatureList(creatures, (*remarks, *left_out))


def _remarks(
    found: list[Record],
    plain: list[str],
    ascending: bool,
    per_turn: bool,
    creatures: tuple[ReadCreature, ...],
) -> Iterator[str]:
    if any("[" not in text and fields.whole(text) is not None for text in plain):
        yield f"Armour classes were read as {'ascending' if ascending else 'descending'}."
    if any("(" in one.cells.get("mv", "") for one in found):
        which = "in brackets" if per_turn else "before the brackets"
        yield f"Movement a round was taken from the number {which}."
    armed = sum("gear" in one.row for one in creatures)
    if armed:
        yield f"{armed} of them fight with weapons that are not named; each got a {ARMED_WITH}."
