"""Which section a ledger id belongs to and what the rule says, in our own words."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from msgspec import Struct

import assets


class RuleText(Struct, frozen=True):
    """One row of the ledger."""

    section: str
    text: str


def rule_text(rule: str) -> RuleText | None:
    """The row of a ledger id; None for an id the ledger does not have."""
    return _ledger().get(rule)


@lru_cache(maxsize=1)
def _ledger() -> Mapping[str, RuleText]:
    """Read at the first look-up, since most starts of the program never need it."""
    lines = (files(assets) / "rules" / "ledger.tsv").read_text("utf-8").splitlines()
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return {row["id"]: RuleText(row["section"], row["rule"]) for row in rows}
