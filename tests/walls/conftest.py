"""What the walls share: the checkout, its parsed modules, and the tools of packaging/."""

import ast
import gc
import importlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def modules() -> dict[str, ast.Module]:
    """The shipped Python modules, parsed, by their path from the root."""
    folders = ("engine", "gui", "assets")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    gc.disable()  # it would look through a growing million of nodes, none of which is let go, time and again
    try:
        return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}
    finally:
        gc.enable()


@pytest.fixture
def imports() -> Callable[[ast.AST], set[str]]:
    """Give the dotted names a module imports; ``from a import b`` counts as a and as a.b."""

    def names(tree: ast.AST) -> set[str]:
        found: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
                found.update(f"{node.module}.{alias.name}" for alias in node.names)
        return found

    return names


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Import a module of packaging/, which is no package and on nobody's path."""

    def load(name: str) -> ModuleType:
        monkeypatch.syspath_prepend(str(ROOT / "packaging"))
        return importlib.import_module(name)

    return load
