"""What the players see, on the second display: the map as they know it and whose step it is.

It is fed only by the players' view and narrator. No dialog, tooltip, menu or cursor ever opens here.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.events import Said
from engine.views.audience import Audience
from engine.views.look import View
from engine.views.walks import steps_seen
from gui.bridge.planning import PlanningTimer, clock_words
from gui.bridge.table import Change, Table
from gui.scene.battle_scene import BattleScene
from gui.scene.geometry import CELL
from gui.scene.marks import MapMarks
from gui.scene.terrain_art import PictureOf
from gui.windows.players_band import Curtain, PlayersBand, round_words
from gui.windows.players_map import PlayersMap
from gui.windows.ruler_sheet import RulerSheet

ROLL_MS = 8_000
"""How long an open roll stands on the screen."""
NEWS_MS = 8_000
"""How long it says there who has left the map."""


class PlayerWindow(QWidget):
    """The second screen. F9 opens it, F10 drops the curtain."""

    key_pressed = Signal(object)
    """A `QKeyEvent` that came here."""
    closed = Signal()
    """Somebody closed it."""

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
        self._map = PlayersMap(self.scene)
        self._band = PlayersBand()
        self._curtain = Curtain(self)
        self.ruler = RulerSheet(self)
        self._planning = planning
        self._roll_gone = QTimer(self)
        self._roll_gone.setSingleShot(True)
        self._roll_gone.setInterval(ROLL_MS)
        self._roll_gone.timeout.connect(lambda: self._band.show_rolls(()))
        self._news_gone = QTimer(self)
        self._news_gone.setSingleShot(True)
        self._news_gone.setInterval(NEWS_MS)
        self._news_gone.timeout.connect(lambda: self._band.show_news(()))
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
        self._band.show_mover(marks.told)
        self._map.keep_path(marks.path, marks.mover_size)

    def show_rolls(self, lines: tuple[str, ...]) -> None:
        """Say for a while what dice showed that the GM had rolled openly."""
        self._band.show_rolls(lines)
        self._roll_gone.start()

    @property
    def rolls(self) -> tuple[str, ...]:
        """The open rolls that the players read now."""
        return self._band.rolls

    @property
    def news(self) -> tuple[str, ...]:
        """What the players read of those who have just left the map."""
        return self._band.news

    def lock_camera(self, box: QRectF | None) -> None:
        """Show this part of the map (in scene units), or keep the party in sight again (None)."""
        self._map.lock(box)

    def set_true_size(self, pixels_per_inch: float | None) -> None:
        """Draw one square as large as one inch, or as fits (None)."""
        self._map.fix_zoom(pixels_per_inch / CELL if pixels_per_inch else None)

    def show_ruler(self, pixels_per_inch: float | None) -> None:
        """Show the bar to be measured, with squares of one inch below it; None puts it away."""
        self.ruler.setVisible(pixels_per_inch is not None)
        if pixels_per_inch is not None:
            self.ruler.raise_()
            self.ruler.show_inches(pixels_per_inch)

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
        if change.jump:  # whatever was taken back leaves no trace here
            self._roll_gone.stop()
            self._band.show_rolls(())
            self._news_gone.stop()
            self._band.show_news(())
            self.scene.show(view)
        else:
            self._tell_news(change)
            self.scene.play(steps_seen(change.events, self.scene.view, view), view)
        self._tell(view)

    def _tell_news(self, change: Change) -> None:
        """Tokens do not vanish without a word: who fled or was destroyed before the party's eyes."""
        left = [event for event in change.events if isinstance(event, Said) and event.witnessed]
        lines = self._table.narrator(Audience.PLAYERS).lines(left)
        if lines:
            self._band.show_news(tuple(line.text for line in lines))
            self._news_gone.start()

    def _tell(self, view: View) -> None:
        narrator = self._table.narrator(Audience.PLAYERS)
        progress = view.progress
        self._curtain.set_text(round_words(progress))
        self._band.show_progress(progress, view, narrator.say)
        self._map.keep_party(view)

    # --- events -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Curtain and band follow the window."""
        super().resizeEvent(event)
        self._curtain.setGeometry(self.rect())
        self._band.fit(self.width(), self.height())
        self.ruler.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing it only hides it; the GM's window owns it."""
        self.hide()
        event.ignore()
        self.closed.emit()

    def event(self, event: QEvent) -> bool:
        """Never a tooltip."""
        if event.type() == QEvent.Type.ToolTip:
            return True
        return super().event(event)
