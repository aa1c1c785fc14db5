"""The rule books there are, for choosing one."""

from __future__ import annotations

from engine.rulesets.registry import RULESETS


def rule_books() -> dict[str, str]:
    """Key -> title of every ruleset, in the order of the registry."""
    return {key: rules.about.title for key, rules in RULESETS.items()}


def trade_offs() -> dict[str, str]:
    """Key -> what choosing a ruleset gives and costs, for those that say so."""
    return {key: rules.about.trade_off for key, rules in RULESETS.items() if rules.about.trade_off}


def square_length(key: str) -> str:
    """How long a square is by a ruleset, in words: "5 ft". KeyError if there is no such ruleset."""
    about = RULESETS[key].about
    return f"{about.scale} {about.unit}"
