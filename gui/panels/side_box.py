"""One side in the list of sides: its name, who speaks for it, a box to tick for each other side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout

from engine.model.battle import Control, Side
from engine.model.phrase import SideId
from engine.views.look import Tone
from gui.bridge.sides import SideRow
from gui.panels.check_row import CheckRow
from gui.panels.drawing import any_width, label_of, rounded, theme_of
from gui.panels.key_button import KeyButton
from gui.theme.swatches import side_swatch

SWATCH = 22
IN_A_ROW = 3
LONGEST = 40
"""Letters of a name: rail and roster have room for no more."""


class NameField(QLineEdit):
    """A field in which nothing was typed leaves the keys for taking back to whoever holds it."""

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(LONGEST)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        undoes = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
        if undoes and not self.isModified():
            event.ignore()
        else:
            super().keyPressEvent(event)


class SideBox(QFrame):
    """Says what the GM wants of one side; whoever holds it carries that out and shows the side again."""

    named = Signal(str)
    given = Signal(object)
    """The `Control` that shall speak for it."""
    foes_set = Signal(object)
    """tuple of the ids it shall be hostile to."""

    def __init__(self, side_id: SideId, others: Sequence[SideId]) -> None:
        super().__init__()
        self.setProperty("kind", "note")
        self.id = side_id
        self._tone = Tone.NEUTRAL
        self.mark = QLabel()
        self.name = NameField()
        self.name.editingFinished.connect(self._rename)
        self.remove = KeyButton("Remove")
        self.remove.setAutoDefault(False)
        self.players = CheckRow("The players' side")
        self.players.clicked.connect(self._give)
        self.count = label_of("sub")
        self.foes: dict[SideId, CheckRow] = {}
        for other in others:
            tick = CheckRow()
            any_width(tick)
            tick.clicked.connect(self._set_foes)
            self.foes[other] = tick
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(rounded(8))
        head.addWidget(self.mark)
        head.addWidget(self.name, 1)
        head.addWidget(self.remove)
        below = QHBoxLayout()
        below.addWidget(self.players)
        below.addStretch(1)
        below.addWidget(self.count)
        ticks = QGridLayout()
        ticks.setHorizontalSpacing(rounded(8))
        ticks.setVerticalSpacing(0)
        if self.foes:
            ticks.addWidget(label_of("sub", "Hostile to"), 0, 0)
        for number, tick in enumerate(self.foes.values()):
            ticks.addWidget(tick, number // IN_A_ROW, 1 + number % IN_A_ROW)
        for column in range(IN_A_ROW):
            ticks.setColumnStretch(1 + column, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(12), rounded(8), rounded(12), rounded(4))
        layout.setSpacing(rounded(2))
        for part in (head, below, ticks):
            layout.addLayout(part)

    def show_side(self, row: SideRow, sides: Sequence[Side]) -> None:
        """Show the side as it is, among all of them; a name that is being typed stays."""
        side = row.side
        if not (self.name.hasFocus() and self.name.isModified()):
            self.name.setText(side.name)
        self.name.setAccessibleName(f"Name of {side.name}")
        self.remove.setAccessibleName(f"Remove {side.name}")
        self.players.setChecked(side.control is Control.PLAYERS)
        self.players.setAccessibleName(f"The players speak for {side.name}")
        self.count.setText(f"{_counted(row.count)}, {_stance(row.tone)}")
        names = {other.id: other.name for other in sides}
        for other, tick in self.foes.items():
            tick.setText(names[other])
            tick.setToolTip(names[other])
            tick.setAccessibleName(f"{side.name} is hostile to {names[other]}")
            tick.setChecked(other in side.hostile_to)
        self._tone = row.tone
        self._draw_mark()

    def changeEvent(self, event: QEvent) -> None:
        """In other colours the mark has another rim."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_mark()

    def _draw_mark(self) -> None:
        ratio = self.devicePixelRatio()
        self.mark.setPixmap(side_swatch(self._tone.value, theme_of(self).line2, rounded(SWATCH), ratio))

    def _rename(self) -> None:
        if self.name.isModified():
            self.name.setModified(False)
            self.named.emit(self.name.text())

    def _give(self) -> None:
        self.given.emit(Control.PLAYERS if self.players.isChecked() else Control.REFEREE)

    def _set_foes(self) -> None:
        self.foes_set.emit(tuple(other for other, tick in self.foes.items() if tick.isChecked()))


def _counted(count: int) -> str:
    if not count:
        return "nobody yet"
    return f"{count} creature{'s' if count > 1 else ''}"


def _stance(tone: Tone) -> str:
    if tone.of_players:
        return "spoken for by the players"
    at_peace = tone in (Tone.NEUTRAL, Tone.BYSTANDER)
    return "at peace with the players" if at_peace else "enemies of the players"
