"""Small samples of the overlays, for the legend: the same shape and colour as on the map."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from gui.theme.fonts import HEAVY, ui_font
from gui.theme.icons import round_pen
from gui.theme.palette import OVERLAYS, SIDES, OverlayColours, SideKey, Tone, colour
from gui.theme.path_text import path_of
from gui.theme.shapes import SHAPE_OF_SIDE, burst_path, token_outline

WIDTH, HEIGHT = 22, 20  # pixels at text scale 1.0

KINDS = (
    "reach",
    "double",
    "threat",
    "weapon",
    "area",
    "aoo",
    "charge",
    "withdraw",
    "path",
    "brace",
    "no_shot",
)


@lru_cache(maxsize=128)
def overlay_swatch(kind: str, tone: Tone, scale: float = 1.0, dpr: float = 1.0) -> QPixmap:
    """The sample for one of `KINDS`, 22 x 20 pixels times `scale`. Raises KeyError for another word."""
    paint = _PAINTERS[kind]
    pixmap = QPixmap(round(WIDTH * scale * dpr), round(HEIGHT * scale * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    paint(painter, OVERLAYS[tone])
    painter.end()
    return pixmap


@lru_cache(maxsize=64)
def side_swatch(side: SideKey, ink: str, size: int = 16, dpr: float = 1.0) -> QPixmap:
    """The mark of a side, `size` pixels square, with a rim in `ink` ("#RRGGBB")."""
    pixmap = QPixmap(round(size * dpr), round(size * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 44, size / 44)
    painter.setPen(round_pen(ink, 3.5))
    painter.setBrush(colour(SIDES[side].band))
    painter.drawPath(token_outline(SHAPE_OF_SIDE[side], QPointF(22, 22), 17))
    painter.end()
    return pixmap


def _reach(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(QPen(colour(colours.reach), 2.6))
    painter.setBrush(colour(colours.reach, 0.25))
    painter.drawRoundedRect(QRectF(2, 3, 18, 14), 3, 3)


def _double(painter: QPainter, colours: OverlayColours) -> None:
    pen = QPen(colour(colours.double), 2.4)
    pen.setDashPattern([5 / 2.4, 3 / 2.4])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawRoundedRect(QRectF(2, 3, 18, 14), 3, 3)


def _threat(painter: QPainter, colours: OverlayColours) -> None:
    painter.save()
    painter.setClipRect(QRectF(2, 3, 18, 14))
    painter.setPen(QPen(colour(colours.threat), 3))
    for line in ("M -2 14 L 10 0", "M 4 20 L 20 2", "M 12 22 L 26 6"):
        painter.drawPath(path_of(line))
    painter.restore()
    painter.setPen(QPen(colour(colours.threat), 1.6))
    painter.drawRoundedRect(QRectF(2, 3, 18, 14), 2, 2)


def _weapon(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(QPen(colour(colours.weapon), 2.6, c=Qt.PenCapStyle.FlatCap))
    painter.drawPath(path_of("M 3 8 L 3 4 7 4 M 15 4 L 19 4 19 8 M 19 13 L 19 17 15 17 M 7 17 L 3 17 3 13"))


def _area(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(QPen(colour(colours.neutral), 2.4))
    painter.setBrush(colour(colours.neutral, 0.16))
    painter.drawRect(QRectF(2, 3, 18, 14))


def _aoo(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(colours.aoo))
    painter.drawPath(burst_path(QPointF(11, 10), 9))
    painter.setPen(colour(colours.aoo_ink))
    painter.setFont(ui_font(11, HEAVY))
    painter.drawText(QRectF(2, 1, 18, 18), Qt.AlignmentFlag.AlignCenter, "!")


def _charge(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(QPen(colour(colours.charge), 10, c=Qt.PenCapStyle.FlatCap))
    painter.drawPath(path_of("M 1 10 L 21 10"))
    painter.setPen(round_pen(colours.ink, 2))
    painter.drawPath(path_of("M 5 6.5 L 9 10 5 13.5 M 13 6.5 L 17 10 13 13.5"))


def _withdraw(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(colours.withdraw))
    for x in (4, 11, 18):
        painter.drawEllipse(QPointF(x, 10), 3, 3)


def _path(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(round_pen(colours.neutral, 3))
    painter.drawPath(path_of("M 2 14 L 11 6 20 10"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(colours.neutral))
    painter.drawPath(path_of("M 11 1.8 L 15.2 6 11 10.2 6.8 6 Z"))


def _brace(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(QPen(colour(colours.aoo), 2.4, j=Qt.PenJoinStyle.MiterJoin))
    painter.setBrush(colour(colours.casing))
    painter.drawPath(path_of("M 11 3 L 19.5 16.5 2.5 16.5 Z"))


def _no_shot(painter: QPainter, colours: OverlayColours) -> None:
    painter.setPen(QPen(colour(colours.neutral), 2.4))
    painter.drawEllipse(QPointF(11, 10), 8, 8)
    painter.drawPath(path_of("M 7 6 L 15 14 M 15 6 L 7 14"))


_PAINTERS = {
    "reach": _reach,
    "double": _double,
    "threat": _threat,
    "weapon": _weapon,
    "area": _area,
    "aoo": _aoo,
    "charge": _charge,
    "withdraw": _withdraw,
    "path": _path,
    "brace": _brace,
    "no_shot": _no_shot,
}
