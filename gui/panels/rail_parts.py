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
FRAME_LEFT, FRAME_RIGHT, STEP_GAP = 9, 6, 2
"""Margins inside a side's frame, and what lies between two steps where there is room."""
MARK = 14
NOTE_MOST = 150.0
"""A note longer than this many pixels is cut."""
FOLDED_NAME_MOST = 84.0
"""And so is the name of a side whose steps are folded."""
FOLDED_WIDTH, DOT = 14, 7
"""Room of a step that is folded to a dot, and the dot."""


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
    number: str
    """What it rolled, also after ties; empty while that is not known."""
    steps: tuple[StepView, ...]

    @property
    def current(self) -> bool:
        """Whether one of its steps is being played."""
        return any(step.state is SlotState.CURRENT for step in self.steps)


class StepButton(PaintedButton):
    """One step of the round. A note makes it two lines; `tight` leaves the notes of other steps out.

    Folded it is a dot, full once the step is past, whose name the tooltip tells.
    """

    def __init__(self, view: StepView, side: str, tight: bool, folded: bool = False) -> None:
        super().__init__()
        self.view = view
        self._side = side
        self._tight = tight
        self._folded = folded
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
        lines = [view.label if self._folded else "", view.note]
        if past and any(lines):
            lines.append("Click to undo to its start")
        self.setToolTip("\n".join(filter(None, lines)))
        self.setCursor(Qt.CursorShape.PointingHandCursor if past else Qt.CursorShape.ArrowCursor)
        self.updateGeometry()
        self.update()

    @property
    def _note(self) -> str:
        return _shown_note(self.view, self._tight)

    def sizeHint(self) -> QSize:
        return QSize(step_width(self.view, self._tight, self._folded), rounded(STEP_HEIGHT))

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
        if self._folded:
            _draw_dot(painter, box.center(), inks[0], full=state is not SlotState.FUTURE)
        else:
            self._draw_words(painter, box, *inks)
        if self.hasFocus():
            draw_focus(painter, box, 7, theme)
        painter.end()

    def _draw_words(self, painter: QPainter, box: QRectF, ink: str, note_ink: str) -> None:
        theme = theme_of(self)
        used = font(LABEL, BOLD if self.view.state is SlotState.CURRENT else SEMIBOLD)
        inner = box.adjusted(scaled(5 if self._tight else 10), 0, -scaled(5 if self._tight else 10), 0)
        if self.view.tone is not None:
            side = rounded(MARK)
            swatch = side_swatch(self.view.tone, theme.line2, side, self.devicePixelRatio())
            painter.drawPixmap(QPointF(inner.x(), box.height() / 2 - side / 2), swatch)
            inner.setLeft(inner.x() + self._mark_width())
        if self._note:
            half = box.height() / 2
            upper = QRectF(inner.x(), half - scaled(17), inner.width(), scaled(18))
            draw_text(painter, upper, self.view.label, used, ink)
            lower = QRectF(inner.x(), half, inner.width(), scaled(16))
            draw_text(painter, lower, self._note, font(SMALL), note_ink)
        else:
            draw_text(painter, inner, self.view.label, used, ink, Qt.AlignmentFlag.AlignHCenter)

    def _mark_width(self) -> float:
        return _mark_width(self.view)


def _draw_dot(painter: QPainter, middle: QPointF, ink: str, full: bool) -> None:
    painter.setPen(QPen(colour(ink), 1.4))
    painter.setBrush(colour(ink) if full else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, scaled(DOT) / 2, scaled(DOT) / 2)


def step_width(view: StepView, tight: bool, folded: bool = False) -> int:
    """How wide a step's button is, in pixels."""
    if folded:
        return rounded(FOLDED_WIDTH)
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

    def __init__(
        self, block: SideBlock, buttons: Sequence[StepButton], tight: bool, folded: bool = False
    ) -> None:
        super().__init__()
        self._block = block
        self.setFixedHeight(rounded(FRAME_HEIGHT))
        self._head = _SideHead(block, folded)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(rounded(FRAME_LEFT), 0, rounded(FRAME_RIGHT), 0)
        layout.setSpacing(0 if tight else STEP_GAP)
        layout.addWidget(self._head)
        for button in buttons:
            layout.addWidget(button)

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

    def __init__(self, block: SideBlock, folded: bool) -> None:
        super().__init__()
        self._block = block
        self._folded = folded
        self.show_block(block)

    def show_block(self, block: SideBlock) -> None:
        """Show another number."""
        self._block = block
        rolled = f", rolled {block.number}" if block.number else ""
        self.setAccessibleName(f"{block.name}{rolled}")
        self.setToolTip(f"{block.name}{rolled}" if self._folded else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_head_width(self._block, self._folded), rounded(STEP_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, block = theme_of(self), self._block
        painter = QPainter(self)
        middle, side = self.height() / 2, rounded(16)
        swatch = side_swatch(block.tone, theme.line2, side, self.devicePixelRatio())
        painter.drawPixmap(QPointF(0, middle - side / 2), swatch)
        x = side + scaled(6)
        width = _name_width(block, self._folded)
        draw_text(painter, QRectF(x, 0, width, self.height()), block.name, font(14, BOLD), theme.text)
        if block.number:
            room = max(scaled(40), text_width(block.number, font(14)) + 1)
            box = QRectF(x + width + scaled(6), 0, room, self.height())
            draw_text(painter, box, block.number, font(14), theme.text2)
        painter.end()


def frame_width(block: SideBlock, tight: bool, folded: bool = False) -> int:
    """How wide the frame of a side is, in pixels."""
    width = rounded(FRAME_LEFT) + rounded(FRAME_RIGHT) + _head_width(block, folded)
    return width + sum(step_width(step, tight, folded) + (0 if tight else STEP_GAP) for step in block.steps)


def _head_width(block: SideBlock, folded: bool) -> int:
    """What mark, name and number of a side take, in pixels."""
    width = scaled(16 + 6 + (4 if folded else 8)) + _name_width(block, folded)
    if block.number:
        width += scaled(6) + text_width(block.number, font(14))
    return round(width) + 1


def _name_width(block: SideBlock, folded: bool) -> float:
    return min(text_width(block.name, font(14, BOLD)), scaled(FOLDED_NAME_MOST if folded else NOTE_MOST))


class Chevron(QWidget):
    """The sign between two parts of the rail."""

    def __init__(self, tight: bool) -> None:
        super().__init__()
        self.setFixedSize(chevron_width(tight), rounded(STEP_HEIGHT))

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


def chevron_width(tight: bool) -> int:
    """How wide the sign between two parts is, in pixels."""
    return rounded(8 if tight else 14)
