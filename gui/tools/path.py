"""Drawing a path: by dragging the token, or with the arrow keys. Risk is shown before anything happens."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import Qt

from engine.model.commands import OnHit
from engine.model.phrase import ActorId, Cell
from gui.bridge.describe import plan_prompt, way_words
from gui.bridge.planner import Intent, Plan, Planner
from gui.scene.map_view import Pointer, PointerKind
from gui.scene.marks import MapMarks
from gui.tools.context import STEPS, UNREAD, Key, Tool, ToolContext, ToolEvent
from gui.tools.marking import movement_marks, plan_marks

MAP_ENDS = "The map ends there."


@dataclass(slots=True)
class _Drawing:
    """A path while it is drawn: over waypoints to a goal, or square by square."""

    context: ToolContext
    planner: Planner
    base: MapMarks
    goal: Cell | None = None
    waypoints: list[Cell] = field(default_factory=list)
    walked: list[Cell] = field(default_factory=list)
    plan: Plan | None = None

    def to(self, cell: Cell) -> None:
        """Aim at a square with the pointer."""
        self.walked = []
        if cell != self.goal:
            self.goal = cell
            self.refresh()

    def step(self, by: tuple[int, int], start: Cell) -> None:
        """Move the ghost by one square with a key; stepping back takes a square away."""
        here = (
            self.walked[-1]
            if self.walked
            else (self.plan.path[-1] if self.plan and self.plan.path else start)
        )
        if not self.walked and self.plan is not None:
            self.walked = list(self.plan.path)
        there = here[0] + by[0], here[1] + by[1]
        if not self.context.table.board.extent.contains(there):
            self.context.say(MAP_ENDS)
            return
        before = self.walked[-2] if len(self.walked) > 1 else start
        if self.walked and there == before:
            self.walked.pop()
        else:
            self.walked.append(there)
        self.goal = None
        self.refresh()

    def waypoint(self) -> None:
        """Pin the path to the square it leads to now."""
        if self.plan is not None and self.plan.path:
            self.waypoints.append(self.plan.path[-1])
            self.refresh()

    def waypoint_back(self) -> None:
        """Take the last waypoint, or the last square of a path made with keys, away."""
        if self.walked:
            self.walked.pop()
        elif self.waypoints:
            self.waypoints.pop()
        self.refresh()

    def toggle_retry(self) -> None:
        """Keep trying after a hit, or stop: the odds change with it."""
        keeps = self.context.on_hit is OnHit.RETRY
        self.context.on_hit = OnHit.STOP if keeps else OnHit.RETRY
        self.refresh()

    def refresh(self) -> None:
        """Plan again and show it."""
        on_hit = self.context.on_hit
        if self.walked:
            self.plan = self.planner.along(self.walked, on_hit)
        elif self.goal is not None:
            self.plan = self.planner.plan(self.goal, self.waypoints, on_hit)
        else:
            self.plan = None
        marks = plan_marks(self.context.table, self.base, self.plan) if self.plan else self.base
        self.context.show(marks)
        self.context.planned(self.plan, self._intent)

    @property
    def _intent(self) -> Intent | None:
        """What is asked of the mover, also where no way leads."""
        if self.goal is None and not self.walked:
            return None
        return Intent(
            self.planner.actor_id,
            self.planner.verb,
            goal=None if self.walked else self.goal,
            waypoints=tuple(self.waypoints),
            walked=tuple(self.walked),
            on_hit=self.context.on_hit,
        )

    @property
    def risky(self) -> bool:
        """Whether the plan wants a second look before it is carried out."""
        plan = self.plan
        return plan is not None and bool(plan.refusals or plan.law.attacks)


def drag_path(context: ToolContext, actor_id: ActorId, verb: str, event: Pointer) -> Tool:
    """Pull a token along a path. Let go without risk and it moves; with risk the strip asks first."""
    drawing = _drawing(context, actor_id, verb)
    if drawing is None:
        return
    drawing.to(event.cell)
    while True:
        following = yield
        if isinstance(following, Pointer):
            if following.kind is PointerKind.DRAG:
                drawing.to(following.cell)
            elif following.kind is PointerKind.PRESS and following.button is Qt.MouseButton.RightButton:
                drawing.waypoint()
            elif following.kind is PointerKind.RELEASE:
                break
        elif not _shaped(drawing, following, actor_id) and following.action == "cancel":
            return
    if drawing.plan is None or not drawing.plan.path:
        return
    if drawing.risky:
        yield from _ask(context, drawing, actor_id)
    else:
        _submit(context, drawing.plan)


def path_tool(context: ToolContext, actor_id: ActorId, verb: str) -> Tool:
    """Draw a path with the keys or by pointing; Enter or a click walks it."""
    drawing = _drawing(context, actor_id, verb)
    if drawing is None:
        return
    drawing.refresh()
    words = way_words(context.table, actor_id, verb)
    if words:
        context.say(words)
    yield from _ask(context, drawing, actor_id)


def _ask(context: ToolContext, drawing: _Drawing, actor_id: ActorId) -> Tool:
    """The ghost stays; the strip asks. Everything can still be changed until Enter."""
    pointing = drawing.plan is None
    _show_prompt(context, drawing)
    while True:
        event = yield
        if isinstance(event, Pointer):
            pointing = _point(drawing, event, pointing)
            if event.clicks and pointing:
                if drawing.plan and drawing.plan.path and not drawing.risky:
                    _submit(context, drawing.plan)
                    return
                pointing = False
        elif event.action == "cancel":
            if drawing.plan is None:
                context.say("")  # what was said of the way to be drawn
            return
        elif event.action in ("accept", "overrule", "safer") and drawing.risky and context.unread:
            context.say(UNREAD)
            continue
        elif event.action in ("accept", "overrule") and drawing.plan and drawing.plan.path:
            refused = bool(drawing.plan.refusals)
            if refused and event.action == "accept":
                context.say(context.table.say(drawing.plan.refusals[0].reason))
                continue
            _submit(context, drawing.plan, overrule=event.action == "overrule")
            return
        elif event.action == "safer" and drawing.plan and drawing.plan.safer:
            _submit(context, drawing.plan, safer=True)
            return
        else:
            _shaped(drawing, event, actor_id)
        _show_prompt(context, drawing)


def _point(drawing: _Drawing, event: Pointer, pointing: bool) -> bool:
    """Let the ghost follow the pointer while it has not been put down; a drag picks it up again."""
    if event.kind is PointerKind.DRAG or (pointing and event.kind is PointerKind.HOVER):
        drawing.to(event.cell)
        return event.kind is PointerKind.HOVER
    if event.kind is PointerKind.PRESS and event.button is Qt.MouseButton.RightButton:
        drawing.waypoint()
    elif event.kind is PointerKind.PRESS and not pointing:
        drawing.to(event.cell)
    return pointing


def _shaped(drawing: _Drawing, event: ToolEvent, actor_id: ActorId) -> bool:
    """Keys that change the drawing. False if the key meant nothing here."""
    if not isinstance(event, Key):
        return False
    if event.action in STEPS:
        start = drawing.context.table.board.actor(actor_id).cell
        if start is not None:
            drawing.step(STEPS[event.action], start)
    elif event.action == "waypoint":
        drawing.waypoint()
    elif event.action == "waypoint_back":
        drawing.waypoint_back()
    elif event.action == "toggle_retry":
        drawing.toggle_retry()
    else:
        return False
    return True


def _drawing(context: ToolContext, actor_id: ActorId, verb: str) -> _Drawing | None:
    table = context.table
    actor = table.actor(actor_id)
    if actor is None or actor.cell is None:
        return None
    base = movement_marks(table, actor, verb)
    context.show(base)
    return _Drawing(context, Planner(table.board, table.ruleset, actor, verb), base)


def _show_prompt(context: ToolContext, drawing: _Drawing) -> None:
    plan = drawing.plan
    context.ask(plan_prompt(context.table, plan) if plan is not None and plan.path else None)


def _submit(context: ToolContext, plan: Plan, safer: bool = False, overrule: bool = False) -> None:
    context.ask(None)
    context.planned(None, None)
    context.table.submit(plan.act(context.on_hit, safer), overrule)
