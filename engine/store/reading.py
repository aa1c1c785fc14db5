"""Reading the files that ship with the program, and names as keys."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

import assets

T = TypeVar("T")


def read_asset(path: str, kind: type[T]) -> T:
    """A TOML file below `assets` as a value of that kind."""
    value: Any = (files(assets) / path).read_bytes()
    return msgspec.toml.decode(value, type=kind)


def slug(name: str) -> str:
    """A name as a key: lower case, words joined by hyphens."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")
