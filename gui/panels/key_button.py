"""A push button with its key beside the words, as a key cap."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton

from gui.bridge.keymap import Keymap
from gui.panels.drawing import draw_text, font, rounded, scaled, theme_of
from gui.panels.painted_button import ARROWS, plain_enter
from gui.theme.fonts import SEMIBOLD, SMALL
from gui.theme.icons import key_cap_width, paint_key_cap
from gui.theme.palette import colour

GAP = 10.0
PADDING = 16.0
BIG_PADDING = 18.0
DOT = 8.0


class KeyButton(QPushButton):
    """`primary` fills it with the accent; `big` makes it 46 high instead of 34."""

    def __init__(self, text: str, key: str = "", primary: bool = False, big: bool = False) -> None:
        super().__init__(text)
        self._key = key
        self._keymap: Keymap | None = None
        self._action = ""
        self._big = big
        self._dot = ""
        self._primary = primary
        self.setProperty("kind", _kind(primary, big))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumHeight(rounded(46 if big else 34))
        self._name()

    @property
    def key_text(self) -> str:
        """The key on the cap."""
        return self._key

    def set_key(self, key: str) -> None:
        """Put another key on the cap."""
        self._key = key
        self._changed()

    def follow(self, keymap: Keymap, action: str) -> KeyButton:
        """Show the key of an action, whatever it becomes. Returns the button itself."""
        self._keymap, self._action = keymap, action
        keymap.changed.connect(self._read_key)
        self._read_key()
        return self

    def set_dot(self, ink: str) -> None:
        """A dot before the words, in the colour of the theme with that name; empty for none."""
        self._dot = ink
        self._changed()

    def set_words(self, text: str) -> None:
        """Other words on the button."""
        self.setText(text)
        self._changed()

    def sizeHint(self) -> QSize:
        """Room for dot, words and cap."""
        padding = scaled(BIG_PADDING if self._big else PADDING * 0.75)
        return QSize(round(self._content_width() + 2 * padding) + 2, rounded(46 if self._big else 34))

    def minimumSizeHint(self) -> QSize:
        """The same: words are never cut."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it too; arrows belong to whoever holds it: Qt would take them for Tab."""
        if plain_enter(event):
            self.click()
        elif event.key() in ARROWS:
            event.ignore()
        else:
            super().keyPressEvent(event)

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
        theme = theme_of(self)
        ink = theme.accent_ink if self._primary else theme.text
        if not self.isEnabled():
            ink = theme.text3
        width, middle = self._content_width(), self.height() / 2
        x = (self.width() - width) / 2
        if self._dot:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(getattr(theme, self._dot)))
            radius = scaled(DOT) / 2
            painter.drawEllipse(QPointF(x + radius, middle), radius, radius)
            x += scaled(DOT + 8)
        words = self._words_width()
        draw_text(painter, QRectF(x, 0, words + 1, self.height()), self.text(), self._font(), ink)
        if self._key:
            right = (self.width() + width) / 2
            paint_key_cap(painter, right, middle, self._key, ink, scaled(SMALL))

    def _content_width(self) -> float:
        width = self._words_width()
        if self._key:
            width += scaled(GAP) + key_cap_width(self._key, scaled(SMALL))
        return width + (scaled(DOT + 8) if self._dot else 0.0)

    def _words_width(self) -> float:
        return QFontMetricsF(self._font()).horizontalAdvance(self.text())

    def _font(self) -> QFont:
        return font(15.0 if self._big else 13.0, SEMIBOLD)

    def _name(self) -> None:
        self.setAccessibleName(f"{self.text()}, {self._key}" if self._key else self.text())

    def _read_key(self) -> None:
        if self._keymap is not None:
            self.set_key(self._keymap.shown(self._action))

    def _changed(self) -> None:
        self._name()
        self.updateGeometry()
        self.update()


def _kind(primary: bool, big: bool) -> str:
    """The style sheet's word for the look."""
    if primary:
        return "primary" if big else "primary-small"
    return "big" if big else ""
