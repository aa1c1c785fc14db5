"""What the players see, on the second display: the map as they know it and whose step it is.

It is fed only by the players' view and narrator. No dialog, tooltip, menu or cursor ever opens here.
"""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QCloseEvent, QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QVBoxLayout, QWidget

from engine.model.offers import Progress, Slot, SlotState
from engine.views.audience import Audience
from engine.views.look import View
from gui.bridge.planning import PlanningTimer, clock_words
from gui.bridge.table import Change, Table
from gui.scene.battle_scene import BattleScene
from gui.scene.geometry import CELL, centre
from gui.scene.marks import MapMarks
from gui.scene.terrain_art import PictureOf
from gui.theme.fonts import BOLD, MEDIUM, SEMIBOLD, ui_font
from gui.theme.palette import DARK, colour
from gui.theme.swatches import side_swatch

BAND = 150
SMALLEST_SQUARE = 40.0
EASE_MS = 1_500


class PlayerWindow(QWidget):
    """The second screen. F9 opens it, F10 drops the curtain."""

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
        self._corner = _RoundCorner(self)
        self._clock = _RoundCorner(self, below=1)
        self._planning = planning
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._map, 1)
        layout.addWidget(self._band)
        self._corner.raise_()
        self._clock.raise_()
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
        return self._clock.text

    def _show_clock(self) -> None:
        """The planning time counts down before everybody's eyes (OSE-GEN-15, OSE-GEN-16)."""
        left = self._planning.left if self._planning is not None else None
        self._clock.set_text("" if left is None else f"Planning {clock_words(left)}")

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
        words = f"Round {progress.round}" if progress.round else view.title
        self._corner.set_text(words)
        self._curtain.set_text(words)
        self._band.show_progress(progress, view, narrator.say)
        self._map.keep_party(view)

    # --- events -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Curtain and corner follow the window."""
        super().resizeEvent(event)
        self._curtain.setGeometry(self.rect())
        self._corner.place(self.width())
        self._clock.place(self.width())
        self._map.keep_party(self._table.view(Audience.PLAYERS))

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
        self._target = QPointF()
        self._from = QPointF()
        self._ease = QVariantAnimation(self)
        self._ease.setDuration(EASE_MS)
        self._ease.setStartValue(0.0)
        self._ease.setEndValue(1.0)
        self._ease.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._ease.valueChanged.connect(self._glide)

    def keep_party(self, view: View) -> None:
        """Frame the party, or the whole map where it fits at a readable size."""
        party = [token for token in view.tokens if token.tone.value == "party"]
        whole = self._scene.map_rect()
        room = self.viewport().size()
        if whole.isEmpty() or room.isEmpty():
            return
        fits = min(room.width() / whole.width(), room.height() / whole.height())
        zoom = max(fits, SMALLEST_SQUARE / CELL)
        if party:
            box = _hull([centre(token.cell, token.size) for token in party]).adjusted(-220, -220, 220, 220)
            zoom = max(zoom, min(room.width() / box.width(), room.height() / box.height(), 1.6))
        if abs(zoom - self.transform().m11()) > 0.001:
            self.resetTransform()
            self.scale(zoom, zoom)
            self._scene.set_zoom(zoom, self.devicePixelRatioF())
        self._go_to(
            _hull([centre(token.cell, token.size) for token in party]).center() if party else whole.center()
        )

    def look_at(self, points: list[QPointF]) -> None:
        """Bring a path into view if part of it is outside."""
        shown = self.mapToScene(self.viewport().rect()).boundingRect().adjusted(CELL, CELL, -CELL, -CELL)
        if not all(shown.contains(point) for point in points):
            self._go_to(_hull(points).center())

    def _go_to(self, point: QPointF) -> None:
        if point == self._target:
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


class _Band(QWidget):
    """The line at the bottom: whose step it is, who is to come, the steps of the side."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(BAND)
        self._title = ""
        self._line = ""
        self._tone = ""
        self._tabs: tuple[tuple[str, bool], ...] = ()

    def show_progress(self, progress: Progress, view: View, say: object) -> None:
        """Read the round; `say` makes sentences for players."""
        speak = say if callable(say) else str
        slot = progress.current
        self._tone = next((side.tone.value for side in view.sides if slot and side.id == slot.side), "")
        side = next((side.name for side in view.sides if slot and side.id == slot.side), "")
        step = speak(slot.label) if slot else ""
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
        self._text(painter, self._line, QRectF(left, 96, room, 40), 33, MEDIUM)
        painter.end()

    def _paint_tabs(self, painter: QPainter) -> float:
        """Draw the steps from the right; returns where they begin."""
        right = float(self.width() - 40)
        font = ui_font(32, SEMIBOLD)
        metrics = QFontMetricsF(font)
        for words, current in reversed(self._tabs):
            width = metrics.horizontalAdvance(words) + 44
            box = QRectF(right - width, (BAND - 76) / 2, width, 76)
            painter.setPen(colour(DARK.line2) if not current else Qt.PenStyle.NoPen)
            painter.setBrush(colour(DARK.accent) if current else QColor(0, 0, 0, 0))
            painter.drawRoundedRect(box, 12, 12)
            painter.setPen(colour(DARK.accent_ink if current else DARK.text2))
            painter.setFont(font)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
            right -= width + 12
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


class _RoundCorner(QWidget):
    """ "Round 3" at the top right; others stand `below` it."""

    def __init__(self, parent: QWidget, below: int = 0) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.text = ""
        self._below = below

    def set_text(self, text: str) -> None:
        """The one line it shows."""
        self.text = text
        self.update()

    def place(self, width: int) -> None:
        """Keep to the corner."""
        self.setGeometry(width - 420, 22 + 60 * self._below, 386, 60)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it over the map, with a dark edge so that it reads on any map."""
        painter = QPainter(self)
        painter.setFont(ui_font(40, BOLD))
        flags = (Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter).value
        painter.setPen(colour(DARK.bg))
        for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
            painter.drawText(QRectF(self.rect()).translated(dx, dy), flags, self.text)
        painter.setPen(colour(DARK.text))
        painter.drawText(QRectF(self.rect()), flags, self.text)
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
