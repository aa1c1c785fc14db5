"""The parts of the round rail: a step, the frame of a side, the sign between two parts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from engine.model.offers import SlotState
from gui.panels.drawing import draw_focus, draw_text, fill_box, font, rounded, scaled, text_width, theme_of
from gui.panels.painted_button import PaintedButton
from gui.theme.fonts import BOLD, LABEL, SEMIBOLD, SMALL
from gui.theme.palette import SideKey, colour
from gui.theme.swatches import side_swatch

STEP_HEIGHT = 40
FRAME_HEIGHT = 52
MARK = 14
NOTE_MOST = 150.0
"""A note longer than this many pixels is cut."""


class StepView(Struct, frozen=True):
    """A step in words, for drawing."""

    key: str
    label: str
    state: SlotState
    note: str = ""
    tone: SideKey | None = None
    """Side of the actor whose turn it is, where every actor has a turn of its own."""


class SideBlock(Struct, frozen=True):
    """Steps that follow each other and belong to one side ("" for steps of nobody's)."""

    side: str
    name: str
    tone: SideKey
    number: int | None
    steps: tuple[StepView, ...]

    @property
    def current(self) -> bool:
        """Whether one of its steps is being played."""
        return any(step.state is SlotState.CURRENT for step in self.steps)


class StepButton(PaintedButton):
    """One step of the round. A note makes it two lines; `tight` leaves the notes of other steps out."""

    def __init__(self, view: StepView, side: str, tight: bool) -> None:
        super().__init__()
        self.view = view
        self._side = side
        self._tight = tight
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_step(view)

    def show_step(self, view: StepView) -> None:
        """Show another state of the same step."""
        self.view = view
        words = {
            SlotState.PAST: "done",
            SlotState.CURRENT: "current step",
            SlotState.FUTURE: "still to come",
        }[view.state]
        parts = (view.label, self._side, words, view.note)
        self.setAccessibleName(", ".join(part for part in parts if part))
        past = view.state is SlotState.PAST
        self.setToolTip(view.note + ("\nClick to undo to its start" if past else "") if view.note else "")
        self.setCursor(Qt.CursorShape.PointingHandCursor if past else Qt.CursorShape.ArrowCursor)
        self.updateGeometry()
        self.update()

    @property
    def _note(self) -> str:
        return _shown_note(self.view, self._tight)

    def sizeHint(self) -> QSize:
        return QSize(step_width(self.view, self._tight), rounded(STEP_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, state = theme_of(self), self.view.state
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if state is SlotState.CURRENT:
            fill_box(painter, box, 8, theme.accent)
        elif self.underMouse() and state is SlotState.PAST:
            fill_box(painter, box, 8, theme.raised2)
        inks = {
            SlotState.CURRENT: (theme.accent_ink, theme.accent_ink),
            SlotState.PAST: (theme.text3, theme.text3),
            SlotState.FUTURE: (theme.text2, theme.text2),
        }[state]
        used = font(LABEL, BOLD if state is SlotState.CURRENT else SEMIBOLD)
        inner = box.adjusted(scaled(5 if self._tight else 10), 0, -scaled(5 if self._tight else 10), 0)
        if self.view.tone is not None:
            side = rounded(MARK)
            swatch = side_swatch(self.view.tone, theme.line2, side, self.devicePixelRatio())
            painter.drawPixmap(QPointF(inner.x(), box.height() / 2 - side / 2), swatch)
            inner.setLeft(inner.x() + self._mark_width())
        if self._note:
            half = box.height() / 2
            upper = QRectF(inner.x(), half - scaled(17), inner.width(), scaled(18))
            draw_text(painter, upper, self.view.label, used, inks[0])
            lower = QRectF(inner.x(), half, inner.width(), scaled(16))
            draw_text(painter, lower, self._note, font(SMALL), inks[1])
        else:
            draw_text(painter, inner, self.view.label, used, inks[0], Qt.AlignmentFlag.AlignHCenter)
        if self.hasFocus():
            draw_focus(painter, box, 7, theme)
        painter.end()

    def _mark_width(self) -> float:
        return _mark_width(self.view)


def step_width(view: StepView, tight: bool) -> int:
    """How wide a step's button is, in pixels."""
    note = min(text_width(_shown_note(view, tight), font(SMALL)), scaled(NOTE_MOST))
    words = max(text_width(view.label, font(LABEL, BOLD)), note) + _mark_width(view)
    return round(words + 2 * scaled(6 if tight else 11)) + 1


def _shown_note(view: StepView, tight: bool) -> str:
    """Where it is tight only the current step keeps its note."""
    return "" if tight and view.state is not SlotState.CURRENT else view.note


def _mark_width(view: StepView) -> float:
    return scaled(MARK + 5) if view.tone is not None else 0.0


class SideFrame(QWidget):
    """The frame around the steps of one side, with its mark, name and number."""

    def __init__(self, block: SideBlock, buttons: Sequence[StepButton], tight: bool) -> None:
        super().__init__()
        self._block = block
        self.setFixedHeight(rounded(FRAME_HEIGHT))
        self._head = _SideHead(block)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(rounded(9), 0, rounded(6), 0)
        layout.setSpacing(0 if tight else 2)
        layout.addWidget(self._head)
        for button in buttons:
            layout.addWidget(button)

    @property
    def head_width(self) -> int:
        """What mark, name and number take, in pixels."""
        return self._head.sizeHint().width()

    def show_block(self, block: SideBlock) -> None:
        """Show another state of the same steps."""
        self._block = block
        self._head.show_block(block)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(theme.accent if self._block.current else theme.line), 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 10, 10)
        painter.end()


class _SideHead(QWidget):
    """Mark, name and initiative of a side."""

    def __init__(self, block: SideBlock) -> None:
        super().__init__()
        self._block = block
        self.show_block(block)

    def show_block(self, block: SideBlock) -> None:
        """Show another number."""
        self._block = block
        rolled = f", rolled {block.number}" if block.number is not None else ""
        self.setAccessibleName(f"{block.name}{rolled}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = scaled(16 + 6 + 8) + self._name_width()
        if self._block.number is not None:
            width += scaled(6) + text_width(str(self._block.number), font(14))
        return QSize(round(width) + 1, rounded(STEP_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, block = theme_of(self), self._block
        painter = QPainter(self)
        middle, side = self.height() / 2, rounded(16)
        swatch = side_swatch(block.tone, theme.line2, side, self.devicePixelRatio())
        painter.drawPixmap(QPointF(0, middle - side / 2), swatch)
        x = side + scaled(6)
        width = self._name_width()
        draw_text(painter, QRectF(x, 0, width, self.height()), block.name, font(14, BOLD), theme.text)
        if block.number is not None:
            box = QRectF(x + width + scaled(6), 0, scaled(40), self.height())
            draw_text(painter, box, str(block.number), font(14), theme.text2)
        painter.end()

    def _name_width(self) -> float:
        return min(text_width(self._block.name, font(14, BOLD)), scaled(NOTE_MOST))


class Chevron(QWidget):
    """The sign between two parts of the rail."""

    def __init__(self, tight: bool) -> None:
        super().__init__()
        self.setFixedSize(rounded(8 if tight else 14), rounded(STEP_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(theme.text3), 1.4))
        x, y, arm = self.width() / 2, self.height() / 2, scaled(3.2)
        upper, tip, lower = (
            QPointF(x - arm / 2, y - arm),
            QPointF(x + arm / 2, y),
            QPointF(x - arm / 2, y + arm),
        )
        painter.drawPolyline([upper, tip, lower])
        painter.end()
