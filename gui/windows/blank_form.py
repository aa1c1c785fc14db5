"""A small form for a blank grid: how wide, how high, by which rules, and by which readings of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gui.bridge.rule_books import option_sheet, rule_books, square_length, trade_offs
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.option_sheet import OptionSheet

FIRST_SIZE = (24, 16)
LARGEST_SIDE = 200


class BlankForm(QDialog):
    """Asks for the size of a blank grid; Enter makes it, Esc does not."""

    chosen = Signal(int, int, str, object)
    """Columns, rows, key of the ruleset, and {option: value} of the readings that differ from the usual."""

    def __init__(self, ruleset: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Blank grid")
        self.columns = _side_field("Columns", FIRST_SIZE[0])
        self.rows = _side_field("Rows", FIRST_SIZE[1])
        self.rules = QComboBox()
        self.rules.setAccessibleName("Rules")
        for key, title in rule_books().items():
            self.rules.addItem(title, key)
        self.rules.setCurrentIndex(max(0, self.rules.findData(ruleset)))
        self.trade_off = label_of("sub", wrap=True)
        self.length = label_of("sub")
        self.sheet_button = KeyButton("Readings of the rules", "")
        self.sheet_button.setAutoDefault(False)
        self.sheet_button.setCheckable(True)
        self.sheet = OptionSheet()
        self.sheet.hide()
        self.sheet_button.toggled.connect(self.sheet.setVisible)
        cancel = KeyButton("Cancel", "Esc")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        make = KeyButton("Make the grid", "Enter", primary=True)
        make.setDefault(True)
        make.clicked.connect(self._make)
        self._lay_out(cancel, make)
        for field in (self.columns, self.rows):
            field.valueChanged.connect(self._measure)
        self.rules.currentIndexChanged.connect(self._measure)
        self.rules.currentIndexChanged.connect(self._show_sheet)
        self._measure()
        self._show_sheet()
        self.columns.selectAll()

    def _lay_out(self, cancel: KeyButton, make: KeyButton) -> None:
        size = QHBoxLayout()
        size.addWidget(self.columns)
        size.addWidget(QLabel("\u00d7"))
        size.addWidget(self.rows)
        size.addStretch(1)
        form = QFormLayout()
        form.setHorizontalSpacing(rounded(16))
        form.setVerticalSpacing(rounded(10))
        form.addRow("Squares", size)
        form.addRow("Rules", self.rules)
        form.addRow("", self.trade_off)
        form.addRow("", self.length)
        form.addRow("", self.sheet_button)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(make)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(rounded(20), rounded(16), rounded(20), rounded(16))
        whole.setSpacing(rounded(12))
        whole.addWidget(label_of("title", "Blank grid"))
        whole.addLayout(form)
        whole.addWidget(self.sheet, 1)
        whole.addLayout(buttons)

    def _measure(self) -> None:
        self.trade_off.setText(trade_offs().get(self.rules.currentData(), ""))
        length, unit = square_length(self.rules.currentData()).split()
        across, down = (field.value() * int(length) for field in (self.columns, self.rows))
        self.length.setText(f"{across:,} \u00d7 {down:,} {unit}; each square is {length} {unit}")

    def _show_sheet(self) -> None:
        rows = option_sheet(self.rules.currentData())
        self.sheet.show_options(rows)
        self.sheet_button.setVisible(bool(rows))

    def _make(self) -> None:
        key = self.rules.currentData()
        self.chosen.emit(self.columns.value(), self.rows.value(), key, self.sheet.changed_values)
        self.accept()


def _side_field(name: str, value: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(1, LARGEST_SIDE)
    field.setValue(value)
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setAccessibleName(name)
    return field
