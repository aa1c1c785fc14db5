"""Which side a creature of the library joins: heroes the players', others one that is hostile to them."""

from __future__ import annotations

from engine.model.battle import Control, Side
from engine.model.phrase import SideId
from gui.bridge.table import Table


class JoiningSides:
    """Until the GM picks another: a pick counts from then on for heroes, or for all who are none."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._picked: dict[bool, SideId] = {}

    def pick(self, side_id: SideId, hero: bool) -> None:
        """The GM wants them on that side."""
        self._picked[hero] = side_id

    def of(self, hero: bool) -> SideId:
        """Where heroes join, or the others; empty without any side."""
        sides = self._table.battle.sides
        picked = self._picked.get(hero, "")
        if any(side.id == picked for side in sides):
            return picked
        fitting = (
            side.id for side in sides if _is_of_players(side) is hero and (hero or self._hostile(side))
        )
        return next(fitting, sides[0].id if sides else "")

    def _hostile(self, side: Side) -> bool:
        battle = self._table.battle
        return any(battle.hostile(side.id, other.id) for other in filter(_is_of_players, battle.sides))


def _is_of_players(side: Side) -> bool:
    return side.control is Control.PLAYERS
