"""Values that panels and tools draw: what may be done, why not, whose turn, a card, a reach."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from engine.grid.search import Ground
from engine.model.phrase import ActorId, Cell, Phrase, SideId, Tally


class Refusal(Struct, frozen=True):
    """A reason against an action, with the rule in its phrase. A hard one cannot be overruled."""

    reason: Phrase
    hard: bool = False


class Targeting(StrEnum):
    """What a tool has to collect before it can submit the act."""

    NONE = "none"
    PATH = "path"
    ACTOR = "actor"
    CHARGE = "charge"
    """A target first; the path comes from the ruleset's reach (stop squares) or by hand."""
    TEXT = "text"


class PickGroup(Struct, frozen=True):
    """A choice inside an action (which weapon, which spell): goes to `Act.picks[key]`.

    No `choices` means free text.
    """

    key: str
    label: Phrase
    choices: tuple[tuple[str, Phrase], ...] = ()
    moot: tuple[str, ...] = ()
    """Picks of an earlier group that leave nothing to choose here."""


class Option(Struct, frozen=True):
    """One row of the action list, legal when `refusals` is empty."""

    verb: str
    label: Phrase
    targeting: Targeting
    note: Phrase
    refusals: tuple[Refusal, ...] = ()
    picks: tuple[PickGroup, ...] = ()
    current: bool = True
    """Belongs to the slot being played (those rows come first)."""

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.refusals


class SlotState(StrEnum):
    """Where a slot lies relative to now."""

    PAST = "past"
    CURRENT = "current"
    FUTURE = "future"


class Slot(Struct, frozen=True):
    """One step on the round rail. Slots of one side follow each other and are drawn in one frame."""

    key: str
    label: Phrase
    state: SlotState
    side: SideId = ""
    actor: ActorId = ""
    note: Phrase | None = None
    number: int | None = None
    """What its side or actor rolled to act here, once that is known."""
    again: tuple[int, ...] = ()
    """What it rolled after ties, which the number alone does not show."""


class Progress(Struct, frozen=True):
    """Where the round stands. `waiting` are the actors who can still act in the current slot."""

    round: int
    slots: tuple[Slot, ...]
    waiting: tuple[ActorId, ...] = ()
    next: Phrase | None = None
    """What N goes on to; None when the fight is over."""
    passed_over: Phrase | None = None
    """Why the next step, or the rest of this side's turn, would be passed over as things stand."""
    side: SideId = ""
    over: Phrase | None = None
    """How the fight ended, when it has."""
    seconds: int = 0
    """Game time since the fight began."""
    clock: Phrase | None = None
    """Game time in the rule book's own words, where the seconds alone would say too much."""
    side_notes: tuple[tuple[SideId, Phrase], ...] = ()
    """What matters about a side as a whole (its morale), for the head of its list."""

    @property
    def current(self) -> Slot | None:
        """The slot being played."""
        return next((slot for slot in self.slots if slot.state is SlotState.CURRENT), None)


class CardFact(Struct, frozen=True):
    """One of the four boxes on the actor card. `value` is shown; an editable one takes `SetFact`."""

    key: str
    label: Phrase
    value: str
    editable: bool = False
    tally: Tally | None = None


class Health(Struct, frozen=True):
    """How much of it is left: numbers for the GM, a word for everybody."""

    now: int
    most: int
    word: Phrase
    said: Phrase | None = None
    """The numbers as the rule book counts them, where that is another way than what is left of the most."""

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return max(0.0, min(1.0, self.now / self.most)) if self.most > 0 else 0.0


class Card(Struct, frozen=True):
    """What the panel and the token say about one actor."""

    role: Phrase
    facts: tuple[CardFact, ...]
    state: Phrase
    badges: tuple[str, ...] = ()
    """Keys of token badges: brace, spell, defence, grappled, prone..."""
    health: Health | None = None
    hands: Phrase | None = None
    carried: Phrase | None = None
    """What it has with it beside what is in its hands; None for nothing."""
    notes: tuple[Phrase, ...] = ()
    """Further lines with their rules: conditions and their end, the stance, what is left of the turn."""
    hit: bool = False
    """Harmed in this round."""
    dead: bool = False
    """Down for good, which is drawn unlike somebody merely down."""
    harm: str = "hp"
    """Key of the fact that harm changes: the hit points left, or those sustained so far."""
    peaceful: bool = False
    """Stands on the map and fights no more: neither engaged itself nor does it engage anybody."""
    engaged: bool = False
    """In melee by the rule book's own word, also where no weapon reaches over the edge of a square."""
    turned: bool = False
    """Drawn turned by a quarter, as a tapped card is: its rules keep track of it so."""
    fate: str = ""
    """How it left the fight, beside down and dead: fled, pursuing, captured, turned."""


GUIDE = "guide"
"""Key of a first band that binds nobody: how far an actor usually gets, where the referee says how far."""


class Band(Struct, frozen=True):
    """A limit within a reach, in squares from now ("move" up to 6, "double" up to 12).

    A band named like the verb is that verb's own limit; the others show what further verbs would give.
    """

    key: str
    limit: int


class Reach(Struct, frozen=True):
    """Where an actor can get to. `costs` in squares from now, `stops` where it may end."""

    costs: Mapping[Cell, int]
    stops: frozenset[Cell]
    bands: tuple[Band, ...]
    spent: int = 0
    """Squares already spent this round."""
    ground: Ground | None = None
    """The steps it may take, where its rules forbid some that are open to others (one who only gets away)."""

    @property
    def guided(self) -> bool:
        """Whether the first band is only a guide (OSL-INTRO-01)."""
        return bool(self.bands) and self.bands[0].key == GUIDE

    def limit(self, verb: str) -> int:
        """How far the verb itself goes from now: its own band, else the last one."""
        own = next((band.limit for band in self.bands if band.key == verb), None)
        return own if own is not None else (self.bands[-1].limit if self.bands else 0)


class OptionChoice(Struct, frozen=True):
    """A switchable reading of the rules: its key, words, values and where it comes from."""

    key: str
    label: Phrase
    values: tuple[tuple[str, Phrase], ...]
    default: str
    source: str = ""
    rules: tuple[str, ...] = ()
    """Ledger ids it governs, beside those whose rows name its source themselves."""
