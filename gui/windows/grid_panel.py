"""The right side of the dialog that lays a grid: what was found, numbers, diagonals, true size."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDoubleSpinBox, QFormLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.grid.metric import Metric
from gui.panels.drawing import label_of, rounded, theme_of
from gui.panels.grid_choices import DiagonalChoice, TrueSizeChoice
from gui.panels.key_button import KeyButton
from gui.panels.painted_button import QuietScroll
from gui.theme.icons import paint_icon
from gui.windows.grid_fit import LARGEST, SMALLEST

Words = tuple[str, str]
PANEL_WIDTH = 348
MOST_TURNED = 180.0


class GridPanel(QFrame):
    """Widgets only; the dialog wires them. `most` is how far the grid may be shifted, in pixels."""

    def __init__(self, square_length: str, metric: Metric, most: float, otherwise: str) -> None:
        super().__init__()
        self.setFixedWidth(rounded(PANEL_WIDTH))
        self.square = _field("Square", SMALLEST, LARGEST, "px")
        self.right = _field("Shift right", -most, most, "px")
        self.down = _field("Shift down", -most, most, "px")
        self.turn = _field("Turn", -MOST_TURNED, MOST_TURNED, "deg")
        self.turn.setToolTip("Turns a scan that lies askew, clockwise")
        self.squares = label_of("strong")
        self.outcome = Outcome()
        length, unit = square_length.split()[:2]
        self.diagonals = DiagonalChoice(int(length), unit, metric)
        self.true_size = TrueSizeChoice()
        self.skip = KeyButton("Use without grid lines")
        self.other = KeyButton(otherwise)
        self.cancel = KeyButton("Cancel", "Esc")
        self.back = KeyButton("Back", big=True)
        self.use = KeyButton("Use grid", "Enter", primary=True, big=True)
        self.use.setDefault(True)
        for button in (self.skip, self.cancel, self.other, self.back):
            button.setAutoDefault(False)
        self._length = label_of("strong", square_length)

    def lay_out(self, how_to: str, note: str, plain: str) -> None:
        """Put everything in its place. `plain` says what the grid would be without lines; empty for no such
        offer."""
        head = QHBoxLayout()
        head.addWidget(label_of("title", "Grid"))
        head.addStretch(1)
        head.addWidget(self.cancel)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(rounded(16), 0, rounded(16), rounded(8))
        column.setSpacing(rounded(12))
        column.addWidget(self.outcome)
        column.addWidget(label_of("detail", how_to, True))
        column.addLayout(self._form())
        if note:
            column.addWidget(label_of("sub", note, wrap=True))
        for widget, wanted in (
            (_line(), True),
            (self.diagonals, True),
            (_line(), True),
            (self.true_size, True),
            (_line(), bool(plain) or bool(self.other.text())),
            (self.skip, bool(plain)),
            (label_of("sub", plain, wrap=True), bool(plain)),
            (self.other, bool(self.other.text())),
        ):
            column.addWidget(widget)
            widget.setVisible(wanted)
        column.addStretch(1)
        scroll = QuietScroll()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        buttons = QHBoxLayout()
        buttons.addWidget(self.back)
        buttons.addWidget(self.use, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, rounded(14), 0, rounded(14))
        whole.setSpacing(rounded(12))
        for layout in (head, buttons):
            layout.setContentsMargins(rounded(16), 0, rounded(16), 0)
        whole.addLayout(head)
        whole.addWidget(scroll, 1)
        whole.addLayout(buttons)

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setHorizontalSpacing(rounded(14))
        form.setVerticalSpacing(rounded(6))
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for words, field in (
            ("Square", self.square),
            ("Shift right", self.right),
            ("Shift down", self.down),
            ("Turn", self.turn),
            ("Each square is", self._length),
            ("Map", self.squares),
        ):
            form.addRow(words, field)
            named = form.labelForField(field)
            named.setMinimumHeight(field.sizeHint().height())  # in the middle of the field's height
        return form


class Outcome(QFrame):
    """What the search for printed lines came to."""

    def __init__(self) -> None:
        super().__init__()
        self._found = False
        self.setProperty("kind", "note")
        self.words = label_of("strong", wrap=True)
        self.more = label_of("sub", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(40), rounded(10), rounded(12), rounded(10))
        layout.setSpacing(rounded(2))
        layout.addWidget(self.words)
        layout.addWidget(self.more)

    def show_words(self, words: Words, found: bool) -> None:
        """Two lines, and whether they are good news."""
        self._found = found
        self.words.setText(words[0])
        self.more.setText(words[1])
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame, and a tick or an exclamation mark."""
        super().paintEvent(event)
        theme = theme_of(self)
        painter = QPainter(self)
        name, ink = ("check", theme.ok) if self._found else ("afraid", theme.warn)
        paint_icon(painter, name, QPointF(rounded(20), self.height() / 2), rounded(15), ink)
        painter.end()


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setProperty("kind", "line")
    line.setFixedHeight(1)
    return line


def _field(name: str, least: float, most: float, unit: str) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(least, most)
    field.setDecimals(1)
    field.setSingleStep(0.1)
    field.setSuffix(f" {unit}")
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setAccessibleName(name)
    field.setKeyboardTracking(False)
    return field
