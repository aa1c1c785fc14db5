"""Small pictures that overlays stamp on the map: counts, bursts, pills, chips, patterns.

Each is drawn once for its text, colours and size, then only copied. `factor` is `stroke_factor(zoom)`;
sizes are pixels at factor 1.
"""

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPixmap

from gui.theme.fonts import BOLD, HEAVY, SEMIBOLD, ui_font
from gui.theme.icons import paint_icon, round_pen
from gui.theme.palette import MAPS, OVERLAYS, OverlayColours, Tone, colour
from gui.theme.path_text import path_of
from gui.theme.shapes import burst_path

ChipStyle = Literal["plain", "strong", "dark"]
PillIcon = Literal["burst", "spike"]
Lean = Literal["right", "left"]

CENTRED = Qt.AlignmentFlag.AlignCenter


def _canvas(
    width: float, height: float, factor: float, dpr: float, paint: Callable[[QPainter], None]
) -> QPixmap:
    """A clear pixmap of `width` x `height` at factor 1, painted with its top left at the origin."""
    pixmap = QPixmap(max(1, round(width * factor * dpr)), max(1, round(height * factor * dpr)))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(factor, factor)
    paint(painter)
    painter.end()
    return pixmap


@lru_cache(maxsize=2048)
def text_width(text: str, pixels: float, weight: int) -> float:
    """How wide `text` runs in the interface font."""
    return QFontMetricsF(ui_font(pixels, weight)).horizontalAdvance(text)


@lru_cache(maxsize=256)
def count_tag(count: int, tone: Tone, factor: float, dpr: float) -> QPixmap:
    """The number of creatures that threaten a square."""
    colours = OVERLAYS[tone]

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(colour(colours.casing), 1.2))
        painter.setBrush(colour(colours.threat))
        painter.drawRoundedRect(QRectF(1, 1, 15, 15), 3, 3)
        painter.setPen(colour(colours.ink))
        painter.setFont(ui_font(11.5 if count < 10 else 9.5, HEAVY))
        painter.drawText(QRectF(0, 0, 17, 17), CENTRED, str(count))

    return _canvas(17, 17, factor, dpr, paint)


@lru_cache(maxsize=256)
def burst(text: str, tone: Tone, factor: float, dpr: float) -> QPixmap:
    """The mark of an attack of opportunity on a square, `text` inside."""
    colours = OVERLAYS[tone]

    def paint(painter: QPainter) -> None:
        painter.setPen(round_pen(colours.casing, 2))
        painter.setBrush(colour(colours.aoo))
        painter.drawPath(burst_path(QPointF(16, 16), 14))
        painter.setPen(colour(colours.aoo_ink))
        painter.setFont(ui_font(15 if len(text) < 2 else 12, HEAVY))
        painter.drawText(QRectF(0, 0, 32, 32), CENTRED, text)

    return _canvas(32, 32, factor, dpr, paint)


@lru_cache(maxsize=512)
def pill(text: str, icon: PillIcon, hollow: bool, tone: Tone, factor: float, dpr: float) -> QPixmap:
    """A rounded label of an attack: who and how likely. Hollow: not rolled yet while another is."""
    colours = OVERLAYS[tone]
    width = text_width(text, 13.5, HEAVY) + 41
    fill, edge = (colours.casing, colours.aoo) if hollow else (colours.aoo, colours.casing)
    ink = colours.neutral if hollow else colours.aoo_ink

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(colour(edge), 2.4))
        painter.setBrush(colour(fill))
        painter.drawRoundedRect(QRectF(1.5, 1.5, width, 28), 14, 14)
        spot = QPointF(15.5, 15.5)
        if icon == "spike":
            paint_icon(painter, "spike", spot + QPointF(1, 0.5), 15, edge)
        else:
            painter.setPen(round_pen(edge, 1.4))
            painter.setBrush(colour(colours.casing))
            painter.drawPath(burst_path(spot, 10))
            painter.setPen(colour(colours.aoo if hollow else colours.neutral))
            painter.setFont(ui_font(12, HEAVY))
            painter.drawText(QRectF(spot.x() - 10, spot.y() - 10, 20, 20), CENTRED, "!")
        painter.setPen(colour(ink))
        painter.setFont(ui_font(13.5, HEAVY))
        painter.drawText(QRectF(30, 1, width - 30, 29), Qt.AlignmentFlag.AlignVCenter, text)

    return _canvas(width + 3, 31, factor, dpr, paint)


@lru_cache(maxsize=512)
def chip(text: str, style: ChipStyle, tone: Tone, factor: float, dpr: float) -> QPixmap:
    """A small label: feet beside an enemy, a note, a health word. Strong is the one that counts."""
    colours = OVERLAYS[tone]
    size, weight = _chip_font(style)
    width, height = (side - 2 for side in chip_size(text, style))
    fill, ink, alpha = {
        "plain": (colours.casing, colours.neutral, 1.0),
        "strong": (colours.neutral, colours.casing, 1.0),
        "dark": ("#0B0D10", "#FFFFFF", 0.88),
    }[style]

    def paint(painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen if style == "dark" else QPen(colour(colours.neutral), 1))
        painter.setBrush(colour(fill, alpha))
        painter.drawRoundedRect(QRectF(1, 1, width, height), height / 2, height / 2)
        painter.setPen(colour(ink))
        painter.setFont(ui_font(size, weight))
        painter.drawText(QRectF(1, 1, width, height), CENTRED, text)

    return _canvas(width + 2, height + 2, factor, dpr, paint)


def chip_size(text: str, style: ChipStyle) -> tuple[float, float]:
    """Width and height of a chip in pixels at factor 1."""
    dark = style == "dark"
    return text_width(text, *_chip_font(style)) + (22 if dark else 20), 27.0 if dark else 23.0


def _chip_font(style: ChipStyle) -> tuple[float, int]:
    return (17.0, SEMIBOLD) if style == "dark" else (12.0, BOLD)


@lru_cache(maxsize=64)
def bead(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """One bead of a safe route."""
    colours = OVERLAYS[tone]

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(colour(colours.casing), 2))
        painter.setBrush(colour(colours.withdraw))
        painter.drawEllipse(QPointF(6.5, 6.5), 4.5, 4.5)

    return _canvas(13, 13, factor, dpr, paint)


@lru_cache(maxsize=64)
def strike_dot(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """One dot of an attacker's line."""

    def paint(painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(OVERLAYS[tone].aoo))
        painter.drawEllipse(QPointF(2.5, 2.5), 1.7, 1.7)

    return _canvas(5, 5, factor, dpr, paint)


@lru_cache(maxsize=64)
def shield(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """The safe first step of a withdrawal."""
    colours = OVERLAYS[tone]

    def paint(painter: QPainter) -> None:
        painter.translate(14, 14)
        painter.setPen(QPen(colour(colours.casing), 2.6))
        painter.setBrush(colour(colours.withdraw))
        painter.drawPath(path_of("M 0 -12 L 10 -8 10 0 C 10 8 4 12 0 13 C -4 12 -10 8 -10 0 L -10 -8 Z"))
        painter.setPen(round_pen(colours.ink, 2.6))
        painter.drawPath(path_of("M -5 0 L -1 4.2 5.5 -3.3"))

    return _canvas(28, 28, factor, dpr, paint)


@lru_cache(maxsize=64)
def tick_disc(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """A better square to end on."""
    colours = OVERLAYS[tone]

    def paint(painter: QPainter) -> None:
        painter.translate(19, 19)
        painter.setPen(QPen(colour(colours.withdraw), 3))
        painter.setBrush(colour(colours.casing))
        painter.drawEllipse(QPointF(0, 0), 17, 17)
        painter.setPen(round_pen(colours.withdraw, 3.4))
        painter.drawPath(path_of("M -7 0 L -2 5.5 7 -5.5"))

    return _canvas(38, 38, factor, dpr, paint)


@lru_cache(maxsize=64)
def crossed_disc(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """No shot."""
    colours = OVERLAYS[tone]

    def paint(painter: QPainter) -> None:
        painter.translate(18, 18)
        painter.setPen(round_pen(colours.neutral, 3.4))
        painter.setBrush(colour(colours.casing))
        painter.drawEllipse(QPointF(0, 0), 15, 15)
        painter.drawPath(path_of("M -7 -7 L 7 7 M 7 -7 L -7 7"))

    return _canvas(36, 36, factor, dpr, paint)


@lru_cache(maxsize=64)
def dot_tile(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """The dot field of a double move."""
    colours: OverlayColours = OVERLAYS[tone]
    pitch = round(11 * factor)

    def paint(painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(colours.double, 0.44))
        painter.drawEllipse(QPointF(3 * factor, 3 * factor), 1.5 * factor, 1.5 * factor)

    return _canvas(pitch, pitch, 1.0, dpr, paint)


@lru_cache(maxsize=64)
def hatch_tile(many: bool, lean: Lean, tone: Tone, factor: float, dpr: float) -> QPixmap:
    """45 degree hatching: wide for one who threatens, close for two or more."""
    pitch, width, alpha = (6.5, 2.6, 0.95) if many else (11.0, 2.2, 0.85)
    alpha *= 0.42 if tone == "dark" else 0.5
    side = max(4, round(pitch * sqrt(2) * factor))  # whole pixels, else the tiles would not join

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(colour(OVERLAYS[tone].threat, alpha), width * factor, c=Qt.PenCapStyle.FlatCap))
        for shift in (-side, 0, side):
            low, high = (
                (shift + 2 * side, shift - side) if lean == "right" else (shift - side, shift + 2 * side)
            )
            painter.drawLine(QPointF(-side, low), QPointF(2 * side, high))

    return _canvas(side, side, 1.0, dpr, paint)


@lru_cache(maxsize=64)
def spike_tile(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """The open triangles of braced reach."""
    pitch = max(6, round(14 * factor))

    def paint(painter: QPainter) -> None:
        painter.scale(pitch / 14, pitch / 14)
        painter.setPen(QPen(colour(OVERLAYS[tone].aoo, 0.75), 1.5))
        painter.drawPath(path_of("M 7 3 L 11 11 3 11 Z"))

    return _canvas(pitch, pitch, 1.0, dpr, paint)


@lru_cache(maxsize=64)
def difficult_mark(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """Two small triangles for the lower right of a square."""
    ink = colour(MAPS[tone].mark, MAPS[tone].mark_alpha)

    def paint(painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPath(path_of("M 8.4 6.5 L 11.6 1 14.8 6.5 Z M 1 6.5 L 4.2 1 7.4 6.5 Z"))

    return _canvas(16, 8, factor, dpr, paint)


@lru_cache(maxsize=64)
def impassable_mark(tone: Tone, factor: float, dpr: float) -> QPixmap:
    """A small crossed square for the lower right of a square nobody can enter."""
    ink = colour(MAPS[tone].mark, min(1.0, MAPS[tone].mark_alpha * 1.6))

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(ink, 1.6))
        painter.drawPath(path_of("M 2 2 L 14 2 14 14 2 14 Z M 2 2 L 14 14 M 14 2 L 2 14"))

    return _canvas(16, 16, factor, dpr, paint)
