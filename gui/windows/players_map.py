"""The players' map: a camera that nobody at their screen can touch."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSizeF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGraphicsView

from engine.views.look import TokenView, Tone, View
from gui.scene.battle_scene import BattleScene
from gui.scene.geometry import CELL, cell_rect

SMALLEST_ZOOM = 40.0 / CELL
"""Squares of 40 pixels."""
LARGEST_ZOOM = 1.6
"""Unless the whole map fits at more."""
ZOOM_STEP = 0.05
"""The zoom changes in steps, so that not every move of a token scales the map."""
EASE_MS = 1_500


class PlayersMap(QGraphicsView):
    """A map nobody touches: the camera keeps the party in sight, squares never below 40 pixels.

    Locked, it shows what the GM's map shows.
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
        self._aim()

    def lock(self, box: QRectF | None) -> None:
        """Show this part of the scene from now on, or keep the party in sight again (None)."""
        self._locked = box
        self._aim(at_once=box is not None)

    def _aim(self, at_once: bool = False) -> None:
        view, room = self._view, QSizeF(self.viewport().size())
        if view is None or self._scene.map_rect().isEmpty() or room.isEmpty():
            return
        self._aim_at(*self._frame(view, room), at_once)

    def _aim_at(self, zoom: float, point: QPointF, at_once: bool) -> None:
        moved = abs(zoom - self.transform().m11()) > 0.001
        if moved:
            self.resetTransform()
            self.scale(zoom, zoom)
            self._scene.set_zoom(zoom, self.devicePixelRatioF())
        self._go_to(point, anew=moved)
        if at_once:
            self._ease.stop()
            self.centerOn(point)

    def _frame(self, view: View, room: QSizeF) -> tuple[float, QPointF]:
        """The zoom, and the scene point for the middle of the window."""
        if self._locked is not None:
            return max(SMALLEST_ZOOM, _fit(self._locked, room)), self._locked.center()
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
        self._aim(at_once=True)

    def look_at(self, points: list[QPointF]) -> None:
        """Bring a path into view if part of it is outside and the camera is free."""
        if self._locked is not None:
            return
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


def _hull(points: list[QPointF]) -> QRectF:
    xs, ys = [point.x() for point in points], [point.y() for point in points]
    return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
