"""What a fresh checkout holds, and that its tests need no display."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib

import pytest

TOP = ("gui", "engine", "assets", "tests", "packaging", "pyproject.toml", "README.md")
NO_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE")


@pytest.fixture
def project(root):
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))


@pytest.mark.rule("CARD-SHAPE-01")
def test_a_fresh_checkout_has_the_layout_of_a_python_desktop_program(root, project):
    listed = subprocess.run(
        ["git", "ls-tree", "--name-only", "HEAD"], cwd=root, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    assert set(TOP) <= set(listed.stdout.split())
    assert any(name.startswith("PySide6") for name in project["project"]["dependencies"])
    assert project["project"]["gui-scripts"]["fivefoot"].startswith("gui.")


@pytest.mark.rule("CARD-SHAPE-02")
def test_engine_and_scene_are_tested_without_a_display(root, project):
    tools = {name.partition(">")[0] for name in project["project"]["optional-dependencies"]["dev"]}
    assert {"pytest", "pytest-qt"} <= tools
    bare = {name: value for name, value in os.environ.items() if name not in NO_DISPLAY}
    bare.pop("QT_QPA_PLATFORM", None)  # the tests themselves see to it
    some = ("tests/engine/grid/test_cells.py", "tests/gui/scene/test_patched_source.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *some],
        cwd=root, env=bare, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "passed" in done.stdout
