"""What the painted widgets of the panels share: sizes that follow the text scale, text, tokens, rings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QApplication, QLabel, QLayout, QSizePolicy, QWidget

from gui.scene.token_art import State, TokenLook, token_pixmap
from gui.theme.fonts import BODY, REGULAR, ui_font
from gui.theme.palette import DARK, LIGHT, MAPS, SideKey, Theme, Tone, colour
from gui.theme.swatches import overlay_swatch

DISC_SHARE = 35 / 44
"""How much of a square a token's disc fills."""

_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:ft|m|HP)\b|%)")


def theme_of(widget: QWidget) -> Theme:
    """The theme the widget is dressed in, told by the application's palette.

    A widget's own palette would not do: the style sheet writes a button's colours into it.
    """
    return DARK if QApplication.palette(widget).window().color().lightnessF() < 0.5 else LIGHT


def scaled(pixels: float) -> float:
    """A length given at text scale 1.0, at the scale in force."""
    body = QApplication.font().pixelSize()
    return pixels * body / BODY if body > 0 else pixels


def rounded(pixels: float) -> int:
    """`scaled`, in whole pixels."""
    return round(scaled(pixels))


def font(pixels: float, weight: int = REGULAR) -> QFont:
    """The interface font, its size given at text scale 1.0."""
    return ui_font(scaled(pixels), weight)


def text_width(text: str, used: QFont) -> float:
    """How wide the text is in pixels."""
    return QFontMetricsF(used).horizontalAdvance(text)


def draw_text(
    painter: QPainter,
    box: QRectF,
    text: str,
    used: QFont,
    ink: str,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """One line in the middle of the box's height, with an ellipsis where it is too long."""
    painter.setFont(used)
    painter.setPen(colour(ink))
    shown = QFontMetricsF(used).elidedText(text, Qt.TextElideMode.ElideRight, box.width() + 0.5)
    painter.drawText(
        box, (align | Qt.AlignmentFlag.AlignVCenter).value | Qt.TextFlag.TextDontClip.value, shown
    )


def draw_token(
    painter: QPainter,
    centre: QPointF,
    diameter: float,
    label: str,
    side: SideKey,
    state: State = "normal",
    badges: tuple[str, ...] = (),
) -> None:
    """A token's disc, `diameter` pixels wide, as on the map but without arc."""
    look = TokenLook(label=label, side_key=side, state=state, badges=badges)
    pixmap = token_pixmap(look, diameter / DISC_SHARE, painter.device().devicePixelRatio())
    side_length = pixmap.width() / pixmap.devicePixelRatio()
    painter.drawPixmap(centre - QPointF(side_length, side_length) / 2, pixmap)


def draw_sample(painter: QPainter, box: QRectF, kind: str, tone: Tone, size: float = 0.0) -> None:
    """The sample of an overlay on the floor colour of its map tone, so that it looks as on the map.

    `size` is its scale; as a rule that of the text.
    """
    fill_box(painter, box, 5, MAPS[tone].floor)
    ratio = painter.device().devicePixelRatio()
    swatch = overlay_swatch(kind, tone, size or scaled(1), ratio)
    half = QPointF(swatch.width() / ratio / 2, swatch.height() / ratio / 2)
    painter.drawPixmap(box.center() - half, swatch)


def draw_focus(painter: QPainter, box: QRectF, radius: float, theme: Theme) -> None:
    """The focus ring just inside the box."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(theme.focus), 2.5))
    painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), radius, radius)


def fill_box(painter: QPainter, box: QRectF, radius: float, fill: str, border: str = "") -> None:
    """A rounded box with an optional border of 1 px."""
    painter.setBrush(colour(fill))
    if border:
        painter.setPen(QPen(colour(border), 1))
        box = box.adjusted(0.5, 0.5, -0.5, -0.5)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(box, radius, radius)


def any_width(widget: QWidget, height: QSizePolicy.Policy = QSizePolicy.Policy.Fixed) -> None:
    """Let the surroundings alone decide how wide the widget is; it copes with what it gets."""
    widget.setSizePolicy(QSizePolicy.Policy.Ignored, height)


def unbroken(text: str) -> str:
    """The text with every number kept on one line with its unit: "5 ft", "35 %"."""
    return _BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", text)


def label_of(kind: str, text: str = "", wrap: bool = False) -> QLabel:
    """A label in one of the style sheet's kinds; its text is never read as markup."""
    label = QLabel(text)
    label.setProperty("kind", kind)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    return label


def dress(label: QLabel, kind: str) -> None:
    """Put a label into another of the style sheet's kinds."""
    if label.property("kind") != kind:
        label.setProperty("kind", kind)
        label.style().polish(label)


def fill_layout(layout: QLayout, widgets: Iterable[QWidget], margins: tuple[int, int, int, int]) -> None:
    """Put the widgets into the layout one after another; `margins` are left, top, right, bottom."""
    layout.setContentsMargins(*margins)
    for widget in widgets:
        layout.addWidget(widget)


def clear_layout(layout: QLayout) -> None:
    """Take everything out of a layout and let it go."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
