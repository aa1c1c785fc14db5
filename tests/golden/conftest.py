"""Transcripts of whole fights: what was done, asked, answered and told, to the GM and to the players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.model import commands as cmd
from engine.model import requests as rq
from engine.model.battle import Battle
from engine.model.events import Event
from engine.scenarios.patterns import event_line
from engine.scenarios.runner import Report
from engine.session.journal import Entry, Journal
from engine.session.results import Asked
from engine.session.session import Session
from engine.tactics.board import Board
from engine.views.audience import Audience, known
from engine.views.narrate import Narrator
from engine.views.squares import square_name

LEFT_OUT = (
    "sheet",
    "round",
    "counter",
    "stride",
    "remembered",
    "doors_seen",
    "map_memory",
    "sides_met",
    "terrain",
)
"""Events that say nothing to a reader: whole sheets and maps."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the transcripts anew, to be read before they are kept",
    )


@pytest.fixture
def transcript() -> Any:
    """Writes a fight that was played as text."""
    return lambda report: "\n".join(_Transcript(report).lines()) + "\n"


class _Transcript:
    """Goes through a journal, driving each command again so that its questions can be read."""

    def __init__(self, report: Report) -> None:
        self._title, self._rules, self._journal = report.title, report.ruleset, report.journal

    def lines(self) -> Iterator[str]:
        """The whole text."""
        yield f"# {self._title}"
        slot = ""
        for entry in self._journal:
            now = self._slot(entry.before)
            if now != slot:
                yield from ("", f"== {now}" if now else "==")
                slot = now
            yield from ("", f"> {_command(entry.command)}")
            yield from self._entry(entry)
        yield from ("", f"== {self._slot(self._journal.battle)}")

    def _slot(self, battle: Battle) -> str:
        progress = self._rules.progress(battle)
        say = self._speech(battle, Audience.GM).say
        if progress.over is not None:
            return say(progress.over)
        current = progress.current
        return f"Round {progress.round}, {current.key}: {say(current.label)}" if current else ""

    def _entry(self, entry: Entry) -> Iterator[str]:
        session = Session(self._rules, Journal(entry.before))
        result: Any = session.submit(entry.command)
        for taped in entry.tape:
            assert isinstance(result, Asked)
            yield from self._told(result.events, session.shown)
            yield from self._question(result.request, self._speech(session.shown, Audience.GM))
            yield f"  < {_answer(taped.answer)}"
            result = session.answer(taped.answer)
        yield from self._told(result.events, session.shown, entry.before)

    def _told(self, events: tuple[Event, ...], battle: Battle, before: Battle | None = None) -> Iterator[str]:
        for event in events:
            if type(event).__struct_config__.tag not in LEFT_OUT:
                yield f"  = {event_line(event)}"
        for mark, audience in (("GM", Audience.GM), ("PL", Audience.PLAYERS)):
            gone = (
                audience is Audience.GM and before is not None and before.actors.keys() - battle.actors.keys()
            )
            for line in self._speech(before if before and gone else battle, audience).lines(events):
                rule = f"  [{line.rule}]" if line.rule and audience is Audience.GM else ""
                yield f"  {mark}: {line.text}{rule}"

    def _question(self, request: rq.Request[Any], speech: Narrator) -> Iterator[str]:
        say = speech.say
        kicker = f"({say(request.kicker)}) " if request.kicker else ""
        rule = f"  [{request.title.rule}]" if request.title.rule else ""
        yield f"  ? {kicker}{say(request.title)}{rule}"
        for line in request.detail:
            text = say(line)
            yield f"    {text[:1].upper()}{text[1:]}"
        match request:
            case rq.AskRolls(rolls=rolls):
                for roll in rolls:
                    yield f"    {say(roll.title)}: {_dice(roll, speech)}"
            case rq.AskRoll():
                yield f"    {_dice(request, speech)}"
                yield from _picks(request.instead, say, "or ")
            case rq.AskChoice(picks=picks):
                yield from _picks(picks, say)
            case rq.AskNumber(low=low, high=high):
                yield f"    {low} to {high}"

    def _speech(self, battle: Battle, audience: Audience) -> Narrator:
        board = Board(battle)
        public = known(board, self._rules, Audience.PLAYERS) if audience is Audience.PLAYERS else None
        return Narrator(battle, self._rules.about.glossary, audience, public)


def _picks(picks: tuple[rq.Pick, ...], say: Any, before: str = "") -> Iterator[str]:
    for pick in picks:
        note = f" ({say(pick.note)})" if pick.note else ""
        yield f"    {before}{pick.key}: {say(pick.label)}{note}"


def _dice(roll: rq.AskRoll, speech: Narrator) -> str:
    parts = "".join(
        f" {value:+d} {words}" for words, value, counts in speech.tally(roll.tally) if counts and value
    )
    dice = "+".join(f"d{sides}" for sides in roll.dice)
    keep = f" ({roll.keep})" if len(roll.dice) > 1 else ""
    needs = "" if roll.beats is None else f", needs {roll.beats}" + (" or less" if roll.at_or_under else "")
    if roll.at_or_under and roll.beats is not None and roll.beats < len(roll.dice):
        needs = f", no roll is enough ({roll.beats})"
    return f"{dice}{keep}{'' if roll.at_or_under else parts}{needs}"


def _command(command: cmd.Command) -> str:
    match command:
        case cmd.Act(actor=actor, verb=verb, path=path, targets=targets, cells=cells, picks=picks):
            words = [actor, verb, *map(square_name, path), *targets]
            words += [f"{key}={value}" for key, value in picks.items()]
            words += ["at", *map(square_name, cells)] if cells else []
            words += ["retry"] if command.on_hit is cmd.OnHit.RETRY else []
            return " ".join([*words, "overrule"] if command.overrule else words)
        case cmd.Begin():
            return "begin"
        case cmd.Advance(overrule=overrule):
            return "next overrule" if overrule else "next"
        case _:
            return str(type(command).__struct_config__.tag)


def _answer(answer: rq.Answer) -> str:
    match answer:
        case rq.Faces(faces=faces, source=source):
            return " ".join(map(str, faces)) + (" by software" if source == rq.APP else "")
        case rq.Batch(rolls=rolls):
            return ", ".join(_answer(roll) for roll in rolls)
        case rq.Picked(pick=pick):
            return pick
        case rq.Number(value=value):
            return str(value)
        case rq.Ruling(text=text):
            return text
        case rq.Chosen(cells=cells):
            return " ".join(map(square_name, cells))
