"""packaging/dev.py finds out what a machine lacks, and says one clear sentence where it cannot help."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest


@pytest.fixture
def machine(tool):
    return tool("dev_machine")


@pytest.fixture
def nothing_runs(machine, monkeypatch):
    """Record commands instead of running them; each fails, as sudo does for who may not use it."""
    commands = []

    def run(command, **_options):
        commands.append(command)
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(machine.subprocess, "run", run)
    return commands


def have(machine, monkeypatch, *programs, root=False):
    monkeypatch.setattr(machine.shutil, "which", lambda name: f"/bin/{name}" if name in programs else None)
    monkeypatch.setattr(machine.os, "geteuid", lambda: 0 if root else 1000)


def test_an_old_python_is_told_in_one_sentence(machine):
    machine.check_python((3, 11))
    with pytest.raises(machine.NotReady, match=r"needs Python 3\.11 or newer; this is Python 3\.9\.$"):
        machine.check_python((3, 9))


def test_nothing_is_run_where_nothing_is_missing(machine, nothing_runs):
    machine.ensure_python_parts()
    machine.ensure_qt_libraries({"libc.so.6": "libc6"} if sys.platform == "linux" else {})
    assert nothing_runs == []


def test_without_rights_the_exact_line_is_told(machine, nothing_runs, monkeypatch):
    have(machine, monkeypatch, "apt-get", "sudo")
    with pytest.raises(machine.NotReady) as told:
        machine.ensure_qt_libraries({"libnone-such.so.1": "libnone1", "libnone-too.so.1": "libnone1"})
    line = str(told.value).splitlines()[-1].strip()
    assert line == "sudo apt-get update && sudo apt-get install -y --no-install-recommends libnone1"
    assert nothing_runs == [["sudo", "-n", "true"]]


def test_without_sudo_the_line_uses_su(machine, nothing_runs, monkeypatch):
    have(machine, monkeypatch, "apt-get")
    with pytest.raises(machine.NotReady, match="su -l -c 'apt-get update && apt-get install"):
        machine.ensure_qt_libraries({"libnone-such.so.1": "libnone1"})


def test_root_installs_once_and_is_told_if_that_fails(machine, nothing_runs, monkeypatch):
    have(machine, monkeypatch, "apt-get", root=True)
    with pytest.raises(machine.NotReady, match="put that right"):
        machine.ensure_qt_libraries({"libnone-such.so.1": "libnone1"})
    assert [command[-1] for command in nothing_runs] == ["update", "libnone1"]


def test_elsewhere_than_debian_the_libraries_are_named(machine, nothing_runs, monkeypatch):
    have(machine, monkeypatch, root=True)
    with pytest.raises(machine.NotReady, match=r"missing here: libnone-such\.so\.1\."):
        machine.ensure_qt_libraries({"libnone-such.so.1": "libnone1"})
    assert nothing_runs == []


@pytest.mark.skipif(sys.platform != "linux", reason="displays have names on Linux")
def test_only_a_window_needs_the_libraries_of_its_display(machine):
    offscreen = machine.libraries_for({"DISPLAY": ":0"}, offscreen=True)
    x11 = machine.libraries_for({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, offscreen=False)
    wayland = machine.libraries_for({"WAYLAND_DISPLAY": "wayland-0"}, offscreen=False)
    assert "libEGL.so.1" in offscreen
    assert "libxcb-cursor.so.0" not in offscreen
    assert {"libxcb-cursor.so.0", *offscreen} <= x11.keys()
    assert {"libwayland-client.so.0", *offscreen} <= wayland.keys()


def dev(root, *arguments, **environment):
    kept = {name: value for name, value in os.environ.items() if name not in environment}
    command = [sys.executable, str(root / "packaging" / "dev.py"), *arguments]
    wanted = {name: value for name, value in environment.items() if value}
    return subprocess.run(command, env=kept | wanted, capture_output=True, text=True)


@pytest.mark.skipif(sys.platform != "linux", reason="displays have names on Linux")
def test_run_without_a_display_says_how_to_go_on(root):
    done = dev(root, "run", DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no display")
    assert "QT_QPA_PLATFORM=offscreen" in done.stderr


def test_help_names_every_command(root, tool):
    done = dev(root, "--help")
    assert done.returncode == 0
    for command in tool("dev").COMMANDS:
        assert f"\n  {command} " in done.stdout


def test_an_unknown_command_is_an_error(root):
    assert dev(root, "dance").returncode == 2
