"""The answers of a scenario, given out question by question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.errors import FivefootError
from engine.model import requests as rq
from engine.model.commands import Edit
from engine.scenarios.notation import read_edit, read_squares, split


class Drifted(FivefootError):
    """The game asked something else than the scenario answers, or asked once more than it answers."""


class AnswerSheet:
    """Answers in the order written: numbers are faces, words are picks, lists are several faces.

    A table is `{ruling = "words", edits = ["gm place T C4"]}` or `{squares = "C4 D4"}`. Each kind of
    question takes its own kind of answer only, so a scenario that has drifted says so at once.
    """

    def __init__(self, answers: Iterable[Any]) -> None:
        self._left = list(answers)

    @property
    def left(self) -> tuple[Any, ...]:
        """What has not been used."""
        return tuple(self._left)

    def add(self, answers: Iterable[Any]) -> None:
        """Put further answers behind those that are left."""
        self._left.extend(answers)

    def answer(self, request: rq.Request[Any], asked: str) -> rq.Answer:
        """The next answer, shaped for the question; `asked` is the question in words for complaints."""
        if isinstance(request, rq.AskRolls):
            return rq.Batch(tuple(rq.Faces(self._faces(roll, asked)) for roll in request.rolls))
        if isinstance(request, rq.AskRoll):
            if isinstance(self._peek(asked), str):
                return rq.Picked(self._left.pop(0))
            return rq.Faces(self._faces(request, asked))
        return self._other(request, self._peek(asked), asked)

    def _other(self, request: rq.Request[Any], following: Any, asked: str) -> rq.Answer:
        answer: rq.Answer | None = None
        match request, following:
            case rq.AskChoice(), str(pick):
                answer = rq.Picked(pick)
            case rq.AskNumber(), int(value):
                answer = rq.Number(value)
            case rq.AskCells(), {"squares": str(squares)}:
                answer = rq.Chosen(read_squares(squares.split()))
            case rq.AskRuling(), str(text):
                answer = rq.Ruling(text)
            case rq.AskRuling(), {"ruling": str(text), "edits": list(edits)}:
                answer = rq.Ruling(text, tuple(_edit(str(line)) for line in edits))
            case _:
                raise Drifted(f"asked {asked}; the answer {following!r} does not fit: {_cure(request)}")
        self._left.pop(0)
        return answer

    def _faces(self, roll: rq.AskRoll, asked: str) -> tuple[int, ...]:
        faces: list[int] = []
        while len(faces) < len(roll.dice):
            match self._peek(asked):
                case bool() | str() | dict():
                    raise Drifted(f"asked {asked}; the answer {self._left[0]!r} is no die")
                case int(face):
                    faces.append(face)
                case list(several):
                    faces.extend(several)
                case other:
                    raise Drifted(f"asked {asked}; the answer {other!r} is no die")
            self._left.pop(0)
        return tuple(faces)

    def _peek(self, asked: str) -> Any:
        if not self._left:
            raise Drifted(f"asked {asked}; the scenario has no answer left")
        return self._left[0]


def _edit(line: str) -> Edit:
    words = split(line)
    return read_edit(words[1:] if words[:1] == ["gm"] else words)


def _cure(request: rq.Request[Any]) -> str:
    match request:
        case rq.AskChoice(picks=picks):
            return "write one of " + ", ".join(f'"{pick.key}"' for pick in picks)
        case rq.AskNumber(low=low, high=high):
            return f"write a number from {low} to {high}"
        case rq.AskCells():
            return 'write {squares = "C4 D4"}'
        case _:
            return 'write {ruling = "words", edits = ["gm ..."]}'
