"""What the GM begins on the map: a move, a charge, a target, tokens to place, a measurement."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from engine.model.actor import Actor
from engine.model.commands import Act
from engine.model.offers import Option, Targeting
from engine.model.phrase import ActorId, Cell
from gui.bridge.ending import ending_of
from gui.bridge.moving import movement_verb
from gui.bridge.table import Table
from gui.panels.action_list import ActionList
from gui.scene.geometry import cell_of, squares_of
from gui.scene.map_view import MapView, Pointer, PointerKind
from gui.tools.charge import charge_tool
from gui.tools.measure import measure_tool
from gui.tools.path import path_tool
from gui.tools.place import place_tool
from gui.tools.runner import ToolFactory, ToolRunner
from gui.tools.target import target_tool

NO_END = "Nothing to end here: by these rules a fight is over once no enemies face each other."


class MapWork:
    """Puts the fitting tool in the GM's hand and the keyboard on the map."""

    def __init__(self, table: Table, map_view: MapView, runner: ToolRunner, actions: ActionList) -> None:
        self._table = table
        self._map = map_view
        self._runner = runner
        self._actions = actions
        self.only_brushes = False
        """The map is being set up: nobody acts."""
        self._placed: tuple[ActorId, Cell] | None = None
        """Who was selected as somebody was placed, and the square beside."""

    def start(self, verb: str, picks: dict[str, str], insisted: bool = False) -> None:
        """Begin what an action row stands for: collect a path or a target, or do it at once.

        `insisted`: the rules speak against it, and the GM wants it.
        """
        actor, option = self._option(verb)
        if actor is None or option is None:
            return
        self._put_brush_down()
        self._actions.set_current(verb)
        self._map.setFocus()
        match option.targeting:
            case Targeting.PATH:
                self._runner.start(lambda context: path_tool(context, actor.id, verb))
            case Targeting.CHARGE:
                self._runner.start(lambda context: charge_tool(context, actor.id, verb, picks, insisted))
            case Targeting.ACTOR:
                at_once = self._actions.chooser is None
                self._runner.start(lambda context: target_tool(context, actor.id, verb, picks, at_once))
            case Targeting.NONE | Targeting.TEXT:
                self._table.submit(Act(actor.id, verb, targets=self._actions.aimed_at, picks=picks))
                self._actions.set_current("")

    def overrule(self, verb: str, picks: dict[str, str]) -> None:
        """The GM insists on a struck-through action."""
        actor, option = self._option(verb)
        if actor is None or option is None:
            return
        if option.targeting in (Targeting.NONE, Targeting.TEXT):
            act = Act(actor.id, verb, targets=self._actions.aimed_at, picks=picks, overrule=True)
            self._table.submit(act, overrule=True)
        else:
            self.start(verb, picks, insisted=True)

    def pointed(self, event: Pointer) -> None:
        """The pointer did something on the map: a click may name the target of what is being chosen."""
        if self.only_brushes and not self._runner.lasting:
            return
        if not (event.clicks and event.token and self._actions.take_click(event.token)):
            self._runner.pointer(event)

    def step_ghost(self, action: str) -> bool:
        """An arrow key with nothing drawn yet begins a path for the selected actor. False if it cannot."""
        actor = self._table.actor(self._table.selected)
        verb = movement_verb(self._table, actor) if actor is not None else None
        if actor is None or verb is None:
            return False
        self.start(verb, {})
        self._runner.key(action)
        return True

    def measure(self) -> None:
        """Measure on the map until Esc; a question that is open comes first."""
        if self._table.question is None:
            self._begin(measure_tool)

    def end_fight(self) -> None:
        """Ask how the fight ends; where the rules leave no such deed to the GM, say what ends it."""
        if self._table.question is not None:
            self._table.notice(self._table.busy_words)
            return
        over = self._table.progress.over
        if over is not None:
            self._table.notice(self._table.say(over))
            return
        act = ending_of(self._table)
        if act is not None:
            self._runner.start_idle()
            self._table.submit(act)
        else:
            self._table.notice(NO_END)

    def place(self, actors: tuple[Actor, ...]) -> None:
        """Set these down, beside those placed before; if somebody was selected since, beside that token."""
        selected, beside = self._placed or ("", None)
        go_on = beside is not None and selected == self._table.selected
        start = beside if go_on and beside is not None else self.where_to_begin()
        self._begin(lambda context: place_tool(context, actors, start, self._keep_place))

    def carry(self, at: QPoint, let_go: bool) -> None:
        """What is in hand is dragged to a place on the screen, and let go there: over the map it is set down,
        elsewhere put back."""
        inside = self._map.viewport().mapFromGlobal(at)
        if not self._map.viewport().rect().contains(inside):
            if let_go:
                self._runner.key("cancel")
            return
        there = self._map.mapToScene(inside)
        kind = PointerKind.PRESS if let_go else PointerKind.HOVER
        button = Qt.MouseButton.LeftButton if let_go else Qt.MouseButton.NoButton
        self._runner.pointer(Pointer(kind, cell_of(there), squares_of(there), button=button))

    def _keep_place(self, cell: Cell) -> None:
        self._placed = self._table.selected, cell

    def _begin(self, make: ToolFactory) -> None:
        self._put_brush_down()
        self._runner.start(make)
        self._map.setFocus()

    def _put_brush_down(self) -> None:
        if self._runner.lasting:
            self._runner.start_idle()

    def _option(self, verb: str) -> tuple[Actor | None, Option | None]:
        actor = self._table.actor(self._table.selected)
        if actor is None:
            return None, None
        return actor, next((option for option in self._table.menu(actor.id) if option.verb == verb), None)

    def where_to_begin(self) -> Cell:
        """The first square for keys: the selected token's, else the middle of what is shown."""
        actor = self._table.actor(self._table.selected)
        if actor is not None and actor.cell is not None:
            return actor.cell
        return cell_of(self._map.mapToScene(self._map.viewport().rect().center()))
