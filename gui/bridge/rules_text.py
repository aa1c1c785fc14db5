"""Why a number, a refusal or a log line is as it is: the rule in our own words, and the readings it has."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.model.offers import OptionChoice
from engine.model.phrase import Phrase, Tally
from engine.store.notices import Notice, notices
from engine.store.rules import RuleRow, readings_of, rule_row, section_rows
from gui.bridge.table import Table


class RuleText(Struct, frozen=True):
    """One row of the ledger in words."""

    section: str
    text: str


class Reading(Struct, frozen=True):
    """A switchable reading that governs a rule: each of its values in words, and which is in force."""

    label: str
    values: tuple[tuple[str, bool], ...]
    source: str = ""


class Part(Struct, frozen=True):
    """One part of a number. One that does not count is kept, with `counts` off."""

    label: str
    value: str
    rule: str
    counts: bool = True


class Fact(Struct, frozen=True):
    """A fact of an open question, and the rule that makes it count, in words and by its id."""

    words: str
    text: str
    rule: str


class Why(Struct, frozen=True):
    """All that is said about one thing. `title` is its section or name, `rule` its id where it has one."""

    title: str
    text: str = ""
    rule: str = ""
    readings: tuple[Reading, ...] = ()
    parts: tuple[Part, ...] = ()
    facts: tuple[Fact, ...] = ()


class ActionLine(Struct, frozen=True):
    """One line of the page of actions."""

    name: str
    kind: str
    rule: str


def rule_text(rule: str) -> RuleText | None:
    """The row of a ledger id; None for an id the ledger does not have."""
    row = rule_row(rule)
    return RuleText(row.section, row.text) if row is not None else None


def why_rule(table: Table, rule: str, tally: Tally | None = None, facts: Sequence[Phrase] = ()) -> Why | None:
    """The rule, the readings of it that this encounter could choose, what a roll under it was made of, and
    of the facts beside it those that rest on another rule.

    None for an unknown id.
    """
    row = rule_row(rule)
    if row is None:
        return None
    other = tuple(_fact(table, fact) for fact in facts if fact.rule not in ("", rule))
    return Why(row.section, row.text, row.id, _readings(table, row), _parts(table, tally or Tally()), other)


def _fact(table: Table, fact: Phrase) -> Fact:
    row, words = rule_row(fact.rule), table.say(fact)
    return Fact(words[:1].upper() + words[1:], row.text if row is not None else "", fact.rule)


def section_page(rule: str) -> tuple[tuple[str, str], ...]:
    """(id, rule in words) of everything in the section of a rule; empty for an unknown id."""
    row = rule_row(rule)
    return tuple((one.id, one.text) for one in section_rows(row)) if row is not None else ()


def why_number(table: Table, label: str, tally: Tally) -> Why:
    """What a number is made of, each part with its rule."""
    return Why(f"{label}: {tally.total}", parts=_parts(table, tally))


def _parts(table: Table, tally: Tally) -> tuple[Part, ...]:
    return tuple(
        Part(table.say(part.label), f"{part.value:+d}", part.label.rule, not part.suppressed)
        for part in tally.parts
    )


def notice_page() -> tuple[Notice, ...]:
    """Whose content the program ships, and under which terms: every notice with its paragraphs."""
    return notices()


def action_page(table: Table) -> tuple[ActionLine, ...]:
    """Every action of the rule book with what it takes, for reading; empty where it has no such list."""
    return tuple(
        ActionLine(table.say(action.name), table.say(action.kind), action.rule)
        for action in table.ruleset.about.actions
    )


def _readings(table: Table, row: RuleRow) -> tuple[Reading, ...]:
    about = table.ruleset.about
    return tuple(_reading(table, option) for option in readings_of(row, about.options))


def _reading(table: Table, option: OptionChoice) -> Reading:
    now = getattr(table.battle.options, option.key, option.default)
    values = tuple((table.say(words), value == now) for value, words in option.values)
    return Reading(table.say(option.label), values, option.source)
