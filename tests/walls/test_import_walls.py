"""Who may import what: layers one way, an engine without a screen, and light packages."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LINT = [
    sys.executable,
    "-c",
    "import importlinter.cli as c; c.lint_imports_command()",
    "--no-logo",
    "--no-cache",
]

BEHIND_THE_BRIDGE = ("session", "store", "importers", "tactics", "odds", "rulesets", "scenarios", "testing")
SCREEN = ("gui/scene/", "gui/panels/", "gui/tools/", "gui/windows/", "gui/theme/")

IMPORT_ALL = """
import importlib, importlib.abc, pkgutil, sys

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6", "gui"}:
            raise ImportError(f"the engine imports {name}")

sys.meta_path.insert(0, Blocked())
for package in ("engine", "assets"):
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        if not module.name.startswith(SKIPPED):
            importlib.import_module(module.name)
print(*sorted(sys.modules))
"""


def python(code: str, root: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(root)}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(LINT, cwd=folder, env=environment, capture_output=True, text=True)


def test_imports_go_one_way(root):
    done = lint(root)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("engine/grid/cells.py", "import engine.model"),
        ("engine/model/fold.py", "import gui"),
        ("engine/model/fold.py", "import PySide6.QtCore"),
        ("engine/extra/thing.py", "x = 1"),
    ],
)
def test_a_wrong_import_is_caught(tmp_path, root, module, line):
    for name in ("engine", "engine/grid", "engine/model", "engine/extra", "gui", "assets"):
        if name == "engine/extra" and not module.startswith(name):
            continue
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").touch()
    shutil.copy(root / "pyproject.toml", tmp_path)
    (tmp_path / module).write_text(line + "\n", "utf-8")
    assert lint(tmp_path).returncode != 0


def test_engine_imports_without_qt(root):
    done = python("SKIPPED = '-'\n" + IMPORT_ALL, root)
    assert done.returncode == 0, done.stderr
    assert "engine" in done.stdout.split()


def test_numpy_stays_off_every_path_but_the_odds(root):
    done = python("SKIPPED = 'engine.odds'\n" + IMPORT_ALL, root)
    assert done.returncode == 0, done.stderr
    assert "numpy" not in done.stdout.split()


def test_only_the_odds_and_the_grid_finder_name_numpy(modules, imports):
    users = {path for path, tree in modules.items() if any(_top(name) == "numpy" for name in imports(tree))}
    elsewhere = {path for path in users if not path.startswith("engine/odds/")}
    assert elsewhere == {f"gui/bridge/grid_{part}.py" for part in ("finder", "middle", "proof")}


def test_the_grid_finder_brings_numpy_only_when_it_looks(root):
    done = python("import sys, gui.bridge.grid_finder; print(*sys.modules)", root)
    assert done.returncode == 0, done.stderr
    assert "numpy" not in {_top(name) for name in done.stdout.split()}


def test_only_the_bridge_reaches_the_running_encounter(modules, imports):
    """What is on the screen knows values, views and squares; app.py alone may build everything."""
    hidden = {f"engine.{name}" for name in BEHIND_THE_BRIDGE}
    found = {
        path: sorted(name for name in imports(tree) if ".".join(name.split(".")[:2]) in hidden)
        for path, tree in modules.items()
        if path.startswith(SCREEN)
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("package", ["engine", "gui", "assets"])
def test_a_bare_package_imports_nothing_heavy(root, package):
    done = python(f"import sys, {package}; print(*sys.modules)", root)
    assert done.returncode == 0, done.stderr
    loaded = {_top(name) for name in done.stdout.split()}
    assert loaded & {"numpy", "PySide6", "msgspec", "platformdirs", "sqlite3"} == set()


def _top(name: str) -> str:
    return name.partition(".")[0]
