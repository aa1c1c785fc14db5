"""A number of the actor card that can be changed in place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit

from gui.panels.drawing import draw_focus, draw_text, fill_box, font, rounded, scaled, text_width, theme_of
from gui.panels.painted_button import PaintedButton
from gui.theme.fonts import BOLD, SMALL

HEIGHT = 48
EXAMPLES = ("-4  +3  12", "-4  +3", "-4")
FIELD_PADDING = 24
"""Pixels that border and padding take from the field's width."""
_FIRST_NUMBER = re.compile(r"[+-]?\d+")


class FactView(Struct, frozen=True):
    """A fact in words. `why` are the lines of its tooltip: the parts the number is made of."""

    key: str
    label: str
    value: str
    editable: bool = False
    why: tuple[str, ...] = ()


def changed_value(shown: str, typed: str) -> int | None:
    """The number meant by what was typed over a shown value; None if it is no number.

    "-4" and "+3" change a plain number ("8/11", "30 ft"), "12" replaces it. Over a number that is shown
    with a sign of its own ("+2") a sign is part of the new value.
    """
    typed = typed.strip().replace("\u2212", "-")
    before = _FIRST_NUMBER.match(shown.replace("\u2212", "-"))
    if before is None or _FIRST_NUMBER.fullmatch(typed) is None:
        return None
    change = int(typed)
    relative = typed[0] in "+-" and before[0][0] not in "+-"
    return int(before[0]) + change if relative else change


class FactBox(PaintedButton):
    """Label above, value below. A click on an editable one opens a field; Enter takes what was typed."""

    value_typed = Signal(str, int)
    """(key of the fact, its new value)"""
    closed = Signal()
    """The field is gone and its number told; the focus may go back to where it was."""

    def __init__(self, view: FactView) -> None:
        super().__init__()
        self._view = view
        self._field: QLineEdit | None = None
        self.clicked.connect(self.edit)
        self.show_fact(view)

    @property
    def field(self) -> QLineEdit | None:
        """The open field, if any."""
        return self._field

    def show_fact(self, view: FactView) -> None:
        """Show another value."""
        self._view = view
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if view.editable else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(f"{view.label} {view.value}".replace("/", " of "))
        hint = ("Click to change it: -4, +3 or 12, then Enter",) if view.editable else ()
        self.setToolTip("\n".join((f"{view.label}: {view.value}", *view.why, *hint)))
        self.setCursor(Qt.CursorShape.IBeamCursor if view.editable else Qt.CursorShape.ArrowCursor)
        self.update()

    def edit(self) -> None:
        """Open the field over the box, if the value can be changed."""
        if not self._view.editable or self._field is not None:
            return
        field = QLineEdit(self)
        field.setPlaceholderText(self._examples())
        field.setAccessibleName(f"New {self._view.label}")
        field.setGeometry(self.rect())
        field.installEventFilter(self)
        self._field = field
        field.show()
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """Enter takes the number, Esc and leaving the field give it up."""
        if watched is self._field:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                    self._take()
                    return True
                if event.key() == Qt.Key.Key_Escape:
                    self._close()
                    return True
            elif event.type() == QEvent.Type.FocusOut:
                self._close()
        return False

    def sizeHint(self) -> QSize:
        return QSize(rounded(72), rounded(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(rounded(56), rounded(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._field is not None:
            self._field.setGeometry(self.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = self._view.editable and self.underMouse()
        fill_box(painter, box, 7, theme.raised, theme.line2 if hovered else "")
        inner, half = box.adjusted(scaled(8), 0, -scaled(4), 0), box.height() / 2
        label = QRectF(inner.x(), half - scaled(19), inner.width(), scaled(17))
        draw_text(painter, label, self._view.label, font(SMALL), theme.text2)
        value = QRectF(inner.x(), half - scaled(2), inner.width(), scaled(22))
        draw_text(painter, value, self._view.value, self._value_font(inner.width()), theme.text)
        if self.hasFocus():
            draw_focus(painter, box, 7, theme)
        painter.end()

    def _examples(self) -> str:
        """What may be typed, as many as are not cut in the field."""
        room = self.width() - scaled(FIELD_PADDING)
        used = self.font()
        return next((text for text in EXAMPLES if text_width(text, used) <= room), "")

    def _value_font(self, room: float) -> QFont:
        """As large as the value fits in; a number is never cut as long as 12 px will do."""
        sizes = (16.0, 14.0, SMALL)
        fits = (size for size in sizes if text_width(self._view.value, font(size, BOLD)) <= room)
        return font(next(fits, SMALL), BOLD)

    def _take(self) -> None:
        field = self._field
        if field is None:
            return
        value = changed_value(self._view.value, field.text())
        if value is None:
            field.selectAll()
            return
        self._put_away()
        self.value_typed.emit(self._view.key, value)
        self.closed.emit()

    def _close(self) -> None:
        if self._put_away():
            self.closed.emit()

    def _put_away(self) -> bool:
        """Take the field off the box; False if there was none."""
        field, self._field = self._field, None
        if field is None:
            return False
        field.removeEventFilter(self)
        field.hide()
        field.deleteLater()
        return True


def why_lines(parts: Sequence[tuple[str, int, bool]]) -> tuple[str, ...]:
    """The parts of a number as lines; one that does not count says so."""
    return tuple(
        f"{value:+d}  {words}" + ("" if counts else "  (does not count)") for words, value, counts in parts
    )
