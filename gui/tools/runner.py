"""Runs one tool at a time and feeds it the pointer and the keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine.model.phrase import Cell
from engine.model.requests import AskCells
from gui.bridge.describe import PlanPrompt
from gui.bridge.planner import Intent, Plan
from gui.bridge.table import Table
from gui.scene.map_view import Pointer
from gui.tools.context import Key, Tool, ToolContext, ToolEvent
from gui.tools.marking import players_area, players_marks
from gui.tools.players_path import PlayersPath
from gui.tools.select import select_tool, show_selected

ToolFactory = Callable[[ToolContext], Tool]


class ToolRunner(QObject):
    """Holds the running tool. When it ends, the select tool runs again."""

    marks_changed = Signal(object)
    """`MapMarks` for the GM's map."""
    players_marks_changed = Signal(object)
    """`MapMarks` for the players' map."""
    plan_changed = Signal(object)
    """The `Plan` that is drawn, or None."""
    prompted = Signal(object)
    """A `PlanPrompt` for the strip, or None."""
    said = Signal(str)
    """A sentence for the strip."""
    idle_changed = Signal(bool)
    """Whether only the select tool runs."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.context = ToolContext(
            table,
            show=self.marks_changed.emit,
            ask=self._ask,
            say=self.said.emit,
            planned=self._planned,
            aimed=self._aimed,
        )
        self._asked: PlanPrompt | None = None
        self._players_path = PlayersPath(table)
        self._keeps_path = False
        self._tool: Tool | None = None
        self._idle = True
        self._sending = False
        self.start_idle()

    @property
    def idle(self) -> bool:
        """Whether only the select tool runs, and draws nothing."""
        return self._idle and not self.context.drawing

    @property
    def lasting(self) -> bool:
        """Whether the tool in hand stays there after its work is done: a brush."""
        return self.context.lasting

    @property
    def in_mid_work(self) -> bool:
        """Whether there is something drawn to give up; with a brush in hand only within a stroke."""
        return self.context.drawing if self.lasting else not self.idle

    def start(self, make: ToolFactory) -> None:
        """Put a tool in the place of the running one."""
        self._close()
        self._set_idle(False)
        self._run(make(self.context))

    def start_idle(self) -> None:
        """Go back to selecting."""
        self._close()
        self._ask(None)
        self._planned(None, None)
        self._set_idle(True)
        self._run(select_tool(self.context))

    def pointer(self, event: Pointer) -> None:
        """Feed a pointer event."""
        self._send(event)

    def key(self, action: str) -> None:
        """Feed a key action."""
        self._send(Key(action))

    def plan_seen(self) -> None:
        """What was asked last is on the screen."""
        self.context.unread = False

    def cancel(self) -> None:
        """Give up what is being drawn; nothing of it remains. A brush stays in hand."""
        if self.lasting:
            self.key("cancel")
        else:
            self.start_idle()

    def refresh(self) -> None:
        """The battle changed: show the selected actor's marks again unless a tool draws its own."""
        if self.lasting:
            return
        if self.idle:
            show_selected(self.context)
            if self._keeps_path:  # the move is over, or goes on from another square
                self._planned(None, None)
        else:
            self.start_idle()

    # --- inner workings -----------------------------------------------------------------------------

    def _run(self, tool: Tool) -> None:
        self._tool = tool
        self._step(lambda: next(tool))

    def _send(self, event: ToolEvent) -> None:
        tool = self._tool
        if tool is not None and not self._sending:
            self._step(lambda: tool.send(event))

    def _step(self, advance: Callable[[], None]) -> None:
        """Let the tool go on to its next `yield`; a command it submits may change the battle meanwhile."""
        running = self._tool
        self._sending = True
        try:
            advance()
        except StopIteration:
            if self._tool is running:
                self._tool = None
        finally:
            self._sending = False
        if self._tool is None:
            self.start_idle()

    def _close(self) -> None:
        if self._tool is not None and not self._sending:
            self._tool.close()
        self._tool = None
        self.context.drawing = self.context.lasting = False

    def _set_idle(self, idle: bool) -> None:
        if idle != self._idle:
            self._idle = idle
            self.idle_changed.emit(idle)

    def _ask(self, prompt: PlanPrompt | None) -> None:
        if prompt != self._asked:
            self._asked, self.context.unread = prompt, prompt is not None
        self.prompted.emit(prompt)

    def _aimed(self, request: AskCells, cell: Cell | None) -> None:
        self.players_marks_changed.emit(players_area(self.table, request, cell))

    def _planned(self, plan: Plan | None, intent: Intent | None) -> None:
        self.plan_changed.emit(plan)
        marks = players_marks(self.table, intent)
        self._players_path.note(marks)
        self._keeps_path = intent is None and self.table.question is not None
        self.players_marks_changed.emit(self._players_path.left() if self._keeps_path else marks)
