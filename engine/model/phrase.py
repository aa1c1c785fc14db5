"""Text as data. A sentence is made only behind the audience gate, in `engine.views.narrate`.

A finished string that holds "Goblin 3" cannot be hidden, renamed or translated afterwards, so
refusals, log lines, questions and modifier labels all travel as a `Phrase`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

ActorId = str
SideId = str
Cell = tuple[int, int]


class ActorRef(Struct, frozen=True, tag="actor"):
    """Stands for an actor's name; what is printed depends on who reads it."""

    id: ActorId


class SideRef(Struct, frozen=True, tag="side"):
    """Stands for the name of a side."""

    id: SideId


class CellRef(Struct, frozen=True, tag="cell"):
    """Stands for one square, column and row counted from 0."""

    x: int
    y: int


class Names(Struct, frozen=True, tag="names"):
    """Stands for a list of actors ("Goblin 1 and Goblin 2")."""

    ids: tuple[ActorId, ...]


class Phrase(Struct, frozen=True, tag="phrase"):
    """A key into the catalogue with its arguments and the ledger id of the rule it rests on.

    An argument is a number, plain text that a person typed, a reference, or another phrase;
    never finished text with a name in it.
    """

    key: str
    args: Mapping[str, Arg] = {}
    rule: str = ""


Arg = int | str | ActorRef | SideRef | CellRef | Names | Phrase


def phrase(key: str, rule: str = "", /, **args: Arg) -> Phrase:
    """Short form: `phrase("move.too_far", "OSE-MOVE-01", needed=45, left=30)`."""
    return Phrase(key, args, rule)


class Modifier(Struct, frozen=True):
    """One named part of a number. A suppressed one is kept, so the screen can say why it does not count."""

    label: Phrase
    value: int
    suppressed: bool = False


class Tally(Struct, frozen=True):
    """A number as the sum of its named parts (to hit, armour class, movement in squares...)."""

    parts: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        """Sum of the parts that count."""
        return sum(part.value for part in self.parts if not part.suppressed)

    def plus(self, *parts: Modifier) -> Tally:
        """The same tally with further parts at its end."""
        return Tally(self.parts + parts)


def modifier(value: int, key: str, rule: str = "", /, **args: Arg) -> Modifier:
    """Short form for a modifier with a phrase as its label."""
    return Modifier(Phrase(key, args, rule), value)
