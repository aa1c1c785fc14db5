"""What a tool works with: the table, the marks it shows, the question it asks."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from engine.model.commands import OnHit
from engine.model.phrase import Cell
from engine.model.requests import AskCells
from gui.bridge.describe import PlanPrompt
from gui.bridge.planner import Intent, Plan
from gui.bridge.table import Table
from gui.scene.map_view import Pointer
from gui.scene.marks import MapMarks


@dataclass(frozen=True, slots=True)
class Key:
    """A key that means something to a tool, by the name of its action ("accept", "step_n")."""

    action: str


ToolEvent = Pointer | Key
Tool = Generator[None, ToolEvent, None]
"""Runs until it has done its work; what it showed is cleared by the runner afterwards."""


@dataclass(slots=True)
class ToolContext:
    """Handed to every tool."""

    table: Table
    show: Callable[[MapMarks], None]
    """Draw these marks on the GM's map (and what players may see of them on theirs)."""
    ask: Callable[[PlanPrompt | None], None]
    """Put a plan's question into the strip, or take it out."""
    say: Callable[[str], None]
    """A sentence in the strip."""
    planned: Callable[[Plan | None, Intent | None], None]
    """(plan, what it is to do) of another move on show. The players' map shows what would come of the intent
    as far as they know; it is told also where no way leads, or they would learn that something bars it."""
    aimed: Callable[[AskCells, Cell | None], None] = lambda request, cell: None
    """The area asked for is aimed at a square (None: at none): the players may see where."""
    on_hit: OnHit = OnHit.RETRY
    """What a mover does when it is thrown back; the odds assume it, key Y changes it."""
    unread: bool = False
    """The question last put into the strip has not been on the screen yet. Enter does what is shown there."""
    drawing: bool = False
    """The select tool is in the middle of a drag or its question: keys belong to it."""
    lasting: bool = False
    """The running tool goes on when the battle changes: a brush, until it is put down."""
    picks: dict[str, str] = field(default_factory=dict)
    """Choices made in the action list for the verb in hand (weapon, spell)."""


UNREAD = "This had only just changed. Read it, then once more."
"""Said in place of carrying out a risk that the screen had not shown yet."""

STEPS: dict[str, tuple[int, int]] = {
    "step_n": (0, -1),
    "step_ne": (1, -1),
    "step_e": (1, 0),
    "step_se": (1, 1),
    "step_s": (0, 1),
    "step_sw": (-1, 1),
    "step_w": (-1, 0),
    "step_nw": (-1, -1),
}
"""Key actions that move the ghost by one square."""


def stepped(table: Table, cell: Cell, action: str) -> Cell:
    """The square one step on in the direction of a key, kept on the map; the same for other keys."""
    dx, dy = STEPS.get(action, (0, 0))
    extent = table.board.extent
    return max(0, min(extent.width - 1, cell[0] + dx)), max(0, min(extent.height - 1, cell[1] + dy))
