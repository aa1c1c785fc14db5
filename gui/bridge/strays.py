"""Tells the GM of those who were set down where nobody can reach them, and how to cure it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.model.phrase import ActorId, Cell, CellRef, Names, phrase
from engine.tactics.standing import astray
from gui.bridge.table import Change, Table


class Strays(QObject):
    """Speaks once when somebody gets there by hand, by the map or by a file; never after an undo."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._known = self._places()
        self._new: tuple[ActorId, ...] = ()
        table.changed.connect(self._look)
        table.asked.connect(self._speak)  # after the strip has drawn what was done

    def words(self) -> str:
        """The sentence about everybody who stands there now; empty for nobody."""
        return self._words(tuple(astray(self._table.board)))

    def _look(self, change: Change) -> None:
        before, self._known = self._known, self._places()
        moved = tuple(key for key, cell in self._known.items() if before.get(key) != cell)
        self._new = () if change.jump else moved

    def _places(self) -> dict[ActorId, Cell | None]:
        board = self._table.board
        return {key: board.actor(key).cell for key in astray(board)}

    def _speak(self, _question: object) -> None:
        fresh, self._new = self._new, ()
        if fresh:
            self._table.notice(self._words(fresh))

    def _words(self, who: tuple[ActorId, ...]) -> str:
        if not who:
            return ""
        where, cell = astray(self._table.board)[who[0]], self._table.board.actor(who[0]).cell
        assert cell is not None
        key = "stand.notice" if len(who) == 1 else "stand.notice_many"
        return self._table.say(phrase(key, "", who=Names(who), where=where, cell=CellRef(*cell)))
