"""Parties that outlast an encounter: which there are, keeping the players' people, bringing them back."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model.actor import Actor
from engine.model.battle import Control
from engine.model.phrase import SideId
from engine.rulesets.registry import RULESETS
from engine.store.own_library import OwnLibrary
from gui.bridge.table import Table


class PartyView(Struct, frozen=True):
    """A kept party in words. `trouble` says why it cannot join this encounter, empty if it can."""

    name: str
    members: str
    trouble: str = ""


class Parties:
    """The kept parties, seen from one encounter."""

    def __init__(self, table: Table, own: OwnLibrary) -> None:
        self._table = table
        self._own = own

    @property
    def here(self) -> tuple[Actor, ...]:
        """The players' people in this encounter, those off the map and fallen included."""
        sides = {side.id for side in self._table.battle.sides if side.control is Control.PLAYERS}
        return tuple(actor for actor in self._table.battle.actors.values() if actor.side in sides)

    def all(self) -> tuple[PartyView, ...]:
        """Every kept party, by name."""
        return tuple(self._view(name, key) for name, key in self._own.parties().items())

    def keep(self, name: str) -> int:
        """Keep the players' people as they are, in place of a party of that name; gives how many.

        FivefootError if there is no name or nobody to keep.
        """
        members = self.here
        if not name.strip():
            raise FivefootError("A party needs a name.")
        if not members:
            raise FivefootError("None of the players' people is in this encounter.")
        self._own.keep_party(name.strip(), self._table.ruleset, members)
        return len(members)

    def bring(self, name: str) -> tuple[Actor, ...]:
        """The members who are not here yet, on the players' side and without places.

        FivefootError if the party cannot join or all of it is here.
        """
        side, here = self._side(), {actor.name for actor in self.here}
        members = [add.actor for add in self._own.party(name, self._table.ruleset)]
        missing = tuple(replace(one, side=side) for one in members if one.name not in here)
        if members and not missing:
            raise FivefootError(f"Everybody of '{name}' is here already.")
        return missing

    def forget(self, name: str) -> None:
        """Keep a party no longer."""
        self._own.remove_party(name)

    def _view(self, name: str, key: str) -> PartyView:
        try:
            members = [add.actor.name for add in self._own.party(name, self._table.ruleset)]
        except FivefootError:
            title = RULESETS[key].about.title if key in RULESETS else key
            return PartyView(name, "", f"Kept in other rules: {title}")
        return PartyView(name, ", ".join(members))

    def _side(self) -> SideId:
        sides = self._table.battle.sides
        return next((side.id for side in sides if side.control is Control.PLAYERS), sides[0].id)
