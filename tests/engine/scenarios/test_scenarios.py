"""Every scenario below tests/scenarios goes as it says. A GM's bug report becomes a test by lying there."""

import re
from pathlib import Path

import pytest

from engine.scenarios.report import differences
from engine.scenarios.runner import play
from engine.scenarios.scenario import parse_scenario, read_scenario

FOLDER = Path(__file__).resolve().parents[2] / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(FOLDER).as_posix() for path in FILES])
def test_scenario_goes_as_it_says(path):
    assert "\n".join(differences(play(read_scenario(path)))) == ""


def test_there_are_enough_of_them():
    assert len(FILES) >= 60


def test_no_two_have_the_same_title():
    titles = [read_scenario(path).written.title for path in FILES]
    assert len(titles) == len(set(titles))


def test_the_example_of_the_page_about_scenarios_is_one():
    page = (FOLDER / "README.md").read_text("utf-8")
    examples = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert examples
    for text in examples:
        assert "\n".join(differences(play(parse_scenario(text, "README.md")))) == ""
