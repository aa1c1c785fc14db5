"""Creatures in JSON of any shape: lists, groups, wrappers, stat blocks within and as text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.errors import FivefootError
from engine.importers.creature_columns import LeftOut, Record, creature, field_of, is_mark, lacks, word
from engine.importers.creature_row import shortened

_BLOCKS = ("statblock", "stats", "statistics", "data", "system", "attributes", "details")
"""Fields that hold further fields of the same creature."""
_MORE = ("variants", "monsters", "creatures", "entries", "subtypes", "members")
"""Fields of a creature that hold further creatures."""
_VALUES = ("value", "text", "average", "current")
"""Where an object instead of a number keeps the number."""
_NUMBERS, _BLOWS = ("count", "number", "times", "qty"), ("name", "attack", "weapon", "type")
_DAMAGES = ("damage", "dmg", "dice", "damagedice")
"""What an attack that is an object calls how often, with what, and how much."""
_SHOWN = 60
_QUOTED = re.compile(r'("(?:\\.|[^"\\])*+")')


def from_json(text: str, name: str) -> Iterator[Record | LeftOut]:
    """The creatures in order, and every object that neither is nor holds one. FivefootError if broken."""
    for at, found in enumerate(_within(_value(text, name), "", in_list=False), 1):
        place = f"Entry {at}"
        yield replace(found, place=place) if isinstance(found, Record) else found._replace(place=place)


def _value(text: str, name: str) -> object:
    """All there is in the file: one value, or a list of those that follow each other."""
    kept = _without_trailing_commas(text).strip()
    decoder = json.JSONDecoder()
    values: list[object] = []
    at = 0
    try:
        while at < len(kept):
            value, at = decoder.raw_decode(kept, at)
            values.append(value)
            at += len(kept[at:]) - len(kept[at:].lstrip(" \t\r\n,"))
    except json.JSONDecodeError as problem:
        cure = "Mend that line, or save the list again where it comes from."
        raise FivefootError(f"{name} is broken at line {problem.lineno}: {problem.msg}. {cure}") from problem
    except (RecursionError, ValueError) as problem:
        raise FivefootError(
            f"{name} cannot be read: it is nested too deep or holds a number that is too long."
        ) from problem
    return values[0] if len(values) == 1 else values


def _without_trailing_commas(text: str) -> str:
    """Also without stray byte order marks; text in quotation marks stays as it is."""
    pieces = _QUOTED.split(text)
    kept = "".join(piece if index % 2 else piece.replace("\ufeff", "") for index, piece in enumerate(pieces))
    pieces = _QUOTED.split(kept)
    return "".join(
        piece if index % 2 else re.sub(r",(\s*[}\]])", r"\1", piece) for index, piece in enumerate(pieces)
    )


# --- looking for creatures ------------------------------------------------------------------------------


def _within(value: object, called: str, in_list: bool) -> Iterator[Record | LeftOut]:
    """Every creature at any depth; groups and wrappers around them do not matter."""
    if isinstance(value, list):
        objects = any(isinstance(item, dict | list) for item in value)
        for item in value:
            if isinstance(item, dict | list):
                yield from _within(item, "", in_list=True)
            elif objects:
                yield LeftOut("", "fields", shortened(json.dumps(item, ensure_ascii=False), _SHOWN))
    elif isinstance(value, dict):
        yield from _in_object(value, called, in_list)


def _in_object(value: Mapping[str, Any], called: str, in_list: bool) -> Iterator[Record | LeftOut]:
    cells = _flat(value)
    found = creature(cells, called)
    if found is not None:
        yield _with_odd_values(found, value)
        inner = [item for key, item in value.items() if word(key) in _MORE and isinstance(item, dict | list)]
        yield from (one for item in inner for one in _within(item, "", in_list=True))
        return
    if _is_amount(value):
        return
    below = [one for key, item in value.items() for one in _within(item, str(key), in_list=False)]
    below += _beside(value)
    if in_list and not any(isinstance(one, Record) for one in below):
        yield _left_out(value, cells)
        return
    yield from below


def _beside(value: Mapping[str, Any]) -> Iterator[LeftOut]:
    """The objects in a mapping from name to creature, or with fields of one, that are none."""
    inner = {key: _flat(item) for key, item in value.items() if isinstance(item, dict)}
    named = any(creature(cells, key) is not None for key, cells in inner.items())
    for key, cells in inner.items():
        holds = any(isinstance(one, dict | list) for one in value[key].values())
        known = any(field_of(name) is not None for name in cells)
        if value[key] and not holds and (named or known) and creature(cells, key) is None:
            yield _left_out(value[key], {"name": key, **cells})


def _is_amount(value: Mapping[str, Any]) -> bool:
    """Whether an object only spells a number out: {"value": 13, "max": 13}."""
    return any(key in value for key in _VALUES) and not any(isinstance(one, dict) for one in value.values())


def _left_out(value: Mapping[str, Any], cells: Mapping[str, str]) -> LeftOut:
    called = next((text for key, text in cells.items() if field_of(key) == "name"), "")
    text = called or ", ".join(f"{key}: {text}" for key, text in cells.items() if text.strip())
    text = text or json.dumps(value, ensure_ascii=False)
    return LeftOut("", lacks(cells), shortened(text, _SHOWN))


# --- fields of one creature -----------------------------------------------------------------------------


def _with_odd_values(found: Record, value: Mapping[str, Any]) -> Record:
    """With the fields whose value is no text and no number, as written, so that they can be reported."""
    cells, headings, unused = dict(found.cells), dict(found.headings), list(found.unused)
    read = _flat(value)
    for key, item in value.items():
        if key in read or item in (None, "", [], {}) or (isinstance(item, dict) and word(key) in _BLOCKS):
            continue
        field = field_of(key)
        if field is None and isinstance(item, dict | list) and word(key) not in _MORE:
            unused.append(key)
        elif field is not None and field not in cells:
            cells[field], headings[field] = json.dumps(item, ensure_ascii=False), key
    return replace(found, cells=cells, headings=headings, unused=tuple(unused))


def _flat(value: Mapping[str, Any]) -> dict[str, str]:
    """Fields of the creature and of a stat block within it, as text; a block written as text is read too."""
    cells: dict[str, str] = {}
    for key, item in value.items():
        if isinstance(item, dict) and word(key) in _BLOCKS:
            cells.update({inner: text for inner, text in _flat(item).items() if inner not in cells})
        elif isinstance(item, dict) and field_of(key) is not None:
            cells.update(_spelt_out(key, item))
        elif isinstance(item, str):
            cells.update(_stat_block(item) or {key: item})
        elif isinstance(item, list) and item and all(isinstance(one, str) for one in item):
            cells[key] = ", ".join(item)
        elif isinstance(item, list) and item and field_of(key) == "attacks":
            blows = [_blow(one) if isinstance(one, dict) else "" for one in item]
            if all(blows):
                cells[key] = ", ".join(blows)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            cells[key] = _number(item)
    return cells


def _blow(item: Mapping[str, Any]) -> str:
    """One attack that is an object, as lists write it in words: "2 claw 1d4"; empty if it is no attack."""
    flat = {word(key): text for key, text in _flat(item).items()}
    number, name, damage = (
        next((flat[key] for key in keys if flat.get(key)), "") for keys in (_NUMBERS, _BLOWS, _DAMAGES)
    )
    if not name and not damage:
        return ""
    return " ".join(part for part in (number, name or "blow", damage) if part)


def _spelt_out(key: str, item: Mapping[str, Any]) -> dict[str, str]:
    """A number as an object, with whatever else of the creature is kept in it: hit dice beside hit points."""
    cells = {inner: text for inner, text in _flat(item).items() if is_mark(inner) and inner != key}
    amount = next((item[word_] for word_ in _VALUES if isinstance(item.get(word_), int | float | str)), None)
    base = item.get("base")
    if amount is None and field_of(key) == "mv" and isinstance(base, int):
        cells[key] = f"{base}' ({base // 3}')"  # a turn's movement, of which a round has a third
    if amount is not None and not isinstance(amount, bool):
        cells[key] = amount if isinstance(amount, str) else _number(amount)
    return cells


def _number(value: float) -> str:
    """A number as text, without a decimal point it does not need."""
    return str(int(value)) if value == value and abs(value) < 1e15 and value == int(value) else f"{value}"


def _stat_block(text: str) -> dict[str, str]:
    """A block of "- Armor Class: 6 [13]" lines with its title; nothing if the text is no such block."""
    lines = re.findall(
        r"^\s*(?:[-*]\s*)?\**([A-Za-z][A-Za-z0-9 ]*?)\**:\**[ \t]*(\S.*?)[ \t]*$", text, re.MULTILINE
    )
    cells: dict[str, str] = {}
    for key, value in lines:
        cells.setdefault(key, value)
    return cells if any(map(is_mark, cells)) else {}
