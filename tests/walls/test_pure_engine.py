"""The engine has no chance, no clock and, but for its edge, no files."""

CHANCE = {"random", "secrets", "uuid", "numpy.random", "os.urandom"}
CLOCKS = {"time", "datetime", "sched", "zoneinfo"}
FILES = {"glob", "io", "os", "pathlib", "shutil", "sqlite3", "tempfile"}

ROLLER = "engine/session/dice.py"
EDGE = ("engine/store/", "engine/importers/", "engine/scenarios/", "engine/testing.py", "engine/__main__.py")


def users_of(names, modules, imports):
    """Return the engine modules that import one of the modules."""
    return {
        path
        for path, tree in modules.items()
        if path.startswith("engine/")
        and any(used == name or used.startswith(name + ".") for used in imports(tree) for name in names)
    }


def test_only_the_software_dice_draw_random_numbers(modules, imports):
    assert users_of(CHANCE, modules, imports) <= {ROLLER}


def test_nothing_in_the_engine_reads_a_clock(modules, imports):
    assert users_of(CLOCKS, modules, imports) == set()


def test_only_the_edge_of_the_engine_touches_files(modules, imports):
    inside = {path for path in users_of(FILES, modules, imports) if not path.startswith(EDGE)}
    assert inside == set()


def test_every_form_of_import_is_seen(imports):
    import ast

    def seen(text):
        return users_of(CHANCE, {"engine/a.py": ast.parse(text)}, imports)

    for text in (
        "import random",
        "from random import Random",
        "from numpy import random",
        "import numpy.random as r",
    ):
        assert seen(text) == {"engine/a.py"}, text
    assert seen("import randomness") == set()
