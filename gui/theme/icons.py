"""Icons drawn by ourselves: no icon font, no picture files, right at every size.

Every icon lives in a box from -10 to 10 with y down. A filled icon is one shape; a line icon is drawn
with a round pen of the given width.
"""

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QPainter, QPen, QPixmap

from gui.theme.fonts import SEMIBOLD, SMALL, ui_font
from gui.theme.palette import DARK, colour
from gui.theme.path_text import path_of


@dataclass(frozen=True, slots=True)
class Icon:
    """`text` is a path for `parse_path`; `pen` 0 means filled, else the line's width."""

    text: str
    pen: float = 0.0


ICONS: dict[str, Icon] = {
    # badges and marks on the map
    "shield": Icon("M 0 -9 L 7.5 -6 7.5 0 C 7.5 6 3 9 0 10 C -3 9 -7.5 6 -7.5 0 L -7.5 -6 Z"),
    "spike": Icon("M -9 7.5 L 0 -9 9 7.5 Z"),
    "star": Icon("M 0 -10 L 2.6 -2.6 10 0 2.6 2.6 0 10 -2.6 2.6 -10 0 -2.6 -2.6 Z"),
    "grapple": Icon("O -3.5 0 5 O 3.5 0 5", 2.4),
    "pinned": Icon("O -3.5 -2.5 4.5 O 3.5 -2.5 4.5 M -8 7.5 L 8 7.5", 2.4),
    "swords": Icon("M -8 -8 L 6.5 6.5 M 8 -8 L -6.5 6.5 M 1.5 8 L 8 1.5 M -1.5 8 L -8 1.5", 2.6),
    "prone": Icon("O -6.5 1.5 2.6 M -2.5 5 L 9 5 M -2.5 5 L 3 1.5 9 5", 2.4),
    "hidden": Icon("M -9 0 Q 0 -9 9 0 M -9 0 Q 0 9 9 0 M -8 8 L 8 -8", 2.2),
    "asleep": Icon("M -5 -6 L 5 -6 -5 6 5 6", 2.6),
    "afraid": Icon("M 0 -8 L 0 2 M 0 7 L 0 7.2", 3.4),
    "blind": Icon("M -9 -3 Q 0 6 9 -3 M -5 2.5 L -7 7 M 0 3.5 L 0 8 M 5 2.5 L 7 7", 2.2),
    "web": Icon(
        "M 0 -9 L 0 9 M -8 -4.5 L 8 4.5 M -8 4.5 L 8 -4.5 M 0 -5 L 4.4 -2.5 4.4 2.5 0 5 -4.4 2.5 -4.4 -2.5 Z",
        1.8,
    ),
    "heart": Icon("M 0 8 C -9 1 -9 -7 -4 -7 C -1.5 -7 0 -5 0 -3.5 C 0 -5 1.5 -7 4 -7 C 9 -7 9 1 0 8 Z"),
    "swirl": Icon("M 1 1 C -2 3 -4 -1 -1 -3 C 3 -6 8 -1 5 4 C 1 10 -9 7 -8 -2", 2.2),
    "mute": Icon("R -3 -9 6 10 3 M -7 -1 C -7 7 7 7 7 -1 M 0 5 L 0 9 M -8 8 L 8 -8", 1.8),
    "fire": Icon(
        "M 0 -10 C 6 -4 7.5 0 7.5 3.5 C 7.5 8 3.5 10 0 10 C -3.5 10 -7.5 8 -7.5 3.5 "
        "C -7.5 0 -5 -1.5 -4.5 -4.5 C -2.5 -3 -2 -1.5 -1.5 0 C 0 -3 0.5 -6.5 0 -10 Z"
    ),
    "drop": Icon(
        "M 0 -10 C 4 -4 7 -0.5 7 3.5 C 7 7.5 4 10 0 10 C -4 10 -7 7.5 -7 3.5 C -7 -0.5 -4 -4 0 -10 Z"
    ),
    "flag": Icon("M -6 9.5 L -6 -9 8 -9 8 1 -6 1", 2.4),
    "away": Icon("M -9 0 L 8 0 M 2 -6 L 8 0 2 6", 2.4),
    "moon": Icon("M 3 -9 C -4 -8 -8 -3 -7 2.5 C -6 8 1 9.5 7 6.5 C 1 5.5 -3 -2 3 -9 Z"),
    "target": Icon("O 0 0 8.5 O 0 0 2.5", 2.2),
    "dot": Icon("O 0 0 4"),
    "cross": Icon("M -7 -7 L 7 7 M 7 -7 L -7 7", 3.0),
    "check": Icon("M -8 0.5 L -2.5 6.5 8 -6", 3.0),
    # windows
    "left": Icon("M 3.5 -7 L -3.5 0 3.5 7", 2.2),
    "right": Icon("M -3.5 -7 L 3.5 0 -3.5 7", 2.2),
    "up": Icon("M -7 3.5 L 0 -3.5 7 3.5", 2.2),
    "down": Icon("M -7 -3.5 L 0 3.5 7 -3.5", 2.2),
    "eye": Icon("M -9.5 0 Q 0 -10.5 9.5 0 Q 0 10.5 -9.5 0 Z O 0 0 2.8", 1.9),
    "dice": Icon("R -8.5 -8.5 17 17 4 O -4 -4 1.7 O 4 4 1.7 O 0 0 1.7 O 4 -4 1.7 O -4 4 1.7"),
    "undo": Icon("M -3 -8 L -8 -3.5 -3 1 M -8 -3.5 L 3 -3.5 C 10.5 -3.5 10.5 7 3 7 L -3 7", 2.0),
    "redo": Icon("M 3 -8 L 8 -3.5 3 1 M 8 -3.5 L -3 -3.5 C -10.5 -3.5 -10.5 7 -3 7 L 3 7", 2.0),
    "search": Icon("O -2 -2 5.5 M 2.2 2.2 L 8 8", 2.2),
    "plus": Icon("M 0 -7 L 0 7 M -7 0 L 7 0", 2.4),
    "minus": Icon("M -7 0 L 7 0", 2.4),
    "fit": Icon("M -8 -3 L -8 -8 -3 -8 M 3 -8 L 8 -8 8 -3 M 8 3 L 8 8 3 8 M -3 8 L -8 8 -8 3", 2.0),
    "screen": Icon("R -9 -7 18 12 2 M -4 8.5 L 4 8.5", 2.0),
    "curtain": Icon("M -9 -8 L 9 -8 M -8 -8 L -8 8 M -3 -8 Q -3 2 -8 6 M 8 -8 L 8 8 M 3 -8 Q 3 2 8 6", 1.8),
    # brushes
    "wall": Icon("M -8 8 L -3 -7 3 6 8 -8", 2.0),
    "door": Icon("M -5.5 9 L -5.5 -8 5.5 -8 5.5 9 M -8.5 9 L 8.5 9 M 2.3 1 L 2.4 1", 2.0),
    "difficult": Icon("M -9 7 L -4 -2 0 4 4 -4 9 7 Z", 2.0),
    "impassable": Icon(
        "M -8 -1.5 Q -4 -7.5 0 -1.5 Q 4 4.5 8 -1.5 M -8 4.5 Q -4 -1.5 0 4.5 Q 4 10.5 8 4.5", 2.0
    ),
    "sun": Icon(
        "O 0 0 4 M 0 -9 L 0 -7 M 0 7 L 0 9 M -9 0 L -7 0 M 7 0 L 9 0 "
        "M -6.2 -6.2 L -4.9 -4.9 M 4.9 4.9 L 6.2 6.2 M 6.2 -6.2 L 4.9 -4.9 M -4.9 4.9 L -6.2 6.2",
        2.0,
    ),
    "fog": Icon("M -9 -4 L 5 -4 M -5 0 L 9 0 M -9 4 L 5 4", 2.2),
    "eraser": Icon("M -2 8 L -8.5 1.5 1.5 -8.5 8.5 -1.5 -1 8 Z M -4.5 -2.5 L 3.5 5.5 M -2 8 L 8.5 8", 1.8),
    "lock": Icon("R -6.5 -1 13 9.5 2 M -4 -1 L -4 -4.5 C -4 -9.5 4 -9.5 4 -4.5 L 4 -1", 2.0),
}

# What a token's badge words look like; a word not listed gets a dot, never nothing.
BADGES: dict[str, str] = {
    "brace": "spike",
    "spell": "star",
    "defence": "shield",
    "grappled": "grapple",
    "pinned": "pinned",
    "prone": "prone",
    "hidden": "hidden",
    "asleep": "asleep",
    "afraid": "afraid",
    "surrendered": "flag",
    "turned": "away",
    "surprised": "afraid",
    "blind": "blind",
    "on_fire": "fire",
    "held": "lock",
    "paralysed": "lock",
    "webbed": "web",
    "charmed": "heart",
    "confused": "swirl",
    "silenced": "mute",
    "helpless": "cross",
    "stunned": "lock",
    "low_hp": "drop",
    "bleeding": "drop",
    "unlit": "moon",
    "concentrating": "target",
}


def paint_icon(painter: QPainter, name: str, centre: QPointF, size: float, ink: str) -> None:
    """Draw icon `name` so that its box is `size` pixels wide about `centre`. Raises KeyError if unknown."""
    icon = ICONS[name]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    painter.scale(size / 20, size / 20)
    if icon.pen:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(round_pen(ink, icon.pen))
    else:
        painter.setBrush(colour(ink))
        painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPath(path_of(icon.text))
    painter.restore()


def round_pen(ink: str, width: float) -> QPen:
    """A solid pen with round ends and corners."""
    return QPen(colour(ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def icon(name: str, ink: str, disabled_ink: str | None = None) -> QIcon:
    """A QIcon of `name` for buttons and menus, in `ink` ("#RRGGBB"). Raises KeyError if unknown."""
    made = QIcon()
    for side in (16, 20, 24, 32, 48):
        made.addPixmap(_icon_pixmap(name, ink, side))
        if disabled_ink:
            made.addPixmap(_icon_pixmap(name, disabled_ink, side), QIcon.Mode.Disabled)
    return made


def _icon_pixmap(name: str, ink: str, side: int) -> QPixmap:
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_icon(painter, name, QPointF(side / 2, side / 2), side * 0.9, ink)
    painter.end()
    return pixmap


def paint_app_mark(painter: QPainter, box: QRectF, ink: str, dot: str) -> None:
    """The program's mark, a squared target, filling `box` (a square)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / 26, box.height() / 26)
    painter.setPen(QPen(colour(ink), 2))
    painter.drawPath(path_of("R 1.5 1.5 23 23 5 M 1.5 13 L 6.5 13 M 24.5 13 L 19.5 13"))
    painter.drawPath(path_of("M 13 1.5 L 13 6.5 M 13 24.5 L 13 19.5"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(dot))
    painter.drawEllipse(QPointF(13, 13), 4.2, 4.2)
    painter.restore()


def app_icon() -> QIcon:
    """The program's icon: the mark on a dark tile, so that it shows on any task bar."""
    made = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        pixmap = QPixmap(side, side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(DARK.panel))
        painter.drawRoundedRect(QRectF(0, 0, side, side), side * 0.2, side * 0.2)
        margin = side * 0.1
        mark = QRectF(margin, margin, side - 2 * margin, side - 2 * margin)
        paint_app_mark(painter, mark, DARK.text, DARK.accent)
        painter.end()
        made.addPixmap(pixmap)
    return made


@lru_cache(maxsize=512)
def key_cap_width(text: str, pixels: float = SMALL) -> float:
    """How wide `paint_key_cap` draws `text`, in pixels."""
    return max(pixels * 1.85, QFontMetricsF(ui_font(pixels, SEMIBOLD)).horizontalAdvance(text) + pixels * 1.2)


def paint_key_cap(
    painter: QPainter, right: float, middle: float, text: str, ink: str, pixels: float = SMALL
) -> float:
    """Draw a key cap whose right edge is at `right` and whose centre is at `middle`; return its width."""
    width, height = key_cap_width(text, pixels), pixels * 1.75
    box = QRectF(right - width + 0.5, middle - height / 2 + 0.5, width - 1, height - 1)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour(ink, 0.85), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, pixels * 0.4, pixels * 0.4)
    painter.setPen(colour(ink))
    painter.setFont(ui_font(pixels, SEMIBOLD))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
    return width
