"""Parties kept between encounters: keep the players' people as they are, bring them into another fight."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from engine.errors import FivefootError
from gui.bridge.parties import Parties, PartyView
from gui.panels.drawing import clear_layout, label_of, rounded
from gui.panels.key_button import KeyButton

SIZE = (560, 460)
EMPTY = "No party is kept yet. Keep one here, and bring it into the next encounter with its wounds and gear."
FORGET, SURE = "Forget", "Really forget it"


class PartyDialog(QDialog):
    """One line for each kept party, and a name to keep the party of this encounter under."""

    brought = Signal(object)
    """tuple of `Actor` without places: the next click on the map puts them down."""

    def __init__(self, parties: Parties, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Parties")
        self.resize(*(rounded(side) for side in SIZE))
        self._parties = parties
        here = ", ".join(actor.name for actor in parties.here)
        self.here = label_of("sub", here or "None of the players' people is in this encounter.", wrap=True)
        self.name = QLineEdit()
        self.name.setPlaceholderText("Name of the party")
        self.name.setAccessibleName("Name to keep this party under")
        self.keep = KeyButton("Keep party", "Enter", primary=True)
        self.keep.setDefault(True)
        self.keep.setEnabled(bool(here))
        self.keep.clicked.connect(self._keep)
        self.said = label_of("detail", wrap=True)
        self.problem = label_of("problem", wrap=True)
        self._list = QVBoxLayout()
        self._lay_out()
        self._refresh()
        self._say("", "")
        self.name.setFocus()

    def buttons(self, words: str) -> list[KeyButton]:
        """The buttons with these words, one for each kept party."""
        return [one for one in self.findChildren(KeyButton) if one.text() == words and one.isVisible()]

    def _lay_out(self) -> None:
        inner = QWidget()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(rounded(8))
        self._list.setAlignment(Qt.AlignmentFlag.AlignTop)
        inner.setLayout(self._list)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        row = QHBoxLayout()
        row.setSpacing(rounded(8))
        row.addWidget(self.name, 1)
        row.addWidget(self.keep)
        close = KeyButton("Close", "Esc")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(rounded(20), rounded(16), rounded(20), rounded(16))
        whole.setSpacing(rounded(10))
        whole.addWidget(label_of("title", "Parties"))
        whole.addWidget(label_of("strong", "In this encounter"))
        whole.addWidget(self.here)
        whole.addLayout(row)
        whole.addWidget(self.said)
        whole.addWidget(self.problem)
        whole.addWidget(label_of("strong", "Kept"))
        whole.addWidget(scroll, 1)
        whole.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)

    def _refresh(self) -> None:
        clear_layout(self._list)
        views = self._parties.all()
        if not views:
            self._list.addWidget(label_of("sub", EMPTY, wrap=True))
        for view in views:
            self._list.addWidget(self._row(view))

    def _row(self, view: PartyView) -> QWidget:
        box = QFrame()
        box.setProperty("kind", "note")
        bring = KeyButton("Bring party")
        bring.setAutoDefault(False)
        bring.setEnabled(not view.trouble)
        bring.setAccessibleName(f"Bring {view.name}")
        bring.clicked.connect(lambda: self._try(lambda: self._bring(view.name)))
        forget = KeyButton(FORGET)
        forget.setAutoDefault(False)
        forget.setAccessibleName(f"Forget {view.name}")
        forget.clicked.connect(lambda: self._forget(forget, view.name))
        head = QHBoxLayout()
        head.addWidget(label_of("strong", view.name), 1)
        head.addWidget(forget)
        head.addWidget(bring)
        layout = QVBoxLayout(box)
        layout.setContentsMargins(rounded(12), rounded(8), rounded(12), rounded(8))
        layout.addLayout(head)
        layout.addWidget(label_of("sub", view.trouble or view.members, wrap=True))
        return box

    def _keep(self) -> None:
        name = self.name.text().strip()

        def keep() -> None:
            count = self._parties.keep(name)
            self._say(f"{count} kept as {name}.", "")
            self.name.clear()

        self._try(keep)
        self._refresh()

    def _bring(self, name: str) -> None:
        self.brought.emit(self._parties.bring(name))
        self.accept()

    def _forget(self, button: KeyButton, name: str) -> None:
        if button.text() == FORGET:
            button.set_words(SURE)
            return
        self._try(lambda: self._parties.forget(name))
        self._refresh()

    def _try(self, do: Callable[[], None]) -> None:
        """Do it, or say in a sentence why it could not be done."""
        try:
            do()
        except FivefootError as problem:
            self._say("", str(problem))

    def _say(self, done: str, wrong: str) -> None:
        for label, sentence in ((self.said, done), (self.problem, wrong)):
            label.setText(sentence)
            label.setVisible(bool(sentence))
