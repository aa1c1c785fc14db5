"""Whole fights as text. After a change that is meant, write them anew and read them before they are kept:

python -m pytest tests/golden --rewrite-golden
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.model import requests as rq
from engine.scenarios import runner
from engine.scenarios.answers import AnswerSheet
from engine.scenarios.scenario import read_scenario
from engine.session.dice import SoftwareDice
from engine.store.samples import sunken_chapel

HERE = Path(__file__).parent
FIGHTS = sorted(path.stem for path in HERE.glob("*.toml"))
SEEDS = {"the_barrow": 3, "the_cellar": 7}
"""Fights rolled by software dice with this seed; in the others every die is typed."""


class _RollingSheet(AnswerSheet):
    """Answers rolls with software dice; what a script says instead of a roll, and every choice, is read."""

    def __init__(self, dice: SoftwareDice) -> None:
        super().__init__(())
        self._dice = dice

    def answer(self, request: rq.Request[Any], asked: str) -> rq.Answer:
        """The next answer of the script, or a roll."""
        following = self.left[:1]
        match request:
            case rq.AskRolls():
                return self._dice.answer(request)
            case rq.AskRoll() if following not in [(pick.key,) for pick in request.instead]:
                return self._dice.answer(request)
            case _:
                return super().answer(request, asked)


@pytest.fixture(params=FIGHTS)
def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each fight; that of the sample is played on the sample itself."""
    if request.param == "sunken_chapel":
        monkeypatch.setattr(runner, "battle_of", lambda scenario, rules: sunken_chapel())
    if request.param in SEEDS:
        dice = SoftwareDice(SEEDS[request.param])
        monkeypatch.setattr(runner, "AnswerSheet", lambda answers: _RollingSheet(dice))
    return str(request.param)


def test_it_goes_and_reads_as_before(name: str, transcript: Any, request: pytest.FixtureRequest) -> None:
    report = runner.play(read_scenario(HERE / f"{name}.toml"))
    assert [step.differences for step in report.steps if step.differences] == []
    text = transcript(report)
    path = HERE / f"{name}.txt"
    if request.config.getoption("--rewrite-golden", default=False):
        path.write_text(text, "utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()


def test_there_are_whole_fights() -> None:
    """At least ten, each to its end, with rolls, morale and orders that players do not hear of."""
    assert len(FIGHTS) >= 10
    for fight in FIGHTS:
        text = (HERE / f"{fight}.txt").read_text("utf-8")
        assert text.count("\n> ") > 20
        assert text.count("  GM: ") > text.count("  PL: ") > 30
