"""What is known of an attack before its target is settled: the chance of its roll to hit."""

from __future__ import annotations

from engine.model.commands import Act
from engine.model.requests import AskRoll
from engine.tactics.draft import Draft
from gui.bridge.chances import chance_of
from gui.bridge.table import Table


def chance_to_hit(table: Table, act: Act) -> float | None:
    """The chance of the roll that the act asks for first, by the very procedure that would play it.

    None where it asks for something else first, such as which of several weapons. The act must be legal.
    """
    played = table.ruleset.play(Draft(table.battle, table.board), act)
    asked = next(played, None)
    played.close()
    return chance_of(asked) if isinstance(asked, AskRoll) else None
