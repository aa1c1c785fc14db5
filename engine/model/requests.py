"""Questions a procedure asks, and their answers. Chance and choice come in only this way.

`Request[A]` is typed by its answer, so `yield from ask(AskNumber(...))` is an int-carrying `Number`.
`check` runs before an answer reaches the procedure; a bad answer leaves the question open.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from engine.model.commands import Edit
from engine.model.phrase import ActorId, Cell, Phrase, SideId, Tally, phrase

A = TypeVar("A")

TABLE, APP = "table", "app"
"""Who rolled: real dice typed in by a person, or the program."""


# --- answers ---------------------------------------------------------------------------------------


class Faces(Struct, frozen=True, tag="faces"):
    """What the dice showed, in the order asked; never a total."""

    faces: tuple[int, ...]
    source: str = TABLE
    as_total: bool = False
    """Only their sum was typed: the single faces merely add up to it, and nobody is told them."""


class Picked(Struct, frozen=True, tag="picked"):
    """One of the offered picks."""

    pick: str


class Number(Struct, frozen=True, tag="number"):
    """A number in the asked range."""

    value: int


class Chosen(Struct, frozen=True, tag="cells"):
    """Squares, for an area or a landing place."""

    cells: tuple[Cell, ...]


class Batch(Struct, frozen=True, tag="batch"):
    """The faces of several rolls that were asked together, in the order asked."""

    rolls: tuple[Faces, ...]


class Ruling(Struct, frozen=True, tag="ruling"):
    """The GM's words and what they change on the table."""

    text: str
    edits: tuple[Edit, ...] = ()


Answer = Faces | Picked | Number | Chosen | Batch | Ruling


# --- questions -------------------------------------------------------------------------------------


class Pick(Struct, frozen=True):
    """One button: a stable key, its words, and a line that says what follows from it."""

    key: str
    label: Phrase
    note: Phrase | None = None


class Request(Struct, Generic[A], frozen=True, kw_only=True):
    """Base of all questions.

    `title` is the question in a few words, `detail` a few lines of facts, `side` who answers,
    `actor` whose roll or choice it is, `about` the other actor concerned (attacked, attacking).
    """

    title: Phrase
    detail: tuple[Phrase, ...] = ()
    side: SideId = ""
    actor: ActorId = ""
    about: ActorId = ""
    secret: bool = False
    kicker: Phrase | None = None
    """A short line above the title ("Attack of opportunity 1 of 3")."""

    def check(self, answer: Answer) -> Phrase | None:
        """None if the answer fits, else what is wrong with it."""
        raise NotImplementedError

    def fingerprint(self) -> str:
        """Tells whether a recorded answer still belongs to this question after an update."""
        return f"{type(self).__name__}:{self.title.key}:{self.actor}:{self.about}"


class Grade(Struct, frozen=True):
    """What a roll means from this result on, up to the next grade: "Partial success: half the damage"."""

    least: int
    words: Phrase
    short: Phrase | None = None
    """The same in a word or two, to stand beside the dice as a number to reach; None: too many for that."""
    then: tuple[Phrase, ...] = ()
    """What follows from it, a sentence each with its rule. For the GM alone, like all of a question."""


class AskRoll(Request[Faces | Picked], frozen=True, kw_only=True):
    """Dice of one roller. `beats` is the total (faces plus tally) that succeeds, when there is one.

    `instead` are picks that may replace the roll (no attack, a stunt, another weapon), so that one
    attack of opportunity is one question. Rolls with the same `check_id` belong to one attack.
    `keep` tells a reader how several dice are read: "sum", "high" or "low".
    """

    dice: tuple[int, ...]
    tally: Tally = Tally()
    beats: int | None = None
    check_id: str = ""
    keep: str = "sum"
    at_or_under: bool = False
    """A roll at or under `beats` succeeds (skills); the tally then says how `beats` came about and is not
    added to the dice."""
    instead: tuple[Pick, ...] = ()
    grades: tuple[Grade, ...] = ()
    """For the reader: what the dice mean, where that is more than to reach a number; lowest first."""
    defence: bool = False
    """Of a check's rolls one that turns a blow away: its success is no hit."""
    naturals: bool = False
    """Of a single die, or of two of which one counts: its highest face always succeeds, its lowest never."""

    @property
    def needed(self) -> int | None:
        """What is read from the dice has to be this: at least, or at most where `at_or_under`. None where
        nothing has to be reached.

        The tally is taken off, except where it only tells how the number came about (see `at_or_under`).
        """
        if self.beats is None:
            return None
        needed = self.beats if self.at_or_under else self.beats - self.tally.total
        return max(2, min(max(self.dice), needed)) if self.naturals else needed

    def kept(self, faces: Faces) -> int:
        """What is read from the dice themselves."""
        shown = faces.faces
        return max(shown) if self.keep == "high" else min(shown) if self.keep == "low" else sum(shown)

    def total(self, faces: Faces) -> int:
        """The result of the dice read as `keep` says, with the tally where it is added."""
        kept = self.kept(faces)
        return kept if self.at_or_under else kept + self.tally.total

    def succeeds(self, faces: Faces) -> bool:
        """Whether the total is good enough. True where there is nothing to beat."""
        if self.beats is None:
            return True
        if self.naturals and self.kept(faces) in (1, max(self.dice)):
            return self.kept(faces) > 1
        total = self.total(faces)
        return total <= self.beats if self.at_or_under else total >= self.beats

    def check(self, answer: Answer) -> Phrase | None:
        """Faces must match the dice one by one; a pick must be on offer."""
        if isinstance(answer, Picked):
            return None if answer.pick in {pick.key for pick in self.instead} else _not_offered(answer)
        if not isinstance(answer, Faces):
            return phrase("answer.faces_wanted")
        return bad_faces(self.dice, answer.faces)

    def fingerprint(self) -> str:
        """Also the dice."""
        return f"{super().fingerprint()}:{','.join(map(str, self.dice))}"


class AskRolls(Request[Batch], frozen=True, kw_only=True):
    """Several rolls that may be typed in any order (initiative of all sides, hit dice)."""

    rolls: tuple[AskRoll, ...]
    decides: tuple[Phrase, ...] = ()
    """What follows from them together, a sentence each with its rule. For the GM alone."""

    def check(self, answer: Answer) -> Phrase | None:
        """One set of faces for each roll."""
        if not isinstance(answer, Batch) or len(answer.rolls) != len(self.rolls):
            return phrase("answer.batch_wanted", count=len(self.rolls))
        for roll, faces in zip(self.rolls, answer.rolls, strict=True):
            problem = bad_faces(roll.dice, faces.faces)
            if problem:
                return problem
        return None

    def fingerprint(self) -> str:
        """Also every roll within."""
        return f"{super().fingerprint()}[{';'.join(roll.fingerprint() for roll in self.rolls)}]"


class AskChoice(Request[Picked], frozen=True, kw_only=True):
    """One of several picks. The first pick is what Enter takes unless `default` names another."""

    picks: tuple[Pick, ...]
    default: str = ""
    cells: tuple[Cell, ...] = ()
    """Squares it is about (where a spell was aimed), to be drawn while it is open."""

    def check(self, answer: Answer) -> Phrase | None:
        """The pick must be on offer."""
        if isinstance(answer, Picked) and answer.pick in {pick.key for pick in self.picks}:
            return None
        return _not_offered(answer)

    def fingerprint(self) -> str:
        """Also the keys on offer."""
        return f"{super().fingerprint()}:{','.join(pick.key for pick in self.picks)}"


class AskReaction(AskChoice, frozen=True, kw_only=True):
    """A choice between an attack's hit and its effect (dodge, parry, splinter the shield)."""


class AskNumber(Request[Number], frozen=True, kw_only=True):
    """A whole number from `low` to `high`."""

    low: int
    high: int
    default: int = 0

    def check(self, answer: Answer) -> Phrase | None:
        """The number must lie in the range."""
        if isinstance(answer, Number) and self.low <= answer.value <= self.high:
            return None
        return phrase("answer.number_range", low=self.low, high=self.high)


class AreaKind(StrEnum):
    """The form of an area."""

    BURST = "burst"
    CONE = "cone"
    LINE = "line"


class Area(Struct, frozen=True):
    """What is to be aimed. `length` in squares: the radius of a burst, else how far it goes from its source.

    That is the square nearest to the aim of a body that stands on `origin` and is `size` squares wide.
    """

    kind: AreaKind
    length: int
    origin: Cell
    size: int = 1


class AskCells(Request[Chosen], frozen=True, kw_only=True):
    """At least one square out of `allowed` (empty: any on the map), at most `most` (0: any number)."""

    allowed: tuple[Cell, ...] = ()
    most: int = 0
    area: Area | None = None
    """What spreads from the one square asked for, to be shown before it is chosen."""

    def check(self, answer: Answer) -> Phrase | None:
        """Every square must be allowed."""
        if not isinstance(answer, Chosen) or not answer.cells:
            return phrase("answer.cells_wanted")
        if self.allowed and not set(answer.cells) <= set(self.allowed):
            return phrase("answer.cells_outside")
        if self.most and len(answer.cells) > self.most:
            return phrase("answer.cells_most", count=self.most)
        return None


class AskRuling(Request[Ruling], frozen=True, kw_only=True):
    """The GM decides in words and edits, applied inside the running command."""

    in_words: bool = False
    """Edits alone do not answer it."""
    wanted: Phrase | None = None
    """What to write, where that is not simply what happens."""

    def check(self, answer: Answer) -> Phrase | None:
        """Any ruling will do, unless words are wanted and there are none."""
        if not isinstance(answer, Ruling) or (self.in_words and not answer.text.strip()):
            return phrase("answer.ruling_wanted")
        return None


def bad_faces(dice: tuple[int, ...], faces: tuple[int, ...]) -> Phrase | None:
    """What is wrong with typed faces: their number, or the first that such a die cannot show."""
    if len(dice) != len(faces):
        return phrase("answer.face_count", wanted=len(dice), got=len(faces))
    for sides, face in zip(dice, faces, strict=True):
        if not 1 <= face <= sides:
            return phrase("answer.face_range", sides=sides, face=face)
    return None


def _not_offered(answer: Answer) -> Phrase:
    pick = answer.pick if isinstance(answer, Picked) else ""
    return phrase("answer.not_offered", pick=pick)
