"""The GM ends the fight at any time, where the rules leave that to the GM."""

from __future__ import annotations

from engine.model.commands import Act
from gui.bridge.table import Table

VERB = "end"


def ending_of(table: Table) -> Act | None:
    """The command that ends the fight now; None if there is none to end, or its rules know no such deed."""
    progress, board = table.progress, table.board
    if not progress.round or progress.over is not None:
        return None
    acts = (Act(actor_id, VERB) for actor_id in board.battle.actors)
    return next((act for act in acts if not table.ruleset.why_not(board, act)), None)
