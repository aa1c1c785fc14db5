"""A creature on the map, as far as every ruleset sees it. Its rule book's part is the sheet."""

from __future__ import annotations

from msgspec import Struct

from engine.model.phrase import ActorId, Cell, SideId


class Guest:
    """A value that only the encounter's ruleset reads: `Battle.options`, `Battle.round`, `Actor.sheet`.

    Concrete guests are frozen structs with an explicit tag:
    `class OseSheet(Guest, Struct, frozen=True, tag="ose.sheet")`.
    """

    __slots__ = ()


class UnreadGuest(Guest, Struct, frozen=True, tag="unread"):
    """A guest of a ruleset this program does not know; kept as JSON so that nothing is lost on saving."""

    raw: str


DOWN = "down"
"""Out of the fight and lying on the map: does not block, threaten or act."""
PRONE, HELPLESS, BLIND, GRAPPLED, PINNED = "prone", "helpless", "blind", "grappled", "pinned"
INVISIBLE = "invisible"
"""Somebody hidden whom no attack gives away: only the GM shows it again."""


class Condition(Struct, frozen=True):
    """A state that lasts: what, since which rule, until the end of which round (None: until removed)."""

    key: str
    until: int | None = None
    rule: str = ""


class Arms(Struct, frozen=True):
    """How far the body can strike now, in squares; 0 when nothing in hand or on the body can strike."""

    reach: int = 0
    within: int = 0
    """Squares from the body up to which nothing is struck: the hole that a long weapon may leave."""
    rounded: bool = False
    """Whether reach is counted as distances are, which may leave out the corners of the block around it."""

    @property
    def plain(self) -> bool:
        """Whether the whole block around the body is struck."""
        return not self.within and not self.rounded


class Stride(Struct, frozen=True):
    """Movement spent this round in squares, and the parity of diagonals for the 5-10-5 metric."""

    spent: int = 0
    parity: int = 0


class Actor(Struct, frozen=True):
    """One creature. `cell` is the top left square of its `size` x `size` footprint; None is off the map."""

    id: ActorId
    name: str
    side: SideId
    cell: Cell | None = None
    size: int = 1
    label: str = ""
    """One to three letters for the token; the first letter of the name when empty."""
    kind: str = ""
    """What sort of creature ("Goblin"); players' names are numbered within it."""
    public_name: str = ""
    """What the players call it: given once, when first seen, so that later arrivals do not renumber it."""
    hidden: bool = False
    """Hidden by the GM: other sides do not know it is there until it is revealed."""
    arms: Arms = Arms()
    conditions: tuple[Condition, ...] = ()
    stride: Stride = Stride()
    light: int = 0
    """Squares around it that it lights up (a burning torch in hand); written by the ruleset, like `arms`."""
    dark_sight: int = 0
    """Squares it sees in the dark without a light."""
    carried_by: ActorId | None = None
    note: str = ""
    """The GM's own, about what it is."""
    whereabouts: str = ""
    """Where it ended up once it had left the map; the GM's own too."""
    sheet: Guest | None = None

    def has(self, condition: str) -> bool:
        """Whether the condition is on the actor now."""
        return bool(self.conditions) and any(held.key == condition for held in self.conditions)

    @property
    def on_map(self) -> bool:
        """Whether it stands or lies on the map."""
        return self.cell is not None

    @property
    def active(self) -> bool:
        """On the map and in the fight."""
        return self.cell is not None and not self.has(DOWN)

    @property
    def token_label(self) -> str:
        """Letters for the token."""
        return self.label or self.name[:1].upper()
