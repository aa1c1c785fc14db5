"""The frame round the part of the window that the keys go to."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from gui.panels.drawing import draw_focus, theme_of

WIDTH = 5


class FocusFrame(QWidget):
    """Lies over its parent and takes neither mouse nor focus; only its edge is ever painted."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area: QWidget | None = None
        self.hide()

    @property
    def area(self) -> QWidget | None:
        """What is framed."""
        return self._area

    def show_round(self, area: QWidget | None) -> None:
        """Frame an area, or none."""
        if self._area is not None:
            self._area.removeEventFilter(self)
        self._area = area
        if area is not None:
            area.installEventFilter(self)
            self._follow()
            self.raise_()
        self.setVisible(area is not None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """Stay round the area wherever it goes."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._follow()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """The focus ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_focus(painter, QRectF(self.rect()), 4, theme_of(self))
        painter.end()

    def _follow(self) -> None:
        area, parent = self._area, self.parentWidget()
        if area is None or parent is None:
            return
        self.setGeometry(QRect(area.mapTo(parent, QPoint(0, 0)), area.size()))
        inner = self.rect().adjusted(WIDTH, WIDTH, -WIDTH, -WIDTH)
        self.setMask(QRegion(self.rect()).subtracted(QRegion(inner)))
