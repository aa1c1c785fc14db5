"""Tools for tests, scenarios and demos: ASCII maps, a scripted answerer, exhaustive driving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any

from engine.errors import FivefootError
from engine.model.battle import Battle
from engine.model.commands import Command
from engine.model.requests import (
    TABLE,
    Answer,
    AskRoll,
    AskRolls,
    Batch,
    Faces,
    Picked,
    Request,
)
from engine.model.terrain import Wall, fine
from engine.session.results import Asked, Refused, Result, Unfit
from engine.session.session import Session
from engine.store.ascii_map import ascii_terrain
from engine.tactics.board import Board
from engine.tactics.draft import Draft, Procedure

__all__ = [
    "Branching",
    "Script",
    "ScriptError",
    "ascii_terrain",
    "describe",
    "every_face",
    "exhaust",
    "play",
    "wall",
]


def wall(ax: float, ay: float, bx: float, by: float) -> Wall:
    """A wall between two points in squares."""
    return Wall((fine(ax), fine(ay)), (fine(bx), fine(by)))


Policy = Callable[[Request[Any]], Answer | None]
"""Answers a question, or None to leave it to the next policy."""


class ScriptError(FivefootError):
    """The script ran out, or an answer did not fit; the message names the question."""


class Script:
    """Answers in the order given: numbers are faces, strings are picks, tuples are several faces.

    Questions about dice take numbers only, choices take strings only, so a script that drifts fails
    at the first question it does not fit.
    """

    def __init__(self, answers: Iterable[int | str | tuple[int, ...] | Answer]) -> None:
        self._answers = list(answers)
        self._used = 0

    @property
    def left(self) -> list[int | str | tuple[int, ...] | Answer]:
        """What has not been used."""
        return self._answers[self._used :]

    def __call__(self, request: Request[Any]) -> Answer:
        """The next answer, shaped for the question."""
        if isinstance(request, AskRolls):
            return Batch(tuple(Faces(self._faces(roll)) for roll in request.rolls))
        if isinstance(request, AskRoll):
            following = self._peek(request)
            if isinstance(following, str):
                self._used += 1
                return Picked(following)
            return Faces(self._faces(request))
        following = self._peek(request)
        self._used += 1
        if isinstance(following, str):
            return Picked(following)
        if isinstance(following, int | tuple):
            raise ScriptError(f"{describe(request)} is a choice, but the script says {following}")
        return following

    def _faces(self, roll: AskRoll) -> tuple[int, ...]:
        faces: list[int] = []
        while len(faces) < len(roll.dice):
            following = self._peek(roll)
            if isinstance(following, int):
                faces.append(following)
            elif isinstance(following, tuple):
                faces.extend(following)
            elif isinstance(following, Faces):
                faces.extend(following.faces)
            else:
                raise ScriptError(f"{describe(roll)} wants dice, but the script says {following}")
            self._used += 1
        return tuple(faces)

    def _peek(self, request: Request[Any]) -> int | str | tuple[int, ...] | Answer:
        if self._used >= len(self._answers):
            raise ScriptError(f"the script has no answer left for: {describe(request)}")
        return self._answers[self._used]


def describe(request: Request[Any]) -> str:
    """A question in a line, for error messages: key, who, dice or picks."""
    if isinstance(request, AskRoll):
        extra = "d" + "+d".join(map(str, request.dice))
        if request.instead:
            extra += " or " + "/".join(pick.key for pick in request.instead)
    elif isinstance(request, AskRolls):
        extra = "; ".join(describe(roll) for roll in request.rolls)
    else:
        extra = "/".join(pick.key for pick in getattr(request, "picks", ()))
    who = request.actor or request.side
    return f"{request.title.key} ({who}{' against ' + request.about if request.about else ''}: {extra})"


def play(
    session: Session, command: Command, answers: Iterable[int | str | tuple[int, ...] | Answer] = ()
) -> Result:
    """Submit a command and answer its questions from a script, which must be used up."""
    script = Script(answers)
    result = session.submit(command)
    while isinstance(result, Asked):
        result = session.answer(script(result.request))
        if isinstance(result, Unfit):
            raise ScriptError(f"answer does not fit: {result.problem.key} {dict(result.problem.args)}")
    if script.left and not isinstance(result, Refused):
        raise ScriptError(f"answers left over: {script.left}")
    return result


# --- exhaustion --------------------------------------------------------------------------------------


Outcomes = Sequence[tuple[tuple[int, ...], float]]
"""What dice may show, with the chance of each."""


def every_face(roll: AskRoll) -> Outcomes:
    """Every combination of faces, all equally likely."""
    return _combinations(roll.dice)


@cache
def _combinations(dice: tuple[int, ...]) -> Outcomes:
    shown = tuple(product(*(range(1, sides + 1) for sides in dice)))
    return tuple((faces, 1 / len(shown)) for faces in shown)


class Branching:
    """All outcomes of the dice of a procedure, tried one combination after the other."""

    def __init__(self) -> None:
        self._choices: list[int] = []
        self._outcomes: list[Outcomes] = []
        self._depth = 0

    def advance(self) -> bool:
        """Go to the next untried combination. False when there is none."""
        while self._choices and self._choices[-1] + 1 == len(self._outcomes[-1]):
            self._choices.pop()
            self._outcomes.pop()
        if not self._choices:
            return False
        self._choices[-1] += 1
        return True

    def begin(self) -> None:
        """Start one run at the first choice."""
        self._depth = 0

    def pick(self, outcomes: Outcomes) -> tuple[int, ...]:
        """The faces now being tried at this point of the run."""
        if self._depth == len(self._choices):
            self._choices.append(0)
            self._outcomes.append(outcomes)
        faces, _ = self._outcomes[self._depth][self._choices[self._depth]]
        self._depth += 1
        return faces

    @property
    def chance(self) -> float:
        """Chance of the current run."""
        tried = zip(self._outcomes[: self._depth], self._choices, strict=False)
        return prod(outcomes[choice][1] for outcomes, choice in tried)


def exhaust(
    battle: Battle,
    make: Callable[[Draft], Procedure[Any]],
    policy: Policy,
    faces: Callable[[AskRoll], Outcomes] = every_face,
) -> Iterator[tuple[Draft, float]]:
    """Drive a procedure over every face of every die: yields the finished draft and its chance.

    Choices are answered by `policy`; so may be dice, when it returns an answer for them. `faces` may try one
    face for several that a roll cannot tell apart, with their chance together: long runs want that.
    """
    branching = Branching()
    board = Board(battle)
    more = True
    while more:
        branching.begin()
        draft = Draft(battle, board)
        procedure = make(draft)
        try:
            request = next(procedure)
            while True:
                request = procedure.send(_exhaustive_answer(request, policy, branching, faces))
        except StopIteration:
            yield draft, branching.chance
        more = branching.advance()


def _exhaustive_answer(
    request: Request[Any], policy: Policy, branching: Branching, faces: Callable[[AskRoll], Outcomes]
) -> Answer:
    answer = policy(request)
    if answer is not None:
        return answer
    if isinstance(request, AskRoll):
        return Faces(branching.pick(faces(request)), TABLE)
    if isinstance(request, AskRolls):
        return Batch(tuple(Faces(branching.pick(faces(roll)), TABLE) for roll in request.rolls))
    raise ScriptError(f"the policy has no answer for: {describe(request)}")
