"""The field for what real dice show, and the lines beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QRegularExpression, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from engine.model.requests import AskRoll
from gui.panels.drawing import draw_text, font, label_of, rounded, scaled, theme_of
from gui.panels.strip_content import RollField, read_faces, reading
from gui.theme.fonts import LABEL

LEFT_TO_APP = "Left empty, the app rolls it. Typed dice count all the same."
WIDTH, WIDE, HEIGHT = 104, 156, 76
ROW_WIDTH, ROW_HEIGHT = 78, 32
CURSOR = 8
"""Pixels at the left of an empty field in a row, for the cursor beside the words."""
ABOVE = 12
"""Pixels by which the words lift the space for the digits while there are none."""

_TYPING = frozenset(
    {
        Qt.Key.Key_Backspace,
        Qt.Key.Key_Delete,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Comma,
    }
)


class RollEdit(QLineEdit):
    """Takes digits and what parts them; every other key goes on to the strip and the window."""

    entered = Signal()
    """It got the focus."""

    def __init__(self, dice: int, in_row: bool = False) -> None:
        super().__init__()
        self._dice = dice
        self._in_row = in_row
        self.left_to_app = False
        if not in_row:
            self.setProperty("kind", "roll")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMaxLength(4 * dice)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9 ,]*"), self))
        self.textChanged.connect(self._text_changed)

    def mark_wrong(self, wrong: bool) -> None:
        """Frame it as one whose dice cannot show that; typing takes the frame away."""
        if bool(self.property("wrong")) != wrong:
            self.setProperty("wrong", wrong)
            self.style().polish(self)

    def _text_changed(self) -> None:
        self.mark_wrong(False)
        self._align()

    def _align(self) -> None:
        """The cursor of an empty field stands above the words, in a row beside them: not in them."""
        says = self.left_to_app and not self.text()
        beside = self._in_row and says
        self.setTextMargins(0, 0, 0, rounded(ABOVE) if says and not beside else 0)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft if beside else Qt.AlignmentFlag.AlignCenter)

    def say_who_rolls(self, app: bool) -> None:
        """Say in the empty field that the app rolls it unless dice are typed."""
        self.left_to_app = app
        self._align()
        self.setToolTip(LEFT_TO_APP if app else "")
        self.setAccessibleDescription(LEFT_TO_APP if app else "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A placeholder of Qt's own would be as large as the digits, and cut off."""
        super().paintEvent(event)
        if self.left_to_app and not self.text():
            painter = QPainter(self)
            ink, middle = theme_of(self).text3, Qt.AlignmentFlag.AlignHCenter
            box = QRectF(self.rect())
            if self._in_row:
                box.setLeft(scaled(CURSOR))
            else:
                box.setTop(box.height() - scaled(23))  # below the cursor
            draw_text(painter, box, "app rolls", font(LABEL), ink, middle)
            painter.end()

    def sizeHint(self) -> QSize:
        """104 x 76, wider for several dice; in a row 72 x 32."""
        if self._in_row:
            return QSize(rounded(ROW_WIDTH), rounded(ROW_HEIGHT))
        return QSize(rounded(WIDE if self._dice > 1 else WIDTH), rounded(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """The same."""
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        """Claim only the keys that type: Ctrl Z takes an answer back here too."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(self._types(event))
            return event.isAccepted()
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type, or pass the key on."""
        if self._types(event):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _types(self, event: QKeyEvent) -> bool:
        chord = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if chord:
            copies = event.key() in (Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V)
            return copies and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Space:
            numbers = self.text().replace(",", " ").split()
            return 0 < len(numbers) < self._dice and not self.text().endswith((" ", ","))
        return event.text().isdigit() or event.key() in _TYPING


class RollBlock(QWidget):
    """One roll: "d20 / 14 or more hits / 35 %" beside its field; of two in a batch the name stands above.

    `in_row` puts the name, the lines and a small field side by side, for a batch of many.
    """

    typed = Signal()

    def __init__(self, roll: AskRoll, field: RollField, why: str, in_row: bool = False) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._roll = roll
        self.field = field
        self.edit = RollEdit(len(field.dice), in_row)
        self.edit.setAccessibleName(", ".join((field.name or "Dice", *field.lines)))
        self.edit.textChanged.connect(self._changed)
        self._reading = label_of("strong")
        lines = [label_of("strong" if index == 1 else "sub", text) for index, text in enumerate(field.lines)]
        for label in (*lines, self._reading):
            label.setToolTip(why)
        self.columns: list[QLabel] = [label_of("strong", field.name), *lines, self._reading]
        """In a row: what stands before the field, to be made as wide as in the other rows."""
        if in_row:
            self._in_a_row()
        elif field.name:
            self._stack([label_of("strong", field.name), self.edit, *lines[:1], self._reading])
        else:
            self._beside([*lines, self._reading])
        for label in self.columns:
            if label.parent() is None:  # nothing of this form shows it
                label.setParent(self)
                label.hide()
        self._changed()

    def _stack(self, widgets: list[QWidget]) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(rounded(2))
        for widget in widgets:
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)

    @property
    def has_reading(self) -> bool:
        """Whether typed dice are read in more than one way: several dice, or something added."""
        return len(self._roll.dice) > 1 or bool(self._roll.tally.total)

    def _in_a_row(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, rounded(4), 0)
        layout.setSpacing(rounded(10))
        for label in self.columns:
            layout.addWidget(label)
        layout.addWidget(self.edit)

    def _beside(self, lines: list[QWidget]) -> None:
        column = QVBoxLayout()
        column.setSpacing(rounded(1))
        column.addStretch(1)
        for label in lines:
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignRight)
        column.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(rounded(12))
        layout.addLayout(column)
        layout.addWidget(self.edit, 0, Qt.AlignmentFlag.AlignVCenter)

    def _changed(self) -> None:
        faces = read_faces(self.field, self.edit.text())
        text = reading(self._roll, faces) if faces is not None else ""
        self._reading.setText(text)
        self._reading.setVisible(bool(text))
        self.typed.emit()
