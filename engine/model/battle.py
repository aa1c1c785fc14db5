"""The root of everything at the table: one immutable value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from engine.grid.metric import Metric
from engine.model.actor import Actor, Guest
from engine.model.map_memory import NOTHING_MISSED, MapMemory
from engine.model.phrase import ActorId, Cell, SideId
from engine.model.terrain import DoorState, Terrain


class Control(StrEnum):
    """Who speaks for a side and rolls its dice in the mode "players roll theirs"."""

    PLAYERS = "players"
    REFEREE = "referee"


class Side(Struct, frozen=True):
    """One party to the fight. Hostility is listed both ways by whoever builds the sides."""

    id: SideId
    name: str
    control: Control = Control.REFEREE
    hostile_to: tuple[SideId, ...] = ()


class Thing(Struct, frozen=True):
    """Something that lies on a square, for anybody to pick up. `item` is the ruleset's own value of it."""

    id: str
    name: str
    cell: Cell
    item: Guest | None = None
    light: int = 0
    """Squares around it that it lights up."""


class MapReadings(Guest):
    """Options of an encounter that also say how walls are read at the corner between two diagonal squares.

    Readings that say nothing of it need not derive from this.
    """

    __slots__ = ()

    @property
    def corner_cutting(self) -> bool:
        """Whether one open way round a corner is enough for a step."""
        return False

    @property
    def strict_blows(self) -> bool:
        """Whether a blow past a corner needs both ways round it, as a step does."""
        return False


class Battle(Struct, frozen=True):
    """An encounter at one moment. Replaced, never changed; `engine.model.fold.apply` is the only writer."""

    ruleset: str
    title: str
    sides: tuple[Side, ...]
    actors: Mapping[ActorId, Actor]
    terrain: Terrain
    metric: Metric = Metric.SQUARE
    options: Guest | None = None
    round: Guest | None = None
    counter: int = 0
    """Next free number for ids, so that taking back and redoing give the same ids."""
    explored: bytes = b""
    """Squares the players have seen, one bit a square in reading order, lowest bit first."""
    things: tuple[Thing, ...] = ()
    """What lies about, in the order in which it was laid down."""
    doors_seen: Mapping[str, DoorState] = {}
    """Doors as the players last saw them, by id; a secret one is missing until it is found."""
    map_memory: MapMemory = NOTHING_MISSED
    """Ground, walls and doors that were changed out of the players' sight, as they last saw them."""
    sides_met: tuple[SideId, ...] = ()
    """Sides of which the players ever knew somebody, in the order of `sides`."""

    def side(self, side_id: SideId) -> Side:
        """The side with that id; KeyError if there is none."""
        for side in self.sides:
            if side.id == side_id:
                return side
        raise KeyError(side_id)

    def members(self, side_id: SideId) -> Iterator[Actor]:
        """All actors of a side, on the map or not, in roster order."""
        return (actor for actor in self.actors.values() if actor.side == side_id)

    def thing(self, thing_id: str) -> Thing | None:
        """What lies about with that id, if it does."""
        return next((thing for thing in self.things if thing.id == thing_id), None)

    def hostile(self, one: SideId, other: SideId) -> bool:
        """Whether members of `one` count as enemies of members of `other`."""
        return one != other and other in self.side(one).hostile_to

    def foes_of(self, actor: Actor) -> Iterator[Actor]:
        """Every active enemy of the actor, in roster order."""
        return (
            other for other in self.actors.values() if other.active and self.hostile(other.side, actor.side)
        )

    def control_of(self, actor_id: ActorId) -> Control:
        """Who speaks for the actor."""
        return self.side(self.actors[actor_id].side).control
