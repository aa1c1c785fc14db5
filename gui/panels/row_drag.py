"""Dragging a row of a list to another place among its like, with a line where it would come to stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from gui.panels.drawing import theme_of
from gui.theme.palette import colour

LINE = 3


class RowDrag(QObject):
    """Watches rows (buttons one below the other in `content`); `like` gives the rows a row may stand among,
    from the top."""

    dropped = Signal(QWidget, object)
    """(row, the row it was let go before; None for the end)"""
    dragged_to = Signal(QPoint)
    """A place in `content` that should be in sight."""

    def __init__(self, content: QWidget, like: Callable[[QWidget], Sequence[QWidget]]) -> None:
        super().__init__(content)
        self._content = content
        self._like = like
        self._row: QAbstractButton | None = None
        self._from = QPoint()
        self._dragging = False
        self.line = _Line(content)

    def watch(self, row: QAbstractButton) -> None:
        """Let this row be dragged."""
        row.installEventFilter(self)

    def cancel(self) -> None:
        """Esc, or the rows are made anew: nothing is dropped."""
        self._row, self._dragging = None, False
        self.line.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """A press and a move of some pixels begin a drag; what is no drag stays a click."""
        if not isinstance(event, QMouseEvent) or not isinstance(watched, QAbstractButton):
            return False
        match event.type():
            case QEvent.Type.MouseButtonPress if event.button() is Qt.MouseButton.LeftButton:
                self._row, self._from, self._dragging = watched, event.globalPosition().toPoint(), False
            case QEvent.Type.MouseMove if self._row is watched:
                return self._move(watched, event.globalPosition().toPoint())
            case QEvent.Type.MouseButtonRelease if self._row is watched:
                return self._release(watched, event.globalPosition().toPoint())
            case _:
                pass
        return False

    def _move(self, row: QAbstractButton, at: QPoint) -> bool:
        far = (at - self._from).manhattanLength() >= QApplication.startDragDistance()
        self._dragging = self._dragging or far
        if not self._dragging:
            return False
        row.setDown(False)
        here = self._content.mapFromGlobal(at)
        self.line.show_at(self._top(row, self._before(row, here)))
        self.dragged_to.emit(here)
        return True

    def _release(self, row: QAbstractButton, at: QPoint) -> bool:
        if not self._dragging:
            self._row = None
            return False
        before = self._before(row, self._content.mapFromGlobal(at))
        row.setDown(False)
        self.cancel()
        self.dropped.emit(row, before)
        return True

    def _before(self, row: QWidget, here: QPoint) -> QWidget | None:
        """The first row whose middle is below the pointer."""
        return next((one for one in self._like(row) if here.y() < one.geometry().center().y()), None)

    def _top(self, row: QWidget, before: QWidget | None) -> int:
        if before is not None:
            return before.geometry().top()
        return self._like(row)[-1].geometry().bottom() + 1


class _Line(QWidget):
    """Where the row would come to stand."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_at(self, y: int) -> None:
        """Lie between two rows."""
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(4, y - LINE // 2 - 1, parent.width() - 8, LINE)
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(theme_of(self).accent))
        painter.end()
