"""Plays a scenario through a real session and compares each step with what it must lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import FivefootError
from engine.model import events as ev
from engine.model.commands import Act, Advance, Begin
from engine.model.requests import Request
from engine.odds.attacks import attacks_of
from engine.odds.path import PathLaw, path_law
from engine.rulesets.registry import ruleset as find_ruleset
from engine.rulesets.ruleset import Ruleset
from engine.scenarios import compare
from engine.scenarios.answers import AnswerSheet, Drifted, question_words
from engine.scenarios.notation import read_act, read_edit, split
from engine.scenarios.patterns import event_line, question_line
from engine.scenarios.scenario import Scenario, Start, Step
from engine.scenarios.setup import battle_of
from engine.scenarios.starting import go_to
from engine.session.journal import Journal
from engine.session.results import Asked, Finished, Refused, Result, Unfit
from engine.session.session import new_session
from engine.views.audience import Audience
from engine.views.narrate import Narrator, told_together
from engine.views.squares import square_name

WORDS = ("begin", "next", "answer", "undo", "redo", "take back", "gm")
"""Lines of a step that are not an actor's deed; no actor may be called so."""


class Told(Struct, frozen=True):
    """One event as it is printed: the notation, and the sentence of the log where there is one."""

    line: str
    sentence: str = ""
    rule: str = ""


class Played(Struct, frozen=True):
    """A step that was played: what was asked and told, and where it differs."""

    line: int
    act: str
    asked: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()
    refused: tuple[str, ...] = ()
    odds: dict[str, float] = {}
    attacks: tuple[str, ...] = ()
    """Who would strike where on the path of the step, in order."""
    differences: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """A scenario that was played to its end, or to the first step that went differently."""

    file: str
    title: str
    rules: tuple[str, ...]
    steps: tuple[Played, ...]
    ruleset: Ruleset
    journal: Journal

    @property
    def passed(self) -> bool:
        """Whether everything went as expected."""
        return not any(step.differences for step in self.steps)


def play(scenario: Scenario, odds: bool = False) -> Report:
    """Play a scenario. ScenarioError where it cannot be played as written.

    With `odds` every step along a path reports what the path risked before it was walked.
    """
    player = _Player(scenario, odds)
    written = scenario.written
    steps = tuple(player.steps())
    return Report(
        scenario.places.file, written.title, written.rules, steps, player.ruleset, player.session.journal
    )


class _Player:
    """One run: the session, the answers left, and what the current step has brought so far."""

    def __init__(self, scenario: Scenario, odds: bool) -> None:
        self._scenario = scenario
        self._tell_odds = odds
        places = scenario.places
        try:
            self.ruleset = find_ruleset(scenario.written.ruleset)
        except FivefootError as problem:
            raise places.error(str(problem), places.key("ruleset")) from problem
        for word in WORDS:
            if word in scenario.written.actors:
                raise places.error(f"no actor may be called '{word}'", places.table("actors", word))
        self.session = new_session(self.ruleset, battle_of(scenario, self.ruleset))
        self._sheet = AnswerSheet(())
        self._asked: list[Request[Any]] = []
        self._events: list[ev.Event] = []

    def steps(self) -> Iterator[Played]:
        """Play step after step, up to and including the first that differs."""
        if self._scenario.start is not None:
            started = self._started(self._scenario.start)
            yield started
            if started.differences:
                return
        for step in self._scenario.steps:
            try:
                played = self._step(step)
            except FivefootError as problem:
                raise self._placed(problem, step.line) from problem
            yield played
            if played.differences:
                return

    # --- the start --------------------------------------------------------------------------------

    def _started(self, start: Start) -> Played:
        line = self._scenario.places.key("start")
        try:
            events = go_to(self.session, start, self._act)
        except Drifted as problem:
            return Played(line, f"start at {start.at}", differences=(str(problem),))
        except FivefootError as problem:
            raise self._placed(problem, line) from problem
        return Played(line, f"start at {start.at}", told=self._told(events))

    # --- one step ---------------------------------------------------------------------------------

    def _step(self, step: Step) -> Played:
        self._asked, self._events = [], []
        self._sheet.add(step.spec.answers)
        result: Result | None = None
        law: PathLaw | None = None
        attacks: tuple[str, ...] = ()
        drift: list[str] = []
        if step.spec.act:
            law = self._law(step)
            attacks = self._attacks(law) if law else ()
            try:
                result = self._finish(self._do(step.spec.act, dict(step.spec.picks)), step)
            except Drifted as problem:
                drift.append(str(problem))
        refused = result if isinstance(result, Refused) else None
        return Played(
            step.line,
            step.spec.act or "look",
            tuple(self._question(request) for request in self._asked),
            self._told(self._events),
            self._reasons(refused),
            compare.odds_of(law) if law else {},
            attacks,
            tuple(drift or self._differences(step, result, law)),
        )

    def _law(self, step: Step) -> PathLaw | None:
        """The odds of the step's path before it is walked, where somebody wants to know."""
        wanted = self._tell_odds or step.spec.odds
        if not wanted or split(step.spec.act)[0] not in self.session.battle.actors:
            return None
        act = self._act(step.spec.act, dict(step.spec.picks))
        if not act.path:
            return None
        return path_law(self.session.board, self.ruleset, act)

    def _attacks(self, law: PathLaw) -> tuple[str, ...]:
        return tuple(
            f"{self.session.battle.actors[attack.attacker].name} strikes at {square_name(attack.cell)}, "
            f"{100 * attack.chance:.1f} %"
            for attack in attacks_of(law.steps)
        )

    def _do(self, line: str, picks: dict[str, str]) -> Result | None:
        words = split(line)
        match words:
            case ["undo"]:
                return self.session.undo()
            case ["redo"]:
                return self.session.redo()
            case ["take", "back"]:
                return self.session.take_back()
            case ["answer"]:
                question = self.session.question
                return Asked(question, ()) if question is not None else None
            case ["begin", *reason]:
                return self.session.submit(Begin(" ".join(reason)))
            case ["next", *rest]:
                return self.session.submit(Advance(overrule="overrule" in rest))
            case ["gm", *rest]:
                return self.session.submit(read_edit(rest), overrule=True)
            case _:
                return self.session.submit(self._act(line, picks))

    def _act(self, line: str, picks: dict[str, str] | None = None) -> Act:
        battle = self.session.shown
        first = split(line)[0] if split(line) else ""
        here = battle.actors[first].cell if first in battle.actors else None
        act = read_act(line, tuple(battle.actors), here)
        return replace(act, picks={**act.picks, **(picks or {})})

    def _finish(self, result: Result | None, step: Step) -> Result | None:
        """Answer questions until the command is done, or the step leaves its question open."""
        while isinstance(result, Asked):
            self._events.extend(result.events)
            if not self._asked or self._asked[-1] is not result.request:
                self._asked.append(result.request)
            if step.spec.open and not self._sheet.left:
                return result
            asked = question_words(self.session, result.request)
            result = self.session.answer(self._sheet.answer(result.request, asked))
            if isinstance(result, Unfit):
                said = self._speech().say(result.problem)
                raise FivefootError(f"asked {asked}; the answer does not fit: {said[:1].lower()}{said[1:]}")
        if isinstance(result, Finished):
            self._events.extend(result.events)
        return result

    # --- comparing --------------------------------------------------------------------------------

    def _differences(self, step: Step, result: Result | None, law: PathLaw | None) -> Iterator[str]:
        spec = step.spec
        yield from self._result_differences(step, result)
        if spec.odds and law is None:
            yield compare.difference("odds", spec.odds, "there is no path")
        elif law is not None:
            yield from compare.odds_differences(law, spec.odds)
        questions = [question_line(asked) for asked in self._asked]
        yield from compare.missing_lines(step.asks, questions, "question")
        events = [event_line(event) for event in self._events]
        yield from compare.missing_lines(step.expect, events, "event")
        yield from compare.forbidden_lines(step.never, events)
        yield from self._sentence_differences(spec.says, result)
        battle = self.session.shown
        for actor_id, wanted in spec.after.items():
            yield from compare.actor_differences(battle, actor_id, wanted)
        yield from compare.round_differences(battle.round, spec.round_state)
        if spec.now is not None:
            yield from compare.progress_differences(self.ruleset.progress(battle), spec.now)
        for actor_id, look in spec.look.items():
            if actor_id not in battle.actors:
                raise FivefootError(f"there is no actor called '{actor_id}' to look at")
            yield from compare.look_differences(self.ruleset, self.session.board, actor_id, look)

    def _result_differences(self, step: Step, result: Result | None) -> Iterator[str]:
        act, wanted = step.spec.act, step.spec.refused
        if isinstance(result, Refused):
            if wanted is None:
                yield f"'{act}' was refused: {'; '.join(self._reasons(result))}"
            else:
                yield from compare.refusal_differences(wanted, result.refusals)
        elif wanted is not None:
            yield compare.difference(f"'{act}'", f"to be refused by {wanted}", "it was done")
        if act and result is None:
            yield f"'{act}': there is nothing to {act}"
        if step.spec.open and not isinstance(result, Asked):
            yield compare.difference("a question", "to stay open", "none was left")
        if self._sheet.left:
            yield f"answers left over that nothing asked for: {list(self._sheet.left)}"

    def _sentence_differences(self, says: Iterable[str], result: Result | None) -> Iterator[str]:
        told = [line.text for line in self._speech().lines(self._events)]
        told += self._reasons(result if isinstance(result, Refused) else None)
        for sentence in says:
            if not any(sentence in line for line in told):
                yield compare.difference("sentence", f"'{sentence}'", told)

    # --- words ------------------------------------------------------------------------------------

    def _speech(self) -> Narrator:
        return Narrator(self.session.shown, self.ruleset.about.glossary, Audience.GM)

    def _question(self, request: Request[Any]) -> str:
        return f"{question_words(self.session, request)} ({question_line(request)})"

    def _reasons(self, refused: Refused | None) -> tuple[str, ...]:
        if refused is None:
            return ()
        speech = self._speech()
        return tuple(
            f"{speech.say(refusal.reason)} ({refusal.reason.rule or refusal.reason.key})"
            for refusal in refused.refusals
        )

    def _told(self, events: Sequence[ev.Event]) -> tuple[Told, ...]:
        """Every event with its sentence; that of a blow tells its roll as well and stands with the roll."""
        speech = self._speech()
        told: list[Told] = []
        spoken = False
        for index, event in enumerate(events):
            pair = events[index : index + 2]
            together = len(pair) == 2 and told_together(*pair)
            lines = () if spoken else speech.lines(pair if together else (event,))
            sentence, rule = (lines[0].text, lines[0].rule) if lines else ("", "")
            told.append(Told(str(event_line(event)), sentence, rule))
            spoken = together
        return tuple(told)

    def _placed(self, problem: FivefootError, line: int) -> FivefootError:
        """The same complaint with its place, unless it has one."""
        text = str(problem)
        if text.startswith(self._scenario.places.file):
            return problem
        return self._scenario.places.error(text, line)
