"""The engine on its own: `python -m engine play|check|odds|import FILE...`."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import FivefootError

if TYPE_CHECKING:
    from engine.scenarios.runner import Report

AS_EXPECTED, DIFFERENT, UNREADABLE, BUG = 0, 1, 2, 3
"""What the command returns."""
ENCOUNTER = ".fivefoot"
CREATURE_LISTS = (".csv", ".tsv", ".json")

EPILOG = "Returns 0 if all went as expected, 1 if something did not, 2 if a file cannot be used, 3 for a bug."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Complaints go to standard error."""
    options = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except FivefootError as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:  # the reader of a pipe had seen enough
        sys.stderr.close()
        return AS_EXPECTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fivefoot-engine", description=__doc__, epilog=EPILOG)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add(commands, "play", _play, "play scenarios and print every event with its rule")
    _add(
        commands,
        "check",
        _check,
        "play scenarios and saved encounters; print only what went differently",
    )
    _add(commands, "odds", _odds, "say what the moves of a scenario risked, before they were made")
    _add(
        commands,
        "import",
        _import,
        "read a map file (.dd2vtt, .uvtt) or a list of creatures (.csv, .json); say what was taken from it",
    )
    return parser


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    command: Callable[[argparse.Namespace], int],
    description: str,
) -> None:
    parser = commands.add_parser(name, help=description, description=description, epilog=EPILOG)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(command=command)


def _play(options: argparse.Namespace) -> int:
    from engine.scenarios import report

    return max(_played(path, report.full) for path in options.files)


def _check(options: argparse.Namespace) -> int:
    from engine.scenarios import report

    paths = [found for path in options.files for found in _files_in(path)]
    codes = [
        _audited(path) if path.suffix == ENCOUNTER else _played(path, report.differences) for path in paths
    ]
    print(f"{codes.count(AS_EXPECTED)} of {len(codes)} files went as expected")
    return max(codes)


def _files_in(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    found = sorted((*path.rglob("*.toml"), *path.rglob("*" + ENCOUNTER)))
    if not found:
        raise FivefootError(f"{path.name}: there is no scenario (.toml) or encounter in this folder")
    yield from found


def _audited(path: Path) -> int:
    """Drive the commands of an encounter file again."""
    from engine.scenarios.audits import audited

    try:
        differences = list(audited(path))
    except FivefootError as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    for line in differences:
        print(line)
    return DIFFERENT if differences else AS_EXPECTED


def _played(path: Path, tell: Callable[[Report], Iterator[str]], odds: bool = False) -> int:
    """Play one file; a file that cannot be used does not keep the others from being played."""
    from engine.scenarios.runner import play
    from engine.scenarios.scenario import read_scenario

    try:
        result = play(read_scenario(path), odds)
    except FivefootError as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    except Exception:
        traceback.print_exc()
        print(f"{path.name}: the program failed; this is a bug in it, not in the scenario", file=sys.stderr)
        return BUG
    for line in tell(result):
        print(line)
    return AS_EXPECTED if result.passed else DIFFERENT


def _odds(options: argparse.Namespace) -> int:
    from engine.scenarios import report

    return max(_played(path, report.odds, odds=True) for path in options.files)


def _import(options: argparse.Namespace) -> int:
    return max(_imported(path) for path in options.files)


def _imported(path: Path) -> int:
    try:
        title, lines = _creatures(path) if path.suffix.lower() in CREATURE_LISTS else _map(path)
    except FivefootError as problem:
        print(problem, file=sys.stderr)
        return UNREADABLE
    print(title)
    for line in lines:
        print(f"    {line}")
    return AS_EXPECTED


def _map(path: Path) -> tuple[str, tuple[str, ...]]:
    from engine.importers.uvtt import read_uvtt

    found = read_uvtt(path)
    return f"{path.name}: {found.terrain.width} x {found.terrain.height} squares", found.report.lines


def _creatures(path: Path) -> tuple[str, tuple[str, ...]]:
    from engine.importers.creature_list import read_creature_list

    return f"{path.name}:", read_creature_list(path).lines


if __name__ == "__main__":
    sys.exit(main())
