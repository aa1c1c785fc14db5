"""The map with the small things that float over it: the legend above, scale and zoom below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.scene.map_view import MapView

MARGIN = 14


class MapCorner(QWidget):
    """Keeps legend and scale in the corners of the map."""

    def __init__(self, view: MapView, legend: QWidget, square: str) -> None:
        super().__init__()
        self._view = view
        self._legend = legend
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(view)
        legend.setParent(view)
        self._zoom = _chip("100 %")
        self._foot = QWidget(view)
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._zoom)
        self._square = _chip("")
        row.addWidget(self._square)
        self.show_square(square)
        view.zoomed.connect(self._show_zoom)
        view.installEventFilter(self)
        self._show_zoom(view.zoom)

    def show_square(self, words: str) -> None:
        """How long a square is."""
        self._square.setText(f"1 square = {words}")
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """Follow the map's size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False

    def _show_zoom(self, zoom: float) -> None:
        self._zoom.setText(f"{round(zoom * 100)} %")
        self._place()

    def _place(self) -> None:
        self._legend.setGeometry(
            MARGIN, MARGIN, self._view.width() - 2 * MARGIN, self._legend.sizeHint().height()
        )
        self._foot.adjustSize()
        self._foot.move(
            self._view.width() - self._foot.width() - MARGIN,
            self._view.height() - self._foot.height() - MARGIN,
        )


def _chip(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("kind", "chip")
    return label
