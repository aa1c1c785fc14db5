"""A grid of brushes, of which one or none is in hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from gui.panels.drawing import any_width, draw_focus, draw_text, fill_box, font, rounded, scaled, theme_of
from gui.panels.painted_button import PaintedButton
from gui.theme.fonts import LABEL, REGULAR, SEMIBOLD
from gui.theme.icons import paint_icon

HEIGHT = 44


class BrushView(Struct, frozen=True):
    """A brush in words: key, name, icon, and what it does."""

    key: str
    name: str
    icon: str
    hint: str


class BrushButton(PaintedButton):
    """Icon and name; filled with the accent's soft tone when in hand."""

    def __init__(self, view: BrushView) -> None:
        super().__init__()
        self._view = view
        self.setText(view.name)
        self.setCheckable(True)
        self.setAccessibleName(view.name)
        self.setAccessibleDescription(view.hint)
        self.setToolTip(view.hint)
        any_width(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        return QSize(rounded(116), rounded(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(rounded(100), rounded(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        ground = theme.accent_soft if chosen else theme.raised2 if self.underMouse() else theme.raised
        fill_box(painter, box, 8, ground, theme.accent if chosen else theme.line2)
        ink = theme.accent if chosen else theme.text2
        paint_icon(painter, self._view.icon, QPointF(scaled(17), box.height() / 2), scaled(17), ink)
        words = box.adjusted(scaled(30), 0, -scaled(2), 0)
        draw_text(painter, words, self._view.name, font(LABEL, SEMIBOLD if chosen else REGULAR), theme.text)
        if self.hasFocus():
            draw_focus(painter, box, 8, theme)
        painter.end()


class BrushButtons(QWidget):
    """Two in a row. A click on the brush in hand puts it down."""

    chosen = Signal(str)
    """Key of the brush in hand, empty for none."""

    def __init__(self, brushes: Sequence[BrushView]) -> None:
        super().__init__()
        self.buttons: dict[str, BrushButton] = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(rounded(8))
        for index, brush in enumerate(brushes):
            button = BrushButton(brush)
            button.clicked.connect(lambda checked, key=brush.key: self._choose(key if checked else ""))
            layout.addWidget(button, index // 2, index % 2)
            self.buttons[brush.key] = button

    @property
    def current(self) -> str:
        """Key of the brush in hand, empty for none."""
        return next((key for key, button in self.buttons.items() if button.isChecked()), "")

    def put_down(self) -> None:
        """No brush is in hand any more; nobody is told."""
        for button in self.buttons.values():
            button.setChecked(False)

    def _choose(self, key: str) -> None:
        for other, button in self.buttons.items():
            button.setChecked(other == key)
        self.chosen.emit(key)
