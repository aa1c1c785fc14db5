"""The switchable readings of the rules of one encounter: each a row, each change a command to take back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from engine.grid.metric import Metric
from engine.model.commands import SetMetric, SetOption
from gui.bridge.table import Table
from gui.panels.drawing import rounded

METRIC_WORDS = {
    Metric.SQUARE: "5 / 5 / 5: every diagonal costs one square",
    Metric.ALTERNATING: "5 / 10 / 5: every second diagonal costs two",
    Metric.EUCLID: "5 / 10 / 5, ranges as the crow flies",
    Metric.DOUBLE: "10 / 10 / 10: every diagonal costs two squares",
}

LABEL_WIDTH = 280
"""A wrapped label left to itself asks for a narrow column and is cut off in it."""


class OptionsPanel(QWidget):
    """Shows the readings in force and submits changes."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.setWindowTitle("Readings of the rules")
        self.resize(760, 640)
        self._table = table
        self.boxes: dict[str, QComboBox] = {}
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setVerticalSpacing(10)
        form.addRow("Diagonals", self._metric_box())
        for option in table.ruleset.about.options:
            box = QComboBox()
            for value, words in option.values:
                box.addItem(table.say(words), value)
            box.setAccessibleName(table.say(option.label))
            box.setToolTip(f"Reading {option.source}" if option.source else "")
            box.activated.connect(self._chooser(option.key, box))
            self.boxes[option.key] = box
            label = QLabel(table.say(option.label))
            label.setWordWrap(True)
            label.setMinimumWidth(rounded(LABEL_WIDTH))
            form.addRow(label, box)
        inner = QWidget()
        inner.setLayout(form)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        heading = QLabel("Where the rules can be read in more than one way. A change counts from now on.")
        heading.setWordWrap(True)
        heading.setProperty("kind", "sub")
        layout = QVBoxLayout(self)
        layout.addWidget(heading)
        layout.addWidget(scroll, 1)
        table.changed.connect(self._refresh)
        self._refresh()

    def _metric_box(self) -> QComboBox:
        box = QComboBox()
        for metric, words in METRIC_WORDS.items():
            box.addItem(words, metric.value)
        box.activated.connect(lambda: self._table.submit(SetMetric(Metric(box.currentData()))))
        self.boxes["metric"] = box
        return box

    def _chooser(self, key: str, box: QComboBox) -> Callable[[], None]:
        def choose() -> None:
            self._table.submit(SetOption(key, str(box.currentData())))

        return choose

    def _refresh(self) -> None:
        """Show what is in force, also after taking a change back."""
        battle = self._table.battle
        for key, box in self.boxes.items():
            now = battle.metric.value if key == "metric" else self._in_force(key)
            index = box.findData(now)
            if index >= 0:
                box.setCurrentIndex(index)

    def _in_force(self, key: str) -> str:
        chosen = getattr(self._table.battle.options, key, None)
        default = next(option.default for option in self._table.ruleset.about.options if option.key == key)
        return default if chosen is None else str(chosen)
