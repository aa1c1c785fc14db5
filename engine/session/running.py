"""A command half-way."""

from __future__ import annotations

from typing import Any

from engine.model import events as ev
from engine.model.commands import Command
from engine.model.requests import Request
from engine.session.journal import Tape
from engine.tactics.draft import Draft, Procedure


class Running:
    """Its draft, its procedure and the question it waits on."""

    def __init__(self, command: Command, draft: Draft, procedure: Procedure[None]) -> None:
        self.command = command
        self.draft = draft
        self.procedure = procedure
        self.tape: Tape = ()
        self.withdrawn: Tape = ()
        """All its answers before some were taken back; empty once another is given."""
        self.request: Request[Any] | None = None
        self.told = 0
        """How many of the draft's events have been reported."""

    def fresh_events(self) -> tuple[ev.Event, ...]:
        """What was not reported yet."""
        events = tuple(self.draft.events[self.told :])
        self.told = len(self.draft.events)
        return events
