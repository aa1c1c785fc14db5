"""The round rail: the steps of the round in the order they are played, and the button to the next one."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from engine.model.offers import Progress, Slot, SlotState
from engine.views.audience import Audience
from gui.bridge.keymap import Keymap
from gui.bridge.table import Table
from gui.panels.drawing import any_width, clear_layout, label_of, rounded, theme_of
from gui.panels.idle_hints import onward_words, passed_over
from gui.panels.key_button import KeyButton
from gui.panels.painted_button import QuietScroll
from gui.panels.rail_parts import (
    Chevron,
    SideBlock,
    SideFrame,
    StepButton,
    StepView,
    chevron_width,
    frame_width,
    step_width,
)
from gui.theme.palette import SideKey, Theme, colour

HEIGHT = 64
BETWEEN = 22
"""What is in sight beside a step that is scrolled to, in pixels."""
NONE: frozenset[str] = frozenset()


class RoundRail(QWidget):
    """64 high. Where it has no room for all it leaves notes out, then folds steps to dots: of all sides but
    the one that acts and the next, then those of no side. What still has no room is scrolled.
    """

    advance_wanted = Signal()
    undo_to_slot = Signal(str)
    """Key of the past step whose start is wanted back."""

    def __init__(self, table: Table, keymap: Keymap) -> None:
        super().__init__()
        self._table = table
        self._keymap = keymap
        self._blocks: tuple[SideBlock, ...] = ()
        self._buttons: dict[str, StepButton] = {}
        self._frames: list[SideFrame | None] = []
        self._tight = False
        self._folded = NONE
        any_width(self)
        self.setFixedHeight(rounded(HEIGHT))
        self.round = label_of("title")
        self.next = KeyButton("Next").follow(keymap, "advance")
        self.next.clicked.connect(self.advance_wanted)
        self._strip = _Strip()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 1)
        layout.setSpacing(rounded(12))
        layout.addWidget(self.round)
        layout.addWidget(self._strip, 1)
        layout.addWidget(self.next)
        table.changed.connect(self._refresh)
        self._refresh()

    @property
    def steps(self) -> dict[str, StepButton]:
        """The button of each step, by its key."""
        return self._buttons

    def undo_menu(self, key: str) -> QMenu | None:
        """What a past step offers: to go back to its start, and nothing else. None for other steps."""
        view = self._buttons[key].view
        if view.state is not SlotState.PAST:
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        action = menu.addAction(f"Undo to the start of {view.label}")
        action.triggered.connect(lambda: self.undo_to_slot.emit(key))
        return menu

    def set_theme(self, theme: Theme) -> None:
        """The colours changed."""
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """F6 comes here: the current step takes the focus, else the button to the next one."""
        super().focusInEvent(event)
        current = next((b for b in self._buttons.values() if b.view.state is SlotState.CURRENT), self.next)
        current.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from step to step, and to the button at the end; Enter opens or presses."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        stops: list[QAbstractButton] = [*self._buttons.values(), self.next]
        here = next((index for index, stop in enumerate(stops) if stop.hasFocus()), None)
        if here is None or not step:
            event.ignore()
            return
        there = stops[max(0, min(len(stops) - 1, here + step))]
        there.setFocus(Qt.FocusReason.TabFocusReason)
        if there is not self.next:
            self._strip.ensureWidgetVisible(there, rounded(120), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave notes out where they do not fit."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The bar and the line below it."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(theme.panel))
        painter.fillRect(0, self.height() - 1, self.width(), 1, colour(theme.line))
        painter.end()

    # --- inner workings -----------------------------------------------------------------------------

    def _refresh(self) -> None:
        progress = self._table.progress
        self.round.setText(f"Round {progress.round}" if progress.round else "Not begun")
        self.round.setToolTip(_elapsed(self._table, progress))
        words = onward_words(self._table)
        self.next.setVisible(bool(words))
        self.next.set_words(words)
        self.next.setToolTip(passed_over(self._table))
        self._lay_out_now()
        blocks = tuple(_blocks(self._table, progress))
        alike = _shape(blocks) == _shape(self._blocks)
        self._blocks = blocks
        if alike:
            self._update_steps()
        else:
            self._build()
        self._fit()

    def _lay_out_now(self) -> None:
        """Give the button to the next step its room at once: what is left is for the steps."""
        layout = self.layout()
        if layout is not None:
            layout.activate()

    def _update_steps(self) -> None:
        for block, frame in zip(self._blocks, self._frames, strict=True):
            for step in block.steps:
                self._buttons[step.key].show_step(step)
            if frame is not None:
                frame.show_block(block)

    def _build(self) -> None:
        focused = next((key for key, button in self._buttons.items() if button.hasFocus()), "")
        self._buttons = {}
        self._frames = []
        self._strip.clear(self._tight)
        for block in self._blocks:
            folded = _is_folded(block, self._folded)
            buttons = [StepButton(step, block.name, self._tight, folded) for step in block.steps]
            for button in buttons:
                button.clicked.connect(lambda _=False, key=button.view.key: self._offer_undo(key))
                self._buttons[button.view.key] = button
            if block.side:
                frame = SideFrame(block, buttons, self._tight, folded)
                self._frames.append(frame)
                self._strip.add(frame)
            else:
                self._frames.append(None)
                for button in buttons:
                    self._strip.add(button)

        again = self._buttons.get(focused)
        if again is not None:  # it takes the focus only once it shows
            QTimer.singleShot(0, again, lambda: again.setFocus(Qt.FocusReason.OtherFocusReason))

    def _fit(self) -> None:
        """Take notes, air and words away where the steps need more room than there is."""
        # Asked of the steps, not of their layout: that counts only widgets that show already.
        room = self._strip.width()
        tight = self._width(False) > room
        folded = NONE
        if tight:
            steps = self._foldings()
            folded = next((sides for sides in steps if self._width(True, sides) <= room), steps[-2])
        if (tight, folded) != (self._tight, self._folded):
            self._tight, self._folded = tight, folded
            self._build()
        QTimer.singleShot(0, self, self._show_current)

    def _foldings(self) -> tuple[frozenset[str], ...]:
        """Which sides are folded ("" for steps of nobody's), from none on to all that do not act."""
        sides = frozenset(block.side for block in self._blocks)
        acting = self._acting()
        far = sides - {"", *acting}
        return NONE, far, far | {""}, sides - set(acting[:1])

    def _acting(self) -> list[str]:
        """The side that acts and the next of this round; between sides the two that come next."""
        at = next((place for place, block in enumerate(self._blocks) if block.current), 0)
        return [block.side for block in self._blocks[at:] if block.side][:2]

    def _show_current(self) -> None:
        """Scroll to the side that acts and the next, and before all to the current step."""
        acting = self._acting()
        for block, frame in reversed(tuple(zip(self._blocks, self._frames, strict=True))):
            if frame is not None and block.side in acting:
                self._strip.ensureWidgetVisible(frame, rounded(BETWEEN), 0)
        current = next((b for b in self._buttons.values() if b.view.state is SlotState.CURRENT), None)
        if current is not None:
            self._strip.ensureWidgetVisible(current, rounded(BETWEEN), 0)

    def _width(self, tight: bool, folded: frozenset[str] = NONE) -> int:
        """What the steps would take, with those of some sides folded."""
        parts = 0
        width = 0
        for block in self._blocks:
            if block.side:
                width += frame_width(block, tight, _is_folded(block, folded))
                parts += 1
            else:
                width += sum(step_width(step, tight, _is_folded(block, folded)) for step in block.steps)
                parts += len(block.steps)
        between = chevron_width(tight) + 2 * self._strip.spacing(tight)
        return width + max(0, parts - 1) * between

    def _offer_undo(self, key: str) -> None:
        menu = self.undo_menu(key)
        if menu is not None:
            button = self._buttons[key]
            menu.popup(button.mapToGlobal(QPoint(0, button.height() + 4)))


class _Strip(QuietScroll):
    """The steps in a row; the wheel moves it sideways."""

    def __init__(self) -> None:
        super().__init__()
        self._tight = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._content = QWidget()
        self._content.setAutoFillBackground(False)
        self._layout = QHBoxLayout(self._content)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setWidget(self._content)

    def clear(self, tight: bool) -> None:
        """Take all steps out; those that come next stand closer when tight."""
        clear_layout(self._layout)
        self._tight = tight
        self._layout.setSpacing(self.spacing(tight))

    @staticmethod
    def spacing(tight: bool) -> int:
        """What lies between two parts, in pixels."""
        return rounded(1 if tight else 4)

    def add(self, widget: QWidget) -> None:
        """Put a part at the end."""
        if self._layout.count():
            self._layout.addWidget(Chevron(self._tight))
        self._layout.addWidget(widget)

    def wheelEvent(self, event: QWheelEvent) -> None:
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - event.angleDelta().y())
        event.accept()


def _blocks(table: Table, progress: Progress) -> Iterator[SideBlock]:
    """Slots of one side that follow each other are one block; all others stand alone."""
    narrator = table.narrator()
    sides = {side.id: side for side in table.view(Audience.GM).sides}

    def step(slot: Slot) -> StepView:
        label = narrator.say(slot.label)
        if slot.actor and slot.number is not None:
            label = f"{label}  {slot.number}"
        note = narrator.say(slot.note) if slot.note else ""
        tone: SideKey | None = sides[slot.side].tone.value if slot.actor and slot.side in sides else None
        return StepView(slot.key, label, slot.state, note, tone)

    run: list[Slot] = []
    for slot in (*progress.slots, None):
        if run and (slot is None or slot.actor or slot.side != run[0].side):
            side = sides[run[0].side]
            tone: SideKey = side.tone.value
            yield SideBlock(side.id, side.name, tone, _rolled(run[0]), tuple(map(step, run)))
            run = []
        if slot is None:
            return
        if slot.side in sides and not slot.actor:
            run.append(slot)
        else:
            yield SideBlock("", "", "neutral", "", (step(slot),))


def _rolled(slot: Slot) -> str:
    """What the side rolled: "9", or "9 (7)" where only what it rolled after a tie says who is ahead."""
    if slot.number is None:
        return ""
    again = ", ".join(map(str, slot.again))
    return f"{slot.number} ({again})" if again else str(slot.number)


def _is_folded(block: SideBlock, folded: frozenset[str]) -> bool:
    """A step that is being played is never folded."""
    return block.side in folded and not block.current


def _shape(blocks: tuple[SideBlock, ...]) -> list[tuple[str, str, tuple[str, ...]]]:
    """What has to be the same for the buttons to be kept."""
    return [(block.side, block.name, tuple(step.key for step in block.steps)) for block in blocks]


def _elapsed(table: Table, progress: Progress) -> str:
    """Game time, for the tooltip."""
    if progress.clock is not None:
        return table.say(progress.clock)
    return f"{progress.seconds} seconds since the fight began" if progress.round else ""
