"""Reading the files that ship with the program, and names as keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

import assets

T = TypeVar("T")


def read_asset(path: str, kind: type[T]) -> T:
    """A TOML file below `assets` as a value of that kind."""
    value: Any = (files(assets) / path).read_bytes()
    return msgspec.toml.decode(value, type=kind)


def find_named(known: Mapping[str, T], name: str) -> T | None:
    """What a person means by a name, from values by slug: "longbow" is the Long bow. None if nothing is."""
    exact = known.get(slug(name))
    if exact is not None:
        return exact
    joined = slug(name).replace("-", "")
    return next((value for key, value in known.items() if key.replace("-", "") == joined), None)


@lru_cache(maxsize=4096)  # each key typed into the library asks it of every word there
def slug(name: str) -> str:
    """A name as a key: lower case, words joined by hyphens."""
    return re.sub(r"[^\w]+", "-", name.casefold()).strip("-")
