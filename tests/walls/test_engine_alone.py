"""The engine needs no screen: a whole combat runs where there is no Qt, and nothing needs a network."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

WITHOUT_QT = textwrap.dedent(
    """
    import importlib, pkgutil, sys

    class NoScreen:
        def find_spec(self, name, path=None, target=None):
            if name.split(".")[0] in ("PySide6", "shiboken6", "gui"):
                raise ModuleNotFoundError(f"{name} is not installed here")

    sys.meta_path.insert(0, NoScreen())
    import engine
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    from engine.__main__ import main
    code = main(["play", sys.argv[1]])
    assert not {name for name in sys.modules if name.split(".")[0] in ("PySide6", "shiboken6", "gui")}
    sys.exit(code)
    """
)
NETWORK = {
    "socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "poplib", "imaplib", "telnetlib",
    "xmlrpc", "webbrowser", "requests", "httpx", "aiohttp", "PySide6.QtNetwork", "PySide6.QtWebSockets",
}  # fmt: skip


@pytest.mark.rule("CARD-ENGINE-01")
def test_a_whole_combat_runs_without_qt(root):
    fight = root / "tests" / "scenarios" / "ose" / "whole_fight.toml"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_QT, str(fight)], cwd=root, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "as expected" in done.stdout


@pytest.mark.rule("CARD-GM-01")
def test_no_module_of_the_program_speaks_to_a_network(modules, imports):
    talkers = {
        path: used
        for path, tree in modules.items()
        for used in imports(tree)
        if any(used == name or used.startswith(name + ".") for name in NETWORK)
    }
    assert talkers == {}
