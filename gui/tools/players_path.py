"""The path the players were shown, kept on their screen while its move waits for an answer."""

from __future__ import annotations

from msgspec.structs import replace

from engine.model.commands import Act
from engine.views.audience import Audience
from gui.bridge.table import Table
from gui.scene.marks import MapMarks
from gui.tools.marking import beside


class PlayersPath:
    """Nothing but what they saw before the move was begun, as far as it still lies ahead.

    It is not made anew: the way that is walked may bend for what they do not know of.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._shown = MapMarks()

    def note(self, marks: MapMarks) -> None:
        """These are shown to them now."""
        if marks.path:
            self._shown = marks

    def left(self) -> MapMarks:
        """What of it is left while a question is open; nothing where another one moves, or left that path."""
        session, path = self._table.session, self._shown.path
        act = session.open_command
        if not isinstance(act, Act) or not path or not act.path:
            return MapMarks()
        begun = session.battle.actors.get(act.actor)
        seen = {token.id: token for token in self._table.view(Audience.PLAYERS).tokens}.get(act.actor)
        if begun is None or begun.cell != path[0] or seen is None or seen.cell not in path:
            return MapMarks()
        ahead = path[path.index(seen.cell) :]
        return replace(
            self._shown,
            selected=seen.cell,
            path=ahead if len(ahead) > 1 else (),
            bursts=tuple(
                burst._replace(cell=beside(_square(burst.cell), seen.cell))
                for burst in self._shown.bursts
                if _square(burst.cell) in ahead
            ),
        )


def _square(at: tuple[float, float]) -> tuple[int, int]:
    """The square of a burst, which may be moved to a corner of it."""
    return int(at[0]), int(at[1])
