"""The rule ledger that ships with the program: a rule in our own words, its section, the readings it has."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

from msgspec import Struct

import assets
from engine.model.offers import OptionChoice

_BRACKET = re.compile(r"\s*\[([^\]]*)\]")
_RULING = re.compile(r"(?P<part>[A-G]\d?)\s*(?=#)|(?P<table>[A-G]\d\.\d+)|#(?P<first>\d+)(?:-(?P<last>\d+))?")

TABLES = ("ledger.tsv", "base.tsv")
"""The rules themselves, and those of the game below them that they rest on where they say nothing."""


class RuleRow(Struct, frozen=True):
    """One row. `text` is the rule without its bracket, `rulings` name the readings it rests on: "A2 #29"."""

    id: str
    system: str
    section: str
    text: str
    handling: str
    rulings: frozenset[str] = frozenset()


def rule_row(rule_id: str) -> RuleRow | None:
    """The row with that id; None if the ledger has none."""
    return rule_rows().get(rule_id)


def section_rows(row: RuleRow) -> tuple[RuleRow, ...]:
    """All rows of the section the row stands in, itself included, in the order of the ledger."""
    here = (row.system, row.section)
    return tuple(other for other in rule_rows().values() if (other.system, other.section) == here)


@lru_cache(maxsize=1)
def rule_rows() -> Mapping[str, RuleRow]:
    """All rows by id, read at the first look-up: most starts of the program never need them."""
    return {row["id"]: _row(row) for name in TABLES for row in _table(name)}


def _table(name: str) -> Iterator[dict[str, str]]:
    lines = (files(assets) / "rules" / name).read_text("utf-8").splitlines()
    yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def readings_of(row: RuleRow, options: Iterable[OptionChoice]) -> tuple[OptionChoice, ...]:
    """The switchable readings that govern the rule: those that come from a ruling it rests on, or name it."""
    return tuple(option for option in options if option.source in row.rulings or row.id in option.rules)


def _row(row: Mapping[str, str]) -> RuleRow:
    brackets = _BRACKET.findall(row["rule"])
    return RuleRow(
        row["id"],
        row["system"],
        row["section"],
        _BRACKET.sub("", row["rule"]),
        row["handling"],
        frozenset(ruling for bracket in brackets for ruling in rulings_in(bracket)),
    )


def rulings_in(text: str) -> Iterator[str]:
    """ "A1.6, A2 #115, #117-118" as "A1.6", "A2 #115", "A2 #117", "A2 #118"."""
    part = ""
    for found in _RULING.finditer(text):
        if found["part"]:
            part = found["part"]
        elif found["table"]:
            yield found["table"]
        elif part:
            first = int(found["first"])
            for number in range(first, int(found["last"] or first) + 1):
                yield f"{part} #{number}"
