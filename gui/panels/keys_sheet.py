"""The sheet of all keys, by what they are for."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.bridge.keymap import Keymap
from gui.panels.drawing import label_of, rounded, scaled, theme_of
from gui.panels.key_button import KeyButton
from gui.theme.fonts import SMALL
from gui.theme.icons import key_cap_width, paint_key_cap
from gui.theme.palette import Theme

COLUMNS = (("Turn", "Window"), ("Move", "Map", "Dice"), ("Act", "File"))
"""Groups of the table, spread over three columns of like height."""
_SCROLLS = {
    Qt.Key.Key_Up: QAbstractSlider.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: QAbstractSlider.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Space: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
}


class KeysSheet(QFrame):
    """Floats over the window; Esc, "?" or Close puts it away. Arrows and page keys scroll, Tab goes between
    its buttons, Enter presses."""

    change_wanted = Signal()
    """The GM wants other keys."""
    closed = Signal()
    """It was put away."""

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self.setProperty("kind", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Keys")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.change_button = KeyButton("Change keys...")
        self.change_button.clicked.connect(self.change_wanted)
        self.close_button = KeyButton("Close").follow(keymap, "cancel")
        self.close_button.clicked.connect(self.hide)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list_keys()
        head = QHBoxLayout()
        head.setContentsMargins(rounded(22), rounded(16), rounded(22), rounded(8))
        head.addWidget(label_of("question", "Keys"))
        head.addStretch(1)
        head.setSpacing(rounded(10))
        head.addWidget(self.change_button)
        head.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._scroll, 1)
        self.setFocusProxy(self.change_button)
        keymap.changed.connect(self._list_keys)

    def _list_keys(self) -> None:
        """Every action with its keys, in three columns."""
        keymap = self._keymap
        content = QWidget()
        columns = QHBoxLayout(content)
        columns.setContentsMargins(rounded(22), 0, rounded(22), rounded(16))
        columns.setSpacing(rounded(28))
        groups = {
            group: [(words, keys) for _, words, keys in rows]
            for group, rows in groupby(keymap.sheet(), key=lambda row: row[0])
        }
        placed = {name for column in COLUMNS for name in column}
        for index, column in enumerate(COLUMNS):
            others = tuple(name for name in groups if name not in placed) if index == 0 else ()
            columns.addLayout(self._column([(name, groups[name]) for name in (*column, *others)]), 1)
        self._scroll.setWidget(content)
        self._scroll.verticalScrollBar().setSingleStep(rounded(40))

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc and "?" put the sheet away."""
        if self._keymap.action_for(event.keyCombination()) in ("cancel", "sheet"):
            self.hide()
        elif event.key() in _SCROLLS:
            bar = self._scroll.verticalScrollBar()
            bar.triggerAction(_SCROLLS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            (self.close_button if self.close_button.hasFocus() else self.change_button).click()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """The focus may go back to where it was."""
        super().hideEvent(event)
        self.closed.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt calls it
        """Tab stays on the sheet as long as it is open."""
        other = self.change_button if self.close_button.hasFocus() else self.close_button
        other.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    @staticmethod
    def _column(groups: list[tuple[str, list[tuple[str, str]]]]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(rounded(6))
        for name, rows in groups:
            heading: QLabel = label_of("strong", name)
            heading.setContentsMargins(0, rounded(8), 0, rounded(2))
            column.addWidget(heading)
            grid = QGridLayout()
            grid.setHorizontalSpacing(rounded(12))
            grid.setVerticalSpacing(rounded(3))
            grid.setColumnStretch(1, 1)
            for row, (words, keys) in enumerate(rows):
                grid.addWidget(_Keys(keys), row, 0, Qt.AlignmentFlag.AlignRight)
                grid.addWidget(label_of("sub", words, wrap=True), row, 1)
            column.addLayout(grid)
        column.addStretch(1)
        return column


class _Keys(QWidget):
    """The key caps of one action, side by side."""

    def __init__(self, keys: str) -> None:
        super().__init__()
        self._caps = keys.split(" / ")
        self.setAccessibleName(" or ".join(self._caps))

    def sizeHint(self) -> QSize:
        width = sum(key_cap_width(cap, scaled(SMALL)) + scaled(4) for cap in self._caps)
        return QSize(round(width), rounded(22))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        right = box.right()
        for cap in reversed(self._caps):
            right -= paint_key_cap(
                painter, right, box.height() / 2, cap, theme.text2, scaled(SMALL)
            ) + scaled(4)
        painter.end()
