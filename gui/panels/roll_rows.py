"""The rolls of a larger batch as rows: whose it is, what it needs, the chance, and the field."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from engine.model.requests import AskRolls
from gui.panels.drawing import rounded
from gui.panels.roll_field import RollBlock

MOST_BESIDE = 2
"""Rolls that still stand side by side."""
MOST_NAME = 280
"""Pixels for a name; a longer one is cut and told in full by its tooltip."""

READING = 84
"""Pixels for how typed dice are read ("9 + 2 = 11"); kept free, so that no row moves while typing."""


def wants_rows(request: AskRolls) -> bool:
    """Whether the batch is too large to stand side by side, or has numbers that must be seen."""
    return len(request.rolls) > MOST_BESIDE or any(roll.beats is not None for roll in request.rolls)


class RollRows(QScrollArea):
    """One row a roll; scrolls where they are more than fit, and follows the field that is typed in."""

    def __init__(self, blocks: Sequence[RollBlock]) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._rows = QWidget()
        layout = QVBoxLayout(self._rows)
        layout.setContentsMargins(0, rounded(4), 0, rounded(4))
        layout.setSpacing(rounded(2))
        layout.addStretch(1)
        _align(blocks)
        for block in blocks:
            layout.addWidget(block)
            block.edit.entered.connect(lambda block=block: self.ensureWidgetVisible(block, 0, rounded(6)))
        layout.addStretch(1)
        self.setWidget(self._rows)

    def whole_height(self) -> int:
        """Pixels at which nothing has to scroll."""
        return self._rows.sizeHint().height()

    def sizeHint(self) -> QSize:
        """As wide as the rows and their scroll bar."""
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self._rows.sizeHint().width() + bar, self.whole_height())

    def minimumSizeHint(self) -> QSize:
        """The full width, any height."""
        return QSize(self.sizeHint().width(), 0)


def _align(blocks: Sequence[RollBlock]) -> None:
    """Make each column as wide in all rows. The last one, how typed dice are read, keeps its room even
    while it is empty, unless plain dice leave nothing to say.
    """
    named = [block.columns[0] for block in blocks]
    widest = max(label.sizeHint().width() for label in named)
    for label in named:
        label.setToolTip(label.text())
        label.setFixedWidth(min(widest, rounded(MOST_NAME)))
    for column in zip_longest(*(block.columns[1:-1] for block in blocks)):
        labels = [label for label in column if label is not None]
        width = max(label.sizeHint().width() for label in labels)
        for label in labels:
            label.setMinimumWidth(width)
    if any(block.has_reading for block in blocks):
        for block in blocks:
            keeping = block.columns[-1].sizePolicy()
            keeping.setRetainSizeWhenHidden(True)
            block.columns[-1].setSizePolicy(keeping)
            block.columns[-1].setFixedWidth(rounded(READING))
