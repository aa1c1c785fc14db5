"""Rows of the sides panel: the head of a side and one row for each actor."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from engine.model.phrase import ActorId
from gui.panels.drawing import (
    any_width,
    draw_focus,
    draw_text,
    draw_token,
    fill_box,
    font,
    rounded,
    scaled,
    text_width,
    theme_of,
)
from gui.panels.painted_button import PaintedButton
from gui.scene.token_art import State
from gui.theme.fonts import LABEL, SEMIBOLD, SMALL
from gui.theme.palette import SideKey, Theme, colour
from gui.theme.swatches import side_swatch

ROW_HEIGHT = 46
BAR_WIDTH, BAR_HEIGHT = 54, 4
FOLDED_WIDTH = 52
HEAD_HEIGHT = 34
_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
_BESIDE = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class ActorLine(Struct, frozen=True):
    """What a row says about an actor."""

    id: ActorId
    name: str
    label: str
    tone: SideKey
    state: str
    health: str = ""
    share: float | None = None
    down: bool = False
    dead: bool = False
    place: str = ""
    asked: str = ""
    """ "rolls now": the open question is for this actor."""


class ActorRow(PaintedButton):
    """Chip, name, state, hit points. Folded, only the chip is left and the rest is its tooltip."""

    centre_wanted = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, line: ActorLine) -> None:
        super().__init__()
        self.line = line
        self._folded = False
        any_width(self)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_line(line, False)

    def show_line(self, line: ActorLine, selected: bool) -> None:
        """Show another state of the same actor."""
        self.line = line
        self.setChecked(selected)
        health = f"{line.health.replace('/', ' of ')} hit points" if line.health else ""
        parts = (line.name, line.asked, line.state, health, line.place)
        self.setAccessibleName(", ".join(part for part in parts if part))
        said = (line.name, line.asked, line.state, line.health)
        self.setToolTip(
            "\n".join(said[:1] + tuple(filter(None, said[1:2])) + said[2:]) if self._folded else ""
        )
        self.update()

    def set_folded(self, folded: bool) -> None:
        """Show the chip alone, or the whole row."""
        self._folded = folded
        self.show_line(self.line, self.isChecked())
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(rounded(FOLDED_WIDTH if self._folded else 220), rounded(ROW_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(rounded(FOLDED_WIDTH), rounded(ROW_HEIGHT))

    def nextCheckState(self) -> None:  # noqa: N802 - Qt calls it
        """A click chooses the actor; only the table says which row is chosen."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.centre_wanted.emit(self.line.id)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            event.ignore()  # its key is told by the table of keys
        else:
            self.menu_wanted.emit(self.line.id, event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, line = theme_of(self), self.line
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        if self.isChecked():
            fill_box(painter, box, 8, theme.raised2)
            painter.save()
            painter.setClipRect(QRectF(0, 0, 3, self.height()))
            fill_box(painter, box, 8, theme.accent)
            painter.restore()
        elif self.underMouse():
            fill_box(painter, box, 8, theme.raised)
        if line.asked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(theme.focus), 1.5))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 8, 8)
        middle = self.height() / 2
        chip = self.width() / 2 if self._folded else scaled(26)
        state: State = "dead" if line.dead else "down" if line.down else "normal"
        draw_token(painter, QPointF(chip, middle), scaled(27), line.label, line.tone, state)
        if not self._folded:
            self._paint_words(painter, theme)
        if self.hasFocus():
            draw_focus(painter, box, 8, theme)
        painter.end()

    def _paint_words(self, painter: QPainter, theme: Theme) -> None:
        line, middle = self.line, self.height() / 2
        left, right = scaled(50), self.width() - scaled(12)
        ink, dim = (theme.text3, theme.text3) if line.down else (theme.text, theme.text2)
        bar_left = right - scaled(BAR_WIDTH)
        name_right = right
        if line.health:
            width = text_width(line.health, font(LABEL))
            draw_text(
                painter,
                QRectF(right - width, middle - scaled(18), width, scaled(18)),
                line.health,
                font(LABEL),
                dim,
            )
            name_right = right - width - scaled(6)
        name_box = QRectF(left, middle - scaled(18), name_right - left, scaled(18))
        draw_text(painter, name_box, line.name, font(13.5, SEMIBOLD), ink)
        state_right = bar_left - scaled(6) if line.share is not None else right
        state_box = QRectF(left, middle + scaled(1), state_right - left, scaled(16))
        if line.asked:
            draw_text(painter, state_box, line.asked.capitalize(), font(SMALL, SEMIBOLD), theme.focus)
        else:
            draw_text(painter, state_box, line.state, font(SMALL), theme.text3 if line.down else theme.text2)
        if line.share is not None:
            self._paint_bar(painter, theme, QPointF(bar_left, middle + scaled(8)), line.share)

    def _paint_bar(self, painter: QPainter, theme: Theme, at: QPointF, share: float) -> None:
        box = QRectF(at.x(), at.y(), scaled(BAR_WIDTH), scaled(BAR_HEIGHT))
        radius = box.height() / 2
        fill_box(painter, box, radius, theme.line)
        if share > 0:
            ink = theme.text2 if share > 0.66 else theme.warn if share > 0.33 else theme.bad
            box.setWidth(max(box.height(), box.width() * min(1.0, share)))
            fill_box(painter, box, radius, ink)


class DeadHead(PaintedButton):
    """ "Dead (4)" below the living of a side: a press folds their rows out, another one in."""

    def __init__(self, side: str) -> None:
        super().__init__()
        self._side = side
        self._count = 0
        self._folded = False
        any_width(self)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(rounded(30))
        self.toggled.connect(lambda _: self.show_count(self._count))

    def show_count(self, count: int) -> None:
        """How many there are; with none it is not to be seen."""
        self._count = count
        self.setVisible(count > 0)
        unfolded = "unfolded" if self.isChecked() else "folded"
        self.setAccessibleName(f"{count} dead of {self._side}, {unfolded}")
        self.setToolTip(f"{count} dead" if self._folded else "")
        self.update()

    def set_folded(self, folded: bool) -> None:
        """A narrow panel has room for the number alone."""
        self._folded = folded
        self.show_count(self._count)

    def sizeHint(self) -> QSize:
        return QSize(rounded(FOLDED_WIDTH if self._folded else 220), rounded(30))

    def minimumSizeHint(self) -> QSize:
        return QSize(rounded(FOLDED_WIDTH), rounded(30))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        if self.underMouse():
            fill_box(painter, box, 8, theme.raised)
        arrow = "\u25be" if self.isChecked() else "\u25b8"
        words = f"{arrow} {self._count}" if self._folded else f"Dead ({self._count})"
        left = scaled(8) if self._folded else scaled(50)
        if not self._folded:
            mark = QRectF(scaled(20), 0, scaled(24), self.height())
            draw_text(painter, mark, arrow, font(LABEL), theme.text2)
        room = QRectF(left, 0, self.width() - left, self.height())
        draw_text(painter, room, words, font(LABEL), theme.text2)
        if self.hasFocus():
            draw_focus(painter, box, 8, theme)
        painter.end()


class SideHead(QWidget):
    """Mark and name of a side, and at the right what matters about it; below, where that is too long.

    A right click opens its menu.
    """

    edit_wanted = Signal()
    new_wanted = Signal()
    """Another side beside it."""

    def __init__(self, name: str, tone: SideKey) -> None:
        super().__init__()
        self._name, self._tone = name, tone
        self._note = ""
        self._folded = False
        self.show_note("")

    def show_note(self, note: str) -> None:
        """Say something at the right: "2 of 5 left", "morale 7"."""
        self._note = note
        self.setAccessibleName(f"{self._name}, {note}" if note else self._name)
        self.setToolTip(f"{self._name}\n{note}" if note else "")
        self._fit()

    def set_folded(self, folded: bool) -> None:
        """Show the mark alone, or all of it."""
        self._folded = folded
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @property
    def stacked(self) -> bool:
        """Whether the note stands below the name."""
        both = text_width(self._name, font(13.5, SEMIBOLD)) + scaled(8) + text_width(self._note, font(LABEL))
        return not self._folded and bool(self._note) and both > self._room

    @property
    def _room(self) -> float:
        """Pixels beside the mark."""
        return self.width() - scaled(12) - scaled(38)

    def _fit(self) -> None:
        """As high as the words need at this width."""
        below = self._note_height() if self.stacked else 0.0
        self.setFixedHeight(rounded(HEAD_HEIGHT) + round(below))
        self.update()

    def _note_height(self) -> float:
        return QFontMetricsF(font(LABEL)).boundingRect(self._box(0.0, 1000.0), _WRAPPED, self._note).height()

    def _box(self, top: float, height: float) -> QRectF:
        return QRectF(scaled(38), top, max(1.0, self._room), height)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(self._name)
        menu.addAction("Edit side...").triggered.connect(self.edit_wanted)
        menu.addAction("New side...").triggered.connect(self.new_wanted)
        menu.popup(event.globalPos())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        side, middle = rounded(16), self.height() / 2
        swatch = side_swatch(self._tone, theme.line2, side, self.devicePixelRatio())
        if self._folded:
            painter.drawPixmap(QPointF(self.width() / 2 - side / 2, middle - side / 2), swatch)
            painter.fillRect(QRectF(8, 0, self.width() - 16, 1), colour(theme.line))
            painter.end()
            return
        line = rounded(HEAD_HEIGHT)
        painter.drawPixmap(QPointF(scaled(14), line / 2 - side / 2), swatch)
        note_width = 0.0 if self.stacked else text_width(self._note, font(LABEL)) + scaled(8)
        name_box = self._box(0.0, line).adjusted(0, 0, -note_width, 0)
        draw_text(painter, name_box, self._name, font(13.5, SEMIBOLD), theme.text)
        painter.setFont(font(LABEL))
        painter.setPen(colour(theme.text2))
        if self.stacked:
            painter.drawText(self._box(line - scaled(6), self.height()), _WRAPPED, self._note)
        else:
            painter.drawText(self._box(0.0, line), _BESIDE, self._note)
        painter.end()
