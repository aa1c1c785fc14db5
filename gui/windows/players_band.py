"""What the players read: the band below their map, and the curtain over everything."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.model.offers import Progress, Slot, SlotState
from engine.views.look import View
from gui.theme.fonts import BOLD, MEDIUM, SEMIBOLD, ui_font
from gui.theme.palette import DARK, colour
from gui.theme.swatches import side_swatch

BAND = 150
"""Its height in a window that is large enough; all else in it is measured against this."""
LARGE = (1400, 900)
SMALLEST_SHARE = 0.66
MOST_FOR_TABS = 0.45
"""Share of the band's width; the rest says whose step it is."""
NARROW = 1400
"""Below this width the steps leave the whole second line to its words."""
MOST_NEWS = 2
"""Sentences that are read in passing; of more, the number is told."""
BEFORE = "Before the fight"
"""What stands there while no round is under way. The encounter's title may tell what is to come."""
BETWEEN = "   \u00b7   "


class PlayersBand(QWidget):
    """The line at the bottom: whose step it is, the round, who moves or is to come, the steps of the side.

    Round and planning time stand here, as over the map they would hide a token. In a small window it is
    lower, so that the map keeps its room.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(BAND)
        self.clock = ""
        self.rolls: tuple[str, ...] = ()
        self.news: tuple[str, ...] = ()
        self.mover = ""
        self._share = 1.0
        self._title = ""
        self._round = ""
        self._line = ""
        self._tone = ""
        self._tabs: tuple[tuple[str, bool], ...] = ()

    def fit(self, width: int, height: int) -> None:
        """Take what a window of this size can spare."""
        self._share = max(SMALLEST_SHARE, min(1.0, width / LARGE[0], height / LARGE[1]))
        self.setFixedHeight(round(BAND * self._share))

    def show_clock(self, words: str) -> None:
        """What is left of the planning time; empty while nobody is timed."""
        self.clock = words
        self.update()

    def show_rolls(self, lines: tuple[str, ...]) -> None:
        """Open rolls stand in the place of title and steps."""
        self.rolls = lines
        self.update()

    def show_news(self, lines: tuple[str, ...]) -> None:
        """What happened that no token shows any more, in the place of who is to come."""
        self.news = lines
        self.update()

    def show_mover(self, words: str) -> None:
        """Who moves and how far while a path is drawn, in the place of who is to come."""
        self.mover = words
        self.update()

    def show_progress(self, progress: Progress, view: View, say: object) -> None:
        """Read the round; `say` makes sentences for players."""
        speak = say if callable(say) else str
        slot = progress.current
        self._tone = next((side.tone.value for side in view.sides if slot and side.id == slot.side), "")
        side = next((side.name for side in view.sides if slot and side.id == slot.side), "")
        step = speak(slot.label) if slot else ""
        self._round = round_words(progress)
        self._title = f"{side}: {step}" if side else step or BEFORE
        waiting = [token.name for token in view.tokens if token.id in progress.waiting]
        self._line = (
            f"To come: {', '.join(waiting[:4])}" + (" and more" if len(waiting) > 4 else "")
            if waiting
            else ""
        )
        if progress.over is not None:
            self._title, self._line = speak(progress.over), ""
        self._tabs = tuple(
            (speak(other.label), other.state is SlotState.CURRENT) for other in _same_side(progress, slot)
        )
        self.update()

    @property
    def line(self) -> str:
        """The second line: the round, the clock, and what matters most of the rest."""
        rest = self.mover or _in_short(self.news) or self._line
        return BETWEEN.join(part for part in (self._round, self.clock, rest) if part)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the band, as if it were as high as in a large window."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), colour(DARK.bg))
        painter.fillRect(QRectF(0, 0, self.width(), 3), colour(DARK.accent))
        painter.scale(self._share, self._share)
        left, width = 44.0, self.width() / self._share
        if self._tone:
            painter.drawPixmap(
                QPointF(left, (BAND - 66) / 2),
                side_swatch(self._tone, DARK.text, 66, self.devicePixelRatioF() * self._share),
            )
            left += 104
        narrow = self.width() < NARROW
        tabs = width - 40
        if not self.rolls:  # they want the whole width
            tabs = self._paint_tabs(painter, width, *((52.0, 60.0) if narrow else (BAND / 2, 76.0)))
        painter.setPen(colour(DARK.text))
        title = BETWEEN.join(self.rolls) or self._title
        self._text(painter, title, QRectF(left, 22, tabs - left - 24, 64), 62, BOLD)
        painter.setPen(colour(DARK.text if self.news or self.mover else DARK.text2))
        room = (width - 40 if narrow else tabs - 24) - left
        self._text(painter, self.line, QRectF(left, 96, room, 40), 33, MEDIUM)
        painter.end()

    def _paint_tabs(self, painter: QPainter, width: float, middle: float, high: float) -> float:
        """Draw the steps from the right, smaller in a narrow window; returns where they begin."""
        right = width - 40
        metrics = QFontMetricsF(ui_font(32, SEMIBOLD))
        widths = [metrics.horizontalAdvance(words) + 56 for words, _ in self._tabs]
        share = min(high / 76, width * MOST_FOR_TABS / max(1.0, sum(widths)))
        font = ui_font(32 * share, SEMIBOLD)
        for (words, current), wide in zip(reversed(self._tabs), reversed(widths), strict=True):
            box = QRectF(0, 0, (wide - 12) * share, 76 * share)
            box.moveCenter(QPointF(right - box.width() / 2, middle))
            painter.setPen(colour(DARK.line2) if not current else Qt.PenStyle.NoPen)
            painter.setBrush(colour(DARK.accent) if current else QColor(0, 0, 0, 0))
            painter.drawRoundedRect(box, 12 * share, 12 * share)
            painter.setPen(colour(DARK.accent_ink if current else DARK.text2))
            painter.setFont(font)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
            right -= wide * share
        return right

    @staticmethod
    def _text(painter: QPainter, text: str, box: QRectF, pixels: float, weight: int) -> None:
        """One line, made smaller where it would not fit and cut only at half its size."""
        size = pixels
        while (
            size > pixels / 2 and QFontMetricsF(ui_font(size, weight)).horizontalAdvance(text) > box.width()
        ):
            size -= 2
        font = ui_font(size, weight)
        painter.setFont(font)
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, (Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter).value, shown)


class Curtain(QWidget):
    """Plain dark with the round's number."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""

    def set_text(self, text: str) -> None:
        """The one line it shows."""
        self._text = text
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(DARK.bg))
        painter.setPen(colour(DARK.text3))
        painter.setFont(ui_font(62, BOLD))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._text)
        painter.end()


def _in_short(news: tuple[str, ...]) -> str:
    more = len(news) - MOST_NEWS
    return BETWEEN.join((*news[:MOST_NEWS], *([f"and {more} more"] if more > 0 else [])))


def round_words(progress: Progress) -> str:
    return f"Round {progress.round}" if progress.round else ""


def _same_side(progress: Progress, slot: Slot | None) -> tuple[Slot, ...]:
    """The steps of the side that acts now, where there are several."""
    if slot is None or not slot.side:
        return ()
    steps = tuple(other for other in progress.slots if other.side == slot.side)
    return steps if 1 < len(steps) <= 5 else ()
