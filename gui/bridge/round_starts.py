"""Where a step of the round began in the journal, for "undo to the start of Move"."""

from __future__ import annotations

from engine.model.offers import Progress
from engine.session.session import Session


def entry_that_opened(session: Session, slot: str) -> int | None:
    """Number of the first journal entry made in that step of the present round or after it; None if none.

    A step that was passed over has no entry of its own: then the next one that was played counts.
    """
    now = session.ruleset.progress(session.shown)
    wanted = _place(now, slot)
    if wanted is None:
        return None
    for entry in session.journal:
        before = session.ruleset.progress(entry.before)
        if before.round != now.round or before.current is None:
            continue
        place = _place(now, before.current.key)
        if place is not None and place >= wanted:
            return entry.number
    return None


def _place(progress: Progress, key: str) -> int | None:
    keys = [slot.key for slot in progress.slots]
    return keys.index(key) if key in keys else None
