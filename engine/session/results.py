"""What a session says to its callers, and who writes it down."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

from msgspec import Struct

from engine.model import events as ev
from engine.model.commands import Command
from engine.model.offers import Refusal
from engine.model.phrase import Phrase
from engine.model.requests import Request
from engine.session.journal import Entry, Tape


class Asked(Struct, frozen=True):
    """A question is open. `events` happened since the last answer; with `jump` screens do not animate."""

    request: Request[Any]
    events: tuple[ev.Event, ...]
    jump: bool = False


class Finished(Struct, frozen=True):
    """The command is done and on the journal."""

    entry: Entry
    events: tuple[ev.Event, ...]
    """What happened since the last answer (the tail of `entry.events`)."""


class Refused(Struct, frozen=True):
    """The command was not carried out, and why."""

    refusals: tuple[Refusal, ...]

    @property
    def hard(self) -> bool:
        """Whether not even the GM can insist."""
        return any(refusal.hard for refusal in self.refusals)


class Unfit(Struct, frozen=True):
    """The answer did not fit the question, which stays open."""

    problem: Phrase


class Rewound(Struct, frozen=True):
    """Something was taken back or done again; screens jump to `Session.shown` without animation."""

    label: Phrase


Result = Asked | Finished | Refused | Unfit | Rewound


class Keeper(Protocol):
    """Who writes the session down. What is told is kept when the call returns."""

    def together(self) -> AbstractContextManager[None]:
        """What is told within is kept as one: either all of it or none."""
        ...

    def opened(self, command: Command) -> None:
        """A command has begun and asks its first question."""
        ...

    def answered(self, tape: Tape) -> None:
        """The open command has these answers now."""
        ...

    def closed(self) -> None:
        """The open command is gone without an entry."""
        ...

    def failed(self, command: Command, tape: Tape) -> None:
        """The open command ended in a bug after these answers; keep them for the report."""
        ...

    def committed(self, entry: Entry) -> None:
        """An entry was written at the head; what lay beyond is cut off, and no command is open."""
        ...

    def moved_head(self, head: int) -> None:
        """Undo or redo moved the head."""
        ...


class NoKeeper:
    """Keeps nothing: for tests and headless runs."""

    def together(self) -> AbstractContextManager[None]:
        """Nothing to keep."""
        return nullcontext()

    def opened(self, command: Command) -> None:
        """Nothing to keep."""

    def answered(self, tape: Tape) -> None:
        """Nothing to keep."""

    def closed(self) -> None:
        """Nothing to keep."""

    def failed(self, command: Command, tape: Tape) -> None:
        """Nothing to keep."""

    def committed(self, entry: Entry) -> None:
        """Nothing to keep."""

    def moved_head(self, head: int) -> None:
        """Nothing to keep."""
