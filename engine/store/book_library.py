"""The creatures of the rule books whose sheet is a plain row of values: the book's own sheet reads them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files as folder
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, fields, replace

import assets
from engine.errors import BrokenFileError, FivefootError
from engine.model.actor import Actor, Guest
from engine.model.phrase import Cell, SideId
from engine.rulesets.registry import RULESETS
from engine.rulesets.ruleset import Ruleset
from engine.store.gear import did_you_mean
from engine.store.reading import read_asset, slug
from engine.store.sheets import complete_sheet, plain_words

_HERO = "hero"


class _House(Struct, frozen=True, kw_only=True):
    name: str
    kind: str = ""
    label: str = ""
    size: int = 1
    dark_sight: int = 0
    tags: tuple[str, ...] = ()
    note: str = ""


class BookCreature(_House, frozen=True, kw_only=True):
    """One row of a book's library, its sheet ready. `size` and `dark_sight` in squares.

    Those tagged "hero" are people with names; all others are numbered within their kind.
    """

    key: str
    sheet: Guest

    @property
    def words(self) -> tuple[str, ...]:
        """What it is found by beside its name: tags, kind, and the line of its sheet that says what it is."""
        heroes = ("heroes",) if _HERO in self.tags else ()
        return (getattr(self.sheet, "role", ""), self.kind, *self.tags, *heroes)


class _File(Struct, forbid_unknown_fields=True):
    creatures: dict[str, dict[str, Any]]


def book_creatures(ruleset: Ruleset) -> tuple[BookCreature, ...]:
    """Every creature that ships for the rule book, by name; none where it has no such library."""
    return _creatures(ruleset.about.key)


def find_book_creature(ruleset: Ruleset, name: str) -> BookCreature:
    """The creature with exactly that name or key. FivefootError names those that are near."""
    known = book_creatures(ruleset)
    wanted = slug(name)
    for entry in known:
        if wanted in (entry.key, slug(entry.name)):
            return entry
    near = did_you_mean(name, (one.name for one in known))
    raise FivefootError(f"No creature called '{name}' for {ruleset.about.title}.{near}")


def build_book_creature(entry: BookCreature, side: SideId, cell: Cell | None = None) -> Actor:
    """An actor without an id (an `AddActor` gives it one, and a number to its kind)."""
    kind = "" if _HERO in entry.tags else entry.kind or entry.name
    return Actor(
        id="",
        name=kind or entry.name,
        side=side,
        cell=cell,
        size=entry.size,
        label=entry.label,
        kind=kind,
        dark_sight=entry.dark_sight,
        note=entry.note,
        sheet=entry.sheet,
    )


def as_book_creature(actor: Actor, ruleset: Ruleset) -> BookCreature:
    """An entry for more of the same: unhurt, under the name of what it is. A person keeps its own name."""
    page: Any = ruleset.rested(actor).sheet or ruleset.about.guests[0]()
    unhurt = {name: getattr(type(page)(), name) for name in ruleset.about.scars}
    for field in ruleset.about.form:
        if field.at_most:
            unhurt[field.path] = getattr(page, field.at_most) or getattr(page, field.path)
    alike = (one.tags for one in book_creatures(ruleset) if actor.kind in (one.name, one.kind))
    return BookCreature(
        key="",
        name=actor.kind or actor.name,
        label="" if actor.kind else actor.label,
        size=actor.size,
        dark_sight=actor.dark_sight,
        tags=next(alike, ()) if actor.kind else (_HERO,),
        note=actor.note,
        sheet=replace(page, **unhurt),
    )


def encode_book_creature(entry: BookCreature) -> bytes:
    """An entry as it is stored."""
    return msgspec.json.encode(entry)


def decode_book_creature(data: bytes, ruleset: Ruleset) -> BookCreature:
    """What `encode_book_creature` wrote. BrokenFileError says what makes no sense."""

    def read_sheet(kind: type, value: Any) -> Any:
        if kind is not Guest:
            raise NotImplementedError(f"nobody reads {kind.__name__}")
        return msgspec.convert(value, ruleset.about.guests[0])

    try:
        return msgspec.json.decode(data, type=BookCreature, dec_hook=read_sheet)
    except msgspec.MsgspecError as problem:
        raise BrokenFileError(plain_words(problem)) from problem


@lru_cache(maxsize=8)
def _creatures(book: str) -> tuple[BookCreature, ...]:
    path = f"creatures/{book}.toml"
    if not (folder(assets) / path).is_file():
        return ()
    rows = read_asset(path, _File).creatures
    sheet = RULESETS[book].about.guests[0]
    entries = (_entry(key, row, sheet) for key, row in rows.items())
    return tuple(sorted(entries, key=lambda entry: entry.name))


def _entry(key: str, row: Mapping[str, Any], sheet: type[Guest]) -> BookCreature:
    """What the house knows of a creature goes by its own names; all else in the row is the sheet's."""
    of_house, of_sheet = _names(_House), _names(sheet)
    page = {name: value for name, value in row.items() if name not in of_house}
    for name in page:
        if name not in of_sheet:
            raise FivefootError(f"creature '{key}': the sheet has no '{name}'")
    try:
        house = msgspec.convert({name: row[name] for name in of_house if name in row}, _House)
        return BookCreature(**asdict(house), key=key, sheet=complete_sheet(sheet, {}, page))
    except (FivefootError, msgspec.ValidationError) as problem:
        raise FivefootError(f"creature '{key}': {problem}") from problem


def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
