"""Module sizes: a module past the soft limit asks to be split, one past the hard limit fails the check.

Run as a script it prints the report for the checkout and returns 1 if a module is past the hard limit.
"""

from __future__ import annotations

import sys
from pathlib import Path

SOFT_LIMIT = 400  # lines
HARD_LIMIT = 600
FOLDERS = ("engine", "gui")


def module_sizes(root: Path) -> dict[str, int]:
    """Return the lines of each Python module under engine/ and gui/, by its path from the root."""
    paths = (path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py")))
    return {path.relative_to(root).as_posix(): _lines(path) for path in paths}


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def past(limit: int, sizes: dict[str, int]) -> dict[str, int]:
    """Return the modules with more lines than the limit, longest first."""
    return dict(sorted(((name, n) for name, n in sizes.items() if n > limit), key=lambda item: -item[1]))


def main() -> int:
    sizes = module_sizes(Path(__file__).resolve().parent.parent)
    for name, lines in past(SOFT_LIMIT, sizes).items():
        print(f"{lines:5} {name}{'  TOO LONG' if lines > HARD_LIMIT else ''}")
    long, too_long = len(past(SOFT_LIMIT, sizes)), len(past(HARD_LIMIT, sizes))
    print(f"{len(sizes)} modules, {long} past {SOFT_LIMIT} lines, {too_long} past the limit of {HARD_LIMIT}")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
