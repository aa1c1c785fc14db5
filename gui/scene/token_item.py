"""A token in the scene: a pixmap that lands on the screen pixel for pixel, so that a drag costs a copy."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from gui.scene.crowding import ALONE, Spot
from gui.scene.geometry import CELL, Cell, centre
from gui.scene.token_art import TokenLook, pixmap_offset, token_pixmap
from gui.theme.palette import Tone

Z_TOKEN = 50.0
SMALLEST_HIT = 44.0  # pixels; a small token can still be pressed


class TokenItem(QGraphicsPixmapItem):
    """Shows one `TokenLook`. Its position is the middle of its footprint, in scene units."""

    def __init__(self, key: object = None) -> None:
        super().__init__()
        self.key = key
        self._look: TokenLook | None = None
        self._zoom, self._dpr = 1.0, 1.0
        self._share = 1.0
        self._tone: Tone = "dark"
        self.setZValue(Z_TOKEN)
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setTransformationMode(Qt.TransformationMode.FastTransformation)
        self.setCacheMode(QGraphicsItem.CacheMode.NoCache)

    @property
    def look(self) -> TokenLook | None:
        """What it shows now."""
        return self._look

    def place(self, cell: Cell, spot: Spot = ALONE) -> None:
        """Put the token's top left square at `cell`; among others, smaller at a spot of its own there."""
        size = self._look.size if self._look else 1
        self.setPos(centre(cell, size) + QPointF(spot.dx, spot.dy))
        if spot.share != self._share:
            self._share = spot.share
            self._refresh()

    def set_look(self, look: TokenLook) -> None:
        """Show `look`; nothing happens if it is what is shown already."""
        if look != self._look:
            self._look = look
            self._refresh()

    def set_tone(self, tone: Tone) -> None:
        """Rings and ghosts take the colours for a map of this tone."""
        if tone != self._tone:
            self._tone = tone
            self._refresh()

    def set_zoom(self, zoom: float, dpr: float = 1.0) -> None:
        """Draw at the view's scale: a stretched token is slow and soft."""
        if (zoom, dpr) != (self._zoom, self._dpr):
            self._zoom, self._dpr = zoom, dpr
            self._refresh()

    def _refresh(self) -> None:
        if self._look is None:
            return
        scale = self._zoom * self._share
        self.setPixmap(token_pixmap(self._look, CELL * scale, self._dpr, self._tone))
        self.setScale(1 / self._zoom)
        self.setOffset(pixmap_offset(self._look.size) * scale)

    def shape(self) -> QPainterPath:
        """The squares it stands on, grown to what a finger needs."""
        size = self._look.size if self._look else 1
        side = max(size * CELL * self._zoom, SMALLEST_HIT)
        path = QPainterPath()
        path.addRect(QRectF(-side / 2, -side / 2, side, side))
        return path
