"""One row of the action list: the action, what follows from it or why not, its key."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)

from gui.panels.drawing import (
    any_width,
    draw_focus,
    draw_text,
    fill_box,
    font,
    rounded,
    scaled,
    theme_of,
    unbroken,
)
from gui.panels.painted_button import ENTER, PaintedButton
from gui.theme.fonts import LABEL, SEMIBOLD, SMALL
from gui.theme.icons import key_cap_width, paint_key_cap
from gui.theme.palette import Theme, colour

HEIGHT = 40
FOLDED_HEIGHT = 26
CHOICE_HEIGHT = 32
CHOICE_LINE = 17
OVERRULE = "Ctrl click overrules, as a GM ruling"


class ActionView(Struct, frozen=True):
    """An action in words. With `reasons` it is not available; the first one is shown in the row."""

    verb: str
    name: str
    note: str
    key: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons

    @property
    def second_line(self) -> str:
        """What follows from it, or why it cannot be done."""
        return self.reasons[0] if self.reasons else self.note


class ActionRow(PaintedButton):
    """40 high; a reason that needs two lines gets them. Folded, name and reason share one line.

    With the focus it is unfolded and says all that speaks against it.
    """

    overruled = Signal()
    """Ctrl click or Ctrl Enter: the GM insists."""
    pointed = Signal(bool)
    """The pointer or the focus came to the row, or left it."""

    def __init__(self, view: ActionView) -> None:
        super().__init__()
        self.view = view
        self.folded = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        any_width(self)
        self.show_action(view, False)

    def show_action(self, view: ActionView, current: bool) -> None:
        """Show another state of the same action; `current` marks the one in hand."""
        self.view = view
        self.setChecked(current)
        state = view.note if view.legal else f"not available, {', '.join(view.reasons)}"
        self.setAccessibleName(", ".join(part for part in (view.name, state) if part))
        self.setAccessibleDescription(f"Key {view.key}" if view.key else "")
        self.setToolTip("\n".join((*view.reasons, OVERRULE)) if view.reasons else "")
        self._fit_height()
        self.update()

    def fold(self, folded: bool) -> None:
        """Take one line only; all of it stays in the tip and for screen readers."""
        self.folded = folded
        self._fit_height()
        self.update()

    def nextCheckState(self) -> None:  # noqa: N802 - Qt calls it
        """Only the list says which action is in hand."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Nothing: the rows may have moved since the first click, which was at another action."""
        event.accept()

    def sizeHint(self) -> QSize:
        return QSize(rounded(300), self.height_at(self.width()))

    def height_at(self, width: int) -> int:
        """How high the row has to be to show its second line whole, unless it is folded."""
        if self._one_line:
            return rounded(FOLDED_HEIGHT)
        lines = len(self._below(self._text_width(width)))
        return rounded(HEIGHT) + max(0, lines - 1) * rounded(15)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._fit_height()
        self.pointed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._fit_height()
        self.pointed.emit(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        insisted = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if insisted and self.isDown() and self.rect().contains(event.position().toPoint()):
            self.setDown(False)
            self.overruled.emit()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.overruled.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = theme_of(self), self.view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self.isChecked():
            fill_box(painter, box, 8, theme.raised2)
        elif self.underMouse():
            fill_box(painter, box, 8, theme.raised)
        left, width = scaled(8), self._text_width(self.width())
        name = QFont(font(LABEL, SEMIBOLD))
        name.setStrikeOut(not view.legal)
        if self._one_line:
            self._paint_folded(painter, name, theme, QRectF(left, 0, width, box.height()))
        else:
            self._paint_lines(painter, name, theme, left, width)
        if view.key:
            painter.setOpacity(1.0 if view.legal else 0.4)
            paint_key_cap(
                painter, box.right() - scaled(8), box.height() / 2, view.key, theme.text2, scaled(SMALL)
            )
            painter.setOpacity(1.0)
        if self.hasFocus():
            draw_focus(painter, box, 8, theme)
        painter.end()

    def _paint_lines(self, painter: QPainter, name: QFont, theme: Theme, left: float, width: float) -> None:
        view = self.view
        name_box = QRectF(left, scaled(3), width, scaled(18))
        draw_text(painter, name_box, view.name, name, theme.text if view.legal else theme.text3)
        for index, line in enumerate(self._below(width)):
            line_box = QRectF(left, scaled(20) + index * scaled(15), width, scaled(16))
            draw_text(painter, line_box, line, font(SMALL), theme.text3 if view.legal else theme.text2)

    def _paint_folded(self, painter: QPainter, name: QFont, theme: Theme, box: QRectF) -> None:
        """The name, and as much of the second line as there is room for."""
        view = self.view
        taken = QFontMetricsF(name).horizontalAdvance(view.name) + scaled(10)
        draw_text(painter, box, view.name, name, theme.text2 if view.legal else theme.text3)
        draw_text(painter, box.adjusted(taken, 0, 0, 0), view.second_line, font(SMALL), theme.text2)

    @property
    def _one_line(self) -> bool:
        return self.folded and not self.hasFocus()

    def _below(self, width: float) -> list[str]:
        """The lines below the name."""
        reasons = self.view.reasons
        if self.hasFocus() and reasons:
            return [line for reason in reasons for line in _lines(f"{reason}.", font(SMALL), width)]
        return _lines(self.view.second_line, font(SMALL), width)

    def _fit_height(self) -> None:
        height = self.height_at(self.width())
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def _text_width(self, width: int) -> float:
        cap = key_cap_width(self.view.key, scaled(SMALL)) + scaled(10) if self.view.key else 0.0
        return width - 2 * scaled(8) - cap


class FoldRow(PaintedButton):
    """The heading over what cannot be done now: says how much there is, and folds it."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        any_width(self)

    def show_count(self, count: int) -> None:
        """How many rows stand below; checked means unfolded."""
        self._count = count
        self.setText(f"Not now: {count}")
        self.setAccessibleName(f"{self.text()}, {'unfolded' if self.isChecked() else 'folded'}")
        self.setToolTip("Fold to one line each" if self.isChecked() else "Show all reasons in full")
        self.setVisible(count > 0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(rounded(240), rounded(FOLDED_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse():
            fill_box(painter, box, 6, theme.raised)
        draw_text(painter, box.adjusted(scaled(8), 0, 0, 0), self.text(), font(SMALL, SEMIBOLD), theme.text2)
        x, y, arm = box.right() - scaled(18), box.height() / 2, scaled(4)
        painter.setPen(QPen(colour(theme.text2), 1.6))
        lean = -arm / 2 if self.isChecked() else arm / 2
        painter.drawPolyline([QPointF(x - arm, y - lean), QPointF(x, y + lean), QPointF(x + arm, y - lean)])
        if self.hasFocus():
            draw_focus(painter, box, 6, theme)
        painter.end()


def _lines(text: str, used: QFont, width: float) -> list[str]:
    """The text broken into at most three lines; what is beyond is in the tooltip."""
    layout = QTextLayout(text, used)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) < 3:
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(1.0, width))
        line.setPosition(QPointF(0, 0))
        starts.append(line.textStart())
    layout.endLayout()
    ends = [*starts[1:], len(text)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]


class ChoiceRow(PaintedButton):
    """One choice inside an action, with its number as its key; as many lines as its words need."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__()
        any_width(self)
        self.setText(text)
        self._key = key
        self.setCheckable(True)
        self.setAccessibleName(f"{text}, {key}" if key else text)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(text)

    def nextCheckState(self) -> None:  # noqa: N802 - Qt calls it
        """Only the chooser says which one is marked."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Nothing: the first click chose in the group before."""
        event.accept()

    def sizeHint(self) -> QSize:
        return QSize(rounded(240), self._height_at(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow list breaks the words instead of cutting them."""
        super().resizeEvent(event)
        height = self._height_at(self.width())
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            fill_box(painter, box, 6, theme.accent_soft, theme.accent)
        elif self.underMouse():
            fill_box(painter, box, 6, theme.raised2)
        lines = self.lines()
        top = (box.height() - len(lines) * scaled(CHOICE_LINE)) / 2
        for index, line in enumerate(lines):
            place = QRectF(
                scaled(10), top + index * scaled(CHOICE_LINE), self._room(self.width()), scaled(CHOICE_LINE)
            )
            draw_text(painter, place, line, font(LABEL, SEMIBOLD), theme.text)
        if self._key:
            paint_key_cap(
                painter, box.right() - scaled(8), box.height() / 2, self._key, theme.text2, scaled(SMALL)
            )
        painter.end()

    def _room(self, width: int) -> float:
        return width - scaled(10) - scaled(36)

    def lines(self) -> list[str]:
        """The words as they are broken in the width there is."""
        return self._lines_at(self.width())

    def _lines_at(self, width: int) -> list[str]:
        return _lines(unbroken(self.text()), font(LABEL, SEMIBOLD), self._room(width))

    def _height_at(self, width: int) -> int:
        """Height in a list that wide."""
        return rounded(CHOICE_HEIGHT + (len(self._lines_at(width)) - 1) * CHOICE_LINE)
