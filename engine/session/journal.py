"""What has happened, entry by entry. The head says how many entries count; those beyond can be redone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from engine.model.battle import Battle
from engine.model.commands import Act, Advance, Command
from engine.model.events import Event
from engine.model.phrase import ActorRef, Phrase, phrase
from engine.model.requests import APP, Answer, Batch, Faces


class Taped(Struct, frozen=True):
    """A recorded answer with the fingerprint of the question it belongs to."""

    answer: Answer
    question: str

    @property
    def by_person(self) -> bool:
        """Whether a person gave it (typed dice, a choice); the program's own rolls are not."""
        match self.answer:
            case Faces(source=source):
                return source != APP
            case Batch(rolls=rolls):
                return any(roll.source != APP for roll in rolls)
            case _:
                return True


Tape = tuple[Taped, ...]


def without_last_answer(tape: Tape) -> Tape | None:
    """The tape up to, but without, the last answer a person gave. None if there is none."""
    for index in range(len(tape) - 1, -1, -1):
        if tape[index].by_person:
            return tape[:index]
    return None


def before_first_answer(tape: Tape) -> Tape:
    """The program's own rolls before the first answer of a person."""
    person = next((index for index, taped in enumerate(tape) if taped.by_person), len(tape))
    return tape[:person]


def with_next_answer(tape: Tape, count: int) -> Tape:
    """The first `count` answers of a tape and on through the next that a person gave, with the program's own
    rolls that follow it: what taking back leaves a redo to bring."""
    person = next((index for index in range(count, len(tape)) if tape[index].by_person), len(tape))
    after = next((index for index in range(person + 1, len(tape)) if tape[index].by_person), len(tape))
    return tape[:after]


def begins_with(tape: Tape, first: Tape) -> bool:
    """Whether a tape goes on from these answers."""
    return len(tape) > len(first) and tape[: len(first)] == first


def label_of(command: Command) -> Phrase:
    """What undo calls a command."""
    match command:
        case Act(actor=actor, verb=verb):
            return phrase("undo.act", who=ActorRef(actor), what=phrase(f"verb.{verb}"))
        case Advance():
            return phrase("undo.advance")
        case _:
            tag = str(type(command).__struct_config__.tag)
            return phrase("undo." + tag.removeprefix("edit."))


class EntryKind(StrEnum):
    """How an entry came to be."""

    PLAYED = "played"
    ABANDONED = "abandoned"
    """Given up half-way after dice were seen: the battle is unchanged, the log keeps the dice."""
    ARCHIVED = "archived"
    """Written by an older version: its battle and log lines are kept, its command and dice are not read."""


class Entry(Struct, frozen=True):
    """One command with the answers it took, what happened, and the battle before and after it."""

    number: int
    command: Command
    tape: Tape
    events: tuple[Event, ...]
    before: Battle
    after: Battle
    label: Phrase
    round: int = 0
    kind: EntryKind = EntryKind.PLAYED


Recorded = Entry | Callable[[], Entry]
"""An entry, or what reads it when it is first wanted: opening a long fight must not decode all of it."""


class Journal:
    """Entries in order and the head. Writing at the head cuts off what could have been redone."""

    def __init__(self, start: Battle, entries: Iterable[Recorded] = (), head: int | None = None) -> None:
        self.start = start
        self._entries: list[Recorded] = list(entries)
        self._head = len(self._entries) if head is None else head

    @property
    def head(self) -> int:
        """How many entries count."""
        return self._head

    @property
    def battle(self) -> Battle:
        """The battle after the last entry that counts."""
        return self._at(self._head - 1).after if self._head else self.start

    @property
    def last(self) -> Entry | None:
        """The last entry that counts."""
        return self._at(self._head - 1) if self._head else None

    @property
    def next(self) -> Entry | None:
        """The entry a redo would bring back."""
        return self._at(self._head) if self._head < len(self._entries) else None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that count, oldest first."""
        return tuple(self._at(index) for index in range(self._head))

    @property
    def kept(self) -> tuple[Entry, ...]:
        """All entries, those that could be redone included."""
        return tuple(self._at(index) for index in range(len(self._entries)))

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def append(self, entry: Entry) -> None:
        """Write at the head; what could have been redone is gone."""
        del self._entries[self._head :]
        self._entries.append(entry)
        self._head += 1

    def step_back(self) -> Entry | None:
        """Move the head before its last entry and return that entry."""
        entry = self.last
        if entry is not None:
            self._head -= 1
        return entry

    def step_forward(self) -> Entry | None:
        """Move the head past the next entry and return it."""
        entry = self.next
        if entry is not None:
            self._head += 1
        return entry

    def _at(self, index: int) -> Entry:
        recorded = self._entries[index]
        if not isinstance(recorded, Entry):
            recorded = self._entries[index] = recorded()
        return recorded
