"""A push button with its key beside the words, as a key cap."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton

from gui.theme.fonts import SEMIBOLD, SMALL, ui_font
from gui.theme.icons import key_cap_width, paint_key_cap
from gui.theme.palette import DARK, Theme

GAP = 10.0
PADDING = 16.0


class KeyButton(QPushButton):
    """`kind` "primary" fills it with the accent; `big` makes it 46 high instead of 34."""

    theme: Theme = DARK
    """The theme in force; set once for all buttons by the window."""

    def __init__(self, text: str, key: str = "", primary: bool = False, big: bool = False) -> None:
        super().__init__(text)
        self._key = key
        self._big = big
        if primary:
            self.setProperty("kind", "primary")
        elif big:
            self.setProperty("kind", "big")
        self.setAccessibleName(f"{text}, {key}" if key else text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumHeight(46 if big else 34)

    @property
    def key_text(self) -> str:
        """The key on the cap."""
        return self._key

    def set_key(self, key: str) -> None:
        """Put another key on the cap."""
        self._key = key
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for the words and the cap."""
        metrics = QFontMetricsF(self._font())
        width = metrics.horizontalAdvance(self.text()) + 2 * PADDING
        if self._key:
            width += GAP + key_cap_width(self._key, SMALL)
        return QSize(round(width) + 2, 46 if self._big else 34)

    def minimumSizeHint(self) -> QSize:
        """The same: words are never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The button's frame from the style, words and cap by hand."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)
        self._paint_content(painter)
        painter.end()

    def _paint_content(self, painter: QPainter) -> None:
        primary = self.property("kind") == "primary"
        theme = KeyButton.theme
        ink = theme.accent_ink if primary else theme.text
        if not self.isEnabled():
            ink = theme.text3
        font = self._font()
        metrics = QFontMetricsF(font)
        cap = key_cap_width(self._key, SMALL) if self._key else 0.0
        words = metrics.horizontalAdvance(self.text())
        whole = words + (GAP + cap if cap else 0.0)
        left = (self.width() - whole) / 2
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(
            QRectF(left, 0, words + 1, self.height()), Qt.AlignmentFlag.AlignVCenter.value, self.text()
        )
        if cap:
            paint_key_cap(painter, left + whole, self.height() / 2, self._key, ink, SMALL)

    def _font(self) -> QFont:
        return ui_font(15.0 if self._big else 13.0, SEMIBOLD)
