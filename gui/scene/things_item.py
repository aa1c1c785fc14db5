"""What lies on the squares: a small mark for each thing, a glow about what burns. One item for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QRadialGradient
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from engine.views.look import ThingView
from gui.scene.geometry import CELL
from gui.theme.palette import colour

Z_THINGS = 55.0
"""Above tokens, or one that stands there would cover half of the mark."""
MARK = CELL * 0.11
"""Half the width of a mark."""
EDGE = 0.9
"""How far across its square the first mark lies: just outside the disc of a token."""
MOST_SHOWN = 3
"""Marks on one square; more things look like as many."""
_FILL, _LIT, _EDGE = "#E8DCC0", "#FFB454", "#1B1A18"


class ThingsItem(QGraphicsItem):
    """Diamonds along the lower edge of the square, beside the disc of a token that stands there."""

    def __init__(self) -> None:
        super().__init__()
        self._things: tuple[ThingView, ...] = ()
        self._bounds = QRectF()
        self.setZValue(Z_THINGS)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_things(self, things: Sequence[ThingView]) -> None:
        """Show these and no others."""
        if self._things == tuple(things):
            return
        self.prepareGeometryChange()
        self._things = tuple(things)
        self._bounds = QRectF()
        for thing in self._things:
            square = QRectF(thing.cell[0] * CELL, thing.cell[1] * CELL, CELL, CELL)
            self._bounds = self._bounds.united(square.adjusted(-CELL / 2, -CELL / 2, CELL / 2, CELL / 2))
        self.update()

    def boundingRect(self) -> QRectF:
        """Every square with a thing on it, and the glow around."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Glows first, so that none covers a mark."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = list(_places(self._things))
        painter.setPen(Qt.PenStyle.NoPen)
        for thing, spot in places:
            if thing.lit:
                painter.setBrush(_glow(spot))
                painter.drawEllipse(spot, CELL * 0.45, CELL * 0.45)
        painter.setPen(QPen(colour(_EDGE), CELL * 0.03))
        for thing, spot in places:
            painter.setBrush(colour(_LIT if thing.lit else _FILL))
            painter.drawPolygon(_diamond(spot))


def _places(things: Sequence[ThingView]) -> list[tuple[ThingView, QPointF]]:
    """Where each mark goes: from the lower right corner of its square leftwards."""
    count: defaultdict[tuple[int, int], int] = defaultdict(int)
    found = []
    for thing in things:
        number = count[thing.cell]
        count[thing.cell] += 1
        if number < MOST_SHOWN:
            x = (thing.cell[0] + EDGE) * CELL - number * 2.4 * MARK
            found.append((thing, QPointF(x, (thing.cell[1] + EDGE) * CELL)))
    return found


def _diamond(centre: QPointF) -> QPolygonF:
    x, y = centre.x(), centre.y()
    return QPolygonF([QPointF(x, y - MARK), QPointF(x + MARK, y), QPointF(x, y + MARK), QPointF(x - MARK, y)])


def _glow(centre: QPointF) -> QRadialGradient:
    glow = QRadialGradient(centre, CELL * 0.45)
    inner, outer = QColor(_LIT), QColor(_LIT)
    inner.setAlphaF(0.55)
    outer.setAlphaF(0.0)
    glow.setColorAt(0.0, inner)
    glow.setColorAt(1.0, outer)
    return glow
