"""What goes with any grid: how diagonals count, and how large a square is on the table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.grid.metric import Metric
from gui.panels.drawing import label_of, rounded
from gui.panels.key_button import KeyButton
from gui.panels.segments import Segments

SILENT = "The rules text is silent, so the table decides."
AS_THE_CROW_FLIES = "Ranges are measured as the crow flies (Readings of the rules)."
NOT_MEASURED = "Not measured: the map is as large as fits."
HOW_MEASURED = "Lay a ruler on the players' display once; then one square is one inch there."


class DiagonalChoice(QWidget):
    """What a diagonal step counts, one of three."""

    chosen = Signal(object)
    """The `Metric` a person chose."""

    def __init__(self, length: int, unit: str, metric: Metric) -> None:
        super().__init__()
        twice = 2 * length
        self.segments = Segments(
            "Diagonal step counts",
            (
                (Metric.SQUARE.value, f"{length} {unit}"),
                (Metric.ALTERNATING.value, f"{length}, {twice}, {length} {unit}"),
                (Metric.DOUBLE.value, f"{twice} {unit}"),
            ),
            tight=True,
        )
        self._note = label_of("sub", wrap=True)
        layout = _column(self)
        layout.addWidget(label_of("detail", "Diagonal step counts"))
        layout.addWidget(self.segments)
        layout.addWidget(self._note)
        self.segments.chosen.connect(self._tell)
        self.show_metric(metric)

    @property
    def counting(self) -> Metric:
        """What is chosen."""
        return self._metric

    def show_metric(self, metric: Metric) -> None:
        """Show a choice; nobody is told."""
        self._metric = metric
        flown = metric is Metric.EUCLID
        self.segments.set_current((Metric.ALTERNATING if flown else metric).value)
        self._note.setText(AS_THE_CROW_FLIES if flown else SILENT)

    def _tell(self, key: str) -> None:
        self.show_metric(Metric(key))
        self.chosen.emit(self._metric)


class TrueSizeChoice(QWidget):
    """Says whether the players' display is measured, and offers to do it."""

    measure_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = label_of("sub", NOT_MEASURED, wrap=True)
        self.measure = KeyButton("Measure the display...")
        self.measure.setToolTip(HOW_MEASURED)
        self.measure.setAutoDefault(False)
        self.measure.clicked.connect(self.measure_wanted)
        layout = _column(self)
        layout.addWidget(label_of("strong", "True size on the table, optional"))
        layout.addWidget(label_of("detail", HOW_MEASURED, wrap=True))
        layout.addWidget(self.measure)
        layout.addWidget(self.words)

    def show_words(self, words: str) -> None:
        """What came of measuring, empty for nothing yet."""
        self.words.setText(words or NOT_MEASURED)


def _column(widget: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(rounded(8))
    return layout
