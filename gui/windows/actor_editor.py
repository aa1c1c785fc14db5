"""The editor of one creature: a form beside the map that saves on Enter and never blocks the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gui.bridge.creature_forms import WHOLE, CreatureForm
from gui.bridge.misplaced import GEAR, ITEMS, moved
from gui.panels.creature_lines import CreatureLines
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton

SIZE = (560, 690)
MOVE = "Move to Carries also"
REMOVE, SURE = "Remove", "Really remove it"
NOT_KEPT = "What you typed here is not kept yet."


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
        self._leave: Callable[[], None] | None = None
        self.lines = CreatureLines(form)
        self._scroll = QScrollArea()
        self.problem = label_of("problem", wrap=True)
        self.problem.hide()
        self._problems: Mapping[str, str] = {}
        self.move_things = KeyButton(MOVE)
        self.move_things.setAutoDefault(False)
        self.move_things.clicked.connect(self._move_things)
        self.move_things.hide()
        self.save = KeyButton(form.save_words, "Enter", primary=True)
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        self.cancel = KeyButton("Cancel", "Esc")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self.remove = KeyButton(REMOVE)
        self.remove.setAutoDefault(False)
        self.remove.clicked.connect(self._remove)
        self.go_on = KeyButton("Go on typing", primary=True)
        self.go_on.clicked.connect(self._stay)
        self.discard = KeyButton("Throw it away")
        self.discard.clicked.connect(self._discard)
        self._lay_out()
        self._show_buttons()
        self.lines.changed.connect(self._look_again)
        first = next(iter(self.lines.fields.values()), None)
        if first is not None:
            first.setFocus()

    def _lay_out(self) -> None:
        scroll = self._scroll
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
        for button in (self.cancel, self.save, self.discard, self.go_on):
            foot.addWidget(button)
        for button in (self.discard, self.go_on):
            button.setAutoDefault(False)
        self.problem.setContentsMargins(rounded(20), 0, rounded(20), 0)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, rounded(16), 0, rounded(16))
        whole.setSpacing(rounded(12))
        whole.addWidget(head)
        whole.addWidget(scroll, 1)
        whole.addWidget(self.problem)
        offer = QHBoxLayout()
        offer.setContentsMargins(rounded(20), 0, rounded(20), 0)
        offer.addWidget(self.move_things)
        offer.addStretch(1)
        whole.addLayout(offer)
        whole.addLayout(foot)

    def _save(self) -> None:
        self._problems = problems = self._form.save(self.lines.texts())
        if not problems:
            self.accept()
            return
        self.lines.show_problems(problems)
        self._say(self._sentence(problems))
        self._offer_move()
        # Lines that were hidden have their place only after Qt has laid them out.
        QTimer.singleShot(0, self, lambda: self._bring_into_view(problems))

    def _look_again(self) -> None:
        """What was said of a line at the last save goes as soon as the line is put right."""
        if not self._problems:
            return
        self._problems = self._form.still_wrong(self.lines.texts(), self._problems)
        self.lines.mark(self._problems)
        if self._leave is None:
            self._say(self._sentence(self._problems) if self._problems else "")
        self._offer_move()

    def _offer_move(self) -> None:
        """Offer to put among what is carried what was taken for a weapon."""
        wrong = GEAR in self._problems
        self.move_things.setVisible(wrong and moved(self.lines.texts()) is not None)

    def _move_things(self) -> None:
        texts = moved(self.lines.texts())
        if texts is not None:
            self.lines.write(texts)
            self.lines.fields[ITEMS].setFocus(Qt.FocusReason.OtherFocusReason)

    def _sentence(self, problems: Mapping[str, str]) -> str:
        """What is wrong with the uppermost line, named, and how many more there are."""
        first = self.lines.first_wrong(problems)
        if first is None:
            return problems.get(WHOLE, "")
        words = problems[first.path]
        named = words if words.startswith(first.label) else f"{first.label}: {words}"
        more = len(problems) - 1
        return named if not more else f"{named} And {more} more {'line' if more == 1 else 'lines'}."

    def _bring_into_view(self, problems: Mapping[str, str]) -> None:
        first = self.lines.first_wrong(problems)
        if first is not None:
            margin = rounded(60)
            self._scroll.ensureWidgetVisible(self.lines.fields[first.path], margin, margin)

    def _say(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    # --- leaving it for something else ------------------------------------------------------------

    def leave(self, then: Callable[[], None]) -> None:
        """Make room for something else: at once, or when the GM has said that what was typed may go."""
        if not self.lines.unsaved:
            then()
            return
        self._leave = then
        self._show_buttons()
        self._say(NOT_KEPT)
        self.activateWindow()
        self.go_on.setFocus()

    def _stay(self) -> None:
        self._leave = None
        self._show_buttons()
        self._say("")

    def _discard(self) -> None:
        then, self._leave = self._leave, None
        if then is not None:
            then()

    def _show_buttons(self) -> None:
        asking = self._leave is not None
        for button in (self.cancel, self.save, self.discard, self.go_on):
            button.hide()  # all four at once would widen the form
        for button in (self.discard, self.go_on) if asking else (self.cancel, self.save):
            button.show()
        self.remove.setVisible(self._forget is not None and not asking)

    def _remove(self) -> None:
        """The library keeps no history, so it takes two clicks."""
        if self.remove.text() == REMOVE:
            self.remove.set_words(SURE)
        elif self._forget is not None:
            self._forget()
            self.accept()
