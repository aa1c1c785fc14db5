"""What a person wants done: an `Act` or `Advance` goes by the rules, an `Edit` is the GM's own hand."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from engine.grid.metric import Metric
from engine.model.actor import Actor, Condition
from engine.model.battle import Side, Thing
from engine.model.phrase import ActorId, Cell, SideId
from engine.model.terrain import DoorState, Ground, Terrain


class OnHit(StrEnum):
    """What a mover does after an attack threw it back."""

    STOP = "stop"
    RETRY = "retry"


class Act(Struct, frozen=True, tag="act"):
    """One thing one actor does. The verb is the ruleset's word; `Option` says what else is wanted.

    `path` excludes the square the actor stands on. `overrule` is the GM's ruling: every soft
    refusal is set aside and logged.
    """

    actor: ActorId
    verb: str
    path: tuple[Cell, ...] = ()
    targets: tuple[ActorId, ...] = ()
    cells: tuple[Cell, ...] = ()
    picks: Mapping[str, str] = {}
    on_hit: OnHit = OnHit.STOP
    overrule: bool = False


class Begin(Struct, frozen=True, tag="begin"):
    """Start the fight. Only a person starts one, never the program (OSE-OVER-02). `reason` is for the log."""

    reason: str = ""


class Advance(Struct, frozen=True, tag="advance"):
    """Go on to the next slot of the round. `overrule` skips whoever could still act."""

    overrule: bool = False


class OpenRoll(Struct, frozen=True, tag="roll"):
    """Roll `count` dice of `sides` and add `bonus` before everybody's eyes. It changes nothing."""

    count: int
    sides: int
    bonus: int = 0

    @property
    def dice(self) -> tuple[int, ...]:
        """Sides of each die, as a question wants them."""
        return (self.sides,) * self.count

    @property
    def words(self) -> str:
        """As the table says it: "2d6+1", "d20"."""
        dice = f"{self.count if self.count != 1 else ''}d{self.sides}"
        return f"{dice}{self.bonus:+d}" if self.bonus else dice


class PlaceActor(Struct, frozen=True, tag="edit.place"):
    """Put an actor on a square, or take it off the map (None)."""

    actor: ActorId
    cell: Cell | None


class AddActor(Struct, frozen=True, tag="edit.add"):
    """Bring a new actor in. An empty id gets the next free one."""

    actor: Actor


class RemoveActor(Struct, frozen=True, tag="edit.remove"):
    """Take an actor out of the encounter."""

    actor: ActorId


class SetFact(Struct, frozen=True, tag="edit.fact"):
    """Set an editable fact of an actor's card ("hp" to 7); the ruleset says what that means."""

    actor: ActorId
    fact: str
    value: int


class SetCondition(Struct, frozen=True, tag="edit.condition"):
    """Put a condition on an actor, or take it away."""

    actor: ActorId
    condition: Condition
    present: bool = True


class SetSide(Struct, frozen=True, tag="edit.side"):
    """Let an actor change sides."""

    actor: ActorId
    side: SideId


class AddSide(Struct, frozen=True, tag="edit.add_side"):
    """Another party to the fight. An empty id gets the next free one; `hostile_to` counts both ways."""

    side: Side


class ReviseSide(Struct, frozen=True, tag="edit.revise_side"):
    """Name a side anew, and who speaks for it and whom it is hostile to, which counts both ways."""

    side: Side


class RemoveSide(Struct, frozen=True, tag="edit.remove_side"):
    """Take away a side that nobody is on."""

    side: SideId


class HideActor(Struct, frozen=True, tag="edit.hide"):
    """Hide an actor from the other sides, or reveal it."""

    actor: ActorId
    hidden: bool


class RenameActor(Struct, frozen=True, tag="edit.rename"):
    """Give an actor another name, token letters, or name for the players (empty: unchanged)."""

    actor: ActorId
    name: str = ""
    label: str = ""
    public_name: str = ""


class ResizeActor(Struct, frozen=True, tag="edit.resize"):
    """Make an actor fill `size` x `size` squares."""

    actor: ActorId
    size: int


class ReviseActor(Struct, frozen=True, tag="edit.revise"):
    """Rewrite an actor's page: name, letters, kind, size, sight in the dark, note and sheet.

    All else of `actor` (place, side, conditions, what it has done) stays as it is in the battle.
    """

    actor: Actor


class ListActor(Struct, frozen=True, tag="edit.list"):
    """Give an actor another place in the roster: before `before`, or last of its side (empty).

    Only lists, Tab and ties without a rule follow the roster; an order the rules made stays as it is.
    """

    actor: ActorId
    before: ActorId = ""


class SetDoor(Struct, frozen=True, tag="edit.door"):
    """Open, close or lock a door; make it known or secret (None: unchanged)."""

    door: str
    state: DoorState | None = None
    secret: bool | None = None


class PaintGround(Struct, frozen=True, tag="edit.ground"):
    """Change what squares are made of."""

    cells: tuple[Cell, ...]
    ground: Ground


class SetTerrain(Struct, frozen=True, tag="edit.terrain"):
    """Replace the whole map (a new picture, walls drawn, a grid laid)."""

    terrain: Terrain


class SetOption(Struct, frozen=True, tag="edit.option"):
    """Choose another reading of the rules for this encounter."""

    key: str
    value: str


class SetMetric(Struct, frozen=True, tag="edit.metric"):
    """Choose how diagonals count."""

    metric: Metric


class ShowCells(Struct, frozen=True, tag="edit.show"):
    """Let the players remember squares, or forget them."""

    cells: tuple[Cell, ...]
    shown: bool


class SetDark(Struct, frozen=True, tag="edit.dark"):
    """Let the map be dark but for its lamps and what creatures carry, or bright all over."""

    dark: bool


class LayThing(Struct, frozen=True, tag="edit.lay"):
    """Lay a thing on the map. An empty id gets the next free one."""

    thing: Thing


class TakeThing(Struct, frozen=True, tag="edit.take"):
    """Take away a thing that lies on the map."""

    thing: str


Edit = (
    PlaceActor
    | AddActor
    | RemoveActor
    | SetFact
    | SetCondition
    | SetSide
    | AddSide
    | ReviseSide
    | RemoveSide
    | HideActor
    | RenameActor
    | ResizeActor
    | ReviseActor
    | ListActor
    | SetDoor
    | PaintGround
    | SetTerrain
    | SetOption
    | SetMetric
    | ShowCells
    | SetDark
    | LayThing
    | TakeThing
)
Command = Act | Advance | Begin | OpenRoll | Edit
