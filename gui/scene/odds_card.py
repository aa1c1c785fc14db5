"""The preview card: what a move or charge risks in three numbers, and the safer way if there is one."""

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from gui.scene.sprites import text_width
from gui.theme.fonts import BOLD, KICKER, LABEL, MEDIUM, NUMBER, SEMIBOLD, ui_font
from gui.theme.icons import key_cap_width, paint_key_cap
from gui.theme.palette import DARK, Theme, Tone, colour
from gui.theme.swatches import WIDTH as SWATCH_WIDTH
from gui.theme.swatches import overlay_swatch

Z_CARD = 70.0
SHADOW = 26.0  # room for the shadow on each side
PAD_X, PAD_Y = 14.0, 12.0
GAP = 18.0  # between the numbers
NARROWEST, WIDEST_OFFER = 230.0, 350.0
STEP = 12  # a card is a multiple of it wide
LEFT = (Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter).value
WRAPPED = LEFT | Qt.TextFlag.TextWordWrap.value
RIGHT = (Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter).value


class Number(NamedTuple):
    """One of the three numbers: "49 %", "drops (8 HP)"; `bad` makes it red. A dash while it is computed."""

    value: str
    meaning: str
    bad: bool = False


class Offer(NamedTuple):
    """A safer choice and the key that takes it."""

    text: str
    key: str
    kind: str = "withdraw"  # the legend sample before it


class OddsCard(NamedTuple):
    """All that the card says."""

    title: str
    feet: str
    numbers: tuple[Number, ...]
    offer: Offer | None = None


class OddsCardItem(QGraphicsPixmapItem):
    """The card on the map. It keeps its size whatever the zoom; its position is its top left corner."""

    def __init__(self) -> None:
        super().__init__()
        self._card: OddsCard | None = None
        self._theme, self._tone = DARK, "dark"
        self._text_scale = self._scale = self._dpr = 1.0
        self.setZValue(Z_CARD)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setVisible(False)

    def set_data(self, card: OddsCard | None) -> None:
        """Show the card; None hides it."""
        if card != self._card:
            self._card = card
            self._refresh()

    def keep_within(self, width: float) -> None:
        """Let large text shrink, down to ordinary text at most, to keep within these pixels."""
        if self._card is None:
            return
        scale = max(1.0, min(self._text_scale, width / _size(self._card).width()))
        if scale != self._scale:
            self._scale = scale
            self._refresh()

    def set_style(self, theme: Theme, tone: Tone, text_scale: float = 1.0, dpr: float = 1.0) -> None:
        """Colours of the window's theme; samples for the map's tone."""
        if (theme, tone, text_scale, dpr) != (self._theme, self._tone, self._text_scale, self._dpr):
            self._theme, self._tone, self._dpr = theme, tone, dpr
            self._text_scale = self._scale = text_scale
            self._refresh()

    def card_size(self) -> QSizeF:
        """The card without its shadow, in pixels of the view; empty when hidden."""
        return QSizeF(0, 0) if self._card is None else _size(self._card) * self._scale

    def _refresh(self) -> None:
        self.setVisible(self._card is not None)
        if self._card is None:
            return
        tone: Tone = "dark" if self._tone == "dark" else "light"
        self.setPixmap(card_pixmap(self._card, self._theme, tone, self._scale, self._dpr))
        self.setOffset(QPointF(-SHADOW, -SHADOW) * self._scale)


def _column(number: Number) -> float:
    return max(text_width(number.value, NUMBER, BOLD), text_width(number.meaning, KICKER, MEDIUM))


def _size(card: OddsCard) -> QSizeF:
    """At text scale 1: wide enough for title and numbers; a long offer is wrapped."""
    title = text_width(card.title, 14, SEMIBOLD) + 24 + text_width(card.feet, 14, MEDIUM)
    numbers = sum(_column(number) for number in card.numbers) + GAP * max(0, len(card.numbers) - 1)
    inner = max(NARROWEST, title, numbers)
    if card.offer:
        inner = max(
            inner, min(WIDEST_OFFER, _offer_frame(card.offer) + text_width(card.offer.text, 13.5, MEDIUM))
        )
    height = 2 * PAD_Y + 28 + (46 if card.numbers else 0) - (0 if card.numbers or card.offer else 8)
    if card.offer:
        height += 22 + _offer_height(card.offer, inner)
    # Whole steps, so that a number's width does not make the card twitch while the pointer moves.
    return QSizeF(ceil((inner + 2 * PAD_X) / STEP) * STEP, ceil(height))


def _offer_frame(offer: Offer) -> float:
    """What stands beside the offer's text: the sample and the key."""
    return SWATCH_WIDTH + 9 + 26 + key_cap_width(offer.key, LABEL)


@lru_cache(maxsize=128)
def _offer_height(offer: Offer, inner: float) -> float:
    room = QRectF(0, 0, inner - _offer_frame(offer) + 2, 200)
    wrapped = QFontMetricsF(ui_font(13.5, MEDIUM)).boundingRect(room, WRAPPED, offer.text)
    return max(20.0, wrapped.height())


def card_pixmap(card: OddsCard, theme: Theme, tone: Tone, text_scale: float, dpr: float) -> QPixmap:
    """The card with its shadow, `SHADOW` wider on each side."""
    size = _size(card)
    pixmap = QPixmap(_board(size.width(), size.height(), theme, text_scale, dpr))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(text_scale, text_scale)
    painter.translate(SHADOW, SHADOW)
    _paint_lines(painter, card, theme, tone, size, dpr * text_scale)
    painter.end()
    return pixmap


@lru_cache(maxsize=32)
def _board(width: float, height: float, theme: Theme, text_scale: float, dpr: float) -> QPixmap:
    """An empty card. Remembered, since its soft shadow costs more than all its texts."""
    outer = QSizeF(width + 2 * SHADOW, height + 2 * SHADOW) * text_scale
    pixmap = QPixmap(round(outer.width() * dpr), round(outer.height() * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(text_scale, text_scale)
    painter.translate(SHADOW, SHADOW)
    board = QRectF(0, 0, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    for spread in range(14, 0, -2):
        painter.setBrush(colour("#000000", 0.030))
        soft = board.adjusted(-spread, 8 - spread, spread, 8 + spread)
        painter.drawRoundedRect(soft, 12 + spread, 12 + spread)
    painter.setPen(QPen(colour(theme.line2), 1))
    painter.setBrush(colour(theme.panel))
    painter.drawRoundedRect(board.adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
    painter.end()
    return pixmap


def _paint_lines(
    painter: QPainter, card: OddsCard, theme: Theme, tone: Tone, size: QSizeF, sharpness: float
) -> None:
    right, top = size.width() - PAD_X, PAD_Y
    line = QRectF(PAD_X, top, right - PAD_X, 20)
    _text(painter, line, card.title, theme.text, 14, SEMIBOLD)
    _text(painter, line, card.feet, theme.text2, 14, MEDIUM, RIGHT)
    top += 28
    left = PAD_X
    for number in card.numbers:
        width = _column(number)
        ink = theme.bad if number.bad else theme.text
        _text(painter, QRectF(left, top, width + 4, 28), number.value, ink, NUMBER, BOLD)
        _text(painter, QRectF(left, top + 27, width + 4, 18), number.meaning, theme.text2, KICKER, MEDIUM)
        left += width + GAP
    if card.offer is None:
        return
    height = _offer_height(card.offer, right - PAD_X)
    top = size.height() - PAD_Y - height - 10
    painter.setPen(QPen(colour(theme.line), 1))
    painter.drawLine(QPointF(PAD_X, top), QPointF(right, top))
    middle = top + 11 + height / 2
    painter.drawPixmap(QPointF(PAD_X, middle - 10), overlay_swatch(card.offer.kind, tone, 1.0, sharpness))
    room = right - PAD_X - _offer_frame(card.offer) + 2
    text = QRectF(PAD_X + SWATCH_WIDTH + 9, middle - height / 2, room, height)
    _text(painter, text, card.offer.text, theme.text, 13.5, MEDIUM, WRAPPED)
    paint_key_cap(painter, right, middle, card.offer.key, theme.text2, LABEL)


def _text(
    painter: QPainter,
    box: QRectF,
    text: str,
    ink: str,
    pixels: float,
    weight: int,
    flags: int = LEFT,
) -> None:
    painter.setPen(colour(ink))
    painter.setFont(ui_font(pixels, weight))
    painter.drawText(box, flags, text)
