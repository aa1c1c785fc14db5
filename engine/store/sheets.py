"""A ruleset's sheet from the few values that are written down: gear by name, hands in order."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import inspect

from engine.errors import FivefootError
from engine.model.actor import Guest
from engine.store.gear import find_gear
from engine.store.reading import slug


def complete_sheet(kind: type[Guest], base: Mapping[str, Any], written: Mapping[str, Any]) -> Guest:
    """The sheet of a base (plain values, may be empty) with the written values over it.

    Three short forms: `gear = ["spear", "dagger"]` names things of the library, `hands = ["spear", "shield"]`
    fills the fields of a part in order with the keys of such things, and `max_hp` is at least `hp` where only
    that is written. FivefootError names a bad value.
    """
    merged = {**base, **written}
    for item in _fields(kind):
        whole = item.name.removeprefix("max_")
        if item.name not in written and whole != item.name and isinstance(written.get(whole), int):
            merged[item.name] = max(merged.get(item.name, 0), written[whole])
        if item.name in written:
            merged[item.name] = _expanded(written[item.name], item.type)
    try:
        sheet: Guest = msgspec.convert(merged, kind)
    except msgspec.ValidationError as problem:
        raise FivefootError(plain_words(problem)) from problem
    return sheet


def sheet_fields(kind: type[Guest]) -> tuple[str, ...]:
    """The names of a sheet's values."""
    return tuple(item.name for item in _fields(kind))


def _fields(kind: type[object]) -> tuple[inspect.Field, ...]:
    return _described(cast("Hashable", kind))


@cache  # every actor of a map asks, and a description of a type takes milliseconds
def _described(kind: Hashable) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    return info.fields if isinstance(info, inspect.StructType) else ()


def _expanded(value: Any, kind: inspect.Type) -> Any:
    """The value with its short forms written out."""
    if isinstance(kind, inspect.VarTupleType) and isinstance(value, list):
        return [_expanded(item, kind.item_type) for item in value]
    if isinstance(kind, inspect.StructType):
        if isinstance(value, str):
            return msgspec.to_builtins(find_gear(value, kind.cls))
        if isinstance(value, list):
            keys = (slug(item) if isinstance(item, str) else item for item in value)
            return dict(zip((item.encode_name for item in kind.fields), keys, strict=False))
    return value


def plain_words(problem: msgspec.MsgspecError) -> str:
    """What is wrong with a value, its place first: "hp: expected 'int', got 'str'"."""
    message, _, place = str(problem).partition(" - at `$.")
    message = (message[:1].lower() + message[1:]).replace("`", "'").replace("object", "sheet")
    return f"{place.rstrip('`')}: {message}" if place else message
