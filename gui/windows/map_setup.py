"""Lays a grid over a map picture: found by itself, or by two corners dragged onto printed crossings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from engine.grid.metric import Metric
from gui.bridge.grid_finder import SURE, FoundGrid, find_grid
from gui.bridge.incoming import MapPicture
from gui.bridge.map_picture import DeskMap, Place
from gui.bridge.map_steps import SetupStep, StepLine, new_step_lines
from gui.panels.drawing import rounded
from gui.panels.setup_column import BRUSHES, SetupColumn
from gui.scene.picture_source import turned
from gui.windows.grid_fit import SMALLEST, GridFit, first_fit, map_fit
from gui.windows.grid_panel import GridPanel, Words
from gui.windows.picture_grid import PictureGrid

USUAL_SQUARE = 70.0
"""Pixels; what most map packs for screens use."""
COLUMN_WIDTH = 272
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
    other use of the picture, for a button; empty for none. `lies` is how the picture's own map has it now.
    Unless `alone`, this is the second of the five steps of setting a map up, `lines` being what is done of
    them (none: nothing yet); `then` and `brush` are where the GM wants to go on.
    """

    chosen = Signal(float, float, float)
    """Pixels a square, and where the grid begins right and down of the picture's corner."""
    other_wanted = Signal()
    """The GM wants the other use of the picture."""
    back_wanted = Signal()
    """The GM wants the step before: another picture."""

    def __init__(
        self,
        picture: MapPicture,
        square_length: str,
        parent: QWidget | None = None,
        under: DeskMap | None = None,
        otherwise: str = "",
        metric: Metric = Metric.SQUARE,
        lies: Place | None = None,
        turn: float = 0.0,
        lines: Sequence[StepLine] = (),
        alone: bool = False,
    ) -> None:
        super().__init__(parent)
        info = picture.info
        self._under, self._lies, self._lines, self._alone = under, lies, tuple(lines), alone
        self._name, self._picture = info.name, picture.image
        self.then, self.brush = SetupStep.WALLS, ""
        size = picture.image.size()
        title = "Picture of the map" if alone else "Map set-up"
        self.setWindowTitle(f"{title}: {info.name}, {size.width()} \u00d7 {size.height()} px")
        self.setMinimumSize(900, 600)
        room = parent.size() if parent is not None else QSize(1400, 900)
        self.resize(room * 0.96)
        image = turned(picture.image, turn)
        self._size = image.size()
        self.found = find_grid(image)
        self._guess = info.pixels_per_square or _fitting(USUAL_SQUARE, image)
        fit, words = self._proposal(info.squares)
        self.view = PictureGrid(image, fit, under.lines if under is not None else ())
        self.view.changed.connect(self._show_fit)
        most = float(max(5_000, image.width(), image.height()))
        self.panel = GridPanel(square_length, metric, most, otherwise)
        self.square, self.right, self.down = self.panel.square, self.panel.right, self.panel.down
        self.turn, self.squares, self.outcome = self.panel.turn, self.panel.squares, self.panel.outcome
        self.skip, self.other, self.cancel = self.panel.skip, self.panel.other, self.panel.cancel
        self.use, self.true_size = self.panel.use, self.panel.true_size
        self.column = SetupColumn()
        self.turn.setValue(turn)
        self.outcome.show_words(words, self.found is not None)
        self._wire()
        self._lay_out(info.note)
        self._show_fit(fit)
        self.view.setFocus()

    @property
    def fit(self) -> GridFit:
        """The grid as it lies now."""
        return self.view.fit

    @property
    def counting(self) -> Metric:
        """How diagonals are to count."""
        return self.panel.diagonals.counting

    # --- what is proposed -------------------------------------------------------------------------

    def _proposal(self, named: tuple[int, int] | None) -> tuple[GridFit, Words]:
        """Where the grid probably lies, and in two lines why."""
        width, height = self._size.width(), self._size.height()
        if self._under is not None:
            return self._place_under(self._under)
        if self._lies is not None:
            words = (
                found_words(self.found)
                if self.found is not None
                else ("As it lies now", "Check two corners.")
            )
            return first_fit(width, height, *self._lies), words
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
        self.square.valueChanged.connect(self._set_square)
        self.right.valueChanged.connect(self._set_offset)
        self.down.valueChanged.connect(self._set_offset)
        self.turn.valueChanged.connect(self._set_turn)
        self.other.clicked.connect(self._leave_for_other)
        self.use.clicked.connect(self._use)
        self.cancel.clicked.connect(self.reject)
        self.skip.clicked.connect(self._skip)
        self.panel.back.clicked.connect(self._leave_for_back)
        self.column.step_wanted.connect(self._go)
        self.column.brush_wanted.connect(self._take_brush)

    def _lay_out(self, note: str) -> None:
        fresh = self._under is None and self._lies is None
        plain = f"Squares of {self._guess:.1f} px from the picture's corner." if fresh else ""
        self.panel.lay_out(HOW_TO if self._under is None else HOW_TO_LAY, note, plain)
        self.panel.back.setHidden(self._alone)
        self.use.set_words("Lay it under the map" if self._alone else "Walls")
        self.column.setFixedWidth(rounded(COLUMN_WIDTH))
        self.column.setHidden(self._alone)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.column)
        whole.addWidget(self.view, 1)
        whole.addWidget(self.panel)
        QWidget.setTabOrder(self.view, self.square)
        self._show_steps()

    def _show_steps(self) -> None:
        found = "Found, check two corners" if self.found is not None else "Drag two corners"
        lines = self._lines or new_step_lines(self._name, found)
        self.column.show_steps(lines, SetupStep.GRID)

    # --- hands ------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the brushes take the grid as it lies, and go on to paint."""
        number = event.text() if not event.modifiers() else ""
        brushes = {str(index): brush.value for index, (brush, *_) in enumerate(BRUSHES, 1)}
        if number in brushes and not self._alone:
            self._take_brush(brushes[number])
        else:
            super().keyPressEvent(event)

    def _set_square(self, side: float) -> None:
        self._set(self.fit.with_square(side))

    def _set_offset(self) -> None:
        self._set(self.fit.with_offset(self.right.value(), self.down.value()))

    def _set_turn(self, degrees: float) -> None:
        """The picture lies otherwise: its lines are looked for again."""
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            image = turned(self._picture, degrees)
            self.found = find_grid(image)
        finally:
            QGuiApplication.restoreOverrideCursor()
        self._size = image.size()
        self.view.set_picture(image)
        fit, words = self.fit, ("No regular grid found.", "Drag two corners on known crossings.")
        if self.found is not None:
            words = found_words(self.found)
            if self._under is None:
                fit = first_fit(image.width(), image.height(), self.found.square, self.found.offset)
        self.outcome.show_words(words, self.found is not None)
        self._show_steps()
        self._set(fit)

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

    def _go(self, step: SetupStep) -> None:
        if step is SetupStep.PICTURE:
            self._leave_for_back()
        elif step is not SetupStep.GRID and self.use.isEnabled():
            self.then = step
            self._use()

    def _take_brush(self, key: str) -> None:
        self.column.show_brush("")
        if key and self.use.isEnabled():
            self.brush = key
            self._use()

    def _use(self) -> None:
        self._finish(self.fit.square, *self.fit.offset)

    def _skip(self) -> None:
        self._finish(self._guess, 0.0, 0.0)

    def _leave_for_other(self) -> None:
        self.reject()
        self.other_wanted.emit()

    def _leave_for_back(self) -> None:
        self.reject()
        self.back_wanted.emit()

    def _finish(self, square: float, right: float, down: float) -> None:
        """Close first: what comes next may bring a dialog of its own."""
        self.accept()
        self.chosen.emit(square, right, down)


def found_words(found: FoundGrid) -> Words:
    """What was found, in two lines."""
    agreement = f"{found.agreeing} of {found.lines} printed lines agree"
    if found.confidence < SURE:
        agreement += ". Check two corners."
    return f"Squares found, {found.square:.1f} px", agreement


def _fitting(square: float, picture: QImage) -> float:
    """The usual square, smaller on a picture that has no room for four of them."""
    return min(square, max(SMALLEST, min(picture.width(), picture.height()) / 4))
