"""What is drawn over the GM's map, and the legend that explains it."""

from __future__ import annotations

from engine.model.actor import Actor
from engine.model.phrase import Cell
from gui.bridge.moving import option_for
from gui.bridge.table import Table
from gui.panels.legend import Legend
from gui.scene.battle_scene import BattleScene
from gui.scene.marks import MapMarks
from gui.tools.marking import all_threat_marks, guard_marks
from gui.tools.runner import ToolRunner


class ShownMarks:
    """Marks come from the running tool, from a question, or from an action that is pointed at."""

    def __init__(self, table: Table, scene: BattleScene, runner: ToolRunner, legend: Legend) -> None:
        self._table = table
        self._scene = scene
        self._runner = runner
        self._legend = legend
        self._guarding = False
        self.cursor: Cell | None = None
        """The keyboard's square, where a tool marks one."""

    def show(self, marks: MapMarks) -> None:
        """Draw these in place of those before."""
        self.cursor = marks.cursor
        self._legend.set_lengths(self._lengths())
        self._legend.show_marks(marks)
        self._scene.set_marks(marks)  # last: the card keeps clear of the legend

    def show_all_threat(self) -> None:
        """Mark what both sides threaten, the party's hatch leaning the other way."""
        self._scene.set_marks(all_threat_marks(self._table))

    def show_guard(self, verb: str) -> None:
        """What a pointed at action would guard, as long as nothing else is drawn."""
        actor = self._table.actor(self._table.selected)
        if actor is None or not self._runner.idle or self._table.question is not None:
            return
        marks = guard_marks(self._table, actor, verb) if verb else None
        if marks is not None:
            self.show(marks)
        elif self._guarding:
            self._runner.refresh()
        self._guarding = marks is not None

    def _lengths(self) -> dict[str, str]:
        """How far the selected actor's move and double move go in all, and what is left once it moved."""
        actor = self._table.actor(self._table.selected)
        if actor is None:
            return {}
        found = {}
        for kind, action in (("reach", "move"), ("double", "double")):
            option = option_for(self._table, actor, action)
            if option is not None:
                whole = self._whole(actor, option.verb)
                found[kind] = self._table.feet(whole)
                if actor.stride.spent:
                    left = self._table.feet(max(0, whole - actor.stride.spent))
                    found[kind] = f"{left.split()[0]} of {found[kind]}"
        return found

    def _whole(self, actor: Actor, verb: str) -> int:
        """Squares of the whole movement; where nothing binds, of the rate that is only a guide."""
        reach = self._table.reach(actor.id, verb)
        if reach.guided:
            return actor.stride.spent + reach.bands[0].limit
        manner = self._table.ruleset.manner(verb)
        return self._table.ruleset.allowance(self._table.battle, actor, manner).total
