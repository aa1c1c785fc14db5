"""The sheet of all keys, by what they are for."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from gui.bridge.keymap import Keymap
from gui.panels.drawing import label_of, rounded, scaled, theme_of
from gui.panels.key_button import KeyButton
from gui.theme.fonts import SMALL
from gui.theme.icons import key_cap_width, paint_key_cap
from gui.theme.palette import Theme

COLUMNS = (("Turn", "Window"), ("Move", "Map", "Dice"), ("Act", "File"))
"""Groups of the table, spread over three columns of like height."""


class KeysSheet(QFrame):
    """Floats over the window; Esc, "?" or Close puts it away."""

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self.setProperty("kind", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Keys")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_button = KeyButton("Close", keymap.shown("cancel"))
        self.close_button.clicked.connect(self.hide)
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
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        head = QHBoxLayout()
        head.setContentsMargins(rounded(22), rounded(16), rounded(22), rounded(8))
        head.addWidget(label_of("question", "Keys"))
        head.addStretch(1)
        head.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(scroll, 1)

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc and "?" put the sheet away."""
        if self._keymap.action_for(event.keyCombination()) in ("cancel", "sheet"):
            self.hide()
        else:
            super().keyPressEvent(event)

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
                grid.addWidget(label_of("sub", words), row, 1)
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
