"""Audit: drive every recorded command again over its recorded answers and compare what happens."""

from __future__ import annotations

from msgspec import Struct

from engine.model.events import Event
from engine.rulesets.ruleset import Ruleset
from engine.session.journal import EntryKind, Journal
from engine.session.results import Asked, Finished
from engine.session.session import Session


class Difference(Struct, frozen=True):
    """The first event of an entry that came out differently (None: one side has no such event)."""

    entry: int
    index: int
    recorded: Event | None
    now: Event | None


def audit(ruleset: Ruleset, journal: Journal) -> tuple[Difference, ...]:
    """Every entry whose events are not what the rules give today; empty when all agree."""
    found = []
    for entry in journal:
        if entry.kind is not EntryKind.PLAYED:
            continue
        session = Session(ruleset, Journal(entry.before))
        result = session.resume(entry.command, entry.tape)
        events = result.entry.events if isinstance(result, Finished) else session.open_events
        difference = _first_difference(entry.number, entry.events, events)
        if difference is not None or isinstance(result, Asked):
            found.append(difference or Difference(entry.number, len(events), None, None))
    return tuple(found)


def _first_difference(number: int, recorded: tuple[Event, ...], now: tuple[Event, ...]) -> Difference | None:
    for index in range(max(len(recorded), len(now))):
        was = recorded[index] if index < len(recorded) else None
        is_now = now[index] if index < len(now) else None
        if was != is_now:
            return Difference(number, index, was, is_now)
    return None
