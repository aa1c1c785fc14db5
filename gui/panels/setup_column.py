"""The left column while a map is set up: five steps, each with what is done of it, and the brushes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gui.bridge.brushes import TerrainBrush
from gui.bridge.map_steps import SetupStep, StepLine
from gui.panels.drawing import (
    any_width,
    draw_focus,
    draw_text,
    fill_box,
    font,
    label_of,
    rounded,
    scaled,
    theme_of,
)
from gui.panels.painted_button import PaintedButton, QuietScroll
from gui.theme.fonts import BOLD, LABEL, REGULAR, SEMIBOLD, SMALL
from gui.theme.icons import paint_icon, paint_key_cap
from gui.theme.palette import colour

STEP_HEIGHT, BRUSH_HEIGHT = 54, 38
DISC = 28
BRUSHES = (
    (TerrainBrush.WALL, "Wall", "wall", "Along the edges of squares: stops steps, blows and sight"),
    (TerrainBrush.DOOR, "Door", "door", "On the edge of a square, where people go through"),
    (TerrainBrush.DIFFICULT, "Difficult ground", "difficult", "Costs twice the movement"),
    (TerrainBrush.IMPASSABLE, "Impassable", "impassable", "Stops steps, not sight"),
    (TerrainBrush.LIGHT, "Light", "sun", "A lamp: it counts where the map is dark"),
)
"""With the keys 1 to 5, in this order."""
WITHOUT_WALLS = "Walls stop sight and steps. Skip them and the app still counts distance and reach."


class SetupColumn(QWidget):
    """Tells which step or brush the GM wants; whoever owns it says what is done and in hand."""

    step_wanted = Signal(object)
    """A `SetupStep`."""
    brush_wanted = Signal(str)
    """Key of a brush; empty when the one in hand is to be put down."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = {step: StepRow(number) for number, step in enumerate(SetupStep, 1)}
        self.brushes = {
            brush.value: BrushRow(name, icon, hint, str(number))
            for number, (brush, name, icon, hint) in enumerate(BRUSHES, 1)
        }
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(rounded(10), rounded(16), rounded(10), rounded(10))
        layout.setSpacing(rounded(2))
        heading = label_of("title", "Five steps, all optional", wrap=True)
        heading.setIndent(rounded(12))
        layout.addWidget(heading)
        layout.addSpacing(rounded(6))
        for step, row in self.rows.items():
            row.clicked.connect(lambda _=False, step=step: self.step_wanted.emit(step))
            layout.addWidget(row)
        layout.addSpacing(rounded(12))
        named = label_of("strong", "Brushes")
        named.setIndent(rounded(12))
        layout.addWidget(named)
        for key, brush in self.brushes.items():
            brush.clicked.connect(lambda checked, key=key: self.brush_wanted.emit(key if checked else ""))
            layout.addWidget(brush)
        layout.addStretch(1)
        layout.addSpacing(rounded(8))
        layout.addWidget(_note(WITHOUT_WALLS))
        scroll = QuietScroll()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def show_steps(self, lines: Iterable[StepLine], current: SetupStep) -> None:
        """Say what is done, and which step is at work."""
        for line in lines:
            self.rows[line.step].show_line(line, line.step is current)

    def show_brush(self, key: str) -> None:
        """Say which brush is in hand, empty for none; nobody is told."""
        for other, row in self.brushes.items():
            row.setChecked(other == key)


class StepRow(PaintedButton):
    """Its number or a tick in a disc, its name, and below it what is done or to do."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number, self._current = number, False
        self._line = StepLine(SetupStep.PICTURE, "", "", False)
        any_width(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def line(self) -> StepLine:
        """What it says."""
        return self._line

    @property
    def state(self) -> str:
        """In a word: "current", "done" or "open"."""
        return "current" if self._current else "done" if self._line.done else "open"

    def show_line(self, line: StepLine, current: bool) -> None:
        """Say something else."""
        self._line, self._current = line, current
        self.setText(line.name)
        self.setToolTip(line.line)
        self.setAccessibleName(f"Step {self._number}, {line.name}, {self.state}, {line.line}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(rounded(200), rounded(STEP_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._current:
            fill_box(painter, box, 10, theme.raised2)
            painter.setClipRect(QRectF(0, 0, scaled(4), box.height()))
            fill_box(painter, box, 10, theme.accent)
            painter.setClipping(False)
        elif self.underMouse():
            fill_box(painter, box, 10, theme.raised)
        self._paint_disc(painter, QPointF(scaled(14 + DISC / 2), box.height() / 2))
        left = scaled(14 + DISC + 12)
        name = QRectF(left, box.height() / 2 - scaled(19), box.width() - left - scaled(8), scaled(20))
        ink = theme.text if self._current or self._line.done else theme.text2
        draw_text(painter, name, self._line.name, font(14, SEMIBOLD), ink)
        line = QRectF(left, box.height() / 2 + scaled(1), name.width(), scaled(17))
        draw_text(painter, line, self._line.line, font(SMALL), theme.text2 if self._current else theme.text3)
        if self.hasFocus():
            draw_focus(painter, box, 9, theme)
        painter.end()

    def _paint_disc(self, painter: QPainter, middle: QPointF) -> None:
        theme, radius = theme_of(self), scaled(DISC) / 2
        disc = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        if self._line.done and not self._current:
            fill_box(painter, disc, radius, theme.raised2)
            paint_icon(painter, "check", middle, scaled(13), theme.ok)
            return
        if self._current:
            fill_box(painter, disc, radius, theme.accent)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(theme.line2), 1.5))
            painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
        ink = theme.accent_ink if self._current else theme.text2
        draw_text(painter, disc, str(self._number), font(13.5, BOLD), ink, Qt.AlignmentFlag.AlignHCenter)


class BrushRow(PaintedButton):
    """Icon, name and key; filled with the accent's soft tone when in hand."""

    def __init__(self, name: str, icon: str, hint: str, key: str) -> None:
        super().__init__()
        self._icon, self._key = icon, key
        self.setText(name)
        self.setCheckable(True)
        self.setAccessibleName(f"{name}, {key}")
        self.setAccessibleDescription(hint)
        self.setToolTip(hint)
        any_width(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        return QSize(rounded(200), rounded(BRUSH_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        if chosen:
            fill_box(painter, box, 8, theme.accent_soft, theme.accent)
        elif self.underMouse():
            fill_box(painter, box, 8, theme.raised)
        middle = box.height() / 2
        ink = theme.accent if chosen else theme.text
        paint_icon(painter, self._icon, QPointF(scaled(24), middle), scaled(19), ink)
        words = box.adjusted(scaled(46), 0, -scaled(44), 0)
        draw_text(painter, words, self.text(), font(LABEL, SEMIBOLD if chosen else REGULAR), theme.text)
        paint_key_cap(painter, box.right() - scaled(12), middle, self._key, theme.text2, scaled(SMALL))
        if self.hasFocus():
            draw_focus(painter, box, 8, theme)
        painter.end()


def _note(words: str) -> QFrame:
    frame = QFrame()
    frame.setProperty("kind", "note")
    label = label_of("sub", words, wrap=True)
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(rounded(12), rounded(10), rounded(12), rounded(10))
    layout.addWidget(label)
    return frame
