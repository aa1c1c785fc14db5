"""The map with the small things that float over it: the legend above, scale and zoom below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from gui.bridge.keymap import Keymap
from gui.panels.legend import Legend
from gui.scene.map_view import MapView

MARGIN = 14
AT_THE_EDGE = 1
"""Pixels beyond the view that the box of a name may reach into."""
LOW = 480
"""Pixels: of a lower map the legend takes no more than it must."""
ZOOMS = (0.5, 1.0, 1.5)


class MapCorner(QWidget):
    """Keeps legend and scale in the corners of the map. The scale is a button with what the map can show."""

    wanted = Signal(str)
    """Named action of the map: fit, grid, darkness, measure."""

    def __init__(self, view: MapView, legend: Legend, keymap: Keymap, square: str) -> None:
        super().__init__()
        self._view = view
        self._legend = legend
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(view)
        legend.setParent(view)
        self._keymap = keymap
        self.grid_shown = True
        self.darkness_shown = True
        self.scale = QPushButton()
        self.scale.setProperty("kind", "chip")
        self.scale.setToolTip("Fit the map, its scale, grid lines, measuring")
        self.scale.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.scale.clicked.connect(self.open_menu)
        self._foot = QWidget(view)
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.scale)
        self._square = _chip("")
        row.addWidget(self._square)
        self.show_square(square)
        view.zoomed.connect(self._show_zoom)
        view.installEventFilter(self)
        legend.installEventFilter(self)
        legend.changed.connect(self._tell_covered)
        self._show_zoom(view.zoom)

    def show_square(self, words: str) -> None:
        """How long a square is."""
        self._square.setText(f"1 square = {words}")
        self._place()

    def open_menu(self) -> QMenu:
        """Show the menu above the scale."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._add(menu, "Fit the map", "fit")
        for zoom in ZOOMS:
            menu.addAction(f"{round(zoom * 100)} %").triggered.connect(
                lambda _=False, zoom=zoom: self._view.set_zoom(zoom)
            )
        menu.addSeparator()
        self._add(menu, "Grid lines", "grid", self.grid_shown)
        self._add(menu, "Veil what is dark", "darkness", self.darkness_shown)
        self._add(menu, "Measure", "measure")
        menu.popup(self.scale.mapToGlobal(QPoint(0, -menu.sizeHint().height() - 4)))
        return menu

    def _add(self, menu: QMenu, words: str, action: str, on: bool | None = None) -> None:
        entry = menu.addAction(f"{words}\t{self._keymap.shown(action)}")
        entry.setCheckable(on is not None)
        entry.setChecked(bool(on))
        entry.triggered.connect(lambda: self.wanted.emit(action))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """Follow the sizes of map and legend."""
        if watched is self._view and event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide):
            self._tell_covered()
        return False

    def _show_zoom(self, zoom: float) -> None:
        self.scale.setText(f"{round(zoom * 100)} % \u25be")
        self.scale.setAccessibleName(f"Scale of the map, {round(zoom * 100)} percent")
        self._place()

    def _place(self) -> None:
        self._legend.set_small(self._view.height() < LOW)
        self._legend.setGeometry(
            MARGIN, MARGIN, self._view.width() - 2 * MARGIN, self._legend.sizeHint().height()
        )
        self._foot.adjustSize()
        self._foot.move(
            self._view.width() - self._foot.width() - MARGIN,
            self._view.height() - self._foot.height() - MARGIN,
        )
        self._tell_covered()

    def _tell_covered(self) -> None:
        top = MARGIN + self._legend.height() if self._legend.isVisible() else 0
        boxes = [box.translated(self._legend.pos()) for box in self._legend.boxes()] if top else []
        boxes.append(QRectF(self._foot.geometry()))
        width, height = self._view.width(), self._view.height()
        # What lies beyond the view cuts names too; at its very edge they are still whole.
        boxes += [QRectF(0, y, width, height) for y in (-height - AT_THE_EDGE, height + AT_THE_EDGE)]
        self._view.set_covered(top, self._foot.size() + QSize(MARGIN, MARGIN), boxes)


def _chip(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("kind", "chip")
    return label
