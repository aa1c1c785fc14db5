"""The window onto the map: pan, zoom, fit, and pointer events told in squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QEvent, QMargins, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView

from gui.scene.battle_scene import BattleScene
from gui.scene.faithful_view import FaithfulView
from gui.scene.geometry import CELL, Cell, cell_of, squares_of

SMALLEST_ZOOM, LARGEST_ZOOM = 0.08, 4.0
WHEEL_STEP = 1.15
LONG_PRESS_MS = 500
LARGEST_FIT = 1.5
ROUND_THE_MAP = 1.5 * CELL  # for the names of rows and columns


class PointerKind(Enum):
    """What the pointer did."""

    PRESS = "press"
    DRAG = "drag"
    RELEASE = "release"
    HOVER = "hover"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Pointer:
    """One pointer event on the map, already in squares. `token` is what lies under it."""

    kind: PointerKind
    cell: Cell
    at: tuple[float, float]
    """The exact point in squares, for walls and doors."""
    token: str = ""
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    alt: bool = False
    shift: bool = False

    @property
    def clicks(self) -> bool:
        """Whether the left button went down."""
        return self.kind is PointerKind.PRESS and self.button is Qt.MouseButton.LeftButton


class MapView(FaithfulView):
    """Shows a `BattleScene`. Wheel zooms at the pointer, middle or Ctrl drag pans, double click fits."""

    pointed = Signal(object)
    """A `Pointer`."""
    menu_wanted = Signal(str, QPoint)
    """Token id (empty on open floor) and global position, on right click or a long press."""
    zoomed = Signal(float)
    """The new scale; 1.0 draws a square 44 pixels wide."""
    moved = Signal()
    """Another part of the map is in view, or at another scale."""

    def __init__(self, scene: BattleScene) -> None:
        super().__init__(scene)
        self._battle_scene = scene
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)  # tokens stay as the strip grows
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Map")
        self.setAcceptDrops(False)  # a file that is dropped is for the window
        self._press: QPoint | None = None
        self._dragging = False
        self._pan_from: QPoint | None = None
        self._fit_wanted = True
        self._fitted = (QSize(), QSize())
        """The sizes of window and view that the map was last fitted to."""
        self._corner = QSize()
        self._revealed = QPoint()
        """How far it was scrolled for something under the strip, until the strip makes room again."""
        self.tips_wanted: Callable[[], bool] = lambda: True
        """Whether a resting pointer is to be told whose token it is on."""
        self._long_press = QTimer(self)
        self._long_press.setSingleShot(True)
        self._long_press.setInterval(LONG_PRESS_MS)
        self._long_press.timeout.connect(self._pressed_long)

    # --- scale and place --------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """The scale of the view; 1.0 draws a square 44 pixels wide."""
        return self.transform().m11()

    @property
    def in_view(self) -> QRectF:
        """The part of the scene that shows."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def set_covered(self, top: int, corner: QSize, boxes: Sequence[QRectF] = ()) -> None:
        """What floats over the map, margins included: pixels at the top, a box at the lower right; and each
        thing by itself, in pixels of the view."""
        self._battle_scene.overlays.edges.set_covered(boxes)
        self._corner = corner
        self._battle_scene.covered = (top, corner.height())

    def set_zoom(self, zoom: float, anchor: QPointF | None = None) -> None:
        """Scale the view, keeping the viewport point `anchor` (default: its middle) where it is."""
        self._fit_wanted = False
        self._scale_to(zoom, anchor)

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Scale by a factor."""
        self.set_zoom(self.zoom * factor, anchor)

    def fit_again(self) -> None:
        """Show the whole map in a view that has changed, unless the GM chose a scale."""
        if self._fit_wanted:
            self.fit()

    def fit(self) -> None:
        """Show the whole map, as large as it goes without lying under the scale in the corner."""
        self._fit_wanted = True
        box = self._battle_scene.map_rect()
        room = self.viewport().size()
        if box.isEmpty() or room.isEmpty():
            return
        below = 0
        zoom = self._zoom_for(box, room)
        if self._under_corner(box, room, zoom):
            below = min(self._corner.height(), room.height() // 4)
            zoom = self._zoom_for(box, room.shrunkBy(QMargins(0, 0, 0, below)))
        self._fitted, self._revealed = (self.window().size(), self.size()), QPoint()
        self._scale_to(zoom, None)
        self.centerOn(box.center() + QPointF(0, below / 2 / zoom))

    def _zoom_for(self, box: QRectF, room: QSize) -> float:
        return min(
            room.width() / (box.width() + ROUND_THE_MAP),
            room.height() / (box.height() + ROUND_THE_MAP),
            LARGEST_FIT,
        )

    def _under_corner(self, box: QRectF, room: QSize, zoom: float) -> bool:
        """Whether the map with its names, in the middle of the room, would reach under the scale."""
        right = (room.width() + box.width() * zoom) / 2
        bottom = (room.height() + (box.height() + ROUND_THE_MAP) * zoom) / 2
        return right > room.width() - self._corner.width() and bottom > room.height() - self._corner.height()

    def show_cell(self, cell: Cell) -> None:
        """Bring a square into view, if it is not, without changing the scale."""
        box = QPointF(cell[0] * CELL, cell[1] * CELL)
        if not self.in_view.adjusted(CELL, CELL, -CELL, -CELL).contains(box):
            self.centerOn(box)

    def reveal(self, cell: Cell) -> None:
        """Scroll no farther than it takes to see a square that the strip, say, has come to lie over."""
        spot = self.mapFromScene(QRectF(cell[0] * CELL, cell[1] * CELL, CELL, CELL)).boundingRect()
        room = self.viewport().rect()
        by = QPoint(
            max(0, spot.right() - room.right()) + min(0, spot.left()),
            max(0, spot.bottom() - room.bottom()) + min(0, spot.top()),
        )
        self._scroll_by(by)
        self._revealed += by

    def _scale_to(self, zoom: float, anchor: QPointF | None) -> None:
        zoom = max(SMALLEST_ZOOM, min(LARGEST_ZOOM, zoom))
        spot = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        fixed = self.mapToScene(spot.toPoint())
        self.resetTransform()
        self.scale(zoom, zoom)
        moved = self.mapFromScene(fixed)
        self._scroll_by(moved - spot.toPoint())
        self._battle_scene.set_zoom(zoom, self.devicePixelRatioF())
        self.zoomed.emit(zoom)
        self.moved.emit()

    def _scroll_by(self, by: QPoint) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + by.x())
        down.setValue(down.value() + by.y())

    # --- events -----------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802 - Qt calls it
        """Tell that another part is in view."""
        super().scrollContentsBy(dx, dy)
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the map fitted until the GM chose a scale. As long as only the strip below grows and shrinks
        the map stays where it is: it must not move under the pointer.
        """
        super().resizeEvent(event)
        window, view = self._fitted
        strip_only = (
            window == self.window().size() and view.width() == self.width() and view.height() >= self.height()
        )
        if self._fit_wanted and not strip_only:
            self.fit()
        elif self._fit_wanted and view.height() == self.height():
            self._scroll_by(-self._revealed)
            self._revealed = QPoint()
        self.moved.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        steps = event.angleDelta().y() / 120
        if steps:
            self.zoom_by(WHEEL_STEP**steps, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a pan, a press, or ask for the menu."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.button() is Qt.MouseButton.MiddleButton or (
            event.button() is Qt.MouseButton.LeftButton and held
        ):
            self._pan_from = event.position().toPoint()
            return
        if event.button() is Qt.MouseButton.LeftButton:
            self._press = event.position().toPoint()
            self._dragging = False
        self._tell(PointerKind.PRESS, event)
        if self._press is not None:
            self._long_press.start()  # what the press set going may have taken long
        if event.button() is Qt.MouseButton.RightButton and self._press is None:
            self._ask_for_menu(event.position().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, drag or hover."""
        here = event.position().toPoint()
        if self._pan_from is not None:
            self._scroll_by(self._pan_from - here)
            self._pan_from = here
            self._fit_wanted = False
            return
        if self._press is not None:
            moved = (here - self._press).manhattanLength()
            if not self._dragging and moved < QApplication.startDragDistance() * 0.6:
                return
            self._long_press.stop()
            self._dragging = True
            self._tell(PointerKind.DRAG, event)
            return
        self._tell(PointerKind.HOVER, event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pan or a press."""
        self._long_press.stop()
        if self._pan_from is not None:
            self._pan_from = None
            return
        if event.button() is Qt.MouseButton.LeftButton:
            self._press = None
            self._dragging = False
            self._tell(PointerKind.RELEASE, event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fit the map on open floor; on a token it counts as a press."""
        point = self.mapToScene(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and not self._battle_scene.token_at(point):
            self.fit()
            return
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys belong to the window: a graphics view would scroll with the arrows."""
        event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """No tip where it would lie over what is being aimed at."""
        if event.type() == QEvent.Type.ToolTip and not self.tips_wanted():
            event.ignore()
            return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell the tool that the pointer is gone."""
        self.pointed.emit(Pointer(PointerKind.LEAVE, (-1, -1), (-1.0, -1.0)))
        super().leaveEvent(event)

    def _tell(self, kind: PointerKind, event: QMouseEvent) -> None:
        point = self.mapToScene(event.position().toPoint())
        modifiers = event.modifiers()
        self.pointed.emit(
            Pointer(
                kind,
                cell_of(point),
                squares_of(point),
                self._battle_scene.token_at(point),
                event.button(),
                alt=bool(modifiers & Qt.KeyboardModifier.AltModifier),
                shift=bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
            )
        )

    def _pressed_long(self) -> None:
        """Time is up; a release that already waits behind what kept the program busy still counts."""
        QTimer.singleShot(0, self, self._open_if_held)

    def _open_if_held(self) -> None:
        if self._press is not None and not self._dragging:
            self._ask_for_menu(self._press)

    def _ask_for_menu(self, at: QPoint) -> None:
        token = self._battle_scene.token_at(self.mapToScene(at))
        self.menu_wanted.emit(token, self.viewport().mapToGlobal(at))
