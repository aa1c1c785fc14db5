"""A played scenario as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.scenarios.runner import Played, Report, Told

_MARGIN = "    "
_BOOKKEEPING = ("counter", "round", "remembered")
"""Events that say nothing in a line; `round_state` looks into them."""


def full(report: Report) -> Iterator[str]:
    """Every step with its questions, events and rules, then the verdict."""
    yield report.title
    for step in report.steps:
        yield from _step(report, step)
    yield "as expected" if report.passed else "NOT as expected"


def differences(report: Report) -> Iterator[str]:
    """Only what went differently, with file and line."""
    for step in report.steps:
        for text in step.differences:
            yield f"{report.file}, line {step.line}: {text}"


def odds(report: Report) -> Iterator[str]:
    """What each path risked before it was walked, and by whose attacks."""
    yield report.title
    for step in report.steps:
        if step.odds:
            yield f"{_MARGIN}line {step.line}  {step.act}: {_risk(step.odds)}"
            for number, attack in enumerate(step.attacks, start=1):
                yield f"{_MARGIN}{_MARGIN}{number}. {attack}"
    yield from differences(report)


def _step(report: Report, step: Played) -> Iterator[str]:
    yield ""
    yield f"line {step.line}  {step.act}"
    for question in step.asked:
        yield f"{_MARGIN}asked {question}"
    for told in step.told:
        if told.line not in _BOOKKEEPING:
            yield from _told(told)
    for reason in step.refused:
        yield f"{_MARGIN}refused: {reason}"
    for text in step.differences:
        yield f"{_MARGIN}DIFFERENT ({report.file}, line {step.line}): {text}"


def _risk(odds: Mapping[str, float]) -> str:
    chances = (f"{name} {100 * odds[name]:.1f} %" for name in ("arrives", "drops", "short", "stopped"))
    return ", ".join((f"{odds['attacks']:.0f} attacks", *chances, f"harm {odds['harm']:.2f}"))


def _told(told: Told) -> Iterator[str]:
    if told.sentence:
        yield f"{_MARGIN}{told.sentence}" + (f"  [{told.rule}]" if told.rule else "")
        yield f"{_MARGIN}{_MARGIN}{told.line}"
    else:
        yield f"{_MARGIN}{_MARGIN}{told.line}"
