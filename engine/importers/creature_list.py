"""Reads creature lists made elsewhere, CSV and JSON, and says of each creature what it did not understand.

Lists differ in names, order and care; a reader that insists helps nobody. What is read are the few numbers
the table needs. The original text of every field is kept, and nothing is dropped in silence.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from engine.errors import FivefootError
from engine.importers.creature_columns import LeftOut, Record, of_columns
from engine.importers.creature_habits import habits
from engine.importers.creature_json import from_json
from engine.importers.creature_row import ARMED_WITH, ReadCreature, read_record
from engine.importers.creature_table import from_table

MOST_BYTES = 20_000_000
_MOST_LEFT_OUT = 12
"""Lines on what was left out for one reason; beyond them the rest is counted."""


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
        raise FivefootError(
            f"{name} is larger than any list of creatures should be; split it, or save only the list."
        )
    text = _decoded(data)
    read = from_json(text, name) if text.lstrip()[:1] in ("[", "{") else from_table(text)
    found = list(read)
    creatures = [one for one in found if isinstance(one, Record)]
    if not creatures:
        raise FivefootError(
            f"{name}: no creature was found. Each needs a name and an armour class, hit dice or hit points."
        )
    return _read(creatures, [one for one in found if isinstance(one, LeftOut)])


def _decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _read(found: list[Record], left_out: list[LeftOut]) -> CreatureList:
    told = habits(
        [one.cells["ac"] for one in found if "ac" in one.cells],
        [one.cells["mv"] for one in found if "mv" in one.cells],
    )
    creatures = tuple(read_record(one, told) for one in found)
    remarks = (*told.remarks, *_armed(creatures), *of_columns(found), *_told(left_out))
    return CreatureList(creatures, remarks)


def _armed(creatures: tuple[ReadCreature, ...]) -> Iterator[str]:
    armed = sum("gear" in one.row for one in creatures)
    if armed:
        yield f"{armed} of them fight with weapons that are not named; each got a {ARMED_WITH}."


def _told(left_out: list[LeftOut]) -> Iterator[str]:
    """A line each; where a file holds much else beside creatures, the rest is counted by its reason."""
    seen: Counter[str] = Counter()
    for one in left_out:
        seen[one.lacks] += 1
        if seen[one.lacks] <= _MOST_LEFT_OUT:
            yield str(one)
    for lacks, count in seen.items():
        rest = count - _MOST_LEFT_OUT
        if rest > 0:
            yield f"{rest} more {'was' if rest == 1 else 'were'} left out, having no {lacks}."
