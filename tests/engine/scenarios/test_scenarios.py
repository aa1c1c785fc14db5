"""Every scenario below tests/scenarios goes as it says. A GM's bug report becomes a test by lying there."""

import re
from functools import cache
from pathlib import Path

import pytest

from engine.model.fold import apply_all
from engine.scenarios.report import differences
from engine.scenarios.runner import play
from engine.scenarios.scenario import parse_scenario, read_scenario
from engine.session.replay import audit

FOLDER = Path(__file__).resolve().parents[2] / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


@cache
def report_of(path):
    """Each file is read and played once for all tests."""
    return play(read_scenario(path))


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(FOLDER).as_posix() for path in FILES])
def test_scenario_goes_as_it_says(path):
    assert "\n".join(differences(report_of(path))) == ""


@pytest.fixture(scope="module")
def reports():
    return [report_of(path) for path in FILES]


@pytest.mark.rule("CARD-ENGINE-07")
def test_driven_again_from_its_tape_every_command_comes_to_the_same(reports):
    commands = 0
    for report in reports:
        assert audit(report.ruleset, report.journal) == (), report.file
        commands += len(report.journal.entries)
    assert commands > 40


def test_events_alone_make_the_battle_that_was_played(reports):
    for report in reports:
        for entry in report.journal:
            assert apply_all(entry.before, entry.events) == entry.after, (report.file, entry.command)


def test_everything_that_is_said_has_words(reports):
    """A phrase without words is printed as its bare key."""
    bare = re.compile(r"(?:^|[ '\"])[a-z_]+\.[a-z_]+(?:$|[ '\"])")
    for report in reports:
        for step in report.steps:
            sentences = [told.sentence for told in step.told]
            sentences += [asked.partition(" (")[0] for asked in step.asked]
            sentences += [reason.rpartition(" (")[0] for reason in step.refused]
            for sentence in sentences:
                assert not bare.search(sentence), (report.file, sentence)
                assert "{" not in sentence, (report.file, sentence)


def test_there_are_enough_of_them():
    assert len(FILES) >= 60


def test_no_two_have_the_same_title():
    titles = [report_of(path).title for path in FILES]
    assert len(titles) == len(set(titles))


def test_the_example_of_the_page_about_scenarios_is_one():
    page = (FOLDER / "README.md").read_text("utf-8")
    examples = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert examples
    for text in examples:
        assert "\n".join(differences(play(parse_scenario(text, "README.md")))) == ""
