"""The answers of a scenario, given out question by question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.errors import FivefootError
from engine.model import requests as rq
from engine.model.commands import Edit
from engine.model.phrase import Phrase
from engine.scenarios.notation import read_edit, read_squares, split
from engine.session.session import Session
from engine.views.audience import Audience
from engine.views.narrate import Narrator
from engine.views.templates import filled
from engine.views.words import WORDS


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
        """The next answer, shaped for the question; `asked` is the question in words for complaints.

        Drifted for an answer of another kind, FivefootError for one that the question does not take.
        """
        first = self._left[0] if self._left else None
        answer = self._shaped(request, asked)
        problem = request.check(answer)
        if problem is not None:
            raise FivefootError(_misfit(asked, _bare(answer, first), _why_not(request, problem)))
        return answer

    def _shaped(self, request: rq.Request[Any], asked: str) -> rq.Answer:
        if isinstance(request, rq.AskRolls):
            return rq.Batch(tuple(self._faces(roll, asked) for roll in request.rolls))
        if isinstance(request, rq.AskRoll):
            if isinstance(self._peek(request, asked), str):
                return rq.Picked(self._left.pop(0))
            return self._faces(request, asked)
        return self._other(request, self._peek(request, asked), asked)

    def _other(self, request: rq.Request[Any], following: Any, asked: str) -> rq.Answer:
        answer: rq.Answer | None = None
        match request, following:
            case rq.AskChoice(), str(pick):
                answer = rq.Picked(pick)
            case rq.AskNumber(), bool():
                raise Drifted(_misfit(asked, _written(following), _cure(request)))
            case rq.AskNumber(), int(value):
                answer = rq.Number(value)
            case rq.AskCells(), {"squares": str(squares)}:
                answer = rq.Chosen(read_squares(squares.split()))
            case rq.AskRuling(), str(text):
                answer = rq.Ruling(text)
            case rq.AskRuling(), {"ruling": str(text), "edits": list(edits)}:
                answer = rq.Ruling(text, tuple(_edit(str(line)) for line in edits))
            case _:
                raise Drifted(_misfit(asked, _written(following), _cure(request)))
        self._left.pop(0)
        return answer

    def _faces(self, roll: rq.AskRoll, asked: str) -> rq.Faces:
        """As many numbers as the roll has dice, written one by one or in a list of its own."""
        faces: list[int] = []
        while len(faces) < len(roll.dice):
            following = self._peek(roll, asked)
            several = following if isinstance(following, list) else [following]
            if not several or any(type(face) is not int for face in several):
                raise Drifted(_misfit(asked, _written(following), _cure(roll)))
            faces.extend(several)
            self._left.pop(0)
        answer = rq.Faces(tuple(faces))
        if rq.bad_faces(roll.dice, answer.faces):
            raise FivefootError(_misfit(asked, " ".join(map(str, faces)), _cure(roll)))
        return answer

    def _peek(self, request: rq.Request[Any], asked: str) -> Any:
        if not self._left:
            raise Drifted(f"asked {asked}; the scenario has no answer left: {_cure(request)}")
        return self._left[0]


def question_words(session: Session, request: rq.Request[Any]) -> str:
    """The question as the GM reads it, in quotation marks."""
    speech = Narrator(session.shown, session.ruleset.about.glossary, Audience.GM)
    return f"'{speech.say(request.title)}'"


def _edit(line: str) -> Edit:
    words = split(line)
    return read_edit(words[1:] if words[:1] == ["gm"] else words)


# --- complaints ----------------------------------------------------------------------------------------


def _misfit(asked: str, written: str, cure: str) -> str:
    return f"asked {asked}; the answer {written} does not fit: {cure}"


def _bare(answer: rq.Answer, written: Any) -> str:
    return f'"{answer.pick}"' if isinstance(answer, rq.Picked) else _written(written)


def _written(answer: Any) -> str:
    """An answer as a scenario writes it."""
    match answer:
        case bool():
            return "true" if answer else "false"
        case str():
            return f'"{answer}"'
        case list():
            return "[" + ", ".join(map(_written, answer)) + "]"
        case dict():
            return "{" + ", ".join(f"{key} = {_written(value)}" for key, value in answer.items()) + "}"
        case _:
            return str(answer)


def _why_not(request: rq.Request[Any], problem: Phrase) -> str:
    """Which squares are wrong only the question can say; for the rest the cure tells."""
    if not isinstance(request, rq.AskCells):
        return _cure(request)
    said = filled(WORDS[problem.key], lambda field: str(problem.args[field]))
    return said[:1].lower() + said[1:].rstrip(".")


def _cure(request: rq.Request[Any]) -> str:
    match request:
        case rq.AskRoll(dice=dice, instead=instead):
            picks = "".join(f', or "{pick.key}"' for pick in instead)
            return f"write {_numbers(dice)}{picks}"
        case rq.AskChoice(picks=choices):
            return "write one of " + ", ".join(f'"{pick.key}"' for pick in choices)
        case rq.AskNumber(low=low, high=high):
            return f"write a number from {low} to {high}"
        case rq.AskCells():
            return 'write {squares = "C4 D4"}'
        case _:
            return 'write {ruling = "words", edits = ["gm ..."]}'


def _numbers(dice: tuple[int, ...]) -> str:
    """What the dice of a roll can show, as numbers to write."""
    if len(dice) == 1:
        return f"what the d{dice[0]} shows, 1 to {dice[0]}"
    thrown = ", ".join(f"d{sides}" for sides in dice)
    return f"what the {len(dice)} dice show ({thrown}), each from 1 to its number"
