"""The first start: the start panel at the left, three cards over the map, a pointer to the first drag."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QKeyEvent

from engine.model.phrase import Cell
from gui.bridge.rule_books import rule_books, trade_offs
from gui.bridge.settings import Settings
from gui.panels.intro_cards import IntroCards, IntroStep
from gui.panels.start_panel import StartPanel
from gui.scene.guide import GuideItem
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.windows.desk import Desk

HERO = "tam"
GOAL: Cell = (13, 14)
PULSE_MS = 1_400
SHOW_STEP_MS = 400
ROOMY = (860, 600)
"""Where the map is smaller the card is made short, so that Tam and his goal stay in sight."""
CARD_MARGIN = 26


class FirstRun(QObject):
    """Tips for one desk. They appear by themselves only on the sample, and only until put away."""

    sample_wanted = Signal()
    picture_wanted = Signal()
    blank_wanted = Signal()
    open_wanted = Signal()
    continue_wanted = Signal()

    def __init__(self, desk: Desk, settings: Settings, last: str = "") -> None:
        """`last` names the fight that can be gone on with, if there is one."""
        super().__init__(desk)
        self._desk = desk
        self._settings = settings
        self.start = StartPanel(desk.keymap, rule_books(), "ose.detailed", trade_offs(), last)
        self.start.continue_wanted.connect(self.continue_wanted)
        self.start.sample_wanted.connect(self.sample_wanted)
        self.start.picture_wanted.connect(self.picture_wanted)
        self.start.blank_wanted.connect(self.blank_wanted)
        self.start.open_wanted.connect(self.open_wanted)
        self.cards = IntroCards(desk.table, desk.keymap)
        self.cards.setParent(desk.map)
        self.cards.hide()
        self._guide: GuideItem | None = None
        self._pulse = QVariantAnimation(self)
        self._pulse.setDuration(PULSE_MS)
        self._pulse.setStartValue(0.0)
        self._pulse.setKeyValueAt(0.5, 1.0)
        self._pulse.setEndValue(0.0)
        self._pulse.setLoopCount(-1)
        self._pulse.valueChanged.connect(self._beat)
        self._show: Iterator[Pointer] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(SHOW_STEP_MS)
        self._timer.timeout.connect(self._show_next)
        desk.left.insertWidget(0, self.start)
        desk.map.installEventFilter(self)
        self.cards.dismissed.connect(self._dismissed)
        self.cards.show_me_wanted.connect(self.show_me)
        desk.runner.prompted.connect(self.cards.plan_shown)
        desk.rail.advance_wanted.connect(self.cards.advanced)
        desk.runner.marks_changed.connect(self._follow_marks)
        desk.table.changed.connect(self._leave_start)
        if desk.table.actor(HERO) is not None and not settings.tips_done:
            desk.left.setCurrentWidget(self.start)
            self._begin()
        else:
            offers = bool(last) and desk.encounter.sample
            desk.left.setCurrentWidget(self.start if offers else desk.tabs)

    @property
    def ruleset_key(self) -> str:
        """The rules chosen for new encounters."""
        return self.start.ruleset_key or "ose.detailed"

    def bring_back(self) -> None:
        """The tips again, and the start panel."""
        self._settings.tips_done = False
        self._desk.left.setCurrentWidget(self.start)
        if self._desk.table.actor(HERO) is not None:
            self._begin()

    def take_key(self, event: QKeyEvent) -> bool:
        """The key to cancel puts the tips away; that for a waypoint plays the first drag."""
        if not self.cards.isVisible() or not self._desk.runner.idle or self._desk.table.question is not None:
            return False
        action = self._desk.keymap.action_for(event.keyCombination())
        if action == "cancel":
            self.cards.dismiss()
            return True
        if action == "waypoint" and self.cards.step is IntroStep.DRAG:
            self.show_me()
            return True
        return False

    def show_me(self) -> None:
        """Play the drag with the real preview; the strip asks at its end."""
        actor = self._desk.table.actor(HERO)
        if actor is None or actor.cell is None:
            return
        x, y = actor.cell
        way = [(x, y), (x + 1, y + 1), (x + 2, y + 1), (x + 3, y + 2), GOAL]
        events = [_pointer(PointerKind.PRESS, way[0], HERO)]
        events += [_pointer(PointerKind.DRAG, cell) for cell in way[1:]]
        events.append(_pointer(PointerKind.RELEASE, GOAL))
        self._show = iter(events)
        self._timer.start()

    # --- inner workings -----------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt calls it
        """The card stays at the right of the map."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        return False

    def _begin(self) -> None:
        self._desk.table.select(HERO)
        self.cards.start_over()
        self._place()
        actor = self._desk.table.actor(HERO)
        if self._guide is None and actor is not None and actor.cell is not None:
            self._guide = GuideItem(actor.cell, GOAL)
            self._desk.scene.addItem(self._guide)
            if not self._settings.reduced_motion:
                self._pulse.start()

    def _place(self) -> None:
        view = self._desk.map
        self.cards.set_compact(view.width() < ROOMY[0] or view.height() < ROOMY[1])
        self.cards.move(view.width() - self.cards.width() - CARD_MARGIN, CARD_MARGIN + 40)

    def _beat(self, value: float) -> None:
        if self._guide is not None:
            self._guide.set_pulse(value)

    def _follow_marks(self, marks: MapMarks) -> None:
        """The pointer makes way for a path being drawn."""
        if self._guide is not None:
            self._guide.setVisible(not marks.path and self.cards.step is IntroStep.DRAG)

    def _leave_start(self) -> None:
        """Something happened at the table: from now on the left panel shows the sides."""
        self._drop_guide()
        if self._desk.left.currentWidget() is self.start:
            self._desk.left.setCurrentWidget(self._desk.tabs)

    def _dismissed(self) -> None:
        self._settings.tips_done = True
        self._drop_guide()
        self._timer.stop()
        self._desk.left.setCurrentWidget(self._desk.tabs)
        self._desk.map.setFocus()

    def _drop_guide(self) -> None:
        self._pulse.stop()
        if self._guide is not None:
            self._desk.scene.removeItem(self._guide)
            self._guide = None

    def _show_next(self) -> None:
        event = next(self._show, None) if self._show is not None else None
        if event is None:
            self._timer.stop()
            self._show = None
            return
        self._desk.runner.pointer(event)


def _pointer(kind: PointerKind, cell: Cell, token: str = "") -> Pointer:
    at = (cell[0] + 0.5, cell[1] + 0.5)
    return Pointer(kind, cell, at, token, Qt.MouseButton.LeftButton)
