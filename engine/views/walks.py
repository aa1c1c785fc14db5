"""Which steps of a run of events happened before an audience's eyes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.grid.cells import footprint
from engine.model.events import Event, HiddenSet, Moved
from engine.model.phrase import Cell
from engine.views.look import TokenView, View


def steps_seen(events: Sequence[Event], before: View | None, after: View) -> tuple[Moved, ...]:
    """Steps that a screen may show, which had `before` and has `after` now.

    Of the players' own people all. Of others those from a square in sight to another, of nobody who was or is
    hidden meanwhile: where somebody came from, or went to, out of sight is not told.
    """
    tokens = {token.id: token for token in after.tokens}
    hidden = {event.actor for event in events if isinstance(event, HiddenSet)}
    return tuple(
        event
        for event in events
        if isinstance(event, Moved)
        and (token := tokens.get(event.actor)) is not None
        and (token.tone.of_players or (event.actor not in hidden and _in_sight(event, token, before, after)))
    )


def _in_sight(step: Moved, token: TokenView, before: View | None, after: View) -> bool:
    views = [view for view in (before, after) if view is not None]
    if any(view.seen is None for view in views):
        return True
    seen = frozenset[int]().union(*(view.seen or () for view in views))
    return all(any(index in seen for index in _squares(cell, token, after)) for cell in (step.src, step.dst))


def _squares(cell: Cell, token: TokenView, view: View) -> Iterator[int]:
    extent = view.terrain.extent
    return (extent.index(one) for one in footprint(cell, token.size) if extent.contains(one))
