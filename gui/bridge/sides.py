"""The sides as their dialog needs them, and what the GM changes about them."""

from __future__ import annotations

from msgspec import Struct

from engine.model.battle import Side
from engine.model.commands import AddSide, RemoveSide, ReviseSide
from engine.model.phrase import SideId
from engine.session.results import Refused
from engine.views.audience import Audience
from engine.views.look import Tone
from gui.bridge.table import Table

SideChange = AddSide | ReviseSide | RemoveSide


class SideRow(Struct, frozen=True):
    """A side, what it wears, and how many creatures are with it."""

    side: Side
    tone: Tone
    count: int


class Trouble(Struct, frozen=True):
    """Why a change was not made; `final` if not even the GM can insist on it."""

    words: str
    final: bool


def side_rows(table: Table) -> tuple[SideRow, ...]:
    """Every side of the encounter, in its order."""
    battle = table.battle
    tones = {view.id: view.tone for view in table.view(Audience.GM).sides}
    return tuple(
        SideRow(side, tones[side.id], sum(1 for _ in battle.members(side.id))) for side in battle.sides
    )


def change_sides(table: Table, change: SideChange, overrule: bool = False) -> Trouble | None:
    """Carry a change out as one command; what speaks against it if it was not."""
    result = table.submit(change, overrule)
    if not isinstance(result, Refused):
        return None
    words = " ".join(table.say(refusal.reason) for refusal in result.refusals)
    return Trouble(words, final=any(refusal.hard for refusal in result.refusals))


def foes_of_new(table: Table, of_players_only: bool) -> tuple[SideId, ...]:
    """Whose enemy a new side is: of all that there are, or of the players' alone."""
    return tuple(row.side.id for row in side_rows(table) if row.tone.of_players or not of_players_only)
