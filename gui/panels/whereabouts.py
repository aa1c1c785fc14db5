"""Where somebody who left the map ends up: a line for the GM alone."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from engine.model.actor import Actor
from engine.model.commands import ReviseActor
from gui.bridge.table import Table
from gui.panels.drawing import label_of, rounded

WORDS = "Ends up in"


class Whereabouts(QWidget):
    """Shown for actors off the map (OSE-FLEE-08). Players never see an actor that is off the map."""

    closed = Signal()
    """Enter or Esc: the map may take the focus back."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._actor: Actor | None = None
        self.field = _Line()
        self.field.setAccessibleName(WORDS)
        self.field.setPlaceholderText("where the referee has it run to")
        self.field.editingFinished.connect(self._keep)
        self.field.returnPressed.connect(self.closed)
        self.field.given_up.connect(self._give_up)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(rounded(8))
        layout.addWidget(label_of("sub", WORDS))
        layout.addWidget(self.field, 1)

    def show_actor(self, actor: Actor | None) -> None:
        """Show the actor's whereabouts; hidden for anybody on the map."""
        gone = actor is not None and not actor.on_map and self._table.progress.round > 0
        other = actor is None or self._actor is None or actor.id != self._actor.id
        self._actor = actor if gone else None
        self.setVisible(gone)
        if actor is not None and gone and (other or not self.field.hasFocus()):
            self.field.setText(actor.whereabouts)

    def _keep(self) -> None:
        text = self.field.text().strip()
        if self._actor is not None and text != self._actor.whereabouts:
            self._table.submit(ReviseActor(replace(self._actor, whereabouts=text)))

    def _give_up(self) -> None:
        if self._actor is not None:
            self.field.setText(self._actor.whereabouts)
        self.closed.emit()


class _Line(QLineEdit):
    given_up = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves what was written before. No key goes on to the game."""
        if event.matches(QKeySequence.StandardKey.Cancel):
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
        event.accept()
