"""The rule books there are, for choosing one."""

from __future__ import annotations

from msgspec import Struct

from engine.model.battle import Battle
from engine.model.terrain import blank
from engine.rulesets.registry import RULESETS
from engine.views.audience import Audience
from engine.views.narrate import Narrator


class OptionRow(Struct, frozen=True):
    """A switchable reading in words: its values as (value, words), and the one taken by default."""

    key: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str
    source: str = ""


def rule_books() -> dict[str, str]:
    """Key -> title of every ruleset, in the order of the registry."""
    return {key: rules.about.title for key, rules in RULESETS.items()}


def trade_offs() -> dict[str, str]:
    """Key -> what choosing a ruleset gives and costs, for those that say so."""
    return {key: rules.about.trade_off for key, rules in RULESETS.items() if rules.about.trade_off}


def option_sheet(key: str) -> tuple[OptionRow, ...]:
    """The switchable readings of a ruleset, before there is an encounter. KeyError if there is none such."""
    about = RULESETS[key].about
    say = Narrator(Battle(key, "", (), {}, blank(1, 1)), about.glossary, Audience.GM).say
    return tuple(
        OptionRow(
            option.key,
            say(option.label),
            tuple((value, say(words)) for value, words in option.values),
            option.default,
            option.source,
        )
        for option in about.options
    )


def square_length(key: str) -> str:
    """How long a square is by a ruleset, in words: "5 ft". KeyError if there is no such ruleset."""
    about = RULESETS[key].about
    return f"{about.scale} {about.unit}"
