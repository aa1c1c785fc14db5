"""In place of the actions while a roll is asked for: what it decides and what may replace it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from engine.model.requests import AskRoll, Request
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.drawing import clear_layout, label_of, rounded
from gui.panels.outlook import OutlookLine, outlook


class RollOutlook(QWidget):
    """Shown only for a single roll."""

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
        layout.addWidget(label_of("strong", "What this roll decides"))
        layout.addLayout(self._grid)
        self.hide()

    def show_question(self, question: Request[Any] | None) -> bool:
        """Show a roll's lines; hide for anything else. Whether there was a roll to show."""
        clear_layout(self._grid)
        rolling = isinstance(question, AskRoll)
        if isinstance(question, AskRoll):
            for row, line in enumerate(self._lines(question)):
                self._grid.addWidget(label_of("strong", line.head), row, 0)
                self._grid.addWidget(label_of("sub", line.text, wrap=True), row, 1)
        self.setVisible(rolling)
        return rolling

    def _lines(self, roll: AskRoll) -> list[OutlookLine]:
        say = self._table.say
        lines = list(outlook(roll))
        for pick in roll.instead:
            if pick.note is not None:
                lines.append(OutlookLine(say(pick.label), say(pick.note)))
        parts = self._table.narrator().tally(roll.tally)
        lines.extend(OutlookLine(f"{value:+d}", words) for words, value, counts in parts if value and counts)
        return lines
