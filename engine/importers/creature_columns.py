"""The columns of foreign creature lists under our names, and what to say of those without a use."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from msgspec import Struct

_SYNONYMS = {
    "name": ("name", "title", "monster", "creature", "monstername", "creaturename"),
    "aac": ("aac", "acascending", "ascendingac", "ascendingarmorclass", "ascendingarmourclass", "acasc"),
    "dac": ("dac", "acdescending", "descendingac", "descendingarmorclass", "descendingarmourclass", "acdesc"),
    "ac": ("ac", "armorclass", "armourclass", "armor", "armour"),
    "hd": ("hd", "hitdice", "hitdie", "level"),
    "hp": ("hp", "hitpoints", "health", "avghp", "averagehp"),
    "ab": ("ab", "attackbonus", "tohit", "hitbonus", "bab"),
    "thac0": ("thac0", "thaco"),
    "mv": ("mv", "move", "movement", "speed", "rate", "movementrate"),
    "ml": ("ml", "morale"),
    "attacks": ("attacks", "attack", "noattacks", "noofattacks", "numberofattacks", "att", "atk", "at"),
    "damage": ("damage", "dmg", "dam"),
    "size": ("size", "sz"),
    "saves": ("saves", "save", "savingthrows", "savingthrow", "saveas", "savesas", "sv"),
    "alignment": ("alignment", "align", "al"),
    "tags": ("tags", "type", "kind", "labels"),
    "note": ("note", "notes", "special", "specials", "specialabilities"),
}
_FIELD_OF = {word: field for field, words in _SYNONYMS.items() for word in words}
_MARKS = ("ac", "aac", "dac", "hd", "hp")
"""Something with a name and one of these is a creature."""
_JOINED = {"tags": ", ", "note": " "}
"""Fields that several columns may fill."""
_LIKE = (
    *("name", "armour class", "hit dice", "hit points", "attack bonus", "thac0", "movement", "morale"),
    *("attacks", "damage", "size", "saving throws", "alignment", "tags", "notes", "special abilities"),
)
"""Names that a column with a slip in it may have meant."""
_NEAR = 0.8
_MOST_LINES, _MOST_NAMES = 20, 30


class Record(Struct, frozen=True):
    """The cells of a creature by our names, what their columns are called, and where it stands in the file.

    `unused` are the columns without a use and what stands there, `doubled` the columns passed over for
    another one that says the same, `surplus` the cells beyond the last heading.
    """

    cells: Mapping[str, str]
    headings: Mapping[str, str]
    place: str = ""
    surplus: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    doubled: tuple[tuple[str, str], ...] = ()
    doubts: tuple[str, ...] = ()
    """What else the GM should know of how it was found, each a clause."""


class LeftOut(NamedTuple):
    """Something that stands where a creature might and is none."""

    place: str
    lacks: str
    text: str

    def __str__(self) -> str:
        return f"{self.place} was left out, as it has no {self.lacks}: '{self.text}'."


def word(key: str) -> str:
    """A heading reduced to its letters and figures."""
    return re.sub(r"[^a-z0-9]", "", key.lower())


def field_of(key: str) -> str | None:
    """Our name of a column: "Hit Dice (HD)" is `hd`, "AC (descending)" is `dac`."""
    return _FIELD_OF.get(word(key)) or _FIELD_OF.get(word(re.sub(r"[(\[].*", "", key)))


def is_mark(key: str) -> bool:
    """Whether a column tells a creature from other things."""
    return field_of(key) in _MARKS


def creature(cells: Mapping[str, str], called: str = "", surplus: tuple[str, ...] = ()) -> Record | None:
    """The fields by our names, if they are a creature's. `called` is its name if no column has one."""
    found: dict[str, str] = {}
    headings: dict[str, str] = {}
    unused: list[str] = []
    doubled: list[tuple[str, str]] = []
    for key, value in cells.items():
        field, text = field_of(key), value.strip()
        if not text:
            continue
        if field is None:
            unused.append(key.strip())
        elif field not in found:
            found[field], headings[field] = text, key.strip()
        elif field in _JOINED:
            found[field] += _JOINED[field] + text
        elif found[field] != text:
            doubled.append((key.strip(), headings[field]))
    if called:
        found.setdefault("name", called)
    if "name" not in found or not any(mark in found for mark in _MARKS):
        return None
    return Record(found, headings, surplus=surplus, unused=tuple(unused), doubled=tuple(doubled))


def lacks(cells: Mapping[str, str]) -> str:
    """What a row would need to be a creature."""
    fields_there = {field_of(key) for key, value in cells.items() if value.strip()}
    return "armour class, hit dice or hit points" if "name" in fields_there else "name"


def of_columns(found: Iterable[Record]) -> tuple[str, ...]:
    """A line for each column that was not used, with the name it may have meant; the most common first."""
    lines: dict[str, str] = {}
    times: Counter[str] = Counter()
    for one in found:
        for key in one.unused:
            lines.setdefault(key, f"Column {key} was not used{_near(key)}.")
            times[key] += 1
        for key, other in one.doubled:
            lines.setdefault(key, f"Column {key} was not used where column {other} says the same.")
            times[key] += 1
    keys = [key for key, _ in times.most_common()]
    told = tuple(lines[key] for key in keys[:_MOST_LINES])
    rest = keys[_MOST_LINES:]
    if not rest:
        return told
    more = f" and {len(rest) - _MOST_NAMES} others" if len(rest) > _MOST_NAMES else ""
    return (*told, f"Rarer columns were not used either: {', '.join(rest[:_MOST_NAMES])}{more}.")


def _near(key: str) -> str:
    """The known name next to one that is not known."""
    names = {word(name): name for name in _LIKE}
    close = get_close_matches(word(key), names, 1, _NEAR)
    return f", perhaps it is meant as '{names[close[0]]}'" if close else ""
