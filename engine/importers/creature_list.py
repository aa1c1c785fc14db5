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

from engine.errors import FivefootError
from engine.importers import creature_fields as fields

MOST_BYTES = 20_000_000
ARMED_WITH = "sword"
"""What a creature holds that fights with a weapon nobody named."""

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

Fields = Mapping[str, str]


class ReadCreature(Struct, frozen=True):
    """One creature: a row in the words of the library, the original fields, and what was not understood."""

    name: str
    row: Mapping[str, Any]
    originals: Fields
    unread: tuple[str, ...] = ()


class CreatureList(Struct, frozen=True):
    """What a file held. `remarks` are about the list as a whole."""

    creatures: tuple[ReadCreature, ...]
    remarks: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The report: how many, what was assumed, then each creature with something left over."""
        count = len(self.creatures)
        troubled = [one for one in self.creatures if one.unread]
        return (
            f"{count} {'creature' if count == 1 else 'creatures'}, {count - len(troubled)} of them whole.",
            *self.remarks,
            *(f"{one.name}: {'; '.join(one.unread)}" for one in troubled),
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
    text = _decoded(data).strip()
    found = list(_from_json(text, name)) if text[:1] in ("[", "{") else list(_from_table(text))
    if not found:
        raise FivefootError(
            f"{name}: no creature was found. Each needs a name and an armour class, hit dice or hit points."
        )
    return _read(found)


# --- files --------------------------------------------------------------------------------------------


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _from_table(text: str) -> Iterator[Fields]:
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return
    delimiter = max(",;\t|", key=lambda sign: lines[0].count(sign))
    for row in csv.DictReader(lines, delimiter=delimiter, skipinitialspace=True):
        cells = {key: value for key, value in row.items() if key and isinstance(value, str)}
        yield from _creature(cells, "")


def _from_json(text: str, name: str) -> Iterator[Fields]:
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


def _within(value: object, called: str) -> Iterator[Fields]:
    """Every creature at any depth; groups and wrappers around them do not matter."""
    if isinstance(value, list):
        for item in value:
            yield from _within(item, "")
    elif isinstance(value, dict):
        found = list(_creature(_flat(value), called))
        yield from found
        if not found:
            for key, item in value.items():
                yield from _within(item, str(key))


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


def _creature(cells: Mapping[str, str], called: str) -> Iterator[Fields]:
    """The fields by our names, if they are a creature's."""
    found: dict[str, str] = {}
    for key, value in cells.items():
        field = _FIELD_OF.get(_word(key))
        if field is not None and value.strip():
            found.setdefault(field, value.strip())
    if called:
        found.setdefault("name", called)
    if "name" in found and any(mark in found for mark in _MARKS):
        yield found


def _word(key: str) -> str:
    return re.sub(r"[^a-z0-9]", "", key.lower())


# --- creatures ----------------------------------------------------------------------------------------


def _read(found: list[Fields]) -> CreatureList:
    plain = [cells["ac"] for cells in found if "ac" in cells]
    ascending = fields.looks_ascending(plain)
    per_turn = fields.looks_per_turn([cells["mv"] for cells in found if "mv" in cells])
    creatures = tuple(_creature_of(cells, ascending, per_turn) for cells in found)
    return CreatureList(creatures, tuple(_remarks(found, plain, ascending, per_turn, creatures)))


def _remarks(
    found: list[Fields],
    plain: list[str],
    ascending: bool,
    per_turn: bool,
    creatures: tuple[ReadCreature, ...],
) -> Iterator[str]:
    if any("[" not in text and fields.whole(text) is not None for text in plain):
        yield f"Armour classes were read as {'ascending' if ascending else 'descending'}."
    if any("(" in cells.get("mv", "") for cells in found):
        which = "in brackets" if per_turn else "before the brackets"
        yield f"Movement a round was taken from the number {which}."
    armed = sum("gear" in one.row for one in creatures)
    if armed:
        yield f"{armed} of them fight with weapons that are not named; each got a {ARMED_WITH}."


def _creature_of(cells: Fields, ascending: bool, per_turn: bool) -> ReadCreature:
    unread: list[str] = []
    row: dict[str, Any] = {"name": cells["name"].rstrip("* ").strip() or cells["name"]}
    row |= _hit_dice(cells, unread)
    row["aac"] = _armour(cells, ascending, unread)
    row |= _bonus(cells)
    row |= _movement(cells, per_turn, unread)
    row["ml"] = fields.morale(cells.get("ml", ""))
    if "ml" in cells and row["ml"] is None:
        unread.append(f"morale '{cells['ml']}' never checks")
    row |= _attacks(cells, unread)
    row |= _size(cells, unread)
    row |= _words(cells, row)
    return ReadCreature(row["name"], row, cells, tuple(unread))


def _hit_dice(cells: Fields, unread: list[str]) -> dict[str, Any]:
    dice = fields.hit_dice(_first_of_several("hit dice", cells.get("hd", ""), unread))
    points = fields.whole(cells.get("hp", ""))
    if dice is None and "hd" in cells:
        unread.append(f"hit dice '{cells['hd']}'")
    if dice is None:
        guess = max(1, round((points or 1) / fields.HIT_POINTS_PER_DIE))
        dice = fields.HitDice(str(guess), points or 1, fields.attack_bonus(guess, 0))
    return {"hd": dice.text, "hp": max(1, points if points is not None else dice.points), "ab": dice.bonus}


def _armour(cells: Fields, ascending: bool, unread: list[str]) -> int:
    for field, upwards in (("aac", True), ("ac", ascending), ("dac", False)):
        if field in cells:
            value = fields.ascending_ac(_first_of_several("armour class", cells[field], unread), upwards)
            if value is not None:
                return max(0, value)
            unread.append(f"armour class '{cells[field]}'")
    return fields.ASCENDING_FROM


def _bonus(cells: Fields) -> dict[str, int]:
    """An attack bonus that the list names itself."""
    named = fields.whole(cells.get("ab", ""))
    if named is None and "thac0" in cells:
        named = fields.bonus_of_thac0(cells["thac0"])
    return {} if named is None else {"ab": named}


def _movement(cells: Fields, per_turn: bool, unread: list[str]) -> dict[str, Any]:
    if "mv" not in cells:
        unread.append("no movement: 40 ft taken")
        return {"mv": 40}
    found = fields.rate(cells["mv"], per_turn)
    if found is None:
        unread.append(f"movement '{cells['mv']}'")
        return {"mv": 0}
    return {"mv": found.feet, "note": f"Moves also: {found.rest}."} if found.rest else {"mv": found.feet}


def _attacks(cells: Fields, unread: list[str]) -> dict[str, Any]:
    text = cells.get("attacks", "")
    found = fields.attacks(text, cells.get("damage", ""))
    if found is None:
        if text or "damage" in cells:
            unread.append(f"attacks '{text or cells['damage']}'")
        return {}
    return {"attacks": found.sets, "gear": (ARMED_WITH,)} if found.armed else {"attacks": found.sets}


def _size(cells: Fields, unread: list[str]) -> dict[str, int]:
    if "size" not in cells:
        return {}
    found = fields.size(cells["size"])
    if found is None:
        unread.append(f"size '{cells['size']}'")
        return {}
    return {"size": found}


def _words(cells: Fields, row: Mapping[str, Any]) -> dict[str, Any]:
    """Tags, and a note for the GM: what the list says in words, damage that was given apart."""
    labels = [label for label in cells.get("tags", "").lower().split(",") if ":" not in label]
    tags = tuple(dict.fromkeys(re.findall(r"[a-z][a-z-]+", " ".join(labels))))
    notes = [row.get("note", ""), cells.get("note", "")]
    words: dict[str, Any] = {"note": " ".join(note for note in notes if note)}
    return {**words, "tags": tags} if tags else words


def _first_of_several(what: str, text: str, unread: list[str]) -> str:
    """Entries for several creatures at once ("8 / 12 / 16*") give the first; the rest is named."""
    parts = re.split(r"\s+[/|]\s+", text)
    if len(parts) > 1:
        unread.append(f"{what} '{text}': the first was taken")
    return parts[0]
