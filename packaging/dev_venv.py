"""The project's own Python environment, ``.venv`` in the checkout: made, healed and kept up to date.

Standard library only. A stamp in the environment says what it was made for, so that a start where
nothing changed costs two small files to read.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dev_machine import NotReady, ensure_python_parts

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
PYPROJECT = ROOT / "pyproject.toml"
UNFINISHED = VENV / "unfinished"  # stands while an installation runs; found later, it was interrupted


def interpreter() -> Path:
    """Return the path of the environment's Python."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_ready(extra: str | None = None) -> None:
    """Install the program's pinned dependencies and those of one extra; raise NotReady if that fails.

    Does nothing where it was done before and Python, place, requirements and pins are still the same.
    """
    stamps = {_stamp(None): _key(_requirements(None)), _stamp(extra): _key(_requirements(extra))}
    if _is_current(stamps):
        return
    _refuse_broken_qt()
    ensure_python_parts()
    with _one_at_a_time():
        if _is_current(stamps):  # another start did the work while this one waited
            return
        if not _is_healthy():
            _create()
        _install(_requirements(extra))
        for stamp, key in stamps.items():
            stamp.write_text(key, encoding="utf-8")


def _stamp(extra: str | None) -> Path:
    return VENV / f"ready-{extra or 'program'}"


def _requirements(extra: str | None) -> list[str]:
    import tomllib  # not there before Python 3.11, and the sentence about that must still come out

    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    extras: list[str] = project["optional-dependencies"][extra] if extra else []
    return [*project["dependencies"], *extras]


def _key(requirements: list[str]) -> str:
    parts = [sys.version_info[:2], str(VENV), requirements, CONSTRAINTS.read_text(encoding="utf-8")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _is_current(stamps: dict[Path, str]) -> bool:
    if UNFINISHED.exists() or not interpreter().exists():
        return False
    return all(stamp.exists() and stamp.read_text(encoding="utf-8") == key for stamp, key in stamps.items())


def _is_healthy() -> bool:
    """Return whether the environment is whole, was made here and runs on this version of Python."""
    if UNFINISHED.exists() or not interpreter().exists():
        return False
    config = VENV / "pyvenv.cfg"
    made_by = re.search(r"^command = .* -m venv (.*)$", config.read_text(encoding="utf-8"), re.MULTILINE)
    if made_by and not made_by[1].endswith(str(VENV)):
        return False
    probe = "import sys, pip; print(*sys.version_info[:2])"
    answer = subprocess.run([interpreter(), "-c", probe], capture_output=True, text=True, check=False)
    return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]


def _create() -> None:
    import venv  # Debian ships it apart; ensure_python_parts() has brought it by now

    print(f"Making a Python environment in {VENV} ...", flush=True)
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    VENV.mkdir()
    UNFINISHED.touch()
    try:
        venv.create(VENV, with_pip=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError as failure:
        detail = (failure.output or b"").decode(errors="replace").strip()
        raise NotReady(f"The Python environment could not be made. {detail}") from failure


def _install(requirements: list[str]) -> None:
    print("Installing the libraries; the first time this may take a few minutes ...", flush=True)
    pip = [str(interpreter()), "-m", "pip", "install", "--disable-pip-version-check", "-c", str(CONSTRAINTS)]
    UNFINISHED.touch()
    if subprocess.run([*pip, *requirements], cwd=ROOT, check=False).returncode != 0:
        raise NotReady(
            "The libraries could not be installed (pip's message is above); "
            "see that this machine is online and has room on its disk, then start again."
        )
    UNFINISHED.unlink()


def _refuse_broken_qt() -> None:
    """Raise NotReady if the pins ask for a Qt that is known to abort on this Python."""
    pinned = re.search(
        r"^pyside6-essentials==(\d+)\.(\d+)", CONSTRAINTS.read_text(encoding="utf-8"), re.MULTILINE
    )
    if pinned and (int(pinned[1]), int(pinned[2])) >= (6, 12) and sys.version_info < (3, 12):
        raise NotReady(
            "PySide6 6.12 aborts on Python 3.11; pin an older PySide6 or use Python 3.12 or newer."
        )


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Hold a lock on the checkout, so that two starts at once do not build the environment together."""
    if os.name == "nt":
        yield
        return
    import fcntl

    with PYPROJECT.open("rb") as handle:  # a lock needs some file, and this one is always there
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
