"""A command being resolved: the battle so far and the events so far.

A procedure emits events into its draft and asks through `yield from ask(...)`. It holds ids,
never actors, across a question: after any `emit` or `yield from` it looks up `draft[actor_id]` again.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple, TypeVar, cast

from engine.model import fold
from engine.model.actor import Actor
from engine.model.battle import Battle
from engine.model.events import CounterSet, Event
from engine.model.phrase import ActorId, Cell
from engine.model.requests import Answer, Request
from engine.model.strikes import When
from engine.tactics.board import Board

T = TypeVar("T")
A = TypeVar("A")

Procedure = Generator[Request[Any], Answer, T]
"""A resolution that may ask: yields questions, is sent answers, returns T."""


class OnWay(NamedTuple):
    """The way of a body that walks, as far as it lies ahead. Only what is told of a step depends on it."""

    ahead: tuple[Cell, ...] = ()
    """The squares after the one that this step leads to."""
    retries: bool = False
    """A step that is thrown back is tried again."""
    interrupted: tuple[When, ...] = ()
    """The strikes that were asked for since it set out."""


class Draft:
    """What a running procedure writes on."""

    def __init__(self, battle: Battle, board: Board | None = None, overrule: bool = False) -> None:
        self._battle = battle
        self._board = board if board is not None and board.battle is battle else Board(battle, board)
        self.events: list[Event] = []
        self.overrule = overrule
        """The GM set all soft refusals of this command aside."""
        self.on_way = OnWay()
        """What the body that walks now has before it."""

    @property
    def battle(self) -> Battle:
        """The battle after everything emitted so far."""
        return self._battle

    @property
    def board(self) -> Board:
        """Derived data of the battle so far."""
        if self._board.battle is not self._battle:
            self._board = Board(self._battle, self._board)
        return self._board

    def __getitem__(self, actor_id: ActorId) -> Actor:
        """The actor as it is now. Look up again after every emit or question."""
        return self._battle.actors[actor_id]

    def __contains__(self, actor_id: ActorId) -> bool:
        """Whether there is such an actor now."""
        return actor_id in self._battle.actors

    def emit(self, *events: Event) -> None:
        """Append events and apply them."""
        for event in events:
            self.events.append(event)
            self._battle = fold.apply(self._battle, event)

    def next_number(self) -> int:
        """A number not given out before in this encounter, for ids and check groups."""
        number = self._battle.counter + 1
        self.emit(CounterSet(number))
        return number


def ask(request: Request[A]) -> Generator[Request[Any], Answer, A]:
    """Put a question and return its answer, already checked against it."""
    answer = yield request
    return cast("A", answer)
