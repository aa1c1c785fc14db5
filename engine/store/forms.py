"""Reads and writes the fields of any record as text a person types, each mistake one sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum, StrEnum
from types import NoneType, UnionType
from typing import Any, Generic, NamedTuple, TypeVar, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from engine.errors import FivefootError
from engine.model.form import FormField
from engine.store.thing_lines import read_things, write_things

R = TypeVar("R", bound=Struct)

Texts = Mapping[str, str]
"""Path -> what stands in that line. A flag is "yes" or empty, a choice the name of its member."""
YES = "yes"


class Kind(StrEnum):
    """How a line is filled in."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"


class Filled(NamedTuple, Generic[R]):
    """A record with what was typed, and one sentence for each line that makes no sense, by path."""

    record: R
    problems: Mapping[str, str]


def kind_of(record: Struct, field: FormField) -> Kind:
    """What kind of line a field of the record wants."""
    parent, name = _parent(record, field.path)
    wanted = _wanted(parent, name)
    if wanted is bool:
        return Kind.FLAG
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return Kind.CHOICE
    return Kind.NUMBER if wanted is int else Kind.TEXT


def choices_of(record: Struct, field: FormField) -> tuple[tuple[str, str], ...]:
    """The members of a choice, as they are kept and as they are shown; none for other kinds."""
    parent, name = _parent(record, field.path)
    wanted = _wanted(parent, name)
    if not (isinstance(wanted, type) and issubclass(wanted, Enum)):
        return ()
    return tuple((one.name, one.name.lower().replace("_", " ").capitalize()) for one in wanted)


def texts_of(record: Struct, lines: Sequence[FormField]) -> dict[str, str]:
    """The record as a form shows it."""
    return {field.path: _text(record, field) for field in lines}


def fill(record: R, lines: Sequence[FormField], before: Texts, after: Texts) -> Filled[R]:
    """Write the lines that were changed into the record; what a person did not touch stays as it is.

    Without a text in `before` a line counts as changed.
    """
    problems: dict[str, str] = {}
    for field in lines:
        text = after.get(field.path, "").strip()
        if before.get(field.path) == text:
            continue
        try:
            record = _set(record, field.path, _value(record, field, text))
        except FivefootError as problem:
            problems[field.path] = str(problem)
    if not problems:
        record = _followed(record, lines, after)
    for field in lines:
        if not problems and field.at_most:
            problems |= _over(record, field, lines)
    return Filled(record, problems)


def _followed(record: R, lines: Sequence[FormField], texts: Texts) -> R:
    for field in lines:
        if field.follows and not texts.get(field.path, "").strip():
            record = _set(record, field.path, _get(record, field.follows))
    return record


def _over(record: Struct, field: FormField, lines: Sequence[FormField]) -> dict[str, str]:
    most = _get(record, field.at_most)
    if not most or _get(record, field.path) <= most:
        return {}
    other = next((line.label for line in lines if line.path == field.at_most), field.at_most)
    return {field.path: f"{field.label} cannot be more than {other}, {most}."}


# --- one value ------------------------------------------------------------------------------------------


def _text(record: Struct, field: FormField) -> str:
    value = _get(record, field.path)
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES if value else ""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        if value and isinstance(value[0], Struct):
            return write_things(value)
        return f"{field.separator} ".join(map(str, value))
    return str(value)


def _value(record: Struct, field: FormField, text: str) -> Any:
    parent, name = _parent(record, field.path)
    wanted = _wanted(parent, name)
    if field.needed and not text:
        raise FivefootError(f"{field.label} is needed.")
    if wanted is bool:
        return text == YES
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return wanted[text] if text else getattr(parent, name)
    if wanted is int:
        return _number(field, text) if text else _nothing(parent, name, field)
    if get_origin(wanted) is tuple:
        return _list(field, get_args(wanted)[0], text)
    return text


def _nothing(parent: Struct, name: str, field: FormField) -> int | None:
    optional = NoneType in get_args(_annotation(parent, name))
    return None if optional else field.empty


def _number(field: FormField, text: str) -> int:
    found = re.fullmatch(r"[+]?([-−–]?\d{1,6})", text)
    value = int(found[1].replace("−", "-").replace("–", "-")) if found else None
    if value is None or not field.least <= value <= field.most:
        raise FivefootError(f"{field.label} is a number from {field.least} to {field.most}.")
    return value


def _list(field: FormField, item: Any, text: str) -> tuple[Any, ...]:
    if isinstance(item, type) and issubclass(item, Struct):
        return read_things(text, item)
    parts = [part for part in (part.strip() for part in _split(text, field.separator)) if part]
    return tuple(_number(field, part) for part in parts) if item is int else tuple(parts)


def _split(text: str, separator: str) -> list[str]:
    """The parts of a list; a separator in brackets belongs to its part: "disease (5%; save vs poison)"."""
    return re.split(rf"{re.escape(separator)}(?![^()]*\))", text)


# --- paths ----------------------------------------------------------------------------------------------


def _parent(record: Struct, path: str) -> tuple[Struct, str]:
    *steps, name = path.split(".")
    for step in steps:
        record = getattr(record, step)
    return record, name


def _get(record: Struct, path: str) -> Any:
    parent, name = _parent(record, path)
    return getattr(parent, name)


def _set(record: R, path: str, value: Any) -> R:
    first, _, rest = path.partition(".")
    return replace(record, **{first: _set(getattr(record, first), rest, value) if rest else value})


def _annotation(parent: Struct, name: str) -> Any:
    return next(field.type for field in fields(parent) if field.name == name)


def _wanted(parent: Struct, name: str) -> Any:
    """The type a value of the field has, `None` left out."""
    found = _annotation(parent, name)
    if isinstance(found, UnionType):
        return next(part for part in get_args(found) if part is not NoneType)
    return found
