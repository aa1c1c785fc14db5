"""What happened. *Changes* carry values and are all that `fold.apply` knows; *facts* change nothing
and are what the log, the motion on screen and the narration read.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.grid.metric import Metric
from engine.model.actor import Actor, Arms, Condition, Guest, Stride
from engine.model.battle import Side, Thing
from engine.model.map_memory import MapMemory
from engine.model.phrase import ActorId, Cell, Phrase, SideId, Tally
from engine.model.terrain import DoorState, Terrain


class Change(Struct, frozen=True):
    """Base of events that alter the battle."""


class Fact(Struct, frozen=True):
    """Base of events that only tell. `rule` is the ledger id they rest on."""


# --- changes ---------------------------------------------------------------------------------------


class Joined(Change, frozen=True, tag="joined"):
    """An actor enters the encounter (or is replaced whole by one with the same id)."""

    actor: Actor


class Removed(Change, frozen=True, tag="removed"):
    """An actor is taken out of the encounter for good."""

    actor: ActorId


class Moved(Change, frozen=True, tag="moved"):
    """One step of a walk was completed."""

    actor: ActorId
    src: Cell
    dst: Cell
    stride: Stride


class Placed(Change, frozen=True, tag="placed"):
    """Put down on a square without walking, or taken off the map (None)."""

    actor: ActorId
    cell: Cell | None
    by_rule: bool = False
    """A rule's own doing, which tells of it in its own words; else the GM's hand."""


class StrideSet(Change, frozen=True, tag="stride"):
    """Movement spent without getting anywhere, or renewed for a new round."""

    actor: ActorId
    stride: Stride


class SheetSet(Change, frozen=True, tag="sheet"):
    """The ruleset wrote on an actor's sheet."""

    actor: ActorId
    sheet: Guest | None


class ArmsSet(Change, frozen=True, tag="arms"):
    """What the body can strike with changed."""

    actor: ActorId
    arms: Arms


class LightSet(Change, frozen=True, tag="light"):
    """How many squares around it the body lights up now."""

    actor: ActorId
    light: int


class Laid(Change, frozen=True, tag="laid"):
    """A thing lies on the map from now on."""

    thing: Thing


class Lifted(Change, frozen=True, tag="lifted"):
    """A thing lies there no more."""

    thing: str


class ConditionsSet(Change, frozen=True, tag="conditions"):
    """The whole new list of conditions of an actor."""

    actor: ActorId
    conditions: tuple[Condition, ...]


class SideSet(Change, frozen=True, tag="side"):
    """An actor changed sides."""

    actor: ActorId
    side: SideId


class SidesSet(Change, frozen=True, tag="sides"):
    """The parties to the fight, all of them, as they are from now on."""

    sides: tuple[Side, ...]


class HiddenSet(Change, frozen=True, tag="hidden"):
    """The GM hid an actor, or it was revealed."""

    actor: ActorId
    hidden: bool


class Named(Change, frozen=True, tag="named"):
    """An actor got its name for the GM, its token letters, or its name for the players."""

    actor: ActorId
    name: str
    label: str
    public_name: str


class SizeSet(Change, frozen=True, tag="size"):
    """A body became larger or smaller."""

    actor: ActorId
    size: int


class Revised(Change, frozen=True, tag="revised"):
    """The GM rewrote an actor's page; what it is now, whole."""

    actor: Actor


class Listed(Change, frozen=True, tag="listed"):
    """The roster has another order: the ids of all actors."""

    order: tuple[ActorId, ...]


class RoundSet(Change, frozen=True, tag="round"):
    """The ruleset wrote its state of the round."""

    round: Guest | None


class OptionsSet(Change, frozen=True, tag="options"):
    """The switchable readings of the encounter changed."""

    options: Guest | None


class TerrainSet(Change, frozen=True, tag="terrain"):
    """The map changed: a door, a wall, the ground, the picture."""

    terrain: Terrain


class MetricSet(Change, frozen=True, tag="metric"):
    """Diagonals count differently from now on."""

    metric: Metric


class Remembered(Change, frozen=True, tag="remembered"):
    """The squares the players have seen so far (whole bit field, see `Battle.explored`)."""

    explored: bytes


class DoorsSeen(Change, frozen=True, tag="doors_seen"):
    """The doors the players know, as they last saw them (all of them, see `Battle.doors_seen`)."""

    doors: Mapping[str, DoorState]


class MapRemembered(Change, frozen=True, tag="map_memory"):
    """What of the map the players know otherwise than it is (all of it, see `Battle.map_memory`)."""

    memory: MapMemory


class SidesMet(Change, frozen=True, tag="sides_met"):
    """The sides of which the players ever knew somebody (all of them, see `Battle.sides_met`)."""

    sides: tuple[SideId, ...]


class CounterSet(Change, frozen=True, tag="counter"):
    """An id was given out."""

    counter: int


# --- facts -----------------------------------------------------------------------------------------


class Rolled(Fact, frozen=True, tag="rolled"):
    """Dice fell. `dice` are the sides, `faces` what they showed, `target` what had to be reached."""

    purpose: Phrase
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    total: int
    roller: ActorId = ""
    side: SideId = ""
    tally: Tally = Tally()
    target: int | None = None
    at_or_under: bool = False
    """The total had to be at or under the target."""
    secret: bool = False
    source: str = "table"
    rule: str = ""
    keep: str = ""
    """"high" or "low" where only that die counts; empty where the dice are added."""
    about: ActorId = ""
    """The other actor concerned: attacked, damaged."""
    shown_to_all: bool = False
    """The GM had it rolled before everybody's eyes."""
    as_total: bool = False
    """Only the sum of the faces is known (`Faces.as_total`)."""


class Struck(Fact, frozen=True, tag="struck"):
    """An attack hit."""

    attacker: ActorId
    target: ActorId
    means: Phrase
    rule: str = ""


class Missed(Fact, frozen=True, tag="missed"):
    """An attack missed."""

    attacker: ActorId
    target: ActorId
    means: Phrase
    rule: str = ""


class Harmed(Fact, frozen=True, tag="harmed"):
    """Damage was dealt (after armour and shields)."""

    actor: ActorId
    amount: int
    by: ActorId = ""
    rule: str = ""


class Dropped(Fact, frozen=True, tag="dropped"):
    """An actor went down or died."""

    actor: ActorId
    by: ActorId = ""
    rule: str = ""


class Blocked(Fact, frozen=True, tag="blocked"):
    """A step could not be taken although it looked free to the mover's side."""

    actor: ActorId
    cell: Cell
    by: ActorId = ""
    rule: str = ""


class Declared(Fact, frozen=True, tag="declared"):
    """An actor announced something. A hidden one is not told to the other side until it takes effect."""

    actor: ActorId
    what: Phrase
    hidden: bool = False
    rule: str = ""


class StepBegan(Fact, frozen=True, tag="step"):
    """The round moved on to its next slot."""

    slot: Phrase
    round: int
    rule: str = ""


class Ruled(Fact, frozen=True, tag="ruled"):
    """The GM overruled the program or ruled in words."""

    text: str
    over: tuple[Phrase, ...] = ()
    rule: str = ""


class Said(Fact, frozen=True, tag="said"):
    """Anything else worth a line in the log. `gm_only` keeps it from the players."""

    what: Phrase
    gm_only: bool = False
    about: ActorId = ""
    """When set, the line is shown to players only if they know this actor."""
    rule: str = ""
    witnessed: bool = False
    """The actor is leaving the map, and the players see it go: they are told, though it is there no more."""


AnyChange = (
    Joined
    | Removed
    | Moved
    | Placed
    | StrideSet
    | SheetSet
    | ArmsSet
    | LightSet
    | Laid
    | Lifted
    | ConditionsSet
    | SideSet
    | SidesSet
    | HiddenSet
    | Named
    | SizeSet
    | Revised
    | Listed
    | RoundSet
    | OptionsSet
    | TerrainSet
    | MetricSet
    | Remembered
    | DoorsSeen
    | MapRemembered
    | SidesMet
    | CounterSet
)
AnyFact = Rolled | Struck | Missed | Harmed | Dropped | Blocked | Declared | StepBegan | Ruled | Said
Event = AnyChange | AnyFact
