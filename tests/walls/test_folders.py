"""Folders are packages exactly where they should be, and no tool hides a library."""

import ast
import importlib.metadata
import sys
from collections import Counter


def test_tests_and_tools_are_no_packages(root):
    assert [path for folder in ("tests", "packaging") for path in (root / folder).rglob("__init__.py")] == []


def test_every_code_folder_is_a_package_with_a_docstring(root):
    for folder in ("engine", "gui", "assets"):
        for path in (root / folder).rglob("*.py"):
            init = path.parent / "__init__.py"
            assert init.exists(), f"{path.parent} has modules but no __init__.py"
            assert ast.get_docstring(ast.parse(init.read_text("utf-8"))), f"{init} has no docstring"


def test_no_tool_is_named_like_a_library(root):
    libraries = set(sys.stdlib_module_names) | set(importlib.metadata.packages_distributions())
    assert {path.stem for path in (root / "packaging").glob("*.py")} & libraries == set()


def test_the_library_packaging_is_not_hidden_by_our_folder():
    import packaging.version

    assert packaging.version.Version("1.0") < packaging.version.Version("1.1")


def test_test_files_have_different_names(root):
    names = Counter(path.name for path in (root / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []
