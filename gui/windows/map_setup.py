"""Lays a grid over a map picture: found by itself, or by two corners dragged onto printed crossings."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from gui.bridge.grid_finder import SURE, FoundGrid, find_grid
from gui.bridge.incoming import MapPicture
from gui.bridge.map_picture import DeskMap
from gui.panels.drawing import label_of, rounded, theme_of
from gui.panels.key_button import KeyButton
from gui.theme.icons import paint_icon
from gui.windows.grid_fit import LARGEST, SMALLEST, GridFit, first_fit, map_fit
from gui.windows.picture_grid import PictureGrid

Words = tuple[str, str]

USUAL_SQUARE = 70.0
"""Pixels; what most map packs for screens use."""
PANEL_WIDTH = 348
HOW_TO = (
    "Drag a corner onto a printed crossing, then the far one. Type how many squares the frame holds above it."
)
HOW_TO_LAY = (
    "The yellow frame is the map on the desk, with its walls. Lay its two corners where they belong on the "
    "picture; nothing on the map moves."
)


class MapSetup(QDialog):
    """Shows a picture with a grid that can be moved. Enter uses it, Esc leaves everything as it was.

    With `under` it is laid under a map that is there already: the frame is that map. `otherwise` names the
    other use of the picture, for a button; empty for none.
    """

    chosen = Signal(float, float, float)
    """Pixels a square, and where the grid begins right and down of the picture's corner."""
    other_wanted = Signal()
    """The GM wants the other use of the picture."""

    def __init__(
        self,
        picture: MapPicture,
        square_length: str,
        parent: QWidget | None = None,
        under: DeskMap | None = None,
        otherwise: str = "",
    ) -> None:
        super().__init__(parent)
        info, image = picture.info, picture.image
        self._under = under
        self.setWindowTitle(f"{'Picture of the map' if under else 'Map set-up'}: {info.name}")
        self.setMinimumSize(900, 600)
        room = parent.size() if parent is not None else QSize(1400, 900)
        self.resize(room * 0.92)
        self._size = image.size()
        self.found = find_grid(image)
        self._guess = info.pixels_per_square or _fitting(USUAL_SQUARE, image)
        fit, words = self._proposal(info.squares)
        self.view = PictureGrid(image, fit, under.lines if under is not None else ())
        self.view.changed.connect(self._show_fit)
        self.square = _field("Square", SMALLEST, LARGEST)
        most = max(LARGEST, image.width(), image.height())
        self.right = _field("Shift right", -most, most)
        self.down = _field("Shift down", -most, most)
        self.squares = label_of("strong")
        self.outcome = _Result(*words, found=self.found is not None)
        self.skip = KeyButton("Use without grid lines")
        self.other = KeyButton(otherwise)
        self.cancel = KeyButton("Cancel", "Esc", big=True)
        self.use = KeyButton(
            "Lay it under the map" if under is not None else "Use grid", "Enter", primary=True, big=True
        )
        self._wire()
        self._lay_out(square_length, info.note)
        self._show_fit(fit)
        self.view.setFocus()

    @property
    def fit(self) -> GridFit:
        """The grid as it lies now."""
        return self.view.fit

    # --- what is proposed -------------------------------------------------------------------------

    def _proposal(self, named: tuple[int, int] | None) -> tuple[GridFit, Words]:
        """Where the grid probably lies, and in two lines why."""
        width, height = self._size.width(), self._size.height()
        if self._under is not None:
            return self._place_under(self._under)
        if self.found is not None:
            return first_fit(width, height, self.found.square, self.found.offset), found_words(self.found)
        guess = first_fit(width, height, self._guess)
        if named is not None:
            columns, rows = named
            return guess, (
                f"{columns} \u00d7 {rows} squares by its name",
                "No printed lines found. Check two corners.",
            )
        return guess, ("No regular grid found.", "Drag two corners on known crossings.")

    def _place_under(self, desk: DeskMap) -> tuple[GridFit, Words]:
        """The same for a map that is there already."""
        size = desk.columns, desk.rows
        same, filling = desk.as_before(self._size), desk.filling(self._size)
        if same is not None:
            return map_fit(*size, *same), ("It lies as the picture before it", "Check two corners.")
        if self.found is not None:
            return map_fit(*size, *desk.on_lines(self.found, self._size)), found_words(self.found)
        if filling is not None:
            words = f"The map's {size[0]} \u00d7 {size[1]} squares fill the picture", "Check two corners."
            return map_fit(*size, *filling), words
        square = min(self._size.width() / size[0], self._size.height() / size[1])
        return map_fit(*size, max(SMALLEST, square), (0.0, 0.0)), (
            "No regular grid found.",
            "Drag two corners where they belong.",
        )

    # --- putting together -------------------------------------------------------------------------

    def _wire(self) -> None:
        self.square.valueChanged.connect(lambda value: self._set(self.fit.with_square(value)))
        for field in (self.right, self.down):
            field.valueChanged.connect(
                lambda _: self._set(self.fit.with_offset(self.right.value(), self.down.value()))
            )
        for button in (self.skip, self.cancel, self.other):
            button.setAutoDefault(False)
        self.other.clicked.connect(self._leave_for_other)
        self.use.setDefault(True)
        self.use.clicked.connect(self._use)
        self.cancel.clicked.connect(self.reject)
        self.skip.clicked.connect(self._skip)

    def _lay_out(self, square_length: str, note: str) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(rounded(14))
        form.setVerticalSpacing(rounded(8))
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for words, field in (
            ("Square", self.square),
            ("Shift right", self.right),
            ("Shift down", self.down),
            ("Each square is", label_of("strong", square_length)),
            ("Map", self.squares),
        ):
            form.addRow(words, field)
            named = form.labelForField(field)
            named.setMinimumHeight(field.sizeHint().height())  # in the middle of the field's height
        side = QFrame()
        side.setFixedWidth(rounded(PANEL_WIDTH))
        column = QVBoxLayout(side)
        column.setContentsMargins(rounded(16), rounded(16), rounded(16), rounded(14))
        column.setSpacing(rounded(12))
        column.addWidget(label_of("title", "Grid"))
        column.addWidget(self.outcome)
        column.addWidget(label_of("detail", HOW_TO if self._under is None else HOW_TO_LAY, True))
        column.addLayout(form)
        if note:
            column.addWidget(label_of("sub", note, wrap=True))
        column.addStretch(1)
        plain = label_of("sub", f"Squares of {self._guess:.1f} px from the picture's corner.", wrap=True)
        for widget, wanted in (
            (self.skip, self._under is None),
            (plain, self._under is None),
            (self.other, bool(self.other.text())),
        ):
            column.addWidget(widget)
            widget.setVisible(wanted)
        buttons = QHBoxLayout()
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.use, 1)
        column.addLayout(buttons)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.view, 1)
        whole.addWidget(side)

    # --- hands ------------------------------------------------------------------------------------

    def _set(self, fit: GridFit) -> None:
        """A field was changed by hand."""
        self.view.set_fit(fit)
        self._show_fit(fit)

    def _show_fit(self, fit: GridFit) -> None:
        for field, value in zip((self.square, self.right, self.down), (fit.square, *fit.offset), strict=True):
            field.blockSignals(True)
            field.setValue(value)
            field.blockSignals(False)
        columns, rows = fit.map_size(self._size.width(), self._size.height())
        self.squares.setText(f"{columns} \u00d7 {rows} squares")
        self.use.setEnabled(columns > 0 and rows > 0)

    def _use(self) -> None:
        self._finish(self.fit.square, *self.fit.offset)

    def _skip(self) -> None:
        self._finish(self._guess, 0.0, 0.0)

    def _leave_for_other(self) -> None:
        self.reject()
        self.other_wanted.emit()

    def _finish(self, square: float, right: float, down: float) -> None:
        """Close first: what comes next may bring a dialog of its own."""
        self.accept()
        self.chosen.emit(square, right, down)


class _Result(QFrame):
    """What the search for printed lines came to."""

    def __init__(self, words: str, more: str, found: bool) -> None:
        super().__init__()
        self._found = found
        self.setProperty("kind", "note")
        self.words = label_of("strong", words, wrap=True)
        self.more = label_of("sub", more, wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(40), rounded(10), rounded(12), rounded(10))
        layout.setSpacing(rounded(2))
        layout.addWidget(self.words)
        layout.addWidget(self.more)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame, and a tick or an exclamation mark."""
        super().paintEvent(event)
        theme = theme_of(self)
        painter = QPainter(self)
        name, ink = ("check", theme.ok) if self._found else ("afraid", theme.warn)
        paint_icon(painter, name, QPointF(rounded(20), self.height() / 2), rounded(15), ink)
        painter.end()


def found_words(found: FoundGrid) -> tuple[str, str]:
    """What was found, in two lines."""
    agreement = f"{found.agreeing} of {found.lines} printed lines agree"
    if found.confidence < SURE:
        agreement += ". Check two corners."
    return f"Squares found, {found.square:.1f} px", agreement


def _fitting(square: float, picture: QImage) -> float:
    """The usual square, smaller on a picture that has no room for four of them."""
    return min(square, max(SMALLEST, min(picture.width(), picture.height()) / 4))


def _field(name: str, least: float, most: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(least, most)
    field.setDecimals(1)
    field.setSingleStep(0.1)
    field.setSuffix(" px")
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setAccessibleName(name)
    field.setKeyboardTracking(False)
    return field
