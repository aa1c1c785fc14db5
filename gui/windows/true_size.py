"""Measuring the players' display, so that one square of the map is one inch on it."""

from __future__ import annotations

from math import hypot

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QDoubleSpinBox, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from gui.bridge.settings import LEAST_PPI, MOST_PPI
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton

MM_PER_INCH = 25.4
INTRODUCTION = (
    "The players' display shows a bar. Lay a ruler on it and type its length, or type the diagonal of the "
    "display. The squares below the bar are one inch wide (25.4 mm) when the number is right."
)


class TrueSize(QDialog):
    """Three fields that say the same; whichever was typed last counts. Enter keeps it, Esc does not."""

    changed = Signal(float)
    """Pixels an inch, as typed so far."""

    def __init__(
        self, display: QSize, bar: int, pixels_per_inch: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("True size")
        self._diagonal = hypot(display.width(), display.height())
        self._bar = bar
        self.pixels_per_inch = pixels_per_inch
        self.length = _field(" mm", bar * MM_PER_INCH / MOST_PPI, bar * MM_PER_INCH / LEAST_PPI)
        self.diagonal = _field(" in", self._diagonal / MOST_PPI, self._diagonal / LEAST_PPI)
        self.density = _field("", LEAST_PPI, MOST_PPI)
        self.keep = KeyButton("Use true size", "Enter", primary=True)
        self.keep.setDefault(True)
        self.keep.clicked.connect(self.accept)
        self.cancel = KeyButton("Cancel", "Esc")
        self.cancel.setAutoDefault(False)
        self.cancel.clicked.connect(self.reject)
        self._lay_out()
        self._show_all_but(None)
        self.length.valueChanged.connect(lambda value: self._typed(self.length, bar * MM_PER_INCH / value))
        self.diagonal.valueChanged.connect(lambda value: self._typed(self.diagonal, self._diagonal / value))
        self.density.valueChanged.connect(lambda value: self._typed(self.density, value))
        self.length.setFocus()
        self.length.selectAll()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(rounded(10))
        form.addRow("Length of the bar", self.length)
        form.addRow("or diagonal of the display", self.diagonal)
        form.addRow("or pixels an inch", self.density)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.keep)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(*(rounded(20),) * 4)
        whole.setSpacing(rounded(14))
        whole.addWidget(label_of("detail", INTRODUCTION, wrap=True))
        whole.addLayout(form)
        whole.addLayout(foot)
        self.setFixedWidth(rounded(460))

    def _typed(self, field: QDoubleSpinBox, pixels_per_inch: float) -> None:
        self.pixels_per_inch = pixels_per_inch
        self._show_all_but(field)
        self.changed.emit(pixels_per_inch)

    def _show_all_but(self, typed: QDoubleSpinBox | None) -> None:
        """Say the same in the other fields."""
        values = (
            (self.length, self._bar * MM_PER_INCH / self.pixels_per_inch),
            (self.diagonal, self._diagonal / self.pixels_per_inch),
            (self.density, self.pixels_per_inch),
        )
        for field, value in values:
            if field is not typed:
                field.blockSignals(True)
                field.setValue(value)
                field.blockSignals(False)


def _field(unit: str, least: float, most: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setDecimals(1)
    field.setRange(least, most)
    field.setSuffix(unit)
    field.setSingleStep(0.5)
    return field
