"""Names every overlay that is on the map now, with its sample."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gui.panels.drawing import draw_sample, draw_text, font, scaled, text_width, theme_of
from gui.scene.marks import MapMarks
from gui.theme.fonts import LABEL, ui_font
from gui.theme.palette import Theme, Tone, colour

CHIP_HEIGHT, GAP = 28, 8


def legend_entries(marks: MapMarks) -> tuple[tuple[str, str], ...]:
    """(kind of sample, words) of each overlay that is drawn, in the order of ux section 3."""
    braced, shot = bool(marks.braced), marks.refused_shot
    shown = (
        ("reach", "Move", bool(marks.move)),
        ("double", marks.double_words, bool(marks.double)),
        ("threat", "Threatened by", bool(marks.threat)),
        ("threat", "Threatened by the party", bool(marks.own_threat)),
        ("weapon", "To choose from" if marks.choosing else "Weapon reach", bool(marks.weapon)),
        ("area", "Chosen" if marks.choosing else "Area", bool(marks.template)),
        ("charge", marks.charge_words, bool(marks.charge)),
        ("brace", "Braced reach", braced),
        ("weapon", "Target", bool(marks.targets or marks.ticked) and not marks.weapon),
        ("path", "Rest of the path" if marks.attacked else "Path", len(marks.path) > 1),
        ("aoo", "This attack", bool(marks.attacked)),
        ("aoo", "Attack of opportunity", bool(marks.bursts) and not marks.attacked),
        ("withdraw", _beads(marks), bool(marks.safe)),
        ("no_shot", shot.words if shot is not None else "", shot is not None),
    )
    return tuple((kind, words) for kind, words, visible in shown if visible)


def _beads(marks: MapMarks) -> str:
    """What the beads lead along."""
    if marks.withdrawal:
        return "Withdrawal"
    return "Better end square" if marks.charge else "Safe route"


class Legend(QWidget):
    """Chips above the map; the mouse goes through them."""

    changed = Signal()
    """Other chips, or in other places."""

    def __init__(self, tone: Tone = "dark") -> None:
        super().__init__()
        self._tone: Tone = tone
        self._entries: tuple[tuple[str, str], ...] = ()
        self._lengths: Mapping[str, str] = {}
        self._small = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @property
    def words(self) -> tuple[str, ...]:
        """What the chips say."""
        return tuple(
            f"{words} {self._lengths[kind]}" if kind in self._lengths else words
            for kind, words in self._entries
        )

    def show_marks(self, marks: MapMarks) -> None:
        """Name what these marks draw."""
        entries = legend_entries(marks)
        if entries != self._entries:
            self._entries = entries
            self._changed()

    def set_lengths(self, lengths: Mapping[str, str]) -> None:
        """Lengths printed behind a name: {"reach": "30 ft", "double": "60 ft"}."""
        if lengths != self._lengths:
            self._lengths = dict(lengths)
            self._changed()

    def set_tone(self, tone: Tone) -> None:
        """The map turned dark or light: the samples follow."""
        self._tone = tone
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def set_small(self, small: bool) -> None:
        """Keep to the ordinary text size whatever the text scale: the map below has little height."""
        if small != self._small:
            self._small = small
            self._changed()

    def sizeHint(self) -> QSize:
        """As high as the rows that the chips need at this width."""
        boxes = self.boxes()
        bottom = max((box.bottom() for box in boxes), default=0.0)
        return QSize(self.width(), round(bottom))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._changed()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for (kind, _), words, box in zip(self._entries, self.words, self.boxes(), strict=True):
            painter.setPen(colour(theme.line))
            painter.setBrush(colour(theme.panel, 0.92))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
            sample = QRectF(
                box.x() + self._px(3), box.y() + self._px(3), self._px(28), box.height() - self._px(6)
            )
            draw_sample(painter, sample, kind, self._tone, self._px(1))
            text = box.adjusted(self._px(37), 0, -self._px(8), 0)
            draw_text(painter, text, words, self._font, theme.text)
        painter.end()

    def boxes(self) -> list[QRectF]:
        """Where each chip stands: from left to right, then the next row."""
        boxes: list[QRectF] = []
        x = y = 0.0
        for words in self.words:
            width = self._px(37 + 10) + text_width(words, self._font)
            if x and x + width > self.width():
                x, y = 0.0, y + self._px(CHIP_HEIGHT + GAP - 2)
            boxes.append(QRectF(x, y, width, self._px(CHIP_HEIGHT)))
            x += width + self._px(GAP)
        return boxes

    def _px(self, pixels: float) -> float:
        return pixels if self._small else scaled(pixels)

    @property
    def _font(self) -> QFont:
        return ui_font(LABEL) if self._small else font(LABEL)

    def _changed(self) -> None:
        self.setAccessibleName("On the map: " + ", ".join(self.words) if self._entries else "")
        self.setVisible(bool(self._entries))
        self.resize(self.width(), max(round(self._px(1)), self.sizeHint().height()))
        self.update()
        self.changed.emit()
