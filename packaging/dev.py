#!/usr/bin/env python3
"""Everything a checkout is used for, in one command: python3 packaging/dev.py COMMAND

  run [ARGUMENTS]   make everything ready and open Fivefoot on the sample fight
  test              make everything ready and run all tests, on every core
  test ARGUMENTS    the same for what the arguments say: they go to pytest as they are
  check             style, types, import directions, module sizes, rule ledger
  format            put the code into the project's style
  bench             measure speed against other libraries, as ratios beside their targets
  setup             only make everything ready

The first start makes a Python environment in .venv and installs what is pinned in constraints.txt,
and on Debian and its relatives the system packages that are missing. It works from any folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from dev_machine import (
    NotReady,
    check_python,
    ensure_python_parts,
    ensure_qt_libraries,
    has_display,
    libraries_for,
)
from dev_venv import ROOT, VENV, interpreter, make_ready

NO_DISPLAY = (
    "There is no display to open a window on; start this from a desktop session, or without any window as\n"
    "    QT_QPA_PLATFORM=offscreen python3 packaging/dev.py run"
)

# On every core, and always in one order: a red run can be had again.
ALL_TESTS = ["-n", "auto", "--dist", "worksteal", "--randomly-seed=1"]


def main(arguments: Sequence[str]) -> int:
    """Run one command and return the exit status: 2 if the machine or the command line is not fit for it."""
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        print(__doc__)
        return 0 if arguments and arguments[0] in ("-h", "--help", "help") else 2
    try:
        check_python()
        return command(list(arguments[1:]))
    except NotReady as reason:
        print(reason, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    platform = os.environ.get("QT_QPA_PLATFORM")
    if not platform and not has_display(os.environ):
        raise NotReady(NO_DISPLAY)
    _prepare(extra=None, offscreen=platform == "offscreen")
    # -P keeps the folder the person stands in off the import path; that folder stays current for file names.
    _become(["-P", "-m", "gui.app", *arguments], _environment())


def test(arguments: list[str]) -> int:
    _prepare(extra="dev", offscreen=True)
    os.chdir(ROOT)
    _become(["-m", "pytest", *(arguments or ALL_TESTS)], _offscreen_environment())


def check(_arguments: list[str]) -> int:
    make_ready("dev")
    failed = [name for name, command in CHECKS.items() if not _passes(name, command)]
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nAll checks passed")
    return 1 if failed else 0


def format_code(_arguments: list[str]) -> int:
    make_ready("dev")
    fixed = _call(["-m", "ruff", "check", "--fix", "."])
    return _call(["-m", "ruff", "format", "."]) or fixed


def bench(arguments: list[str]) -> int:
    _prepare(extra="bench", offscreen=True)
    os.chdir(ROOT)
    _become([str(ROOT / "tests" / "bench" / "run.py"), *arguments], _offscreen_environment())


def setup(_arguments: list[str]) -> int:
    _prepare(extra="dev", offscreen=not has_display(os.environ))
    print(f"Ready: {interpreter()}")
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": run,
    "test": test,
    "check": check,
    "format": format_code,
    "bench": bench,
    "setup": setup,
}

CHECKS = {
    "style": ["-m", "ruff", "check", "."],
    "layout": ["-m", "ruff", "format", "--check", "."],
    "types": ["-m", "mypy"],
    "types of the tools": ["-m", "mypy", "--config-file=", "--strict", "packaging"],
    "import directions": ["-c", "import importlinter.cli as c; c.lint_imports_command()", "--no-logo"],
    "module sizes": ["packaging/size_report.py"],
    "rule ledger": ["packaging/ledger_report.py"],
}


def _prepare(*, extra: str | None, offscreen: bool) -> None:
    ensure_python_parts()
    ensure_qt_libraries(libraries_for(os.environ, offscreen=offscreen))
    make_ready(extra)


def _environment() -> dict[str, str]:
    """Return the environment for the program: this checkout's code, and nobody else's."""
    return os.environ | {"PYTHONPATH": str(ROOT)}


def _offscreen_environment() -> dict[str, str]:
    """Return the environment for tests: no window flashes up, and no locale changes a sorting order.

    What Python compiles is kept in the environment's folder even where the person keeps none: each of the
    many processes of a test run would compile everything again.
    """
    bytecode = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(VENV / "bytecode")}
    return {"QT_QPA_PLATFORM": "offscreen"} | _environment() | {"LC_ALL": "C.UTF-8"} | bytecode


def _passes(name: str, command: list[str]) -> bool:
    print(f"\n== {name}", flush=True)
    return _call(command) == 0


def _call(command: list[str]) -> int:
    return subprocess.run(
        [str(interpreter()), *command], cwd=ROOT, env=_environment(), check=False
    ).returncode


def _become(command: list[str], environment: dict[str, str]) -> NoReturn:
    """Turn this process into the environment's Python, so that signals and the exit status are its own."""
    argv = [str(interpreter()), *command]
    sys.stdout.flush()
    if os.name == "nt":
        sys.exit(subprocess.run(argv, env=environment, check=False).returncode)
    os.execve(argv[0], argv, environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
