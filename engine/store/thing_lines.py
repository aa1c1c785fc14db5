"""Weapons of any rule book in a line of text: "Spear 1d8+1 medium reach 2, Dagger 1d4".

A weapon is a frozen struct with `key`, `name`, `dice` (sides of each die) and `bonus`; its other numbers
follow by name, its flags as words, its choices as the word for the member; "-" stands for no dice. Where its
book has a list of weapons the name alone will do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, TypeVar, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from engine.errors import FivefootError
from engine.store.gear import find_gear
from engine.store.listed import listed
from engine.store.reading import slug

T = TypeVar("T", bound=Struct)

_FIXED = ("key", "name", "dice", "bonus")
_DICE = r"\d*d\d+(?:\s*\+\s*\d*d\d+)*"
_LINE = re.compile(rf"(?P<name>.*?\S)\s+(?:(?P<dice>{_DICE})\s*(?P<bonus>[+-]\s*\d+)?|-(?!\S))(?P<rest>.*)")
_MOST_DICE = 99
_MOST = 999
"""Of any other number: a crossbow shoots 150 metres."""


def write_things(things: Sequence[Any]) -> str:
    """The weapons in a line."""
    return ", ".join(" ".join(_words(one)) for one in things)


def read_things(text: str, kind: type[T]) -> tuple[T, ...]:
    """The weapons of a line. FivefootError is one sentence about the first that makes no sense."""
    parts = (part.strip() for part in text.split(","))
    return tuple(_thing(part, kind) for part in parts if part)


def _words(one: Any) -> Iterator[str]:
    yield one.name
    dice = "+".join(f"{count}d{sides}" for sides, count in Counter(one.dice).items())
    yield f"{dice}{f'{one.bonus:+d}' if one.bonus else ''}" if dice else "-"
    for field in fields(one):
        value = getattr(one, field.name)
        if field.name in _FIXED or value == field.default:
            continue
        if isinstance(value, Enum):
            yield value.name.lower()
        elif value is True:
            yield field.name
        else:
            yield f"{field.name} {value}"


def _thing(text: str, kind: type[T]) -> T:
    found = _LINE.fullmatch(text)
    if found is None:
        return _of_the_list(text, kind)
    values: dict[str, Any] = {
        "key": slug(found["name"]),
        "name": found["name"],
        "dice": tuple(_sides(found["dice"] or "")),
        "bonus": int(re.sub(r"\s", "", found["bonus"] or "0")),
    }
    words = found["rest"].lower().split()
    hints = get_type_hints(kind)
    while words:
        values |= _quality(words, hints, text)
    return kind(**values)


def _of_the_list(name: str, kind: type[T]) -> T:
    """A weapon that is only named, from the list of its rule book."""
    if not listed(kind):
        raise FivefootError(f"'{name}' is no weapon: write it like Spear 1d8.")
    try:
        return find_gear(name, kind)
    except FivefootError as problem:
        raise FivefootError(f"{problem} Write another one like Spear 1d8.") from problem


def _sides(text: str) -> Iterator[int]:
    for count, sides in re.findall(r"(\d*)d(\d+)", text):
        if not (0 < int(count or 1) <= _MOST_DICE and 1 < int(sides) <= 1000):
            raise FivefootError(f"'{text}' asks for dice nobody has.")
        yield from [int(sides)] * int(count or 1)


def _quality(words: list[str], hints: dict[str, Any], text: str) -> dict[str, Any]:
    """Takes a number with its name, a flag or the word of a choice from the front of the words."""
    word = words.pop(0)
    wanted = hints.get(word) if word not in _FIXED else None
    if wanted is bool:
        return {word: True}
    if wanted is int and words and words[0].isdecimal() and int(words[0]) <= _MOST:
        return {word: int(words.pop(0))}
    for name, hint in hints.items():
        if isinstance(hint, type) and issubclass(hint, Enum) and word.upper() in hint.__members__:
            return {name: hint[word.upper()]}
    raise FivefootError(f"'{word}' of '{text}' is nothing a weapon can have here.")
