"""The choices inside an action, one group after the other, right below its row."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from gui.panels.action_rows import ChoiceRow
from gui.panels.drawing import clear_layout, label_of, rounded

MOST_NUMBERED = 9


class ChoiceGroup(Struct, frozen=True):
    """A group in words. No choices means free text."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    moot: tuple[str, ...] = ()
    """Picks of an earlier group after which this one is passed over."""


class PickChooser(QFrame):
    """Type the start of a choice, or its number, or click it. Esc gives up.

    Without `typed` there is no field: the choices stand by while something else goes on.
    """

    finished = Signal(object)
    """dict: group key -> what was picked or typed."""
    cancelled = Signal()
    resized = Signal()
    """It has been given its place, or has more or fewer choices now."""
    marked = Signal(QWidget)
    """The row that the arrows came to."""

    def __init__(self, groups: Sequence[ChoiceGroup], typed: bool = True) -> None:
        super().__init__()
        self.typed = typed
        self.setProperty("kind", "note")
        self._groups = list(groups)
        self._picks: dict[str, str] = {}
        self._marked = 0
        self._label = label_of("strong", wrap=True)
        self._field = QLineEdit()
        self._field.installEventFilter(self)
        self._field.textChanged.connect(self._filter)
        self._choices = QWidget()
        self._list = QVBoxLayout(self._choices)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(10), rounded(8), rounded(10), rounded(8))
        layout.setSpacing(rounded(6))
        layout.addWidget(self._label)
        layout.addWidget(self._field)
        layout.addWidget(self._choices)
        self._field.setVisible(typed)
        self.give_up = ChoiceRow("Cancel", "Esc")
        self.give_up.clicked.connect(self.cancelled)
        layout.addWidget(self.give_up)
        self.give_up.setVisible(typed)
        self._show()

    @property
    def field(self) -> QLineEdit:
        """Where the choice is typed."""
        return self._field

    @property
    def heading(self) -> str:
        """The question of the open group, after what was picked before."""
        return self._label.text()

    @property
    def heading_end(self) -> int:
        """Where what is to be typed or chosen begins, in pixels from the top."""
        return self._label.geometry().bottom() + 1

    def take_focus(self) -> None:
        """Let the keys come here."""
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def pick(self, number: int) -> bool:
        """Take a choice of the open group by its number. False if there is none."""
        if not 1 <= number <= min(MOST_NUMBERED, len(self._group.choices)):
            return False
        self._take(self._group.choices[number - 1][0])
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """Numbers and arrows choose, Enter takes, Esc gives up; the rest is typing."""
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event)
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell of it."""
        super().resizeEvent(event)
        self.resized.emit()

    # --- inner workings -----------------------------------------------------------------------------

    @property
    def _group(self) -> ChoiceGroup:
        return self._left(self._picks)[0]

    def _left(self, picks: dict[str, str]) -> list[ChoiceGroup]:
        """Groups still to be chosen from after these picks."""
        taken = set(picks.values())
        return [group for group in self._groups if group.key not in picks and taken.isdisjoint(group.moot)]

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._group.choices:
            self._mark(self._marked + (1 if key == Qt.Key.Key_Down else -1))
            self._tell_marked()
        elif self._group.choices and event.text().isdigit() and not self._field.text():
            self.pick(int(event.text()))
        else:
            return False
        return True

    def _chosen(self) -> str:
        """What was picked in the groups before, in words: "Trip: ", else nothing."""
        words = [
            next((words for key, words in group.choices if key == self._picks.get(group.key)), "")
            for group in self._groups
        ]
        said = ", ".join(filter(None, words))
        return f"{said}: " if said else ""

    def _show(self) -> None:
        group = self._group
        self._label.setText(f"{self._chosen()}{group.label}")
        self._field.clear()
        self._field.setAccessibleName(group.label)
        self._field.setPlaceholderText("Type it, or its number" if group.choices else "In a few words")
        self._filter("")

    def _shown(self) -> list[tuple[int, str, str]]:
        """(number, key, words) of the choices that fit what was typed."""
        typed = self._field.text().strip().lower()
        numbered = [(number, key, words) for number, (key, words) in enumerate(self._group.choices, start=1)]
        starts = [row for row in numbered if row[2].lower().startswith(typed)]
        return starts or [row for row in numbered if typed in row[2].lower()]

    def _filter(self, typed: str) -> None:
        clear_layout(self._list)
        for number, key, words in self._shown():
            row = ChoiceRow(words, str(number) if number <= MOST_NUMBERED else "")
            row.clicked.connect(lambda _=False, key=key: self._take(key))
            self._list.addWidget(row)
        self._choices.setVisible(bool(self._group.choices))
        self._mark(0)

    def _mark(self, index: int) -> None:
        shown = self._shown()
        self._marked = max(0, min(index, len(shown) - 1))
        for place in range(self._list.count()):
            item = self._list.itemAt(place)
            row = item.widget() if item is not None else None
            if isinstance(row, ChoiceRow):
                row.setChecked(place == self._marked)

    def _tell_marked(self) -> None:
        item = self._list.itemAt(self._marked)
        row = item.widget() if item is not None else None
        if row is not None:
            self.marked.emit(row)

    def _enter(self) -> None:
        if not self._group.choices:
            typed = self._field.text().strip()
            if typed:
                self._take(typed)
            return
        shown = self._shown()
        if shown:
            self._take(shown[self._marked][1])

    def _take(self, pick: str) -> None:
        picks = {**self._picks, self._group.key: pick}
        if not self._left(picks):
            self._picks = {}
            self._show()
            if len(self._groups) == 1:  # where it stays on show, it shows what was taken
                self._mark(next((place for place, row in enumerate(self._shown()) if row[1] == pick), 0))
            self.finished.emit(picks)
            return
        self._picks = picks
        self._show()
        self.take_focus()
