"""First run: what can be opened or made, and by which rules new encounters are played."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.bridge.keymap import Keymap
from gui.panels.drawing import (
    any_width,
    draw_focus,
    draw_text,
    fill_box,
    font,
    label_of,
    rounded,
    scaled,
    theme_of,
)
from gui.panels.painted_button import PaintedButton
from gui.theme.fonts import REGULAR, SEMIBOLD, SMALL
from gui.theme.icons import key_cap_width, paint_key_cap
from gui.theme.palette import Theme, colour

INTRODUCTION = "The sample fight is already running. Change anything; it is only a copy."
PROMISE = "No account, no network. Everything stays on this computer."


class StartPanel(QWidget):
    """Stands in the place of the left panel until an encounter of one's own is open."""

    sample_wanted = Signal()
    picture_wanted = Signal()
    blank_wanted = Signal()
    open_wanted = Signal()
    continue_wanted = Signal()
    ruleset_chosen = Signal(str)
    """Key of the ruleset for new encounters."""

    def __init__(
        self,
        keymap: Keymap,
        rule_books: Mapping[str, str],
        ruleset: str = "",
        trade_offs: Mapping[str, str] | None = None,
        last: str = "",
    ) -> None:
        super().__init__()
        self._trade_offs = trade_offs or {}
        self.trade_off = label_of("sub", wrap=True)
        """What the rules that are chosen give and cost."""
        self._group = QButtonGroup(self)
        self._radios: dict[str, QRadioButton] = {}
        self.cards = {
            "continue": StartCard("Last fight", last, True),
            "sample": StartCard("Sample fight", "Five heroes, seven foes", not last),
            "picture": StartCard("Map from picture", "PNG, JPG, WebP, dd2vtt"),
            "blank": StartCard("Blank grid", "Paint walls and terrain"),
            "open": StartCard("Open a fight", "A Fivefoot file or a map"),
        }
        self.cards["continue"].clicked.connect(self.continue_wanted)
        self._keymap = keymap
        keymap.changed.connect(self._show_keys)
        self._show_keys()
        self.cards["sample"].clicked.connect(self.sample_wanted)
        self.cards["picture"].clicked.connect(self.picture_wanted)
        self.cards["blank"].clicked.connect(self.blank_wanted)
        self.cards["open"].clicked.connect(self.open_wanted)
        content = QWidget()
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(rounded(14), rounded(20), rounded(14), rounded(12))
        layout.setSpacing(rounded(8))
        layout.addWidget(label_of("question", "Start here"))
        layout.addWidget(label_of("detail", INTRODUCTION, wrap=True))
        layout.addSpacing(rounded(4))
        for name, card in self.cards.items():
            layout.addWidget(card)
            card.setHidden(name == "continue" and not last)
        layout.addSpacing(rounded(12))
        layout.addWidget(label_of("strong", "Rules for new encounters"))
        for key, title in rule_books.items():
            layout.addWidget(self._radio(key, title))
        layout.addWidget(self.trade_off)
        layout.addStretch(1)
        layout.addWidget(_note(PROMISE))
        first = ruleset if ruleset in self._radios else next(iter(self._radios), "")
        if first:
            self._radios[first].setChecked(True)
        self._show_trade_off()

    @property
    def ruleset_key(self) -> str:
        """The ruleset for new encounters."""
        return next((key for key, radio in self._radios.items() if radio.isChecked()), "")

    @property
    def choices(self) -> Mapping[str, QRadioButton]:
        """The button of each ruleset."""
        return self._radios

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def _show_keys(self) -> None:
        for name, card in self.cards.items():
            card.set_key(self._keymap.shown({"blank": "new"}.get(name, name)))

    def _show_trade_off(self) -> None:
        words = self._trade_offs.get(self.ruleset_key, "")
        self.trade_off.setText(words)
        self.trade_off.setVisible(bool(words))

    def _radio(self, key: str, title: str) -> QRadioButton:
        radio = RulesRadio(title)
        radio.clicked.connect(lambda: self.ruleset_chosen.emit(key))
        radio.toggled.connect(self._show_trade_off)
        self._group.addButton(radio)
        self._radios[key] = radio
        return radio


class StartCard(PaintedButton):
    """A large button: name, one line below, its key at the right."""

    def __init__(self, name: str, line: str, first: bool = False) -> None:
        super().__init__()
        self.setText(name)
        self._line, self._key, self._first = line, "", first
        self.setAccessibleName(f"{name}, {line}")
        self.setToolTip(line)  # the name of a fight may be longer than the card
        any_width(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_key(self, key: str) -> None:
        """Put another key on the cap."""
        self._key = key
        self.setAccessibleDescription(f"Key {key}")
        self.update()

    @property
    def room(self) -> float:
        """Pixels for name and line, beside the key."""
        return self.width() - scaled(14 + 12 + 8) - key_cap_width(self._key, scaled(SMALL))

    def sizeHint(self) -> QSize:
        return QSize(rounded(220), rounded(62))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._first:
            fill_box(painter, box, 10, theme.accent_soft, theme.accent)
        else:
            fill_box(painter, box, 10, theme.raised2 if self.underMouse() else theme.raised, theme.line)
        left, width, middle = scaled(14), self.room, box.height() / 2
        name = QRectF(left, middle - scaled(20), width, scaled(20))
        draw_text(painter, name, self.text(), font(14, SEMIBOLD), theme.text)
        line = QRectF(left, middle + scaled(1), width, scaled(17))
        draw_text(painter, line, self._line, font(SMALL), theme.text2)
        paint_key_cap(painter, box.right() - scaled(12), middle, self._key, theme.text2, scaled(SMALL))
        if self.hasFocus():
            draw_focus(painter, box, 9, theme)
        painter.end()


class RulesRadio(QRadioButton):
    """A ruleset to choose: a whole row, filled when chosen."""

    def sizeHint(self) -> QSize:
        return QSize(rounded(220), rounded(36))

    def hitButton(self, at: QPoint) -> bool:  # noqa: N802 - Qt calls it
        """The whole row can be clicked."""
        return self.rect().contains(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, box = theme_of(self), QRectF(self.rect())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        if chosen or self.underMouse():
            fill_box(painter, box, 8, theme.raised2 if chosen else theme.raised)
        middle = QPointF(scaled(18), box.height() / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(theme.accent if chosen else theme.line2), 2))
        painter.drawEllipse(middle, scaled(7), scaled(7))
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(theme.accent))
            painter.drawEllipse(middle, scaled(3.6), scaled(3.6))
        words = box.adjusted(scaled(36), 0, -scaled(8), 0)
        draw_text(painter, words, self.text(), font(14, SEMIBOLD if chosen else REGULAR), theme.text)
        if self.hasFocus():
            draw_focus(painter, box, 7, theme)
        painter.end()


def _note(text: str) -> QFrame:
    box = QFrame()
    box.setProperty("kind", "note")
    layout = QVBoxLayout(box)
    layout.setContentsMargins(rounded(12), rounded(8), rounded(12), rounded(8))
    layout.addWidget(label_of("sub", text, wrap=True))
    return box
