"""An encounter file against the rules of today: every recorded command driven again over its answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.errors import FivefootError
from engine.model.events import Event
from engine.rulesets.registry import RULESETS
from engine.scenarios.patterns import event_line
from engine.session.replay import audit
from engine.store.opening import open_encounter


def audited(path: Path) -> Iterator[str]:
    """A line for each entry that would come out differently now. FivefootError if the file cannot be read."""
    opened = open_encounter(path, RULESETS)
    with opened.file:
        if opened.ruleset is None:
            raise FivefootError(opened.remark)
        for found in audit(opened.ruleset, opened.journal):
            was, now = _line(found.recorded), _line(found.now)
            yield f"{path.name}, entry {found.entry}, event {found.index + 1}: recorded {was}, now {now}"


def _line(event: Event | None) -> str:
    return "nothing" if event is None else f"'{event_line(event)}'"
