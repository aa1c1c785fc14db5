"""The notices that ship with the program: whose content is in it, and the licences in full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from msgspec import Struct

import assets

_HEADING = re.compile(r"\d+\. .+")


class Notice(Struct, frozen=True):
    """One part: its heading, and its paragraphs without the line ends of the file."""

    heading: str
    paragraphs: tuple[str, ...]


@lru_cache(maxsize=1)
def notices() -> tuple[Notice, ...]:
    """The parts of NOTICE, then each licence whose text ships, read from the very files that ship."""
    root = files(assets)
    licences = sorted((root / "licenses").iterdir(), key=lambda file: file.name)
    return (
        *_parts((root / "NOTICE").read_text("utf-8")),
        *(_licence(file.read_text("utf-8")) for file in licences),
    )


def _parts(text: str) -> Iterator[Notice]:
    """NOTICE: a heading is a numbered line by itself; what stands before the first goes by its first line."""
    heading, _, rest = text.partition("\n")
    found: list[str] = []
    for paragraph in _paragraphs(rest):
        if _HEADING.fullmatch(paragraph):  # a line by itself
            yield Notice(heading, tuple(found))
            heading, found = paragraph, []
        else:
            found.append(_joined(paragraph))
    yield Notice(heading, tuple(found))


def _licence(text: str) -> Notice:
    heading, *paragraphs = _paragraphs(text)
    return Notice(heading, tuple(map(_joined, paragraphs)))


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())
