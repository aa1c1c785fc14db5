"""The editor of one creature: a form beside the map that saves on Enter and never blocks the table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gui.bridge.creature_forms import WHOLE, CreatureForm
from gui.panels.creature_lines import CreatureLines
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton

SIZE = (560, 690)
REMOVE, SURE = "Remove", "Really remove it"


class ActorEditor(QDialog):
    """Enter saves and closes, Esc closes. `remove` forgets an own creature, if the form is about one."""

    def __init__(
        self, form: CreatureForm, parent: QWidget | None = None, remove: Callable[[], None] | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(form.title)
        room = self.screen().availableSize() * 0.9
        self.resize(QSize(*(rounded(side) for side in SIZE)).boundedTo(room))
        self._form = form
        self._forget = remove
        self.lines = CreatureLines(form)
        self.problem = label_of("problem", wrap=True)
        self.problem.hide()
        self.save = KeyButton(form.save_words, "Enter", primary=True)
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        self.cancel = KeyButton("Cancel", "Esc")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.remove = KeyButton(REMOVE)
        self.remove.setAutoDefault(False)
        self.remove.setVisible(remove is not None)
        self.remove.clicked.connect(self._remove)
        self._lay_out()
        first = next(iter(self.lines.fields.values()), None)
        if first is not None:
            first.setFocus()

    def _lay_out(self) -> None:
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        held = QVBoxLayout(inner)
        held.setContentsMargins(rounded(20), 0, rounded(20), rounded(8))
        held.addWidget(self.lines)
        scroll.setWidget(inner)
        head = label_of("title", self._form.title, wrap=True)
        head.setContentsMargins(rounded(20), 0, rounded(20), 0)
        foot = QHBoxLayout()
        foot.setContentsMargins(rounded(20), 0, rounded(20), 0)
        foot.addWidget(self.remove)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.save)
        self.problem.setContentsMargins(rounded(20), 0, rounded(20), 0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, rounded(16), 0, rounded(16))
        whole.setSpacing(rounded(12))
        whole.addWidget(head)
        whole.addWidget(scroll, 1)
        whole.addWidget(self.problem)
        whole.addLayout(foot)

    def _save(self) -> None:
        problems = self._form.save(self.lines.texts())
        if not problems:
            self.accept()
            return
        self.lines.show_problems(problems)
        self.problem.setText(problems.get(WHOLE, ""))
        self.problem.setVisible(WHOLE in problems)

    def _remove(self) -> None:
        """The library keeps no history, so it takes two clicks."""
        if self.remove.text() == REMOVE:
            self.remove.set_words(SURE)
        elif self._forget is not None:
            self._forget()
            self.accept()
