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
    """The main lines at once, the others on request. It reads and writes text only."""

    changed = Signal()
    """Something was typed."""

    def __init__(self, form: CreatureForm) -> None:
        super().__init__()
        self.fields: dict[str, QLineEdit | CheckRow | QComboBox] = {}
        self.problems: dict[str, QLabel] = {}
        self._lines = form.lines
        self._rest = QWidget()
        self.more = KeyButton(MORE)
        self.more.setAutoDefault(False)
        self.more.clicked.connect(lambda: self.show_all(not self._rest.isVisibleTo(self)))
        main, rest = _grid(self), _grid(self._rest)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(rounded(8))
        for line in form.lines:
            self._add(main if line.main else rest, line)
        outer.addLayout(main)
        outer.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addWidget(self._rest)
        outer.addStretch(1)
        self.show_all(False)

    def texts(self) -> dict[str, str]:
        """What stands in the lines, by path."""
        return {path: _read(field) for path, field in self.fields.items()}

    def show_all(self, every: bool) -> None:
        """Show or hide the lines that are seldom needed."""
        self._rest.setVisible(every)
        self.more.set_words(LESS if every else MORE)

    def show_problems(self, problems: Mapping[str, str]) -> None:
        """Say beneath each line what is wrong with it; the first such line takes the focus."""
        if any(line.path in problems and not line.main for line in self._lines):
            self.show_all(True)
        first = None
        for path, label in self.problems.items():
            label.setText(problems.get(path, ""))
            label.setVisible(path in problems)
            self.fields[path].setAccessibleDescription(problems.get(path, ""))
            if path in problems and first is None:
                first = self.fields[path]
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

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
            field.textEdited.connect(lambda _: self.changed.emit())


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
