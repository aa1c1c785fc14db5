"""The players' map: a camera that nobody at their screen can touch."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSizeF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame

from engine.views.look import View
from gui.scene.battle_scene import BattleScene
from gui.scene.faithful_view import FaithfulView
from gui.scene.geometry import Cell
from gui.scene.players_frame import Frame, fit, framed, smallest_zoom, still_good

EASE_MS = 1_500


class PlayersMap(FaithfulView):
    """A map nobody touches: the camera keeps all who are known and on their feet in sight.

    It rests as long as they and the path on show are in the picture. Locked, it shows what the GM's map
    shows. At a fixed zoom (true size) it only moves.
    """

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
        self._locked: QRectF | None = None
        self._fixed: float | None = None
        self._path: tuple[Cell, ...] = ()
        self._path_size = 1
        self._target: Frame | None = None
        self._from = Frame(1.0, QPointF())
        self._ease = QVariantAnimation(self)
        self._ease.setDuration(EASE_MS)
        self._ease.setStartValue(0.0)
        self._ease.setEndValue(1.0)
        self._ease.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._ease.valueChanged.connect(self._glide)
        self._ease.finished.connect(self._arrive)

    @property
    def target(self) -> Frame | None:
        """What the camera shows once it is at rest."""
        return self._target

    def keep_party(self, view: View) -> None:
        """Frame whom the players know; where their squares would get too small, the party first."""
        self._view = view
        self._aim()

    def keep_path(self, path: tuple[Cell, ...], size: int = 1) -> None:
        """Keep a path in the picture as well, from now on (none: no more)."""
        if (path, size) != (self._path, self._path_size):
            self._path, self._path_size = path, size
            self._aim()

    def lock(self, box: QRectF | None) -> None:
        """Show this part of the scene from now on, or keep the party in sight again (None)."""
        self._locked = box
        self._target = None
        self._aim(at_once=box is not None)

    def fix_zoom(self, zoom: float | None) -> None:
        """Draw at this scale whatever it leaves outside, or as large as fits (None)."""
        self._fixed, self._target = zoom, None
        self._aim(at_once=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What was framed is framed again, at once."""
        super().resizeEvent(event)
        self._target = None
        self._aim(at_once=True)

    def _aim(self, at_once: bool = False) -> None:
        view, room = self._view, QSizeF(self.viewport().size())
        whole = self._scene.map_rect()
        if view is None or whole.isEmpty() or room.isEmpty():
            return
        if self._locked is not None:
            zoom = self._fixed or max(smallest_zoom(room), fit(self._locked, room))
            wanted = Frame(zoom, self._locked.center())
        else:
            wanted = framed(view.tokens, self._path, self._path_size, whole, room, self._fixed)
            now = self._target
            if now is not None and still_good(now, wanted, view.tokens, self._path, self._path_size, room):
                return
        if wanted != self._target:
            first, self._target = self._target is None, wanted
            self._go(at_once or first)

    def _go(self, at_once: bool) -> None:
        self._ease.stop()
        self._from = Frame(
            self.transform().m11(), self.mapToScene(self.viewport().rect()).boundingRect().center()
        )
        if at_once or self.reduced or not self.isVisible():
            self._arrive()
            return
        self._scene.set_hasty(True)
        self._ease.start()

    def _glide(self, share: float) -> None:
        if self._target is not None:
            self._show(self._from.towards(self._target, share))

    def _arrive(self) -> None:
        self._scene.set_hasty(False)
        if self._target is not None:
            self._show(self._target)
            self._scene.set_zoom(self._target.zoom, self.devicePixelRatioF())

    def _show(self, frame: Frame) -> None:
        if abs(frame.zoom - self.transform().m11()) > 1e-6:
            self.resetTransform()
            self.scale(frame.zoom, frame.zoom)
        self.centerOn(frame.centre)
