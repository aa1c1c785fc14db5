"""The lines of a creature's form: labels, fields, what may stand in them, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from gui.bridge.creature_forms import YES, CreatureForm, Kind, Line
from gui.panels.check_row import CheckRow
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton

LABEL_WIDTH, NUMBER_WIDTH = 166, 104
MORE, LESS = "More lines", "Fewer lines"


class CreatureLines(QFrame):
    """The main lines at once, those of a hero once there is a class, the others on request.

    It reads and writes text only.
    """

    changed = Signal()
    """Something was typed."""

    def __init__(self, form: CreatureForm) -> None:
        super().__init__()
        self.fields: dict[str, QLineEdit | CheckRow | QComboBox] = {}
        self.problems: dict[str, QLabel] = {}
        self._lines = form.lines
        self._once = QWidget()
        self._rest = QWidget()
        self.more = KeyButton(MORE)
        self.more.setAutoDefault(False)
        self.more.clicked.connect(lambda: self.show_all(not self._rest.isVisibleTo(self)))
        main, once, rest = _grid(self), _grid(self._once), _grid(self._rest)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(rounded(8))
        for line in form.lines:
            self._add(main if line.main else once if line.once else rest, line)
        outer.addLayout(main)
        outer.addWidget(self._once)
        outer.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addWidget(self._rest)
        outer.addStretch(1)
        self._begun = self.texts()
        self.changed.connect(self._show_once)
        self.show_all(False)

    @property
    def unsaved(self) -> bool:
        """Whether anything stands here that did not when the form was opened."""
        return self.texts() != self._begun

    def texts(self) -> dict[str, str]:
        """What stands in the lines, by path."""
        return {path: _read(field) for path, field in self.fields.items()}

    def show_all(self, every: bool) -> None:
        """Show or hide the lines that are seldom needed."""
        self._rest.setVisible(every)
        self._show_once()
        self.more.set_words(LESS if every else MORE)

    def write(self, texts: Mapping[str, str]) -> None:
        """Put other texts into the lines and show them all."""
        for path, text in texts.items():
            field = self.fields[path]
            if isinstance(field, QLineEdit) and field.text() != text:
                field.setText(text)
        self.show_all(True)
        self.changed.emit()

    def show_problems(self, problems: Mapping[str, str]) -> None:
        """Say beneath each line what is wrong with it and mark it; the first such line takes the focus."""
        if any(line.path in problems and not line.main for line in self._lines):
            self.show_all(True)
        self.mark(problems)
        first = self.first_wrong(problems)
        if first is not None:
            self.fields[first.path].setFocus(Qt.FocusReason.OtherFocusReason)

    def mark(self, problems: Mapping[str, str]) -> None:
        """Say beneath each line what is wrong with it, and nothing beneath the others."""
        for path, label in self.problems.items():
            label.setText(problems.get(path, ""))
            label.setVisible(path in problems)
            field = self.fields[path]
            field.setAccessibleDescription(problems.get(path, ""))
            field.setProperty("wrong", path in problems)
            field.style().polish(field)

    def first_wrong(self, problems: Mapping[str, str]) -> Line | None:
        """The uppermost line that something is wrong with."""
        return min((line for line in self._lines if line.path in problems), key=self._place, default=None)

    def _place(self, line: Line) -> int:
        """Main lines stand above those of a hero, these above the rest."""
        return 0 if line.main else 1 if line.once else 2

    def _show_once(self) -> None:
        """A hero's lines as soon as there is a class."""
        wanted = (line.once for line in self._lines if line.once)
        known = any(_read(self.fields[path]) for path in wanted if path in self.fields)
        self._once.setVisible(known or self._rest.isVisibleTo(self))

    def _add(self, grid: QGridLayout, line: Line) -> None:
        field = _field(line)
        row = grid.rowCount()
        beside = QHBoxLayout()
        beside.setSpacing(rounded(8))
        beside.addWidget(field)
        if line.unit:
            beside.addWidget(label_of("sub", line.unit))
        if line.kind in (Kind.NUMBER, Kind.CHOICE):
            beside.addStretch(1)
        below = label_of("problem", wrap=True)
        below.hide()
        if line.kind is not Kind.FLAG:
            grid.addWidget(label_of("detail", line.label), row, 0)
        grid.addLayout(beside, row, 1)
        if line.note:
            grid.addWidget(label_of("small", line.note, wrap=True), row + 1, 1)
        grid.addWidget(below, row + 2, 1)
        self.fields[line.path] = field
        self.problems[line.path] = below
        if isinstance(field, QLineEdit):
            field.textEdited.connect(self._emit_changed)
        elif isinstance(field, QComboBox):
            field.currentIndexChanged.connect(self._emit_changed)
        else:
            field.toggled.connect(self._emit_changed)

    def _emit_changed(self) -> None:
        self.changed.emit()


def _grid(parent: QWidget) -> QGridLayout:
    grid = QGridLayout() if isinstance(parent, CreatureLines) else QGridLayout(parent)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(rounded(12))
    grid.setVerticalSpacing(rounded(4))
    grid.setColumnMinimumWidth(0, rounded(LABEL_WIDTH))
    grid.setColumnStretch(1, 1)
    return grid


def _field(line: Line) -> QLineEdit | CheckRow | QComboBox:
    field: QLineEdit | CheckRow | QComboBox
    if line.kind is Kind.FLAG:
        field = CheckRow(line.label)
        field.setChecked(line.text == YES)
    elif line.kind is Kind.CHOICE:
        field = QComboBox()
        for value, words in line.choices:
            field.addItem(words, value)
        field.setCurrentIndex(max(0, field.findData(line.text)))
    else:
        field = QLineEdit(line.text)
        field.setPlaceholderText(line.hint)
        if line.kind is Kind.NUMBER:
            field.setFixedWidth(rounded(NUMBER_WIDTH))
    field.setAccessibleName(f"{line.label}, {line.unit}" if line.unit else line.label)
    field.setToolTip(line.note)
    return field


def _read(field: QLineEdit | CheckRow | QComboBox) -> str:
    if isinstance(field, CheckRow):
        return YES if field.isChecked() else ""
    return str(field.currentData()) if isinstance(field, QComboBox) else field.text().strip()
