"""Lays out one content of the prompt strip: words at the left, fields, buttons at the right."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.model.requests import AskNumber, AskRoll, AskRolls
from gui.panels.drawing import any_width, clear_layout, dress, label_of, rounded, unbroken
from gui.panels.roll_field import RollBlock
from gui.panels.roll_rows import RollRows, wants_rows
from gui.panels.strip_buttons import StripButtons
from gui.panels.strip_content import StripContent

WORDS_LEAST = 270
"""Pixels that the words keep beside wide buttons."""

WORDS_BESIDE = 170
"""Where the words would get less than this, they stand above fields and buttons."""

BUTTON_MARGIN = 8
"""Pixels free above and below the buttons."""

MOST_HEIGHT, STACKED_HEIGHT = 220, 244
"""Pixels the strip may grow to: the map keeps its room."""
STACKED_GAP = 24
"""Pixels above, between and below words and fields that stand one above the other."""
QWIDGETSIZE_MAX = (1 << 24) - 1
"""Qt's word for a height without limit, which Python is not told."""


class StripBody(QWidget):
    """Draws what it is given; it knows nothing of the table."""

    typed = Signal()
    """The digits in a roll field changed."""
    height_wanted = Signal(int)
    """Pixels that words and fields need at this width."""

    def __init__(self) -> None:
        super().__init__()
        any_width(self, QSizePolicy.Policy.Ignored)
        self.blocks: list[RollBlock] = []
        """The roll fields, in the order asked."""
        self._rows: RollRows | None = None
        self._base = 0
        self.line: QLineEdit | None = None
        """The line of a number or a ruling, if one is wanted."""
        self.kicker = label_of("kicker", wrap=True)
        self.title = label_of("question", wrap=True)
        self.detail = label_of("detail", wrap=True)
        self.problem = label_of("problem", wrap=True)
        self.along = label_of("detail", wrap=True)
        self.buttons = StripButtons()
        self._fields = QHBoxLayout()
        self._fields.setSpacing(rounded(14))
        column = QWidget()
        words = QVBoxLayout(column)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(rounded(3))
        words.addStretch(1)
        for label in (self.kicker, self.title, self.detail, self.along, self.problem):
            words.addWidget(label)
        words.addStretch(1)
        self.words = QScrollArea()
        self.words.setFrameShape(QFrame.Shape.NoFrame)
        self.words.setWidgetResizable(True)
        self.words.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.words.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.words.setWidget(column)
        answering = QHBoxLayout()
        answering.setSpacing(rounded(18))
        answering.addLayout(self._fields)
        answering.addWidget(self.buttons, 0, Qt.AlignmentFlag.AlignVCenter)
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._halves.setContentsMargins(rounded(20), 2, rounded(20), 0)
        self._halves.setSpacing(rounded(18))
        self._halves.addWidget(self.words, 1)
        self._halves.addLayout(answering)

    def show_content(self, content: StripContent, why: Callable[[AskRoll], str], base: int) -> None:
        """Show other words, fields and buttons; `why` gives the tooltip of a roll's bonus.

        `base` is the height in pixels that the strip has at least: the buttons keep within it, so that
        they do not change when long words make the strip grow.
        """
        self._base = base
        _set(self.kicker, content.kicker)
        dress(self.kicker, "kicker-attack" if content.attack else "kicker")
        _set(self.title, content.title)
        _set(self.detail, content.detail)
        self.detail.setToolTip(content.detail)
        self.along.setText(content.along)
        self._show_fields(content, why)
        self.show_problem(content.problem)
        self.buttons.show_buttons(content.buttons)
        self._give_room()

    def show_problem(self, text: str, beside_facts: bool = False) -> None:
        """Say what is wrong, in place of the facts or below them; empty shows the facts again."""
        _set(self.problem, text)
        self.detail.setVisible(bool(self.detail.text()) and (beside_facts or not text))
        self._want_height()

    def texts(self) -> tuple[str, ...]:
        """What was typed, field by field."""
        if self.blocks:
            return tuple(block.edit.text() for block in self.blocks)
        return (self.line.text(),) if self.line is not None else ()

    def first_empty(self) -> QLineEdit | None:
        """Where typing should go on."""
        return self.line or next((block.edit for block in self.blocks if not block.edit.text()), None)

    def next_empty(self) -> int | None:
        """The roll field to go on with after the one with the cursor, where that one is filled: the next
        empty one, round and round. None if there is none, or the cursor is in an empty one."""
        here = next((index for index, block in enumerate(self.blocks) if block.edit.hasFocus()), None)
        if here is None or not self.blocks[here].edit.text().strip():
            return None
        count = len(self.blocks)
        order = ((here + step) % count for step in range(1, count))
        return next((index for index in order if not self.blocks[index].edit.text().strip()), None)

    def focus_field(self, index: int) -> None:
        """Put the cursor into a roll field."""
        self.blocks[index % len(self.blocks)].edit.setFocus(Qt.FocusReason.TabFocusReason)

    def other_field(self, step: int) -> None:
        """Go to the next roll field, or to the one before."""
        here = next((index for index, block in enumerate(self.blocks) if block.edit.hasFocus()), -step)
        self.focus_field(here + step)

    def select_typed(self) -> None:
        """Select what was typed, so that the next digit replaces it."""
        focused = next((block.edit for block in self.blocks if block.edit.hasFocus()), None)
        field = focused or self.line or (self.blocks[0].edit if self.blocks else None)
        if field is not None:
            field.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The buttons take what the words leave."""
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """Words and buttons side by side, the buttons with less room for the words before any is folded;
        else one above the other."""
        margins = 2 * rounded(BUTTON_MARGIN)
        high, most = self._base - margins, rounded(MOST_HEIGHT) - margins
        free = self._free()
        for words in (WORDS_LEAST, WORDS_BESIDE):
            self.buttons.set_room(free - rounded(words), high, most)
            stacked = self.buttons.folded or free - self._pressed_width() < rounded(WORDS_BESIDE)
            if not stacked:
                break
        if stacked:
            left = rounded(STACKED_HEIGHT - STACKED_GAP) - self._words_height(self.width() - rounded(40))
            self.buttons.set_room(free, min(high, left), left - margins // 2)
        self.along.setVisible(self.buttons.folded)
        way = QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight
        if way != self._halves.direction():
            self._halves.setDirection(way)
            self._halves.setSpacing(rounded(4 if stacked else 18))
            below = rounded(BUTTON_MARGIN) if stacked else 0
            self._halves.setContentsMargins(rounded(20), below or 2, rounded(20), below)
        self._want_height()

    @property
    def stacked(self) -> bool:
        """Whether the words stand above fields and buttons instead of beside them."""
        return self._halves.direction() is QBoxLayout.Direction.TopToBottom

    def _pressed_width(self) -> int:
        return self.buttons.sizeHint().width() if self.buttons.widgets else 0

    def _free(self) -> int:
        """What the fields leave to words and buttons."""
        fields: list[QWidget] = [self._rows] if self._rows is not None else [*self.blocks]
        taken = sum(field.sizeHint().width() + rounded(14) for field in fields)
        if self.line is not None:
            taken += self.line.minimumWidth() + rounded(14)
        return self.width() - taken - rounded(76)

    def _words_height(self, width: int) -> int:
        """Pixels that all the words need at this width."""
        facts = [label for label in (self.detail, self.problem) if not label.isHidden()]
        along = [self.along] if self.buttons.folded else []
        labels = [label for label in (self.kicker, self.title, *facts, *along) if label.text()]
        return sum(label.heightForWidth(max(1, width)) + rounded(3) for label in labels)

    def _want_height(self) -> None:
        """Long words and many rolls make the strip higher; what is still too long scrolls."""
        width = self.width() - rounded(40) if self.stacked else self._free() - self._pressed_width()
        words = self._words_height(width)
        rows = self._rows.whole_height() if self._rows is not None else 0
        pressed = self.buttons.sizeHint().height() if self.buttons.widgets else 0
        answering = max(rows, pressed + 2 * rounded(BUTTON_MARGIN))
        if self.stacked:
            fields = max((block.sizeHint().height() for block in self.blocks), default=0)
            room = rounded(STACKED_HEIGHT - STACKED_GAP)
            self.words.setFixedHeight(min(words + rounded(4), max(room - answering, room // 3)))
            self.height_wanted.emit(words + rounded(STACKED_GAP) + max(answering, fields))
        else:
            self.words.setMinimumHeight(0)
            self.words.setMaximumHeight(QWIDGETSIZE_MAX)
            self.height_wanted.emit(max(words + rounded(8), answering))

    def _show_fields(self, content: StripContent, why: Callable[[AskRoll], str]) -> None:
        clear_layout(self._fields)
        self.blocks, self.line, self._rows = [], None, None
        request = content.request
        rolls = request.rolls if isinstance(request, AskRolls) else (request,)
        in_rows = isinstance(request, AskRolls) and wants_rows(request)
        for roll, field in zip(rolls, content.fields, strict=False):
            if isinstance(roll, AskRoll):
                block = RollBlock(roll, field, why(roll), in_rows)
                block.typed.connect(self.typed)
                self.blocks.append(block)
                if not in_rows:
                    self._add_field(block)
        if in_rows and self.blocks:  # there are none while the app rolls
            self._rows = RollRows(self.blocks)
            self._add_field(self._rows, Qt.AlignmentFlag(0))
        if content.text_hint is not None:
            self.line = QLineEdit()
            self.line.setPlaceholderText(content.text_hint)
            self.line.setAccessibleName(content.title)
            self.line.setMinimumWidth(rounded(200 if isinstance(request, AskNumber) else 300))
            self._add_field(self.line)

    def _add_field(self, field: QWidget, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignVCenter) -> None:
        self._fields.addWidget(field, 0, align)
        field.show()  # at once: what is not visible yet cannot take the focus


def _set(label: QLabel, text: str) -> None:
    label.setText(unbroken(text))
    label.setVisible(bool(text))
