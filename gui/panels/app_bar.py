"""The top bar: which encounter, who rolls the dice, the player window, undo, help."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from gui.bridge.dice_mode import DiceMode
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.drawing import (
    any_width,
    draw_text,
    fill_layout,
    font,
    label_of,
    rounded,
    scaled,
    text_width,
    theme_of,
)
from gui.panels.key_button import KeyButton
from gui.panels.segments import Segments
from gui.theme.fonts import BOLD, LABEL, SEMIBOLD
from gui.theme.icons import paint_app_mark
from gui.theme.palette import Theme, colour

HEIGHT = 52
NAME = "Fivefoot"

DICE_WORDS = {
    DiceMode.APP: ("App rolls all", "App"),
    DiceMode.PLAYERS: ("Players roll theirs", "Players"),
    DiceMode.TYPED: ("Everything typed", "Typed"),
}
"""Each mode's words, and the short ones for narrow windows."""
DICE_HINTS = {
    DiceMode.APP: ("Every roll is made by the program after a short pause; {} holds it", "cancel"),
    DiceMode.PLAYERS: ("Players' rolls wait for their dice; {} rolls for the rest", "accept"),
    DiceMode.TYPED: ("Every roll waits for real dice; {} still lets the program roll", "roll"),
}
"""What each mode does, and the action whose key it speaks of."""


class AppBar(QWidget):
    """52 high. The dice mode is set here; everything else is asked of the window."""

    player_window_wanted = Signal()
    undo_wanted = Signal()
    redo_wanted = Signal()
    help_wanted = Signal()
    dice_mode_chosen = Signal(object)
    """The `DiceMode` now in force."""

    def __init__(self, table: Table, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._keymap = keymap
        self._instead = "", ""
        any_width(self)
        self.setFixedHeight(rounded(HEIGHT))
        self.title = _Title()
        self.dice = Segments("Dice", [(mode.value, DICE_WORDS[mode][0]) for mode in DiceMode])
        self.dice.set_current(table.dice_mode.value)
        self.player_window = KeyButton("Player window: off", keymap.shown("player_window"))
        self.undo = KeyButton("Undo", keymap.shown("undo"))
        self.redo = KeyButton("Redo", keymap.shown("redo"))
        self._keyed = {"player_window": self.player_window, "undo": self.undo, "redo": self.redo}
        self.help = KeyButton("?")
        self.help.setAccessibleName("Keys and tips")
        self.help.setToolTip("All keys, and the first tips again")
        layout = QHBoxLayout(self)
        self._dice_label = label_of("sub", "Dice")
        # Redo keeps its room while there is nothing to do again, so that nothing moves under the pointer.
        buttons = self.player_window, self.redo, self.undo, self.help
        widgets = (self.title, self._dice_label, self.dice, *buttons)
        fill_layout(layout, widgets, (16, 0, 16, 1))
        layout.setStretch(0, 1)
        layout.setSpacing(10)

        self.dice.chosen.connect(self._choose_dice)
        self.player_window.clicked.connect(self.player_window_wanted)
        self.undo.clicked.connect(self.undo_wanted)
        self.redo.clicked.connect(self.redo_wanted)
        self.help.clicked.connect(self.help_wanted)
        table.changed.connect(self._refresh)
        keymap.changed.connect(self._show_keys)
        self._show_keys()
        self.set_player_window("Player window: off", False)
        self._refresh()

    def set_player_window(self, words: str, is_open: bool) -> None:
        """Say where the player window is: "Player window: off", "Player window on TV"."""
        self.player_window.set_words(words)
        self._fit()
        self.player_window.set_dot("ok" if is_open else "text3")

    def show_instead(self, title: str, detail: str) -> None:
        """Say these in place of the encounter's title and rules, without the dice; empty for those again."""
        self._instead = title, detail
        self.dice.setHidden(bool(title))
        self._refresh()
        self._fit()

    def set_dice_mode(self, mode: DiceMode) -> None:
        """Let the table roll in another way, and show it."""
        self.dice.set_current(mode.value)
        self._choose_dice(mode.value)

    def next_dice_mode(self) -> None:
        """Let the table roll in the next way, and say which."""
        modes = list(DiceMode)
        mode = modes[(modes.index(self._table.dice_mode) + 1) % len(modes)]
        self.set_dice_mode(mode)
        words, action = DICE_HINTS[mode]
        said = words.format(self._keymap.shown(action))
        self._table.notice(f"{DICE_WORDS[mode][0]}. {said}.")

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """F6 comes here: the dice mode in force takes the focus."""
        super().focusInEvent(event)
        self.dice.setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorter words where it is narrow."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit again once it is seen, or wears larger text: before that its parts do not tell their size."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            QTimer.singleShot(0, self, self._fit)
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The bar and the line below it."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(theme.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, colour(theme.line))
        painter.end()

    def _fit(self) -> None:
        """Shorten the dice modes, then leave key caps out, until the title has room as well."""
        for short, bare in ((False, False), (True, False), (True, True)):
            self._dice_label.setVisible(not short and not self._instead[0])
            for mode, (words, short_words) in DICE_WORDS.items():
                self.dice.set_words(mode.value, short_words if short else words)
            for action, button in self._keyed.items():
                button.set_key("" if bare else self._keymap.shown(action))
            layout = self.layout()
            if layout is None or layout.minimumSize().width() <= self.width():
                return

    def _show_keys(self) -> None:
        for mode, (words, action) in DICE_HINTS.items():
            onward = f"{self._keymap.shown('dice_mode')}: the next way to roll"
            self.dice.set_hint(mode.value, f"{words.format(self._keymap.shown(action))}\n{onward}")
        self._fit()

    def _choose_dice(self, key: str) -> None:
        mode = DiceMode(key)
        self._table.set_dice_mode(mode)
        self.dice_mode_chosen.emit(mode)

    def _refresh(self) -> None:
        title, detail = self._instead
        if title:
            self.title.show_title(title, detail)
        else:
            self.title.show_title(self._table.battle.title, self._table.ruleset.about.title)
        words = self._table.undo_words
        self.undo.setEnabled(bool(words))
        self.undo.setToolTip(f"Takes back: {words}" if words else "Nothing to take back")
        again = self._table.redo_words
        self.redo.setEnabled(bool(again))
        self.redo.setToolTip(f"Does again: {again}" if again else "Nothing to do again")


class _Title(QWidget):
    """The program's mark and name, the encounter's title, the ruleset. What has no room is left out."""

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self._ruleset = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_title(self, title: str, ruleset: str) -> None:
        """Show what is played by which rules."""
        self._title, self._ruleset = title or "Untitled encounter", ruleset
        self.setAccessibleName(f"{self._title}, {ruleset}")
        self.setToolTip(f"{self._title}\n{ruleset}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(rounded(430), rounded(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(rounded(150), rounded(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        painter = QPainter(self)
        height, side = self.height(), scaled(26)
        paint_app_mark(painter, QRectF(0, (height - side) / 2, side, side), theme.text, theme.accent)
        x = side + scaled(10)
        name, ruleset = self._room_for()
        if name:
            x = self._piece(painter, x, NAME, font(17, BOLD), theme.text) + scaled(10)
            painter.fillRect(QRectF(x, height / 2 - 14, 1, 28), colour(theme.line))
            x += scaled(11)
        x = self._piece(painter, x, self._title, font(14, SEMIBOLD), theme.text) + scaled(14)
        if ruleset:
            self._piece(painter, x, self._ruleset, font(LABEL), theme.text3)
        painter.end()

    def _room_for(self) -> tuple[bool, bool]:
        """Whether the program's name and the ruleset fit whole; none is cut, and the name goes first."""
        ruleset = scaled(14) + text_width(self._ruleset, font(LABEL))
        room = self.width() - scaled(36) - text_width(self._title, font(14, SEMIBOLD))
        with_name = room - text_width(NAME, font(17, BOLD)) - scaled(21)
        return with_name >= ruleset, room >= ruleset

    def _piece(self, painter: QPainter, x: float, text: str, used: QFont, ink: str) -> float:
        """Draw a piece from x on; return where it ends."""
        width = min(text_width(text, used), self.width() - x)
        draw_text(painter, QRectF(x, 0, width, self.height()), text, used, ink)
        return x + width
