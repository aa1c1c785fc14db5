"""Run the benches: python3 packaging/dev.py bench [NAME ...]

Each file bench_NAME.py here has a function ``bench()`` that yields results of ``contest.faster`` or
``contest.cost``. Prints a line for each: the ratio beside its target. Exit status 1 if one is missed.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from contest import Result

HERE = Path(__file__).resolve().parent


def main(names: Sequence[str], folder: Path = HERE) -> int:
    paths = chosen(names, folder)
    if not paths:
        print(f"There is no bench named {' or '.join(names)}." if names else "There is no bench yet.")
        return 2
    print(f"{'':46}{'ours':>10}{'peer':>10}{'ratio':>9}  target")
    missed = 0
    for result in run(paths):
        print(line(result), flush=True)
        missed += not result.is_met
    print(f"\n{missed} targets missed" if missed else "\nAll targets met")
    return 1 if missed else 0


def chosen(names: Sequence[str], folder: Path) -> list[Path]:
    """Return the bench files of these names, all where none is given."""
    paths = sorted(folder.glob("bench_*.py"))
    return [path for path in paths if not names or path.stem.removeprefix("bench_") in names]


def run(paths: Iterable[Path]) -> Iterator[Result]:
    """Yield the results of the benches in the files, one after the other."""
    for path in paths:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} is no Python module")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield from module.bench()


def line(result: Result) -> str:
    """Return the printed line of a result; times are in microseconds."""
    verdict = "" if result.is_met else "   MISSED"
    times = f"{result.ours * 1e6:9.0f}u{result.peer * 1e6:9.0f}u"
    return f"{result.name:46}{times}{result.ratio:9.2f}  {result.target}{verdict}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
