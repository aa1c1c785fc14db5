"""The bench runner measures ratios and says plainly which target is missed."""

import importlib
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.fixture
def contest(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    return importlib.import_module("contest")


@pytest.fixture
def runner(contest, monkeypatch):
    monkeypatch.delitem(sys.modules, "run", raising=False)
    return importlib.import_module("run")


def test_ratio_is_measured(contest):
    result = contest.faster("sleep", lambda: time.sleep(0.001), lambda: time.sleep(0.005), times=2, seconds=0)
    assert 2 < result.ratio < 6
    assert result.is_met


@pytest.mark.parametrize(
    ("ours", "peer", "target", "ratio", "met"),
    [
        (1.0, 5.0, {"times_faster": 4.0}, 5.0, True),
        (1.0, 3.0, {"times_faster": 4.0}, 3.0, False),
        (3.0, 1.0, {"times_cost": 4.0}, 3.0, True),
        (5.0, 1.0, {"times_cost": 4.0}, 5.0, False),
    ],
)
def test_targets_have_two_directions(contest, ours, peer, target, ratio, met):
    result = contest.Result("a", ours, peer, **target)
    assert (result.ratio, result.is_met) == (ratio, met)


def test_a_missed_target_is_printed_and_fails(runner, tmp_path, capsys):
    (tmp_path / "bench_reach.py").write_text(
        "from contest import Result\n"
        "def bench():\n"
        "    yield Result('quick', 1.0, 9.0, times_faster=4)\n"
        "    yield Result('slow', 1.0, 2.0, times_faster=4)\n",
        "utf-8",
    )
    assert runner.main([], tmp_path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[0] == "quick"
    assert "MISSED" not in lines[1]
    assert "MISSED" in lines[2]
    assert lines[-1] == "1 targets missed"


def test_a_bench_can_be_chosen_by_name(runner, tmp_path):
    for name in ("bench_a.py", "bench_b.py", "other.py"):
        (tmp_path / name).touch()
    assert [path.name for path in runner.chosen(["b"], tmp_path)] == ["bench_b.py"]
    assert [path.name for path in runner.chosen([], tmp_path)] == ["bench_a.py", "bench_b.py"]
    assert runner.main(["c"], tmp_path) == 2
