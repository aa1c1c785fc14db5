"""The log as rows: newest first, each entry's lines made once."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from engine.model.battle import Battle
from engine.model.phrase import ActorId, Tally, phrase
from engine.session.journal import Entry, EntryKind
from engine.views.audience import Audience
from engine.views.narrate import LogLine, Narrator
from gui.bridge.table import Table


class LogRow(Struct, frozen=True):
    """One line with its place: `entry` is what "undo to here" takes back, 0 for the open command."""

    entry: int
    place: str
    """Round and event ("3.7")."""
    text: str
    rule: str
    actor: ActorId
    strong: bool
    tally: Tally = Tally()
    """What was added to the roll of this line."""


class Log:
    """Rows of the journal and of the command that is still open."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[int, tuple[Entry, tuple[LogLine, ...]]] = {}

    def rows(self) -> tuple[LogRow, ...]:
        """All rows, newest first."""
        session = self._table.session
        rows: list[LogRow] = []
        counts: dict[int, int] = {}
        for entry in session.journal:
            rows.extend(self._placed(entry.number, entry.round, self._lines(entry), counts))
        if session.open_command is not None:
            lines = self._narrator(session.shown).lines(session.open_events)
            rows.extend(self._placed(0, self._table.progress.round, lines, counts))
        return tuple(reversed(rows))

    def _lines(self, entry: Entry) -> tuple[LogLine, ...]:
        kept = self._kept.get(entry.number)
        if kept is None or kept[0] is not entry:
            kept = (entry, lines_of(entry, self._narrator(entry.after, entry.before)))
            self._kept[entry.number] = kept
        return kept[1]

    def _narrator(self, battle: Battle, before: Battle | None = None) -> Narrator:
        """Speaks about a moment; whoever has left by then is named as before."""
        return narrator_of(battle, before, self._table.ruleset.about.glossary)

    @staticmethod
    def _placed(
        number: int, round_number: int, lines: tuple[LogLine, ...], counts: dict[int, int]
    ) -> list[LogRow]:
        rows = []
        for line in lines:
            round_number = line.opens or round_number  # the entry that ends a round also opens the next
            counts[round_number] = counts.get(round_number, 0) + 1
            place = f"{round_number}.{counts[round_number]}"
            rows.append(LogRow(number, place, line.text, line.rule, line.actor, line.strong, line.tally))
        return rows


def narrator_of(battle: Battle, before: Battle | None, glossary: Mapping[str, str]) -> Narrator:
    """Who tells the GM of what led to this battle; whoever left on the way is named as in the one before."""
    left = before is not None and before.actors.keys() - battle.actors.keys()
    return Narrator(before if before is not None and left else battle, glossary, Audience.GM)


def lines_of(entry: Entry, narrator: Narrator) -> tuple[LogLine, ...]:
    """The lines of an entry; what was given up half-way is said not to have happened."""
    lines = narrator.lines(entry.events)
    if entry.kind is not EntryKind.ABANDONED:
        return lines
    given_up = narrator.say(phrase("log.abandoned"))
    return tuple(replace(line, text=f"{given_up}: {line.text}", strong=False) for line in lines)
