"""The interface between the house and its guests: everything a rule book must say, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from engine.model.actor import Actor, Guest
from engine.model.battle import Battle
from engine.model.commands import Act
from engine.model.form import FormField
from engine.model.offers import Card, Option, OptionChoice, Progress, Reach, Refusal
from engine.model.phrase import ActorId, Phrase, SideId
from engine.model.strikes import Endurance, Strike, StrikeLaw, When
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure
from engine.tactics.step import StepRules


class ActionKind(Struct, frozen=True):
    """One line of the page that lists what can be attempted: an action and what it takes of the round."""

    name: Phrase
    kind: Phrase
    rule: str


class About(Struct, frozen=True):
    """What a ruleset is. `scale` is the length of one square in `unit`."""

    key: str
    title: str
    scale: int
    unit: str
    guests: tuple[type[Guest], ...]
    options: tuple[OptionChoice, ...]
    glossary: Mapping[str, str]
    """Phrase key -> English sentence with {names} of its arguments."""
    verbs: Mapping[str, str] = {}
    """Verb -> the interface's standard action key (move, charge, attack...), for key bindings and icons."""
    trade_off: str = ""
    """What choosing these rules gives and costs, in a sentence."""
    actions: tuple[ActionKind, ...] = ()
    """Every action of the book with what it takes, for reading; nothing is enforced by it."""
    scales: Mapping[str, int] = {}
    """Value of the option `square` -> length of a square; `scale` where there is no such choice."""
    also: Mapping[int, str] = {}
    """Length of a square -> the same length in the book's other words."""
    conditions: tuple[str, ...] = ()
    """Conditions that do something by these rules and that the GM may set and end by hand."""
    scars: tuple[str, ...] = ()
    """Fields of the sheet that say what has befallen it; another of its kind has their defaults."""
    form: tuple[FormField, ...] = ()
    """What a person writes on a sheet, by paths within it. The first of `guests` is the sheet."""


def scale_of(about: About, battle: Battle) -> int:
    """The length of a square in this battle, in the book's unit: some books leave it to the table."""
    return about.scales.get(getattr(battle.options, "square", ""), about.scale)


class Ruleset(StepRules, Protocol):
    """A rule book. Reading methods are pure; playing methods are procedures on a draft."""

    @property
    def about(self) -> About:
        """Key, title, scale, guests, options, words."""
        ...

    # --- read: no questions, no dice

    def progress(self, battle: Battle) -> Progress:
        """The round's slots in order and who can still act. Reads flags only."""
        ...

    def menu(self, board: Board, actor: Actor) -> tuple[Option, ...]:
        """Every action in a fixed order, legal or with its reasons."""
        ...

    def reach(self, board: Board, actor: Actor, verb: str) -> Reach:
        """Where a path verb can take the actor, as its side knows the map."""
        ...

    def targets(self, board: Board, actor: Actor, verb: str) -> Mapping[ActorId, tuple[Refusal, ...]]:
        """Candidates for a verb that wants an actor, each with what speaks against it.

        Picks are not known yet: a target is free if any weapon (spell...) of the actor's would do.
        """
        ...

    def why_not(self, board: Board, act: Act) -> tuple[Refusal, ...]:
        """The one legality door: everything that speaks against an act."""
        ...

    def manner(self, verb: str) -> str:
        """The manner of movement of a path verb, as `strikes` and `allowance` know it."""
        ...

    def card(self, battle: Battle, actor: Actor) -> Card:
        """Facts, state words, badges and health of one actor."""
        ...

    def spent(self, states: Sequence[Actor]) -> tuple[Phrase, ...]:
        """What an actor used up in a fight, from its states in order; the first is how it began."""
        ...

    # --- play

    def may_begin(self, battle: Battle) -> tuple[Refusal, ...]:
        """What must be there before the fight can begin; nothing by most rule books."""
        ...

    def may_ally(self, battle: Battle) -> tuple[Refusal, ...]:
        """What speaks against a peace, by the sides as they would be; nothing by most rule books."""
        ...

    def open(self, draft: Draft) -> Procedure[None]:
        """Start of the encounter: surprise, order, whatever the rules ask first."""
        ...

    def play(self, draft: Draft, act: Act) -> Procedure[None]:
        """Carry out an act that `why_not` let through (or the GM overruled)."""
        ...

    def advance(self, draft: Draft) -> Procedure[None]:
        """Close the current slot and open the next."""
        ...

    def may_advance(self, battle: Battle) -> tuple[Refusal, ...]:
        """What should be settled before the next slot (somebody has not moved)."""
        ...

    def settle(self, draft: Draft) -> Procedure[None]:
        """After the GM changed something by hand: arms that follow from gear, conditions, the fight's end."""
        ...

    def with_fact(self, battle: Battle, actor: Actor, fact: str, value: int) -> Guest | None:
        """The actor's sheet after the GM set an editable card fact; None if there is no such fact."""
        ...

    def with_option(self, battle: Battle, key: str, value: str) -> Guest | None:
        """The encounter's options after choosing another reading; None if there is no such choice."""
        ...

    def rested(self, actor: Actor) -> Actor:
        """The actor as it goes on to another encounter: what belonged to this fight alone is gone."""
        ...

    # --- predict

    def setting_out(self, actor: Actor, act: Act) -> Actor:
        """The actor as play has it once the act has begun and before its first step.

        What strikes at the way may depend on it: a charge has named its target by then.
        """
        ...

    def strike_law(self, board: Board, strike: Strike) -> StrikeLaw:
        """The joint law of one strike (stops the step, harm); equal to what the procedure does."""
        ...

    def charge_hits(self, board: Board, act: Act) -> float | None:
        """The chance that the attack at the end of a charge hits a target that does not react; None where
        no movement ends with such an attack. On the board the charger stands where its way ends."""
        ...

    def stops_at_first(self, battle: Battle, when: When) -> bool:
        """Whether further strikes against one attempt are skipped once one has hit."""
        ...

    def endurance(self, battle: Battle, actor: Actor) -> Endurance:
        """How much harm the actor can still take."""
        ...

    # --- hide

    def redact(self, battle: Battle, side: SideId, seen: frozenset[ActorId]) -> Battle:
        """The battle with this ruleset's own secrets removed: other sides' declarations, foes' sheets."""
        ...

    def public_words(self, battle: Battle, actor: Actor) -> Phrase:
        """The health word a player may read over a foe."""
        ...
