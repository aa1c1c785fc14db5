"""The three cards of the first fight: drag, answer, next step."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.model.requests import AskRoll, AskRolls, Request
from gui.bridge.describe import PlanPrompt
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.drawing import clear_layout, draw_sample, label_of, rounded
from gui.panels.key_button import KeyButton
from gui.theme.palette import Theme, Tone

WIDTH = 374


class IntroStep(StrEnum):
    """Which card is shown. Choosing is the second half of the first card."""

    DRAG = "drag"
    CHOOSE = "choose"
    ANSWER = "answer"
    NEXT = "next"


class IntroCard(Struct, frozen=True):
    """Heading, text, and hints with the sample of an overlay or none."""

    title: str
    text: str
    hints: tuple[tuple[str, str], ...] = ()
    foot: str = ""


def intro_card(step: IntroStep, keymap: Keymap) -> IntroCard:
    """The words of a card, with the keys as they are set."""
    key = keymap.shown
    match step:
        case IntroStep.DRAG:
            return IntroCard(
                "Drag Tam past the goblins",
                "Hold the pulsing token and pull it to the dashed ring. Before you let go, the map shows "
                "who may strike, at what odds, and a safer way round.",
                (
                    ("path", "Drag: the path and its attacks"),
                    ("withdraw", f"Press {key('safer')}: the safe route"),
                    ("aoo", f"Press {key('accept')}: move and roll"),
                ),
                f"No mouse? Press {key('next')} until Tam is chosen, then the arrow keys.",
            )
        case IntroStep.CHOOSE:
            return IntroCard(
                f"Now press {key('safer')}, or {key('accept')}",
                "The strip below asks before anything happens. Nothing is rolled until you say so.",
                (
                    ("withdraw", f"{key('safer')}: the safe route, no attacks"),
                    ("aoo", f"{key('accept')}: go through and roll"),
                ),
                f"{key('cancel')} gives the move up.",
            )
        case IntroStep.ANSWER:
            return IntroCard(
                f"Type 16, press {key('accept')}",
                "Real dice first: type what the die shows. The program adds the rest and says what follows.",
                (("aoo", f"{key('roll')}: let the program roll"),),
                f"A slip? {key('undo')} takes the last answer back.",
            )
        case IntroStep.NEXT:
            return IntroCard(
                f"Press {key('advance')} for the next step",
                "The rail at the top is the round, read from left to right. Each line of the log names its "
                "rule and can be taken back.",
                (),
                f"{key('sheet')} shows all keys and brings these tips back.",
            )


class IntroCards(QFrame):
    """Floats over the map and follows what happens at the table. Esc or Done removes it for good."""

    dismissed = Signal()
    """Gone for good: do not show it on the next start."""
    show_me_wanted = Signal()
    """Play the first drag with the real preview."""

    def __init__(self, table: Table, keymap: Keymap, tone: Tone = "dark") -> None:
        super().__init__()
        self._table = table
        self._keymap = keymap
        self._tone: Tone = tone
        self.step = IntroStep.DRAG
        self._compact = False
        self.setProperty("kind", "card")
        self.setFixedWidth(rounded(WIDTH))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = label_of("question", wrap=True)
        self.text = label_of("detail", wrap=True)
        self.foot = label_of("sub", wrap=True)
        self.show_me = KeyButton("Show me").follow(keymap, "waypoint")
        self.done = KeyButton("Hide the tips").follow(keymap, "cancel")
        self._hints = QVBoxLayout()
        self._hints.setSpacing(rounded(6))
        buttons = QHBoxLayout()
        buttons.setSpacing(rounded(8))
        buttons.addStretch(1)
        buttons.addWidget(self.done)
        buttons.addWidget(self.show_me)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(rounded(22), rounded(20), rounded(22), rounded(18))
        layout.setSpacing(rounded(12))
        layout.addWidget(self.title)
        layout.addWidget(self.text)
        layout.addLayout(self._hints)
        layout.addWidget(self.foot)
        layout.addLayout(buttons)
        self.show_me.clicked.connect(self.show_me_wanted)
        self.done.clicked.connect(self.dismiss)
        table.asked.connect(self._asked)
        keymap.changed.connect(self._keys_changed)
        self.show_step(IntroStep.DRAG)

    def show_step(self, step: IntroStep) -> None:
        """Turn to a card."""
        self.step = step
        card = intro_card(step, self._keymap)
        self.title.setText(card.title)
        self.text.setText(card.text)
        self.foot.setText(card.foot)
        self.foot.setVisible(not self._compact)
        clear_layout(self._hints)
        for kind, words in () if self._compact else card.hints:
            self._hints.addWidget(_Hint(kind, words, self._tone))
        self.show_me.setVisible(step is IntroStep.DRAG)
        self.setAccessibleName(f"{card.title}. {card.text}")
        self._fit()
        QTimer.singleShot(0, self, self._fit)  # once the style sheet has given the words their size

    def _keys_changed(self) -> None:
        self.show_step(self.step)

    def set_compact(self, compact: bool) -> None:
        """Leave samples and foot out where the card would hide what it speaks of."""
        if compact != self._compact:
            self._compact = compact
            self.show_step(self.step)

    def start_over(self) -> None:
        """From the first card again, after "?"."""
        self.show_step(IntroStep.DRAG)
        self.show()

    def plan_shown(self, prompt: PlanPrompt | None) -> None:
        """The strip asks about a drawn path, or does so no more."""
        if prompt is not None and self.step is IntroStep.DRAG:
            self.show_step(IntroStep.CHOOSE)
        elif prompt is None and self.step is IntroStep.CHOOSE and self._table.question is None:
            moved = any(actor.stride.spent for actor in self._table.battle.actors.values())
            self.show_step(IntroStep.NEXT if moved else IntroStep.DRAG)

    def advanced(self) -> None:
        """The next step was begun: the last card has done its work."""
        if self.isVisible() and self.step is IntroStep.NEXT:
            self.dismiss()

    def dismiss(self) -> None:
        """Away for good."""
        self.hide()
        self.dismissed.emit()

    def set_tone(self, tone: Tone) -> None:
        """The map turned dark or light: the samples follow."""
        self._tone = tone
        self.show_step(self.step)

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def _asked(self, request: Request[Any] | None) -> None:
        if isinstance(request, AskRoll | AskRolls):
            self.show_step(IntroStep.ANSWER)
        elif request is None and self.step is IntroStep.ANSWER:
            self.show_step(IntroStep.NEXT)

    def _fit(self) -> None:
        """As high as the words need at this width."""
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))


class _Hint(QWidget):
    """The sample of an overlay and a few words."""

    def __init__(self, kind: str, words: str, tone: Tone) -> None:
        super().__init__()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(rounded(12))
        layout.addWidget(_Sample(kind, tone))
        label: QLabel = label_of("plain", words, wrap=True)
        layout.addWidget(label, 1)


class _Sample(QWidget):
    """One overlay sample on a small piece of map ground."""

    def __init__(self, kind: str, tone: Tone) -> None:
        super().__init__()
        self._kind, self._tone = kind, tone
        self.setFixedSize(QSize(rounded(30), rounded(24)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_sample(painter, QRectF(self.rect()), self._kind, self._tone)
        painter.end()
