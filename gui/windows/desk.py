"""One encounter on the GM's screen: bars, panels, map and strip, put together and wired."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from engine.model.actor import Actor
from engine.model.commands import Begin
from engine.model.phrase import ActorId, Phrase, Tally
from engine.model.requests import AskCells, AskChoice, AskRoll, AskRolls, Request
from engine.views.audience import Audience
from gui.bridge.encounters import Encounter
from gui.bridge.keymap import Keymap
from gui.bridge.moving import option_for
from gui.bridge.open_rolls import OpenRolls
from gui.bridge.planning import PlanningTimer
from gui.bridge.round_starts import entry_that_opened
from gui.bridge.strays import Strays
from gui.bridge.table import Change, Table
from gui.panels.app_bar import AppBar
from gui.panels.legend import Legend
from gui.panels.planning_bar import PlanningBar
from gui.panels.prompt_strip import PromptStrip
from gui.panels.rail import RoundRail
from gui.scene.battle_scene import BattleScene
from gui.scene.map_view import MapView
from gui.theme.palette import Theme
from gui.tools.people import people_marks, people_on_offer, people_tool
from gui.tools.question_marks import question_marks
from gui.tools.runner import ToolRunner
from gui.tools.squares import squares_tool
from gui.windows.areas import Areas
from gui.windows.map_corner import MapCorner
from gui.windows.map_work import MapWork
from gui.windows.painting import Painting
from gui.windows.shown_marks import ShownMarks
from gui.windows.side_panels import SidePanels


class Desk(QWidget):
    """Everything of one open encounter. The window swaps desks when another encounter is opened."""

    menu_wanted = Signal(str, QPoint)
    """(token or empty, place on the screen): the plain context menu."""
    rule_wanted = Signal(str, object)
    """(ledger id, `Tally` of a roll or None): why a line, a refusal or a question is as it is."""
    number_wanted = Signal(str, object)
    """(label, `Tally`): what a number is made of."""
    edit_wanted = Signal(str)
    """Actor to change by a form."""
    keep_wanted = Signal(str)
    """Actor to take into the library."""
    marks_for_players = Signal(object)
    """`MapMarks` of a drawn path, as far as players may see it."""

    def __init__(self, encounter: Encounter, keymap: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.encounter = encounter
        self.table: Table = encounter.table
        self.keymap = keymap
        self.scene = BattleScene(Audience.GM, encounter.picture_of)
        self.map = MapView(self.scene)
        self.runner = ToolRunner(self.table, self)
        self.open_rolls = OpenRolls(self.table, self)
        self.app_bar = AppBar(self.table, keymap)
        self.rail = RoundRail(self.table, keymap)
        self.planning = PlanningTimer(self.table, self)
        self.planning_bar = PlanningBar(self.table, self.planning, keymap)
        self.side = SidePanels(self.table, keymap, self)
        self.roster, self.library = self.side.roster, self.side.library
        self.terrain, self.fog = self.side.terrain, self.side.fog
        self.card, self.action_list, self.log = self.side.card, self.side.action_list, self.side.log
        self.tabs, self.left, self.right = self.side.tabs, self.side.left, self.side.right
        self.strip = PromptStrip(self.table, keymap)
        self.legend = Legend(self.scene.tone)
        self.scene.tone_changed.connect(self.legend.set_tone)
        self.corner = MapCorner(self.map, self.legend, keymap, self.table.square_words)
        self._grid = True
        self.marks = ShownMarks(self.table, self.scene, self.runner, self.legend)
        self.work = MapWork(self.table, self.map, self.runner, self.action_list)
        self.painting = Painting(
            self.table, self.runner, self.terrain, self.fog, self.map, self.work.where_to_begin
        )
        self._lay_out()
        self.areas = self._areas()
        self._wire()
        self.strays = Strays(self.table, self)
        self.scene.show(self.table.view(Audience.GM))
        self.runner.refresh()
        if self.table.question is not None:
            self._on_question(self.table.question)  # left open when the encounter was closed

    # --- putting together -------------------------------------------------------------------------

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.app_bar)
        whole.addWidget(self.rail)
        whole.addWidget(self.planning_bar)
        self._floor = QGridLayout()
        whole.addLayout(self._floor, 1)
        self._floor.setSpacing(0)
        self._floor.setRowStretch(0, 1)
        self._floor.setColumnStretch(1, 1)
        self._floor.addWidget(self.corner, 0, 1)
        self._place_strip(wide=False)

    def _place_strip(self, wide: bool) -> None:
        """Put the strip below the map, or below everything where large text wants the whole width."""
        self._strip_wide = wide
        rows = 1 if wide else 2
        self._floor.addWidget(self.left, 0, 0, rows, 1)
        self._floor.addWidget(self.right, 0, 2, rows, 1)
        self._floor.addWidget(self.strip, 1, 0 if wide else 1, 1, 3 if wide else 1)

    def _areas(self) -> Areas:
        order = (self.map, self.left, self.action_list, self.log, self.app_bar, self.rail, self.strip)
        return Areas(
            self,
            order,
            self.table,
            self.map,
            self.strip,
            forms=(self.left, self.app_bar),
            lists=(self.roster,),
            bring_up=self.side.bring_up,
        )

    def _wire(self) -> None:
        table, runner = self.table, self.runner
        table.changed.connect(self._on_change)
        table.asked.connect(self._on_question)
        table.selected_changed.connect(runner.refresh)
        self.left.currentChanged.connect(self._fit_panels)
        self.map.pointed.connect(self.work.pointed)
        self.map.tips_wanted = lambda: runner.idle
        self.map.menu_wanted.connect(self.menu_wanted)
        runner.marks_changed.connect(self.marks.show)
        runner.players_marks_changed.connect(self.marks_for_players)
        runner.prompted.connect(self.strip.show_plan)
        self.strip.plan_seen.connect(runner.plan_seen)
        runner.said.connect(self.strip.notice)
        runner.idle_changed.connect(self._on_idle)
        self.strip.action.connect(self.act)
        self.strip.pointed_at.connect(self._on_pointed)
        self.strip.dice_named.connect(self._roll_named_dice)
        self.strip.released.connect(self.map.setFocus)
        self.action_list.chosen.connect(self.work.start)
        self.action_list.overruled.connect(self.work.overrule)
        self.action_list.rule_wanted.connect(self._want_rule)
        self.action_list.attacks.why_wanted.connect(self.rule_wanted)
        runner.plan_changed.connect(self.action_list.show_plan)
        self.action_list.pointed.connect(self.marks.show_guard)
        self.log.rule_wanted.connect(self.rule_wanted)
        self.log.view.clicked.connect(self.strip.forget_rule)
        self.log.view.selectionModel().currentChanged.connect(self.strip.forget_rule)
        self.card.number_wanted.connect(self.number_wanted)
        self.roster.centre_wanted.connect(self._centre_on)
        self.roster.menu_wanted.connect(self.menu_wanted)
        self.rail.advance_wanted.connect(self.advance)
        self.rail.undo_to_slot.connect(self._undo_to_slot)
        self.planning_bar.close_wanted.connect(self.advance)
        self.library.armed.connect(self._arm)
        self.library.carried.connect(self.work.carry)
        self.app_bar.undo_wanted.connect(table.take_back)
        self.app_bar.redo_wanted.connect(table.redo)
        self.corner.wanted.connect(self._change_map)
        self.card.edited.connect(self._give_focus_back)

    # --- what panels and keys ask for ---------------------------------------------------------------

    def act(self, action: str) -> None:
        """A named action from a button or a key that the running tool or the round understands."""
        if action == "advance":
            self.advance()
        elif action == "begin":
            self.table.submit(Begin())
        elif action == "end":
            self.work.end_fight()
        else:
            self.runner.key(action)

    def key_to_tool(self, action: str) -> bool:
        """Feed a key to a running tool. False while only selecting."""
        if self.runner.idle:
            return False
        self.runner.key(action)
        return True

    @property
    def rule_here(self) -> str:
        """The rule behind what the GM looks at: the attack whose row has the focus, what was just refused,
        else the marked line while the log has the focus, else the open question, else the action in hand,
        else the marked line all the same."""
        attack = self.action_list.attacks.here
        return attack.rule if attack is not None else self._rule_at_work or self.log.rule_here

    @property
    def tally_here(self) -> Tally | None:
        """What the roll behind `rule_here` is made of: of the attack whose row has the focus, the open one,
        or that of the marked line."""
        attack = self.action_list.attacks.here
        if attack is not None:
            return attack.tally
        if not self._rule_at_work:
            return self.log.tally_here
        question = None if self._looks_at_words else self.table.question
        return question.tally if isinstance(question, AskRoll) else None

    @property
    def _looks_at_words(self) -> bool:
        """A refusal was just said, or the log has the focus: the open question is not what F1 asks about."""
        return bool(self.strip.rule_here) or self.log.view.hasFocus()

    @property
    def facts_here(self) -> tuple[Phrase, ...]:
        """The facts of the open question, where `rule_here` is of that."""
        question = None if self._looks_at_words else self.table.question
        attack = self.action_list.attacks.here
        return question.detail if question is not None and attack is None else ()

    @property
    def _rule_at_work(self) -> str:
        if self._looks_at_words:
            return self.strip.rule_here
        question = self.table.question
        asked = question.title.rule if question is not None else ""
        return asked or self.action_list.rule_here

    def _want_rule(self, rule: str) -> None:
        self.rule_wanted.emit(rule, None)

    def advance(self) -> None:
        """Go on to the next step; before the fight, begin it."""
        self.runner.start_idle()
        if self.table.progress.round == 0:
            self.table.submit(Begin())
        else:
            self.table.advance()

    def set_text_scale(self, scale: float) -> None:
        """Larger text wants wider panels."""
        self.side.text_scale = scale
        self._fit_panels()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side panels by the width there is."""
        super().resizeEvent(event)
        self._fit_panels()

    def _fit_panels(self) -> None:
        self.side.fit(self.width(), self.height())
        if self.side.cramped != self._strip_wide:
            self._place_strip(self.side.cramped)

    def set_theme(self, theme: Theme) -> None:
        """The window's colours changed."""
        for panel in (self.app_bar, self.rail, self.planning_bar, self.side, self.strip, self.legend):
            panel.set_theme(theme)

    def roll_openly(self) -> None:
        """Roll what is asked for before the players' eyes; with nothing open, ask which dice."""
        question = self.table.question
        if question is None:
            self.strip.ask_dice()
        elif not isinstance(question, AskRoll | AskRolls):
            self.strip.notice("Nothing is to be rolled here. Answer this first.")
        elif not self.open_rolls.roll_question():
            key = self.keymap.shown("roll")
            self.strip.notice(f"The players may not see who rolls this. {key} rolls it unseen.")

    def toggle_panels(self) -> None:
        """Hide the panels at both sides, or bring them back."""
        self.side.set_hidden(not self.right.isHidden())

    def edit_health(self, actor_id: ActorId = "") -> None:
        """Open the field for an actor's hit points; without one the selected actor's, or whose card shows."""
        self.side.set_hidden(False)
        self.card.edit_health(actor_id or self.table.selected or self.card.actor)

    def toggle_grid(self) -> None:
        """Show or hide the grid lines."""
        self._grid = not self._grid
        self.scene.set_grid(self._grid)
        self.corner.grid_shown = self._grid

    def toggle_darkness(self) -> None:
        """Show or hide the veil over what no light reaches."""
        self.corner.darkness_shown = not self.corner.darkness_shown
        self.scene.set_darkness(self.corner.darkness_shown)

    def next_tab(self, step: int) -> None:
        """Bring the next tab of the left column to the front and go there."""
        self.side.unfolded = True
        self._fit_panels()
        self.left.setCurrentWidget(self.tabs)
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + step) % self.tabs.count())
        self.areas.enter(self.left)

    def show_library(self) -> None:
        """Bring the library to the front with its search field ready."""
        self.side.unfolded = True
        self._fit_panels()
        self.left.setCurrentWidget(self.tabs)
        self.tabs.setCurrentWidget(self.library)
        self.areas.enter(self.left)

    def has_action(self, action: str) -> bool:
        """Whether the selected actor's rules know a standard action."""
        actor = self.table.actor(self.table.selected)
        return actor is not None and option_for(self.table, actor, action) is not None

    def _change_map(self, action: str) -> None:
        """What the menu at the map's scale offers."""
        {
            "fit": self.map.fit,
            "grid": self.toggle_grid,
            "darkness": self.toggle_darkness,
            "measure": self.work.measure,
        }[action]()

    # --- inner workings -----------------------------------------------------------------------------

    def _give_focus_back(self) -> None:
        """A field of a panel is done with: typing goes on at the open question, else on the map."""
        self.areas.home.setFocus()

    def _roll_named_dice(self, text: str) -> None:
        problem = self.open_rolls.begin(text)
        if problem:
            self.strip.notice(problem)

    def _on_change(self, change: Change) -> None:
        view = self.table.view(Audience.GM)
        if change.jump:
            self.scene.show(view)
        else:
            self.scene.play(change.events, view)
        self.runner.refresh()
        self.corner.show_square(self.table.square_words)

    def _on_question(self, request: Request[Any] | None) -> None:
        if request is not None:
            self.runner.start_idle()
            self.side.bring_up(self.action_list)
            self.marks.show(question_marks(self.table, request))
            self.strip.setFocus()
            QTimer.singleShot(0, self, self._reveal_whom_it_is_about)  # once the strip has its height
        if isinstance(request, AskCells):
            self.runner.start(lambda context: squares_tool(context, request))
        elif isinstance(request, AskChoice) and people_on_offer(self.table, request):
            self.runner.start(lambda context: people_tool(context, request, self.strip.point))
            self._on_pointed("")

    def _reveal_whom_it_is_about(self) -> None:
        request = self.table.question
        for actor_id in (request.about, request.actor) if request is not None else ():
            actor = self.table.actor(actor_id)
            if actor is not None and actor.cell is not None:
                self.map.reveal(actor.cell)

    def _on_pointed(self, pick: str) -> None:
        request = self.table.question
        if isinstance(request, AskChoice) and people_on_offer(self.table, request):
            self.marks.show(people_marks(self.table, request, pick))

    def _on_idle(self, idle: bool) -> None:
        if not idle:
            QToolTip.hideText()  # one that was open lies over the paths to come
        if idle:
            self.action_list.set_current("")
            self.painting.show_none()

    def _centre_on(self, actor_id: str) -> None:
        actor = self.table.actor(actor_id)
        if actor is not None and actor.cell is not None:
            self.map.show_cell(actor.cell)

    def _undo_to_slot(self, key: str) -> None:
        number = entry_that_opened(self.table.session, key)
        if number is not None:
            self.table.undo_to(number)

    def _arm(self, actors: tuple[Actor, ...]) -> None:
        self.side.unfolded = False
        self._fit_panels()
        self.work.place(actors)
