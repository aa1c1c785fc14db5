"""The rule books there are, for choosing one."""

from __future__ import annotations

from engine.rulesets.registry import RULESETS


def rule_books() -> dict[str, str]:
    """Key -> title of every ruleset, in the order of the registry."""
    return {key: rules.about.title for key, rules in RULESETS.items()}
