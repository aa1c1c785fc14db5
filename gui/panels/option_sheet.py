"""The readings of one rule book, each with its values: chosen while a combat is set up."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui.bridge.rule_books import OptionRow
from gui.panels.drawing import rounded


class OptionSheet(QScrollArea):
    """One row an option, at first with what the rule book takes by default."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.boxes: dict[str, QComboBox] = {}
        self._defaults: dict[str, str] = {}

    @property
    def changed_values(self) -> dict[str, str]:
        """{option: value} of all that differ from the default."""
        now = {key: str(box.currentData()) for key, box in self.boxes.items()}
        return {key: value for key, value in now.items() if value != self._defaults[key]}

    def show_options(self, rows: Sequence[OptionRow]) -> None:
        """Another rule book: its options in the place of those before."""
        self._defaults = {row.key: row.default for row in rows}
        self.boxes = {row.key: _box(row) for row in rows}
        page = QWidget()
        column = QVBoxLayout(page)
        column.setSpacing(rounded(4))
        for row in rows:
            label = QLabel(row.label)
            label.setWordWrap(True)
            label.setBuddy(self.boxes[row.key])
            column.addWidget(label)
            column.addWidget(self.boxes[row.key])
            column.addSpacing(rounded(8))
        column.addStretch(1)
        self.setWidget(page)

    def sizeHint(self) -> QSize:
        return QSize(rounded(460), rounded(320))


def _box(row: OptionRow) -> QComboBox:
    box = QComboBox()
    for value, words in row.values:
        box.addItem(words, value)
    box.setCurrentIndex(max(0, box.findData(row.default)))
    box.setAccessibleName(row.label)
    box.setToolTip(f"Reading {row.source}" if row.source else "")
    return box
