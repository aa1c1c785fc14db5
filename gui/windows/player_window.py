"""What the players see, on the second display: the map as they know it and whose step it is.

It is fed only by the players' view and narrator. No dialog, tooltip, menu or cursor ever opens here.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSizeF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QCloseEvent, QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QVBoxLayout, QWidget

from engine.model.offers import Progress, Slot, SlotState
from engine.views.audience import Audience
from engine.views.look import TokenView, Tone, View
from gui.bridge.planning import PlanningTimer, clock_words
from gui.bridge.table import Change, Table
from gui.scene.battle_scene import BattleScene
from gui.scene.geometry import CELL, cell_rect, centre
from gui.scene.marks import MapMarks
from gui.scene.terrain_art import PictureOf
from gui.theme.fonts import BOLD, MEDIUM, SEMIBOLD, ui_font
from gui.theme.palette import DARK, colour
from gui.theme.swatches import side_swatch

BAND = 150
SMALLEST_ZOOM = 40.0 / CELL
"""Squares of 40 pixels."""
LARGEST_ZOOM = 1.6
"""Unless the whole map fits at more."""
ZOOM_STEP = 0.05
"""The zoom changes in steps, so that not every move of a token scales the map."""
MOST_FOR_TABS = 0.45
"""Share of the band's width; the rest says whose step it is."""
BETWEEN = "   \u00b7   "
EASE_MS = 1_500


class PlayerWindow(QWidget):
    """The second screen. F9 opens it, F10 drops the curtain."""

    key_pressed = Signal(object)
    """A `QKeyEvent` that came here."""

    def __init__(self, table: Table, picture_of: PictureOf, planning: PlanningTimer | None = None) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle("Fivefoot: players")
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_AlwaysShowToolTips, False)
        self._table = table
        self.scene = BattleScene(Audience.PLAYERS, picture_of)
        self._map = _PlayersMap(self.scene)
        self._band = _Band()
        self._curtain = _Curtain(self)
        self._planning = planning
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._map, 1)
        layout.addWidget(self._band)
        self._curtain.hide()
        table.changed.connect(self._on_change)
        if planning is not None:
            planning.changed.connect(self._show_clock)
        self.refresh(())
        self._show_clock()

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def curtain_down(self) -> bool:
        """Whether the curtain hides everything."""
        return not self._curtain.isHidden()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys pressed here by mistake go to the GM's window."""
        self.key_pressed.emit(event)

    def drop_curtain(self, down: bool) -> None:
        """Hide everything but the round's number, or show it again."""
        self._curtain.setVisible(down)
        self._curtain.raise_()

    def set_marks(self, marks: MapMarks) -> None:
        """The path the GM is drawing, as far as players may see it."""
        self.scene.set_marks(marks)
        if marks.path:
            self._map.look_at([centre(cell, marks.mover_size) for cell in marks.path])

    def set_reduced_motion(self, reduced: bool) -> None:
        """No gliding tokens and no easing camera."""
        self.scene.motion.reduced = reduced
        self._map.reduced = reduced

    def refresh(self, events: tuple[object, ...] = ()) -> None:
        """Read the players' view again."""
        view = self._table.view(Audience.PLAYERS)
        self.scene.show(view)
        self._tell(view)

    @property
    def clock(self) -> str:
        """What the players read of the planning time, empty while nobody is timed."""
        return self._band.clock

    def _show_clock(self) -> None:
        """The planning time counts down before everybody's eyes (OSE-GEN-15, OSE-GEN-16)."""
        left = self._planning.left if self._planning is not None else None
        self._band.show_clock("" if left is None else f"Planning {clock_words(left)}")

    def _on_change(self, change: Change) -> None:
        view = self._table.view(Audience.PLAYERS)
        if change.jump:
            self.scene.show(view)
        else:
            self.scene.play(change.events, view)
        self._tell(view)

    def _tell(self, view: View) -> None:
        narrator = self._table.narrator(Audience.PLAYERS)
        progress = view.progress
        self._curtain.set_text(_round_words(progress) or view.title)
        self._band.show_progress(progress, view, narrator.say)
        self._map.keep_party(view)

    # --- events -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The curtain follows the window."""
        super().resizeEvent(event)
        self._curtain.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing it only hides it; the GM's window owns it."""
        self.hide()
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Never a tooltip."""
        if event.type() == QEvent.Type.ToolTip:
            return True
        return super().event(event)


class _PlayersMap(QGraphicsView):
    """A map nobody touches: the camera keeps the party in sight, squares never below 40 pixels."""

    def __init__(self, scene: BattleScene) -> None:
        super().__init__(scene)
        self._scene = scene
        self.reduced = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setInteractive(False)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setCursor(Qt.CursorShape.BlankCursor)
        self._view: View | None = None
        self._target = QPointF()
        self._from = QPointF()
        self._ease = QVariantAnimation(self)
        self._ease.setDuration(EASE_MS)
        self._ease.setStartValue(0.0)
        self._ease.setEndValue(1.0)
        self._ease.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._ease.valueChanged.connect(self._glide)

    def keep_party(self, view: View) -> None:
        """Frame all tokens with a square of floor around them; where that is too much, the party first."""
        self._view = view
        room = QSizeF(self.viewport().size())
        if self._scene.map_rect().isEmpty() or room.isEmpty():
            return
        zoom, point = self._frame(view, room)
        moved = abs(zoom - self.transform().m11()) > 0.001
        if moved:
            self.resetTransform()
            self.scale(zoom, zoom)
            self._scene.set_zoom(zoom, self.devicePixelRatioF())
        self._go_to(point, anew=moved)

    def _frame(self, view: View, room: QSizeF) -> tuple[float, QPointF]:
        """The zoom, and the scene point for the middle of the window."""
        whole = self._scene.map_rect()
        everybody = _floor_around(view.tokens) or whole
        largest = max(LARGEST_ZOOM, _fit(whole, room))
        zoom = min(_fit(everybody, room), largest)
        if zoom >= SMALLEST_ZOOM:
            return max(SMALLEST_ZOOM, floor(zoom / ZOOM_STEP) * ZOOM_STEP), everybody.center()
        zoom = SMALLEST_ZOOM
        party = _floor_around([token for token in view.tokens if token.tone is Tone.PARTY])
        shown = room / zoom
        return zoom, _near(everybody.center(), party, shown) if party else everybody.center()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What was framed is framed again, at once."""
        super().resizeEvent(event)
        if self._view is not None:
            self.keep_party(self._view)
            self._ease.stop()
            self.centerOn(self._target)

    def look_at(self, points: list[QPointF]) -> None:
        """Bring a path into view if part of it is outside."""
        shown = self.mapToScene(self.viewport().rect()).boundingRect().adjusted(CELL, CELL, -CELL, -CELL)
        if not all(shown.contains(point) for point in points):
            self._go_to(_hull(points).center())

    def _go_to(self, point: QPointF, anew: bool = False) -> None:
        if point == self._target and not anew:
            return
        self._target = point
        self._from = self.mapToScene(self.viewport().rect().center())
        self._ease.stop()
        if self.reduced or not self.isVisible():
            self.centerOn(point)
        else:
            self._ease.start()

    def _glide(self, share: float) -> None:
        self.centerOn(self._from + (self._target - self._from) * share)


def _floor_around(tokens: Sequence[TokenView]) -> QRectF | None:
    """The box of their squares and one more on each side; None without tokens."""
    box = QRectF()
    for token in tokens:
        box = box.united(cell_rect(token.cell, token.size))
    return None if box.isNull() else box.adjusted(-CELL, -CELL, CELL, CELL)


def _fit(box: QRectF, room: QSizeF) -> float:
    """The zoom at which a box just fits into so many pixels."""
    return min(room.width() / box.width(), room.height() / box.height())


def _near(wished: QPointF, kept: QRectF, shown: QSizeF) -> QPointF:
    """The middle nearest to the wished one that keeps a box in what is shown; its own middle if too large."""
    across = max(0.0, (shown.width() - kept.width()) / 2)
    along = max(0.0, (shown.height() - kept.height()) / 2)
    middle = kept.center()
    return QPointF(
        min(max(wished.x(), middle.x() - across), middle.x() + across),
        min(max(wished.y(), middle.y() - along), middle.y() + along),
    )


def _round_words(progress: Progress) -> str:
    return f"Round {progress.round}" if progress.round else ""


class _Band(QWidget):
    """The line at the bottom: whose step it is, the round, who is to come, the steps of the side.

    Round and planning time stand here, as over the map they would hide a token.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(BAND)
        self.clock = ""
        self._title = ""
        self._round = ""
        self._line = ""
        self._tone = ""
        self._tabs: tuple[tuple[str, bool], ...] = ()

    def show_clock(self, words: str) -> None:
        """What is left of the planning time; empty while nobody is timed."""
        self.clock = words
        self.update()

    def show_progress(self, progress: Progress, view: View, say: object) -> None:
        """Read the round; `say` makes sentences for players."""
        speak = say if callable(say) else str
        slot = progress.current
        self._tone = next((side.tone.value for side in view.sides if slot and side.id == slot.side), "")
        side = next((side.name for side in view.sides if slot and side.id == slot.side), "")
        step = speak(slot.label) if slot else ""
        self._round = _round_words(progress)
        self._title = f"{side}: {step}" if side else step or view.title
        waiting = [token.name for token in view.tokens if token.id in progress.waiting]
        self._line = (
            f"To come: {', '.join(waiting[:4])}" + (" and more" if len(waiting) > 4 else "")
            if waiting
            else ""
        )
        if progress.over is not None:
            self._title, self._line = speak(progress.over), ""
        self._tabs = tuple(
            (speak(other.label), other.state is SlotState.CURRENT) for other in _same_side(progress, slot)
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the band."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colour(DARK.bg))
        painter.fillRect(QRectF(0, 0, self.width(), 3), colour(DARK.accent))
        left = 44.0
        if self._tone:
            painter.drawPixmap(
                QPointF(left, (BAND - 66) / 2),
                side_swatch(self._tone, DARK.text, 66, self.devicePixelRatioF()),
            )
            left += 104
        tabs = self._paint_tabs(painter)
        room = tabs - left - 24
        painter.setPen(colour(DARK.text))
        self._text(painter, self._title, QRectF(left, 22, room, 64), 62, BOLD)
        painter.setPen(colour(DARK.text2))
        line = BETWEEN.join(part for part in (self._round, self.clock, self._line) if part)
        self._text(painter, line, QRectF(left, 96, room, 40), 33, MEDIUM)
        painter.end()

    def _paint_tabs(self, painter: QPainter) -> float:
        """Draw the steps from the right, smaller in a narrow window; returns where they begin."""
        right = float(self.width() - 40)
        metrics = QFontMetricsF(ui_font(32, SEMIBOLD))
        widths = [metrics.horizontalAdvance(words) + 56 for words, _ in self._tabs]
        share = min(1.0, self.width() * MOST_FOR_TABS / max(1.0, sum(widths)))
        font = ui_font(32 * share, SEMIBOLD)
        for (words, current), wide in zip(reversed(self._tabs), reversed(widths), strict=True):
            width, height = (wide - 12) * share, 76 * share
            box = QRectF(right - width, (BAND - height) / 2, width, height)
            painter.setPen(colour(DARK.line2) if not current else Qt.PenStyle.NoPen)
            painter.setBrush(colour(DARK.accent) if current else QColor(0, 0, 0, 0))
            painter.drawRoundedRect(box, 12 * share, 12 * share)
            painter.setPen(colour(DARK.accent_ink if current else DARK.text2))
            painter.setFont(font)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
            right -= wide * share
        return right

    @staticmethod
    def _text(painter: QPainter, text: str, box: QRectF, pixels: float, weight: int) -> None:
        """One line, made smaller where it would not fit and cut only at half its size."""
        size = pixels
        while (
            size > pixels / 2 and QFontMetricsF(ui_font(size, weight)).horizontalAdvance(text) > box.width()
        ):
            size -= 2
        font = ui_font(size, weight)
        painter.setFont(font)
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, (Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter).value, shown)


class _Curtain(QWidget):
    """Plain dark with the round's number."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""

    def set_text(self, text: str) -> None:
        """The one line it shows."""
        self._text = text
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(DARK.bg))
        painter.setPen(colour(DARK.text3))
        painter.setFont(ui_font(62, BOLD))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()


def _same_side(progress: Progress, slot: Slot | None) -> tuple[Slot, ...]:
    """The steps of the side that acts now, where there are several."""
    if slot is None or not slot.side:
        return ()
    steps = tuple(other for other in progress.slots if other.side == slot.side)
    return steps if 1 < len(steps) <= 5 else ()


def _hull(points: list[QPointF]) -> QRectF:
    xs, ys = [point.x() for point in points], [point.y() for point in points]
    return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
