"""packaging/dev.py keeps one environment, makes it again when it must and otherwise leaves it alone."""

import shutil
import sys
import venv as stdlib_venv
from types import SimpleNamespace

import pytest

THIS_PYTHON = f"{sys.version_info[0]} {sys.version_info[1]}"


@pytest.fixture
def environment(tool, tmp_path, monkeypatch):
    """The module at work on a checkout of its own; pip and venv are replaced by records of their calls."""
    module = tool("dev_venv")
    checkout = tmp_path / "a check out"
    (checkout / "packaging").mkdir(parents=True)
    for name in ("pyproject.toml", "packaging/constraints.txt"):
        shutil.copy(module.ROOT / name, checkout / name)
    monkeypatch.setattr(module, "ROOT", checkout)
    monkeypatch.setattr(module, "VENV", checkout / ".venv")
    monkeypatch.setattr(module, "UNFINISHED", checkout / ".venv" / "unfinished")
    monkeypatch.setattr(module, "CONSTRAINTS", checkout / "packaging" / "constraints.txt")
    monkeypatch.setattr(module, "PYPROJECT", checkout / "pyproject.toml")
    return module


@pytest.fixture
def calls(environment, monkeypatch):
    """Make environments of nothing but an interpreter, and record what is made and installed."""
    made = []

    def create(path, **_options):
        made.append("create")
        python = environment.interpreter()
        python.parent.mkdir()
        python.symlink_to(sys.executable)
        command = f"command = {sys.executable} -m venv {path}\n"
        (path / "pyvenv.cfg").write_text(command, "utf-8")

    def run(command, **_options):
        if "install" not in command:
            return SimpleNamespace(stdout=THIS_PYTHON)  # what the environment says of itself
        assert environment.UNFINISHED.exists(), "an interrupted installation would not be noticed"
        made.append(f"install {'pytest>=8.4' in command}")
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(stdlib_venv, "create", create)
    monkeypatch.setattr(environment.subprocess, "run", run)
    return made


def test_second_start_does_nothing(environment, calls):
    environment.make_ready("dev")
    assert calls == ["create", "install True"]
    environment.make_ready("dev")
    environment.make_ready()
    assert calls == ["create", "install True"]


def test_an_extra_is_added_to_what_is_there(environment, calls):
    environment.make_ready()
    environment.make_ready("dev")
    assert calls == ["create", "install False", "install True"]


def test_new_pins_are_installed_into_the_same_environment(environment, calls):
    environment.make_ready("dev")
    with environment.CONSTRAINTS.open("a", encoding="utf-8") as pins:
        pins.write("another==1.0\n")
    environment.make_ready("dev")
    assert calls == ["create", "install True", "install True"]


def test_an_interrupted_installation_is_made_again(environment, calls):
    environment.make_ready("dev")
    environment.UNFINISHED.touch()
    environment.make_ready("dev")
    assert calls == ["create", "install True"] * 2
    assert not environment.UNFINISHED.exists()


def test_a_vanished_interpreter_is_noticed(environment, calls):
    environment.make_ready("dev")
    environment.interpreter().unlink()
    environment.interpreter().symlink_to("/nowhere/python")
    environment.make_ready("dev")
    assert calls == ["create", "install True"] * 2


def test_a_moved_checkout_makes_its_environment_again(environment, calls, monkeypatch):
    environment.make_ready("dev")
    moved = environment.ROOT.with_name("moved")
    environment.ROOT.rename(moved)
    monkeypatch.setattr(environment, "VENV", moved / ".venv")
    monkeypatch.setattr(environment, "UNFINISHED", moved / ".venv" / "unfinished")
    monkeypatch.setattr(environment, "CONSTRAINTS", moved / "packaging" / "constraints.txt")
    monkeypatch.setattr(environment, "PYPROJECT", moved / "pyproject.toml")
    environment.make_ready("dev")
    assert calls == ["create", "install True"] * 2


def test_another_python_makes_its_environment_again(environment, calls, monkeypatch):
    environment.make_ready("dev")
    monkeypatch.setattr(environment.sys, "version_info", (3, 99, 0, "final", 0))
    environment.make_ready("dev")
    assert calls == ["create", "install True"] * 2


def test_a_healthy_environment_made_by_hand_is_kept(environment, calls):
    environment.VENV.mkdir()
    stdlib_venv.create(environment.VENV)
    calls.clear()
    environment.make_ready("dev")
    assert calls == ["install True"]


def test_a_failed_installation_is_told_and_not_taken_for_done(environment, calls, monkeypatch):
    working = environment.subprocess.run

    def run(command, **options):
        working(command, **options)
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(environment.subprocess, "run", run)
    with pytest.raises(environment.NotReady, match="could not be installed"):
        environment.make_ready("dev")
    monkeypatch.setattr(environment.subprocess, "run", working)
    environment.make_ready("dev")
    assert calls == ["create", "install True"] * 2


@pytest.mark.parametrize(("python", "refused"), [((3, 11), True), ((3, 12), False)])
def test_the_qt_that_aborts_is_refused_where_it_would(environment, calls, monkeypatch, python, refused):
    pins = environment.CONSTRAINTS.read_text("utf-8").replace("essentials==6.11.3", "essentials==6.12.0")
    environment.CONSTRAINTS.write_text(pins, "utf-8")
    monkeypatch.setattr(environment.sys, "version_info", python)
    if refused:
        with pytest.raises(environment.NotReady, match=r"PySide6 6\.12 aborts"):
            environment.make_ready("dev")
        assert calls == []
    else:
        environment.make_ready("dev")
        assert calls == ["create", "install True"]
