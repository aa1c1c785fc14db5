"""Setting the map of one desk up: its own columns beside the map, brushes by number, step after step.

Every stroke and switch is an ordinary edit, so everything can be taken back, and leaving loses nothing.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QWidget

from engine.model.commands import Command, SetDark, SetMetric, SetTerrain
from engine.model.requests import Request
from gui.bridge.map_picture import picture_of_desk
from gui.bridge.map_steps import BRUSH_OF_STEP, SetupStep, step_lines
from gui.panels.setup_card import SetupCard
from gui.panels.setup_column import BRUSHES, SetupColumn
from gui.tools.context import STEPS
from gui.windows.desk import Desk

TITLE = "Map set-up"
PASSED_ON = frozenset(("undo", "redo", "zoom_in", "zoom_out", "fit", "menu"))
"""Keys that mean here what they always do, beside those of the window; the others play a fight."""
TO_BRUSH = frozenset((*STEPS, "waypoint"))
DIGITS = {str(number): brush.value for number, (brush, *_) in enumerate(BRUSHES, 1)}


class SetUpMode(QObject):
    """`enter` begins, `leave` ends. The grid of a picture is laid in a dialog of its own: `grid_wanted`."""

    grid_wanted = Signal()
    picture_wanted = Signal()
    measure_wanted = Signal()

    def __init__(self, desk: Desk, window_actions: frozenset[str]) -> None:
        super().__init__(desk)
        self._desk, self._table = desk, desk.table
        self._passed_on = PASSED_ON | window_actions
        self.active = self._made = False
        self._true_size = ""
        self._table.changed.connect(self._on_change)
        self._table.noticed.connect(self._say)
        self._table.refused.connect(self._say_refused)
        desk.runner.said.connect(self._say)
        self._table.asked.connect(self._on_question)
        desk.runner.idle_changed.connect(self._show)

    def _make(self) -> None:
        """The columns, when they are first wanted: most encounters never want them."""
        desk, table = self._desk, self._table
        self.column = SetupColumn()
        self.card = SetupCard(table.scale, table.ruleset.about.unit, table.battle.metric, desk.keymap)
        self.card.true_size.show_words(self._true_size)
        desk.left.addWidget(self.column)
        desk.right.addWidget(self.card)
        desk.painting.add(self.card)
        self.column.step_wanted.connect(self._go)
        self.column.brush_wanted.connect(self.card.take)
        self.card.chosen.connect(self._show)
        self.card.step_wanted.connect(self._go)
        self.card.grid_wanted.connect(self.grid_wanted)
        self.card.picture_wanted.connect(self.picture_wanted)
        self.card.true_size.measure_wanted.connect(self.measure_wanted)
        self.card.metric_chosen.connect(self._set_metric)
        self.card.dark_chosen.connect(self._set_dark)
        self.card.sight_chosen.connect(self._let_sight_reveal)

    # --- in and out -------------------------------------------------------------------------------

    def enter(self, step: SetupStep = SetupStep.WALLS, brush: str = "") -> None:
        """Begin with a step, with its brush or another in hand. An open question comes first."""
        if self._table.question is not None:
            self._table.notice(self._table.busy_words)
            return
        if not self.active:
            if not self._made:
                self._make()
            self.active = self._made = True
            self._table.select("")
            self._desk.runner.start_idle()
            self._desk.side.set_hidden(False)
            self._desk.left.setCurrentWidget(self.column)
            self._desk.right.setCurrentWidget(self.card)
            self._clear_desk(True)
        self._begin(step, brush)

    def leave(self) -> None:
        """Back to the fight."""
        if not self.active:
            return
        self.active = False
        self._desk.runner.start_idle()
        self._desk.left.setCurrentWidget(self._desk.tabs)
        self._desk.right.setCurrentIndex(0)
        self._desk.app_bar.show_instead("", "")
        self._clear_desk(False)
        self._desk.areas.home.setFocus()

    def _clear_desk(self, on: bool) -> None:
        """Put away what a fight needs, or bring it back."""
        self._desk.work.only_brushes = on
        for widget in (self._desk.rail, self._desk.strip):
            widget.setHidden(on)
        QTimer.singleShot(0, self._desk, self._desk.map.fit_again)  # once their room is shared out

    def _begin(self, step: SetupStep, brush: str = "") -> None:
        self.card.show_step(step)
        usual = BRUSH_OF_STEP.get(step)
        self.card.take(brush or (usual.value if usual is not None else ""))
        self._desk.map.setFocus()
        self._show()

    def _go(self, step: SetupStep | None) -> None:
        if step is None:
            self.leave()
        elif step is SetupStep.GRID and self._table.battle.terrain.picture is not None:
            self.grid_wanted.emit()
        else:
            self._begin(step)

    def _on_question(self, request: Request[object] | None) -> None:
        """Something was taken back as far as a question: it is answered where it is asked."""
        if request is not None:
            self.leave()

    # --- keys -------------------------------------------------------------------------------------

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key that no field had a use for; False if it means here what it always does."""
        if not self.active:
            return False
        digit = event.text() if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier else ""
        if digit in DIGITS:
            self.card.take(DIGITS[digit])
            return True
        runner = self._desk.runner
        match self._desk.keymap.action_for(event.keyCombination()):
            case "accept":
                self._accept()
            case "cancel" if self._desk.areas.away:
                self._desk.areas.leave()
            case "cancel" if runner.lasting:
                runner.key("cancel")
            case "cancel":
                self.leave()
            case action if action in TO_BRUSH and runner.lasting:
                runner.key(action)
            case action:
                return action not in self._passed_on
        return True

    def tab(self, forward: bool) -> None:
        """Go to the next stop: steps, brushes, what the step wants to know, the way on, the map."""
        stops: list[QWidget] = [
            *self.column.rows.values(),
            *self.column.brushes.values(),
            *self.card.stops,
            self._desk.map,
        ]
        stops = [widget for widget in stops if widget.isVisible() and widget.isEnabled()]
        here = QApplication.focusWidget()
        index = stops.index(here) if here in stops else len(stops) - 1
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        stops[(index + (1 if forward else -1)) % len(stops)].setFocus(reason)

    def _accept(self) -> None:
        """Enter ends what a field or a stroke is at, else goes on to the next step."""
        if isinstance(QApplication.focusWidget(), QAbstractSpinBox):
            self._desk.map.setFocus()
        elif self._desk.runner.in_mid_work:
            self._desk.runner.key("accept")
        else:
            self._go(self.card.step.following)

    # --- edits ------------------------------------------------------------------------------------

    def _set_metric(self, metric: object) -> None:
        self._table.submit(SetMetric(metric))  # type: ignore[arg-type]

    def _set_dark(self, dark: bool) -> None:
        self._table.submit(SetDark(dark))

    def _let_sight_reveal(self, reveals: bool) -> None:
        self._table.submit(SetTerrain(replace(self._table.battle.terrain, sight_reveals=reveals)))

    # --- what is shown ----------------------------------------------------------------------------

    def show_true_size(self, words: str) -> None:
        """What is known of the players' display."""
        self._true_size = words
        if self._made:
            self.card.true_size.show_words(words)

    def _on_change(self) -> None:
        if self.active:
            self.card.say("")
            self._show()

    def _say(self, words: str) -> None:
        if self.active:
            self.card.say(words)

    def _say_refused(self, told: tuple[Command, Any]) -> None:
        self._say(" ".join(self._table.say(refusal.reason) for refusal in told[1].refusals))

    def _show(self) -> None:
        if not self.active:
            return
        battle = self._table.battle
        shown = picture_of_desk(self._desk.encounter)
        words = ""
        if shown is not None:
            size = shown.image.size()
            words = f"{shown.info.name}, {size.width()} \u00d7 {size.height()} px"
        self.column.show_steps(step_lines(battle.terrain), self.card.step)
        self.column.show_brush(self.card.brush)
        self.card.show_map(battle.terrain, words, battle.metric)
        self._desk.app_bar.show_instead(TITLE, words or battle.title)
