"""In place of the actions while something is asked: what a roll decides, what follows from a choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from engine.model.requests import AskChoice, AskRoll, AskRolls, Pick, Request
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.drawing import clear_layout, label_of, rounded
from gui.panels.outlook import OutlookLine, outlook

LONG_HEAD = 16
"""Letters; a longer head has a line of its own."""


class RollOutlook(QWidget):
    """Shown for a single roll, for several that decide something together, and for a choice whose picks have
    notes.
    """

    def __init__(self, table: Table, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._keymap = keymap
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(rounded(14))
        self._grid.setVerticalSpacing(rounded(8))
        self._grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(8), rounded(8), rounded(8), rounded(8))
        layout.setSpacing(rounded(10))
        self._head = label_of("strong")
        layout.addWidget(self._head)
        layout.addLayout(self._grid)
        self.hide()

    def show_question(self, question: Request[Any] | None) -> bool:
        """Show a question's lines; hide where there are none. Whether anything is asked at all: the
        actions of another actor would only mislead then.
        """
        clear_layout(self._grid)
        lines = self._lines_of(question)
        self._head.setText(_heading(question))
        for row, line in enumerate(lines):
            self._add(2 * row, line)
        self.setVisible(bool(lines))
        return question is not None

    def _add(self, row: int, line: OutlookLine) -> None:
        """A short head stands beside its words, a long one above them."""
        beside = 0 < len(line.head) <= LONG_HEAD
        if line.head:
            head = label_of("strong", line.head, wrap=not beside)
            self._grid.addWidget(head, row, 0, 1, 1 if beside else 2, Qt.AlignmentFlag.AlignTop)
        words = label_of("sub", line.text, wrap=True)
        self._grid.addWidget(words, row if beside else row + 1, int(beside), 1, 1 if beside else 2)

    def _lines_of(self, question: Request[Any] | None) -> list[OutlookLine]:
        match question:
            case AskRoll():
                return self._lines(question)
            case AskRolls(decides=decides):
                return [OutlookLine("", f"{self._table.say(one)}.") for one in decides]
            case AskChoice(picks=picks):
                return self._notes(picks)
            case _:
                return []

    def _notes(self, picks: Iterable[Pick]) -> list[OutlookLine]:
        say = self._table.say
        return [OutlookLine(say(pick.label), say(pick.note)) for pick in picks if pick.note is not None]

    def _lines(self, roll: AskRoll) -> list[OutlookLine]:
        lines = [*outlook(roll, self._table.say), *self._notes(roll.instead)]
        parts = self._table.narrator().tally(roll.tally)
        lines.extend(OutlookLine(f"{value:+d}", words) for words, value, counts in parts if value and counts)
        return lines


def _heading(question: Request[Any] | None) -> str:
    match question:
        case AskRoll():
            return "What this roll decides"
        case AskRolls():
            return "What these rolls decide"
        case _:
            return "The choices"
