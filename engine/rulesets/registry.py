"""The rulesets this program knows, by key. The only file that names them all."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import FivefootError
from engine.rulesets.openquest.book import OpenQuest
from engine.rulesets.os_six.book import OsSix
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.loose.book import LooseOse
from engine.rulesets.reduction.book import OldSchoolReduction
from engine.rulesets.ruleset import Ruleset

RULESETS: Mapping[str, Ruleset] = {
    known.about.key: known
    for known in (DetailedOse(), LooseOse(), OldSchoolReduction(), OpenQuest(), OsSix())
}


def ruleset(key: str) -> Ruleset:
    """The ruleset with that key. FivefootError names those there are."""
    try:
        return RULESETS[key]
    except KeyError:
        known = ", ".join(RULESETS)
        raise FivefootError(f"This program has no rules called '{key}'. It knows: {known}.") from None
