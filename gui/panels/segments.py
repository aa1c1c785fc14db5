"""One choice out of a few, side by side in one frame."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from gui.panels.drawing import draw_focus, draw_text, font, rounded, scaled, text_width, theme_of
from gui.panels.painted_button import PaintedButton
from gui.theme.fonts import LABEL, REGULAR, SEMIBOLD
from gui.theme.palette import colour

RADIUS = 8.0


class _Segment(PaintedButton):
    """One of the choices."""

    def __init__(self, text: str, tight: bool) -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._padding = 8 if tight else 12

    def sizeHint(self) -> QSize:
        width = text_width(self.text(), font(LABEL, SEMIBOLD)) + 2 * scaled(self._padding)
        return QSize(round(width) + 1, rounded(34))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        if chosen:
            painter.fillRect(box.adjusted(0, 1, 0, -1), colour(theme.accent_soft))
            painter.fillRect(QRectF(0, box.height() - 3, box.width(), 2), colour(theme.accent))
        elif self.underMouse():
            painter.fillRect(box.adjusted(0, 1, 0, -1), colour(theme.raised2))
        used = font(LABEL, SEMIBOLD if chosen else REGULAR)
        draw_text(
            painter,
            box,
            self.text(),
            used,
            theme.text if chosen else theme.text2,
            Qt.AlignmentFlag.AlignHCenter,
        )
        if self.hasFocus():
            draw_focus(painter, box, RADIUS - 2, theme)
        painter.end()


class Segments(QWidget):
    """A frame of segments; the arrow keys go from one to the next."""

    chosen = Signal(str)
    """Key of the choice a person made."""

    def __init__(self, name: str, choices: Sequence[tuple[str, str]], tight: bool = False) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFixedHeight(rounded(34))
        self._group = QButtonGroup(self)
        self._segments: dict[str, _Segment] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 0, 1, 0)
        layout.setSpacing(1)
        for key, text in choices:
            segment = _Segment(text, tight)
            segment.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            self._group.addButton(segment)
            self._segments[key] = segment
            layout.addWidget(segment)

    @property
    def current(self) -> str:
        """Key of the choice shown, empty for none."""
        return next((key for key, segment in self._segments.items() if segment.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Show a choice without telling anybody."""
        self._segments[key].setChecked(True)

    def set_words(self, key: str, text: str) -> None:
        """Other words for a choice."""
        segment = self._segments[key]
        if segment.text() != text:
            segment.setText(text)
            segment.updateGeometry()
            self.updateGeometry()  # at once: whoever fits the words asks for the size before the next event

    def set_hint(self, key: str, hint: str) -> None:
        """Say in a tooltip what a choice means."""
        self._segments[key].setToolTip(hint)
        self._segments[key].setAccessibleDescription(hint)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The choice in force takes the focus over."""
        super().focusInEvent(event)
        self._segments[self.current or next(iter(self._segments))].setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right choose the neighbour."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        keys = list(self._segments)
        here = keys.index(self.current) if self.current else 0
        if not step or not 0 <= here + step < len(keys):
            event.ignore()
            return
        segment = self._segments[keys[here + step]]
        segment.setFocus(Qt.FocusReason.TabFocusReason)
        segment.click()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame and the lines between."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(theme.line2), 1))
        painter.setBrush(colour(theme.raised))
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
        for segment in list(self._segments.values())[1:]:
            painter.fillRect(QRectF(segment.x() - 1, 1, 1, self.height() - 2), colour(theme.line2))
        painter.end()
